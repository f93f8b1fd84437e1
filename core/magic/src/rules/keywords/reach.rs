//! Reach (702.17).

use crate::cite;
use crate::language::keyword::Keyword;
use crate::state::Characteristics;

/// Whether a creature can block as though it had flying (702.17b).
pub fn reaches(blocker: &Characteristics) -> bool {
    cite!("702.17b");
    blocker.keywords.has(Keyword::Reach)
}
