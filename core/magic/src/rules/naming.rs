//! The card names that a player can choose (201.3): those of the cards that are built in, whatever cards are
//! in the match.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use duelog_kernel::decision::Known;
use duelog_kernel::phrase::lower;

use crate::cards::FILES;
use crate::cite;
use crate::language::definition::{Definition, Faces};
use crate::language::parse::parse;
use crate::language::types::{CardType, Supertype, TypeLine};

/// The names and type lines of the cards that are built in; tokens are none (201.3).
fn cards() -> impl Iterator<Item = (String, TypeLine)> {
    let definitions = FILES.iter().filter_map(|(_, text)| parse(text).ok());
    let halves = |card: &Definition| matches!(card.faces, Faces::Halves(..));
    definitions.filter(move |card| !card.token && !halves(card)).map(|card| (card.name, card.types))
}

/// The names of all cards.
pub fn card_names() -> &'static Known {
    // Each face has a definition of its own.
    cite!("711.13", "709.5", "201.3b");
    static NAMES: OnceLock<Known> = OnceLock::new();
    NAMES.get_or_init(|| Known::new("card".to_string(), cards().map(|card| card.0)))
}

/// The names of the cards that have a type as printed (201.3a).
pub fn names_of(kind: CardType) -> &'static Known {
    cite!("201.3c", "201.3e", "712.11");
    static NAMES: [OnceLock<Known>; 8] = [const { OnceLock::new() }; 8];
    let of_kind = || {
        Known::new(
            format!("{} card", lower(&kind)),
            cards().filter(|card| card.1.is(kind)).map(|card| card.0),
        )
    };
    NAMES[kind as usize].get_or_init(of_kind)
}

/// Whether a nonlegendary creature card has this name (612.6).
pub fn is_creature_name(name: &str) -> bool {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    let creatures = || {
        let plain = |card: &(String, TypeLine)| {
            card.1.is(CardType::Creature) && !card.1.is_super(Supertype::Legendary)
        };
        cards().filter(plain).map(|card| card.0).collect()
    };
    NAMES.get_or_init(creatures).contains(name)
}
