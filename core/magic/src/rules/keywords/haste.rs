//! Haste (702.10) and what it spares a creature: the summoning sickness of 302.6.

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether a creature has not been under its controller's control since the turn began and has no haste
/// (302.6, 702.10b-c).
pub fn rests(sight: &Sight<'_>, id: ObjectId) -> bool {
    let sick = sight.object(id).is_some_and(|object| object.permanent.sick);
    cite!("702.10b", "702.10c");
    sick && sight.is_creature(id) && !sight.has(id, Keyword::Haste)
}
