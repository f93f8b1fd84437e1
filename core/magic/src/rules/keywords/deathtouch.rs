//! Deathtouch (702.2).

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether damage from a source destroys a creature whatever its toughness (702.2b).
pub fn has(sight: &Sight<'_>, source: ObjectId) -> bool {
    // Wherever the source is; of one that has left, what it was last.
    cite!("702.2d", "702.2e");
    sight.has(source, Keyword::Deathtouch)
}

/// What one damage from a source counts for where so much would be lethal: any amount is, with deathtouch
/// (702.2c).
pub fn weight(sight: &Sight<'_>, source: ObjectId, lethal: u32) -> u32 {
    cite!("702.2c");
    if has(sight, source) { lethal } else { 1 }
}
