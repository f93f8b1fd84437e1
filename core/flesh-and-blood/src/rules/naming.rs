//! The names that a player can declare (8.5.21b): those of all cards that are built in or in the match.

use std::sync::{Arc, OnceLock};

use duelog_kernel::decision::Known;

use crate::cards::{COMPILED, FILES};
use crate::language::definition::Definition;
use crate::language::parse::parse;
use crate::state::card_pool::CardPool;

/// The names of a card; of one with two sides, those of its sides (9.2.2b).
fn names(card: &Definition) -> Vec<String> {
    match &card.sides {
        Some(sides) => sides.both().map(|side| side.name.clone()).to_vec(),
        None => vec![card.name.clone()],
    }
}

/// The names of all cards in a match.
pub fn card_names(card_pool: &CardPool) -> Arc<Known> {
    static NAMES: OnceLock<Arc<Known>> = OnceLock::new();
    let files = || FILES.iter().chain(COMPILED.iter());
    let built_in = || files().filter_map(|(_, text)| parse(text).ok()).flat_map(|card| names(&card));
    let known = NAMES.get_or_init(|| Arc::new(Known::new("card".to_string(), built_in())));
    known.with(card_pool.cards().iter().flat_map(|card| names(&card.definition)))
}
