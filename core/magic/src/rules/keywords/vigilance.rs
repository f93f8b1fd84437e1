//! Vigilance (702.20).

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether attacking does not tap a creature (702.20b).
pub fn stays_untapped(sight: &Sight<'_>, creature: ObjectId) -> bool {
    cite!("702.20b");
    sight.has(creature, Keyword::Vigilance)
}
