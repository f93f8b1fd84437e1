//! How far a log goes: the one state machine that both reader and writer step with each record.

use duelog_kernel::tag::TAG_BYTES;
use duelog_kernel::{Digest, Seed};

use crate::fault::{FaultKind, Place, SealLink};
use crate::frame::Kind;
use crate::header::Header;
use crate::limits::{MAGIC, SEAL_DECISIONS_MAX};
use crate::record::{self, Rewind, Seal, SeedCommitment, SeedReveal};
use crate::signature::{ED25519, Party, Signature, Statement};
use crate::{chain, seeds};

/// Where a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Decisions may follow.
    Running,
    /// The outcome is known; the last seal is due.
    Ended,
    /// The outcome is sealed; nothing may follow.
    Closed,
}

/// Everything about the records so far that the next one must fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    bytes: u64,
    records: u64,
    decisions: u32,
    line: u32,
    unsealed: u32,
    chain: Digest,
    root: Option<Digest>,
    stage: Stage,
    last: Kind,
    seats: u8,
    seed: HostSeed,
    begun: Digest,
    seal: Sealing,
}

/// The last seal, and who has signed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sealing {
    /// How many seals there are.
    number: u32,
    /// The hash of the last one, zeros where there is none.
    hash: Digest,
    /// The parties that have signed it, a bit each.
    signed: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HostSeed {
    binding: Digest,
    seed: Seed,
    committed: Option<Digest>,
    revealed: bool,
}

impl Progress {
    /// After the header, whose payload is given and whose frame takes `length` bytes.
    pub(crate) fn start(header: &Header, payload: &[u8], length: usize) -> Progress {
        let begun = chain::link(chain::genesis(), payload);
        Progress {
            bytes: (MAGIC.len() + length) as u64,
            records: 1,
            decisions: 0,
            line: 0,
            unsealed: 0,
            chain: begun,
            root: None,
            stage: Stage::Running,
            last: Kind::Header,
            seats: header.seats,
            seed: HostSeed {
                binding: seeds::binding(header),
                seed: header.seed,
                committed: None,
                revealed: false,
            },
            begun,
            seal: Sealing::default(),
        }
    }

    /// How many bytes the records and the magic take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many records there are, the header included.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// How many decision records there are, those that were taken back included.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// How many decisions the line being played has: all, less those taken back.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The chain over all records.
    pub fn chain(&self) -> Digest {
        self.chain
    }

    /// The state root that the last seal names; none before the first seal.
    pub fn sealed_root(&self) -> Option<Digest> {
        self.root
    }

    /// How many seats the match has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Where the match stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether the log ends with a seal, or with signatures of one.
    pub fn sealed(&self) -> bool {
        matches!(self.last, Kind::Seal | Kind::Signature)
    }

    /// The seal that fits here, over a state with this `root`.
    pub fn next_seal(&self, root: Digest) -> Seal {
        let SealLink { number, previous } = self.seal_link();
        Seal { number, previous, chain: self.chain, root, decisions: self.decisions }
    }

    fn seal_link(&self) -> SealLink {
        SealLink { number: self.seal.number.saturating_add(1), previous: self.seal.hash }
    }

    /// What a party signs who signs the last seal; none where the log does not end with one.
    pub fn statement(&self, party: Party) -> Option<Statement> {
        self.sealed().then_some(Statement {
            party,
            begun: self.begun,
            number: self.seal.number,
            decisions: self.decisions,
            seal: self.seal.hash,
        })
    }

    /// Whether a party has signed the seal that the log ends with.
    pub fn signed_by(&self, party: Party) -> bool {
        self.sealed() && party.bit(self.seats).is_some_and(|bit| self.seal.signed & bit != 0)
    }

    /// What the match is known by: the chain after the header.
    pub fn begun(&self) -> Digest {
        self.begun
    }

    /// How many seals there are.
    pub fn seals(&self) -> u32 {
        self.seal.number
    }

    /// The hash of the last seal; zeros before the first.
    pub fn seal_hash(&self) -> Digest {
        self.seal.hash
    }

    /// Whether a seal must come before the next decision, or after the outcome.
    pub fn seal_due(&self) -> bool {
        self.unsealed >= SEAL_DECISIONS_MAX || self.stage == Stage::Ended
    }

    /// The host's commitment to the seed, if there is one.
    pub fn seed_commitment(&self) -> Option<Digest> {
        self.seed.committed
    }

    /// Whether the host has shown that the seed is the one it committed to.
    pub fn seed_revealed(&self) -> bool {
        self.seed.revealed
    }

    /// Where the next record begins.
    pub fn place(&self) -> Place {
        Place { offset: self.bytes, record: self.records, decision: self.decisions }
    }

    /// Takes a record with this payload whose frame has `length` bytes; unchanged when the record does not
    /// fit.
    #[inline]
    pub(crate) fn admit(&mut self, payload: &[u8], length: usize) -> Result<Kind, FaultKind> {
        let head = *payload.first().ok_or(FaultKind::Corrupt { why: "it is empty" })?;
        let kind = Kind::of(head).ok_or(FaultKind::UnknownKind { head })?;
        if payload.len() > kind.bytes_max() {
            return Err(FaultKind::TooLong { length: payload.len() as u64, limit: kind.bytes_max() as u64 });
        }
        if kind == Kind::Decision {
            self.admit_decision(head, payload.len())?;
        } else {
            self.admit_other(kind, &payload[1..])?;
        }
        if kind == Kind::Seal {
            let number = self.seal.number.saturating_add(1);
            self.seal = Sealing { number, hash: record::seal_hash(payload), signed: 0 };
        }
        self.chain = chain::link(self.chain, payload);
        self.bytes += length as u64;
        self.records += 1;
        self.last = kind;
        Ok(kind)
    }

    fn admit_decision(&mut self, head: u8, length: usize) -> Result<(), FaultKind> {
        if length <= TAG_BYTES {
            return Err(FaultKind::NonCanonical { why: "a decision without a tag".to_string() });
        }
        let seat = record::seat_of(head);
        if self.stage != Stage::Running {
            return Err(FaultKind::DecisionAfterEnd { kind: Kind::Decision });
        }
        if seat >= self.seats {
            return Err(FaultKind::WrongSeat { seat, seats: self.seats });
        }
        if self.unsealed >= SEAL_DECISIONS_MAX {
            return Err(FaultKind::SealMissing);
        }
        self.decisions = self.decisions.checked_add(1).ok_or(FaultKind::TooMany)?;
        self.line += 1;
        self.unsealed += 1;
        Ok(())
    }

    fn admit_other(&mut self, kind: Kind, body: &[u8]) -> Result<(), FaultKind> {
        let open = match kind {
            Kind::Rewind | Kind::Outcome | Kind::SeedCommitment => self.stage == Stage::Running,
            Kind::SeedReveal | Kind::Annotation | Kind::Seal => self.stage != Stage::Closed,
            Kind::Header | Kind::Signature | Kind::Decision => true,
        };
        if !open {
            return Err(FaultKind::DecisionAfterEnd { kind });
        }
        match kind {
            Kind::Header => Err(FaultKind::DuplicateHeader),
            Kind::SeedCommitment => self.commit(record::get(body)?),
            Kind::SeedReveal => self.reveal(record::get(body)?),
            Kind::Rewind => self.rewind(record::get(body)?),
            Kind::Seal => self.seal(&record::get(body)?),
            Kind::Outcome => {
                self.stage = Stage::Ended;
                Ok(())
            }
            Kind::Signature => self.sign(&record::get(body)?),
            Kind::Annotation | Kind::Decision => Ok(()),
        }
    }

    fn rewind(&mut self, rewind: Rewind) -> Result<(), FaultKind> {
        if rewind.to >= self.line {
            return Err(FaultKind::RewindTarget { to: rewind.to, line: self.line });
        }
        self.line = rewind.to;
        Ok(())
    }

    fn seal(&mut self, seal: &Seal) -> Result<(), FaultKind> {
        if self.sealed() {
            return Err(FaultKind::DuplicateSeal);
        }
        let (expected, found) = (self.seal_link(), SealLink { number: seal.number, previous: seal.previous });
        if expected != found {
            return Err(FaultKind::SealOrder { expected, found });
        }
        if seal.decisions != self.decisions {
            return Err(FaultKind::SealCount { expected: self.decisions, found: seal.decisions });
        }
        if seal.chain != self.chain {
            return Err(FaultKind::SealChain { expected: self.chain, found: seal.chain });
        }
        self.root = Some(seal.root);
        self.unsealed = 0;
        if self.stage == Stage::Ended {
            self.stage = Stage::Closed;
        }
        Ok(())
    }

    fn sign(&mut self, signature: &Signature) -> Result<(), FaultKind> {
        let out = |why| FaultKind::Signature { why };
        let statement = self
            .statement(signature.party)
            .ok_or_else(|| out("does not follow a seal or another signature of one"))?;
        if signature.scheme != ED25519 {
            return Err(FaultKind::Reserved { kind: Kind::Signature });
        }
        let bit = signature
            .party
            .bit(self.seats)
            .ok_or_else(|| out("is of a party that the match does not have"))?;
        if self.seal.signed & bit != 0 {
            return Err(out("is the second one of its party for this seal"));
        }
        signature.check(&statement).map_err(out)?;
        self.seal.signed |= bit;
        Ok(())
    }

    fn commit(&mut self, body: SeedCommitment) -> Result<(), FaultKind> {
        if body.party != seeds::HOST {
            return Err(FaultKind::Reserved { kind: Kind::SeedCommitment });
        }
        if self.decisions > 0 {
            return Err(FaultKind::Seed { why: "the host commits to the seed after the first decision" });
        }
        if self.seed.committed.is_some() {
            return Err(FaultKind::Seed { why: "the host commits to the seed twice" });
        }
        self.seed.committed = Some(body.commitment);
        Ok(())
    }

    fn reveal(&mut self, body: SeedReveal) -> Result<(), FaultKind> {
        if body.party != seeds::HOST {
            return Err(FaultKind::Reserved { kind: Kind::SeedReveal });
        }
        let seed = &mut self.seed;
        if seed.committed != Some(seeds::commitment(&seed.binding, body.party, &body.salt, &body.seed)) {
            return Err(FaultKind::Seed {
                why: "the seed revealed is not the one that the host committed to",
            });
        }
        if body.seed != seed.seed {
            return Err(FaultKind::Seed {
                why: "the seed revealed is not the one that the match is played with",
            });
        }
        if seed.revealed {
            return Err(FaultKind::Seed { why: "the host reveals the seed twice" });
        }
        seed.revealed = true;
        Ok(())
    }
}
