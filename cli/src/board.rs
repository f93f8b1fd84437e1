//! A table drawn in a terminal: what every player has in play, what waits between them, how they stand. For matches
//! that are looked at and for those that are played.

use std::collections::{BTreeMap, BTreeSet};

use duelog_kernel::figure::Figure;
use duelog_kernel::prose::numbered;
use duelog_kernel::{Item, View};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;
use ratatui::widgets::{Block, Borders};

use crate::piles::{PILES, is_pile};
use crate::table::{counter_name, left, order};

/// Facts of a player that the zones tell.
const COUNTED: [&str; 7] = ["hand", "library", "deck", "graveyard", "arsenal", "shields", "mana"];

/// The fact of a player who shares the life of another one.
pub const SHARES: &str = "shares-life-of";

/// The zone of the combat chain.
const CHAIN: &str = "chain";

/// A sign for what holds of a card.
const SIGNS: [(&str, &str); 9] = [
    ("tapped", "↷"),
    ("summoning-sick", "◌"),
    ("face-down", "▒"),
    ("token", "◇"),
    ("attacking", "⚔"),
    ("blocked", "▣"),
    ("blocking", "▣"),
    ("defending", "▣"),
    ("frozen", "❄"),
];

/// The colour of each seat's side.
const SIDES: [Color; 2] = [Color::Cyan, Color::LightYellow];

/// The style of a seat's side.
pub fn side(seat: u8) -> Style {
    Style::new().fg(SIDES[usize::from(seat) % SIDES.len()])
}

/// Secondary text.
pub const QUIET: Style = Style::new().fg(Color::DarkGray);
/// Primary text.
pub const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// Errors.
pub const ALARM: Style = Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD);

/// A piece of the table's text; of a card, which.
struct Piece(String, Style, Option<u32>);

/// A name and a value.
pub type Pair<'a> = (&'a str, &'a str);

/// A table.
pub struct Table<'a> {
    /// The zones in the game's order.
    pub zones: Vec<Zone<'a>>,
    /// The players by seat.
    pub players: Vec<Player<'a>>,
    /// The facts of the turn.
    pub turn: Vec<Pair<'a>>,
    /// The score of players: the name of a fact.
    pub score: &'a str,
    /// The step of the turn, where it is known otherwise than by the facts, which have that of the turn before as a
    /// turn begins.
    pub step: Option<String>,
}

/// A player at a table.
pub struct Player<'a> {
    /// The seat.
    pub seat: u8,
    /// The player's name.
    pub name: String,
    /// Facts about the player.
    pub facts: Vec<Pair<'a>>,
}

/// A zone of a table.
pub struct Zone<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whose it is; nobody's where it is shared.
    pub seat: Option<u8>,
    /// How many cards are in it.
    pub count: u32,
    /// The cards that are seen, with their objects.
    pub cards: Vec<(u32, Card<'a>)>,
}

/// A card as it looks.
#[derive(Clone, Copy)]
pub struct Card<'a> {
    /// By which two that look the same are known.
    pub place: u32,
    /// Its name.
    pub name: &'a str,
    /// Its characteristics.
    pub line: &'a str,
    /// The same as values.
    pub figure: &'a Figure,
}

/// How a table is looked at.
pub struct Looks<'a> {
    /// The seat that is near.
    pub near: u8,
    /// The card that is chosen.
    pub chosen: Option<u32>,
    /// The latest changes.
    pub changed: &'a BTreeSet<u32>,
}

impl<'a> Table<'a> {
    /// The table of a view; `score` is what players are counted by, `names` are what they are called.
    pub fn of(view: &'a View, score: &'a str, names: &[Option<String>]) -> Table<'a> {
        let mut looks: Vec<(&str, &str, &[duelog_kernel::view::Fact])> = Vec::new();
        let mut zones = Vec::new();
        for zone in &view.zones {
            let mut cards = Vec::new();
            for card in &zone.cards {
                let look = (card.name.as_str(), card.line.as_str(), card.facts.as_slice());
                let known = looks.iter().position(|known| *known == look);
                let place = known.unwrap_or(looks.len());
                if known.is_none() {
                    looks.push(look);
                }
                let place = u32::try_from(place).unwrap_or(u32::MAX);
                cards.push((card.id.0, Card { place, name: look.0, line: look.1, figure: &card.figure }));
            }
            let seat = zone.seat.map(|seat| seat.0);
            zones.push(Zone { name: &zone.name, seat, count: zone.count, cards });
        }
        let player = |player: &'a duelog_kernel::view::PlayerView| {
            let name = names.get(usize::from(player.seat.0)).cloned().flatten();
            Player {
                seat: player.seat.0,
                name: name.unwrap_or_else(|| format!("Seat {}", player.seat.0)),
                facts: pairs(&player.facts),
            }
        };
        let players = view.players.iter().map(player).collect();
        Table { zones, players, turn: pairs(&view.turn), score, step: None }
    }

    /// The score of a player; a team that shares it has it once, with the first of its players.
    fn score_of(&self, player: &Player<'a>) -> &'a str {
        let own =
            |player: &Player<'a>| player.facts.iter().find(|fact| fact.0 == self.score).map(|fact| fact.1);
        let mate = || {
            let with = player.facts.iter().find(|fact| fact.0 == SHARES)?.1;
            self.players.iter().find(|other| with == other.name || with == format!("seat {}", other.seat))
        };
        own(player).or_else(|| own(mate()?)).unwrap_or_default()
    }

    fn fact(&self, name: &str) -> &str {
        self.turn.iter().find(|fact| fact.0 == name).map_or("", |fact| fact.1)
    }
}

fn pairs(facts: &[duelog_kernel::view::Fact]) -> Vec<Pair<'_>> {
    facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect()
}

/// True if the terminal is too small to draw anything; the screen then says so.
pub fn is_too_small(frame: &mut Frame<'_>) -> bool {
    let area = frame.area();
    let small = area.width < 20 || area.height < 5;
    if small {
        frame.render_widget(Span::raw("too small"), area);
    }
    small
}

/// Draws a table: who is far, what lies between, who is near. `cards` becomes where they were drawn.
pub fn draw(
    frame: &mut Frame<'_>,
    table: &Table<'_>,
    looks: &Looks<'_>,
    area: Rect,
    scrolled: &mut u16,
    cards: &mut Vec<(Rect, u32)>,
) {
    let block = Block::new().borders(Borders::RIGHT).border_style(QUIET);
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let (width, height) = (usize::from(inside.width), usize::from(inside.height));
    let mut rows = table_rows(table, looks, width, false);
    // A table of many is not scrolled out of sight: what others have is counted, a line or two each.
    if rows.len() > height && table.players.len() > 2 {
        rows = table_rows(table, looks, width, true);
    }
    let most = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_sub(inside.height);
    *scrolled = (*scrolled).min(most);
    cards.clear();
    for (y, row) in (inside.y..inside.bottom()).zip(rows.into_iter().skip(usize::from(*scrolled))) {
        let mut x = inside.x;
        for Piece(text, style, object) in row {
            let room = usize::from(inside.right().saturating_sub(x));
            let (end, _) = frame.buffer_mut().set_stringn(x, y, &text, room, style);
            if let Some(object) = object {
                cards.push((Rect::new(x, y, end - x, 1), object));
            }
            x = end;
        }
    }
    if most > *scrolled {
        let below = format!(" {} more lines: j ", most - *scrolled);
        let x = inside.right().saturating_sub(u16::try_from(below.len()).unwrap_or(0));
        let style = QUIET.add_modifier(Modifier::REVERSED);
        frame.buffer_mut().set_stringn(x, inside.bottom() - 1, &below, below.len(), style);
    }
}

/// All rows of a table; `folded` leaves the cards of the players who are far out, and counts them.
fn table_rows(table: &Table<'_>, looks: &Looks<'_>, width: usize, folded: bool) -> Vec<Vec<Piece>> {
    let zones = &table.zones;
    let mut rows = Vec::new();
    let far = table.players.iter().filter(|player| player.seat != looks.near);
    let shared: Vec<&Zone<'_>> = zones.iter().filter(|zone| zone.seat.is_none() && zone.count > 0).collect();
    let put = |player: &Player<'_>, near: bool, rows: &mut Vec<Vec<Piece>>| {
        let seat = player.seat;
        if folded && !near {
            let counts = counted(table, &shared, seat);
            return rows.extend(wrap(bar(table, player).into_iter().chain(counts).collect(), width, 2));
        }
        // The rows of each zone, those in play first.
        let mut own: Vec<Vec<Vec<Piece>>> = Vec::new();
        for zone in &shared {
            let cards: Vec<_> =
                zone.cards.iter().filter(|card| side_of(card.1.figure) == Some(seat)).collect();
            if !cards.is_empty() && !in_a_row(zone.name) {
                own.push(zone_rows((table, looks), zone.name, &cards, 0, width));
            }
        }
        for zone in zones.iter().filter(|zone| zone.seat == Some(seat) && zone.count > 0) {
            if PILES.contains(&zone.name) {
                continue;
            }
            let cards: Vec<_> = zone.cards.iter().collect();
            let hidden = zone.count.saturating_sub(u32::try_from(cards.len()).unwrap_or(0));
            own.push(zone_rows((table, looks), zone.name, &cards, hidden, width));
        }
        let bar = wrap(bar(table, player), width, 2);
        if near {
            rows.extend(own.into_iter().flatten());
            rows.extend(bar);
        } else {
            rows.extend(bar);
            rows.extend(own.into_iter().rev().flatten());
        }
    };
    far.for_each(|player| put(player, false, &mut rows));
    rows.push(between(table, width));
    rows.extend(chain_rows(table, looks, width));
    for zone in shared.iter().filter(|zone| zone.name != CHAIN) {
        let free = |card: &&(u32, Card<'_>)| in_a_row(zone.name) || side_of(card.1.figure).is_none();
        let cards: Vec<_> = zone.cards.iter().filter(free).collect();
        if !cards.is_empty() {
            rows.extend(zone_rows((table, looks), zone.name, &cards, 0, width));
        }
    }
    table
        .players
        .iter()
        .filter(|player| player.seat == looks.near)
        .for_each(|near| put(near, true, &mut rows));
    rows
}

/// How many cards a player has in each zone that is not a pile.
fn counted(table: &Table<'_>, shared: &[&Zone<'_>], seat: u8) -> Vec<Piece> {
    let own = table.zones.iter().filter(|zone| zone.seat == Some(seat) && !is_pile(zone.name));
    let in_play = shared.iter().filter(|zone| !in_a_row(zone.name)).map(|zone| {
        let sides = zone.cards.iter().filter(|card| side_of(card.1.figure) == Some(seat));
        (zone.name, u32::try_from(sides.count()).unwrap_or(u32::MAX))
    });
    let all = in_play.chain(own.map(|zone| (zone.name, zone.count))).filter(|zone| zone.1 > 0);
    all.map(|(name, count)| Piece(format!("{name} {count} "), Style::new(), None)).collect()
}

/// A card with its object.
type Held<'a> = &'a (u32, Card<'a>);

/// The combat chain, a link a line: its attack, what defends against it, and the sums of both.
fn chain_rows(table: &Table<'_>, looks: &Looks<'_>, width: usize) -> Vec<Vec<Piece>> {
    let number = |card: &Card<'_>, name: &str| {
        card.figure.numbers.iter().find(|number| number.name == name).map(|number| number.value)
    };
    let mut links: BTreeMap<i64, Vec<Held<'_>>> = BTreeMap::new();
    for zone in &table.zones {
        // Equipment that defends stays in its own zone, too.
        let fights = |card: &Card<'_>| marked(card.figure, "attacking") || marked(card.figure, "defending");
        for held in &zone.cards {
            let link = number(&held.1, "link");
            if zone.name == CHAIN {
                links.entry(link.unwrap_or(0)).or_default().push(held);
            } else if let Some(link) = link.filter(|_| fights(&held.1)) {
                links.entry(link).or_default().push(held);
            }
        }
    }
    let mut rows = Vec::new();
    for (link, held) in links {
        let (attacks, mut others): (Vec<Held<'_>>, Vec<Held<'_>>) =
            held.into_iter().partition(|held: &Held<'_>| marked(held.1.figure, "attacking"));
        others.sort_by_key(|held| !marked(held.1.figure, "defending"));
        let defends = others.iter().filter(|held| marked(held.1.figure, "defending"));
        let defense: i64 = defends.filter_map(|held| number(&held.1, "defense")).sum();
        let power: i64 = attacks.iter().filter_map(|held| number(&held.1, "power")).sum();
        let name = if link > 0 { format!("link {link}") } else { "chain".to_string() };
        let sums =
            if attacks.is_empty() { String::new() } else { format!(", ⚔{power} against ▣{defense}") };
        let cards: Vec<_> = attacks.into_iter().chain(others).collect();
        rows.extend(zone_rows((table, looks), &format!("{name}{sums}"), &cards, 0, width));
    }
    rows
}

/// Zones whose cards wait in one row, whoever has them.
fn in_a_row(zone: &str) -> bool {
    matches!(zone, "stack" | "chain" | "exile" | "banished")
}

fn side_of(figure: &Figure) -> Option<u8> {
    figure.side.or(figure.owner).map(|seat| seat.0)
}

fn between(table: &Table<'_>, width: usize) -> Vec<Piece> {
    let step = table.step.as_deref().unwrap_or_else(|| table.fact("step"));
    // A viewer's log tells no steps.
    let step = if step.is_empty() { String::new() } else { format!("─ {step} ") };
    let text = format!("── turn {} {step}", table.fact("turn"));
    let rest = width.saturating_sub(text.chars().count());
    vec![Piece(text + &"─".repeat(rest), QUIET, None)]
}

/// A player's line: name, score, piles.
fn bar(table: &Table<'_>, player: &Player<'_>) -> Vec<Piece> {
    let active = table.fact("active");
    // Before the first turn it is nobody's.
    let begun = table.fact("turn") != "0";
    // Those of a team who share their turns say so themselves.
    let shares = player.facts.iter().any(|fact| fact.0 == "active");
    let turn = begun && (shares || active == player.name || active == format!("seat {}", player.seat));
    let mark = if turn { "▶ " } else { "" };
    let score = table.score_of(player);
    let name = Piece(format!("{mark}{} ", player.name), side(player.seat).add_modifier(Modifier::BOLD), None);
    if let Some(why) = left(table.players.len(), player.facts.iter().copied()) {
        return vec![name, Piece(format!("left the game: {why}"), QUIET, None)];
    }
    let mut pieces = vec![name, Piece(format!("{} ", numbered(score, table.score)), STRONG, None)];
    for (name, value) in &player.facts {
        let counts = |zone: &Zone<'_>| zone.seat == Some(player.seat) && zone.name == *name;
        let told = *name == table.score
            || COUNTED.contains(name)
            || *name == "active"
            || table.zones.iter().any(counts);
        if !told && *value != "0" && *value != "no" {
            let name = if *name == "kept" { "hand kept:".to_string() } else { name.replace('-', " ") };
            pieces.push(Piece(format!("{name} {value} "), Style::new(), None));
        }
    }
    let piles = |zone: &&Zone<'_>| zone.seat == Some(player.seat) && PILES.contains(&zone.name);
    for zone in table.zones.iter().filter(piles).filter(|zone| zone.count > 0) {
        pieces.push(Piece(format!("{} {} ", zone.name, zone.count), QUIET, None));
    }
    pieces
}

fn zone_rows(
    (table, looks): (&Table<'_>, &Looks<'_>),
    name: &str,
    cards: &[&(u32, Card<'_>)],
    hidden: u32,
    width: usize,
) -> Vec<Vec<Piece>> {
    let changed = looks.changed;
    let order = order(name);
    let head = order.map_or_else(|| format!("{name}: "), |order| format!("{name}{}: ", order.said()));
    let mut pieces = vec![Piece(head, QUIET, None)];
    let mut groups: Vec<(&Card<'_>, Vec<u32>)> = Vec::new();
    let told = order.map_or_else(|| cards.to_vec(), |order| order.of(cards.to_vec()));
    for (object, card) in told {
        let alike = |group: &&mut (&Card<'_>, Vec<u32>)| {
            order.is_none()
                && group.0.place == card.place
                && changed.contains(&group.1[0]) == changed.contains(object)
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.1.push(*object),
            None => groups.push((card, vec![*object])),
        }
    }
    for (card, objects) in groups {
        let mut style = Style::new();
        if marked(card.figure, "tapped") {
            style = style.add_modifier(Modifier::DIM);
        }
        if marked(card.figure, "attacking") || marked(card.figure, "blocking") {
            style = style.fg(Color::LightRed);
        }
        if objects.iter().any(|object| changed.contains(object)) {
            style = style.fg(Color::Yellow).add_modifier(Modifier::BOLD);
        }
        if looks.chosen.is_some_and(|chosen| objects.contains(&chosen)) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let whose = if order.is_some() { waiting(table, card) } else { String::new() };
        pieces.push(Piece(card_text(card, objects.len()) + &whose, style, objects.first().copied()));
        pieces.push(Piece("  ".to_string(), Style::new(), None));
    }
    if hidden > 0 {
        pieces.push(Piece(format!("{hidden} hidden"), QUIET, None));
    }
    wrap(pieces, width, 2)
}

/// Whose it is that waits in a row, and at what it is aimed.
fn waiting(table: &Table<'_>, card: &Card<'_>) -> String {
    let called = |seat: u8| {
        let player = table.players.iter().find(|player| player.seat == seat);
        player.map_or_else(|| format!("seat {seat}"), |player| player.name.clone())
    };
    let label = |id: u32| {
        let found = table.zones.iter().flat_map(|zone| &zone.cards).find(|card| card.0 == id);
        found.map_or_else(|| format!("#{id}"), |(_, card)| format!("{} #{id}", card.name))
    };
    let whose = side_of(card.figure).map(called);
    let aims = card.figure.bonds.iter().filter(|bond| bond.name == "target").map(|bond| match bond.to {
        Item::Seat(seat) => called(seat.0),
        Item::Object(id) => label(id.0),
        _ => String::new(),
    });
    let aims: Vec<String> = aims.collect();
    let aimed = if aims.is_empty() { String::new() } else { format!(" → {}", aims.join(", ")) };
    whose.map_or_else(String::new, |whose| format!(" ({whose}{aimed})"))
}

fn marked(figure: &Figure, mark: &str) -> bool {
    figure.marks.iter().any(|one| one == mark)
}

/// A card in few letters: how many, name, size, signs.
fn card_text(card: &Card<'_>, count: usize) -> String {
    let number = |name: &str| card.figure.numbers.iter().find(|number| number.name == name);
    let value = |name: &str| {
        number(name).map(|number| {
            if number.value > 2_000_000_000 { "∞".to_string() } else { number.value.to_string() }
        })
    };
    let mut text = if count > 1 { format!("{count}×") } else { String::new() };
    text.push_str(card.name);
    match (value("power"), value("toughness"), value("defense")) {
        (Some(power), Some(toughness), _) => text.push_str(&format!(" {power}/{toughness}")),
        (Some(power), None, Some(defense)) => text.push_str(&format!(" ⚔{power} ▣{defense}")),
        (Some(power), None, None) => text.push_str(&format!(" ⚔{power}")),
        (None, _, Some(defense)) => text.push_str(&format!(" ▣{defense}")),
        (None, _, None) => {}
    }
    for (name, sign) in [("loyalty", "◈"), ("life", "♥"), ("damage", "✸")] {
        value(name).iter().for_each(|value| text.push_str(&format!(" {sign}{value}")));
    }
    for counter in &card.figure.counters {
        text.push_str(&format!(" {}×{}", counter.count, counter_name(&counter.name)));
    }
    let mut signs: Vec<&str> =
        SIGNS.iter().filter(|sign| marked(card.figure, sign.0)).map(|sign| sign.1).collect();
    signs.dedup();
    if !signs.is_empty() {
        text.push(' ');
        text.push_str(&signs.concat());
    }
    text
}

/// Pieces in rows of a width, those after the first set in.
fn wrap(pieces: Vec<Piece>, width: usize, indent: usize) -> Vec<Vec<Piece>> {
    let mut rows: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0;
    for piece in pieces {
        let long = Span::raw(piece.0.trim_end()).width();
        if used + long > width && used > indent {
            rows.push(vec![Piece(" ".repeat(indent), Style::new(), None)]);
            used = indent;
            if piece.0.trim().is_empty() {
                continue;
            }
        }
        used += Span::raw(piece.0.as_str()).width();
        if let Some(row) = rows.last_mut() {
            row.push(piece);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use duelog_kernel::view::{CardView, Fact, PlayerView, ZoneView};
    use duelog_kernel::{ObjectId, Seat};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    fn spell(id: u32, name: &str, side: u8, target: Item) -> CardView {
        let mut figure = Figure { side: Some(Seat(side)), ..Figure::default() };
        figure.bind("target", target);
        CardView { id: ObjectId(id), name: name.to_string(), line: String::new(), facts: Vec::new(), figure }
    }

    /// Eight players at a small screen: all that each has is counted, and the near one's cards are whole.
    #[test]
    fn a_table_of_many_is_folded_and_not_hidden() {
        let card = |id: u32, seat: u8| {
            let figure = Figure { side: Some(Seat(seat)), ..Figure::default() };
            let name = format!("Long Named Creature {id}");
            CardView { id: ObjectId(id), name, line: String::new(), facts: Vec::new(), figure }
        };
        let all: Vec<CardView> = (0..8)
            .flat_map(|seat| (0..9).map(move |own| (seat, own)))
            .map(|(seat, own)| card(u32::from(seat) * 10 + own, seat))
            .collect();
        let hand = |seat: u8| ZoneView {
            name: "hand".to_string(),
            seat: Some(Seat(seat)),
            count: 5,
            cards: Vec::new(),
        };
        let field = ZoneView { name: "battlefield".to_string(), seat: None, count: 72, cards: all };
        let player = |seat: u8| PlayerView { seat: Seat(seat), facts: vec![Fact::new("life", 20 + seat)] };
        let view = View {
            game: "magic",
            decisions: 0,
            turn: vec![Fact::new("turn", 1), Fact::new("active", "seat 2"), Fact::new("step", "main")],
            players: (0..8).map(player).collect(),
            zones: [field].into_iter().chain((0..8).map(hand)).collect(),
            request: None,
            waiting_for: None,
        };
        let (table, changed) = (Table::of(&view, "life", &[]), BTreeSet::new());
        for (near, width, height) in [(0, 50, 24), (5, 50, 24), (3, 80, 40)] {
            let looks = Looks { near, chosen: None, changed: &changed };
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let (mut scrolled, mut cards) = (0, Vec::new());
            terminal
                .draw(|frame| draw(frame, &table, &looks, frame.area(), &mut scrolled, &mut cards))
                .unwrap();
            let buffer = terminal.backend().buffer();
            let lines = (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>());
            let drawn = lines.collect::<Vec<_>>().join("\n");
            for seat in 0..8 {
                assert!(drawn.contains(&format!("Seat {seat} {} life", 20 + seat)), "{near}: {drawn}");
            }
            assert_eq!(drawn.matches("battlefield 9 hand 5").count(), 7, "{near}: {drawn}");
            assert!(drawn.contains("▶ Seat 2"), "{drawn}");
            let seen: Vec<u32> = cards.iter().map(|card| card.1).collect();
            let own = u32::from(near) * 10;
            assert_eq!(seen, (own..own + 9).collect::<Vec<_>>(), "{drawn}");
        }
    }

    /// Alike spells with another one between them stand each by itself, and the one that resolves first comes first.
    #[test]
    fn what_waits_is_drawn_in_its_order() {
        let stack = vec![
            spell(50, "Bolt", 0, Item::Seat(Seat(1))),
            spell(51, "Growth", 1, Item::Object(ObjectId(50))),
            spell(52, "Bolt", 0, Item::Seat(Seat(1))),
        ];
        let player = |seat| PlayerView { seat: Seat(seat), facts: Vec::new() };
        let view = View {
            game: "magic",
            decisions: 0,
            turn: vec![Fact::new("turn", 1), Fact::new("active", "seat 0"), Fact::new("step", "main")],
            players: vec![player(0), player(1)],
            zones: vec![ZoneView { name: "stack".to_string(), seat: None, count: 3, cards: stack }],
            request: None,
            waiting_for: None,
        };
        let names = [Some("Ann".to_string()), Some("Bob".to_string())];
        let (table, changed) = (Table::of(&view, "life", &names), BTreeSet::new());
        let looks = Looks { near: 0, chosen: None, changed: &changed };
        let mut terminal = Terminal::new(TestBackend::new(140, 8)).unwrap();
        let (mut scrolled, mut cards) = (0, Vec::new());
        let mut paint = |frame: &mut Frame<'_>| {
            let area = frame.area();
            draw(frame, &table, &looks, area, &mut scrolled, &mut cards);
        };
        terminal.draw(&mut paint).unwrap();
        let buffer = terminal.backend().buffer();
        let lines = (0..8).map(|y| (0..140).map(|x| buffer[(x, y)].symbol()).collect::<String>());
        let drawn = lines.collect::<Vec<_>>().join("\n");
        let order = "stack, the first one here resolves first: Bolt (Ann → Bob)  Growth (Bob → Bolt #50)  Bolt (Ann → Bob)";
        assert!(drawn.contains(order), "{drawn}");
        assert!(drawn.contains("▶ Ann"), "{drawn}");
        assert_eq!(cards.iter().map(|card| card.1).collect::<Vec<_>>(), [52, 51, 50]);
    }
}
