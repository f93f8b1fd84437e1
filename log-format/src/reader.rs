//! Reading: frames with their checksums, order, chain and seals; records on demand.

use duelog_kernel::given::GivenDraws;
use duelog_kernel::{Choice, Seed};

use crate::classify::classify;
use crate::fault::{Fault, FaultKind, Looks, Place};
use crate::frame::{self, RecordKind};
use crate::header::Header;
use crate::limits::{CRC_BYTES, HEADER_BYTES_MAX, MAGIC, RECORD_BYTES_MAX};
use crate::progress::Progress;
use crate::record::{self, Decision, Record};

/// Reads a log from its bytes, record by record, and stops at the first fault.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    header: Header,
    progress: Progress,
    sealed: Progress,
    fault: Option<Fault>,
}

/// A record that fits the log so far: frame, checksum, order and, for a seal, chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Where it stands.
    pub at: Place,
    /// The kind of record.
    pub kind: RecordKind,
    /// Its payload.
    pub payload: &'a [u8],
}

/// A decoded record and its place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Logged {
    /// Where it stands.
    pub at: Place,
    /// The record.
    pub record: Record,
}

impl Frame<'_> {
    /// The record in full.
    ///
    /// # Errors
    /// [`Fault`] when the payload is not the one encoding of a record.
    pub fn record(&self) -> Result<Record, Fault> {
        Record::decode(self.payload).map_err(|kind| Fault { kind, at: self.at })
    }

    /// The decision in full; none when it is another kind of record or not canonical.
    pub fn decision(&self) -> Option<Decision> {
        if self.kind == RecordKind::Decision { record::decode_decision(self.payload) } else { None }
    }

    /// The choice of a decision; none when it is another kind of record or not canonical.
    pub fn choice(&self) -> Option<Choice> {
        self.decision().map(|decision| decision.choice)
    }
}

impl<'a> Reader<'a> {
    /// Begins to read: the magic bytes, the version, the header.
    ///
    /// # Errors
    /// [`Fault`] when the bytes do not begin with a good header.
    pub fn open(bytes: &'a [u8]) -> Result<Reader<'a>, Fault> {
        if !bytes.starts_with(&MAGIC) {
            let begun = !bytes.is_empty() && MAGIC.starts_with(bytes);
            let kind = if begun {
                FaultKind::Torn { bytes: bytes.len() as u64 }
            } else {
                FaultKind::NotALog { looks: Looks::of(bytes) }
            };
            return Err(Fault { kind, at: Place::default() });
        }
        let at = Place { offset: MAGIC.len() as u64, record: 0, decision: 0 };
        let parsed =
            frame::parse(bytes, MAGIC.len(), HEADER_BYTES_MAX).map_err(|bad| {
                match Looks::is_recoded(bytes) {
                    true => {
                        Fault { kind: FaultKind::NotALog { looks: Looks::Recoded }, at: Place::default() }
                    }
                    false => classify(bytes, at, bad, HEADER_BYTES_MAX),
                }
            })?;
        let header = Header::decode(parsed.payload).map_err(|kind| Fault { kind, at })?;
        let progress = Progress::start(&header, parsed.payload, parsed.end - MAGIC.len());
        let header = match shown(bytes, progress) {
            Some(seed) => Header { seed, ..header },
            None => header,
        };
        let header = Header { given: given(bytes, progress), ..header };
        Ok(Reader { bytes, header, progress, sealed: progress, fault: None })
    }

    /// The header. Where host and players chose the seed together ([`Progress::is_shared`]), it holds the one
    /// that they came to, once all parts are shown, and [`crate::seeds::SHARED`] before.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Continues on a longer copy of the same log, or on one that has been cut behind what was read. An unfinished
    /// record at the end is read again. The caller vouches that what was read stands there unchanged.
    pub fn over<'b>(self, bytes: &'b [u8]) -> Reader<'b> {
        let Reader { bytes: _, header, progress, sealed, fault } = self;
        let fault = fault.filter(|fault| !matches!(fault.kind, FaultKind::Torn { .. }));
        Reader { bytes, header, progress, sealed, fault }
    }

    /// The header's payload.
    pub fn header_payload(&self) -> &'a [u8] {
        frame::parse(self.bytes, MAGIC.len(), HEADER_BYTES_MAX).map_or(&[], |parsed| parsed.payload)
    }

    /// How far the log has been read.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How far the log had been read at the last good seal, or after the header when there was none.
    pub fn sealed_progress(&self) -> &Progress {
        &self.sealed
    }

    /// The fault at which reading stopped.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The next record's frame, checked against everything before it but not decoded; none at the end of the
    /// log.
    ///
    /// Reads a decision without allocating.
    ///
    /// # Errors
    /// The first [`Fault`], and the same one whenever it is called again.
    #[inline]
    pub fn next_frame(&mut self) -> Result<Option<Frame<'a>>, Fault> {
        let Some((at, parsed)) = self.parse()? else { return Ok(None) };
        let kind = self.admit(at, &parsed)?;
        Ok(Some(Frame { at, kind, payload: parsed.payload }))
    }

    /// The next frame and its place. Only length and checksum have been checked.
    #[inline]
    fn parse(&mut self) -> Result<Option<(Place, frame::Parsed<'a>)>, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let at = self.progress.place();
        let offset = at.offset as usize;
        if offset == self.bytes.len() {
            return Ok(None);
        }
        match frame::parse(self.bytes, offset, RECORD_BYTES_MAX) {
            Ok(parsed) => Ok(Some((at, parsed))),
            Err(bad) => Err(self.stop(classify(self.bytes, at, bad, RECORD_BYTES_MAX))),
        }
    }

    /// Takes a frame that fits the log so far.
    #[inline]
    fn admit(&mut self, at: Place, parsed: &frame::Parsed<'_>) -> Result<RecordKind, Fault> {
        match self.progress.admit(parsed.payload, parsed.end - at.offset as usize) {
            Ok(kind) => {
                if kind.is_seal() {
                    self.sealed = self.progress;
                }
                Ok(kind)
            }
            Err(kind) => Err(self.stop(Fault { kind, at })),
        }
    }

    /// The next record, checked against everything before it and decoded; none at the end of the log.
    ///
    /// # Errors
    /// The first [`Fault`], and the same one whenever it is called again.
    pub fn next_record(&mut self) -> Result<Option<Logged>, Fault> {
        let Some((at, parsed)) = self.parse()? else { return Ok(None) };
        let seats = self.progress.seats();
        let record =
            Record::decode(parsed.payload).and_then(|record| record.check_seats(seats).map(|()| record));
        match record {
            Ok(record) => {
                self.admit(at, &parsed)?;
                Ok(Some(Logged { at, record }))
            }
            // Where it stands in the wrong place too, that comes first; it is not taken either way.
            Err(kind) => {
                let misplaced =
                    Progress::clone(&self.progress).admit(parsed.payload, parsed.end - at.offset as usize);
                Err(self.stop(Fault { kind: misplaced.err().unwrap_or(kind), at }))
            }
        }
    }

    /// Counts the records from here to the end of the log by lengths and first bytes. Nothing is checked: the numbers
    /// are right for a log without fault alone.
    pub fn outline(&self) -> Outline {
        let (mut outline, mut at) = (Outline::default(), self.progress.bytes() as usize);
        while let Some((payload, covered)) = frame::outline(self.bytes, at, RECORD_BYTES_MAX) {
            match payload.first().and_then(|head| RecordKind::of(*head)) {
                Some(RecordKind::Decision) => outline.decisions += 1,
                Some(RecordKind::Rewind) => outline.rewinds += 1,
                Some(_) | None => {}
            }
            at += covered + CRC_BYTES;
        }
        outline
    }

    /// Checks frames, order, chain and seals to the end of the log.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn skim(&mut self) -> Result<&Progress, Fault> {
        while self.next_frame()?.is_some() {}
        Ok(&self.progress)
    }

    /// Checks everything that can be checked without the game, to the end of the log.
    ///
    /// # Errors
    /// The first [`Fault`].
    pub fn check(&mut self) -> Result<&Progress, Fault> {
        while self.next_record()?.is_some() {}
        Ok(&self.progress)
    }

    #[cold]
    fn stop(&mut self, fault: Fault) -> Fault {
        self.fault = Some(fault.clone());
        fault
    }
}

/// How many records of some kinds a log has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outline {
    /// How many decisions.
    pub decisions: u32,
    /// How often the match goes back.
    pub rewinds: u32,
}

/// The seed that host and players chose together, if the log shows all its parts. Records behind a fault do
/// not count.
fn shown(bytes: &[u8], mut progress: Progress) -> Option<Seed> {
    if !progress.is_shared() {
        return None;
    }
    loop {
        if let Some(seed) = progress.seed() {
            return Some(seed);
        }
        let offset = progress.bytes() as usize;
        let parsed = frame::parse(bytes, offset, RECORD_BYTES_MAX).ok()?;
        progress.admit(parsed.payload, parsed.end - offset).ok()?;
    }
}

/// The draws that a log states, if its beginning says that it does. Records behind a fault do not count.
fn given(bytes: &[u8], mut progress: Progress) -> Option<GivenDraws> {
    let mut draws = GivenDraws::default();
    while let Ok(parsed) = frame::parse(bytes, progress.bytes() as usize, RECORD_BYTES_MAX) {
        let kind = parsed.payload.first().and_then(|head| RecordKind::of(*head));
        let begins = matches!(kind, Some(RecordKind::Observed | RecordKind::Given));
        let length = parsed.end - progress.bytes() as usize;
        // Most logs state no draws: their first record says so without being hashed.
        if !(begins || progress.is_given()) || progress.admit(parsed.payload, length).is_err() {
            break;
        }
        if let (Some(RecordKind::Given), Ok(Record::Given(given))) = (kind, Record::decode(parsed.payload)) {
            for draw in given.draws {
                draws.add(draw);
            }
        }
    }
    progress.is_given().then_some(draws)
}

impl Iterator for Reader<'_> {
    type Item = Result<Logged, Fault>;

    /// The next record; after a fault, nothing.
    fn next(&mut self) -> Option<Self::Item> {
        if self.fault.is_some() { None } else { self.next_record().transpose() }
    }
}
