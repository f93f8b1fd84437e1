//! The card names that can be named (202.2): those of all cards that are built in or in the match, each face by
//! itself, none that a print has above its own (202.6a).

use std::sync::{Arc, OnceLock};

use duelog_kernel::decision::Known;

use crate::cards::{COMPILED, FILES};
use crate::cite;
use crate::language::parse::parse;
use crate::language::types::CardType;
use crate::state::card_pool::{Card, CardPool};

/// All card names in a match.
pub fn card_names(card_pool: &CardPool) -> Arc<Known> {
    static NAMES: OnceLock<Arc<Known>> = OnceLock::new();
    cite!("202.2", "202.6a", "803.6", "804.7", "806.6", "807.5", "810.4", "810.4a");
    let names = || {
        let definitions = FILES.iter().chain(COMPILED.iter()).filter_map(|(_, text)| parse(text).ok());
        definitions.filter(|card| card.kind != CardType::Nebula).flat_map(|card| {
            let own = match &card.twin {
                Some(twin) => format!("{} / {}", card.name, twin.name),
                None => card.name.clone(),
            };
            std::iter::once(own).chain(card.names)
        })
    };
    let known = NAMES.get_or_init(|| Arc::new(Known::new("card".to_string(), names())));
    let nameable = |card: &&Card| card.faces.iter().all(|face| face.definition.kind != CardType::Nebula);
    known.with(card_pool.cards().iter().filter(nameable).flat_map(|card| {
        let others = card.faces.iter().flat_map(|face| face.definition.names.iter().cloned());
        std::iter::once(card.name.clone()).chain(others)
    }))
}
