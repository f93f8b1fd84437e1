//! Where one is in a match that is looked at, and what keys and the mouse do.

use std::time::Duration;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::frames::{Reel, decides};

/// The actions by key.
pub const KEYS: [(&str, &str); 13] = [
    ("Left, Right", "one event back or on (the mouse wheel too)"),
    (", .  Shift Left, Right", "to the decision before or after"),
    ("PageUp, PageDown", "one turn back or on"),
    ("Home, End", "to the beginning, to the end"),
    ("Up, Down", "scroll what is told at the right"),
    ("Tab, Shift Tab", "choose a card: how it came about"),
    ("j, k", "scroll the table, where it is long"),
    ("Space, + -", "play or stop, faster or slower"),
    ("/ n N", "search, the next find, the one before"),
    ("g", "go to a moment: 57, t5, t5.combat, end, disputed"),
    ("d", "to the disputed decision"),
    ("f", "look from the other side"),
    ("q, Esc", "close what is open, or all"),
];

/// The current input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typing {
    /// Words that are searched for.
    Search(String),
    /// A moment.
    Moment(String),
}

/// The effect of a key.
#[derive(Debug, PartialEq, Eq)]
pub enum Then {
    /// It continues.
    Stay,
    /// The program ends.
    End,
    /// A moment is wanted that the log must be asked for.
    Find(String),
}

/// Where things were drawn last, for the mouse.
#[derive(Debug, Default)]
pub struct Drawn {
    /// The time line.
    pub timeline: Rect,
    /// The cards.
    pub cards: Vec<(Rect, u32)>,
    /// The events that are listed, from this step on.
    pub events: (Rect, usize),
}

/// A match that is looked at.
pub struct App {
    /// The shown step.
    pub reel: Reel,
    /// The step.
    pub place: usize,
    /// The seat that is near.
    pub near: u8,
    /// The card that is chosen.
    pub chosen: Option<u32>,
    /// How far the panel is scrolled, and the table.
    pub scrolled: (u16, u16),
    /// The current input.
    pub typing: Option<Typing>,
    /// The search text, in small letters.
    pub words: Vec<String>,
    /// Something to be said.
    pub notice: String,
    /// True if the keys are listed.
    pub help: bool,
    /// True if it plays by itself.
    pub playing: bool,
    /// How many events a second.
    pub speed: u32,
    /// The drawn state.
    pub drawn: Drawn,
}

impl App {
    /// At a step of a match.
    pub fn new(reel: Reel, place: usize, near: u8) -> App {
        let place = place.min(reel.last());
        App {
            reel,
            place,
            near,
            chosen: None,
            scrolled: (0, 0),
            typing: None,
            words: Vec::new(),
            notice: String::new(),
            help: false,
            playing: false,
            speed: 2,
            drawn: Drawn::default(),
        }
    }

    /// Goes to a step.
    pub fn go(&mut self, place: usize) {
        self.place = place.min(self.reel.last());
        self.scrolled.0 = 0;
    }

    /// Takes what the log has become; who stood at its end stands there again.
    pub fn becomes(&mut self, reel: Reel) {
        let at_end = self.place == self.reel.last();
        self.reel = reel;
        let place = if at_end { self.reel.last() } else { self.place };
        self.place = place.min(self.reel.last());
    }

    /// How long it waits for the next event while it plays.
    pub fn pause(&self) -> Duration {
        Duration::from_millis(1000 / u64::from(self.speed.max(1)))
    }

    /// Plays by itself.
    pub fn play(&mut self) {
        if self.playing {
            self.playing = self.place < self.reel.last();
            self.go(self.place + 1);
        }
    }

    fn decision(&mut self, on: bool) {
        let steps = &self.reel.shown.steps;
        let found = if on {
            (self.place + 1..steps.len()).find(|place| decides(&steps[*place]))
        } else {
            (0..self.place).rev().find(|place| decides(&steps[*place]))
        };
        self.go(found.unwrap_or(if on { self.reel.last() } else { 0 }));
    }

    fn turn(&mut self, on: bool) {
        let turns = self.reel.turns();
        let found = if on {
            turns.into_iter().find(|turn| *turn > self.place)
        } else {
            turns.into_iter().rfind(|turn| *turn < self.place)
        };
        self.go(found.unwrap_or(if on { self.reel.last() } else { 0 }));
    }

    fn find(&mut self, on: bool) {
        if self.words.is_empty() {
            self.notice = "nothing is searched for: / begins".to_string();
            return;
        }
        let count = self.reel.shown.steps.len();
        let fits = |place: &usize| self.reel.says(self.reel.step(*place), &self.words);
        let found: Vec<usize> = (0..count).filter(fits).collect();
        let next = if on {
            found.iter().position(|place| *place > self.place).or((!found.is_empty()).then_some(0))
        } else {
            found.iter().rposition(|place| *place < self.place).or(found.len().checked_sub(1))
        };
        match next {
            Some(next) => {
                self.notice = format!("{} of {} found", next + 1, found.len());
                self.go(found[next]);
            }
            None => self.notice = "nothing of this is told".to_string(),
        }
    }

    fn choose(&mut self, on: bool) {
        let mut cards: Vec<u32> = Vec::new();
        self.drawn.cards.iter().for_each(|card| {
            if !cards.contains(&card.1) {
                cards.push(card.1);
            }
        });
        let at = self.chosen.and_then(|chosen| cards.iter().position(|card| *card == chosen));
        let next = match (at, on) {
            (Some(at), true) => (at + 1) % cards.len().max(1),
            (Some(at), false) => at.checked_sub(1).unwrap_or(cards.len().saturating_sub(1)),
            (None, true) => 0,
            (None, false) => cards.len().saturating_sub(1),
        };
        self.chosen = cards.get(next).copied();
        self.scrolled.0 = 0;
    }

    fn flip(&mut self) {
        let seats = self.reel.shown.head.players.len().max(1);
        self.near = u8::try_from((usize::from(self.near) + 1) % seats).unwrap_or(0);
    }

    /// The effect of a terminal event.
    pub fn on(&mut self, event: &Event) -> Then {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => {
                self.mouse(mouse.kind, Position::new(mouse.column, mouse.row));
                Then::Stay
            }
            _ => Then::Stay,
        }
    }

    fn mouse(&mut self, kind: MouseEventKind, at: Position) {
        match kind {
            MouseEventKind::ScrollDown => self.go(self.place + 1),
            MouseEventKind::ScrollUp => self.go(self.place.saturating_sub(1)),
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                let line = self.drawn.timeline;
                let (events, from) = self.drawn.events;
                let card = self.drawn.cards.iter().find(|card| card.0.contains(at));
                if line.contains(at) {
                    let width = usize::from(line.width.saturating_sub(1)).max(1);
                    self.go(usize::from(at.x - line.x) * self.reel.last() / width);
                } else if let Some((_, object)) = card {
                    self.chosen = Some(*object);
                } else if events.contains(at) {
                    self.go(from + usize::from(at.y - events.y));
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) -> Then {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') { Then::End } else { Then::Stay };
        }
        if self.typing.is_some() {
            return self.typed(key.code);
        }
        self.notice.clear();
        let far = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Right if !far => self.go(self.place + 1),
            KeyCode::Left if !far => self.go(self.place.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('.') => self.decision(true),
            KeyCode::Left | KeyCode::Char(',') => self.decision(false),
            KeyCode::PageDown => self.turn(true),
            KeyCode::PageUp => self.turn(false),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.reel.last()),
            KeyCode::Down => self.scrolled.0 = self.scrolled.0.saturating_add(1),
            KeyCode::Up => self.scrolled.0 = self.scrolled.0.saturating_sub(1),
            KeyCode::Char('j') => self.scrolled.1 = self.scrolled.1.saturating_add(1),
            KeyCode::Char('k') => self.scrolled.1 = self.scrolled.1.saturating_sub(1),
            KeyCode::Tab => self.choose(true),
            KeyCode::BackTab => self.choose(false),
            KeyCode::Char(' ') => self.playing = !self.playing,
            KeyCode::Char('+') => self.speed = (self.speed * 2).min(32),
            KeyCode::Char('-') => self.speed = (self.speed / 2).max(1),
            KeyCode::Char('/') => self.typing = Some(Typing::Search(String::new())),
            KeyCode::Char('g') => self.typing = Some(Typing::Moment(String::new())),
            KeyCode::Char('n') => self.find(true),
            KeyCode::Char('N') => self.find(false),
            KeyCode::Char('d') => match self.reel.disputed() {
                Some(place) => self.go(place),
                None => self.notice = "no decision is disputed".to_string(),
            },
            KeyCode::Char('f') => self.flip(),
            KeyCode::Char('?') => self.help = !self.help,
            KeyCode::Char('q') | KeyCode::Esc => return self.close(),
            _ => {}
        }
        Then::Stay
    }

    /// Closes what is open; where nothing is, the program ends.
    fn close(&mut self) -> Then {
        if self.help {
            self.help = false;
        } else if self.chosen.is_some() {
            self.chosen = None;
        } else {
            return Then::End;
        }
        Then::Stay
    }

    fn typed(&mut self, code: KeyCode) -> Then {
        let Some(typing) = &mut self.typing else { return Then::Stay };
        let (Typing::Search(text) | Typing::Moment(text)) = typing;
        match code {
            KeyCode::Char(letter) => text.push(letter),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => match self.typing.take() {
                Some(Typing::Search(text)) => {
                    self.words = text.to_lowercase().split_whitespace().map(str::to_string).collect();
                    self.find(true);
                }
                Some(Typing::Moment(text)) => return Then::Find(text),
                None => {}
            },
            _ => {}
        }
        Then::Stay
    }
}
