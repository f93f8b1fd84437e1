//! Hexproof (702.11).

use duelog_kernel::{ObjectId, Seat};

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};

/// Whether a permanent can be the target of a player's spells and abilities as far as hexproof is concerned
/// (702.11b).
///
/// # Errors
/// The reason and the rule.
pub fn may_target(sight: &Sight<'_>, id: ObjectId, controller: Seat) -> Result<(), Refusal> {
    if sight.has(id, Keyword::Hexproof) && sight.controller(id) != Some(controller) {
        return refuse("it has hexproof and an opponent controls the spell or ability", rule!("702.11b"));
    }
    Ok(())
}
