//! Lifelink (702.15).

use duelog_kernel::{ObjectId, Seat};

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Who gains as much life as damage is dealt by a source (702.15b).
pub fn gains(sight: &Sight<'_>, source: ObjectId) -> Option<Seat> {
    // Wherever the source is; of one that has left, what it was last. Each source gains by itself.
    cite!("702.15b", "702.15c", "702.15d", "702.15e");
    sight.controller(source).filter(|_| sight.has(source, Keyword::Lifelink))
}
