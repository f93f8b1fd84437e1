//! Two matches that differ only in what a viewer may not know give that viewer logs that cannot be told apart, as
//! whole files; and who knows all cards that there are finds none of them in such a log.

use duelog_kernel::factory::RandomDecks;
use duelog_kernel::info::{CardInfo, CardText, DefinitionError, RuleInfo};
use duelog_kernel::setup::SetupError;
use duelog_kernel::table::News;
use duelog_kernel::vocabulary::{Examples, Kind};
use duelog_kernel::{Digest, Factory, Revision};
use duelog_log_format::observed::{OpenedZone, Shown, salt};
use duelog_log_format::{Opened, ViewLog};
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{Options, Recorder, Wanted, disclose};

use super::*;

/// Starts every match from one table.
struct Begun<G: Exchanged> {
    factory: Box<dyn Factory>,
    table: Table<G>,
}

impl<G: Exchanged> Factory for Begun<G> {
    fn start(&self, _: &Setup, _: bool) -> Result<Box<dyn Match>, SetupError> {
        Ok(Box::new(self.table.clone()))
    }
    fn game(&self) -> &'static str {
        self.factory.game()
    }
    fn editions(&self) -> &'static [&'static str] {
        self.factory.editions()
    }
    fn revision(&self) -> u32 {
        self.factory.revision()
    }
    fn revisions(&self) -> Vec<Revision> {
        self.factory.revisions()
    }
    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError> {
        self.factory.definitions(setup)
    }
    fn random_decks(&self) -> Result<RandomDecks, SetupError> {
        self.factory.random_decks()
    }
    fn cards(&self) -> Vec<CardInfo> {
        self.factory.cards()
    }
    fn card(&self, name: &str) -> Option<CardText> {
        self.factory.card(name)
    }
    fn check(&self, text: &str) -> Result<Vec<String>, DefinitionError> {
        self.factory.check(text)
    }
    fn words(&self) -> &'static [Kind] {
        self.factory.words()
    }
    fn examples(&self) -> Examples {
        self.factory.examples()
    }
    fn file_name(&self, name: &str) -> String {
        self.factory.file_name(name)
    }
    fn rules(&self) -> Vec<RuleInfo> {
        self.factory.rules()
    }
    fn said(&self) -> &'static [&'static str] {
        self.factory.said()
    }
}

/// The same table with two cards exchanged that differ and that the viewer may not know.
fn swapped<G: Exchanged>(game: &Table<G>, viewer: Viewer, seed: u64) -> Table<G> {
    let state = game.state();
    let unknown = |id: ObjectId| game.rules().unknown_card(state, viewer, id);
    let ids = || (0..G::ids(state)).map(ObjectId);
    let groups: std::collections::BTreeSet<(Seat, u8)> = ids().filter_map(unknown).collect();
    let mut other = state.clone();
    for group in groups.into_iter().rev() {
        let hidden: Vec<ObjectId> = ids().filter(|id| unknown(*id) == Some(group)).collect();
        let Some(one) = hidden.get(seed as usize / 6 % hidden.len().max(1)) else { continue };
        let unlike = |id: &&ObjectId| G::card(state, **id) != G::card(state, *one);
        if let Some(two) = hidden.iter().rev().find(unlike) {
            G::exchange(&mut other, *one, state, *two);
            G::exchange(&mut other, *two, state, *one);
            break;
        }
    }
    again(game, &other)
}

/// The answers that both tables take until the viewer may know a difference, 150 at most.
fn in_common<G: Exchanged>(
    one: &Table<G>,
    other: &Table<G>,
    viewer: Viewer,
    seed: u64,
) -> Vec<(Seat, Choice)> {
    let (mut one, mut other, mut stream, mut line) = (one.clone(), other.clone(), random(seed), Vec::new());
    let heard = match viewer {
        Viewer::Seat(seat) => usize::from(seat.0) + 1,
        Viewer::Public | Viewer::Judge => 0,
    };
    let take = |game: &mut Table<G>| game.observed().unwrap_or_default();
    [&mut one, &mut other].into_iter().for_each(|game| {
        game.observe();
        take(game);
    });
    while line.len() < 150 {
        let Some(request) = one.request().cloned() else { break };
        let answer = (0..20)
            .filter_map(|_| sample::answer(&request, &mut stream))
            .find(|choice| other.check(request.seat, choice).is_ok());
        let Some(choice) = answer else { break };
        for game in [&mut one, &mut other] {
            game.decide(request.seat, &choice).expect("offered");
        }
        let (left, right) = (take(&mut one), take(&mut other));
        // A card that was shown and is hidden again has been told apart, too.
        let unlike = |id: ObjectId| G::card(one.state(), id) != G::card(other.state(), id);
        let tells = |news: &News| news.viewers[heard].objects.iter().any(|seen| unlike(seen.object));
        let apart = tells(&left) || tells(&right) || told_apart(&one, &other, viewer);
        let asks = |game: &Table<G>| game.request().map(|request| (request.seat, request.prompt));
        if apart || asks(&one) != asks(&other) {
            break;
        }
        line.push((request.seat, choice));
    }
    line
}

/// The full log of a match and those of its viewers.
fn recorded<G: Exchanged>(
    table: &Table<G>,
    setup: &Setup,
    line: &[(Seat, Choice)],
) -> (Vec<u8>, Vec<Vec<u8>>) {
    let begun = Begun { factory: G::factory(), table: table.clone() };
    let key = SecretKey::new("example.com/host", &[7; 32]).expect("a key");
    let options = Options { observed: Some([5; 32]), key: Some(key), ..Options::default() };
    let mut recorder = Recorder::new(&begun, setup, &options, Vec::new()).expect("it starts");
    recorder.write_views(vec![Vec::new(); 3], None);
    for (seat, choice) in line {
        recorder.decide(*seat, choice).expect("legal");
    }
    recorder.seal().expect("memory");
    recorder.into_storages().expect("memory")
}

/// The payloads of a viewer's log.
fn payloads(mut file: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    file = &file[8..];
    while !file.is_empty() {
        let width = file.iter().position(|byte| byte & 0x80 == 0).expect("it ends") + 1;
        let length = file[..width].iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f));
        all.push(&file[width..width + length]);
        file = &file[width + length + 4..];
    }
    all
}

/// Compares the logs of a viewer record by record; how many decisions they have, and whether the full ones differ.
fn compare<G: Exchanged>(seed: u64) -> (usize, bool) {
    let setup = setup::<G>(5000 + seed);
    let viewer = VIEWERS[seed as usize % 3];
    let begun = G::table(&setup, false);
    let one = again(&begun, begun.state());
    let other = if seed.is_multiple_of(2) { twin(&one, viewer) } else { swapped(&one, viewer, seed) };
    let line = in_common(&one, &other, viewer, seed);
    let (left, right) = (recorded(&one, &setup, &line), recorded(&other, &setup, &line));
    let place = match viewer {
        Viewer::Seat(seat) => usize::from(seat.0) + 1,
        Viewer::Public | Viewer::Judge => 0,
    };
    let (one, other) = (&left.1[place], &right.1[place]);
    let at = format!("{} {seed}, {viewer:?}", G::GAME);
    assert_eq!(one.len(), other.len(), "{at}: the lengths of the files");
    let (one, other) = (payloads(one), payloads(other));
    let shape = |records: &[&[u8]]| -> Vec<(u8, usize)> {
        records.iter().map(|record| (record[0], record.len())).collect()
    };
    assert_eq!(shape(&one), shape(&other), "{at}: kinds and lengths");
    for (number, (left, right)) in one.iter().zip(&other).enumerate() {
        match left[0] {
            // Header and observations, with all words: no byte differs.
            1 | 2 => assert_eq!(left, right, "{at}: record {number}"),
            // A seal: its number and how many decisions there are; all else is hashes under keys.
            3 => {
                let counts = |seal: &[u8]| (seal[1], seal[34]);
                assert_eq!(counts(left), counts(right), "{at}: record {number}");
            }
            _ => {}
        }
    }
    (line.len(), left.0 != right.0)
}

fn compare_all<G: Exchanged>() {
    let games = number_from("DUELOG_PAIRED_GAMES", 60);
    let found: Vec<(usize, bool)> = (0..games).map(compare::<G>).collect();
    let decisions: usize = found.iter().map(|found| found.0).sum();
    let unlike = found.iter().filter(|found| found.1).count();
    println!("{}: {games} pairs, {unlike} unlike, {decisions} decisions", G::GAME);
    assert!(
        unlike * 4 > found.len() * 3 && decisions > found.len() * 5,
        "{unlike} unlike, {decisions} decisions"
    );
}

#[test]
fn pairs_of_magic() {
    compare_all::<Magic>();
}

#[test]
fn pairs_of_duel_masters() {
    compare_all::<DuelMasters>();
}

#[test]
fn pairs_of_flesh_and_blood() {
    compare_all::<FleshAndBlood>();
}

/// Who knows all cards, how leaves are made and all that a player's log holds finds no other's card by trying.
fn try_all_cards<G: Exchanged>() {
    let setup = setup::<G>(5000);
    let table = G::table(&setup, false);
    let (full, views) = recorded(&table, &setup, &[]);
    let factory = G::factory();
    let library = if G::GAME == "magic" { "library" } else { "deck" };
    let wanted = Wanted::Zone { name: library.to_string(), seat: Some(Seat(1)), card: Some(0) };
    let good = disclose(&*factory, &full, 0, &wanted).expect("sealed").disclosure;
    let Opened::Zone(OpenedZone { shown: Shown::One { card, .. }, .. }) = &good.fact else {
        panic!("a card")
    };
    let names: Vec<String> = factory.cards().into_iter().map(|card| card.name).collect();
    assert!(names.contains(&card.name), "the card is among those that are tried");
    for view in &views[..2] {
        let log = ViewLog::read(view).expect("good");
        let guesses = [[0; 32], log.header.key, salt(&log.header.key, 0), log.match_id.0];
        for (name, guess) in names.iter().flat_map(|name| guesses.map(|guess| (name, guess))) {
            let mut tried = good.clone();
            let Opened::Zone(OpenedZone { shown: Shown::One { card, salt, .. }, .. }) = &mut tried.fact
            else {
                panic!("a card")
            };
            (card.name, *salt) = (name.clone(), guess);
            assert!(tried.check(&log).is_err(), "{name} is found without the salt");
        }
        assert_eq!(good.check(&log), Ok(()));
    }
}

#[test]
fn all_cards_of_each_game_are_tried_in_vain() {
    try_all_cards::<Magic>();
    try_all_cards::<DuelMasters>();
    try_all_cards::<FleshAndBlood>();
}
