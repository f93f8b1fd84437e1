//! Where two logs part, and how the tables then differ.

use std::collections::BTreeMap;

use duelog_kernel::digest::{Difference, compare, hex};
use duelog_kernel::prose::listed;
use duelog_kernel::setup::Deck;
use duelog_kernel::{Match, TagKey, Viewer};
use duelog_log_format::{Decision, Fault, Given, Header, Logged, Party, Reader, Record};
use serde::Serialize;
use serde_json::{Value, json};

use crate::answered::answer_in_words;
use crate::line::Timeline;
use crate::replay::{SPACING, Stop, draw_in_words, outcome_in_words, refused};
use crate::start::{Games, StartError, factory, start};

/// How two logs relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The same match, record for record.
    Same,
    /// The left log is the beginning of the right one.
    RightContinues,
    /// The right log is the beginning of the left one.
    LeftContinues,
    /// The same match up to some record.
    Parted,
    /// Two matches: another setup.
    Unrelated,
}

impl Relation {
    /// The relation as one lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Relation::Same => "same",
            Relation::RightContinues => "right-continues",
            Relation::LeftContinues => "left-continues",
            Relation::Parted => "parted",
            Relation::Unrelated => "unrelated",
        }
    }
}

/// Where two logs part.
#[derive(Debug, Clone, Serialize)]
pub struct Parting {
    /// How they relate.
    pub relation: Relation,
    /// The differences between the headers. Where only `engine`, `labels`, `texts` or `definitions` do, it
    /// may still be the same match.
    pub header: Vec<Difference>,
    /// How many records they have in common after the header.
    pub records: u64,
    /// How many decision records they have in common.
    pub decisions: u32,
    /// How many notes, seals and signatures only the left log has among these records.
    pub left_notes: u64,
    /// How many notes, seals and signatures only the right log has among these records.
    pub right_notes: u64,
    /// The left log's first record that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Logged>,
    /// The right log's first record that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Logged>,
    /// The left log's record in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_says: Option<String>,
    /// The right log's record in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_says: Option<String>,
    /// True if the records that differ hold the same input, so that only their claims about the game differ.
    pub same_input: bool,
    /// This engine's result for that input, which shows the log it agrees with: a tag, a root or an outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<String>,
    /// Where the two tables differ after those records.
    pub state: Vec<Difference>,
    /// Why the tables could not be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
    /// The left log's first fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_fault: Option<Fault>,
    /// The right log's first fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_fault: Option<Fault>,
}

impl Parting {
    /// How many notes, seals and signatures only one of the logs has among the records that were compared.
    pub fn notes(&self) -> u64 {
        self.left_notes + self.right_notes
    }
}

/// Compares two logs, and the tables where they part.
///
/// # Errors
/// The [`Fault`] of the first log without a good header.
pub fn part(games: &Games, left: &[u8], right: &[u8]) -> Result<Parting, Fault> {
    let (mut a, mut b) = (Reader::open(left)?, Reader::open(right)?);
    let header = headers(a.header(), b.header());
    let same_setup = a.header().setup() == b.header().setup();
    let mut parting = Parting {
        relation: Relation::Unrelated,
        header,
        records: 0,
        decisions: 0,
        left_notes: 0,
        right_notes: 0,
        left: None,
        right: None,
        left_says: None,
        right_says: None,
        same_input: false,
        here: None,
        state: Vec::new(),
        not_compared: None,
        left_fault: None,
        right_fault: None,
    };
    if same_setup {
        common(&mut a, &mut b, &mut parting);
        if parting.relation == Relation::Parted {
            parting.same_input = same_input(&parting);
            tables(games, left, right, &mut parting);
        }
    }
    parting.left_fault = a.check().err();
    parting.right_fault = b.check().err();
    Ok(parting)
}

/// Reads both logs as far as they are the same. Notes, seals and signatures that only one of them has tell nothing of the
/// game. Behind one, and where the headers differ, the chains of seals differ too, and are not looked at.
fn common(left: &mut Reader<'_>, right: &mut Reader<'_>, parting: &mut Parting) {
    let mut chains = left.progress().chain() == right.progress().chain();
    let next = |log: &mut Reader<'_>| log.next_record().ok().flatten();
    let (mut a, mut b) = (next(left), next(right));
    loop {
        let (only_left, only_right) = match (&a, &b) {
            (Some(one), Some(other)) if same(&one.record, &other.record, chains) => {
                parting.records += 1;
                (a, b) = (next(left), next(right));
                continue;
            }
            (Some(one), Some(other)) => alone(&one.record, &other.record),
            (_, _) => (false, false),
        };
        if !only_left && !only_right {
            break;
        }
        chains = false;
        if only_left {
            parting.left_notes += 1;
            a = next(left);
        }
        if only_right {
            parting.right_notes += 1;
            b = next(right);
        }
    }
    parting.relation = match (&a, &b) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::RightContinues,
        (Some(_), None) => Relation::LeftContinues,
        (Some(_), Some(_)) => Relation::Parted,
    };
    parting.decisions = a.as_ref().map_or_else(|| left.progress().decisions(), |logged| logged.at.decision);
    (parting.left, parting.right) = (a, b);
}

/// Which of two different records only its own log has, while both may still hold the same match: notes and signatures, and
/// a seal where the other log has none.
fn alone(left: &Record, right: &Record) -> (bool, bool) {
    let rank = |record: &Record| match record {
        Record::Annotation(_) | Record::Signature(_) => 2,
        Record::Seal(_) => 1,
        Record::Header(_)
        | Record::SeedCommitment(_)
        | Record::SeedReveal(_)
        | Record::Decision(_)
        | Record::Rewind(_)
        | Record::Outcome(_)
        | Record::Observed(_)
        | Record::Given(_) => 0,
    };
    let (left, right) = (rank(left), rank(right));
    (left > right || left + right == 4, right > left || left + right == 4)
}

fn same(left: &Record, right: &Record, chains: bool) -> bool {
    match (left, right) {
        (Record::Seal(a), Record::Seal(b)) if !chains => (a.root, a.decisions) == (b.root, b.decisions),
        (left, right) => left == right,
    }
}

fn same_input(parting: &Parting) -> bool {
    match (
        parting.left.as_ref().map(|logged| &logged.record),
        parting.right.as_ref().map(|logged| &logged.record),
    ) {
        (Some(Record::Decision(a)), Some(Record::Decision(b))) => (a.seat, &a.choice) == (b.seat, &b.choice),
        (Some(Record::Seal(a)), Some(Record::Seal(b))) => a.decisions == b.decisions,
        (Some(Record::Outcome(_)), Some(Record::Outcome(_))) => true,
        _ => false,
    }
}

fn headers(left: &Header, right: &Header) -> Vec<Difference> {
    let mut found = Vec::new();
    if let (Value::Object(left), Value::Object(right)) = (readable(left), readable(right)) {
        for (name, value) in &left {
            compare(name, value, right.get(name).unwrap_or(&Value::Null), &mut found);
        }
    }
    found
}

/// A header as a tree in which names and digests stand where the format has places and bytes.
fn readable(header: &Header) -> Value {
    let setup = header.setup();
    let name = |place: &u32| {
        header.definitions.get(*place as usize).map_or_else(|| place.to_string(), |pin| pin.name.clone())
    };
    let definitions: BTreeMap<&str, String> =
        header.definitions.iter().map(|pin| (pin.name.as_str(), hex(&pin.digest))).collect();
    let texts: BTreeMap<String, &str> =
        header.texts.iter().map(|(place, text)| (name(place), text.as_str())).collect();
    let deck = |deck: &Deck| {
        let counted = |list: &[(u16, String)]| {
            let mut cards = BTreeMap::<String, u32>::new();
            for (count, name) in list {
                *cards.entry(name.clone()).or_default() += u32::from(*count);
            }
            cards
        };
        let mut told = json!({ "name": deck.name, "cards": counted(&deck.cards) });
        if !deck.sideboard.is_empty() {
            told["sideboard"] = json!(counted(&deck.sideboard));
        }
        told
    };
    json!({
        "game": header.game,
        "edition": header.edition,
        "revision": header.revision,
        "engine": header.engine,
        "seats": header.seats,
        "definitions": definitions,
        "decks": setup.decks.iter().map(deck).collect::<Vec<_>>(),
        "start": header.start,
        "seed": hex(&header.seed.0),
        "texts": texts,
        "labels": header.labels,
    })
}

/// Plays both logs up to and with the record that differs, and compares the tables.
fn tables(games: &Games, left: &[u8], right: &[u8], parting: &mut Parting) {
    match played(games, left, parting.records + parting.left_notes) {
        Ok(mut line) => {
            parting.left_says = parting.left.as_ref().map(|logged| in_words(line.game(), &logged.record));
            parting.right_says = parting.right.as_ref().map(|logged| in_words(line.game(), &logged.record));
        }
        Err(stop) => return parting.not_compared = Some(stop.to_string()),
    }
    let records = |notes: u64| parting.records + notes + 1;
    let (left_records, right_records) = (records(parting.left_notes), records(parting.right_notes));
    let (mut a, mut b) = match (played(games, left, left_records), played(games, right, right_records)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(stop), _) => return parting.not_compared = Some(format!("left: {stop}")),
        (_, Err(stop)) => return parting.not_compared = Some(format!("right: {stop}")),
    };
    if let (true, Some(logged)) = (parting.same_input, &parting.left) {
        parting.here = match &logged.record {
            Record::Decision(made) => tag(left, parting.decisions + 1, made, a.game()),
            other => here(a.game(), other),
        };
    }
    parting.state = differences(a.game(), b.game());
}

/// A record in words; `game` stands before it.
fn in_words(game: &mut dyn Match, record: &Record) -> String {
    match record {
        Record::Header(_) => "a header".to_string(),
        Record::SeedCommitment(body) => {
            format!("{} commits to its part of the seed: {}", Party(body.party).named(), body.commitment)
        }
        Record::SeedReveal(body) => format!("{} shows its part of the seed", Party(body.party).named()),
        Record::Decision(made) => format!(
            "{}: {} (tag {})",
            made.seat,
            answer_in_words(game, Viewer::Judge, &made.choice),
            made.tag.hex()
        ),
        Record::Rewind(rewind) => format!("the match goes back to decision {}", rewind.to),
        Record::Annotation(note) => format!("a note: {}", note.text),
        Record::Seal(seal) => format!("a seal after decision {}, state root {}", seal.decisions, seal.root),
        Record::Outcome(outcome) => format!("the end: {}", outcome_in_words(outcome)),
        Record::Signature(signature) => {
            format!("{} signs, with the key {}", signature.party.named(), signature.name)
        }
        Record::Observed(_) => "the salt of an observed log".to_string(),
        Record::Given(given) => given_in_words(given),
    }
}

/// Stated draws in words.
fn given_in_words(given: &Given) -> String {
    let draws: Vec<String> =
        given.draws.iter().map(|draw| draw_in_words(draw.purpose, draw.number)).collect();
    if draws.is_empty() {
        "the host states draws".to_string()
    } else {
        format!("the host states the result of {}", listed(draws, "and"))
    }
}

/// The tag that this engine gives decision record `number` of a log, after which `game` stands.
fn tag(log: &[u8], number: u32, made: &Decision, game: &mut dyn Match) -> Option<String> {
    let seed = Reader::open(log).ok()?.header().seed;
    Some(TagKey::new(&seed).hide(number, made.seat, &made.choice, game.state_tag()).hex())
}

/// This engine's result for the claim of a record other than a decision.
fn here(game: &mut dyn Match, record: &Record) -> Option<String> {
    match record {
        Record::Seal(_) => Some(game.root().hex()),
        Record::Outcome(_) => game.outcome().map(|outcome| outcome_in_words(&outcome)),
        Record::Header(_)
        | Record::SeedCommitment(_)
        | Record::SeedReveal(_)
        | Record::Decision(_)
        | Record::Rewind(_)
        | Record::Annotation(_)
        | Record::Signature(_)
        | Record::Observed(_)
        | Record::Given(_) => None,
    }
}

/// Where the states of two matches differ, by component, leaf and field.
pub fn differences(left: &dyn Match, right: &dyn Match) -> Vec<Difference> {
    let mut found = Vec::new();
    if let (Value::Object(left), Value::Object(right)) = (left.state_value(), right.state_value()) {
        for (name, value) in &left {
            compare(name, value, right.get(name).unwrap_or(&Value::Null), &mut found);
        }
    }
    found
}

/// The match after the first `records` records of a log, whatever it claims of the game.
fn played(games: &Games, log: &[u8], records: u64) -> Result<Timeline, Stop> {
    let mut reader = Reader::open(log)?;
    let game = start(factory(games, reader.header()).map_err(StartError::from)?, reader.header(), false)?;
    let mut line = Timeline::new(game, Some(SPACING));
    for _ in 0..records {
        let Some(logged) = reader.next_record()? else { break };
        match logged.record {
            Record::Decision(made) => {
                if line.decide(made.seat, made.choice.clone()).is_err() {
                    return Err(Stop::Refused(Box::new(refused(
                        line.game(),
                        Viewer::Judge,
                        made.seat,
                        &made.choice,
                        logged.at.decision + 1,
                    ))));
                }
            }
            Record::Rewind(rewind) => line.rewind(rewind.to),
            Record::Header(_)
            | Record::SeedCommitment(_)
            | Record::SeedReveal(_)
            | Record::Annotation(_)
            | Record::Seal(_)
            | Record::Outcome(_)
            | Record::Signature(_)
            | Record::Observed(_)
            | Record::Given(_) => {}
        }
    }
    Ok(line)
}
