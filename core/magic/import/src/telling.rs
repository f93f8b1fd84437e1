//! Definitions told back in words.

use duelog_magic::language::definition::Definition;
use duelog_magic::language::parse::parse;
use duelog_magic::words::narrate::reading;

use crate::card::Compiled;
use crate::source::{Face, Printed};

/// A definition as a person would read it, as `duelog cards show` does.
pub fn reading(definition: &Definition) -> Vec<String> {
    let spelled = parse(&crate::print::definition(definition));
    reading::reading(&spelled.unwrap_or_else(|_| definition.clone()))
}

/// Returns whether all that is said of a card, told back in words, reads exactly as its text does, line by line.
pub fn told_back(card: &Printed, made: &Compiled) -> bool {
    let faces: Vec<&Definition> =
        made.definitions.iter().filter(|own| card.faces.iter().any(|face| face.name == own.name)).collect();
    faces.len() == card.faces.len() && faces.iter().zip(&card.faces).all(|(own, face)| same(own, face))
}

fn same(definition: &Definition, face: &Face) -> bool {
    let mut own: Vec<String> = reading::reading(definition)
        .into_iter()
        .skip(2)
        .filter(|line| !line.starts_with("loyalty "))
        .map(|line| plain(&crate::card::own_words(&line, Some(face))))
        .collect();
    let lines = duelog_import::text::lines(&face.text).unwrap_or_default();
    let mut printed: Vec<String> =
        lines.iter().map(|line| plain(&crate::card::own_words(line, Some(face)))).collect();
    own.sort();
    printed.sort();
    own == printed
}

/// Small letters, numbers in digits, no signs between sentences.
fn plain(line: &str) -> String {
    let words = duelog_import::text::tokens(line);
    let words = words.iter().filter(|word| ![",", ".", ":", ";"].contains(&word.text.as_str()));
    let words: Vec<String> = words
        .map(|word| match crate::words::number(&word.text) {
            Some(number) => number.to_string(),
            None if word.text == "a" || word.text == "an" => "1".to_string(),
            None => word.text.clone(),
        })
        .collect();
    words.join(" ")
}
