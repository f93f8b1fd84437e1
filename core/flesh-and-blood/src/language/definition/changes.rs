//! What continuous effects do to objects: as cards say it, and with everything settled.

use duelog_kernel::data;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;

/// What stands behind the numbers, players and filters of a [`Change`].
pub trait Values {
    /// A number.
    type Number: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// A player.
    type Who: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// The classes of an object (8.3.35).
    type Classes: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// An ability that is given.
    type Ability: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// With which other objects a ruling is about.
    type Filter: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
}

/// As a card says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written;

impl Values for Written {
    type Number = Number;
    type Who = Ref;
    /// Those of this object.
    type Classes = Ref;
    /// The place among `gives`.
    type Ability = u8;
    type Filter = Filter;
}

data! {
    /// What a continuous effect does to an object or to a player's object.
    #[serde(bound = "")]
    pub enum Change<V: Values> {
        /// A number is so much greater or less. Of the cost: of what it costs to play or activate (5.1.6a).
        Plus(Property, V::Number),
        /// A number is set. Of the cost: before it is more or less (5.1.6a).
        Set(Property, V::Number),
        /// A number is multiplied.
        Times(Property, V::Number),
        /// Gains a keyword.
        Gain(Keyword),
        /// Loses a keyword.
        Lose(Keyword),
        /// Gains an ability.
        Ability(V::Ability),
        /// Loses all its base abilities.
        LoseAbilities,
        /// Is also of a type, or no longer.
        Type(CardType, bool),
        /// Is also of a subtype, or no longer.
        Subtype(Subtype, bool),
        /// Is also of a supertype.
        AddSuper(Supertype),
        /// Is also of the classes of an object (8.3.35).
        ClassesOf(V::Classes),
        /// Loses all supertypes.
        LoseSupers,
        /// Is controlled by a player.
        Control(V::Who),
        /// Its abilities can be activated so much more often, or it can attack so often (5.2.3).
        Uses(Uses, u8),
        /// A restriction, requirement or allowance (1.0.2): of a deed with the object, and with which others.
        Rule(Ruling, Deed, V::Filter),
        /// Cannot be defended by more such cards than this.
        DefendedByAtMost(u8, V::Filter),
        /// Is frozen (8.5.34).
        Freeze,
        /// Counts as having so many more of a subtype equipped (1.8.8).
        CountsAs(u8, Subtype),
        /// Its player has so many more zones of a kind, or fewer (3.0.10); said of a hero.
        Zones(ZoneKind, i8),
        /// Must be defended by at least this number of such cards, if able (1.0.2).
        DefendedByAtLeast(u8, V::Filter),
        /// Cannot gain a keyword.
        Deny(Keyword),
        /// Loses the ability at this place of its own card's `abilities`.
        LoseAbility(u8),
        /// A number is halved, rounded up (1.12.1a).
        HalveUp(Property),
        /// A player may play it from where it is, whoever owns it (5.1.1), perhaps without paying its cost.
        Lent(V::Who, bool),
    }

    /// A number that an object can have.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Property {
        /// 2.9
        Power,
        /// 2.9, before it is greater or less (2.0.3)
        BasePower,
        /// 2.3
        Defense,
        /// 2.3, before it is greater or less
        BaseDefense,
        /// 2.5: the life total
        Life,
        /// 2.5, before life is gained or lost
        BaseLife,
        /// 2.4
        Intellect,
        /// 2.8
        Pitch,
        /// 2.2
        Cost,
    }
}

impl<V: Values> Change<V> {
    /// Returns whether it takes keywords or abilities away.
    pub fn takes_away(&self) -> bool {
        matches!(self, Change::Lose(_) | Change::LoseAbilities | Change::LoseAbility(_))
    }

    /// The same with every number, player, ability and filter turned into something else; nothing where a
    /// player or classes are missing.
    pub fn settle<W: Values>(
        &self,
        number: impl Fn(&V::Number) -> W::Number,
        who: impl Fn(&V::Who) -> Option<W::Who>,
        classes: impl Fn(&V::Classes) -> Option<W::Classes>,
        ability: impl Fn(&V::Ability) -> W::Ability,
        filter: impl Fn(&V::Filter) -> W::Filter,
    ) -> Option<Change<W>> {
        Some(match self {
            Change::Plus(property, amount) => Change::Plus(*property, number(amount)),
            Change::Set(property, amount) => Change::Set(*property, number(amount)),
            Change::Times(property, factor) => Change::Times(*property, number(factor)),
            Change::HalveUp(property) => Change::HalveUp(*property),
            Change::Lent(to, free) => Change::Lent(who(to)?, *free),
            Change::Gain(keyword) => Change::Gain(*keyword),
            Change::Lose(keyword) => Change::Lose(*keyword),
            Change::Ability(place) => Change::Ability(ability(place)),
            Change::LoseAbilities => Change::LoseAbilities,
            Change::Type(card_type, is) => Change::Type(*card_type, *is),
            Change::Subtype(subtype, is) => Change::Subtype(*subtype, *is),
            Change::AddSuper(supertype) => Change::AddSuper(*supertype),
            Change::ClassesOf(of) => Change::ClassesOf(classes(of)?),
            Change::LoseSupers => Change::LoseSupers,
            Change::Control(seat) => Change::Control(who(seat)?),
            Change::Uses(uses, times) => Change::Uses(*uses, *times),
            Change::Rule(ruling, deed, about) => Change::Rule(*ruling, *deed, filter(about)),
            Change::DefendedByAtMost(most, about) => Change::DefendedByAtMost(*most, filter(about)),
            Change::Freeze => Change::Freeze,
            Change::CountsAs(count, subtype) => Change::CountsAs(*count, *subtype),
            Change::Zones(kind, count) => Change::Zones(*kind, *count),
            Change::DefendedByAtLeast(least, about) => Change::DefendedByAtLeast(*least, filter(about)),
            Change::Deny(keyword) => Change::Deny(*keyword),
            Change::LoseAbility(place) => Change::LoseAbility(*place),
        })
    }
}
