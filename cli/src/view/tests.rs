//! The screen at the sizes of terminals. Golden logs may be recorded anew, so it is compared with the text of
//! the steps and not with a picture.

use std::path::Path;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, Then, Typing};
use super::frames::{Reel, decides};
use super::screen;
use crate::output::{Context, Format};
use crate::replayed::Looking;
use crate::report::Shown;
use crate::source::{How, Source};

const GAMES: [&str; 3] = ["magic", "duel-masters", "flesh-and-blood"];

fn app(game: &str, looking: &Looking) -> App {
    let log = Path::new("../fixtures/golden").join(game).join(format!("{game}-1.duelog"));
    let mut bytes = std::fs::read(&log).unwrap();
    // The first part of the longer games is enough.
    if game != "duel-masters" {
        bytes.truncate(bytes.len() / 5);
    }
    let source = Source::of(log, How::of(vec!["Ann".to_string(), "Bob".to_string()], None));
    let shown = Shown::of(&source, &bytes, looking, &Context::new(Format::Text)).unwrap().unwrap();
    let reel = Reel::new(shown);
    let place = reel.last_of(0).unwrap();
    App::new(reel, place, 0)
}

/// The lines of the screen.
fn lines(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, app)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(line).collect()
}

fn press(app: &mut App, code: KeyCode) -> Then {
    app.on(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn typed(app: &mut App, text: &str) {
    text.chars().for_each(|letter| drop(press(app, KeyCode::Char(letter))));
    press(app, KeyCode::Enter);
}

#[test]
fn every_step_of_the_three_games_fits_at_every_size() {
    for game in GAMES {
        let mut app = app(game, &Looking::default());
        let stride = app.reel.last() / 7;
        for (width, height) in [(80, 24), (160, 50), (20, 5)] {
            for place in (0..=app.reel.last()).step_by(stride.max(1)) {
                app.go(place);
                let screen = lines(&mut app, width, height);
                if width < 80 {
                    continue;
                }
                assert!(screen[0].starts_with("Ann against Bob  "), "{screen:#?}");
                let step = app.reel.step(place);
                let at = format!("turn {} {}", step.turn, app.reel.step_words(step));
                assert!(screen[usize::from(height) - 2].starts_with(&at), "{at}: {screen:#?}");
                assert!(screen[usize::from(height) - 3].contains('█'), "{screen:#?}");
                assert!(screen[usize::from(height) - 1].contains("? keys"), "{screen:#?}");
                let said = app.reel.line(step);
                let begin: String = said.chars().take(12).collect();
                assert!(
                    screen.iter().filter(|line| line.contains(&begin)).count() >= 2,
                    "{said}: {screen:#?}"
                );
            }
        }
    }
}

/// As a turn begins, the state still has the step of the turn before.
#[test]
fn a_turn_begins_with_its_first_step() {
    for (game, first) in GAMES.into_iter().zip(["untap", "start", "start"]) {
        let mut app = app(game, &Looking::default());
        let begun = app.reel.turns();
        assert!(begun.len() > 1, "{game}");
        for place in begun.into_iter().filter(|place| *place > 0) {
            app.go(place);
            let turn = app.reel.step(place).turn;
            let between = format!("── turn {turn} ─ {first} ");
            let screen = lines(&mut app, 160, 50);
            assert!(screen.iter().any(|line| line.contains(&between)), "{game}, {between}: {screen:#?}");
        }
        app.go(0);
        let screen = lines(&mut app, 160, 50).join("\n");
        assert!(!screen.contains('▶'), "{game}: before the first turn it is nobody's: {screen}");
    }
}

/// The list of illegal actions has those that a player would try: a land is played and not cast, and abilities that nobody
/// activates are left out.
#[test]
fn what_was_not_legal_is_what_a_player_asks_for() {
    let app = app("magic", &Looking::default());
    let reel = &app.reel;
    let all = |place: u32| reel.list(place).iter().filter_map(|one| reel.shown.pools.missing.get(*one));
    let asked = || reel.shown.steps.iter().filter_map(|step| step.asked.as_ref());
    let mut lands = 0;
    for (what, _, why, _) in asked().flat_map(|asked| all(asked.missing)) {
        let (what, why) = (reel.text(*what), reel.text(*why));
        lands += u32::from(what.starts_with("play ") && why.contains("no more lands"));
        assert!(
            !why.contains("a land cannot be cast") && !why.contains("no such activated ability"),
            "{what}: {why}"
        );
    }
    assert!(lands > 0, "the other land is named");
}

#[test]
fn all_cards_in_play_are_on_a_large_screen() {
    for game in GAMES {
        let mut app = app(game, &Looking::default());
        app.go(app.reel.last() * 4 / 5);
        let screen = lines(&mut app, 160, 50).join("\n");
        let raw = app.reel.raw(app.place);
        let mut cards = 0;
        for zone in app.reel.zones(&raw) {
            if ["battlefield", "battle zone", "mana zone", "hand", "hero", "weapon"].contains(&zone.name) {
                for (_, card) in zone.cards {
                    assert!(screen.contains(card.name), "{}: {screen}", card.name);
                    cards += 1;
                }
            }
        }
        assert!(cards > 5, "{game}: {cards}");
    }
}

#[test]
fn a_decision_says_what_was_legal_and_what_not() {
    let mut app = app("duel-masters", &Looking::default());
    let steps = &app.reel.shown.steps;
    let asked = |step: &crate::report::Step| {
        step.asked.as_ref().is_some_and(|asked| !app.reel.list(asked.missing).is_empty())
    };
    let place = steps.iter().position(asked).unwrap();
    app.go(place);
    let screen = lines(&mut app, 160, 50).join("\n");
    for part in ["A decision", "What was legal", "✔ ", "What was not, and why", "§\u{a0}"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
}

#[test]
fn keys_lead_through_the_match() {
    let mut app = app("duel-masters", &Looking::default());
    lines(&mut app, 80, 24);
    let begin = app.place;
    press(&mut app, KeyCode::Right);
    assert_eq!(app.place, begin + 1);
    press(&mut app, KeyCode::Char('.'));
    assert!(decides(app.reel.step(app.place)));
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::PageDown);
    assert_eq!(app.reel.step(app.place).turn, 1);
    press(&mut app, KeyCode::End);
    assert_eq!(app.place, app.reel.last());
    press(&mut app, KeyCode::Right);
    assert_eq!(app.place, app.reel.last(), "there is nothing behind the end");
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::Left);
    assert_eq!(app.place, 0);
    press(&mut app, KeyCode::Char('/'));
    typed(&mut app, "attacks");
    assert!(app.reel.line(app.reel.step(app.place)).contains("attacks"));
    let first = app.place;
    press(&mut app, KeyCode::Char('n'));
    assert!(app.place > first && app.notice.contains(" found"), "{}", app.notice);
    press(&mut app, KeyCode::Char('N'));
    assert_eq!(app.place, first);
    press(&mut app, KeyCode::Char('/'));
    typed(&mut app, "no such thing");
    assert!(lines(&mut app, 80, 24)[23].contains("nothing of this is told"));
    press(&mut app, KeyCode::Char('d'));
    assert_eq!(app.notice, "no decision is disputed");
    press(&mut app, KeyCode::Char('g'));
    assert_eq!(app.typing, Some(Typing::Moment(String::new())));
    press(&mut app, KeyCode::Char('5'));
    assert_eq!(press(&mut app, KeyCode::Enter), Then::Find("5".to_string()));
    press(&mut app, KeyCode::Char('?'));
    assert!(lines(&mut app, 80, 24).iter().any(|line| line.contains("to the disputed decision")));
    assert_eq!(press(&mut app, KeyCode::Esc), Then::Stay, "the list of keys is closed first");
    press(&mut app, KeyCode::Tab);
    assert!(app.chosen.is_some());
    let screen = lines(&mut app, 160, 50).join("\n");
    assert!(screen.contains(&format!("#{}", app.chosen.unwrap())), "{screen}");
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.chosen, None);
    assert_eq!(press(&mut app, KeyCode::Char('q')), Then::End);
    assert_eq!(app.on(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))), Then::End);
}

#[test]
fn the_mouse_finds_what_was_drawn() {
    let mut app = app("magic", &Looking::default());
    app.go(app.reel.last() / 2);
    lines(&mut app, 80, 24);
    let mouse = |app: &mut App, kind, column, row| {
        app.on(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    };
    let place = app.place;
    mouse(&mut app, MouseEventKind::ScrollDown, 5, 5);
    assert_eq!(app.place, place + 1);
    let line = app.drawn.timeline;
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), line.right() - 1, line.y);
    assert_eq!(app.place, app.reel.last());
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), line.x, line.y);
    assert_eq!(app.place, 0);
    app.go(place);
    lines(&mut app, 80, 24);
    let (area, object) = app.drawn.cards[0];
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), area.x, area.y);
    assert_eq!(app.chosen, Some(object));
    let (events, from) = app.drawn.events;
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), events.x, events.y);
    assert_eq!(app.place, from);
}

#[test]
fn who_may_not_know_does_not_see() {
    let looking = Looking { public: true, ..Looking::default() };
    let mut app = app("duel-masters", &looking);
    let screen = lines(&mut app, 160, 50).join("\n");
    assert!(screen.contains("what everybody may know") && screen.contains("hidden"), "{screen}");
    let raw = app.reel.raw(app.place);
    let hands = app.reel.zones(&raw).into_iter().filter(|zone| zone.name == "hand");
    assert!(hands.map(|zone| zone.cards.len()).sum::<usize>() == 0);
}

#[test]
fn who_stands_at_the_end_of_a_growing_log_goes_with_it() {
    let log = Path::new("../fixtures/golden/duel-masters/duel-masters-1.duelog");
    let bytes = std::fs::read(log).unwrap();
    let source = Source::of(log.to_path_buf(), How::default());
    let context = Context::new(Format::Text).quiet();
    let reel =
        |bytes: &[u8]| Reel::new(Shown::of(&source, bytes, &Looking::default(), &context).unwrap().unwrap());
    let half = reel(&bytes[..bytes.len() / 2]);
    let last = half.last();
    let mut app = App::new(half, last, 0);
    app.becomes(reel(&bytes));
    assert!(app.place > last && app.place == app.reel.last());
    app.go(3);
    app.becomes(reel(&bytes));
    assert_eq!(app.place, 3);
}

/// Whatever is pressed, at whatever size: nothing panics, and one stands at a step that there is.
#[test]
fn no_keys_and_no_mouse_make_it_panic() {
    use duelog_kernel::Seed;
    use duelog_kernel::rng::{Purpose, Rng};
    let keys: Vec<KeyCode> = "jkq?/nNgdf,.+- t5endé\u{1f300}"
        .chars()
        .map(KeyCode::Char)
        .chain([
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::PageUp,
            KeyCode::PageDown,
            KeyCode::Home,
            KeyCode::End,
            KeyCode::Tab,
            KeyCode::BackTab,
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::Backspace,
            KeyCode::Delete,
            KeyCode::F(3),
        ])
        .collect();
    let sizes = [(80, 24), (1, 1), (20, 5), (160, 50)];
    for (number, game) in (0..).zip(GAMES) {
        let mut app = app(game, &Looking::default());
        let mut random = Rng::new(Seed::from_number(number)).peek(Purpose::Choice);
        for step in 0..1_500_u32 {
            if random.below(5) == 0 {
                let kinds = [
                    MouseEventKind::ScrollUp,
                    MouseEventKind::ScrollDown,
                    MouseEventKind::Moved,
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Drag(MouseButton::Left),
                ];
                let kind = *random.one_of(&kinds).unwrap();
                let (column, row) = (random.below(170) as u16, random.below(60) as u16);
                app.on(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
            } else {
                let modifiers = [KeyModifiers::NONE, KeyModifiers::SHIFT, KeyModifiers::ALT];
                let key = KeyEvent::new(*random.one_of(&keys).unwrap(), *random.one_of(&modifiers).unwrap());
                // A moment that is looked for is none in a log that is not there: the app says so.
                if let Then::Find(text) = app.on(&Event::Key(key)) {
                    app.notice = format!("{text} is sought");
                }
            }
            app.play();
            assert!(app.place <= app.reel.last());
            if step % 7 == 0 {
                let (width, height) = *random.one_of(&sizes).unwrap();
                lines(&mut app, width, height);
            }
        }
    }
}

#[test]
fn two_play_against_each_other_and_more_stand_in_a_list() {
    assert_eq!(super::screen::versus(&["Ann", "Bob"]), "Ann against Bob");
    assert_eq!(super::screen::versus(&["Ann", "Bob", "Cid"]), "Ann, Bob, and Cid");
}
