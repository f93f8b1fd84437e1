//! Small words that everything else here is made of.

use duelog_kernel::phrase::lower;

use crate::language::definition::{Counter, Span, Until, Word, ZoneKind};
use crate::language::mana::{Colors, ManaCost};

/// A counter's kind as printed.
pub fn counter(kind: Counter) -> &'static str {
    match kind {
        Counter::PlusOne => "+1/+1",
        Counter::MinusOne => "-1/-1",
        Counter::Loyalty => "loyalty",
        Counter::Charge => "charge",
        Counter::Mark => "mark",
    }
}

/// How long an effect lasts, with a space before it; nothing when it does not end.
pub fn until(until: Until) -> &'static str {
    match until {
        Until::EndOfTurn => " until end of turn",
        Until::EndOfCombat => " until end of combat",
        Until::SourceLeaves => " for as long as its source stays on the battlefield",
        Until::Forever => "",
    }
}

/// A word that effects change (612.2).
pub fn word(word: Word) -> &'static str {
    match word {
        Word::Color(color) => color.name(),
        Word::Subtype(subtype) => subtype.name(),
    }
}

/// Parts with something between them.
pub fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}

/// What a player does; the player whose effect it is goes without saying.
pub fn by(who: &str, what: String) -> String {
    if who == "you" { what } else { format!("{who}: {what}") }
}

/// A mana symbol by number, as in `Item::Symbol`.
pub fn symbol(place: u8) -> String {
    let mut cost = ManaCost::default();
    if let Some(amount) = cost.typed.get_mut(usize::from(place)) {
        *amount = 1;
    }
    cost.to_string()
}

/// So many counters of a kind.
pub fn counters(number: &str, kind: Counter) -> String {
    format!("{number} {} {}", counter(kind), if number == "1" { "counter" } else { "counters" })
}

/// A step, phase or turn.
pub fn span(span: Span) -> &'static str {
    match span {
        Span::Untap => "untap step",
        Span::Upkeep => "upkeep step",
        Span::Draw => "draw step",
        Span::Combat => "combat phase",
        Span::Turn => "turn",
        Span::FirstMain => "precombat main phase",
        Span::SecondMain => "postcombat main phase",
        Span::EndCombat => "end of combat step",
        Span::End => "end step",
    }
}

/// Where something is, or where an ability works, with a space before it.
pub fn in_zones(zones: &[ZoneKind]) -> String {
    let place = |zone: &ZoneKind| match zone {
        ZoneKind::Battlefield | ZoneKind::Stack => format!("on the {}", lower(zone)),
        ZoneKind::Exile => "in exile".to_string(),
        ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard => format!("in a {}", lower(zone)),
    };
    format!(" {}", zones.iter().map(place).collect::<Vec<_>>().join(" or "))
}

/// Colours as a list.
pub fn colors(colors: Colors) -> String {
    if colors.count() == 0 {
        "colorless".to_string()
    } else {
        list(colors.list().into_iter().map(|color| color.name().to_string()))
    }
}

/// Words with commas between them.
pub fn list(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

/// Yes or no.
pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
