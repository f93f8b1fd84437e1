//! A table that stays in place: the board, the events, the request, and a line to type on.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::time::Duration;

use duelog_kernel::{Factory, Seat, View};
use duelog_verifier::Recorder;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Terminal};

use super::question::Question;
use super::renderer::Face;
use super::typed_lines::Typing;
use crate::full_screen::{FullScreen, LOOK};
use crate::output::{Context, Failure};
use crate::plain::plain_view;
use crate::recording::Destination;
use crate::verify::progress::Clock;

mod scene;

use scene::Scene;

/// The number of kept lines of output.
const KEPT: usize = 2_000;

/// The surface of a screen, and the source of its keys.
pub trait Device {
    /// The drawing surface.
    type Backend: Backend;
    /// To draw on.
    fn terminal(&mut self) -> &mut Terminal<Self::Backend>;
    /// The next event; none after a while without one, or where the program is to end.
    ///
    /// # Errors
    /// Where the terminal cannot be read.
    fn next(&mut self) -> io::Result<Option<Event>>;
    /// Returns whether the program is to end.
    fn ended(&self) -> bool;
}

impl Device for FullScreen {
    type Backend = CrosstermBackend<io::Stdout>;

    fn terminal(&mut self) -> &mut DefaultTerminal {
        &mut self.terminal
    }

    fn next(&mut self) -> io::Result<Option<Event>> {
        self.event(LOOK)
    }

    fn ended(&self) -> bool {
        FullScreen::ended(self)
    }
}

/// The screen.
pub struct Screen<'a, D: Device> {
    device: D,
    context: &'a Context,
    title: String,
    score: String,
    view: Option<(View, Seat)>,
    question: Option<Question>,
    /// Since when the question is asked, and the whole seconds of that as they were drawn last.
    asked: Clock,
    seconds: u64,
    /// Who is asked, where it is another player.
    waiting: Option<Seat>,
    /// The output, and its length before the last answer.
    said: Vec<String>,
    heard: usize,
    /// A longer output that lies over the table, and how far it is scrolled.
    sheet: Option<Vec<String>>,
    turned: u16,
    /// How far one has gone back in what was said, and how far the table is scrolled.
    back: usize,
    down: u16,
    input: String,
    /// Earlier input, and the shown line of it.
    typed: Vec<String>,
    recalled: Option<usize>,
    chosen: Option<u32>,
    /// The ids and looks of what was in sight at the last question.
    before: BTreeSet<(u32, String)>,
    changed: BTreeSet<u32>,
    drawn: Drawn,
    /// True if it does not look any more as it was drawn.
    stale: bool,
}

/// Where things were drawn last, for the mouse.
#[derive(Default)]
struct Drawn {
    cards: Vec<(Rect, u32)>,
    told: Rect,
    options: Vec<(u16, String)>,
}

/// The effect of a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Key {
    /// None that concerns the match.
    Stay,
    /// A line is typed.
    Line(String),
    /// The person leaves.
    Leave,
}

/// The terminal, taken over for a match.
///
/// # Errors
/// A system error where it cannot be.
pub fn begin<'a>(
    context: &'a Context,
    recorder: &mut Recorder<Destination>,
    log: &Path,
) -> Result<Screen<'a, FullScreen>, Failure> {
    let failed = |error: io::Error| {
        Failure::system(format!("the terminal: {error}"), "try --plain, which needs no terminal of its own")
    };
    let (title, score) = (title(recorder, log), recorder.game().score().to_string());
    Ok(Screen::new(FullScreen::begin().map_err(failed)?, context, title, score))
}

/// The line above a table.
pub fn title(recorder: &Recorder<Destination>, log: &Path) -> String {
    format!("{}, {}", recorder.header().game.replace('-', " "), log.display())
}

impl<'a, D: Device> Screen<'a, D>
where
    <D::Backend as Backend>::Error: std::fmt::Display,
{
    /// A screen on a device; `score` is what players are counted by.
    pub fn new(device: D, context: &'a Context, title: String, score: String) -> Screen<'a, D> {
        Screen {
            device,
            context,
            title: context.worded(&title),
            score,
            view: None,
            question: None,
            asked: Clock::start(),
            seconds: 0,
            waiting: None,
            said: Vec::new(),
            heard: 0,
            sheet: None,
            turned: 0,
            back: 0,
            down: 0,
            input: String::new(),
            typed: Vec::new(),
            recalled: None,
            chosen: None,
            before: BTreeSet::new(),
            changed: BTreeSet::new(),
            drawn: Drawn::default(),
            stale: true,
        }
    }

    /// Another player is asked.
    pub fn wait_for(&mut self, seat: Seat) {
        self.question = None;
        self.waiting = Some(seat);
        self.stale = true;
    }

    /// Draws, and takes what comes, until a line is typed.
    fn line(&mut self, factory: &dyn Factory) -> io::Result<Option<String>> {
        loop {
            match self.pump(factory)? {
                Key::Stay => {}
                Key::Leave => return Ok(None),
                Key::Line(line) => return Ok(Some(line)),
            }
        }
    }

    /// Draws, and takes what comes next, if something does for a while.
    ///
    /// # Errors
    /// Where the terminal cannot be drawn on or read.
    pub fn pump(&mut self, factory: &dyn Factory) -> io::Result<Key> {
        if self.device.ended() {
            return Ok(Key::Leave);
        }
        if self.question.as_ref().is_some_and(|question| question.time.is_some()) {
            let seconds = self.asked.seconds();
            self.stale |= seconds != self.seconds;
            self.seconds = seconds;
        }
        if self.stale {
            self.draw(factory)?;
            self.stale = false;
        }
        let Some(event) = self.device.next()? else { return Ok(Key::Stay) };
        self.stale = true;
        let key = self.on(&event);
        if let Key::Line(line) = &key {
            self.heard = self.said.len();
            self.back = 0;
            self.sheet = None;
            self.said.push(format!("> {line}"));
        }
        Ok(key)
    }

    fn draw(&mut self, factory: &dyn Factory) -> io::Result<()> {
        let scene = Scene {
            context: self.context,
            factory,
            title: &self.title,
            score: &self.score,
            view: &self.view,
            question: self.question.as_ref(),
            asked_for: self.asked.elapsed(),
            waiting: self.waiting,
            said: &self.said,
            heard: self.heard,
            sheet: self.sheet.as_deref(),
            input: &self.input,
            chosen: self.chosen,
            changed: &self.changed,
        };
        let mut scrolled = scene::Scrolled { back: self.back, down: self.down, turned: self.turned };
        let drawn = &mut self.drawn;
        let result = self.device.terminal().draw(|frame| scene.draw(frame, &mut scrolled, drawn)).map(drop);
        (self.back, self.down, self.turned) = (scrolled.back, scrolled.down, scrolled.turned);
        result.map_err(|error| io::Error::other(error.to_string()))
    }

    fn on(&mut self, event: &Event) -> Key {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => {
                self.mouse(mouse.kind, Position::new(mouse.column, mouse.row));
                Key::Stay
            }
            Event::Paste(text) => {
                self.input.extend(text.chars().filter(|letter| !letter.is_control()));
                Key::Stay
            }
            _ => Key::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Key {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => return Key::Leave,
                KeyCode::Char('u') => self.input.clear(),
                _ => {}
            }
            return Key::Stay;
        }
        match key.code {
            // A sheet is put away first, so that the key answers nothing.
            KeyCode::Enter if self.sheet.is_some() && self.input.is_empty() => self.sheet = None,
            KeyCode::Enter => {
                let line = std::mem::take(&mut self.input);
                if !line.trim().is_empty() && self.typed.last() != Some(&line) {
                    self.typed.push(line.clone());
                }
                self.recalled = None;
                return Key::Line(line);
            }
            KeyCode::Char(letter) => self.input.push(letter),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc if self.sheet.is_some() => self.sheet = None,
            KeyCode::Esc => self.chosen = None,
            KeyCode::Up => self.recall(true),
            KeyCode::Down => self.recall(false),
            KeyCode::PageUp => self.scroll(true, 5),
            KeyCode::PageDown => self.scroll(false, 5),
            KeyCode::Home => self.down = self.down.saturating_sub(3),
            KeyCode::End => self.down = self.down.saturating_add(3),
            KeyCode::Tab => self.choose(true),
            KeyCode::BackTab => self.choose(false),
            _ => {}
        }
        Key::Stay
    }

    /// Scrolls the sheet, or else what was said.
    fn scroll(&mut self, back: bool, lines: u16) {
        match (self.sheet.is_some(), back) {
            (true, true) => self.turned = self.turned.saturating_sub(lines),
            (true, false) => self.turned = self.turned.saturating_add(lines),
            (false, true) => self.back = (self.back + usize::from(lines)).min(self.said.len()),
            (false, false) => self.back = self.back.saturating_sub(usize::from(lines)),
        }
    }

    /// Earlier input.
    fn recall(&mut self, back: bool) {
        let last = self.typed.len();
        let place = match (self.recalled, back) {
            (None, true) => last.checked_sub(1),
            (Some(place), true) => Some(place.saturating_sub(1)),
            (Some(place), false) if place + 1 < last => Some(place + 1),
            (_, false) => None,
        };
        self.recalled = place;
        self.input = place.and_then(|place| self.typed.get(place).cloned()).unwrap_or_default();
    }

    fn choose(&mut self, on: bool) {
        self.sheet = None;
        let mut cards: Vec<u32> = Vec::new();
        for (_, card) in &self.drawn.cards {
            if !cards.contains(card) {
                cards.push(*card);
            }
        }
        let at = self.chosen.and_then(|chosen| cards.iter().position(|card| *card == chosen));
        let count = cards.len().max(1);
        let next = match (at, on) {
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.chosen = cards.get(next).copied();
    }

    fn mouse(&mut self, kind: MouseEventKind, at: Position) {
        match kind {
            MouseEventKind::ScrollUp if self.sheet.is_some() => self.scroll(true, 2),
            MouseEventKind::ScrollDown if self.sheet.is_some() => self.scroll(false, 2),
            MouseEventKind::ScrollUp if self.drawn.told.contains(at) => self.scroll(true, 2),
            MouseEventKind::ScrollDown if self.drawn.told.contains(at) => self.scroll(false, 2),
            MouseEventKind::ScrollUp => self.down = self.down.saturating_sub(1),
            MouseEventKind::ScrollDown => self.down = self.down.saturating_add(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let card = self.drawn.cards.iter().find(|card| card.0.contains(at));
                let option = self.drawn.options.iter().find(|option| option.0 == at.y);
                if let Some((_, card)) = card {
                    self.chosen = Some(*card);
                } else if let Some((_, number)) = option {
                    // It is answered by Enter, so that a slip of the hand answers nothing.
                    self.input.clone_from(number);
                }
            }
            _ => {}
        }
    }

    /// The differences to the table at the last question.
    fn compare(&mut self, view: &View) {
        let cards = view.zones.iter().flat_map(|zone| {
            zone.cards.iter().map(|card| (card.id.0, format!("{} {} {:?}", zone.name, card.line, card.facts)))
        });
        let now: BTreeSet<(u32, String)> = cards.collect();
        if !self.before.is_empty() {
            self.changed = now.difference(&self.before).map(|pair| pair.0).collect();
        }
        self.before = now;
    }
}

impl<D: Device> Face for Screen<'_, D>
where
    <D::Backend as Backend>::Error: std::fmt::Display,
{
    fn say(&mut self, text: &str) {
        self.stale = true;
        self.said.extend(text.split('\n').map(|line| self.context.worded(line)));
        let over = self.said.len().saturating_sub(KEPT);
        self.said.drain(..over);
        self.heard = self.heard.saturating_sub(over);
    }

    fn sheet(&mut self, text: &str) {
        self.stale = true;
        self.sheet = Some(text.split('\n').map(|line| self.context.worded(line)).collect());
        self.turned = 0;
        self.chosen = None;
    }

    fn table(&mut self, view: View, near: Seat) {
        let view = plain_view(view);
        self.compare(&view);
        self.view = Some((view, near));
        self.stale = true;
    }

    fn stays(&self) -> bool {
        true
    }

    fn question(&mut self, question: Question) {
        self.question = Some(question);
        self.asked = Clock::start();
        self.waiting = None;
        self.stale = true;
    }

    fn read(&mut self, factory: &dyn Factory, wait: Option<Duration>) -> io::Result<Typing> {
        let clock = Clock::start();
        loop {
            match self.pump(factory)? {
                Key::Line(line) => return Ok(Typing::Line(line)),
                Key::Leave => return Ok(Typing::End),
                Key::Stay if wait.is_some_and(|wait| clock.elapsed() >= wait) => return Ok(Typing::Late),
                Key::Stay => {}
            }
        }
    }

    fn hand_over(&mut self, seat: Seat, factory: &dyn Factory) -> io::Result<()> {
        self.view = None;
        self.question = None;
        self.sheet = None;
        self.said.clear();
        self.heard = 0;
        self.before.clear();
        self.changed.clear();
        self.chosen = None;
        self.say(&format!("{seat} is asked next. Press Enter when only that player looks."));
        self.line(factory)?;
        self.said.clear();
        self.heard = 0;
        Ok(())
    }

    fn farewell(&mut self, text: &str, factory: &dyn Factory) -> io::Result<()> {
        self.question = None;
        self.waiting = None;
        self.sheet = None;
        self.say(text);
        self.say("Press Enter to leave the table.");
        self.line(factory).map(drop)
    }
}

#[cfg(test)]
mod tests;
