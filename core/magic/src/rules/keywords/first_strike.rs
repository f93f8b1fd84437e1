//! First strike (702.7).

use duelog_kernel::ObjectId;

use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether a creature deals damage in the first of two combat damage steps (702.7b).
pub fn has(sight: &Sight<'_>, creature: ObjectId) -> bool {
    sight.has(creature, Keyword::FirstStrike)
}
