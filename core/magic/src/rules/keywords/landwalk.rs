//! Landwalk (702.14).

use duelog_kernel::{ObjectId, Seat};

use crate::language::keyword::{Keyword, Walk};
use crate::language::types::{CardType, TypeLine};
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Zone;
use crate::{cite, rule};

/// Whether an attacker can be blocked by a defending player as far as landwalk is concerned (702.14c).
///
/// # Errors
/// The reason and the rule.
pub fn may_be_blocked(sight: &Sight<'_>, attacker: ObjectId, defender: Seat) -> Result<(), Refusal> {
    let Some(characteristics) = sight.characteristics(attacker) else { return Ok(()) };
    let walks = |keyword: &Keyword| match keyword {
        Keyword::Landwalk(land) => controls(sight, defender, |types| types.has(*land)),
        Keyword::Walk(walk) => controls(sight, defender, |types| match walk {
            Walk::Super(supertype) => types.is_super(*supertype),
            Walk::Without(supertype) => !types.is_super(*supertype),
            Walk::Both(supertype, land) => types.is_super(*supertype) && types.has(*land),
        }),
        _ => false,
    };
    // What the blockers have does not matter.
    cite!("702.14d");
    if characteristics.keywords.special().iter().any(walks) {
        return refuse("the defending player controls a land of the attacker's landwalk", rule!("702.14c"));
    }
    Ok(())
}

fn controls(sight: &Sight<'_>, seat: Seat, is_meant: impl Fn(&TypeLine) -> bool) -> bool {
    sight.board.zone(Zone::Battlefield).iter().any(|id| {
        sight.controller(*id) == Some(seat)
            && sight.characteristics(*id).is_some_and(|characteristics| {
                characteristics.types.is(CardType::Land) && is_meant(&characteristics.types)
            })
    })
}
