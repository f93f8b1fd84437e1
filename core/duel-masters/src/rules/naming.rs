//! The card names that can be named (202.2): those of all cards that are built in, each face by itself, none
//! that a print has above its own (202.6a).

use std::sync::OnceLock;

use duelog_kernel::decision::Known;

use crate::cards::FILES;
use crate::cite;
use crate::language::parse::parse;
use crate::language::types::CardType;

/// All card names.
pub fn card_names() -> &'static Known {
    static NAMES: OnceLock<Known> = OnceLock::new();
    cite!("202.2", "202.6a", "803.6", "804.7", "806.6", "807.5", "810.4", "810.4a");
    let names = || {
        let definitions = FILES.iter().filter_map(|(_, text)| parse(text).ok());
        definitions.filter(|card| card.kind != CardType::Nebula).flat_map(|card| {
            let own = match &card.twin {
                Some(twin) => format!("{} / {}", card.name, twin.name),
                None => card.name.clone(),
            };
            std::iter::once(own).chain(card.names)
        })
    };
    NAMES.get_or_init(|| Known::new("card".to_string(), names()))
}
