//! Looking past damage: is there a good record after it, and what does that make the damage?

use crate::fault::{Fault, FaultKind, Place};
use crate::frame::{self, Bad, RecordKind};
use crate::limits::{RECORD_BYTES_MAX, SCAN_BYTES_MAX, SEATS_MAX};
use crate::record::{self, Record};
use crate::signature::NAME_BYTES_MAX;

/// How much checksumming a scan may still do.
pub(crate) struct Budget(u64);

impl Budget {
    pub(crate) fn new() -> Budget {
        Budget(SCAN_BYTES_MAX)
    }

    /// Returns whether the scan had to stop early.
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
    let kind = payload.first().copied().and_then(RecordKind::of)?;
    if !plausible(kind, payload) {
        return None;
    }
    budget.0 = budget.0.saturating_sub(covered as u64);
    let parsed = frame::parse(bytes, at, RECORD_BYTES_MAX).ok()?;
    Record::decode(payload).ok()?;
    Some(parsed.end)
}

/// Returns whether a payload may be a record of its kind, judged by its length and first bytes, so that few
/// stray ones are checksummed.
fn plausible(kind: RecordKind, payload: &[u8]) -> bool {
    let byte = |place: usize| payload.get(place).copied().unwrap_or(u8::MAX);
    match kind {
        RecordKind::Decision if payload.len() <= record::USUAL_BYTES => {
            record::decode_decision(payload).is_some()
        }
        // Only lists and names are long.
        RecordKind::Decision => matches!(byte(0) & 15, 3 | 5 | 6),
        RecordKind::SeedCommitment => payload.len() == 34,
        RecordKind::SeedReveal => payload.len() == 66,
        RecordKind::Rewind => payload.len() <= 6,
        RecordKind::Seal => (99..=107).contains(&payload.len()),
        RecordKind::ObservedSeal => (131..=139).contains(&payload.len()),
        RecordKind::Observed => payload.len() == 33,
        RecordKind::Signature => {
            (101..=100 + NAME_BYTES_MAX).contains(&payload.len()) && byte(1) <= SEATS_MAX
        }
        RecordKind::Annotation => byte(1) < 4 && byte(2) < 2,
        RecordKind::Outcome => byte(1) <= SEATS_MAX,
        RecordKind::Given => byte(1) < 251,
        RecordKind::Header => false,
    }
}

/// Classifies bad bytes at `place`: torn if they reach the end of the written bytes and nothing good follows,
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

#[cfg(test)]
mod tests {
    use duelog_kernel::{Choice, Digest, Item, ObjectId, Outcome, Seat, Seed, Tag};

    use super::*;
    use crate::record::{Annotation, Decision, Rewind, Seal, SeedCommitment, SeedReveal, Topic};
    use crate::signature::{Party, Signature};

    fn framed(payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0xff; 3];
        frame::put(payload, &mut bytes);
        bytes
    }

    fn payload(record: &Record) -> Vec<u8> {
        let mut payload = Vec::new();
        record.encode(&mut payload).expect("it can be written");
        payload
    }

    /// Records of each kind, the shortest and the longest where they differ.
    fn records() -> Vec<Record> {
        let decision = |choice| Record::Decision(Decision { seat: Seat(7), choice, tag: Tag([9; 8]) });
        let items = || (0..60).map(|id| Item::Object(ObjectId(id)));
        let seal = |number| {
            let (chain, root, previous) = (Digest([8; 32]), Digest([7; 32]), Digest([6; 32]));
            Record::Seal(Seal { number, previous, chain, root, decisions: number, observed: None })
        };
        let signed = |name: &str| {
            let (party, name) = (Party(SEATS_MAX), name.to_string());
            Record::Signature(Signature { party, scheme: 1, name, key: [2; 32], signature: [[1; 32]; 2] })
        };
        let outcome = |seats: u8| {
            let winners = (0..seats).map(Seat).collect();
            Record::Outcome(Outcome { winners, reason: "why".to_string(), rule: "1".to_string() })
        };
        let note = |topic, seat, time_ms| {
            Record::Annotation(Annotation { topic, seat, time_ms, text: "text".to_string() })
        };
        vec![
            Record::SeedCommitment(SeedCommitment { party: 0, commitment: Digest([5; 32]) }),
            Record::SeedReveal(SeedReveal { party: 0, salt: [4; 32], seed: Seed([3; 32]) }),
            Record::Rewind(Rewind { to: 0 }),
            Record::Rewind(Rewind { to: u32::MAX }),
            seal(0),
            seal(u32::MAX),
            signed("n"),
            signed(&"n".repeat(NAME_BYTES_MAX)),
            outcome(0),
            outcome(SEATS_MAX),
            note(Topic::Clock, None, None),
            note(Topic::Fault, Some(Seat(1)), Some(u64::MAX)),
            decision(Choice::one(Item::Pass)),
            decision(Choice::Pick(items().collect())),
            decision(Choice::Split(items().map(|item| (item, 3)).collect())),
            decision(Choice::Name("a name ".repeat(30))),
        ]
    }

    #[test]
    fn every_kind_of_record_is_found_behind_damage() {
        for record in records() {
            let bytes = framed(&payload(&record));
            let found = next_good(&bytes, 0, &mut Budget::new());
            assert_eq!(found, Some((3, bytes.len())), "{record:?}");
        }
    }

    #[test]
    fn what_is_no_record_is_not_found() {
        let long_pass = [vec![0x80], vec![0; record::USUAL_BYTES]].concat();
        let none = [vec![1, 1, 0], vec![8; 40], vec![2; 33], vec![3; 65], vec![9], long_pass];
        for payload in none {
            assert_eq!(next_good(&framed(&payload), 0, &mut Budget::new()), None, "{payload:?}");
        }
    }

    #[test]
    fn a_scan_ends_when_its_budget_is_spent() {
        let record = payload(&Record::Rewind(Rewind { to: 3 }));
        let bytes = [framed(&record), framed(&record)].concat();
        let first = bytes.len() / 2;
        let mut budget = Budget(record.len() as u64 + 2);
        assert_eq!(next_good(&bytes, 0, &mut budget), Some((3, first)));
        assert!(!budget.exhausted(), "a byte of a length and the payload were looked at");
        assert_eq!(next_good(&bytes, first, &mut budget), Some((first + 3, bytes.len())));
        assert!(budget.exhausted());
        assert_eq!(next_good(&bytes, 0, &mut budget), None);
    }
}
