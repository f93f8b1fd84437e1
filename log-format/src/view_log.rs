//! A viewer's log: what one viewer was told of a match, with all seals and signatures, and nothing else.

use duelog_kernel::{Digest, Outcome, codec};
use serde::{Deserialize, Serialize};

use crate::fault::Verdict;
use crate::frame::{self, Bad};
use crate::limits::{RECORD_BYTES_MAX, VERSION, VIEW_MAGIC};
use crate::observation::{Observation, ObservedFact};
use crate::observed::{MatchSecret, PublicHeader, PublicSeal, Roots, ViewerCode, ViewerTree, match_id};
use crate::record;
use crate::signature::{ED25519, Signature, Statement};

const HEADER: u8 = 1;
const OBSERVATION: u8 = 2;
const SEAL: u8 = 3;
const SIGNATURE: u8 = 8;

/// The first record of a viewer's log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViewHeader {
    /// Whose log it is.
    pub viewer: ViewerCode,
    /// The public facts of the match.
    pub public: PublicHeader,
    /// The commitment to the rest.
    pub veiled: Digest,
    /// The key of everything that the viewer is told.
    pub key: [u8; 32],
}

impl ViewHeader {
    /// The header of a viewer's log: `public` and `veiled` are those of the observed log.
    pub fn new(viewer: ViewerCode, secret: &MatchSecret, public: PublicHeader, veiled: Digest) -> ViewHeader {
        ViewHeader { viewer, public, veiled, key: secret.viewer_key(viewer) }
    }

    /// The identity of the match.
    pub fn match_id(&self) -> Digest {
        match_id(&self.public.hash(), &self.veiled)
    }

    /// How a viewer's log begins.
    pub fn bytes(&self) -> Vec<u8> {
        let mut payload = vec![HEADER];
        payload.extend_from_slice(&VERSION.to_le_bytes());
        codec::encode_into(self, &mut payload);
        let mut bytes = VIEW_MAGIC.to_vec();
        frame::put(&payload, &mut bytes);
        bytes
    }
}

/// Appends an observation to a viewer's log, and what happened in words, which nothing binds.
pub fn put_observation(observation: &[u8], words: &[String], log: &mut Vec<u8>) {
    let mut payload = [&[OBSERVATION], observation].concat();
    codec::encode_into(words, &mut payload);
    frame::put(&payload, log);
}

/// Appends a seal to a viewer's log: the viewer computes its own root, all others stand there.
pub fn put_seal(seal: &PublicSeal, roots: &Roots, viewer: ViewerCode, log: &mut Vec<u8>) {
    let mut others = roots.clone();
    if usize::from(viewer.0) < others.told.len() {
        others.told.remove(usize::from(viewer.0));
    }
    let mut payload = vec![SEAL];
    codec::encode_into(&(seal, others), &mut payload);
    frame::put(&payload, log);
}

/// Appends a signature of the seal before it to a viewer's log.
pub fn put_signature(signature: &Signature, log: &mut Vec<u8>) {
    let mut payload = vec![SIGNATURE];
    codec::encode_into(signature, &mut payload);
    frame::put(&payload, log);
}

/// Why a viewer's log proves nothing, or not more than up to there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{what} (byte {offset}, record {record})")]
pub struct ViewFault {
    /// The fault in one word.
    #[serde(skip)]
    pub verdict: Verdict,
    /// The fault.
    pub what: String,
    /// Where the record begins, in bytes from the start of the file.
    pub offset: u64,
    /// The number of the record; the header is 0.
    pub record: u64,
}

/// A seal in a viewer's log, and who has signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealSeen {
    /// The seal.
    pub seal: PublicSeal,
    /// Its commitments, among them the viewer's own root.
    pub roots: Roots,
    /// The signatures of it; each fits.
    pub signed: Vec<Signature>,
}

/// A viewer's log that has been read and checked as far as it goes by itself.
#[derive(Debug, Clone)]
pub struct ViewLog {
    /// Its header.
    pub header: ViewHeader,
    /// The identity of the match.
    pub match_id: Digest,
    /// The observations of the viewer, in order.
    pub observations: Vec<Observation>,
    /// With each observation, what happened in the words of the engine that wrote the log. Nothing binds them.
    pub words: Vec<Vec<String>>,
    /// The seals.
    pub seals: Vec<SealSeen>,
    /// How many decisions were made, those that were taken back included.
    pub decisions: u32,
    /// How many decisions the line has.
    line: u32,
    /// How the match ended.
    pub outcome: Option<Outcome>,
    /// The observations since the last seal, which nothing binds yet.
    told: ViewerTree,
    /// True if the last record is a seal or a signature of one.
    sealed: bool,
}

impl ViewLog {
    /// Returns whether the outcome is sealed: nothing follows.
    pub fn closed(&self) -> bool {
        self.outcome.is_some() && self.told.unsealed() == 0
    }

    /// How many observations no seal binds yet.
    pub fn unsealed(&self) -> u32 {
        self.told.unsealed()
    }

    /// Reads a viewer's log, and checks all that it says against itself: the header against what the first seal
    /// follows, each seal against the one before it and what the viewer was told, signatures against seals.
    ///
    /// # Errors
    /// The first [`ViewFault`].
    pub fn read(bytes: &[u8]) -> Result<ViewLog, ViewFault> {
        match ViewLog::read_far(bytes)? {
            (log, None) => Ok(log),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// The same as far as it goes: with the log up to the first fault behind its header, that fault. Everything
    /// before it has been checked.
    ///
    /// # Errors
    /// The first [`ViewFault`] where there is no header.
    pub fn read_far(bytes: &[u8]) -> Result<(ViewLog, Option<ViewFault>), ViewFault> {
        let (mut offset, mut record) = (VIEW_MAGIC.len(), 0);
        let mut log: Option<ViewLog> = None;
        if !bytes.starts_with(&VIEW_MAGIC) {
            let torn = !bytes.is_empty() && VIEW_MAGIC.starts_with(bytes);
            let verdict = if torn { Verdict::Torn } else { Verdict::Unreadable };
            let what = "the file does not begin as a viewer's log does".to_string();
            return Err(ViewFault { verdict, what, offset: 0, record: 0 });
        }
        loop {
            let fault = |(verdict, what): (Verdict, String)| ViewFault {
                verdict,
                what,
                offset: offset as u64,
                record,
            };
            if offset == bytes.len() {
                let none = || fault((Verdict::Torn, "there is no header".to_string()));
                return log.map(|log| (log, None)).ok_or_else(none);
            }
            let parsed = frame::parse(bytes, offset, RECORD_BYTES_MAX).map_err(|bad| damaged(&bad));
            let admitted = parsed.and_then(|parsed| {
                match &mut log {
                    None => log = Some(ViewLog::begin(parsed.payload)?),
                    Some(log) => log.admit(parsed.payload)?,
                }
                Ok(parsed.end)
            });
            match (admitted, log.take()) {
                (Ok(end), kept) => (offset, record, log) = (end, record + 1, kept),
                (Err(bad), Some(kept)) => return Ok((kept, Some(fault(bad)))),
                (Err(bad), None) => return Err(fault(bad)),
            }
        }
    }

    /// The same file with no words in it, which the engines that write such logs need not share.
    ///
    /// # Errors
    /// The first [`ViewFault`] of its frames and observations.
    pub fn without_words(bytes: &[u8]) -> Result<Vec<u8>, ViewFault> {
        let (mut offset, mut record) = (VIEW_MAGIC.len(), 0);
        let mut plain = VIEW_MAGIC.to_vec();
        while offset < bytes.len() {
            let fault = |(verdict, what)| ViewFault { verdict, what, offset: offset as u64, record };
            let parsed = frame::parse(bytes, offset, RECORD_BYTES_MAX).map_err(|bad| fault(damaged(&bad)))?;
            match parsed.payload.split_first() {
                Some((&OBSERVATION, body)) => {
                    let (told, _): (Observation, Vec<String>) = canonical(body).map_err(fault)?;
                    put_observation(&told.bytes(), &[], &mut plain);
                }
                _ => plain.extend_from_slice(&bytes[offset..parsed.end]),
            }
            (offset, record) = (parsed.end, record + 1);
        }
        Ok(plain)
    }

    fn begin(payload: &[u8]) -> Result<ViewLog, (Verdict, String)> {
        let unreadable = |what: String| (Verdict::Unreadable, what);
        let (head, rest) = payload.split_first_chunk::<3>().unwrap_or((&[0; 3], &[]));
        if head[0] != HEADER {
            return Err(unreadable("the first record is not a header".to_string()));
        }
        let version = u16::from_le_bytes([head[1], head[2]]);
        if version != VERSION {
            return Err(unreadable(format!(
                "unknown version {version}: this program reads version {VERSION}"
            )));
        }
        let header: ViewHeader = canonical(rest)?;
        if header.public.seats == 0
            || header.public.seats > crate::limits::SEATS_MAX
            || header.viewer.0 > header.public.seats
            || header.public.labels.windows(2).any(|pair| pair[0].0 >= pair[1].0)
        {
            return Err((Verdict::Corrupt, "the header is one that no log has".to_string()));
        }
        let told = ViewerTree::new(header.viewer, header.key);
        Ok(ViewLog {
            match_id: header.match_id(),
            header,
            observations: Vec::new(),
            words: Vec::new(),
            seals: Vec::new(),
            decisions: 0,
            line: 0,
            outcome: None,
            told,
            sealed: false,
        })
    }

    fn admit(&mut self, payload: &[u8]) -> Result<(), (Verdict, String)> {
        let (&head, body) = payload.split_first().unwrap_or((&0, &[]));
        match head {
            OBSERVATION => self.hear(body)?,
            SEAL => self.seal(body)?,
            SIGNATURE => self.sign(&canonical(body)?)?,
            HEADER => return Err(tampered("a second header")),
            _ => return Err((Verdict::Corrupt, format!("no record begins with {head:#04x}"))),
        }
        self.sealed = head != OBSERVATION;
        Ok(())
    }

    fn hear(&mut self, body: &[u8]) -> Result<(), (Verdict, String)> {
        let (observation, words): (Observation, Vec<String>) = canonical(body)?;
        if self.outcome.is_some() {
            return Err(tampered("something happens after the end of the match"));
        }
        if matches!(observation.what, ObservedFact::Begun(_)) != self.observations.is_empty() {
            return Err(tampered("a match begins once, and before all else"));
        }
        let own = self.header.viewer.of_seat();
        if observation.request.is_some() && (own.is_none() || own != observation.awaited) {
            return Err(tampered("the viewer is told what another one is asked"));
        }
        match &observation.what {
            ObservedFact::Begun(_) => {}
            ObservedFact::Decided { seat, choice } => {
                if seat.0 >= self.header.public.seats {
                    return Err(tampered("a player decides whom the match does not have"));
                }
                if choice.is_some() != (own == Some(*seat)) {
                    return Err(tampered("the viewer is told another one's answer, or not its own"));
                }
                if choice.is_some() && observation.choice().is_none() {
                    return Err((Verdict::Corrupt, "an answer that is not a choice".to_string()));
                }
                self.decisions = self.decisions.saturating_add(1);
                self.line = self.line.saturating_add(1);
            }
            ObservedFact::Rewound { to, .. } => {
                if *to >= self.line {
                    return Err(tampered("the match goes back to where it has not been"));
                }
                self.line = *to;
            }
            ObservedFact::Ended(outcome) => self.outcome = Some(outcome.clone()),
        }
        self.told.hear(&observation);
        self.observations.push(observation);
        self.words.push(words);
        Ok(())
    }

    fn seal(&mut self, body: &[u8]) -> Result<(), (Verdict, String)> {
        let (seal, mut roots): (PublicSeal, Roots) = canonical(body)?;
        if self.observations.is_empty() || self.closed() {
            return Err(tampered("a seal where none can stand"));
        }
        let (number, previous) =
            self.seals.last().map_or((1, self.match_id), |last| (last.seal.number + 1, last.seal.hash()));
        if seal.number != number || seal.previous != previous {
            return Err(tampered("the seal does not follow the one before it, or is of another match"));
        }
        if seal.decisions != self.decisions {
            return Err(tampered("the seal counts other decisions than the viewer was told of"));
        }
        let own = usize::from(self.header.viewer.0);
        if roots.told.len() != usize::from(self.header.public.seats) {
            return Err(tampered("the seal has roots for other viewers than the match has"));
        }
        roots.told.insert(own, self.told.root());
        if roots.hash() != seal.observed {
            return Err(tampered("what the viewer was told is not what the seal says"));
        }
        self.told.sealed();
        self.seals.push(SealSeen { seal, roots, signed: Vec::new() });
        Ok(())
    }

    fn sign(&mut self, signature: &Signature) -> Result<(), (Verdict, String)> {
        let out = |why: &str| tampered(&format!("the signature {why}"));
        let (begun, sealed, seats) = (self.match_id, self.sealed, self.header.public.seats);
        let seen = self.seals.last_mut().filter(|_| sealed);
        let seen = seen.ok_or_else(|| out("does not follow a seal or another signature of one"))?;
        if signature.scheme != ED25519 {
            return Err((Verdict::Unreadable, "a signature of an unknown scheme".to_string()));
        }
        if signature.party.0 > seats {
            return Err(out("is of a party that the match does not have"));
        }
        if seen.signed.iter().any(|signed| signed.party == signature.party) {
            return Err(out("is the second one of its party for this seal"));
        }
        let PublicSeal { number, decisions, .. } = seen.seal;
        let statement =
            Statement { party: signature.party, begun, number, decisions, seal: seen.seal.hash() };
        signature.check(&statement).map_err(out)?;
        seen.signed.push(signature.clone());
        Ok(())
    }
}

fn tampered(what: &str) -> (Verdict, String) {
    (Verdict::Tampered, what.to_string())
}

fn canonical<T: Serialize + serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, (Verdict, String)> {
    record::get(body).map_err(|fault| (Verdict::Corrupt, fault.to_string()))
}

fn damaged(bad: &Bad) -> (Verdict, String) {
    match bad {
        Bad::Short => (Verdict::Torn, "the last record is unfinished".to_string()),
        Bad::Empty { .. } | Bad::Checksum { .. } | Bad::TooLong { .. } | Bad::Overlong => {
            (Verdict::Corrupt, "the record is damaged".to_string())
        }
    }
}
