//! One decision, proved against the last seal of a log without the log: the records from it up to the next seal,
//! and the seals from there on.

use duelog_kernel::{Digest, codec};
use serde::{Deserialize, Serialize};

use crate::chain;
use crate::fault::Fault;
use crate::frame::RecordKind;
use crate::limits::SEAL_DECISIONS_MAX;
use crate::observed::{PublicSeal, veil};
use crate::progress::Progress;
use crate::reader::Reader;
use crate::record::{self, Decision, Record, Seal, seal_hash};

/// The part of a log that proves one of its decisions against its last seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The chain before the decision.
    before: [u8; 32],
    /// The payloads of the records from the decision to before the next seal.
    records: Vec<Vec<u8>>,
    /// The payloads of all seals from that one on; of an observed log, those after the first as everybody may
    /// know them.
    seals: Vec<Vec<u8>>,
    /// The salt of the first of them in an observed log.
    veil: Option<[u8; 32]>,
}

/// Why a part of a log proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(&'static str);

impl Segment {
    /// The part of a log that proves decision record `number`, from 1; none if the log lacks this decision,
    /// or a seal after it.
    ///
    /// # Errors
    /// The first [`Fault`] of the log.
    pub fn of(log: &[u8], number: u32) -> Result<Option<Segment>, Fault> {
        let mut reader = Reader::open(log)?;
        let mut found: Option<Segment> = None;
        loop {
            let before = reader.progress().chain().0;
            let Some(frame) = reader.next_frame()? else { break };
            if frame.kind == RecordKind::Decision && reader.progress().decisions() == number {
                found = Some(Segment { before, records: Vec::new(), seals: Vec::new(), veil: None });
            }
            let Some(segment) = &mut found else { continue };
            if frame.kind.is_seal() {
                segment.put_seal(reader.progress(), frame.payload);
            } else if segment.seals.is_empty() {
                segment.records.push(frame.payload.to_vec());
            }
        }
        Ok(found.filter(|segment| !segment.seals.is_empty()))
    }

    /// Appends a seal: of an observed log, only what hides the first one is told.
    fn put_seal(&mut self, progress: &Progress, payload: &[u8]) {
        let first = self.seals.is_empty();
        let observed = progress.observed();
        if let (Ok(Record::Seal(seal)), Some(observed)) = (Record::decode(payload), observed) {
            if first {
                self.veil = Some(veil(observed, seal.number));
            } else if let Some(public) = PublicSeal::of(&seal, observed) {
                return self.seals.push(codec::encode(&public));
            }
        }
        self.seals.push(payload.to_vec());
    }

    /// The number, the seal before and the hash of a seal after the first.
    fn later(&self, payload: &[u8]) -> Result<(u32, Digest, Digest), Broken> {
        if self.veil.is_none() {
            let seal = read_seal(payload)?;
            return Ok((seal.number, seal.previous, seal_hash(payload)));
        }
        let seal: PublicSeal = codec::decode(payload).map_err(|_| Broken("what should be a seal is none"))?;
        Ok((seal.number, seal.previous, seal.hash()))
    }

    /// The part in bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        codec::encode_into(self, &mut bytes);
        bytes
    }

    /// The part in bytes, read.
    ///
    /// # Errors
    /// [`Broken`] when they are none.
    pub fn read(bytes: &[u8]) -> Result<Segment, Broken> {
        codec::decode(bytes).map_err(|_| Broken("this is not a part of a log"))
    }

    /// The decision that it proves, and its number from 1, where `last` is the hash of the log's last seal.
    ///
    /// # Errors
    /// [`Broken`] at the first thing that does not fit.
    pub fn check(&self, last: &Digest) -> Result<(u32, Decision), Broken> {
        let (first, later) = self.seals.split_first().ok_or(Broken("there is no seal after the decision"))?;
        let sealed = read_seal(first)?;
        let hash = match (&self.veil, sealed.observed) {
            (None, None) => Some(seal_hash(first)),
            (Some(veil), Some(_)) => PublicSeal::veiled_by(&sealed, veil).map(|seal| seal.hash()),
            (None | Some(_), _) => None,
        };
        let hash = hash.ok_or(Broken("the first seal is not of the kind that the others are"))?;
        let mut previous = (sealed.number, hash);
        for payload in later {
            let (number, before, hash) = self.later(payload)?;
            if before != previous.1 || Some(number) != previous.0.checked_add(1) {
                return Err(Broken("the seals do not follow each other"));
            }
            previous = (number, hash);
        }
        if previous.1 != *last {
            return Err(Broken("the seals do not lead to the last one of that log"));
        }
        let mut chain = Digest(self.before);
        let mut decisions = 0;
        for payload in &self.records {
            match payload.first().and_then(|head| RecordKind::of(*head)) {
                Some(RecordKind::Decision) => decisions += 1,
                Some(
                    RecordKind::Seal | RecordKind::ObservedSeal | RecordKind::Header | RecordKind::Observed,
                )
                | None => {
                    return Err(Broken(
                        "a record between the decision and the seal is none that can stand there",
                    ));
                }
                Some(_) => {}
            }
            chain = chain::link(chain, payload);
        }
        if chain != sealed.chain {
            return Err(Broken("the records do not lead to the chain of the next seal"));
        }
        let decision = self.records.first().and_then(|payload| record::decode_decision(payload));
        let decision = decision.ok_or(Broken("the first record is not a decision"))?;
        let number = sealed.decisions.checked_sub(decisions).and_then(|before| before.checked_add(1));
        match number {
            Some(number) if decisions <= SEAL_DECISIONS_MAX => Ok((number, decision)),
            _ => Err(Broken("there are more decisions than the seal counts")),
        }
    }
}

fn read_seal(payload: &[u8]) -> Result<Seal, Broken> {
    match Record::decode(payload) {
        Ok(Record::Seal(seal)) => Ok(seal),
        Ok(_) | Err(_) => Err(Broken("what should be a seal is none")),
    }
}
