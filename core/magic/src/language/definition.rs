//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled for the card pool; nothing here knows a
//! running game.

#[path = "definition/changes.rs"]
mod changes;
#[path = "definition/costs.rs"]
mod costs;
#[path = "definition/events.rs"]
mod events;
#[path = "definition/expressions.rs"]
mod expressions;
#[path = "definition/keyword_actions.rs"]
mod keyword_actions;
#[path = "definition/operands.rs"]
mod operands;
#[path = "definition/replacing.rs"]
mod replacing;
#[path = "definition/rulings.rs"]
mod rulings;
#[path = "definition/verbs.rs"]
mod verbs;

pub use changes::*;
pub use costs::*;
use duelog_kernel::data;
use duelog_kernel::script::{Language, Script};
pub use events::*;
pub use expressions::*;
pub use keyword_actions::*;
pub use operands::*;
pub use replacing::*;
pub use rulings::*;
use serde::{Deserialize, Serialize};
pub use verbs::*;

use crate::language::keyword::Keyword;
use crate::language::mana::{Color, ManaCost};
use crate::language::subtypes::Subtype;
use crate::language::types::{CardType, Supertype, TypeLine};

/// A script in Magic's verbs.
pub type Effect = Script<MagicLanguage>;

/// Magic's vocabulary for the kernel's scripts.
#[derive(Debug, Clone, PartialEq)]
pub struct MagicLanguage;

impl Language for MagicLanguage {
    type Verb = Verb;
    type Condition = Condition;
    type Group = Group;
    type Number = Number;
    type Who = Ref;
    type Moment = When;
    type Cost = Cost;
}

/// A card or a token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Card")]
pub struct Definition {
    /// The English name as printed.
    pub name: String,
    /// The mana cost; empty for none (202.1b).
    #[serde(default)]
    pub cost: ManaCost,
    /// The type line.
    pub types: TypeLine,
    /// Power and toughness (208).
    #[serde(default)]
    pub size: Option<(i32, i32)>,
    /// Power and toughness where a characteristic-defining ability sets both to one number (208.2a).
    #[serde(default)]
    pub star: Option<Number>,
    /// Power and toughness where a characteristic-defining ability sets each to a number of its own (208.2a).
    #[serde(default)]
    pub stars: Option<(Number, Number)>,
    /// What other characteristic-defining abilities say (604.3).
    #[serde(default)]
    pub defining: Vec<Change<Written>>,
    /// Loyalty (209).
    #[serde(default)]
    pub loyalty: Option<u32>,
    /// Colours other than those of the mana cost: a colour indicator (204) or a token's colours.
    #[serde(default)]
    pub colors: Option<Vec<Color>>,
    /// Keyword abilities.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// What an Aura can be attached to (702.5).
    #[serde(default)]
    pub enchant: Option<Target>,
    /// The mana cost of the front face, where this is the back face of a double-faced card (202.3b).
    #[serde(default)]
    pub front: Option<ManaCost>,
    /// Costs beyond the mana cost (601.2b).
    #[serde(default)]
    pub additional: Vec<Cost>,
    /// Costs that can be paid instead of the mana cost (117.9).
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// Costs that may be paid besides (117.8b).
    #[serde(default)]
    pub besides: Vec<Besides>,
    /// Conditions that are asked as it has been cast, for what speaks of that later (601.2i).
    #[serde(default)]
    pub as_cast: Vec<Condition>,
    /// Keyword abilities that are defined in `keywords.ron`; they are read as what they stand for, behind all
    /// other abilities.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// What an instant or sorcery does.
    #[serde(default)]
    pub spell: Option<Spell>,
    /// All other abilities, in the order of the text.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Whether a deck may have any number of cards of this name (100.2a).
    #[serde(default)]
    pub any_number: bool,
    /// Whether it exists only for tests.
    #[serde(default)]
    pub test_only: bool,
    /// Whether it is a token and can be in no deck.
    #[serde(default)]
    pub token: bool,
    /// How much less generic mana it costs (601.2f), each of these by itself.
    #[serde(default)]
    pub less: Vec<Number>,
    /// What may be done in place of paying mana for it.
    #[serde(default)]
    pub helps: Vec<Help>,
    /// The keywords of `lines` for which the last of its abilities stand, one each.
    #[serde(skip)]
    pub spelled: Vec<String>,
    /// The set in which its name was first printed, of those that cards speak of (700.8).
    #[serde(default)]
    pub first_printed: Option<Expansion>,
    /// Its other faces, each a definition of its own (708-711).
    #[serde(default)]
    pub faces: Faces,
    /// The name of the card of which it is such a face; empty for a card by itself.
    #[serde(default)]
    pub face_of: String,
    /// The level symbols of a leveler card (710); they are read as static abilities, behind all others.
    #[serde(default)]
    pub levels: Vec<Level>,
    /// The chapters of a Saga (714); they are read as triggered abilities, behind all others.
    #[serde(default)]
    pub chapters: Vec<Chapter>,
    /// Forecast abilities (702.56); they are read as activated abilities, behind all others.
    #[serde(default)]
    pub forecasts: Vec<Activated>,
    /// Onto what it can be spliced, each by itself (702.46).
    #[serde(default)]
    pub splices: Vec<Splice>,
    /// Whether another player may help to pay for it (702.131).
    #[serde(default)]
    pub assist: bool,
    /// The name of a token where others of the name are otherwise; `name` is then what definitions call it.
    #[serde(default)]
    pub called: String,
    /// The levels of a Class from the second on (303.6); they are read as an activated and a static ability each,
    /// behind all others.
    #[serde(default)]
    pub classes: Vec<ClassLevel>,
    /// The enchant abilities of an Aura beside the first; all of them limit it (702.5c).
    #[serde(default)]
    pub enchants_too: Vec<Target>,
    /// True if X can't be 0 in any of its costs (107.3a).
    #[serde(default)]
    pub x_not_zero: bool,
    /// The hand modifier and the life modifier of a vanguard (210, 211).
    #[serde(default)]
    pub vanguard: Option<(i32, i32)>,
    /// True if it can be a commander whatever its type line says (903.3a).
    #[serde(default)]
    pub commander: bool,
    /// How many card names are chosen secretly for a conspiracy, which begins the game face down: one with hidden
    /// agenda (702.105a), two with double agenda (702.105f).
    #[serde(default)]
    pub agenda: u8,
    /// True if its player takes the first turn (103.2c).
    #[serde(default)]
    pub starts: bool,
}

impl Definition {
    /// True if it functions in the command zone as what is put there for good: an emblem, or a card that stays there.
    pub fn is_of_command(&self) -> bool {
        self.token || self.stands_in_command()
    }

    /// True if it is a card that stays in the command zone: a vanguard, a plane, a phenomenon, a scheme or a conspiracy.
    pub fn stands_in_command(&self) -> bool {
        self.vanguard.is_some() || self.is_conspiracy() || self.types.is_supplementary()
    }

    /// True if it is a conspiracy (313).
    pub fn is_conspiracy(&self) -> bool {
        self.types.is(CardType::Conspiracy)
    }

    /// Power and toughness as a characteristic-defining ability sets them (208.2a).
    pub fn own_size(&self) -> Option<(&Number, &Number)> {
        let one = self.star.as_ref().map(|star| (star, star));
        one.or_else(|| self.stars.as_ref().map(|(power, toughness)| (power, toughness)))
    }
}

/// A level of a Class with what stands behind it (303.6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassLevel {
    /// What it costs to reach it.
    pub cost: ManaCost,
    /// Keyword abilities.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// All other abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// A level symbol with what stands beside it (710.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// With so many level counters at least.
    pub from: i32,
    /// With so many at most; any number when absent.
    #[serde(default)]
    pub to: Option<i32>,
    /// Base power and toughness.
    pub size: (i32, i32),
    /// Keyword abilities.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// All other abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// A chapter of a Saga (714.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// Its numbers.
    pub of: Vec<u32>,
    /// What must be chosen as it is put on the stack.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// What it does.
    pub effect: Effect,
}

/// The other sets of characteristics that a card has, by name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum Faces {
    /// None.
    #[default]
    None,
    /// The back face of a double-faced card (711).
    Back(String),
    /// The two halves of a split card, the left one first (708).
    Halves(String, String),
    /// What a flip card is once it is flipped (709).
    Flipped(String),
    /// What a meld card is melded into with the other of its pair (712).
    Meld(String),
    /// The other card of the pair that is melded into this (712).
    Melded(String),
}

impl Faces {
    /// Their names.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Faces::None => Vec::new(),
            Faces::Back(name) | Faces::Flipped(name) | Faces::Meld(name) | Faces::Melded(name) => vec![name],
            Faces::Halves(left, right) => vec![left, right],
        }
    }
}

/// What an instant or sorcery does when it resolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// What must be chosen as it is cast.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// Whether an amount of X, or this amount, is divided among the first target group (601.2d).
    #[serde(default)]
    pub divide: Option<Number>,
    /// Which modes can be chosen (700.2); what belongs to one of them names it.
    #[serde(default)]
    pub modes: Option<Modes>,
    /// How much more generic mana it costs (601.2f).
    #[serde(default)]
    pub more: Option<Number>,
    /// How much more mana it costs for each target of the first group beyond the first (601.2f).
    #[serde(default)]
    pub more_each: Option<ManaCost>,
    /// How much less generic mana it costs (601.2f).
    #[serde(default)]
    pub less: Option<Number>,
    /// The only colour of mana that can be spent on X.
    #[serde(default)]
    pub x_only: Option<Color>,
    /// Only during one of these parts of a turn it can be cast; any when empty.
    #[serde(default)]
    pub during: Vec<TurnPart>,
    /// Only while this holds it can be cast.
    #[serde(default)]
    pub only_if: Option<Condition>,
    /// What it does.
    pub effect: Effect,
}

/// The modes of a spell or ability (700.2), numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modes {
    /// How many there are.
    pub of: u8,
    /// How many are chosen at least.
    pub least: u8,
    /// How many are chosen at most.
    pub most: u8,
    /// Whether an opponent chooses them (601.4).
    #[serde(default)]
    pub opponent: bool,
}

/// An ability that is no keyword and no spell ability.
#[expect(clippy::large_enum_variant, reason = "a definition has a few, and is read once")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ability {
    /// 602
    Activated(Activated),
    /// 603
    Triggered(Triggered),
    /// 604: an effect on characteristics or a rule of the game.
    Static(Static),
    /// 614, 615: an effect that changes an event.
    Replacement(Replacement),
    /// 117.8b, 117.9: a cost for which its card can be cast, or that may be paid besides, or what is added to its text,
    /// given to it by an effect.
    Alternative(Alternative),
}

/// An activated ability (602).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activated {
    /// What it costs.
    pub cost: Vec<Cost>,
    /// What must be chosen as it is activated.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// When it can be activated.
    #[serde(default)]
    pub timing: Timing,
    /// The zone in which it works (112.6).
    #[serde(default)]
    pub zone: ZoneKind,
    /// Which modes can be chosen (700.2).
    #[serde(default)]
    pub modes: Option<Modes>,
    /// What it does.
    pub effect: Effect,
    /// The amount that is divided among the first target group (601.2d).
    #[serde(default)]
    pub divide: Option<Number>,
}

/// A triggered ability (603).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The event.
    pub when: When,
    /// The intervening condition (603.4).
    #[serde(default)]
    pub condition: Option<Condition>,
    /// What must be chosen as it is put on the stack.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// Which modes can be chosen (700.2).
    #[serde(default)]
    pub modes: Option<Modes>,
    /// What is divided among the first target group (601.2d).
    #[serde(default)]
    pub divide: Option<Number>,
    /// The zone in which it works (112.6).
    #[serde(default)]
    pub zone: ZoneKind,
    /// What it does.
    pub effect: Effect,
    /// A number that is settled as it triggers: the amount of the event.
    #[serde(default)]
    pub amount: Option<Number>,
}

/// A static ability (604) that makes a continuous effect while its object is where it works (611.3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// The zones in which it works; the battlefield when absent (112.6).
    #[serde(default = "battlefield")]
    pub zones: Vec<ZoneKind>,
    /// Which objects it affects.
    pub affects: Group,
    /// What it does to them.
    pub changes: Vec<Change<Written>>,
    /// When it works (611.3a).
    #[serde(default)]
    pub condition: Option<Condition>,
}

fn battlefield() -> Vec<ZoneKind> {
    vec![ZoneKind::Battlefield]
}

data! {
    /// A kind of counter (121).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Counter {
        /// 121.1a
        PlusOne,
        /// 121.1a
        MinusOne,
        /// Loyalty (306.5b).
        Loyalty,
        /// Charge counters.
        Charge,
        /// Any counter that only a card's own text refers to.
        Mark,
        /// Age counters (702.23).
        Age,
        /// Fade counters (702.31).
        Fade,
        /// Time counters (702.62).
        Time,
        /// Level counters (702.86).
        Level,
        /// Lore counters (714).
        Lore,
        /// Poison counters, which players have (104.3d).
        Poison,
        /// Energy counters, which players have (107.14).
        Energy,
        /// Experience counters, which players have.
        Experience,
        /// 121.1a: +1/+0.
        Plus1Plus0,
        /// 121.1a: +0/+1.
        Plus0Plus1,
        /// 121.1a: +0/+2.
        Plus0Plus2,
        /// 121.1a: +1/+2.
        Plus1Plus2,
        /// 121.1a: +2/+0.
        Plus2Plus0,
        /// 121.1a: +2/+2.
        Plus2Plus2,
        /// 121.1a: -0/-1.
        Minus0Minus1,
        /// 121.1a: -0/-2.
        Minus0Minus2,
        /// 121.1a: -1/-0.
        Minus1Minus0,
        /// 121.1a: -2/-1.
        Minus2Minus1,
        /// 121.1a: -2/-2.
        Minus2Minus2,
        /// Ice counters.
        Ice,
        /// Fate counters.
        Fate,
        /// Silver counters.
        Silver,
        /// Spore counters.
        Spore,
        /// Divinity counters.
        Divinity,
        /// Feather counters.
        Feather,
        /// Bounty counters.
        Bounty,
        /// Bribery counters.
        Bribery,
        /// Slime counters.
        Slime,
        /// Trap counters.
        Trap,
        /// Awakening counters.
        Awakening,
    }

    /// What must hold of the source of an effect for as long as it lasts.
    #[derive(Copy, Default)]
    #[serde(default, deny_unknown_fields)]
    pub struct Held {
        /// Whether the player whose effect it is must control it.
        pub yours: bool,
        /// Whether it must be tapped.
        pub tapped: bool,
    }

    /// How long an effect lasts (611.2).
    #[derive(Copy)]
    pub enum Until {
        /// Until end of turn (514.2).
        EndOfTurn,
        /// Until the end of combat (511.3).
        EndOfCombat,
        /// For as long as its source stays on the battlefield (611.2b).
        SourceLeaves,
        /// For the rest of the game.
        Forever,
        /// Until the next turn of the player whose effect it is begins.
        YourNextTurn,
        /// As long as the player whose effect it is controls the object.
        YouControl,
        /// Until the spell or ability that resolves has left the stack.
        Resolved,
        /// Of what players may do (`Offer`): as long as any of what it can end is left.
        Needed,
        /// For as long as its source stays on the battlefield and all this holds of it (611.2b).
        While(Held),
        /// For as long as the object that it changes has such a counter (611.2b).
        HasCounter(Counter),
        /// As long as the object that it changes is not turned face down (707.2a).
        FaceUp,
        /// Until the first turn of an opponent of the player whose effect it is has ended.
        OpponentsTurn,
        /// Until the player whose effect it is has cast a spell about which it says something, or until end of turn
        /// (611.2a).
        NextCast,
        /// Until a player planeswalks (901.11).
        Planeswalk,
    }

    /// A kind of zone (400.1).
    #[derive(Copy, Default)]
    pub enum ZoneKind {
        /// 403
        #[default]
        Battlefield,
        /// 402
        Hand,
        /// 401
        Library,
        /// 404
        Graveyard,
        /// 406
        Exile,
        /// 405
        Stack,
        /// 408
        Command,
        /// Outside of the game, which is no zone (400.10)
        Outside,
    }

    /// Where a card is put.
    #[derive(Copy)]
    pub enum Destination {
        /// Its owner's hand.
        Hand,
        /// The top of its owner's library.
        LibraryTop,
        /// The bottom of its owner's library.
        LibraryBottom,
        /// Its owner's library, which is then shuffled.
        LibraryShuffled,
        /// Its owner's graveyard.
        Graveyard,
        /// Exile.
        Exile,
        /// The battlefield under the control of the player whose effect it is.
        Battlefield,
        /// The battlefield, tapped.
        BattlefieldTapped,
        /// The battlefield under its owner's control.
        BattlefieldOwner,
        /// Its owner's library, below this number of cards.
        LibraryBelow(u8),
        /// The bottom of its owner's library, in a random order with the others.
        LibraryRandom,
    }
}

impl Counter {
    /// How much power and toughness it gives (121.1a).
    pub fn size(self) -> Option<(i64, i64)> {
        Some(match self {
            Counter::PlusOne => (1, 1),
            Counter::MinusOne => (-1, -1),
            Counter::Plus1Plus0 => (1, 0),
            Counter::Plus0Plus1 => (0, 1),
            Counter::Plus0Plus2 => (0, 2),
            Counter::Plus1Plus2 => (1, 2),
            Counter::Plus2Plus0 => (2, 0),
            Counter::Plus2Plus2 => (2, 2),
            Counter::Minus0Minus1 => (0, -1),
            Counter::Minus0Minus2 => (0, -2),
            Counter::Minus1Minus0 => (-1, 0),
            Counter::Minus2Minus1 => (-2, -1),
            Counter::Minus2Minus2 => (-2, -2),
            Counter::Loyalty
            | Counter::Charge
            | Counter::Mark
            | Counter::Age
            | Counter::Fade
            | Counter::Time
            | Counter::Level
            | Counter::Lore
            | Counter::Poison
            | Counter::Energy
            | Counter::Ice
            | Counter::Fate
            | Counter::Silver
            | Counter::Spore
            | Counter::Divinity
            | Counter::Feather
            | Counter::Bounty
            | Counter::Bribery
            | Counter::Slime
            | Counter::Trap
            | Counter::Awakening
            | Counter::Experience => return None,
        })
    }

    /// The kind as printed.
    pub fn name(self) -> &'static str {
        match self {
            Counter::PlusOne => "+1/+1",
            Counter::MinusOne => "-1/-1",
            Counter::Loyalty => "loyalty",
            Counter::Charge => "charge",
            Counter::Mark => "mark",
            Counter::Age => "age",
            Counter::Fade => "fade",
            Counter::Time => "time",
            Counter::Level => "level",
            Counter::Lore => "lore",
            Counter::Poison => "poison",
            Counter::Energy => "energy",
            Counter::Experience => "experience",
            Counter::Plus1Plus0 => "+1/+0",
            Counter::Plus0Plus1 => "+0/+1",
            Counter::Plus0Plus2 => "+0/+2",
            Counter::Plus1Plus2 => "+1/+2",
            Counter::Plus2Plus0 => "+2/+0",
            Counter::Plus2Plus2 => "+2/+2",
            Counter::Minus0Minus1 => "-0/-1",
            Counter::Minus0Minus2 => "-0/-2",
            Counter::Minus1Minus0 => "-1/-0",
            Counter::Minus2Minus1 => "-2/-1",
            Counter::Minus2Minus2 => "-2/-2",
            Counter::Ice => "ice",
            Counter::Fate => "fate",
            Counter::Silver => "silver",
            Counter::Spore => "spore",
            Counter::Divinity => "divinity",
            Counter::Feather => "feather",
            Counter::Bounty => "bounty",
            Counter::Bribery => "bribery",
            Counter::Slime => "slime",
            Counter::Trap => "trap",
            Counter::Awakening => "awakening",
        }
    }
}
