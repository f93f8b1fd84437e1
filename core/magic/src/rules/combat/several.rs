//! By how many creatures an attacker is blocked (509.1b, 702.110b).

use duelog_kernel::{Constraint, Item, Limit, ObjectId};

use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::keywords::menace;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Alter;

/// Returns by how many creatures an attacker is blocked at least, if by any, and at most.
pub fn limits(sight: &Sight<'_>, attacker: ObjectId) -> (u32, Option<u32>) {
    let own = sight.characteristics(attacker).map_or(&[][..], |own| &own.limits);
    let said = |limit: &Alter| match limit {
        Alter::BlockedBy(least, most) => Some((*least, *most)),
        _ => None,
    };
    let menace = if menace::takes_two(sight, attacker) { 2 } else { 1 };
    let least = own.iter().filter_map(said).map(|limit| limit.0).max().unwrap_or(1);
    (least.max(menace), own.iter().filter_map(said).filter_map(|limit| limit.1).min())
}

/// Checks that enough creatures are able to block an attacker (509.1b, 702.110b).
///
/// # Errors
/// The reason and the rule.
pub fn may_be_blocked(
    sight: &Sight<'_>,
    attacker: ObjectId,
    able: impl Fn() -> usize,
) -> Result<(), Refusal> {
    menace::may_be_blocked(sight, attacker, &able)?;
    let (least, most) = limits(sight, attacker);
    if most.is_some_and(|most| most < least) || (least > 1 && able() < least as usize) {
        let reason = format!("an effect says that {least} creatures or more block it, and they cannot");
        return refuse(reason, rule!("509.1b"));
    }
    Ok(())
}

/// The constraints on the blocks of an attacker, given all the ways to block.
pub fn constraints(sight: &Sight<'_>, attacker: ObjectId, ways: &[Item]) -> Vec<Constraint> {
    let of_attacker = |item: &&Item| matches!(item, Item::Pair(_, blocked) if *blocked == attacker);
    let items = || -> Vec<Item> { ways.iter().filter(of_attacker).copied().collect() };
    let (least, most) = limits(sight, attacker);
    let more = (least > 2 || (least == 2 && !menace::takes_two(sight, attacker))).then(|| Constraint {
        rule: rule!("509.1b"),
        limit: Limit::NoneOrAtLeast { items: items(), min: least },
    });
    let fewer =
        most.map(|max| Constraint { rule: rule!("509.1b"), limit: Limit::AtMost { items: items(), max } });
    menace::constraint(sight, attacker, ways).into_iter().chain(more).chain(fewer).collect()
}
