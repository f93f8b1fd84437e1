//! Games of Magic to record, and logs to forge.

use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Factory, Match, Seed, Setup, deck, sample};
use duelog_log_format::{Decision, Durability, Header, Reader, Record, Seal, Writer};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{Options, Recorder};

const DECKS: [&str; 2] = [
    include_str!("../../../fixtures/decks/magic/white-blue-flyers.deck"),
    include_str!("../../../fixtures/decks/magic/red-green-beasts.deck"),
];

/// The games that logs are verified with.
pub fn games() -> Vec<Box<dyn Factory>> {
    vec![Box::new(MagicFactory::default())]
}

/// One of the decks.
pub fn the_deck(place: usize) -> Deck {
    deck::parse(DECKS[place]).expect("a good deck")
}

/// A start of the game.
pub fn setup(seed: u64) -> Setup {
    Setup {
        game: "magic".into(),
        edition: "2019-01-25".into(),
        decks: vec![the_deck((seed % 2) as usize), the_deck((seed / 2 % 2) as usize)],
        start: Start::Normal,
        seed: Seed::from_number(seed),
    }
}

/// A player's random mind.
pub fn mind(seed: u64) -> Stream {
    Rng::new(Seed::from_number(seed ^ 0xb07)).peek(Purpose::Choice)
}

/// Plays a random legal decision; false when the match is over.
pub fn step(recorder: &mut Recorder<Vec<u8>>, mind: &mut Stream) -> bool {
    let Some(request) = recorder.game().request() else { return false };
    let (seat, choice) = (request.seat, sample::answer(request, mind).expect("something is legal"));
    recorder.decide(seat, &choice).expect("it is legal");
    true
}

/// Records a match of random legal decisions; of at most `most` of them.
pub fn recorded(seed: u64, most: u32) -> Vec<u8> {
    let mut recorder = Recorder::new(&MagicFactory::default(), &setup(seed), &Options::default(), Vec::new())
        .expect("it starts");
    let mut mind = mind(seed);
    while recorder.progress().line() < most && step(&mut recorder, &mut mind) {}
    if recorder.game().outcome().is_some() {
        recorder.finish().expect("it is over");
    }
    recorder.into_storage().expect("memory")
}

/// The header and the other records of a log without fault.
pub fn records(log: &[u8]) -> (Header, Vec<Record>) {
    let mut reader = Reader::open(log).expect("a log");
    let header = reader.header().clone();
    let mut records = Vec::new();
    while let Some(logged) = reader.next_record().expect("a good log") {
        records.push(logged.record);
    }
    (header, records)
}

/// A log of these records, chained and sealed anew: what somebody writes who knows the format. Seals come
/// where the format wants them; they keep the roots of those given, in order, as far as there are any.
pub fn forged(header: &Header, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::create(Vec::new(), header, Durability::None).expect("a header");
    for record in records {
        let record = match record {
            Record::Seal(seal) => {
                Record::Seal(Seal { observed: seal.observed, ..writer.progress().next_seal(seal.root) })
            }
            other => other.clone(),
        };
        writer.append(&record).unwrap_or_else(|error| panic!("{record:?}: {error}"));
    }
    writer.into_storage().expect("memory")
}

/// The place of the decision record `number` (from 1) among `records`.
pub fn place_of(records: &[Record], number: usize) -> usize {
    let decisions = records.iter().enumerate().filter(|record| matches!(record.1, Record::Decision(_)));
    decisions.map(|record| record.0).nth(number - 1).expect("there are so many")
}

/// The match after all of `records`, played without looking at what they claim.
pub fn played(header: &Header, records: &[Record]) -> Box<dyn Match> {
    let mut game = MagicFactory::default().start(&header.setup(), false).expect("it starts");
    for record in records {
        if let Record::Decision(made) = record {
            game.decide(made.seat, &made.choice).expect("it is legal");
        }
    }
    game
}

/// A decision by its number, to be changed.
pub fn decision(records: &mut [Record], number: usize) -> &mut Decision {
    let place = place_of(records, number);
    match &mut records[place] {
        Record::Decision(decision) => decision,
        other => panic!("{other:?}"),
    }
}

/// A finished observed match with signatures and two rewinds, and the logs of its viewers as they were written.
pub fn observed(seed: u64, most: u32) -> (Vec<u8>, Vec<Vec<u8>>) {
    let key = SecretKey::new("example.com/host", &[7; 32]).expect("a key");
    let options = Options { observed: Some([seed as u8; 32]), key: Some(key), ..Options::default() };
    let magic = MagicFactory::default();
    let mut recorder = Recorder::new(&magic, &setup(seed), &options, Vec::new()).expect("it starts");
    recorder.write_views(vec![Vec::new(); 3], None);
    let mut mind = mind(seed);
    while recorder.progress().decisions() < most && step(&mut recorder, &mut mind) {
        let decisions = recorder.progress().decisions();
        if decisions == 20 || decisions == 90 {
            recorder.rewind(recorder.progress().line() - 7).expect("there are more");
        }
        if decisions == 75 {
            recorder.seal().expect("memory");
        }
    }
    if recorder.game().outcome().is_some() {
        recorder.finish().expect("it is over");
    }
    recorder.into_storages().expect("memory")
}
