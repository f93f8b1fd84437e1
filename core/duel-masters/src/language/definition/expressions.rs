//! What is meant: filters, references, groups, numbers, conditions.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// What a filter looks at in a card or an element.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum Filter {
    /// Anything.
    #[default]
    Any,
    /// The source itself.
    This,
    /// What a reference refers to.
    Is(Ref),
    /// Of a card type.
    Kind(CardType),
    /// An evolution creature (801).
    Evolution,
    /// A race, or words of one (203.2).
    Race(String),
    /// A civilization.
    Civilization(Civilization),
    /// With this many civilizations: none, one, or several (106.2).
    Civilizations(Compare, Box<Number>),
    /// Of the race, the civilization or the card name that was chosen at a place, counted from 0.
    OfChosen(u8),
    /// With this symbol, or with an ability of this name (208.1a, 205.1a).
    Symbol(String),
    /// With an ability whose text begins with its being put into the battle zone (205.1a).
    SaysWhenPut,
    /// With this kind of keyword, whatever its number.
    Keyword(Keyword),
    /// With this name (202.3a).
    Named(String),
    /// With these words in its name (202.3).
    NameHas(String),
    /// Of the player.
    Of(Ref),
    /// Tapped.
    Tapped,
    /// Upside down, as a field is (105.5).
    TurnedOver,
    /// Attacking.
    Attacking,
    /// Attacking a player at this moment.
    AttackingPlayer,
    /// Blocking.
    Blocking,
    /// With a cross gear crossed, or a weapon equipped (303.3a, 305.2).
    Crossed,
    /// The creature that the source is crossed to (303.3a).
    Host,
    /// Of a creature: with such a cross gear crossed; of a cross gear: crossed to such a creature (303.3a).
    CrossedWith(Box<Filter>),
    /// With so much power (301.3).
    Power(Compare, Box<Number>),
    /// With such a cost (201.2).
    Cost(Compare, Box<Number>),
    /// Battling a creature that matches (115).
    Battling(Box<Filter>),
    /// With this special type.
    Special(Special),
    /// All of these.
    All(Vec<Filter>),
    /// One of these at least.
    Either(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
    /// Having this in common with another one of the group.
    Shares(Likeness, Box<Group>),
    /// With a silent skill (501.1a).
    SilentSkill,
    /// The object of such an event that has happened this turn.
    Happened(Box<When>),
    /// That can do this as things stand: attack, or whatever nothing forbids it.
    Can(Subject),
    /// An evolution creature that is put on creatures of this race, or of races with these words (801.1).
    EvolvesFrom(String),
}

data! {
    /// What cards can have in common.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Likeness {
        /// A name (202.3a).
        Name,
        /// A race, whole (203.2).
        Race,
        /// A civilization (106.2).
        Civilization,
        /// A cost (201.2).
        Cost,
    }
}

/// How two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    /// So much or less.
    AtMost,
    /// So much or more.
    AtLeast,
    /// Neither more nor less.
    Exactly,
}

impl Compare {
    /// Whether a number stands to another like this.
    pub fn holds(self, number: i32, other: i32) -> bool {
        match self {
            Compare::AtMost => number <= other,
            Compare::AtLeast => number >= other,
            Compare::Exactly => number == other,
        }
    }
}

/// One object or player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ref {
    /// The source.
    This,
    /// What the loop has at hand.
    It,
    /// The triggering event's object.
    Event,
    /// The triggering event's other object.
    Other,
    /// The triggering event's player.
    EventPlayer,
    /// What was chosen at a place, counted from 0: the first of it where one is meant.
    Chosen(u8),
    /// What the last action made or moved: the first of it where one is meant.
    Last,
    /// The player of the source.
    You,
    /// The other player.
    Opponent,
    /// The turn player (102.1).
    TurnPlayer,
    /// The owner of what a reference refers to.
    Owner(Box<Ref>),
}

/// Several objects or players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Group {
    /// All that is referred to: the one, or everything that was chosen or moved.
    Of(Ref),
    /// Such elements in the battle zone.
    Battle(Filter),
    /// Such cards in the player's zone; of the ultra GR zone, which nobody sees, the top card (408.2).
    In(Place, Ref, Filter),
    /// The top cards of the player's deck.
    Top(Ref, Box<Number>),
    /// Such cards among those that are being looked at.
    Looked(Filter),
    /// Both players, the turn player first.
    Players,
    /// The civilizations (106.3).
    Civilizations,
    /// The races (203.4).
    Races,
    /// The numbers from 0 to this one (108.1a).
    Numbers(Box<Number>),
    /// The seals on what is referred to (116.1).
    Seals(Ref),
    /// Such cards in the battle zone, seals among them (116.3a).
    Cards(Filter),
    /// The names that cards have (202.2).
    CardNames,
    /// Everything that is in one of these groups.
    Together(Vec<Group>),
}

/// A number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// This.
    N(i32),
    /// How many there are.
    Count(Group),
    /// What the members of the group have of this, together.
    Total(Stat, Group),
    /// How much something came to.
    Amount(AmountOf),
    /// A number that the script keeps.
    Kept(u8),
    /// The sum.
    Plus(Box<Number>, Box<Number>),
    /// So many times.
    Times(i32, Box<Number>),
    /// How often this has happened this turn; of shields that were broken, how many they were.
    Happened(Box<When>),
    /// The least that a member of the group has of this; 0 of an empty group.
    Least(Stat, Group),
    /// The most that a member of the group has of this; 0 of an empty group.
    Greatest(Stat, Group),
    /// How many different civilizations, races, names or costs the members of the group have.
    Kinds(Likeness, Group),
    /// How many cards must be turned over from the top of the player's deck until there is such a one; all of
    /// them if there is none.
    Until(Ref, Box<Filter>),
    /// Divided by this, rounded down (108.2).
    DividedBy(i32, Box<Number>),
}

data! {
    /// What is added up over a group.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Stat {
        /// The power of a creature, never below 0 (108.1b).
        Power,
        /// The cost of a card (201.2).
        Cost,
        /// A number that was chosen (108.1a).
        Value,
    }

    /// What an amount is asked of.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum AmountOf {
        /// The triggering event.
        Event,
        /// The last action.
        Last,
        /// The keyword that means the ability: the number behind it. Only `keywords.ron` says it.
        Keyword,
    }
}

/// Something true or false.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// The first number is at least the second.
    AtLeast(Number, Number),
    /// The group is not empty.
    Exists(Group),
    /// What is referred to matches.
    Matches(Ref, Filter),
    /// It is the player's turn.
    TurnOf(Ref),
    /// This has happened this turn.
    Happened(When),
    /// All of these.
    All(Vec<Condition>),
    /// One of these at least.
    Either(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}
