//! Double strike (702.4) and first strike (702.7): who deals damage in which combat damage step.

use duelog_kernel::ObjectId;

use super::first_strike;
use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;
use crate::state::Step;

/// Whether a creature deals damage in both combat damage steps (702.4b).
pub fn has(sight: &Sight<'_>, creature: ObjectId) -> bool {
    sight.has(creature, Keyword::DoubleStrike)
}

/// Whether a creature deals damage in this combat damage step (510.4, 702.4b, 702.7b).
pub fn strikes_now(sight: &Sight<'_>, creature: ObjectId) -> bool {
    match sight.board.turn.step {
        Step::FirstStrikeDamage => {
            cite!("702.4b", "702.7b");
            has(sight, creature) || first_strike::has(sight, creature)
        }
        // What a creature has counts as each step begins: who struck first and has double strike now strikes
        // again, who has not struck does so whatever it has got since.
        _ => {
            cite!("702.4c", "702.4d", "702.7c");
            has(sight, creature) || !sight.board.combat.struck.contains(&creature)
        }
    }
}
