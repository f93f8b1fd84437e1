//! Wither (702.79).

use duelog_kernel::ObjectId;

use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether damage of a source to creatures is -1/-1 counters (702.79a).
pub fn has(sight: &Sight<'_>, source: ObjectId) -> bool {
    sight.has(source, Keyword::Wither)
}
