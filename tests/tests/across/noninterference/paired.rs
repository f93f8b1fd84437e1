//! Two matches that differ only in what a viewer may not know give that viewer logs that cannot be told apart, as
//! whole files; and who knows all cards that there are finds none of them in such a log.

use duelog_kernel::factory::{RandomDecks, RandomTable};
use duelog_kernel::info::{CardInfo, CardText, DefinitionError, RuleInfo};
use duelog_kernel::setup::SetupError;
use duelog_kernel::table::News;
use duelog_kernel::vocabulary::{Examples, Kind};
use duelog_kernel::{Digest, Factory, Revision};
use duelog_log_format::observed::{OpenedZone, Shown, salt};
use duelog_log_format::{Disclosure, Opened, Undisclosed, ViewLog};
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{FactToOpen, Options, Recorder, disclose};

use super::*;

/// The viewers of a match of two players.
const VIEWERS: [Viewer; 3] = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public];

/// Starts every match from one table.
struct Begun<G: Exchanged> {
    factory: Box<dyn Factory>,
    table: Table<G>,
}

impl<G: Exchanged> Factory for Begun<G> {
    fn start_under(
        &self,
        _: u32,
        _: &Setup,
        _: Option<&duelog_kernel::given::GivenDraws>,
        _: bool,
    ) -> Result<Box<dyn Match>, SetupError> {
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
    fn random_decks(&self, compiled: bool, table: &RandomTable) -> Result<RandomDecks, SetupError> {
        self.factory.random_decks(compiled, table)
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

/// The same table with two cards exchanged that differ and that none of the viewers may know.
fn swapped<G: Exchanged>(game: &Table<G>, viewers: &[Viewer], seed: u64) -> Table<G> {
    let state = game.state();
    let unknown = |id: ObjectId| {
        let mut to_all = viewers.iter().map(|viewer| game.rules().interchangeable(state, *viewer, id));
        let first = to_all.next().flatten();
        first.filter(|_| to_all.all(|to| to.is_some()))
    };
    let ids = || (0..G::ids(state)).map(ObjectId);
    let groups: std::collections::BTreeSet<(Seat, u8)> = ids().filter_map(unknown).collect();
    let mut other = state.clone();
    for group in groups.into_iter().rev() {
        let hidden: Vec<ObjectId> = ids().filter(|id| unknown(*id) == Some(group)).collect();
        let Some(one) = hidden.get(seed as usize / 6 % hidden.len().max(1)) else { continue };
        let unlike = |id: &&ObjectId| G::card(state, **id) != G::card(state, *one);
        if let Some(two) = hidden.iter().rev().find(unlike) {
            G::swap_hidden(&mut other, *one, state, *two);
            G::swap_hidden(&mut other, *two, state, *one);
            break;
        }
    }
    again(game, &other)
}

/// The place of a viewer's log among all.
fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => usize::from(seat.0) + 1,
        Viewer::Public | Viewer::Judge => 0,
    }
}

/// The answers that both tables take until one of the viewers may know a difference, 150 at most.
fn in_common<G: Exchanged>(
    one: &Table<G>,
    other: &Table<G>,
    viewers: &[Viewer],
    seed: u64,
) -> Vec<(Seat, Choice)> {
    let (mut one, mut other, mut stream, mut line) = (one.clone(), other.clone(), random(seed), Vec::new());
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
        let tells = |news: &News, viewer: Viewer| {
            news.viewers[place(viewer)].objects.iter().any(|seen| unlike(seen.object))
        };
        // Whoever saw it keeps what was shown by an action that is taken back, of which no object is left.
        let taken_back = |viewer: Viewer| {
            let [left, right] = [&left, &right].map(|news| &news.viewers[place(viewer)].objects);
            let mut both = left.iter().zip(right);
            both.any(|(left, right)| left != right && G::card(one.state(), left.object).is_none())
        };
        let apart = viewers.iter().any(|viewer| {
            let told = tells(&left, *viewer) || tells(&right, *viewer) || taken_back(*viewer);
            told || told_apart(&one, &other, *viewer)
        });
        let asks = |game: &Table<G>| game.request().map(|request| (request.seat, request.prompt));
        if apart {
            break;
        }
        // Being asked tells nothing.
        assert_eq!(asks(&one), asks(&other), "game {seed}, after {choice:?}");
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
    recorder.write_views(vec![Vec::new(); setup.decks.len() + 1], None);
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

/// Compares two logs of one viewer record by record.
fn alike_as_files(one: &[u8], other: &[u8], at: &str) {
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
}

/// Records two matches that differ in what none of the viewers may know, and compares what these have of them; how
/// many decisions there are, and whether the full logs differ.
fn compare<G: Exchanged>(seed: u64, viewers: &[Viewer]) -> (usize, bool) {
    compare_of::<G>(seed, &setup::<G>(5000 + seed), viewers)
}

fn compare_of<G: Exchanged>(seed: u64, setup: &Setup, viewers: &[Viewer]) -> (usize, bool) {
    let begun = G::table(setup, false);
    let one = again(&begun, begun.state());
    let other = match viewers {
        [viewer] if seed.is_multiple_of(2) => twin(&one, *viewer),
        _ => swapped(&one, viewers, seed),
    };
    let line = in_common(&one, &other, viewers, seed);
    let (left, right) = (recorded(&one, setup, &line), recorded(&other, setup, &line));
    for viewer in viewers {
        let (at, place) = (format!("{} {seed}, {viewer:?}", G::GAME), place(*viewer));
        alike_as_files(&left.1[place], &right.1[place], &at);
    }
    (line.len(), left.0 != right.0)
}

/// Each viewer alone, then both players together.
fn compare_all<G: Exchanged>() {
    let games = number_from("DUELOG_PAIRED_GAMES", 60);
    let mut found: Vec<(usize, bool)> =
        (0..games).map(|seed| compare::<G>(seed, &[VIEWERS[seed as usize % 3]])).collect();
    found.extend((0..games.div_ceil(4)).map(|seed| compare::<G>(9000 + seed, &VIEWERS)));
    let decisions: usize = found.iter().map(|found| found.0).sum();
    let unlike = found.iter().filter(|found| found.1).count();
    println!("{}: {} pairs, {unlike} unlike, {decisions} decisions", G::GAME, found.len());
    assert!(
        unlike * 4 > found.len() * 3 && decisions > found.len() * 5,
        "{unlike} unlike, {decisions} decisions"
    );
}

#[test]
fn pairs_of_magic() {
    compare_all::<Magic>();
}

/// Four players in two teams: each viewer alone, then a team together.
#[test]
fn pairs_of_teams_of_magic() {
    let of = |seed: u64| several(seed, 4, &[("teams", "2")]);
    let mut found: Vec<(usize, bool)> = Vec::new();
    for seed in 0..10 {
        let setup = of(seed);
        let viewers = viewers(&setup);
        found.push(compare_of::<Magic>(seed, &setup, &[viewers[seed as usize % viewers.len()]]));
        found.push(compare_of::<Magic>(9001 + seed, &setup, &viewers[..2]));
    }
    let decisions: usize = found.iter().map(|found| found.0).sum();
    let unlike = found.iter().filter(|found| found.1).count();
    assert!(unlike * 4 > found.len() * 3 && decisions > 100, "{unlike} unlike, {decisions} decisions");
}

#[test]
fn pairs_of_duel_masters() {
    compare_all::<DuelMasters>();
}

#[test]
fn pairs_of_flesh_and_blood() {
    compare_all::<FleshAndBlood>();
}

/// Seat 0 sees a card that is pitched for an action which is then taken back, and keeps what it saw.
#[test]
fn pair_645_of_flesh_and_blood_parts_where_a_payment_was_seen() {
    compare::<FleshAndBlood>(645, &[VIEWERS[645 % 3]]);
}

/// A disclosure with another card and another salt in it, for each card that there is and each salt that somebody
/// guesses, shows nothing.
fn tried_in_vain(good: &Disclosure, names: &[String], guesses: &[[u8; 32]], log: &ViewLog) {
    let one = |disclosure: &Disclosure| match &disclosure.fact {
        Opened::Zone(OpenedZone { shown: Shown::One { card, .. }, .. }) => card.clone(),
        other => panic!("a card was asked for: {other:?}"),
    };
    assert!(names.contains(&one(good).name), "the card is among those that are tried");
    assert_eq!(good.check(log), Ok(()));
    for (name, guess) in names.iter().flat_map(|name| guesses.iter().map(move |guess| (name, guess))) {
        let mut tried = good.clone();
        if let Opened::Zone(OpenedZone { shown: Shown::One { card, salt, .. }, .. }) = &mut tried.fact {
            (card.name, *salt) = (name.clone(), *guess);
        }
        assert!(tried.check(log).is_err(), "{name} is found without the salt");
    }
}

/// Who knows all cards, how leaves are made and all that players' logs hold finds no hidden card by trying; neither
/// does a judge to whom another card, or the whole zone at another seal, has been opened.
fn try_all_cards<G: Exchanged>() {
    let setup = setup::<G>(5000);
    let table = G::table(&setup, false);
    let line = in_common(&table, &table, &[], 1);
    let (full, views) = recorded(&table, &setup, &line);
    let factory = G::factory();
    let library = if G::GAME == "magic" { "library" } else { "deck" };
    let open = |at: u32, card: Option<u32>| {
        let wanted = FactToOpen::Zone { name: library.to_string(), seat: Some(Seat(1)), card };
        disclose(&*factory, &full, at, &wanted).expect("sealed").disclosure
    };
    let (good, other, later) = (open(0, Some(0)), open(0, Some(1)), open(65, None));
    assert!(later.seal > good.seal);
    let mut guesses = vec![[0; 32], good.match_id.0, good.roots.cards.0];
    let mut learned = Vec::new();
    for view in &views {
        learned.push(ViewLog::read(view).expect("good").header.key);
    }
    if let Opened::Zone(OpenedZone { shown: Shown::One { salt, path, .. }, .. }) = &other.fact {
        learned.push(*salt);
        guesses.extend(path.iter().map(|step| step.0));
    }
    if let Opened::Zone(OpenedZone { shown: Shown::All { key, .. }, .. }) = &later.fact {
        learned.push(*key);
    }
    assert_eq!(learned.len(), 5);
    guesses.extend(learned.iter().flat_map(|key| [*key, salt(key, 0), salt(key, 1)]));
    let cards = factory.cards().into_iter().filter(|card| !card.compiled);
    let names: Vec<String> = cards.map(|card| card.name).collect();
    for view in &views {
        tried_in_vain(&good, &names, &guesses, &ViewLog::read(view).expect("good"));
    }
}

#[test]
fn all_cards_of_each_game_are_tried_in_vain() {
    try_all_cards::<Magic>();
    try_all_cards::<DuelMasters>();
    try_all_cards::<FleshAndBlood>();
}

/// A host that exchanges hidden cards after a seal opens nothing that the seal which viewers have has not said.
fn change_after_a_seal<G: Exchanged>() {
    let setup = setup::<G>(5001);
    let begun = G::table(&setup, false);
    let one = again(&begun, begun.state());
    let other = swapped(&one, &VIEWERS, 1);
    let line = in_common(&one, &other, &VIEWERS, 1);
    let ((full, views), (changed, _)) = (recorded(&one, &setup, &line), recorded(&other, &setup, &line));
    let public = ViewLog::read(&views[0]).expect("good");
    let library = if G::GAME == "magic" { "library" } else { "deck" };
    let mut changed_ones = 0;
    for seat in [Seat(0), Seat(1)] {
        let wanted = FactToOpen::Zone { name: library.to_string(), seat: Some(seat), card: None };
        let open = |log: &[u8], table: &Table<G>| {
            let begun = Begun { factory: G::factory(), table: table.clone() };
            disclose(&begun, log, 0, &wanted).expect("sealed").disclosure
        };
        let (honest, changed) = (open(&full, &one), open(&changed, &other));
        assert_eq!((honest.match_id, honest.check(&public)), (changed.match_id, Ok(())));
        changed_ones += usize::from(honest.fact != changed.fact);
        let lie = Disclosure { roots: honest.roots, ..changed.clone() };
        assert_eq!(changed.check(&public), Err(Undisclosed::False(1)));
        assert!(lie.fact == honest.fact || lie.check(&public) == Err(Undisclosed::False(1)));
    }
    assert!(changed_ones > 0, "a card was exchanged");
}

#[test]
fn a_hidden_card_is_not_exchanged_after_a_seal() {
    change_after_a_seal::<Magic>();
    change_after_a_seal::<DuelMasters>();
    change_after_a_seal::<FleshAndBlood>();
}
