//! Deathtouch (702.2).

use duelog_kernel::ObjectId;

use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether damage from a source destroys a creature whatever its toughness (702.2b).
pub fn has(sight: &Sight<'_>, source: ObjectId) -> bool {
    sight.has(source, Keyword::Deathtouch)
}

/// What one damage from a source counts for where so much would be lethal: any amount is, with deathtouch
/// (702.2c).
pub fn weight(sight: &Sight<'_>, source: ObjectId, lethal: u32) -> u32 {
    if has(sight, source) { lethal } else { 1 }
}
