//! The picture of a screen at a moment.

use std::time::Duration;

use std::collections::{BTreeSet, VecDeque};

use duelog_kernel::view::CardView;
use duelog_kernel::{Factory, Seat, View};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

use super::Drawn;
use crate::board::{self, Looks, QUIET, STRONG, Table};
use crate::output::Context;
use crate::play::question::Question;
use crate::play::sitting::TURN;

/// The drawn screen.
pub struct Scene<'a> {
    pub context: &'a Context,
    pub factory: &'a dyn Factory,
    pub title: &'a str,
    pub score: &'a str,
    pub view: &'a Option<(View, Seat)>,
    pub question: Option<&'a Question>,
    /// How long it has been asked.
    pub asked_for: Duration,
    pub waiting: Option<Seat>,
    pub said: &'a [String],
    pub heard: usize,
    pub sheet: Option<&'a [String]>,
    pub input: &'a str,
    pub chosen: Option<u32>,
    pub changed: &'a BTreeSet<u32>,
}

/// How far its parts are scrolled; drawing brings them into bounds.
pub struct Scrolled {
    /// Back in what was said.
    pub back: usize,
    /// Down on the table.
    pub down: u16,
    /// Down on the sheet.
    pub turned: u16,
}

impl Scene<'_> {
    /// Draws it, and says where what was drawn.
    pub fn draw(&self, frame: &mut Frame<'_>, scrolled: &mut Scrolled, drawn: &mut Drawn) {
        if board::is_too_small(frame) {
            return;
        }
        let area = frame.area();
        let asked = self.question_lines(usize::from(area.width.max(1)));
        let most = (area.height / 2).saturating_sub(2).max(3);
        let height = u16::try_from(asked.len()).unwrap_or(u16::MAX).clamp(1, most);
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
        drawn.told = aside;
        if let Some(sheet) = self.sheet {
            draw_sheet(frame, sheet, middle, &mut scrolled.turned);
        } else {
            if let Some((view, near)) = self.view {
                let looks = Looks { near: near.0, chosen: self.chosen, changed: self.changed };
                let drawn_table = Table::of(view, self.score, self.context.players());
                board::draw(frame, &drawn_table, &looks, table, &mut scrolled.down, &mut drawn.cards);
            }
            self.draw_aside(frame, aside, &mut scrolled.back);
        }
        draw_question(frame, asked, question, drawn);
        frame.render_widget(Paragraph::new(self.foot()), foot);
    }

    fn head(&self) -> Line<'_> {
        let state = self.question.map_or("", |question| question.state.as_str());
        let time = self.question.and_then(|question| question.time).map(|time| time.after(self.asked_for));
        let said: Vec<&str> = [state, time.as_deref().unwrap_or_default()]
            .into_iter()
            .filter(|said| !said.is_empty())
            .collect();
        let state = if said.is_empty() { String::new() } else { format!("  ({})", said.join("; ")) };
        Line::from(vec![Span::styled(self.title, STRONG), Span::styled(state, QUIET)])
    }

    fn foot(&self) -> Line<'_> {
        let hint = match (self.input.is_empty(), self.sheet.is_some()) {
            (false, _) => "",
            (true, true) => "  Enter: back to the table, PgDn: more",
            (true, false) => "  help, info, undo, done, Tab: a card, PgUp: what was said",
        };
        Line::from(vec![
            Span::styled("> ", STRONG),
            Span::raw(self.input),
            Span::styled("█", STRONG),
            Span::styled(hint, QUIET),
        ])
    }

    /// The question in rows of a width; those of an option come with what is typed for it.
    fn question_lines(&self, width: usize) -> Vec<(Line<'static>, Option<String>)> {
        let worded = |text: &str| fold(&self.context.worded(text), width);
        let plain = |text: &str, style: Style| {
            worded(text).into_iter().map(move |row| (Line::styled(row, style), None)).collect::<Vec<_>>()
        };
        let Some(question) = self.question else {
            let waiting = self.waiting.map(|seat| format!("{seat} is asked now."));
            return waiting.iter().flat_map(|text| plain(text, QUIET)).collect();
        };
        let mut rows = plain(&question.head(), STRONG);
        rows.extend(question.by().iter().flat_map(|effect| plain(effect, QUIET)));
        for option in &question.options {
            let number = option.trim_start().split(')').next().unwrap_or_default();
            let first: String = number.chars().take_while(char::is_ascii_digit).collect();
            let typed = if number == "auto" { number.to_string() } else { first };
            let typed = (!typed.is_empty()).then_some(typed);
            rows.extend(worded(option).into_iter().map(|row| (Line::raw(row), typed.clone())));
        }
        rows
    }

    /// The output; or the words of a chosen card.
    fn draw_aside(&self, frame: &mut Frame<'_>, area: Rect, back: &mut usize) {
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
            let reading = self.factory.card(&card.name).map(|text| text.reading).unwrap_or_default();
            lines.extend(reading.into_iter().skip(1).map(Line::raw));
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
            return;
        }
        // The last lines, as many as there is room for.
        let width = usize::from(area.width.max(1));
        *back = (*back).min(self.said.len().saturating_sub(1));
        let end = self.said.len() - *back;
        let mut rows: VecDeque<Line<'_>> = VecDeque::new();
        for place in (0..end).rev() {
            let line = self.said[place].as_str();
            let style = match (place < self.heard, line.starts_with(TURN)) {
                (_, true) => STRONG,
                (true, false) => QUIET,
                (false, false) => Style::new(),
            };
            let folded = fold(line, width);
            if rows.len() + folded.len() > usize::from(area.height) {
                break;
            }
            folded.into_iter().rev().for_each(|row| rows.push_front(Line::styled(row, style)));
        }
        frame.render_widget(Paragraph::new(Vec::from(rows)), area);
    }

    fn card(&self, id: u32) -> Option<&CardView> {
        let (view, _) = self.view.as_ref()?;
        view.zones.iter().flat_map(|zone| &zone.cards).find(|card| card.id.0 == id)
    }
}

/// A line in rows of a width, broken between words; all but the first are set in.
fn fold(line: &str, width: usize) -> Vec<String> {
    let inset = line.len() - line.trim_start().len() + 2;
    let inset = if inset + 10 < width { " ".repeat(inset) } else { String::new() };
    let wide = |text: &str| Span::raw(text).width();
    let mut rows = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let Some(row) = rows.last_mut() else { break };
        if wide(row) + wide(word.trim_end()) <= width || row.trim().is_empty() {
            row.push_str(word);
        } else {
            rows.push(format!("{inset}{word}"));
        }
    }
    rows
}

/// Lines that lie over the table, as many as there is room for.
fn draw_sheet(frame: &mut Frame<'_>, sheet: &[String], area: Rect, turned: &mut u16) {
    let width = usize::from(area.width.max(1));
    let rows: Vec<Line<'_>> = sheet.iter().flat_map(|line| fold(line, width)).map(Line::raw).collect();
    let most = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_sub(area.height);
    *turned = (*turned).min(most);
    frame.render_widget(Paragraph::new(rows).scroll((*turned, 0)), area);
    if most > *turned {
        say_more(frame, area.right(), area.bottom().saturating_sub(1), most - *turned, "PgDn");
    }
}

/// Says how many lines stand below, and how they are seen.
fn say_more(frame: &mut Frame<'_>, right: u16, y: u16, below: u16, by: &str) {
    let more = format!(" {below} more lines: {by} ");
    let x = right.saturating_sub(u16::try_from(more.len()).unwrap_or(0));
    frame.buffer_mut().set_stringn(x, y, &more, more.len(), QUIET.reversed());
}

fn draw_question(
    frame: &mut Frame<'_>,
    rows: Vec<(Line<'_>, Option<String>)>,
    area: Rect,
    drawn: &mut Drawn,
) {
    let block = Block::new().borders(Borders::TOP).border_style(QUIET);
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let below = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_sub(inside.height);
    drawn.options.clear();
    let mut lines = Vec::new();
    for (y, (line, typed)) in (inside.y..inside.bottom()).zip(rows) {
        lines.push(line);
        drawn.options.extend(typed.map(|typed| (y, typed)));
    }
    frame.render_widget(Paragraph::new(lines), inside);
    if below > 0 {
        say_more(frame, inside.right(), area.y, below, "`options`");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(fold("  * one two three four", 16), ["  * one two ", "    three four"]);
        assert_eq!(fold("", 10), [""]);
        assert_eq!(fold("unbreakable", 4), ["unbreakable"]);
        assert_eq!(fold("a b", 3), ["a b"]);
    }
}
