//! Aftermath (702.126): this half is cast from a graveyard, and only from there.

use crate::language::definition::ZoneKind;
use crate::language::keyword::Keyword;
use crate::state::Characteristics;

/// Whether a half of a split card has it.
pub fn has(half: &Characteristics) -> bool {
    half.keywords.has(Keyword::Aftermath)
}

/// The zone from which it is cast by its own leave.
pub fn home(half: &Characteristics) -> ZoneKind {
    if has(half) { ZoneKind::Graveyard } else { ZoneKind::Hand }
}
