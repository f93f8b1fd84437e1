//! How a match is drawn in a terminal: the table, what happens and why, the events, the time line.

use duelog_kernel::Viewer;
use duelog_kernel::decision::Item;
use duelog_kernel::prose::listed;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::app::{App, KEYS, Typing};
use super::frames::{Raw, Reel};
use crate::board::{self, ALARM, Card, Looks, QUIET, STRONG, side};
use crate::games::titled;
use crate::table;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    if board::is_too_small(frame) {
        return;
    }
    let [head, middle, line, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let wide = (frame.area().width * 2 / 5).clamp(26, 64);
    let [table, aside] = Layout::horizontal([Constraint::Min(20), Constraint::Length(wide)]).areas(middle);
    let [told, events] = Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(aside);
    let raw = app.reel.raw(app.place);
    frame.render_widget(Paragraph::new(title(app)), head);
    draw_table(frame, app, &raw, table);
    draw_told(frame, app, &raw, told);
    draw_events(frame, app, events);
    draw_timeline(frame, app, &raw, line);
    frame.render_widget(Paragraph::new(bottom(app)), foot);
    if app.help {
        draw_help(frame);
    }
}

/// The players of a match as its title: `Ann against Bob`; more than two stand in a list.
pub(super) fn versus(names: &[&str]) -> String {
    match names {
        [_, _, _, ..] => listed(names.iter().map(ToString::to_string), "and"),
        _ => names.join(" against "),
    }
}

fn title(app: &App) -> Line<'static> {
    let head = &app.reel.shown.head;
    let names: Vec<&str> = head.players.iter().map(|player| player.name.as_str()).collect();
    let well = ["verified", "holds", "incomplete"].contains(&head.verdict);
    let (sign, style) = match head.verdict {
        "incomplete" => ("…", QUIET),
        _ if well => ("✔", Style::new().fg(Color::Green)),
        _ => ("✘", ALARM),
    };
    let looks = match head.viewer {
        Viewer::Judge => String::new(),
        Viewer::Public => "  what everybody may know".to_string(),
        Viewer::Seat(seat) => format!("  what {} may know", app.reel.player(seat.0)),
    };
    Line::from(vec![
        Span::styled(versus(&names), STRONG),
        Span::styled(format!("  {}, rules of {}{looks}  ", titled(&head.game), head.edition), QUIET),
        Span::styled(format!("{sign} {}", head.verdict), style),
        Span::raw(if well { String::new() } else { format!(": {}", head.message) }),
    ])
}

/// The table, with what has just changed.
fn draw_table(frame: &mut Frame<'_>, app: &mut App, raw: &Raw, area: Rect) {
    let changed = app.reel.changed(app.place);
    let looks = Looks { near: app.near, chosen: app.chosen, changed: &changed };
    let table = app.reel.table(raw, app.place);
    board::draw(frame, &table, &looks, area, &mut app.scrolled.1, &mut app.drawn.cards);
}

/// The events and their reasons, or the facts of the chosen card.
fn draw_told(frame: &mut Frame<'_>, app: &mut App, raw: &Raw, area: Rect) {
    let lines = match app.chosen.and_then(|object| Some((object, app.reel.card(raw, object)?))) {
        Some((object, card)) => card_lines(&app.reel, raw, app.place, object, &card),
        None => told_lines(&app.reel, app.place),
    };
    let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
    // Never scroll a line out of sight entirely.
    let room = usize::from(area.width.max(1));
    let rows: usize = app_rows(&app.reel, raw, app.place, app.chosen, room);
    let most = u16::try_from(rows).unwrap_or(u16::MAX).saturating_sub(area.height);
    app.scrolled.0 = app.scrolled.0.min(most);
    frame.render_widget(paragraph.scroll((app.scrolled.0, 0)), area);
}

/// How many rows the panel needs, at least.
fn app_rows(reel: &Reel, raw: &Raw, place: usize, chosen: Option<u32>, width: usize) -> usize {
    let lines = match chosen.and_then(|object| Some((object, reel.card(raw, object)?))) {
        Some((object, card)) => card_lines(reel, raw, place, object, &card),
        None => told_lines(reel, place),
    };
    lines.iter().map(|line| line.width().div_ceil(width.saturating_sub(4).max(1)).max(1)).sum()
}

fn card_lines<'a>(reel: &'a Reel, raw: &Raw, place: usize, object: u32, card: &Card<'a>) -> Vec<Line<'a>> {
    let mut lines = vec![
        Line::from(vec![Span::styled(card.name, STRONG), Span::styled(format!(" #{object}"), QUIET)]),
        Line::raw(card.line),
    ];
    for (name, value) in reel.facts_of(raw, object) {
        if value != "no" && value != "0" {
            let value = if name == "counters" { table::counters(value) } else { value.to_string() };
            lines.push(Line::from(vec![
                Span::styled(format!("{}: ", name.replace('-', " ")), QUIET),
                Span::raw(value),
            ]));
        }
    }
    let down = card.figure.marks.iter().any(|mark| mark == "face-down");
    if down && !reel.facts_of(raw, object).iter().any(|fact| fact.0 == "face-down") {
        lines.push(Line::styled("face down", QUIET));
    }
    for bond in &card.figure.bonds {
        let to = match bond.to {
            Item::Object(id) => {
                reel.card(raw, id.0).map_or_else(|| id.to_string(), |card| format!("{} {id}", card.name))
            }
            Item::Seat(seat) => reel.player(seat.0).to_string(),
            _ => continue,
        };
        lines.push(Line::raw(format!("{} {to}", bond.name.replace('-', " "))));
    }
    let steps = reel.explanation(place, object);
    if !steps.is_empty() {
        lines.push(Line::styled("How this came about", STRONG));
        lines.extend(steps.into_iter().map(|step| Line::raw(format!("· {step}"))));
    }
    lines
}

fn told_lines(reel: &Reel, place: usize) -> Vec<Line<'_>> {
    use crate::report::Sort;
    let step = reel.step(place);
    let (head, style) = match step.sort {
        Sort::Event => ("What happens", STRONG),
        Sort::Answer => ("A decision", STRONG),
        Sort::Disputed => ("The disputed decision", ALARM),
        Sort::Rewind => ("The match goes back", ALARM),
        Sort::Note => ("A note beside the match", STRONG),
        Sort::End => ("The end of the log", STRONG),
    };
    // Beside a question its rule stands with it.
    let rule = step.rule.filter(|_| step.asked.is_none());
    let rule = rule.map_or(String::new(), |rule| format!("  §\u{a0}{}", reel.text(rule)));
    let mut lines = vec![
        Line::from(vec![
            Span::styled(head, style),
            Span::styled(format!("  decision {}{rule}", step.decision), QUIET),
        ]),
        Line::raw(reel.line(step)),
    ];
    if let (Sort::Disputed | Sort::End, Some(finding)) = (step.sort, &reel.shown.finding) {
        lines.push(Line::styled(format!("{}: {}", finding.verdict, reel.shown.head.message), ALARM));
    } else if step.sort == Sort::End && reel.line(step) != reel.shown.head.message {
        lines.push(Line::styled(reel.shown.head.message.as_str(), QUIET));
    }
    let Some(asked) = &step.asked else { return lines };
    let rule = match reel.text(asked.rule) {
        "" => String::new(),
        rule => format!("  §\u{a0}{rule}"),
    };
    lines.push(Line::styled(format!("{}{rule}", reel.text(asked.text)), STRONG));
    lines.push(Line::styled("What was legal", QUIET));
    let mut options: Vec<(bool, u32, usize)> = Vec::new();
    for (place, option) in (0_u32..).zip(reel.list(asked.options)) {
        let text = reel.shown.pools.options.get(*option).map_or(0, |option| option.0);
        let chosen = asked.chosen.contains(&place);
        match options.iter_mut().find(|known| known.0 == chosen && known.1 == text) {
            Some(known) => known.2 += 1,
            None => options.push((chosen, text, 1)),
        }
    }
    for (chosen, text, times) in options {
        let times = if times > 1 { format!(" ×{times}") } else { String::new() };
        let style = if chosen { STRONG.fg(Color::Green) } else { Style::new() };
        let mark = if chosen { "✔" } else { "·" };
        lines.push(Line::styled(format!("{mark} {}{times}", reel.text(text)), style));
    }
    let missing = reel.list(asked.missing);
    if !missing.is_empty() {
        lines.push(Line::styled("What was not, and why", QUIET));
        for (what, object, why, rule) in missing.iter().filter_map(|one| reel.shown.pools.missing.get(*one)) {
            let [what, why, rule] = [what, why, rule].map(|text| reel.text(*text));
            let object =
                if *object > 0 && !what.contains('#') { format!(" #{object}") } else { String::new() };
            lines.push(Line::raw(format!("· {what}{object}: {why} §\u{a0}{rule}")));
        }
    }
    lines
}

/// The events around the one that is shown.
fn draw_events(frame: &mut Frame<'_>, app: &mut App, area: Rect) {
    let block = Block::new().borders(Borders::TOP).border_style(QUIET);
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let height = usize::from(inside.height);
    let from = app.place.saturating_sub(height / 2).min((app.reel.last() + 1).saturating_sub(height));
    let steps = app.reel.shown.steps.iter().enumerate().skip(from).take(height);
    let lines = steps.map(|(place, step)| {
        let found = !app.words.is_empty() && app.reel.says(step, &app.words);
        let mut style = if step.detail { QUIET } else { Style::new() };
        if found {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if place == app.place {
            style = style.add_modifier(Modifier::REVERSED);
        }
        Line::from(vec![
            Span::styled(format!("t{:<2} ", step.turn), QUIET),
            Span::styled(shortened(app.reel.line(step), usize::from(inside.width).saturating_sub(4)), style),
        ])
    });
    let lines: Vec<Line<'_>> = lines.collect();
    frame.render_widget(Paragraph::new(lines), inside);
    app.drawn.events = (inside, from);
}

/// Returns a text that fits into a width, with a mark where it is cut.
fn shortened(text: String, width: usize) -> String {
    if text.chars().count() <= width {
        return text;
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The time line: the turns by whose they are, the place where one is, and how the players stand.
fn draw_timeline(frame: &mut Frame<'_>, app: &mut App, raw: &Raw, area: Rect) {
    let line = Rect { height: 1, ..area };
    app.drawn.timeline = line;
    let width = usize::from(line.width).max(1);
    let last = app.reel.last().max(1);
    let column = |place: usize| u16::try_from(place * (width - 1) / last).unwrap_or(0);
    let mut before = None;
    for x in 0..line.width {
        let step = app.reel.step(usize::from(x) * last / (width - 1).max(1));
        let style = side(step.active.0);
        let begins = before.is_some_and(|turn| turn != step.turn);
        before = Some(step.turn);
        frame.buffer_mut().set_stringn(line.x + x, line.y, if begins { "┬" } else { "─" }, 1, style);
    }
    for (number, place) in app.reel.turns().into_iter().enumerate() {
        let turn = app.reel.step(place).turn;
        if number > 0 && turn.is_multiple_of(5) {
            let text = turn.to_string();
            let x = line.x + column(place) + 1;
            frame.buffer_mut().set_stringn(
                x,
                line.y,
                &text,
                usize::from(line.right().saturating_sub(x)),
                QUIET,
            );
        }
    }
    if let Some(disputed) = app.reel.disputed() {
        frame.buffer_mut().set_stringn(line.x + column(disputed), line.y, "⚑", 1, ALARM);
    }
    frame.buffer_mut().set_stringn(line.x + column(app.place), line.y, "█", 1, STRONG);
    let step = app.reel.step(app.place);
    let mut spans = vec![Span::styled(
        format!("turn {} {}  decision {}  ", step.turn, app.reel.step_words(step), step.decision),
        STRONG,
    )];
    for player in &app.reel.shown.head.players {
        let seat = player.seat.0;
        let score = app.reel.standing(raw, seat);
        spans.push(Span::styled(format!("{} {score}  ", player.name), side(seat)));
    }
    if app.playing {
        spans.push(Span::styled(format!("▶ {} a second", app.speed), QUIET));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), Rect { y: area.y + 1, height: 1, ..area });
}

fn bottom(app: &App) -> Line<'_> {
    match &app.typing {
        Some(Typing::Search(text)) => Line::raw(format!("search: {text}█")),
        Some(Typing::Moment(text)) => {
            Line::raw(format!("go to: {text}█  (57, t5, t5.combat, first(cast \"Shock\"), end)"))
        }
        None if !app.notice.is_empty() => Line::styled(app.notice.as_str(), STRONG),
        None => {
            Line::styled("← → event  , . decision  PgUp PgDn turn  / search  Tab card  ? keys  q end", QUIET)
        }
    }
}

fn draw_help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let height = u16::try_from(KEYS.len() + 2).unwrap_or(15).min(area.height);
    let width = 76.min(area.width);
    let popup = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let lines: Vec<Line<'_>> = KEYS
        .iter()
        .map(|(keys, what)| Line::from(vec![Span::styled(format!("{keys:<24}"), STRONG), Span::raw(*what)]))
        .collect();
    frame.render_widget(Clear, popup);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys ")), popup);
}
