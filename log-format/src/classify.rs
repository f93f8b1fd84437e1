//! Looking past damage: is there a good record after it, and what does that make the damage?

use crate::fault::{Fault, FaultKind, Place};
use crate::frame::{self, Bad, Kind};
use crate::limits::{RECORD_BYTES_MAX, SCAN_BYTES_MAX, SEATS_MAX};
use crate::record::{self, Record};

/// How much checksumming a scan may still do.
pub(crate) struct Budget(u64);

impl Budget {
    pub(crate) fn new() -> Budget {
        Budget(SCAN_BYTES_MAX)
    }

    /// Whether the scan had to stop early.
    pub(crate) fn exhausted(&self) -> bool {
        self.0 == 0
    }
}

/// The first good record at or after `from`: where it begins and ends.
///
/// Good means: the length is in its shortest form and within the limit of the kind, the record is canonical,
/// and the checksum is right. A header is never found: one log has one.
pub(crate) fn next_good(bytes: &[u8], from: usize, budget: &mut Budget) -> Option<(usize, usize)> {
    (from..bytes.len()).find_map(|at| {
        if budget.exhausted() { None } else { good_at(bytes, at, budget).map(|end| (at, end)) }
    })
}

/// The end of the good record at `at`, if there is one.
pub(crate) fn good_at(bytes: &[u8], at: usize, budget: &mut Budget) -> Option<usize> {
    let (payload, covered) = frame::outline(bytes, at, RECORD_BYTES_MAX)?;
    let kind = payload.first().copied().and_then(Kind::of)?;
    if payload.len() > kind.bytes_max() || !plausible(kind, payload) {
        return None;
    }
    budget.0 = budget.0.saturating_sub(covered as u64);
    let parsed = frame::parse(bytes, at, RECORD_BYTES_MAX).ok()?;
    Record::decode(payload).ok()?;
    Some(parsed.end)
}

/// Whether a payload may be a record of its kind, told from its length and first bytes: few stray ones are
/// then checksummed.
fn plausible(kind: Kind, payload: &[u8]) -> bool {
    let byte = |place: usize| payload.get(place).copied().unwrap_or(u8::MAX);
    match kind {
        Kind::Decision if payload.len() <= record::USUAL_BYTES => record::decode_decision(payload).is_some(),
        // Only lists and names are long.
        Kind::Decision => matches!(byte(0) & 15, 3 | 5 | 6),
        Kind::SeedCommitment => payload.len() == 34,
        Kind::SeedReveal => payload.len() == 66,
        Kind::Rewind => payload.len() <= 6,
        Kind::Seal => (66..=70).contains(&payload.len()),
        Kind::Annotation => byte(1) < 4 && byte(2) < 2,
        Kind::Outcome => byte(1) <= SEATS_MAX,
        Kind::Header | Kind::Signature => false,
    }
}

/// What bad bytes at `place` are: torn when they reach the end of what was written and nothing good follows,
/// else corrupt.
pub(crate) fn classify(bytes: &[u8], place: Place, bad: Bad, limit: usize) -> Fault {
    let at = place.offset as usize;
    let written = bytes.len() - bytes.iter().rev().take_while(|byte| **byte == 0).count();
    let reaches_the_end = match bad {
        Bad::Short => true,
        // The byte that ends the length, or the frame, was not written.
        Bad::Empty { end } | Bad::Checksum { end } => end > written,
        Bad::TooLong { .. } | Bad::Overlong => false,
    };
    let mut budget = Budget::new();
    if reaches_the_end && next_good(bytes, at + 1, &mut budget).is_none() && !budget.exhausted() {
        return Fault { kind: FaultKind::Torn { bytes: written.saturating_sub(at) as u64 }, at: place };
    }
    let kind = match bad {
        Bad::Short => FaultKind::Corrupt {
            why: "its length reaches beyond the end of the file, but good records follow",
        },
        Bad::Empty { .. } => FaultKind::Corrupt { why: "its length is 0" },
        Bad::Checksum { .. } => FaultKind::Corrupt { why: "its checksum is wrong" },
        Bad::TooLong { length } => FaultKind::TooLong { length, limit: limit as u64 },
        Bad::Overlong => {
            FaultKind::NonCanonical { why: "its length is not in the shortest form".to_string() }
        }
    };
    Fault { kind, at: place }
}
