//! How far a log goes: the one state machine that both reader and writer step with each record.

use duelog_kernel::tag::TAG_BYTES;
use duelog_kernel::{Digest, Seed};

use crate::fault::{FaultKind, Place, SealLink, Unfair};
use crate::frame::RecordKind;
use crate::header::Header;
use crate::limits::{MAGIC, SEAL_DECISIONS_MAX, SEATS_MAX};
use crate::observed::{PublicHeader, PublicSeal, match_id, veiled_header};
use crate::record::{self, Observed, Rewind, Seal, SeedCommitment, SeedReveal};
use crate::seeds::Part;
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
    last: RecordKind,
    seats: u8,
    draw: Draw,
    begun: Digest,
    seal: Sealing,
    /// The hash of what everybody may know of the header.
    public: Digest,
    observed: Option<Observed>,
    veiled: Digest,
    /// True if the first record after the header and the salt says that draws are stated.
    given: bool,
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

/// The most parties: the host and the players.
const PARTIES_MAX: usize = SEATS_MAX as usize + 1;

/// The statements of the parties about the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Draw {
    binding: Digest,
    /// The header's seed: [`seeds::SHARED`] where all parties choose it.
    seed: Seed,
    committed: [Option<Digest>; PARTIES_MAX],
    revealed: [Option<Seed>; PARTIES_MAX],
}

impl Draw {
    fn is_shared(&self) -> bool {
        self.seed == seeds::SHARED
    }

    /// The first party that has not committed itself.
    fn uncommitted(&self, parties: u8) -> Option<Party> {
        (0..parties).find(|party| self.committed[usize::from(*party)].is_none()).map(Party)
    }

    /// The first player who has not shown a part of the seed that all parties choose.
    fn unrevealed(&self, parties: u8) -> Option<Party> {
        (1..parties).find(|party| self.revealed[usize::from(*party)].is_none()).map(Party)
    }
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
            last: RecordKind::Header,
            seats: header.seats,
            draw: Draw {
                binding: seeds::binding(header),
                seed: header.seed,
                committed: [None; PARTIES_MAX],
                revealed: [None; PARTIES_MAX],
            },
            begun,
            seal: Sealing::default(),
            public: PublicHeader::of(header).hash(),
            observed: None,
            veiled: Digest::default(),
            given: false,
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

    /// Returns whether the log ends with a seal, or with signatures of one.
    pub fn sealed(&self) -> bool {
        self.last.is_seal() || self.last == RecordKind::Signature
    }

    /// The seal that fits here, over a state with this `root`, of a log that is not observed.
    pub fn next_seal(&self, root: Digest) -> Seal {
        let SealLink { number, previous } = self.seal_link();
        Seal { number, previous, chain: self.chain, root, decisions: self.decisions, observed: None }
    }

    /// The salt of an observed log; none where it is not observed.
    pub fn observed(&self) -> Option<&Observed> {
        self.observed.as_ref()
    }

    /// Returns whether draws may be stated in this log.
    pub fn is_given(&self) -> bool {
        self.given
    }

    /// The commitment to the header of an observed log; zeros where it is not observed.
    pub fn veiled_header(&self) -> Digest {
        self.veiled
    }

    fn seal_link(&self) -> SealLink {
        SealLink { number: self.seal.number.saturating_add(1), previous: self.seal.hash }
    }

    /// The statement that a party signs with the last seal; none unless the log ends with one.
    pub fn statement(&self, party: Party) -> Option<Statement> {
        self.sealed().then_some(Statement {
            party,
            begun: self.begun,
            number: self.seal.number,
            decisions: self.decisions,
            seal: self.seal.hash,
        })
    }

    /// Returns whether a party has signed the seal that the log ends with.
    pub fn signed_by(&self, party: Party) -> bool {
        self.sealed() && party.bit(self.seats).is_some_and(|bit| self.seal.signed & bit != 0)
    }

    /// The identity of the match: the chain after the header, or, in an observed log, a hash that hides the
    /// header from whoever has only a viewer's log.
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

    /// Returns whether a seal must come before the next decision, or after the outcome.
    pub fn seal_due(&self) -> bool {
        self.unsealed >= SEAL_DECISIONS_MAX || self.stage == Stage::Ended
    }

    /// The host's commitment to the seed, if there is one.
    pub fn seed_commitment(&self) -> Option<Digest> {
        self.draw.committed[usize::from(seeds::HOST)]
    }

    /// A party's commitment to its part of the seed, if there is one.
    pub fn commitment(&self, party: Party) -> Option<Digest> {
        self.draw.committed.get(usize::from(party.0)).copied().flatten()
    }

    /// Returns whether the host has shown that the seed is the one it committed to.
    pub fn seed_revealed(&self) -> bool {
        self.draw.revealed[usize::from(seeds::HOST)].is_some()
    }

    /// Returns whether host and players choose the seed together.
    pub fn is_shared(&self) -> bool {
        self.draw.is_shared()
    }

    /// The match's seed: the header's, or that of all parts where they are shown.
    pub fn seed(&self) -> Option<Seed> {
        if !self.draw.is_shared() {
            return Some(self.draw.seed);
        }
        let parts = self.draw.revealed[..=usize::from(self.seats)].iter().copied();
        parts.collect::<Option<Vec<Seed>>>().map(|parts| seeds::combined(&parts))
    }

    /// The seed that host and players have chosen together, for the host, who knows its own part; none before
    /// all players have shown theirs, or where it is another part than the host committed itself to.
    pub fn seed_with(&self, part: &Part) -> Option<Seed> {
        let commitment = part.commitment(&self.draw.binding, seeds::HOST);
        if !self.is_shared() || self.draw.committed[usize::from(seeds::HOST)] != Some(commitment) {
            return None;
        }
        let players = self.draw.revealed[1..=usize::from(self.seats)].iter().copied();
        let parts = std::iter::once(Some(part.seed)).chain(players).collect::<Option<Vec<Seed>>>()?;
        Some(seeds::combined(&parts))
    }

    /// Whose commitment or part of the seed the first decision waits for, where all parties choose it. The
    /// host's part comes last, when the match is over.
    pub fn awaited(&self) -> Option<Party> {
        let parties = self.seats.saturating_add(1);
        if self.draw.is_shared() {
            self.draw.uncommitted(parties).or_else(|| self.draw.unrevealed(parties))
        } else {
            None
        }
    }

    /// Where the next record begins.
    pub fn place(&self) -> Place {
        Place { offset: self.bytes, record: self.records, decision: self.decisions }
    }

    /// Takes a record with this payload whose frame has `length` bytes; unchanged when the record does not
    /// fit.
    #[inline]
    pub(crate) fn admit(&mut self, payload: &[u8], length: usize) -> Result<RecordKind, FaultKind> {
        let head = *payload.first().ok_or(FaultKind::Corrupt { why: "it is empty" })?;
        let kind = RecordKind::of(head).ok_or(FaultKind::UnknownKind { head })?;
        if payload.len() > kind.bytes_max() {
            return Err(FaultKind::TooLong { length: payload.len() as u64, limit: kind.bytes_max() as u64 });
        }
        if kind == RecordKind::Decision {
            self.admit_decision(head, payload.len())?;
        } else {
            self.admit_other(kind, &payload[1..])?;
        }
        if kind.is_seal() {
            let number = self.seal.number.saturating_add(1);
            self.seal = Sealing { number, hash: self.hash_of(kind, payload)?, signed: 0 };
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
            return Err(FaultKind::DecisionAfterEnd { kind: RecordKind::Decision });
        }
        if seat >= self.seats {
            return Err(FaultKind::WrongSeat { seat, seats: self.seats });
        }
        if self.unsealed >= SEAL_DECISIONS_MAX {
            return Err(FaultKind::SealMissing);
        }
        self.fair()?;
        self.decisions = self.decisions.checked_add(1).ok_or(FaultKind::TooMany)?;
        self.line += 1;
        self.unsealed += 1;
        Ok(())
    }

    fn admit_other(&mut self, kind: RecordKind, body: &[u8]) -> Result<(), FaultKind> {
        let open = match kind {
            RecordKind::Rewind | RecordKind::Outcome | RecordKind::SeedCommitment | RecordKind::Given => {
                self.stage == Stage::Running
            }
            RecordKind::SeedReveal | RecordKind::Annotation | RecordKind::Seal | RecordKind::ObservedSeal => {
                self.stage != Stage::Closed
            }
            RecordKind::Header | RecordKind::Signature | RecordKind::Decision | RecordKind::Observed => true,
        };
        if !open {
            return Err(FaultKind::DecisionAfterEnd { kind });
        }
        match kind {
            RecordKind::Header => Err(FaultKind::DuplicateHeader),
            RecordKind::SeedCommitment => self.commit(record::get(body)?),
            RecordKind::SeedReveal => self.reveal(record::get(body)?),
            RecordKind::Rewind => self.rewind(record::get(body)?),
            RecordKind::Seal | RecordKind::ObservedSeal => self.seal(&Seal::get(kind, body)?),
            RecordKind::Observed => self.observe(record::get(body)?),
            RecordKind::Given => {
                record::get_given(body)?;
                self.give()
            }
            RecordKind::Outcome => {
                self.stage = Stage::Ended;
                Ok(())
            }
            RecordKind::Signature => self.sign(&record::get(body)?),
            RecordKind::Annotation | RecordKind::Decision => Ok(()),
        }
    }

    fn observe(&mut self, observed: Observed) -> Result<(), FaultKind> {
        if self.records != 1 {
            return Err(FaultKind::Observed {
                why: "the salt of an observed log stands right after its header",
            });
        }
        self.veiled = veiled_header(&observed, &self.begun);
        self.begun = match_id(&self.public, &self.veiled);
        self.seal.hash = self.begun;
        self.observed = Some(observed);
        Ok(())
    }

    fn give(&mut self) -> Result<(), FaultKind> {
        let first = if self.observed.is_some() { 2 } else { 1 };
        if self.draw.is_shared() {
            return Err(FaultKind::Given {
                why: "nobody states the draws of a match whose seed host and players choose together",
            });
        }
        if !self.given && self.records != first {
            return Err(FaultKind::Given {
                why: "a log that states draws says so right after its header, or after its salt where it is observed",
            });
        }
        self.given = true;
        Ok(())
    }

    /// The identity of a seal with this payload.
    fn hash_of(&self, kind: RecordKind, payload: &[u8]) -> Result<Digest, FaultKind> {
        let Some(observed) = &self.observed else { return Ok(record::seal_hash(payload)) };
        let seal = Seal::get(kind, payload.get(1..).unwrap_or_default())?;
        let public = PublicSeal::of(&seal, observed);
        Ok(public.map_or_else(Digest::default, |public| public.hash()))
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
        if seal.observed.is_some() != self.observed.is_some() {
            return Err(FaultKind::Observed {
                why: "every seal of an observed log, and no other, says what was observed",
            });
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
        if self.draw.is_shared() && self.stage == Stage::Ended && !self.seed_revealed() {
            return Err(FaultKind::Unfair { party: Party::HOST, what: Unfair::Withheld });
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
            return Err(FaultKind::Reserved { kind: RecordKind::Signature });
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

    /// How many parties choose the seed: all, or the host alone.
    fn choosing(&self) -> u8 {
        if self.draw.is_shared() { self.seats.saturating_add(1) } else { 1 }
    }

    /// A commitment: of the host alone to the header's seed, or of all parties in order to their parts.
    fn commit(&mut self, body: SeedCommitment) -> Result<(), FaultKind> {
        let (party, parties) = (Party(body.party), self.choosing());
        if body.party >= parties {
            return Err(FaultKind::Seed {
                why: "a party commits itself that takes no part in choosing the seed",
            });
        }
        if self.decisions > 0 {
            return Err(FaultKind::Unfair { party, what: Unfair::Late });
        }
        match self.draw.uncommitted(parties) {
            Some(next) if next == party => {}
            Some(next) if next < party => {
                return Err(FaultKind::Seed { why: "the parties do not commit themselves in their order" });
            }
            Some(_) | None => return Err(FaultKind::Seed { why: "a party commits itself twice" }),
        }
        self.draw.committed[usize::from(body.party)] = Some(body.commitment);
        Ok(())
    }

    /// A part of the seed is shown: by the players before the first decision, by the host when the match is
    /// over for it.
    fn reveal(&mut self, body: SeedReveal) -> Result<(), FaultKind> {
        let (party, place, parties) = (Party(body.party), usize::from(body.party), self.choosing());
        if body.party >= parties {
            return Err(FaultKind::Seed { why: "a party shows a seed that takes no part in choosing it" });
        }
        if self.draw.uncommitted(parties).is_some() {
            return Err(FaultKind::Seed {
                why: "a seed is shown before all parties have committed themselves",
            });
        }
        if self.draw.revealed[place].is_some() {
            return Err(FaultKind::Seed { why: "a party shows its seed twice" });
        }
        let part = Part { salt: body.salt, seed: body.seed };
        if self.draw.committed[place] != Some(part.commitment(&self.draw.binding, body.party)) {
            return Err(FaultKind::Unfair { party, what: Unfair::False });
        }
        if !self.draw.is_shared() && body.seed != self.draw.seed {
            return Err(FaultKind::Unfair { party, what: Unfair::NotPlayed });
        }
        if let (true, Some(next)) = (self.draw.is_shared(), self.draw.unrevealed(parties)) {
            if party == Party::HOST {
                return Err(FaultKind::Unfair { party: next, what: Unfair::Withheld });
            }
            if next != party {
                return Err(FaultKind::Seed { why: "the players do not show their parts in their order" });
            }
        }
        self.draw.revealed[place] = Some(body.seed);
        Ok(())
    }

    /// Returns whether the match may continue: every player has shown a part of the seed, and the host has
    /// not, as that would tell all future draws.
    fn fair(&self) -> Result<(), FaultKind> {
        if let Some(party) = self.awaited() {
            return Err(FaultKind::Unfair { party, what: Unfair::Withheld });
        }
        if self.draw.is_shared() && self.seed_revealed() {
            return Err(FaultKind::Unfair { party: Party::HOST, what: Unfair::Early });
        }
        Ok(())
    }
}
