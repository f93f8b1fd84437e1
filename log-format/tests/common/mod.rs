//! Logs to test with.
#![allow(dead_code)]

use std::ops::Range;

use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Choice, Digest, Item, ObjectId, Outcome, Seat, Seed, Setup, Tag};
use duelog_log_format::{
    Annotation, Durability, Header, Progress, Record, Rewind, Storage, Topic, WriteError, Writer, seeds,
};
use proptest::prelude::*;

/// A digest of a small number.
pub fn root(number: u32) -> Digest {
    Digest(Seed::from_number(u64::from(number)).0)
}

/// A tag of a small number.
pub fn tag(number: u32) -> Tag {
    let mut tag = [0; 8];
    tag.copy_from_slice(&root(number).0[..8]);
    Tag(tag)
}

/// The setup of a game that does not exist.
pub fn setup() -> Setup {
    let deck = |name: &str| Deck {
        name: name.to_string(),
        cards: vec![(20, "Alpha".to_string()), (40, "Gamma".to_string())],
        ..Deck::default()
    };
    Setup {
        game: "vectors".to_string(),
        edition: "1".to_string(),
        decks: vec![deck("first"), deck("second")],
        start: Start::Normal,
        seed: Seed::from_number(1),
    }
}

/// The definitions that go with [`setup`].
pub fn definitions() -> Vec<(String, Digest)> {
    (0..).zip(["Alpha", "Beta", "Gamma"]).map(|(number, name)| (name.to_string(), root(number))).collect()
}

/// The header of [`setup`].
pub fn header() -> Header {
    Header::new(&setup(), 1, &definitions(), "duelog test").expect("a good header").label("round", "3")
}

/// An outcome.
pub fn outcome() -> Outcome {
    Outcome { winners: vec![Seat(1)], reason: "no cards left".to_string(), rule: "1.1".to_string() }
}

/// Writes a plain decision.
pub fn decide<S: Storage>(writer: &mut Writer<S>, seat: u8, number: u32) -> Result<(), WriteError> {
    let item = if number.is_multiple_of(3) { Item::Pass } else { Item::Act(2, ObjectId(number)) };
    writer.decision(Seat(seat), &Choice::one(item), tag(number)).map(drop)
}

/// One step of a match that does not exist.
#[derive(Debug, Clone)]
pub enum Step {
    /// A decision of a seat.
    Decide(bool, Choice),
    /// Going back by a share of the line.
    Rewind(prop::sample::Index),
    /// A note.
    Note(Topic, Option<bool>, Option<u64>, String),
    /// A seal that nobody needs.
    Seal,
}

/// A match: its steps, whether the host commits to the seed, and whether the match ends.
#[derive(Debug, Clone)]
pub struct Script {
    steps: Vec<Step>,
    commits: bool,
    ends: bool,
}

fn choice() -> impl Strategy<Value = Choice> {
    let item = prop_oneof![
        Just(Item::Pass),
        any::<bool>().prop_map(Item::Flag),
        (0..400u32).prop_map(|id| Item::Object(ObjectId(id))),
        (any::<u8>(), 0..40_000u32).prop_map(|(verb, id)| Item::Act(verb, ObjectId(id))),
        (0..400u32, any::<u32>()).prop_map(|(a, b)| Item::Pair(ObjectId(a), ObjectId(b))),
    ];
    let some = prop::collection::vec(item.clone(), 0..12);
    prop_oneof![
        6 => item.clone().prop_map(Choice::one),
        1 => some.prop_map(Choice::Pick),
        1 => any::<u32>().prop_map(Choice::Number),
        1 => prop::collection::vec((item, any::<u32>()), 0..40).prop_map(Choice::Split),
        1 => ".{0,40}".prop_map(Choice::Name),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let topic = prop_oneof![Just(Topic::Clock), Just(Topic::Note), Just(Topic::Penalty), Just(Topic::Fault)];
    prop_oneof![
        20 => (any::<bool>(), choice()).prop_map(|(seat, choice)| Step::Decide(seat, choice)),
        1 => any::<prop::sample::Index>().prop_map(Step::Rewind),
        1 => (topic, any::<Option<bool>>(), any::<Option<u64>>(), ".{0,60}").prop_map(|(topic, seat, time, text)| Step::Note(topic, seat, time, text)),
        1 => Just(Step::Seal),
    ]
}

/// Matches with a number of steps in `range`.
pub fn script(range: Range<usize>) -> impl Strategy<Value = Script> {
    (prop::collection::vec(step(), range), any::<bool>(), any::<bool>())
        .prop_map(|(steps, commits, ends)| Script { steps, commits, ends })
}

/// A whole log and what was written to it.
pub struct Log {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its header.
    pub header: Header,
    /// All records but the header.
    pub records: Vec<Record>,
    /// Where the records end, the header first.
    pub ends: Vec<usize>,
    /// How far it goes.
    pub progress: Progress,
}

impl Log {
    /// The log of `script`.
    pub fn written(script: &Script) -> Log {
        let header = header();
        let mut writer = Writer::create(Vec::new(), &header, Durability::None).expect("memory");
        let (mut records, mut ends) = (Vec::new(), vec![writer.progress().bytes() as usize]);
        let mut put = |writer: &mut Writer<Vec<u8>>, record: Record| {
            writer.append(&record).expect("fits");
            ends.push(writer.progress().bytes() as usize);
            records.push(record);
        };
        let seal = |writer: &Writer<Vec<u8>>| {
            let progress = writer.progress();
            Record::Seal(progress.next_seal(root(progress.decisions())))
        };
        let salt = [9; 32];
        if script.commits {
            let commitment = seeds::commitment(&seeds::binding(&header), seeds::HOST, &salt, &header.seed);
            put(
                &mut writer,
                Record::SeedCommitment(duelog_log_format::SeedCommitment { party: seeds::HOST, commitment }),
            );
        }
        for (number, step) in (0..).zip(&script.steps) {
            if writer.seal_due() {
                let record = seal(&writer);
                put(&mut writer, record);
            }
            let record = match step {
                Step::Decide(seat, choice) => Record::Decision(duelog_log_format::Decision {
                    seat: Seat(u8::from(*seat)),
                    choice: choice.clone(),
                    tag: tag(number),
                }),
                Step::Rewind(_) if writer.progress().line() == 0 => continue,
                Step::Rewind(to) => {
                    Record::Rewind(Rewind { to: to.index(writer.progress().line() as usize) as u32 })
                }
                Step::Note(topic, seat, time_ms, text) => Record::Annotation(Annotation {
                    topic: *topic,
                    seat: seat.map(|seat| Seat(u8::from(seat))),
                    time_ms: *time_ms,
                    text: text.clone(),
                }),
                Step::Seal if writer.progress().sealed() => continue,
                Step::Seal => seal(&writer),
            };
            put(&mut writer, record);
        }
        if script.ends {
            put(&mut writer, Record::Outcome(outcome()));
            if script.commits {
                put(
                    &mut writer,
                    Record::SeedReveal(duelog_log_format::SeedReveal {
                        party: seeds::HOST,
                        salt,
                        seed: header.seed,
                    }),
                );
            }
            let record = seal(&writer);
            put(&mut writer, record);
        }
        let progress = *writer.progress();
        Log { bytes: writer.into_storage().expect("memory"), header, records, ends, progress }
    }
}
