//! A table that stays in place: the board, the events, the request, and a line to type on.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use duelog_kernel::view::{CardView, RequestView};
use duelog_kernel::{Factory, Seat, View};
use duelog_verifier::Recorder;
use ratatui::Frame;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};
use ratatui::{DefaultTerminal, Terminal};

use super::renderer::Face;
use crate::board::{self, Looks, QUIET, STRONG, Table};
use crate::full_screen::{FullScreen, LOOK};
use crate::output::{Context, Failure};
use crate::plain::{plain_request, plain_view};
use crate::recording::Kept;
use crate::table;

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
    score: &'static str,
    view: Option<(View, Seat)>,
    asked: Option<RequestView>,
    auto: bool,
    state: String,
    /// The output, and its length before the last answer.
    said: Vec<String>,
    heard: usize,
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
enum Key {
    Stay,
    Line(String),
    Leave,
}

/// The terminal, taken over for a match.
///
/// # Errors
/// A system error where it cannot be.
pub fn begin<'a>(
    context: &'a Context,
    recorder: &mut Recorder<Kept>,
    log: &Path,
) -> Result<Screen<'a, FullScreen>, Failure> {
    let failed = |error: io::Error| {
        Failure::system(format!("the terminal: {error}"), "try --plain, which needs no terminal of its own")
    };
    let title = format!("{}, {}", recorder.header().game.replace('-', " "), log.display());
    Ok(Screen::new(FullScreen::begin().map_err(failed)?, context, title, recorder.game().score()))
}

impl<'a, D: Device> Screen<'a, D> {
    /// A screen on a device; `score` is what players are counted by.
    pub fn new(device: D, context: &'a Context, title: String, score: &'static str) -> Screen<'a, D> {
        Screen {
            device,
            context,
            title: context.worded(&title),
            score,
            view: None,
            asked: None,
            auto: false,
            state: String::new(),
            said: Vec::new(),
            heard: 0,
            back: 0,
            down: 0,
            input: String::new(),
            typed: Vec::new(),
            recalled: None,
            chosen: None,
            before: BTreeSet::new(),
            changed: BTreeSet::new(),
            drawn: Drawn::default(),
        }
    }

    /// Draws, and takes what comes, until a line is typed.
    fn line(&mut self, factory: &dyn Factory) -> io::Result<Option<String>>
    where
        <D::Backend as Backend>::Error: std::fmt::Display,
    {
        loop {
            self.draw(factory)?;
            if self.device.ended() {
                return Ok(None);
            }
            let Some(event) = self.device.next()? else { continue };
            match self.on(&event) {
                Key::Stay => {}
                Key::Leave => return Ok(None),
                Key::Line(line) => {
                    self.heard = self.said.len();
                    self.back = 0;
                    self.said.push(format!("> {line}"));
                    return Ok(Some(line));
                }
            }
        }
    }

    fn draw(&mut self, factory: &dyn Factory) -> io::Result<()>
    where
        <D::Backend as Backend>::Error: std::fmt::Display,
    {
        let Screen {
            device,
            context,
            title,
            score,
            view,
            asked,
            auto,
            state,
            said,
            heard,
            back,
            down,
            input,
            chosen,
            changed,
            drawn,
            ..
        } = self;
        let width = usize::from(device.terminal().size().map_or(80, |size| size.width)).max(20);
        let question =
            asked.clone().map(|asked| context.worded_page(&table::question(&plain_request(asked), width)));
        let scene = Scene {
            title,
            score,
            view,
            question,
            auto: *auto,
            state,
            said,
            heard: *heard,
            input,
            chosen: *chosen,
            changed,
        };
        let result = device.terminal().draw(|frame| scene.draw(frame, context, factory, (back, down), drawn));
        result.map(drop).map_err(|error| io::Error::other(error.to_string()))
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
            KeyCode::Esc if self.input.is_empty() => self.chosen = None,
            KeyCode::Esc => self.input.clear(),
            KeyCode::Up => self.recall(true),
            KeyCode::Down => self.recall(false),
            KeyCode::PageUp => self.back = (self.back + 5).min(self.said.len()),
            KeyCode::PageDown => self.back = self.back.saturating_sub(5),
            KeyCode::Home => self.down = self.down.saturating_sub(3),
            KeyCode::End => self.down = self.down.saturating_add(3),
            KeyCode::Tab => self.choose(true),
            KeyCode::BackTab => self.choose(false),
            _ => {}
        }
        Key::Stay
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
            MouseEventKind::ScrollUp if self.drawn.told.contains(at) => {
                self.back = (self.back + 2).min(self.said.len());
            }
            MouseEventKind::ScrollDown if self.drawn.told.contains(at) => {
                self.back = self.back.saturating_sub(2)
            }
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
        self.said.extend(text.split('\n').map(|line| self.context.worded(line)));
        let over = self.said.len().saturating_sub(KEPT);
        self.said.drain(..over);
        self.heard = self.heard.saturating_sub(over);
    }

    fn table(&mut self, view: View, near: Seat) {
        let view = plain_view(view);
        self.compare(&view);
        self.view = Some((view, near));
    }

    fn stays(&self) -> bool {
        true
    }

    fn question(&mut self, asked: RequestView, auto: bool, state: &str) {
        self.asked = Some(asked);
        self.auto = auto;
        self.state = state.to_string();
    }

    fn read(&mut self, factory: &dyn Factory) -> io::Result<Option<String>> {
        self.line(factory)
    }

    fn hand_over(&mut self, seat: Seat, factory: &dyn Factory) -> io::Result<()> {
        self.view = None;
        self.asked = None;
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
        self.asked = None;
        self.say(text);
        self.say("Press Enter to leave the table.");
        self.line(factory).map(drop)
    }
}

/// The drawn screen.
struct Scene<'a> {
    title: &'a str,
    score: &'a str,
    view: &'a Option<(View, Seat)>,
    question: Option<String>,
    auto: bool,
    state: &'a str,
    said: &'a [String],
    heard: usize,
    input: &'a str,
    chosen: Option<u32>,
    changed: &'a BTreeSet<u32>,
}

impl Scene<'_> {
    fn draw(
        &self,
        frame: &mut Frame<'_>,
        context: &Context,
        factory: &dyn Factory,
        (back, down): (&mut usize, &mut u16),
        drawn: &mut Drawn,
    ) {
        if board::is_too_small(frame) {
            return;
        }
        let area = frame.area();
        let asked = self.question_lines();
        let room = usize::from(area.width.max(1));
        let rows: usize = asked.iter().map(|line| line.width().div_ceil(room).max(1)).sum();
        let most = (area.height / 2).saturating_sub(2).max(3);
        let height = u16::try_from(rows).unwrap_or(u16::MAX).clamp(1, most);
        let [head, middle, question, foot] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(height + 1),
            Constraint::Length(1),
        ])
        .areas(area);
        let wide = (area.width * 2 / 5).clamp(26, 60);
        let [table, aside] =
            Layout::horizontal([Constraint::Min(20), Constraint::Length(wide)]).areas(middle);
        frame.render_widget(Paragraph::new(self.head()), head);
        drawn.cards.clear();
        if let Some((view, near)) = self.view {
            let looks = Looks { near: near.0, chosen: self.chosen, changed: self.changed };
            let drawn_table = Table::of(view, self.score, context.players());
            board::draw(frame, &drawn_table, &looks, table, down, &mut drawn.cards);
        }
        self.draw_aside(frame, factory, aside, back);
        drawn.told = aside;
        self.draw_question(frame, asked, question, drawn);
        let hint = if self.input.is_empty() {
            "  help, info, undo, done, Tab: a card, PgUp: what was said"
        } else {
            ""
        };
        let typed = vec![
            Span::styled("> ", STRONG),
            Span::raw(self.input),
            Span::styled("█", STRONG),
            Span::styled(hint, QUIET),
        ];
        frame.render_widget(Paragraph::new(Line::from(typed)), foot);
    }

    fn head(&self) -> Line<'_> {
        let state = if self.state.is_empty() { String::new() } else { format!("  ({})", self.state) };
        Line::from(vec![Span::styled(self.title, STRONG), Span::styled(state, QUIET)])
    }

    fn question_lines(&self) -> Vec<Line<'_>> {
        let mut lines: Vec<Line<'_>> = Vec::new();
        for (place, line) in self.question.iter().flat_map(|question| question.trim_end().lines()).enumerate()
        {
            lines.push(if place == 0 { Line::styled(line, STRONG) } else { Line::raw(line) });
        }
        if self.auto {
            lines.push(Line::raw("  auto) pay by itself"));
        }
        lines
    }

    fn draw_question(&self, frame: &mut Frame<'_>, lines: Vec<Line<'_>>, area: Rect, drawn: &mut Drawn) {
        let block = Block::new().borders(Borders::TOP).border_style(QUIET);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        drawn.options.clear();
        let mut y = inside.y;
        let room = usize::from(inside.width.max(1));
        for line in &lines {
            let text = line.to_string();
            let number = text.trim_start().split(')').next().unwrap_or_default();
            let first: String = number.chars().take_while(char::is_ascii_digit).collect();
            let word = if number == "auto" { number.to_string() } else { first };
            if !word.is_empty() && text.starts_with(' ') {
                drawn.options.push((y, word));
            }
            y = y.saturating_add(u16::try_from(line.width().div_ceil(room).max(1)).unwrap_or(1));
        }
        let below = y.saturating_sub(inside.bottom());
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), inside);
        drawn.options.retain(|option| option.0 < inside.bottom());
        if below > 0 {
            let more = format!(" {below} more lines: `options` ");
            let x = inside.right().saturating_sub(u16::try_from(more.len()).unwrap_or(0));
            frame.buffer_mut().set_stringn(x, area.y, &more, more.len(), QUIET);
        }
    }

    /// The output; or the words of a chosen card.
    fn draw_aside(&self, frame: &mut Frame<'_>, factory: &dyn Factory, area: Rect, back: &mut usize) {
        if let Some(card) = self.chosen.and_then(|chosen| self.card(chosen)) {
            let mut lines = vec![
                Line::from(vec![
                    Span::styled(card.name.as_str(), STRONG),
                    Span::styled(format!(" {}", card.id), QUIET),
                ]),
                Line::raw(card.line.as_str()),
            ];
            let facts = card.facts.iter().filter(|fact| fact.value != "no" && fact.value != "0");
            lines.extend(
                facts.map(|fact| Line::raw(format!("{}: {}", fact.name.replace('-', " "), fact.value))),
            );
            let reading = factory.card(&card.name).map(|text| text.reading).unwrap_or_default();
            lines.extend(reading.into_iter().skip(1).map(Line::raw));
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
            return;
        }
        // The last lines, as many as there is room for.
        let width = usize::from(area.width.max(1));
        *back = (*back).min(self.said.len().saturating_sub(1));
        let end = self.said.len() - *back;
        let (mut rows, mut from) = (0, end);
        while from > 0 {
            let line = Line::raw(self.said[from - 1].as_str()).width().div_ceil(width).max(1);
            if rows + line > usize::from(area.height) {
                break;
            }
            (rows, from) = (rows + line, from - 1);
        }
        let lines = (from..end).map(|place| {
            let style = if place < self.heard { QUIET } else { ratatui::style::Style::new() };
            Line::styled(self.said[place].as_str(), style)
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).wrap(Wrap { trim: false }), area);
    }

    fn card(&self, id: u32) -> Option<&CardView> {
        let (view, _) = self.view.as_ref()?;
        view.zones.iter().flat_map(|zone| &zone.cards).find(|card| card.id.0 == id)
    }
}

#[cfg(test)]
mod tests;
