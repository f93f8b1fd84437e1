//! Wither (702.79).

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether damage of a source to creatures is -1/-1 counters (702.79a).
pub fn has(sight: &Sight<'_>, source: ObjectId) -> bool {
    // Wherever the source is; of one that has left, what it was last.
    cite!("702.79b", "702.79c");
    sight.has(source, Keyword::Wither)
}
