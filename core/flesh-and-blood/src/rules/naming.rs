//! The names that a player can declare (8.5.21b): those of all cards that are built in, whatever cards are in
//! the match.

use std::sync::OnceLock;

use duelog_kernel::decision::Known;

use crate::cards::FILES;
use crate::language::parse::parse;

/// The names of all cards; of a card with two sides, those of its sides (9.2.2b).
pub fn card_names() -> &'static Known {
    static NAMES: OnceLock<Known> = OnceLock::new();
    let names = || {
        let definitions = FILES.iter().filter_map(|(_, text)| parse(text).ok());
        definitions.flat_map(|card| match &card.sides {
            Some(sides) => sides.both().map(|side| side.name.clone()).to_vec(),
            None => vec![card.name],
        })
    };
    NAMES.get_or_init(|| Known::new("card".to_string(), names()))
}
