//! A table and a question as text for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use duelog_kernel::decision::Names;
use duelog_kernel::view::{CardView, Fact, OptionView, RequestView, ZoneView};
use duelog_kernel::{Ask, Item, Seat, View};

/// Facts that a card's line tells: they are left out where it does.
const IN_LINE: [&str; 11] = [
    "types",
    "subtypes",
    "power",
    "toughness",
    "loyalty",
    "cost",
    "civilizations",
    "races",
    "pitch",
    "defense",
    "life",
];

/// Facts that are the same wherever the card is, and that nobody needs beside its name.
const ON_THE_CARD: [&str; 6] = ["colors", "color", "mana-value", "japanese", "moniker", "intellect"];

/// By what a card of a shared zone says on whose side it is: the first that it has.
const SIDE: [&str; 2] = ["controller", "owner"];

/// Zones that are piles: their cards are only named. In every other zone each card has a line, so that
/// nothing is lost of a zone that is not known here.
const PILES: [&str; 7] = ["library", "deck", "graveyard", "exile", "banished", "inventory", "sideboard"];

/// The table as text; the seat that is `near`, if one is, comes last. Long lists are broken at `width`.
pub fn text(view: &View, near: Option<Seat>, width: usize) -> String {
    let mut out = String::new();
    // Before the first turn it is nobody's.
    let begun = view.turn.iter().any(|fact| fact.name == "turn" && fact.value != "0");
    let said = |fact: &&Fact| fact.value != "0" && (begun || fact.name != "active");
    let turn: Vec<String> = view.turn.iter().filter(said).map(plain).collect();
    let _ = writeln!(out, "After decision {}: {}", view.decisions, turn.join(", "));
    let mut players: Vec<_> = view.players.iter().collect();
    players.sort_by_key(|player| Some(player.seat) == near);
    for player in players {
        let who = capital(&player.seat.to_string());
        let facts = player.facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str()));
        if let Some(why) = left(view.players.len(), facts) {
            let _ = writeln!(out, "{who} left the game: {why}");
        } else {
            let facts: Vec<String> = player.facts.iter().map(plain).collect();
            let _ = writeln!(out, "{who}: {}", facts.join(", "));
        }
        // Cards in play are read first, those in piles after them.
        let (piles, rest): (Vec<_>, Vec<_>) =
            view.zones.iter().partition(|zone| PILES.contains(&zone.name.as_str()));
        for zone in rest.into_iter().chain(piles) {
            match zone.seat {
                Some(seat) if seat == player.seat => {
                    zone_text(&mut out, zone, zone.cards.iter().collect(), width)
                }
                None => {
                    let own = player.seat.to_string();
                    zone_text(
                        &mut out,
                        zone,
                        zone.cards.iter().filter(|card| holder(card) == Some(&own)).collect(),
                        width,
                    );
                }
                Some(_) => {}
            }
        }
    }
    for zone in view.zones.iter().filter(|zone| zone.seat.is_none()) {
        let free = zone.cards.iter().filter(|card| holder(card).is_none()).collect();
        zone_text(&mut out, zone, free, width);
    }
    out
}

/// Whose side of a shared zone a card is on; nobody's for what waits in one row, such as the stack.
fn holder(card: &CardView) -> Option<&String> {
    let waits = card.facts.iter().any(|fact| fact.name == "kind");
    side(card).filter(|_| !waits).map(|fact| &fact.value)
}

/// The fact that says on whose side a card is.
fn side(card: &CardView) -> Option<&Fact> {
    SIDE.iter().find_map(|name| card.facts.iter().find(|fact| fact.name == *name))
}

fn zone_text(out: &mut String, zone: &ZoneView, cards: Vec<&CardView>, width: usize) {
    if cards.is_empty() {
        return;
    }
    if let Some(order) = order(&zone.name) {
        let _ = writeln!(out, "  {}{}", zone.name, order.said());
        for card in order.of(cards) {
            let _ = writeln!(out, "    {}", row(card, &[card.id.to_string()]));
        }
    } else if !PILES.contains(&zone.name.as_str()) {
        let _ = writeln!(out, "  {}{}", zone.name, unseen(zone));
        for line in alike(&cards) {
            let _ = writeln!(out, "    {line}");
        }
    } else {
        let named = cards.iter().map(|card| format!("{} {}", card.name, card.id));
        let from = if ["library", "deck"].contains(&zone.name.as_str()) { "(from the top) " } else { "" };
        wrapped(out, &format!("  {}: {from}", zone.name), named, width);
    }
}

/// In which order the cards of a row are told whose order is the game: each by itself, alike or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The last one of the row resolves first, and is told first.
    LastFirst,
    /// As they stand.
    AsTheyStand,
}

impl Order {
    /// The order in words.
    pub fn said(self) -> &'static str {
        match self {
            Order::LastFirst => ", the first one here resolves first",
            Order::AsTheyStand => "",
        }
    }

    /// The cards in the order in which they are told.
    pub fn of<T>(self, mut cards: Vec<T>) -> Vec<T> {
        if self == Order::LastFirst {
            cards.reverse();
        }
        cards
    }
}

/// The order of a zone whose order is the game; none of others.
pub fn order(zone: &str) -> Option<Order> {
    match zone {
        "stack" => Some(Order::LastFirst),
        "chain" => Some(Order::AsTheyStand),
        _ => None,
    }
}

/// How many cards of a player's zone stand there without being seen.
fn unseen(zone: &ZoneView) -> String {
    let hidden = zone.count.saturating_sub(zone.cards.len() as u32);
    if zone.seat.is_some() && hidden > 0 { format!(" ({hidden} more not seen)") } else { String::new() }
}

/// A line for each card; cards that look the same share one.
fn alike(cards: &[&CardView]) -> Vec<String> {
    let mut rows: Vec<(&CardView, Vec<String>)> = Vec::new();
    for card in cards {
        let same = rows.iter_mut().find(|(first, _)| {
            first.name == card.name && first.line == card.line && first.facts == card.facts
        });
        match same {
            Some((_, ids)) => ids.push(card.id.to_string()),
            None => rows.push((card, vec![card.id.to_string()])),
        }
    }
    rows.into_iter().map(|(card, ids)| row(card, &ids)).collect()
}

fn row(card: &CardView, ids: &[String]) -> String {
    let number = if ids.len() > 1 { format!("{} x ", ids.len()) } else { String::new() };
    let mut text = format!("{number}{} {}", card.name, ids.join(" "));
    if !card.line.is_empty() {
        let _ = write!(text, "  {}", card.line);
    }
    let mut facts: Vec<String> = card.facts.iter().filter(|fact| told(card, fact)).map(plain).collect();
    let down = "face-down";
    if card.figure.marks.iter().any(|mark| mark == down) && !card.facts.iter().any(|fact| fact.name == down) {
        facts.push("face down".to_string());
    }
    if !facts.is_empty() {
        let _ = write!(text, "  [{}]", facts.join("; "));
    }
    text
}

/// Returns whether a fact is worth saying.
fn told(card: &CardView, fact: &Fact) -> bool {
    let name = fact.name.as_str();
    let in_line = IN_LINE.contains(&name) && fact.value.split(", ").all(|part| stands_in(&card.line, part));
    // Cards that wait in a row stand on no side.
    let on_side = SIDE.contains(&name) && side(card) == Some(fact) && holder(card).is_some();
    !in_line && !on_side && !ON_THE_CARD.contains(&name) && fact.value != "no" && fact.value != "0"
}

/// Returns whether a text has a part, whatever the case.
fn stands_in(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn plain(fact: &Fact) -> String {
    let name = fact.name.replace('-', " ");
    match (fact.name.as_str(), fact.value.as_str()) {
        ("keywords" | "kind" | "limits", value) => value.to_string(),
        ("counters", value) => format!("counters {}", counters(value)),
        (_, "yes") => name,
        (_, "no") => format!("not {name}"),
        ("lost", why) => format!("lost: {why}"),
        (_, value) => format!("{name} {value}"),
    }
}

/// The name of a counter: `-1 defense` of `-1d`.
pub fn counter_name(name: &str) -> String {
    let signed = name.starts_with(['+', '-']) && !name.contains('/');
    let of = |symbol, what: &str| {
        name.strip_suffix(symbol).filter(|_| signed).map(|number| format!("{number} {what}"))
    };
    of('p', "power").or_else(|| of('d', "defense")).unwrap_or_else(|| name.to_string())
}

/// Counters with their numbers: `-1 defense x2, steam x1` of `-1d x2, steam x1`.
pub fn counters(value: &str) -> String {
    let one = |part: &str| match part.rsplit_once(" x") {
        Some((name, count)) => format!("{} x{count}", counter_name(name)),
        None => part.to_string(),
    };
    value.split(", ").map(one).collect::<Vec<_>>().join(", ")
}

/// Why a player has left a game that others play on, by the facts about the player; `None` if the player has not.
pub fn left<'a>(players: usize, facts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    let lost = facts.into_iter().find(|fact| fact.0 == "lost" && fact.1 != "no");
    lost.filter(|_| players > 2).map(|fact| fact.1)
}

/// A text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

fn wrapped(out: &mut String, head: &str, words: impl Iterator<Item = String>, width: usize) {
    let mut line = head.to_string();
    for (place, word) in words.enumerate() {
        if place > 0 {
            line.push_str(", ");
        }
        if line.len() + word.len() > width && place > 0 {
            let _ = writeln!(out, "{}", line.trim_end());
            line = "    ".to_string();
        }
        line.push_str(&word);
    }
    let _ = writeln!(out, "{line}");
}

/// A request as text: the question with its rule, then the options by number.
pub fn question(asked: &RequestView, width: usize) -> String {
    let mut out =
        format!("{} is asked ({}): {}\n", capital(&asked.seat.to_string()), asked.rule, asked.question);
    possible(&mut out, asked, width);
    out
}

/// The options of a request by number, or what else can be answered, as lines.
pub fn rows(asked: &RequestView) -> Vec<String> {
    let mut out = String::new();
    possible(&mut out, asked, usize::MAX);
    out.lines().map(str::to_string).collect()
}

fn possible(out: &mut String, asked: &RequestView, width: usize) {
    match &asked.ask {
        Ask::Pick { .. } | Ask::Split { .. } => options(out, &asked.options),
        Ask::Number { min, max } => {
            let _ = writeln!(out, "  a number from {min} to {max}");
        }
        Ask::Name { among: Names::Known(known) } => {
            let _ = writeln!(out, "  the name of a {}", known.kind());
        }
        Ask::Name { among } => wrapped(out, "  one of: ", among.iter().cloned(), width),
    }
}

/// The options by number, those that differ only in their objects on one line.
fn options(out: &mut String, options: &[OptionView]) {
    let mut rows: Vec<(String, Vec<usize>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (place, option) in options.iter().enumerate() {
        // Pairs of objects are told apart by their ids.
        let key = match option.item {
            Item::Pair(..) | Item::PairSeat(..) | Item::Object(_) => option.text.clone(),
            _ => without_ids(&option.text),
        };
        match places.get(&key) {
            Some(row) => rows[*row].1.push(place),
            None => {
                places.insert(key.clone(), rows.len());
                rows.push((key, vec![place]));
            }
        }
    }
    for (key, places) in rows {
        let text = if let [only] = places.as_slice() { options[*only].text.clone() } else { key };
        let ids: Vec<String> = places.iter().filter_map(|place| object(&options[*place].item)).collect();
        let ids =
            if text.contains('#') || ids.is_empty() { String::new() } else { format!("  {}", ids.join(" ")) };
        let _ = writeln!(out, "  {:>3}) {text}{ids}", ranges(&places));
    }
}

fn object(item: &Item) -> Option<String> {
    match item {
        Item::Object(id) | Item::Ability(id, _) | Item::Act(_, id) => Some(id.to_string()),
        _ => None,
    }
}

/// Numbers from 1 with runs drawn together, for instance `2-4,7`.
fn ranges(places: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for place in places {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == *place => *last = *place,
            _ => parts.push((*place, *place)),
        }
    }
    let word = |(from, to): &(usize, usize)| {
        if from == to { (from + 1).to_string() } else { format!("{}-{}", from + 1, to + 1) }
    };
    parts.iter().map(word).collect::<Vec<_>>().join(",")
}

/// A text without the object ids in it.
pub fn without_ids(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" #") {
        let digits = rest[at + 2..].bytes().take_while(u8::is_ascii_digit).count();
        out.push_str(if digits > 0 { &rest[..at] } else { &rest[..at + 2] });
        rest = &rest[at + 2 + digits..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_called_by_what_they_change() {
        let names = ["-1d", "+1p", "+1/+1", "time", "+1/-1d", "dread"].map(counter_name);
        assert_eq!(counters("-1d x2, steam x1"), "-1 defense x2, steam x1");
        assert_eq!(names, ["-1 defense", "+1 power", "+1/+1", "time", "+1/-1d", "dread"]);
    }

    #[test]
    fn ids_are_left_out() {
        assert_eq!(without_ids("{T}: add {G} (Forest #17)"), "{T}: add {G} (Forest)");
        assert_eq!(without_ids("#3 is # 4 and Elf #12"), "#3 is # 4 and Elf");
    }

    #[test]
    fn runs_are_drawn_together() {
        assert_eq!(ranges(&[0]), "1");
        assert_eq!(ranges(&[1, 2, 3, 6]), "2-4,7");
    }
}
