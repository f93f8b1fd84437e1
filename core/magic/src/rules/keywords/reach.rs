//! Reach (702.17).

use crate::language::keyword::Keyword;
use crate::state::Characteristics;

/// Whether a creature can block as though it had flying (702.17b).
pub fn reaches(blocker: &Characteristics) -> bool {
    blocker.keywords.has(Keyword::Reach)
}
