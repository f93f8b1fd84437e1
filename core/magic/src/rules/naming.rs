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
use crate::rules::eval::Sight;
use crate::state::{Alter, Characteristics};

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

impl Sight<'_> {
    /// The names of an object: what an effect says that it is called, else those of its card.
    fn names<'b>(&'b self, own: &'b Characteristics) -> impl Iterator<Item = &'b str> {
        let renamed = own.renamed();
        let printed = renamed.is_none().then(|| self.card_pool.names(own.card));
        renamed.into_iter().chain(printed.into_iter().flatten())
    }

    /// Whether an object has a name: its own, or because it has those of all nonlegendary creature cards.
    pub fn has_name(&self, own: &Characteristics, name: &str) -> bool {
        self.names(own).any(|own| own == name)
            || (own.limits.contains(&Alter::EveryName) && is_creature_name(name))
    }

    /// Whether two objects have a name in common (201.2a).
    pub fn shares_name(&self, one: &Characteristics, other: &Characteristics) -> bool {
        let all = |own: &Characteristics| own.limits.contains(&Alter::EveryName);
        (all(one) && all(other))
            || self.names(other).any(|name| self.has_name(one, name))
            || self.names(one).any(|name| self.has_name(other, name))
    }
}

/// Whether a nonlegendary creature card has this name (612.6).
fn is_creature_name(name: &str) -> bool {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    let creatures = || {
        let plain = |card: &(String, TypeLine)| {
            card.1.is(CardType::Creature) && !card.1.is_super(Supertype::Legendary)
        };
        cards().filter(plain).map(|card| card.0).collect()
    };
    NAMES.get_or_init(creatures).contains(name)
}
