//! Landwalk (702.14).

use duelog_kernel::{ObjectId, Seat};

use crate::language::keyword::Keyword;
use crate::language::subtypes::Subtype;
use crate::language::types::CardType;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Zone;

/// Whether an attacker can be blocked by a defending player as far as landwalk is concerned (702.14c).
///
/// # Errors
/// The reason and the rule.
pub fn may_be_blocked(sight: &Sight<'_>, attacker: ObjectId, defender: Seat) -> Result<(), Refusal> {
    let Some(characteristics) = sight.characteristics(attacker) else { return Ok(()) };
    let walks =
        |keyword: &Keyword| matches!(keyword, Keyword::Landwalk(land) if controls(sight, defender, *land));
    if characteristics.keywords.special().iter().any(walks) {
        return refuse("the defending player controls a land of the attacker's landwalk", rule!("702.14c"));
    }
    Ok(())
}

fn controls(sight: &Sight<'_>, seat: Seat, land: Subtype) -> bool {
    sight.board.zone(Zone::Battlefield).iter().any(|id| {
        sight.controller(*id) == Some(seat)
            && sight.characteristics(*id).is_some_and(|characteristics| {
                characteristics.types.is(CardType::Land) && characteristics.types.has(land)
            })
    })
}
