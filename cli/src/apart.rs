//! Options that name cards of one name: how these differ on the table is told beside their ids.

use std::collections::BTreeMap;

use duelog_kernel::view::{CardView, RequestView};
use duelog_kernel::{Item, View};

/// Adds to each option that names a card, beside its id, how that card differs from others of its name that could be
/// answered: whose it is, its numbers, its counters and marks.
pub fn tell_apart(asked: &mut RequestView, view: &View) {
    let known: BTreeMap<u32, &CardView> =
        view.zones.iter().flat_map(|zone| &zone.cards).map(|card| (card.id.0, card)).collect();
    let mut alike: BTreeMap<&str, BTreeMap<u32, &CardView>> = BTreeMap::new();
    for id in asked.options.iter().flat_map(|option| named(&option.item)) {
        if let Some(card) = known.get(&id) {
            alike.entry(&card.name).or_default().insert(id, card);
        }
    }
    let mut told: BTreeMap<u32, String> = BTreeMap::new();
    for cards in alike.values().filter(|cards| cards.len() > 1) {
        let looks: Vec<Vec<String>> = cards.values().map(|card| look(card)).collect();
        for (id, own) in cards.keys().zip(&looks) {
            let differs = |part: &&String| looks.iter().any(|other| !other.contains(part));
            let parts: Vec<&str> = own.iter().filter(differs).map(String::as_str).collect();
            if !parts.is_empty() {
                told.insert(*id, format!(" ({})", parts.join(", ")));
            }
        }
    }
    for option in &mut asked.options {
        for id in named(&option.item) {
            let Some(look) = told.get(&id) else { continue };
            let own = format!("#{id}");
            let ends = |end: usize| !option.text[end..].starts_with(|next: char| next.is_ascii_digit());
            let end = option.text.match_indices(&own).map(|(at, _)| at + own.len()).find(|end| ends(*end));
            if let Some(end) = end {
                option.text.insert_str(end, look);
            }
        }
    }
}

/// The objects that an answer names.
fn named(item: &Item) -> Vec<u32> {
    match item {
        Item::Object(id) | Item::PairSeat(id, _) => vec![id.0],
        Item::Pair(one, other) => vec![one.0, other.0],
        _ => Vec::new(),
    }
}

/// Everything by which a card may differ from others of its name, in words.
fn look(card: &CardView) -> Vec<String> {
    let figure = &card.figure;
    let number =
        |name: &str| figure.numbers.iter().find(|number| number.name == name).map(|number| number.value);
    let size = number("power").zip(number("toughness"));
    let of_size = |name: &str| size.is_some() && matches!(name, "power" | "toughness");
    let others = figure.numbers.iter().filter(|number| !of_size(&number.name));
    let side = figure.side.map(|seat| format!("of {seat}"));
    side.into_iter()
        .chain(size.map(|(power, toughness)| format!("{power}/{toughness}")))
        .chain(others.map(|number| format!("{} {}", number.name, number.value)))
        .chain(figure.counters.iter().map(|counted| format!("{} {}", counted.count, counted.name)))
        .chain(figure.marks.iter().map(|mark| mark.replace('-', " ")))
        .collect()
}
