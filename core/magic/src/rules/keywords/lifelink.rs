//! Lifelink (702.15).

use duelog_kernel::{ObjectId, Seat};

use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Who gains as much life as damage is dealt by a source (702.15b).
pub fn gains(sight: &Sight<'_>, source: ObjectId) -> Option<Seat> {
    sight.controller(source).filter(|_| sight.has(source, Keyword::Lifelink))
}
