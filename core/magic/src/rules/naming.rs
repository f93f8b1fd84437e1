//! The card names that a player can choose (201.3): those of the cards that are built in or in the match.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use duelog_kernel::decision::Known;
use duelog_kernel::definition::field;
use duelog_kernel::phrase::lower;

use crate::cards::{COMPILED, FILES};
use crate::cite;
use crate::language::definition::{Definition, Faces};
use crate::language::parse::parse;
use crate::language::types::{CardType, Supertype, TypeLine};
use crate::rules::eval::Sight;
use crate::state::card_pool::CardPool;
use crate::state::{Alter, Characteristics};

/// The beginning of the paths of compiled tokens.
pub const COMPILED_TOKENS: &str = "compiled/tokens/";

/// Whether a definition is one of a card with a name of its own; tokens are none (201.3).
fn is_named(card: &Definition) -> bool {
    !card.token && !matches!(card.faces, Faces::Halves(..))
}

/// The names and type lines of the cards that are built in. Of a compiled definition no more is read than these: all
/// of them read in full would take a second.
fn cards() -> impl Iterator<Item = (String, TypeLine)> {
    let definitions = FILES.iter().filter_map(|(_, text)| parse(text).ok());
    let compiled = COMPILED
        .iter()
        .filter(|(file, _)| !file.starts_with(COMPILED_TOKENS))
        .filter_map(|(_, text)| Some((field(text, "name")?, TypeLine::parse(&field(text, "types")?).ok()?)));
    // A split card is called by the names of its halves.
    let compiled = compiled.filter(|(name, _)| !name.contains(" // "));
    definitions.filter(is_named).map(|card| (card.name, card.types)).chain(compiled)
}

/// The definitions that a match brings with it, and others of it.
fn of_match(card_pool: &CardPool) -> impl Iterator<Item = &Definition> {
    card_pool.cards().iter().map(|card| &card.definition).filter(|card| is_named(card))
}

/// The names of all cards in a match.
pub fn card_names(card_pool: &CardPool) -> Arc<Known> {
    // Each face has a definition of its own.
    cite!("711.13", "709.5", "201.3b");
    static NAMES: OnceLock<Arc<Known>> = OnceLock::new();
    let known = NAMES.get_or_init(|| Arc::new(Known::new("card".to_string(), cards().map(|card| card.0))));
    known.with(of_match(card_pool).map(|card| card.name.clone()))
}

/// The names of the cards that have a type as printed (201.3a).
pub fn names_of(card_pool: &CardPool, kind: CardType) -> Arc<Known> {
    cite!("201.3c", "201.3e", "712.11");
    static NAMES: [OnceLock<Arc<Known>>; 8] = [const { OnceLock::new() }; 8];
    let of_kind = || {
        Arc::new(Known::new(
            format!("{} card", lower(&kind)),
            cards().filter(|card| card.1.is(kind)).map(|card| card.0),
        ))
    };
    let known = NAMES[kind as usize].get_or_init(of_kind);
    known.with(of_match(card_pool).filter(|card| card.types.is(kind)).map(|card| card.name.clone()))
}

/// The names of the cards that do not have a type as printed (201.3a).
pub fn names_but(card_pool: &CardPool, kind: CardType) -> Arc<Known> {
    static NAMES: [OnceLock<Arc<Known>>; 8] = [const { OnceLock::new() }; 8];
    let but = || {
        Arc::new(Known::new(
            format!("non{} card", lower(&kind)),
            cards().filter(|card| !card.1.is(kind)).map(|card| card.0),
        ))
    };
    let known = NAMES[kind as usize].get_or_init(but);
    known.with(of_match(card_pool).filter(|card| !card.types.is(kind)).map(|card| card.name.clone()))
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
            || (own.limits.contains(&Alter::EveryName) && is_creature_name(self.card_pool, name))
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
fn is_creature_name(card_pool: &CardPool, name: &str) -> bool {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    let plain = |types: &TypeLine| types.is(CardType::Creature) && !types.is_super(Supertype::Legendary);
    let creatures = || cards().filter(|card| plain(&card.1)).map(|card| card.0).collect();
    NAMES.get_or_init(creatures).contains(name)
        || of_match(card_pool).any(|card| card.name == name && plain(&card.types))
}
