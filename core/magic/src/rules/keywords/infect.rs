//! Infect (702.89).

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether damage of a source is poison counters for players and -1/-1 counters on creatures (702.89b-c).
pub fn has(sight: &Sight<'_>, source: ObjectId) -> bool {
    // Wherever the source is; of one that has left, what it was last.
    cite!("702.89d", "702.89e");
    sight.has(source, Keyword::Infect)
}
