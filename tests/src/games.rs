//! Games for tests: decks from the fixtures, random play, how long a property is looked at.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::factory::{GameDefinition, GameFactory, RandomDecks, RandomTable};
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::setup::{Deck, Placed, Position, PositionPlayer, Setup, Start};
use duelog_kernel::table::Table;
use duelog_kernel::{Choice, Factory, Match, ObjectId, Seat, Seed, Viewer, deck, sample};
use duelog_magic::Magic;
use duelog_verifier::{Options, Recorder};

/// The decks of a game, in the order of their file names.
///
/// # Panics
/// When a deck file is unreadable.
pub fn decks(game: &str) -> Vec<Deck> {
    read("decks", game)
}

/// The decks of cards for tests, which between them have what no deck that is meant to be played has.
///
/// # Panics
/// When a deck file is unreadable.
pub fn mechanisms(game: &str) -> Vec<Deck> {
    read("mechanisms", game)
}

fn read(folder: &str, game: &str) -> Vec<Deck> {
    let files = crate::files(&crate::root(), &format!("fixtures/{folder}/{game}"), "deck");
    files
        .into_iter()
        .map(|(file, text)| deck::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}")))
        .collect()
}

/// What the tests ask of a game beyond its rules.
pub trait Played: GameDefinition {
    /// How many cards two decks have.
    const CARDS: usize;

    /// What makes its matches.
    fn factory() -> Box<dyn Factory> {
        Box::new(GameFactory::<Self>::default())
    }

    /// A match.
    ///
    /// # Panics
    /// When the setup cannot be played.
    fn table(setup: &Setup, journal: bool) -> Table<Self> {
        GameFactory::<Self>::default().table(setup, journal).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A match under the revision of the rules that a log names.
    ///
    /// # Panics
    /// When the setup cannot be played.
    fn table_under(revision: u32, setup: &Setup) -> Table<Self> {
        let factory = GameFactory::<Self>::default();
        factory.table_under(revision, setup, None, false).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The objects that say that they are in the zone of this number.
    fn in_zone(state: &Self::State, zone: usize) -> Vec<ObjectId>;

    /// How many cards are in all zones.
    fn cards(state: &Self::State) -> usize;

    /// Whether a viewer may not know which card an object is.
    fn is_hidden(state: &Self::State, viewer: Viewer, id: ObjectId) -> bool;
}

impl Played for Magic {
    const CARDS: usize = 120;

    fn in_zone(state: &Self::State, zone: usize) -> Vec<ObjectId> {
        state
            .board
            .objects
            .iter()
            .filter(|object| object.zone.index() == Some(zone))
            .map(|object| object.id)
            .collect()
    }

    fn cards(state: &Self::State) -> usize {
        let board = &state.board;
        let is_card = |id: &&ObjectId| {
            board
                .get(**id)
                .is_some_and(|object| !object.token && (object.stack.is_none() || object.is_spell()))
        };
        board.zones.iter().flatten().filter(is_card).count()
    }

    fn is_hidden(state: &Self::State, viewer: Viewer, id: ObjectId) -> bool {
        use duelog_magic::state::Zone;
        let Some(object) = state.board.get(id) else { return false };
        let seen = match viewer {
            Viewer::Seat(seat) => {
                // 715.4: who controls another player sees what that player sees.
                let controlled = state.board.turn.control.filter(|control| control.1 == seat);
                std::iter::once(seat).chain(controlled.map(|control| control.0)).any(|eyes| {
                    state.board.shown_to(id) & 1 << eyes.0 != 0
                        || [Zone::Hand(eyes), Zone::Outside(eyes)].contains(&object.zone)
                })
            }
            Viewer::Public | Viewer::Judge => state.board.shown_to(id) == u8::MAX,
        };
        object.zone.is_hidden() && !seen
    }
}

impl Played for DuelMasters {
    const CARDS: usize = 80;

    fn in_zone(state: &Self::State, zone: usize) -> Vec<ObjectId> {
        state
            .board
            .objects
            .iter()
            .filter(|object| object.zone.index() == Some(zone))
            .map(|object| object.id)
            .collect()
    }

    fn cards(state: &Self::State) -> usize {
        state
            .board
            .zones
            .iter()
            .flatten()
            .filter_map(|id| state.board.get(*id))
            .map(|object| object.pieces.len())
            .sum()
    }

    fn is_hidden(state: &Self::State, viewer: Viewer, id: ObjectId) -> bool {
        use duelog_duel_masters::state::Zone;
        let Some(object) = state.board.get(id) else { return false };
        let seen = match viewer {
            Viewer::Seat(seat) => object.seen & 1 << seat.0 != 0 || object.zone == Zone::Hand(seat),
            Viewer::Public | Viewer::Judge => object.seen == u8::MAX,
        };
        object.zone.is_private() && !object.castle && !seen
    }
}

impl Played for FleshAndBlood {
    const CARDS: usize = 94;

    fn in_zone(state: &Self::State, zone: usize) -> Vec<ObjectId> {
        state
            .board
            .objects
            .iter()
            .filter(|object| object.zone.index() == Some(zone))
            .map(|object| object.id)
            .collect()
    }

    fn cards(state: &Self::State) -> usize {
        use duelog_flesh_and_blood::state::Kind;
        let is_card = |id: &&ObjectId| state.board.get(**id).is_some_and(|object| object.kind == Kind::Card);
        state.board.zones.iter().flatten().filter(is_card).count()
    }

    fn is_hidden(state: &Self::State, viewer: Viewer, id: ObjectId) -> bool {
        use duelog_flesh_and_blood::language::definition::ZoneKind;
        let Some(object) = state.board.get(id) else { return false };
        let deck = object.zone.kind() == Some(ZoneKind::Deck);
        let looks = |seat: Seat| state.board.lookers(id) & 1 << seat.0 != 0;
        let seen = match viewer {
            Viewer::Seat(seat) => looks(seat) || (object.owner == seat && !deck),
            Viewer::Public | Viewer::Judge => (0..state.board.players.len() as u8).map(Seat).all(looks),
        };
        !object.public && !seen
    }
}

/// All games that are built in.
pub fn factories() -> Vec<Box<dyn Factory>> {
    vec![Magic::factory(), DuelMasters::factory(), FleshAndBlood::factory()]
}

/// The setup of game number `seed`, which goes through all pairs of decks.
pub fn setup<G: Played>(seed: u64) -> Setup {
    setup_of::<G>(seed, |_| true)
}

/// The same with the decks of certain names alone.
fn setup_of<G: Played>(seed: u64, wanted: impl Fn(&str) -> bool) -> Setup {
    let mut decks = decks(G::GAME);
    decks.retain(|deck| wanted(&deck.name));
    let count = decks.len() as u64;
    let pick = |place: u64| decks[(place % count) as usize].clone();
    Setup {
        game: G::GAME.to_string(),
        edition: G::factory().editions()[0].to_string(),
        decks: vec![pick(seed), pick(seed / count)],
        start: Start::Normal,
        seed: Seed::from_number(seed),
    }
}

/// The setup of game number `seed` of Magic.
pub fn magic_setup(seed: u64) -> Setup {
    setup::<Magic>(seed)
}

/// Setups of Magic over random decks, for a table of these terms.
///
/// # Panics
/// When the table cannot be set up.
pub fn magic_tables(seats: u8, terms: &[(&str, &str)]) -> RandomDecks {
    let terms = terms.iter().map(|(term, value)| ((*term).to_string(), (*value).to_string())).collect();
    let table = RandomTable { seats: Some(seats), terms };
    Magic::factory().random_decks(false, &table).expect("all definitions stand by themselves")
}

/// A match of Magic with a journal.
///
/// # Panics
/// When the setup cannot be played.
pub fn magic(setup: &Setup) -> Table<Magic> {
    Magic::table(setup, true)
}

/// A match of Magic without a journal.
///
/// # Panics
/// When the setup cannot be played.
pub fn silent(setup: &Setup) -> Table<Magic> {
    Magic::table(setup, false)
}

/// How much is on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Board {
    /// Four lands and a creature a player.
    Small,
    /// Twenty permanents a player; eight of them have effects on the others.
    Big,
    /// 250 permanents a player, 100 of which have effects on the others.
    Crowded,
    /// 62 creatures a player, 60 of which must attack, or must block whatever attacks.
    Required,
    /// So many permanents a player, none of which has an effect on others.
    Plain(usize),
}

const SMALL: [(&str, usize); 2] = [("Plains", 4), ("Griffin Sentinel", 1)];
const BIG: [(&str, usize); 8] = [
    ("Plains", 5),
    ("Honor of the Pure", 4),
    ("Captain of the Watch", 2),
    ("Guardian Seraph", 1),
    ("Soul Warden", 2),
    ("Serra Angel", 2),
    ("Griffin Sentinel", 2),
    ("Oakenform", 2),
];

const CROWDED: [(&str, usize); 8] = [
    ("Plains", 40),
    ("Griffin Sentinel", 100),
    ("Serra Angel", 10),
    ("Life Lender", 50),
    ("All Lands Awake", 10),
    ("White Creatures", 10),
    ("Grounding Field", 10),
    ("Honor of the Pure", 20),
];

const REQUIRED: [(&str, usize); 3] = [("Must Attack", 30), ("Must Block", 30), ("Prized Unicorn", 2)];

/// A position in the first main phase with equal boards, hands and libraries.
pub fn position(board: Board) -> Position {
    let mut player = PositionPlayer::default();
    let put = |player: &mut PositionPlayer, zone: &str, card: &str, count: usize| {
        let cards = player.zones.entry(zone.to_string()).or_default();
        cards.extend((0..count).map(|_| Placed { card: card.to_string(), ..Placed::default() }));
    };
    let plain: [(&str, usize); 2];
    let cards: &[(&str, usize)] = match board {
        Board::Small => &SMALL,
        Board::Big => &BIG,
        Board::Crowded => &CROWDED,
        Board::Required => &REQUIRED,
        Board::Plain(count) => {
            plain = [("Plains", count - count / 2), ("Griffin Sentinel", count / 2)];
            &plain
        }
    };
    cards.iter().for_each(|(card, count)| put(&mut player, "battlefield", card, *count));
    for (zone, count) in [("hand", 1), ("library", 12)] {
        ["Plains", "Griffin Sentinel", "Divine Verdict"]
            .iter()
            .for_each(|card| put(&mut player, zone, card, count));
    }
    let mut players = vec![player.clone(), player];
    for (seat, player) in players.iter_mut().enumerate() {
        let battlefield = player.zones.entry("battlefield".to_string()).or_default();
        let host = format!("host {seat}");
        for placed in battlefield {
            match placed.card.as_str() {
                "Guardian Seraph" => placed.label = host.clone(),
                "Oakenform" => drop(placed.facts.insert("attached-to".to_string(), host.clone())),
                _ => {}
            }
        }
    }
    Position { players, ..Position::default() }
}

/// The numbers that a bot draws from.
pub fn random(seed: u64) -> Stream {
    Rng::new(Seed::from_number(seed ^ 0x5eed)).peek(Purpose::Choice)
}

/// A random legal decision.
///
/// # Panics
/// When the match offers no legal answer.
pub fn decision(game: &dyn Match, random: &mut Stream) -> Option<(Seat, Choice)> {
    let request = game.request()?;
    let choice = sample::answer(request, random).unwrap_or_else(|| panic!("no legal answer to {request:?}"));
    Some((request.seat, choice))
}

/// How many decisions each property is looked at: 10,000, or `DUELOG_PROPERTY_DECISIONS`.
pub fn length() -> u64 {
    number_from("DUELOG_PROPERTY_DECISIONS", 10_000)
}

/// The number in an environment variable, by which a test can be told to look longer.
#[allow(clippy::disallowed_methods, reason = "a test may be told to look longer; no game reads it")]
pub fn number_from(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// The folder in an environment variable, by which a test can be told to look there.
#[allow(clippy::disallowed_methods, reason = "a test may be told where to look; no game reads it")]
pub fn folder_from(variable: &str) -> Option<std::path::PathBuf> {
    std::env::var_os(variable).map(std::path::PathBuf::from)
}

/// Plays random games from `first_seed` on until the property has been looked at for [`length`] decisions,
/// calling `look` before each decision.
///
/// # Panics
/// When an offered answer is refused.
pub fn over_random_play(first_seed: u64, look: impl FnMut(&mut Table<Magic>, &(Seat, Choice))) {
    over_random_play_of::<Magic>(first_seed, look);
}

/// The same for any game.
///
/// # Panics
/// When an offered answer is refused.
pub fn over_random_play_of<G: Played>(first_seed: u64, look: impl FnMut(&mut Table<G>, &(Seat, Choice))) {
    over(first_seed, setup::<G>, look);
}

fn over<G: Played>(
    first_seed: u64,
    setup: impl Fn(u64) -> Setup,
    mut look: impl FnMut(&mut Table<G>, &(Seat, Choice)),
) {
    let (mut seed, mut seen) = (first_seed, 0);
    while seen < length() {
        let mut game = G::table(&setup(seed), true);
        let mut stream = random(seed);
        while let Some(next) = decision(&game, &mut stream) {
            look(&mut game, &next);
            game.decide(next.0, &next.1)
                .unwrap_or_else(|illegal| panic!("seed {seed}: {next:?} is refused: {illegal}"));
            seen += 1;
        }
        assert!(game.outcome().is_some(), "seed {seed} ends without an outcome");
        seed += 1;
    }
}

/// The log of a random game of Magic.
///
/// # Panics
/// When an offered answer is refused.
pub fn recorded(seed: u64) -> Vec<u8> {
    recorded_of::<Magic>(seed)
}

/// The log of a random game.
///
/// # Panics
/// When an offered answer is refused.
pub fn recorded_of<G: Played>(seed: u64) -> Vec<u8> {
    recorded_with::<G>(seed, &Options::default())
}

/// The log of a whole random game, recorded with these options.
pub fn recorded_with<G: Played>(seed: u64, options: &Options) -> Vec<u8> {
    let mut recorder =
        Recorder::new(&*G::factory(), &setup::<G>(seed), options, Vec::new()).expect("memory takes it");
    let mut stream = random(seed);
    while let Some((seat, choice)) = decision(recorder.game(), &mut stream) {
        recorder.decide(seat, &choice).unwrap_or_else(|error| panic!("seed {seed}: {choice:?}: {error}"));
    }
    recorder.finish().expect("the game is over");
    recorder.into_storage().expect("memory takes it")
}
