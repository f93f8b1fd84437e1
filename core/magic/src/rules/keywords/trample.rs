//! Trample (702.19).

use duelog_kernel::ObjectId;

use crate::cite;
use crate::language::keyword::Keyword;
use crate::rules::eval::Sight;

/// Whether an attacker may assign the rest of its damage to what it attacks (702.19b).
pub fn goes_through(sight: &Sight<'_>, attacker: ObjectId) -> bool {
    cite!("702.19b", "702.19c", "702.19d");
    sight.has(attacker, Keyword::Trample)
}
