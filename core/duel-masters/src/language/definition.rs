//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled for the card pool; nothing here knows a
//! running game.

mod abilities;
mod changes;
mod events;
mod expressions;
mod operands;
mod rulings;
mod verbs;

use duelog_kernel::script::{Language, Script};
use serde::{Deserialize, Serialize};

use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Civilization, Place, Side, Special, Step};
pub use abilities::*;
pub use changes::*;
pub use events::*;
pub use expressions::*;
pub use operands::*;
pub use rulings::*;
pub use verbs::*;

/// A script in the verbs of Duel Masters.
pub type Effect = Script<DuelMastersLanguage>;

/// The vocabulary of Duel Masters for the kernel's scripts.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelMastersLanguage;

impl Language for DuelMastersLanguage {
    type Verb = Verb;
    type Condition = Condition;
    type Group = Group;
    type Number = Number;
    type Who = Ref;
    type Moment = Moment;
    type Cost = duelog_kernel::script::NoCost;
}

/// A card, or one half of a twinpact card (808).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Card")]
pub struct Definition {
    /// The English name, or the Japanese one in Latin letters where no English one was printed.
    pub name: String,
    /// The Japanese name as printed (202.1), where it is certain.
    #[serde(default)]
    pub japanese: Option<String>,
    /// The civilizations; none for a colorless card (106.2c).
    #[serde(default)]
    pub civilizations: Vec<Civilization>,
    /// The mana cost (201.1).
    pub cost: u32,
    /// The card type (204).
    pub kind: CardType,
    /// The races (203).
    #[serde(default)]
    pub races: Vec<String>,
    /// Other names that the card has at the same time (202.4).
    #[serde(default)]
    pub names: Vec<String>,
    /// Names under which the card was also printed, above its own (202.6): decks list such a print as `Name
    /// (Print)`.
    #[serde(default)]
    pub prints: Vec<String>,
    /// Symbols (208.1a) and names of abilities (205.1a) that effects may look at.
    #[serde(default)]
    pub symbols: Vec<String>,
    /// The number on the mana symbol (207.1).
    #[serde(default = "one")]
    pub mana: u32,
    /// The power of a creature as printed (206.1).
    #[serde(default)]
    pub power: Option<i32>,
    /// For an evolution creature, what each card that it is put on must be (801.1).
    #[serde(default)]
    pub evolution: Vec<Filter>,
    /// Whether a field is a D2 Field (204.3c).
    #[serde(default)]
    pub d2: bool,
    /// Keyword abilities.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// What the card itself cannot do, must do or may do (101.1, 101.2).
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// Civilizations and races that its text gives it in every zone (110.4a).
    #[serde(default)]
    pub defines: Traits,
    /// What a spell does.
    #[serde(default)]
    pub spell: Option<Effect>,
    /// All other abilities, in the order of the text.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// The other half of a twinpact card (808.1).
    #[serde(default)]
    pub twin: Option<Box<Definition>>,
    /// Whether it exists only for tests.
    #[serde(default)]
    pub test_only: bool,
    /// Special types that rules ask for, beside those that other fields say (204.3).
    #[serde(default)]
    pub special: Vec<Special>,
    /// The other faces of a double-faced card, by name, each a definition of its own (804.1).
    #[serde(default)]
    pub faces: Vec<String>,
    /// The face that it has outside of the battle zone, where this is another one.
    #[serde(default)]
    pub face_of: String,
    /// G-Link abilities (803.2).
    #[serde(default)]
    pub links: Vec<Link>,
    /// What it is a part of.
    #[serde(default)]
    pub belongs: Belonging,
    /// The most copies that a deck or zone may have, where its text says so (100.3a).
    #[serde(default)]
    pub copies: Option<u32>,
}

impl Definition {
    /// Whether it is an evolution creature by its card: put on others, or by a special type put on nothing
    /// (811.1b, 813.1). A NEO creature is one only while it is put on something.
    pub fn evolves(&self) -> bool {
        let on_nothing = |own: &Special| matches!(own, Special::StarEvolution | Special::SMax);
        !self.evolution.is_empty() || self.special.iter().any(on_nothing)
    }

    /// Whether it may be put into the battle zone without what it evolves from (802.1).
    pub fn evolves_at_will(&self) -> bool {
        self.special.contains(&Special::Neo)
    }
}

/// A G-Link ability: on this side of the card lies one that matches (803.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link(pub Side, pub Filter);

/// What makes a card one of several that belong together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Belonging {
    /// The names of all cards that together are one creature, its own among them.
    pub whole: Vec<String>,
    /// With how many seals it is in the battle zone when the game starts (100.5).
    pub starts: Option<u8>,
    /// How many cards the deck has more because of it (314.3a).
    pub more: u32,
    /// Whether one of the cards leaves for all, and the others are turned over (805.1b).
    pub release: bool,
    /// What all of them together cost, where they are used from the hand and the mana zone (812.1c).
    pub cost: u32,
}

fn one() -> u32 {
    1
}

/// What a keyword means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meaning {
    /// The keyword, whatever number stands behind it.
    pub keyword: Keyword,
    /// The ability that it is.
    pub ability: Ability,
}
