//! Recovery: what a damaged log still proves.

use std::ops::Range;

use duelog_kernel::Digest;

use crate::chain;
use crate::classify::{Budget, good_at, next_good};
use crate::fault::{Fault, Verdict};
use crate::frame::{self, RecordKind};
use crate::header::Header;
use crate::limits::{HEADER_BYTES_MAX, ISLANDS_MAX, MAGIC, RECORD_BYTES_MAX};
use crate::progress::Progress;
use crate::reader::Reader;
use crate::record::{Record, Seal};

/// The recovered parts of a log. `verified`, `islands` and [`Recovery::damaged`] together cover every byte of
/// it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    /// The header, when it can be read.
    pub header: Option<Header>,
    /// The beginning that verifies; none when not even the header does. Ends with the last good seal when a
    /// later one does not fit.
    pub verified: Option<Progress>,
    /// The fault that ends it; none for a log without fault.
    pub fault: Option<Fault>,
    /// The bytes after the beginning that verifies; empty for a log without fault.
    pub cut: Range<u64>,
    /// Runs of good records among those bytes, in order.
    pub islands: Vec<Island>,
    /// True if all of the bytes were searched; false when that would have taken too long.
    pub complete: bool,
}

/// A run of good records after damage.
///
/// Their checksums are good, and nothing more is known of those outside of `confirmed`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Island {
    /// Its bytes.
    pub bytes: Range<u64>,
    /// How many records it has.
    pub records: u64,
    /// How many of them are decisions.
    pub decisions: u32,
    /// How many decisions stood before it in the undamaged log, when a seal in it says so.
    pub decisions_before: Option<u32>,
    /// The part that seals in it confirm.
    pub confirmed: Option<Confirmed>,
}

/// Records between two seals of an island that fit each other.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Confirmed {
    /// From the first seal to the end of the last one that fits it.
    pub bytes: Range<u64>,
    /// How many decisions there are in between.
    pub decisions: u32,
}

/// Reads as much of a log as verifies, and looks for good records after that.
pub fn recover(bytes: &[u8]) -> Recovery {
    let (header, verified, fault) = match Reader::open(bytes) {
        Ok(mut reader) => {
            let fault = reader.check().err();
            let tampered = fault.as_ref().is_some_and(|fault| fault.verdict() == Verdict::Tampered);
            let verified = if tampered { reader.sealed_progress() } else { reader.progress() };
            (Some(reader.header().clone()), Some(*verified), fault)
        }
        Err(fault) => {
            // Only the magic bytes may be damaged.
            let header = frame::parse(bytes, MAGIC.len(), HEADER_BYTES_MAX)
                .ok()
                .and_then(|parsed| Header::decode(parsed.payload).ok());
            (header, None, Some(fault))
        }
    };
    let cut = verified.map_or(0, |progress| progress.bytes());
    let (islands, complete) = if fault.is_some() { islands(bytes, cut as usize) } else { (Vec::new(), true) };
    Recovery { header, verified, fault, cut: cut..bytes.len() as u64, islands, complete }
}

impl Recovery {
    /// The bytes that belong neither to the beginning that verifies nor to an island.
    pub fn damaged(&self) -> Vec<Range<u64>> {
        let starts = self.islands.iter().map(|island| island.bytes.start).chain([self.cut.end]);
        let ends = [self.cut.start].into_iter().chain(self.islands.iter().map(|island| island.bytes.end));
        ends.zip(starts).filter(|(from, to)| from < to).map(|(from, to)| from..to).collect()
    }
}

impl Island {
    /// The island's records; `bytes` is the log that it was found in.
    pub fn records<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = Record> + use<'a> {
        let (mut at, end) = (self.bytes.start as usize, self.bytes.end as usize);
        std::iter::from_fn(move || {
            let parsed = frame::parse(bytes, at, RECORD_BYTES_MAX).ok().filter(|parsed| parsed.end <= end)?;
            at = parsed.end;
            Record::decode(parsed.payload).ok()
        })
    }
}

fn islands(bytes: &[u8], from: usize) -> (Vec<Island>, bool) {
    let (mut islands, mut budget, mut at) = (Vec::new(), Budget::new(), from);
    while let Some((start, _)) = next_good(bytes, at, &mut budget) {
        if islands.len() == ISLANDS_MAX {
            return (islands, false);
        }
        let island = island(bytes, start, &mut budget);
        at = island.bytes.end as usize;
        islands.push(island);
    }
    (islands, !budget.exhausted())
}

/// The island that begins at `start`, where a good record is.
fn island(bytes: &[u8], start: usize, budget: &mut Budget) -> Island {
    let mut island = Island {
        bytes: start as u64..start as u64,
        records: 0,
        decisions: 0,
        decisions_before: None,
        confirmed: None,
    };
    let mut seals = Seals::default();
    let mut at = start;
    while let Some(end) = good_at(bytes, at, budget) {
        let Ok(parsed) = frame::parse(bytes, at, RECORD_BYTES_MAX) else { break };
        island.records += 1;
        match RecordKind::of(parsed.payload[0]) {
            Some(RecordKind::Decision) => island.decisions += 1,
            Some(RecordKind::Seal | RecordKind::ObservedSeal) => {
                if let Ok(Record::Seal(seal)) = Record::decode(parsed.payload) {
                    seals.meet(&seal, at as u64..end as u64, &mut island);
                }
            }
            _ => {}
        }
        seals.chain = seals.chain.map(|before| chain::link(before, parsed.payload));
        at = end;
    }
    island.bytes.end = at as u64;
    island
}

/// The seals of an island so far.
#[derive(Default)]
struct Seals {
    /// The chain, known from the first seal on and until one does not fit.
    chain: Option<Digest>,
    first: Option<(u64, u32)>,
}

impl Seals {
    fn meet(&mut self, seal: &Seal, bytes: Range<u64>, island: &mut Island) {
        let Some((start, decisions)) = self.first else {
            self.first = Some((bytes.start, island.decisions));
            self.chain = Some(seal.chain);
            island.decisions_before = seal.decisions.checked_sub(island.decisions);
            return;
        };
        let count = island.decisions_before.map(|before| before + island.decisions);
        if self.chain == Some(seal.chain) && count == Some(seal.decisions) {
            island.confirmed =
                Some(Confirmed { bytes: start..bytes.end, decisions: island.decisions - decisions });
        } else {
            self.chain = None;
        }
    }
}
