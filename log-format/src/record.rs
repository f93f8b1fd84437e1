//! The records of a log and their bytes.

use duelog_kernel::given::GivenDraw;
use duelog_kernel::tag::TAG_BYTES;
use duelog_kernel::{Choice, Digest, Outcome, Seat, Seed, Tag, codec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fault::FaultKind;
use crate::frame::RecordKind;
use crate::header::Header;
use crate::signature::Signature;

/// One record of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// The game, its players and their decks: the first record.
    Header(Box<Header>),
    /// A party binds itself to its part of the seed.
    SeedCommitment(SeedCommitment),
    /// A party shows its part of the seed.
    SeedReveal(SeedReveal),
    /// A player's answer.
    Decision(Decision),
    /// The match goes back to an earlier decision.
    Rewind(Rewind),
    /// Something worth keeping that is not part of the game.
    Annotation(Annotation),
    /// The chain and the state root so far.
    Seal(Seal),
    /// How the match ended.
    Outcome(Outcome),
    /// A party signs the seal before it.
    Signature(Signature),
    /// The log is observed.
    Observed(Observed),
    /// The host states results of draws.
    Given(Given),
}

/// A player's answer and the tag of what followed from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Who answered.
    pub seat: Seat,
    /// The answer.
    pub choice: Choice,
    /// The tag over the state after it and the request that follows.
    pub tag: Tag,
}

/// A commitment to a part of the seed; see [`crate::seeds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedCommitment {
    /// Who commits: [`crate::seeds::HOST`]; the other numbers are reserved for players.
    pub party: u8,
    /// The commitment.
    pub commitment: Digest,
}

/// The opening of a commitment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedReveal {
    /// Who committed.
    pub party: u8,
    /// The salt of the seed.
    pub salt: [u8; 32],
    /// The part of the seed.
    pub seed: Seed,
}

/// A judge's back-up or an undo. Nothing is erased; the generator returns with the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewind {
    /// How many decisions of the line being played remain.
    pub to: u32,
}

/// Something worth keeping that is not part of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotation {
    /// Its topic.
    pub topic: Topic,
    /// The player concerned, if one is.
    pub seat: Option<Seat>,
    /// When, in milliseconds since 1970 (UTC), if the writer says so.
    pub time_ms: Option<u64>,
    /// The text.
    pub text: String,
}

/// The topic of an annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A reading of the clock.
    Clock,
    /// A note.
    Note,
    /// A penalty.
    Penalty,
    /// Something went wrong outside of the game, for instance a seed that was not revealed.
    Fault,
}

/// The record right after the header that makes a log an observed one; see [`crate::observed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// The salt that hides the header and the seals from those who have only a viewer's log: 32 random bytes.
    pub salt: [u8; 32],
}

/// Results of draws that were made elsewhere, before the match makes them. The first one, which may be empty, stands
/// right after the header and the salt: it says that draws are stated in this log.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Given {
    /// The draws.
    pub draws: Vec<GivenDraw>,
}

/// Everything before it in two values, so that a change is found without replaying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Seal {
    /// Which seal of the log it is, from 1.
    pub number: u32,
    /// The hash of the seal before it, zeros for the first: the seals alone are a chain too. In an observed
    /// log, the first has what the match is known by.
    pub previous: Digest,
    /// The chain over all records before the seal.
    pub chain: Digest,
    /// The root of the state.
    pub root: Digest,
    /// How many decision records stand before it.
    pub decisions: u32,
    /// In an observed log, the hash of [`crate::observed::Roots`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<Digest>,
}

impl Seal {
    /// The fields of a seal that is not observed.
    fn plain(&self) -> (u32, Digest, Digest, Digest, u32) {
        (self.number, self.previous, self.chain, self.root, self.decisions)
    }

    fn of_plain((number, previous, chain, root, decisions): (u32, Digest, Digest, Digest, u32)) -> Seal {
        Seal { number, previous, chain, root, decisions, observed: None }
    }

    fn put(&self, out: &mut Vec<u8>) {
        match self.observed {
            None => put(RecordKind::Seal, &self.plain(), out),
            Some(observed) => put(RecordKind::ObservedSeal, &(self.plain(), observed), out),
        }
    }

    /// The seal in a record's body, of either kind.
    pub(crate) fn get(kind: RecordKind, body: &[u8]) -> Result<Seal, FaultKind> {
        if kind == RecordKind::Seal {
            return get(body).map(Seal::of_plain);
        }
        let (plain, observed) = get(body)?;
        Ok(Seal { observed: Some(observed), ..Seal::of_plain(plain) })
    }
}

/// The hash of a seal with this payload.
pub(crate) fn seal_hash(payload: &[u8]) -> Digest {
    Digest(*blake3::keyed_hash(&blake3::derive_key("duelog 2026 log seal", b""), payload).as_bytes())
}

impl Record {
    /// The kind of record.
    pub fn kind(&self) -> RecordKind {
        match self {
            Record::Header(_) => RecordKind::Header,
            Record::SeedCommitment(_) => RecordKind::SeedCommitment,
            Record::SeedReveal(_) => RecordKind::SeedReveal,
            Record::Decision(_) => RecordKind::Decision,
            Record::Rewind(_) => RecordKind::Rewind,
            Record::Annotation(_) => RecordKind::Annotation,
            Record::Seal(Seal { observed: None, .. }) => RecordKind::Seal,
            Record::Seal(_) => RecordKind::ObservedSeal,
            Record::Outcome(_) => RecordKind::Outcome,
            Record::Signature(_) => RecordKind::Signature,
            Record::Observed(_) => RecordKind::Observed,
            Record::Given(_) => RecordKind::Given,
        }
    }

    /// Checks the seats that the record names against how many there are.
    pub(crate) fn check_seats(&self, seats: u8) -> Result<(), FaultKind> {
        let named: &[Seat] = match self {
            Record::Decision(decision) => &[decision.seat],
            Record::Annotation(annotation) => annotation.seat.as_slice(),
            Record::Outcome(outcome) => &outcome.winners,
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Rewind(_)
            | Record::Seal(_)
            | Record::Signature(_)
            | Record::Observed(_)
            | Record::Given(_) => &[],
        };
        match named.iter().find(|seat| seat.0 >= seats) {
            Some(seat) => Err(FaultKind::WrongSeat { seat: seat.0, seats }),
            None => Ok(()),
        }
    }

    /// Replaces `out` by the payload.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) -> Result<(), FaultKind> {
        out.clear();
        match self {
            Record::Header(header) => {
                *out = header.encode().map_err(|error| FaultKind::NonCanonical { why: error.to_string() })?
            }
            Record::Decision(decision) => encode_decision(decision.seat, &decision.choice, decision.tag, out),
            Record::SeedCommitment(body) => put(RecordKind::SeedCommitment, body, out),
            Record::SeedReveal(body) => put(RecordKind::SeedReveal, body, out),
            Record::Rewind(body) => put(RecordKind::Rewind, body, out),
            Record::Annotation(body) => put(RecordKind::Annotation, body, out),
            Record::Seal(body) => body.put(out),
            Record::Outcome(body) => put(RecordKind::Outcome, ascending(body)?, out),
            Record::Signature(body) => put(RecordKind::Signature, body, out),
            Record::Observed(body) => put(RecordKind::Observed, body, out),
            Record::Given(body) => put(RecordKind::Given, sound(body)?, out),
        }
        Ok(())
    }

    /// The record in a payload.
    pub(crate) fn decode(payload: &[u8]) -> Result<Record, FaultKind> {
        let (&head, body) = payload.split_first().ok_or(FaultKind::Corrupt { why: "it is empty" })?;
        let kind = RecordKind::of(head).ok_or(FaultKind::UnknownKind { head })?;
        match kind {
            RecordKind::Header => Header::decode(payload).map(|header| Record::Header(Box::new(header))),
            RecordKind::SeedCommitment => get(body).map(Record::SeedCommitment),
            RecordKind::SeedReveal => get(body).map(Record::SeedReveal),
            RecordKind::Decision => decode_decision(payload)
                .map(Record::Decision)
                .ok_or_else(|| why("its bytes are not a choice in its one encoding")),
            RecordKind::Rewind => get(body).map(Record::Rewind),
            RecordKind::Annotation => get(body).map(Record::Annotation),
            RecordKind::Seal | RecordKind::ObservedSeal => Seal::get(kind, body).map(Record::Seal),
            RecordKind::Outcome => {
                let outcome = get(body)?;
                ascending(&outcome)?;
                Ok(Record::Outcome(outcome))
            }
            RecordKind::Signature => get(body).map(Record::Signature),
            RecordKind::Observed => get(body).map(Record::Observed),
            RecordKind::Given => get_given(body).map(Record::Given),
        }
    }
}

fn why(text: &str) -> FaultKind {
    FaultKind::NonCanonical { why: text.to_string() }
}

fn ascending(outcome: &Outcome) -> Result<&Outcome, FaultKind> {
    if outcome.winners.windows(2).all(|pair| pair[0] < pair[1]) {
        Ok(outcome)
    } else {
        Err(why("the winners do not ascend"))
    }
}

fn sound(given: &Given) -> Result<&Given, FaultKind> {
    match given.draws.iter().find_map(GivenDraw::fault) {
        None => Ok(given),
        Some(fault) => Err(why(fault)),
    }
}

/// The stated draws in a record's body.
pub(crate) fn get_given(body: &[u8]) -> Result<Given, FaultKind> {
    let given = get(body)?;
    sound(&given)?;
    Ok(given)
}

fn put<T: Serialize>(kind: RecordKind, body: &T, out: &mut Vec<u8>) {
    out.push(kind.head());
    codec::encode_into(body, out);
}

/// The one value in a record's body.
pub(crate) fn get<T: Serialize + DeserializeOwned>(body: &[u8]) -> Result<T, FaultKind> {
    codec::decode(body).map_err(|error| FaultKind::NonCanonical { why: error.to_string() })
}

/// Appends the payload of a decision: the seat joins the choice's first byte.
pub(crate) fn encode_decision(seat: Seat, choice: &Choice, tag: Tag, out: &mut Vec<u8>) {
    let start = out.len();
    choice.encode(out);
    out[start] |= RecordKind::Decision.head() | (seat.0 & 7) << 4;
    out.extend_from_slice(&tag.0);
}

/// The seat of a decision whose payload begins with `head`.
pub(crate) fn seat_of(head: u8) -> u8 {
    head >> 4 & 7
}

/// Payloads of decisions up to this length are decoded without a copy on the heap.
pub(crate) const USUAL_BYTES: usize = 64;

/// The decision in a payload; none when it is not a choice's one encoding.
pub(crate) fn decode_decision(payload: &[u8]) -> Option<Decision> {
    let (choice, tag) = payload.split_at_checked(payload.len().checked_sub(TAG_BYTES)?)?;
    let head = *choice.first()?;
    let decode = |bytes: &mut [u8]| {
        bytes.copy_from_slice(choice);
        bytes[0] &= 15;
        Choice::decode(bytes)
    };
    let decoded = if choice.len() <= USUAL_BYTES {
        decode(&mut [0; USUAL_BYTES][..choice.len()])
    } else {
        decode(&mut vec![0; choice.len()])
    };
    Some(Decision { seat: Seat(seat_of(head)), choice: decoded?, tag: Tag(tag.try_into().ok()?) })
}
