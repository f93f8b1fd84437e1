//! Menace (702.110).

use duelog_kernel::{Constraint, Item, Limit, ObjectId};

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};

/// Whether an attacker is blocked by two creatures or more, or by none (702.110b).
pub fn takes_two(sight: &Sight<'_>, attacker: ObjectId) -> bool {
    sight.has(attacker, Keyword::Menace)
}

/// Whether an attacker can be blocked when so many creatures are able to (702.110b).
///
/// # Errors
/// The reason and the rule.
pub fn may_be_blocked(
    sight: &Sight<'_>,
    attacker: ObjectId,
    able: impl FnOnce() -> usize,
) -> Result<(), Refusal> {
    if takes_two(sight, attacker) && able() < 2 {
        return refuse(
            "a creature with menace is blocked by two creatures or more, and no others can",
            rule!("702.110b"),
        );
    }
    Ok(())
}

/// What must be true of the blocks of an attacker, given all the ways to block (702.110b).
pub fn constraint(sight: &Sight<'_>, attacker: ObjectId, ways: &[Item]) -> Option<Constraint> {
    let of_attacker = |item: &&Item| matches!(item, Item::Pair(_, blocked) if *blocked == attacker);
    let items = || ways.iter().filter(of_attacker).copied().collect();
    takes_two(sight, attacker).then(|| Constraint {
        rule: rule!("702.110b"),
        limit: Limit::NoneOrAtLeast { items: items(), min: 2 },
    })
}
