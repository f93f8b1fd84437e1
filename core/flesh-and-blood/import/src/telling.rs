//! Definitions told back in words.

use duelog_flesh_and_blood::language::definition::Definition;
use duelog_flesh_and_blood::state::card_pool::Card;
use duelog_flesh_and_blood::words::narrate::reading;

use crate::card::lines;
use crate::source::Printed;

/// A definition as a person would read it, as `duelog cards show` does: the first of its variants.
pub fn reading(definition: &Definition) -> Vec<String> {
    let cards = Card::compile(&crate::print::definition(definition)).unwrap_or_default();
    cards.first().map(reading::reading).unwrap_or_default()
}

/// Returns whether all that is said of a card, told back in words, reads exactly as its text does, line by line.
pub fn told_back(card: &Printed, definition: &Definition) -> bool {
    let mut own: Vec<String> = reading(definition).iter().skip(1).map(|line| plain(line)).collect();
    let mut printed: Vec<String> =
        lines(card).unwrap_or_default().iter().map(|line| plain(&line.replace('~', "this"))).collect();
    own.sort();
    printed.sort();
    printed.iter().all(|line| own.contains(line))
}

/// Small letters, numbers in digits, no signs between sentences.
fn plain(line: &str) -> String {
    let words = duelog_import::text::tokens(line);
    let words = words.iter().filter(|word| ![",", ".", ":", ";", "-"].contains(&word.text.as_str()));
    let words: Vec<String> = words
        .map(|word| match crate::words::number(&word.text) {
            Some(number) => number.to_string(),
            None if word.text == "a" || word.text == "an" => "1".to_string(),
            None => word.text.clone(),
        })
        .collect();
    words.join(" ")
}
