//! Changes of what objects are, how long they last, and where cards go.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// What the numbers, rules and abilities of a change are.
pub trait Values {
    /// A number.
    type Number;
    /// What something cannot do, must do or may do.
    type Rule;
    /// An ability.
    type Ability;
}

/// As a definition writes them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InWords;

impl Values for InWords {
    type Number = Number;
    type Rule = Rule;
    type Ability = Box<Ability>;
}

/// A change as a definition writes it.
pub type Written = Change<InWords>;

/// A change of what an object is.
#[derive(
    Debug, Clone, PartialEq, Eq, Serialize, Deserialize, rkyv::Archive, rkyv::Serialize, rkyv::Deserialize,
)]
#[rkyv(attr(allow(missing_docs)))]
pub enum Change<V: Values> {
    /// It has these civilizations and races too (106.4, 203.3).
    Add(Traits),
    /// It has the keyword.
    Gain(Keyword),
    /// It has every keyword of this kind no longer; without one, it has no abilities.
    Lose(Option<Keyword>),
    /// It has the ability.
    Ability(V::Ability),
    /// It cannot do this, must or may.
    Rule(V::Rule),
    /// Its power is calculated so with this number (206).
    Power(Arithmetic, V::Number),
    /// This is the number on its mana symbol (207.2).
    ManaNumber(V::Number),
    /// It breaks so many shields more (701.14d).
    BreaksMore(V::Number),
    /// It has the first keyword in place of the second.
    Instead(Keyword, Keyword),
}

/// That a card can be used from where it is (409.1d).
pub const USABLE: Rule = Rule(Ruling::Allow, Subject::Use, Filter::Any);

data! {
    /// Civilizations and races.
    #[derive(Default)]
    #[serde(default, deny_unknown_fields)]
    pub struct Traits {
        /// The civilizations.
        pub civilizations: Vec<Civilization>,
        /// The races.
        pub races: Vec<String>,
        /// Special types, and that the hyper mode is released (814.2).
        pub special: Vec<Special>,
    }

    /// How a number changes a power.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Arithmetic {
        /// So much more, or less where it is negative (206.1).
        Plus,
        /// So many times the power, after all that is added, taken away and divided (206.4).
        Times,
        /// The power divided by it, rounded down (108.2).
        DividedBy,
        /// Infinite power, or infinitely less power where it is negative (108.1c).
        Infinite,
        /// Exactly this power whatever else applies (206.3).
        Fixed,
        /// This instead of the printed power, before all else (814.2b).
        Instead,
    }

    /// How a card or an element lies.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Posture {
        /// Tapped (701.2a).
        Tapped,
        /// Untapped (701.2b).
        Untapped,
        /// Upside down, as a field is (701.28a).
        UpsideDown,
    }

    /// Who says what is discarded (701.7b).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Discarding {
        /// The player who discards.
        ByChoice,
        /// Nobody: it is random.
        AtRandom,
    }

    /// How long an effect lasts.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Until {
        /// Until the end of the turn (511.2).
        EndOfTurn,
        /// During the attack (510.2).
        EndOfAttack,
        /// Until the start of the next turn of the effect's player.
        YourTurn,
        /// As long as the game (608.2a).
        Forever,
        /// Until the end of a turn of the other player: this one, or their next.
        TheirTurn,
        /// As long as the source is in the battle zone.
        SourceThere,
        /// Until the next such card is used, and no longer than until the end of the turn: of what cards
        /// cost.
        NextUse,
    }

    /// Where a card goes.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Destination {
        /// Its owner's hand.
        Hand,
        /// Its owner's graveyard.
        Graveyard,
        /// Its owner's mana zone.
        Mana,
        /// Its owner's mana zone, tapped.
        ManaTapped,
        /// Its owner's mana zone, face down (405.4).
        ManaFaceDown,
        /// Its owner's shields, as a new one.
        Shield,
        /// On top of its owner's deck.
        DeckTop,
        /// Into its owner's deck, as the card at this place from the top (401.6).
        DeckNth(u8),
        /// At the bottom of its owner's deck.
        DeckBottom,
        /// Into its owner's deck, which is shuffled (401.7).
        DeckShuffled,
        /// The battle zone.
        Battle,
        /// It stays where it is.
        Stay,
        /// Only its top card goes, where the whole would: said of what happens instead of a move (811.1).
        TopCard,
    }
}
