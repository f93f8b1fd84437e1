//! One decision, proved against the last seal of a log without the log: the records from it up to the next seal,
//! and the seals from there on.

use duelog_kernel::{Digest, codec};
use serde::{Deserialize, Serialize};

use crate::chain;
use crate::fault::Fault;
use crate::frame::Kind;
use crate::limits::SEAL_DECISIONS_MAX;
use crate::reader::Reader;
use crate::record::{self, Decision, Record, Seal, seal_hash};

/// The part of a log that proves one of its decisions against its last seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The chain before the decision.
    before: [u8; 32],
    /// The payloads of the records from the decision to before the next seal.
    records: Vec<Vec<u8>>,
    /// The payloads of all seals from that one on.
    seals: Vec<Vec<u8>>,
}

/// Why a part of a log proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(&'static str);

impl Segment {
    /// The part of a log that proves decision record `number`, from 1; none where the log has no such decision,
    /// or no seal after it.
    ///
    /// # Errors
    /// The first [`Fault`] of the log.
    pub fn of(log: &[u8], number: u32) -> Result<Option<Segment>, Fault> {
        let mut reader = Reader::open(log)?;
        let mut found: Option<Segment> = None;
        loop {
            let before = reader.progress().chain().0;
            let Some(frame) = reader.next_frame()? else { break };
            if frame.kind == Kind::Decision && reader.progress().decisions() == number {
                found = Some(Segment { before, records: Vec::new(), seals: Vec::new() });
            }
            let Some(segment) = &mut found else { continue };
            if frame.kind == Kind::Seal {
                segment.seals.push(frame.payload.to_vec());
            } else if segment.seals.is_empty() {
                segment.records.push(frame.payload.to_vec());
            }
        }
        Ok(found.filter(|segment| !segment.seals.is_empty()))
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
        codec::decode(bytes).map_err(|_| Broken("this is no part of a log"))
    }

    /// The decision that it proves, and its number from 1, where `last` is the hash of the log's last seal.
    ///
    /// # Errors
    /// [`Broken`] at the first thing that does not fit.
    pub fn check(&self, last: &Digest) -> Result<(u32, Decision), Broken> {
        let (first, later) = self.seals.split_first().ok_or(Broken("there is no seal after the decision"))?;
        let sealed = read_seal(first)?;
        let mut previous = (sealed.number, seal_hash(first));
        for payload in later {
            let seal = read_seal(payload)?;
            if seal.previous != previous.1 || Some(seal.number) != previous.0.checked_add(1) {
                return Err(Broken("the seals do not follow each other"));
            }
            previous = (seal.number, seal_hash(payload));
        }
        if previous.1 != *last {
            return Err(Broken("the seals do not lead to the last one of that log"));
        }
        let mut chain = Digest(self.before);
        let mut decisions = 0;
        for payload in &self.records {
            match payload.first().and_then(|head| Kind::of(*head)) {
                Some(Kind::Decision) => decisions += 1,
                Some(Kind::Seal | Kind::Header) | None => {
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
        let decision = decision.ok_or(Broken("the first record is no decision"))?;
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
