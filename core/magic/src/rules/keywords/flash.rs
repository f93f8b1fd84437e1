//! Flash (702.8).

use crate::cite;
use crate::language::keyword::Keyword;
use crate::state::Characteristics;

/// Whether a card may be cast whenever its player could cast an instant (702.8a).
pub fn casts_at_any_time(card: &Characteristics) -> bool {
    cite!("702.8a");
    card.keywords.has(Keyword::Flash)
}
