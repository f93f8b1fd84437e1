//! Indestructible (702.12).

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether a permanent is not destroyed, by effects or by lethal damage (702.12b).
pub fn is(sight: &Sight<'_>, permanent: ObjectId) -> bool {
    cite!("702.12b");
    sight.has(permanent, Keyword::Indestructible)
}
