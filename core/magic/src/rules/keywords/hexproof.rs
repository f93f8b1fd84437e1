//! Hexproof (702.11).

use duelog_kernel::{ObjectId, Seat};

use super::protection;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};
use crate::{cite, rule};

/// Whether a permanent can be the target of a player's spells and abilities as far as hexproof is concerned
/// (702.11b).
///
/// # Errors
/// The reason and the rule.
pub fn may_target(
    sight: &Sight<'_>,
    id: ObjectId,
    source: ObjectId,
    controller: Seat,
) -> Result<(), Refusal> {
    if sight.controller(id) == Some(controller) {
        return Ok(());
    }
    let hexproof = |keyword: &Keyword| matches!(keyword, Keyword::HexproofFrom(_));
    let special = sight.characteristics(id).map_or(&[][..], |own| own.keywords.special());
    if (sight.has(id, Keyword::Hexproof) || special.iter().any(hexproof))
        && sight.sees_through(controller, id)
    {
        cite!("702.11e");
        return Ok(());
    }
    if sight.has(id, Keyword::Hexproof) {
        return refuse("it has hexproof and an opponent controls the spell or ability", rule!("702.11b"));
    }
    let from = |keyword: &Keyword| matches!(keyword, Keyword::HexproofFrom(quality) if protection::is_so(sight, source, *quality));
    if special.iter().any(from) {
        return refuse("it has hexproof from that, and an opponent controls it", rule!("702.11d"));
    }
    Ok(())
}

/// Whether a player can be the target of another player's spells and abilities (702.11c).
///
/// # Errors
/// The reason and the rule.
pub fn may_target_player(sight: &Sight<'_>, seat: Seat, controller: Seat) -> Result<(), Refusal> {
    if sight.board.are_opponents(seat, controller) && sight.player_has(seat, Keyword::Hexproof) {
        return refuse("the player has hexproof", rule!("702.11c"));
    }
    Ok(())
}
