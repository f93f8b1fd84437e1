//! Shroud (702.18).

use duelog_kernel::{ObjectId, Seat};

use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};

/// Whether a permanent can be a target as far as shroud is concerned (702.18a).
///
/// # Errors
/// The reason and the rule.
pub fn may_target(sight: &Sight<'_>, id: ObjectId) -> Result<(), Refusal> {
    if sight.has(id, Keyword::Shroud) { refuse("it has shroud", rule!("702.18a")) } else { Ok(()) }
}

/// True if a player can be a target as far as shroud is concerned (702.18a).
///
/// # Errors
/// The reason and the rule.
pub fn may_target_player(sight: &Sight<'_>, seat: Seat) -> Result<(), Refusal> {
    if sight.player_has(seat, Keyword::Shroud) {
        return refuse("the player has shroud", rule!("702.18a"));
    }
    Ok(())
}
