//! Hexproof (702.11).

use duelog_kernel::{ObjectId, Seat};

use super::protection;
use crate::language::keyword::Keyword;
use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::refusal::{Refusal, refuse};

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
    if sight.has(id, Keyword::Hexproof) {
        return refuse("it has hexproof and an opponent controls the spell or ability", rule!("702.11b"));
    }
    let (Some(own), Some(other)) = (sight.characteristics(id), sight.characteristics(source)) else {
        return Ok(());
    };
    let from = |keyword: &Keyword| matches!(keyword, Keyword::HexproofFrom(quality) if protection::is_so(other, *quality));
    if own.keywords.special().iter().any(from) {
        return refuse("it has hexproof from that, and an opponent controls it", rule!("702.11d"));
    }
    Ok(())
}
