//! Whole sittings on a screen, with keys that are pressed one after the other.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::rc::Rc;

use duelog_kernel::Seed;
use duelog_kernel::rng::{Purpose, Rng};
use duelog_kernel::setup::Agreement;
use duelog_verifier::Options;
use duelog_verifier::scenario::Scribe;
use ratatui::backend::TestBackend;

use super::*;
use crate::output::Format;
use crate::play::sitting::{Sat, Sitting, Stated, Terminals};
use crate::simulate::bots::{Bot, Policy};
use crate::{decks, games, players, recording, simulate};

/// The screen before each key.
type Seen = Rc<RefCell<Vec<String>>>;

struct Scripted {
    terminal: Terminal<TestBackend>,
    keys: VecDeque<KeyEvent>,
    seen: Seen,
}

impl Device for Scripted {
    type Backend = TestBackend;

    fn terminal(&mut self) -> &mut Terminal<TestBackend> {
        &mut self.terminal
    }

    fn next(&mut self) -> io::Result<Option<Event>> {
        let buffer = self.terminal.backend().buffer();
        let line = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        self.seen.borrow_mut().push((0..buffer.area.height).map(line).collect::<Vec<_>>().join("\n"));
        Ok(self.keys.pop_front().map(Event::Key))
    }

    fn ended(&self) -> bool {
        self.keys.is_empty()
    }
}

/// A terminal at which nobody types.
struct Quiet(Terminal<TestBackend>);

impl Device for Quiet {
    type Backend = TestBackend;

    fn terminal(&mut self) -> &mut Terminal<TestBackend> {
        &mut self.0
    }

    fn next(&mut self) -> io::Result<Option<Event>> {
        Ok(None)
    }

    fn ended(&self) -> bool {
        false
    }
}

#[test]
fn a_line_is_waited_for_no_longer_than_there_is_time() {
    let context = Context::new(Format::Text).quiet();
    let factory = games::factory("magic", None).unwrap();
    let quiet = Quiet(Terminal::new(TestBackend::new(80, 24)).unwrap());
    let mut screen = Screen::new(quiet, &context, "magic".to_string(), "life".to_string());
    let typed = screen.read(&*factory, Some(Duration::from_millis(1))).unwrap();
    assert!(matches!(typed, Typing::Late));
}

#[test]
fn the_time_that_is_left_runs_once_the_free_part_is_over() {
    let time = crate::play::question::TimeLeft { left_ms: 65_000, free_ms: 2_000 };
    let after = |seconds| time.after(Duration::from_secs(seconds));
    assert_eq!((after(0), after(2), after(12)), ("1:05 left".into(), "1:05 left".into(), "55 s left".into()));
    assert_eq!(after(600), "0 s left");
}

const GAMES: [(&str, [&str; 2]); 3] = [
    ("magic", ["white-blue-flyers", "red-green-beasts"]),
    ("duel-masters", ["fire-nature-rush", "light-water-wardens"]),
    ("flesh-and-blood", ["bravo", "katsu"]),
];

fn scripted(size: (u16, u16), keys: Vec<KeyEvent>) -> (Scripted, Seen) {
    let terminal: Result<_, Infallible> = Terminal::new(TestBackend::new(size.0, size.1));
    let seen = Seen::default();
    (Scripted { terminal: terminal.unwrap(), keys: keys.into(), seen: seen.clone() }, seen)
}

/// Plays with these keys and gives what was shown; the match is written nowhere.
fn played(game: &str, names: [&str; 2], size: (u16, u16), keys: Vec<KeyEvent>) -> Vec<String> {
    let context = Context::new(Format::Text).quiet();
    let factory = games::factory(game, None).unwrap();
    let found = names.map(|name| decks::built_in(decks::named(name).unwrap()).unwrap());
    let listed = found.map(|deck| deck.settled(&*factory, &Agreement::default()).unwrap());
    let lists: Vec<_> = listed.iter().map(|listed| listed.deck.clone()).collect();
    let setup = simulate::setup(&*factory, &lists, 1);
    let options = Options { journal: true, ..Options::default() };
    let mut recorder = recording::begin(&*factory, &setup, &listed, &options, Destination::Nowhere).unwrap();
    let (device, seen) = scripted(size, keys);
    let score = recorder.game().score().to_string();
    let terminals =
        Terminals::One(Box::new(Screen::new(device, &context, format!("{game}, game.duelog"), score)));
    let bot = Some(Bot::new(Policy::Random, setup.seed));
    let own = Some(Seat(0));
    let names = players::as_read(&[], 2, own);
    context.call_players(names.clone());
    let names = vec![names.clone(), names];
    let (factory, stated) = (&*factory, None);
    let sat = Sat { factory, recorder, stated, bot, own, terminals, names, auto_pass: true, resumed: false };
    Sitting::new(sat, &context, Path::new("game.duelog")).play().unwrap();
    seen.take()
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// The keys of lines that are typed, each with Enter.
fn lines(typed: &[&str]) -> Vec<KeyEvent> {
    let line =
        |text: &&str| text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).map(key).collect::<Vec<_>>();
    typed.iter().flat_map(line).collect()
}

#[test]
fn the_table_stays_in_place_at_every_size() {
    for (game, names) in GAMES {
        for size in [(80, 24), (160, 50), (30, 8), (7, 2)] {
            let seen = played(game, names, size, lines(&["help", "", "dance", "info", "1", "view"]));
            let last = seen.last().unwrap();
            if size.0 < 20 {
                assert!(last.starts_with("too sma"), "{last}");
                continue;
            }
            let first = last.lines().next().unwrap();
            assert!(first.starts_with(game), "{game}: {last}");
            assert!(last.lines().last().unwrap().starts_with("> "), "{game}: {last}");
            if size.0 < 80 {
                continue;
            }
            assert!(last.contains("You are asked ("), "{game}: {last}");
            assert!(last.contains("You ") && last.contains("Opponent "), "{game}: {last}");
            assert!(seen.iter().any(|screen| screen.contains("is not understood")), "{game}: {last}");
        }
    }
}

/// Help is longer than a small screen: it lies over the table from its beginning, and is turned and put away by keys
/// that answer nothing.
#[test]
fn help_is_read_from_its_beginning() {
    let mut keys = lines(&["help"]);
    keys.extend([KeyCode::PageDown, KeyCode::PageDown, KeyCode::Enter, KeyCode::Esc].map(key));
    let seen = played("magic", GAMES[0].1, (80, 24), keys);
    let help = &seen[5];
    assert!(
        help.contains("An answer is the number of an option") && help.contains("more lines: PgDn"),
        "{help}"
    );
    assert!(!seen[7].contains("An answer is the number") && seen[7].contains("concede"), "{}", seen[7]);
    assert!(seen[8].contains("Opponent ") && seen[8].contains("Take a mulligan?"), "{}", seen[8]);
}

#[test]
fn a_card_is_chosen_and_told_what_it_does() {
    let mut keys = lines(&["keep", "view"]);
    keys.extend([key(KeyCode::Tab), key(KeyCode::Esc), key(KeyCode::BackTab), key(KeyCode::Char(' '))]);
    let seen = played("magic", GAMES[0].1, (160, 50), keys);
    let chosen = &seen[seen.len() - 1];
    assert!(chosen.contains("types: "), "{chosen}");
}

#[test]
fn what_is_typed_can_be_mended_and_recalled() {
    let mut keys = lines(&["dance"]);
    keys.extend([KeyCode::Up, KeyCode::Backspace, KeyCode::Char('!')].map(key));
    keys.extend([key(KeyCode::Esc), key(KeyCode::PageUp), key(KeyCode::PageDown), key(KeyCode::Down)]);
    let seen = played("magic", GAMES[0].1, (80, 24), keys);
    let bottom = |place: usize| seen[place].lines().last().unwrap().trim_end().to_string();
    assert_eq!(bottom(7), "> dance█");
    assert_eq!(bottom(9), "> danc!█");
    assert!(bottom(10).starts_with("> █  help"), "{}", bottom(10));
}

/// No key panics. Random input may answer, but a line that is not an answer passes nothing
/// (`a_line_that_is_no_answer_passes_nothing` of the commands).
#[test]
fn no_keys_make_it_panic() {
    let pool = [
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::Left,
        KeyCode::Char('1'),
        KeyCode::Char('2'),
        KeyCode::Char(' '),
        KeyCode::Char('é'),
        KeyCode::F(5),
    ];
    for (number, (game, names)) in (0..).zip(GAMES) {
        let mut random = Rng::new(Seed::from_number(number)).peek(Purpose::Choice);
        let keys = (0..300).filter_map(|_| random.one_of(&pool).copied().map(key)).collect();
        assert!(played(game, names, (60, 20), keys).len() > 30, "{game}");
    }
}

/// People with cards of their own are asked on the screen for what they drew, and are shown that.
#[test]
fn draws_are_stated_on_the_screen() {
    let context = Context::new(Format::Text).quiet();
    let factory = games::factory("magic", None).unwrap();
    let found = GAMES[0].1.map(|name| decks::built_in(decks::named(name).unwrap()).unwrap());
    let listed = found.map(|deck| deck.settled(&*factory, &Agreement::default()).unwrap());
    let lists: Vec<_> = listed.iter().map(|listed| listed.deck.clone()).collect();
    let setup = simulate::setup(&*factory, &lists, 1);
    let options = Options { journal: true, given: Some(Default::default()), ..Options::default() };
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let recorder =
        recording::begin(&*factory, &setup, &listed, &options, Destination::New(log.clone())).unwrap();
    let scribe = Scribe::of_log(&*factory, &std::fs::read(&log).unwrap()).unwrap();
    let stated = Some(Stated::new(scribe, options));
    let keys = lines(&["2", "seat 0 takes", "", "6 Plains, Serra Angel", "view", "quit"]);
    let (device, seen) = scripted((160, 50), keys);
    let screen = Screen::new(device, &context, "magic, game.duelog".to_string(), "life".to_string());
    let (terminals, names) = (Terminals::One(Box::new(screen)), vec![players::as_read(&[], 2, None); 2]);
    let (factory, bot, own) = (&*factory, None, None);
    let sat = Sat { factory, recorder, stated, bot, own, terminals, names, auto_pass: false, resumed: false };
    Sitting::new(sat, &context, &log).play().unwrap();
    let seen = seen.take();
    let shows = |part: &str| seen.iter().any(|screen| screen.contains(part));
    assert!(shows("chance decides among 2") && shows("which 7 cards have come to your hand"), "{seen:#?}");
    let last = seen.last().unwrap();
    assert!(last.contains("Serra Angel") && last.contains("Take a mulligan?"), "{last}");
}
