//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled for the card pool; nothing here knows a
//! running game.

#[path = "definition/changes.rs"]
mod changes;
#[path = "definition/events.rs"]
mod events;
#[path = "definition/expressions.rs"]
mod expressions;
#[path = "definition/operands.rs"]
mod operands;
#[path = "definition/replacing.rs"]
mod replacing;
#[path = "definition/rulings.rs"]
mod rulings;
#[path = "definition/sides.rs"]
mod sides;
#[path = "definition/verbs.rs"]
mod verbs;

pub use changes::*;
use duelog_kernel::script::{Language, Script};
pub use events::*;
pub use expressions::*;
pub use operands::*;
pub use replacing::*;
pub use rulings::*;
use serde::{Deserialize, Serialize};
pub use sides::*;
pub use verbs::*;

use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Color, Subtype, Supertype, TypeBox};

/// A script in this game's verbs.
pub type Effect = Script<FleshAndBloodLanguage>;

/// The game's vocabulary for the kernel's scripts.
#[derive(Debug, Clone, PartialEq)]
pub struct FleshAndBloodLanguage;

impl Language for FleshAndBloodLanguage {
    type Verb = Verb;
    type Condition = Condition;
    type Group = Group;
    type Number = Number;
    type Who = Ref;
    type Moment = When;
    type Cost = duelog_kernel::script::NoCost;
}

/// A card or a token with all its pitch variants (1.3.4). A list of numbers has one for each pitch, or one
/// for all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Card")]
pub struct Definition {
    /// The English name as printed.
    pub name: String,
    /// The moniker of a personal name (2.7.3).
    #[serde(default)]
    pub moniker: String,
    /// The name of the card that is its back face (9.1).
    #[serde(default)]
    pub back: String,
    /// The two halves of a card that has both at once (9.2, 9.1.4); the name is then that of the whole, and
    /// the type box is theirs.
    #[serde(default)]
    pub sides: Option<Sides>,
    /// The pitch of each variant (2.8); empty for a card that cannot be pitched.
    #[serde(default)]
    pub pitch: Vec<u8>,
    /// The color of each variant where it is not the one that is usual with its pitch (2.1.2a).
    #[serde(default)]
    pub colors: Vec<Color>,
    /// The metatypes (2.6): monikers of the heroes with which alone it can be in a card-pool.
    #[serde(default)]
    pub metatypes: Vec<String>,
    /// The traits (2.13).
    #[serde(default)]
    pub traits: Vec<String>,
    /// Whether it is pitched for chi points (2.8.2).
    #[serde(default)]
    pub chi: bool,
    /// The type box.
    #[serde(default)]
    pub types: TypeBox,
    /// The cost (2.2); empty for none.
    #[serde(default)]
    pub cost: Vec<u32>,
    /// How many X the cost has beside its number (2.2.2a).
    #[serde(default)]
    pub x: u32,
    /// Power (2.9); empty for none.
    #[serde(default)]
    pub power: Vec<i32>,
    /// Defense (2.3); empty for none.
    #[serde(default)]
    pub defense: Vec<i32>,
    /// Life (2.5).
    #[serde(default)]
    pub life: Option<i32>,
    /// Intellect (2.4).
    #[serde(default)]
    pub intellect: Option<i32>,
    /// Power that a property-static ability defines (5.4.5).
    #[serde(default)]
    pub star_power: Option<Number>,
    /// Defense that a property-static ability defines (5.4.5).
    #[serde(default)]
    pub star_defense: Option<Number>,
    /// Life that a property-static ability defines (5.4.5).
    #[serde(default)]
    pub star_life: Option<Number>,
    /// Ability and label keywords.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// The moniker of the only hero with which it can be in a deck (8.3.7).
    #[serde(default)]
    pub specialization: String,
    /// What must be equipped beside it (8.3.26).
    #[serde(default)]
    pub pairs: Option<Filter>,
    /// What it attacks where it is an attack that attacks otherwise than one living object.
    #[serde(default)]
    pub attacks: Option<Attacks>,
    /// Additional costs to play it (5.4.4a).
    #[serde(default)]
    pub costs: Vec<Cost>,
    /// Additional costs that may be paid to play it (5.1.3b), each a choice of its own.
    #[serde(default)]
    pub optional: Vec<Vec<Cost>>,
    /// What applies to it from when it is played because the optional cost at the same place was paid
    /// (5.4.4d).
    #[serde(default)]
    pub if_paid: Vec<Vec<Change<Written>>>,
    /// Costs that may be paid instead of its own (5.4.4b), each a choice of its own.
    #[serde(default)]
    pub alternatives: Vec<Vec<Cost>>,
    /// When it can be played, beyond what rules say.
    #[serde(default)]
    pub only_if: Option<Condition>,
    /// What it does when it resolves (5.3).
    #[serde(default)]
    pub resolve: Option<Resolve>,
    /// All other abilities, in the order of the text.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Abilities that its effects give to objects.
    #[serde(default)]
    pub gives: Vec<Ability>,
    /// Whether it exists only for tests.
    #[serde(default)]
    pub test_only: bool,
}

/// The attack-targets of an attack (1.4.5), beyond what rules say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attacks {
    /// How many at most.
    pub most: Number,
    /// What each must be.
    pub what: Filter,
}

/// What a card or ability does as its layer resolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    /// How many modes are chosen (1.7.5), worked out as they are (1.7.5e); nothing for an ability that is
    /// not modal.
    #[serde(default)]
    pub choose: Option<Number>,
    /// Whether the same mode can be chosen more than once (1.7.5c).
    #[serde(default)]
    pub repeat: bool,
    /// How many modes can be chosen at most, where it need not be that number ("1 or both").
    #[serde(default)]
    pub most: Option<Number>,
    /// How often each mode can be chosen at most, where the same can be chosen more than once.
    #[serde(default)]
    pub each: Option<u8>,
    /// The modes, each with its own targets.
    #[serde(default)]
    pub modes: Vec<Mode>,
    /// What must be chosen as it is put on the stack (1.8.5).
    #[serde(default)]
    pub targets: Vec<Target>,
    /// What it does before its modes.
    #[serde(default)]
    pub effect: Option<Effect>,
}

/// One mode (1.7.5).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// When it can be chosen (1.7.5e).
    #[serde(default)]
    pub only_if: Option<Condition>,
    /// What must be chosen where this mode is; they count from where the ability's own targets end.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// What it does.
    pub effect: Effect,
}

/// An ability that is no keyword and no resolution ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ability {
    /// 5.2
    Activated(Activated),
    /// 5.4.6, 6.6.4
    Triggered(Triggered),
    /// 5.4: an effect on properties or on what can be done.
    Static(Static),
    /// 6.4: an effect that changes an event.
    Replacement(Replacement),
    /// 5.4.3: an effect on rules outside of the game.
    Meta(Meta),
}

/// A meta-static ability (5.4.3) of a hero: it speaks of the card-pool and of the start of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Meta {
    /// Its player starts with so many weapon zones (4.1.2a).
    WeaponZones(u8),
    /// Its player may start the game with up to so many such cards of the deck in the arena (4.1.5b).
    StartInArena(u8, Filter),
    /// Its player may start the game with such cards of the deck in the graveyard, up to this number (4.1.5b).
    StartInGraveyard(u8, Filter),
    /// Such cards of the starting inventory must have different names (4.1.6c).
    DifferentNames(Filter),
    /// Its player may have more in the card-pool than the hero allows.
    MayHave {
        /// Cards of these supertypes, as if the hero had them (8.3.16).
        #[serde(default)]
        supertypes: Vec<Supertype>,
        /// Specialization cards of any hero (8.3.7).
        #[serde(default)]
        specializations: bool,
        /// Any number of the cards of these names.
        #[serde(default)]
        any_number: Vec<String>,
    },
    /// Its player may have only cards of this color in the deck.
    OnlyColor(Color),
}

/// An activated ability (5.2.1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activated {
    /// The most times that it can be activated each turn (5.2.1a).
    #[serde(default)]
    pub limit: Option<u8>,
    /// Its type (5.2.1b): Action, Instant, AttackReaction or DefenseReaction.
    pub kind: CardType,
    /// What it costs (5.2.1c).
    pub cost: Vec<Cost>,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: FunctionalZone,
    /// When it can be activated (5.2.1e).
    #[serde(default)]
    pub only_if: Option<Condition>,
    /// Whether its layer is an attack-proxy (1.4.3).
    #[serde(default)]
    pub attack: bool,
    /// Keywords of its layer.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// What its layer does.
    #[serde(default)]
    pub resolve: Option<Resolve>,
    /// Costs that may be paid instead of its own (5.4.4b), each a choice of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Vec<Cost>>,
}

/// Where the source of an ability must be for it to be functional (1.7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum FunctionalZone {
    /// In the arena, not defending unless it is a permanent.
    #[default]
    Arena,
    /// In its owner's hand.
    Hand,
    /// In its owner's banished zone, face up.
    Banished,
    /// In its owner's graveyard.
    Graveyard,
    /// On the combat chain as a defending card.
    Defending,
    /// In its owner's arsenal.
    Arsenal,
    /// Under a permanent, face up (8.4.5).
    Under,
    /// In its owner's inventory.
    Inventory,
    /// On the stack or in the arena.
    Play,
    /// Everywhere.
    Anywhere,
}

/// A triggered effect (6.6.1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The event or state.
    pub when: When,
    /// What must be true at the event (6.6.5b).
    #[serde(default)]
    pub condition: Option<Condition>,
    /// Whether it is a contract (8.4.7, 8.5.39): the event is what its controller is contracted to do, and
    /// each time is a completion.
    #[serde(default)]
    pub contract: bool,
    /// The most times that it triggers each turn (6.6.1a).
    #[serde(default)]
    pub limit: Option<u8>,
    /// Which of the events of a turn it is (6.6.1b).
    #[serde(default)]
    pub ordinal: Option<u32>,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: FunctionalZone,
    /// What its layer does.
    pub resolve: Resolve,
}

/// A static ability (5.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// When it is functional (5.4.7).
    #[serde(default)]
    pub condition: Option<Condition>,
    /// What it affects.
    pub affects: Group,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: FunctionalZone,
    /// What it does to each.
    pub changes: Vec<Change<Written>>,
    /// True if it changes properties outside of the arena and the stack too. All else that it says holds there anyway.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anywhere: bool,
}

/// A cost (1.14).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cost {
    /// Resource points.
    Pay(u32),
    /// As many resource points as the number behind the keyword of the source.
    PayRank(Keyword),
    /// Chi points.
    Chi(u32),
    /// Life points.
    Life(u32),
    /// Doing so many times something with what is in a group: destroying, discarding, banishing, tapping,
    /// revealing it, putting it on the bottom of the deck, turning it over.
    Deed(Deed, u32, Group),
    /// The same with random ones of the group.
    Random(Deed, u32, Group),
    /// Removing counters from the source.
    RemoveCounters(u32, Counter),
    /// Putting counters on the source.
    PutCounters(u32, Counter),
    /// Doing something as many times as X says with what is in a group, or removing X counters from one object; X is
    /// declared for it (5.1.3a).
    Times(Deed, Group),
    /// Doing something with any number of what is in a group that have so much of a number together.
    Total(Deed, Property, u32, Group),
    /// Having the source destroyed when the next chain link resolves (8.6.34).
    DestroyWithLink,
    /// Having the source destroyed when the combat chain closes.
    DestroyWithChain,
    /// Creating this number of tokens of the name (8.5.2).
    Create(u32, String),
}
