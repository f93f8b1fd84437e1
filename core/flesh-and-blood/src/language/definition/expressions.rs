//! The expressions of definitions: targets, objects and players, groups, filters, numbers, conditions.

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// What may be chosen as a target (1.8.5).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// A hero.
    Hero,
    /// An opposing hero.
    OpposingHero,
    /// A living object (8.5.3).
    Living,
    /// An object in the arena or on the stack.
    Object(Filter),
    /// An attack on the stack or on the active chain link.
    Attack(Filter),
    /// A card in the own graveyard.
    Graveyard(Filter),
    /// From so many to so many of these.
    Several(u8, u8, Box<Target>),
}

/// A number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// As written.
    N(i32),
    /// By pitch: for the variant of pitch 1, 2, 3.
    ByPitch(i32, i32, i32),
    /// The chosen X.
    X,
    /// How many there are, or where a number is named, the sum of it for each of them, which is `It`.
    Count(Group, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Box<Number>>),
    /// Different costs among these (1.8.7).
    DifferentCosts(Group),
    /// Different names among these (2.7.1).
    DifferentNames(Group),
    /// Counters of a kind on all of these.
    AllCounters(Counter, Group),
    /// A number that an object has.
    Of(Property, Ref),
    /// What was paid for an object, as resource and chi points (2.2.4b).
    Payment(Ref),
    /// A player's hand.
    HandSize(Ref),
    /// Counters on an object.
    Counters(Counter, Ref),
    /// The number behind the keyword of an object (for instance of `Ward`), of the source where none is named.
    Rank(Keyword, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Ref>),
    /// How often it has happened.
    Times(Box<When>, Since),
    /// The sum of the numbers of what has happened.
    Total(Box<When>, Since),
    /// Chain links that there are.
    Links,
    /// Chain links in a row that have hit, the last one among them (7.5.5d).
    HitsInARow,
    /// Which activation of its ability this turn the effect is of: 1 for the first.
    Activation,
    /// How much a player has equipped of a subtype, with what counts as equipped (1.8.8).
    Equipped(Ref, Subtype),
    /// The number of the triggering event.
    EventAmount,
    /// What the last action came to.
    LastAmount,
    /// How many of the dice that the last action rolled show this.
    Shown(u32),
    /// A number kept by `Let`.
    Kept(u8),
    /// A sum.
    Plus(Box<Number>, Box<Number>),
    /// A product.
    Product(i32, Box<Number>),
    /// Half, rounded towards zero (1.12.1a).
    Half(Box<Number>),
    /// One number if something is true, else another.
    If(Box<Condition>, Box<Number>, Box<Number>),
    /// The remaining amount of a prevention or the like.
    All,
}

/// Since when something has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Since {
    /// This turn.
    Turn,
    /// This combat chain.
    Chain,
    /// This chain link.
    Link,
    /// This reaction step (7.4); asked where an ability can be activated.
    Reaction,
}

/// An object or a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ref {
    /// The first target of a group.
    Target(u8),
    /// The source.
    This,
    /// The controller of the effect.
    You,
    /// The controller's opponent: of several the one across the chain link that the source is on, else the next player.
    Opponent,
    /// What a loop has at hand.
    It,
    /// The object of the triggering event.
    Event,
    /// The other object of the triggering event.
    EventOther,
    /// The player of the triggering event.
    EventPlayer,
    /// The first thing that the last action made, moved or picked.
    Last,
    /// The first card with which a cost was paid, in the order of the text.
    Paid,
    /// The first card with which the cost at this place was paid (1.7.6): of all that there could be, the
    /// additional costs come first, then the alternative ones, then the optional ones with those of
    /// keywords.
    PaidFor(u8),
    /// The turn-player.
    TurnPlayer,
    /// The attack of the active chain link.
    Attack,
    /// The attack of the chain link on which an object attacks or defends (7.0.5c).
    AttackOf(Box<Ref>),
    /// The attacking hero.
    AttackingHero,
    /// The defending hero.
    DefendingHero,
    /// A player's hero.
    HeroOf(Box<Ref>),
    /// The object that a card is under (3.0.14).
    Above(Box<Ref>),
    /// The source of an attack-proxy or a layer (1.4.3b); of anything else itself.
    SourceOf(Box<Ref>),
    /// The controller of an object.
    Controller(Box<Ref>),
    /// The owner of an object.
    Owner(Box<Ref>),
    /// The object that this one has become as it reset (3.0.9c); itself where it is still the same.
    Now(Box<Ref>),
    /// The top card of a player's deck (3.7.5).
    TopOf(Box<Ref>),
    /// Any other player than this one; only where it is asked of a player whether it is such a one: who controls or
    /// owns something, who has done something, whose turn or phase begins.
    OtherThan(Box<Ref>),
}

impl Ref {
    /// Returns whether it is the thing that a loop has at hand, or is found from that.
    pub fn speaks_of_it(&self) -> bool {
        match self {
            Ref::It => true,
            Ref::AttackOf(inner)
            | Ref::HeroOf(inner)
            | Ref::Above(inner)
            | Ref::SourceOf(inner)
            | Ref::Controller(inner)
            | Ref::Owner(inner)
            | Ref::Now(inner)
            | Ref::TopOf(inner)
            | Ref::OtherThan(inner) => inner.speaks_of_it(),
            _ => false,
        }
    }
}

/// Objects or players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Group {
    /// One.
    Of(Ref),
    /// A target group.
    Targets(u8),
    /// Objects in the arena.
    Arena(Filter),
    /// Objects in the arena or on the stack.
    Play(Filter),
    /// Objects wherever they are; for what is said of cards that are still in a hand.
    Everything(Filter),
    /// Cards in a player's zone.
    Zone(ZoneKind, Ref, Filter),
    /// Cards in a player's inventory (4.1.6).
    Inventory(Ref, Filter),
    /// The top cards of a player's deck.
    Top(Ref, Box<Number>),
    /// Cards under an object (3.0.14).
    Under(Ref, Filter),
    /// Cards that defend the active chain link.
    Defenders(Filter),
    /// Cards that defend the chain link of this attack.
    DefendersOf(Ref, Filter),
    /// Attacks of the chain links.
    Links(Filter),
    /// Cards with which costs were paid.
    Paid(Filter),
    /// Cards with which the cost at this place was paid (1.7.6), as `Ref::PaidFor` counts.
    PaidFor(u8, Filter),
    /// Cards that were pitched to pay for this, or for the object that is named.
    Pitched(Filter, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Ref>),
    /// All players, by the order of 1.9.2c.
    Players,
    /// All opponents of the controller, by the same order.
    Opponents,
    /// What the last action made, moved or picked.
    Last,
    /// Those of them that match.
    LastThat(Filter),
    /// What the leading ability has noted that is connected with this one (1.7.6): the one at this place of
    /// the abilities, or where this one was given, of `gives`.
    Noted(u8),
    /// The cards that were revealed in the clash whose outcome is replaced (8.5.45).
    Clashing,
}

/// What an object must be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Filter {
    /// Anything.
    Any,
    /// A type.
    Type(CardType),
    /// A subtype.
    Sub(Subtype),
    /// A supertype.
    Super(Supertype),
    /// An exact name (2.7.5).
    Named(String),
    /// These words in its name, one after the other (2.7.5).
    NameHas(String),
    /// The name that a player has declared (8.5.21).
    NamedCard,
    /// With all the names of an object (9.2.2c).
    SameName(Ref),
    /// Melded (8.3.38a).
    Melded,
    /// A moniker (2.7.3).
    Moniker(String),
    /// A color (2.1.2).
    Color(Color),
    /// The color of an object (2.1.2).
    ColorOf(Ref),
    /// A trait (2.13).
    Trait(String),
    /// A metatype (2.6).
    Metatype(String),
    /// A keyword, numbers aside.
    Keyword(Keyword),
    /// This was done with it this turn: it attacked, was destroyed, wagered (8.5.46a); or with it a player
    /// did what a keyword is about: it was boosted, fused, heaved, rune gated, cranked, scrapped, has
    /// protected (8.3.9a, 8.3.17a, 8.3.18a, 8.3.27a, 8.3.29a, 8.3.31a, 8.3.32a).
    Did(Deed),
    /// An attack (1.4.1): an attack-card on the stack or attacking, a proxy.
    Attack,
    /// An attack action card, wherever it is.
    AttackAction,
    /// An action card without the subtype attack.
    NonAttackAction,
    /// An attack of a weapon: its proxy.
    WeaponAttack,
    /// A card (1.3).
    Card,
    /// What effects and damage come from: a card or a macro (1.2.4).
    Source,
    /// A layer (1.6).
    Layer,
    /// An activated ability on the stack: an activated-layer (1.2.2g).
    ActivatedAbility,
    /// A triggered effect on the stack: a triggered-layer (1.2.2h).
    TriggeredEffect,
    /// An object with an effect that triggers on a hit (1.7.2).
    HitEffect,
    /// A permanent (1.3.3).
    Permanent,
    /// A living object (2.5.1a).
    Living,
    /// With such a number, which is at least this one.
    AtLeast(Property, Box<Number>),
    /// With such a number, which is at most this one.
    AtMost(Property, Box<Number>),
    /// With such a number, which is this one.
    Exactly(Property, Box<Number>),
    /// With such a number, which is greater than this many times its base (2.0.3).
    Raised(Property, i32),
    /// With an effect that deals at least so much damage of the kind (1.8.2).
    Deals(DamageKind, Box<Number>),
    /// With a clash effect (1.8.2).
    Clashes,
    /// With contract (8.4.7).
    Contracts,
    /// With at least one such counter.
    Counter(Counter),
    /// Defending on the active chain link.
    Defending,
    /// Attacking on a chain link.
    Attacking,
    /// An attack that has such an object as an attack-target (1.4.5).
    Against(Box<Filter>),
    /// The attack of a chain link that has hit (7.5.5d).
    Hit,
    /// It has defended this combat chain.
    Defended,
    /// Equipped.
    Equipped,
    /// Equipped to such a zone.
    EquippedTo(ZoneKind),
    /// Private (3.0.3); only where a filter says so are private objects in public zones meant (3.0.4e).
    FaceDown,
    /// Tapped (1.3.3b).
    Tapped,
    /// Public (3.0.3).
    FaceUp,
    /// Frozen (8.5.34).
    Frozen,
    /// A marked hero (9.3).
    Marked,
    /// Put where it is from such a zone.
    From(ZoneKind),
    /// Played from such a zone.
    PlayedFrom(ZoneKind),
    /// In such a zone.
    In(ZoneKind),
    /// Controlled by a player.
    ControlledBy(Ref),
    /// Owned by a player.
    OwnedBy(Ref),
    /// This very object, or the attack that it is the source of.
    Is(Ref),
    /// What has become this object as it reset: its history (3.0.9c).
    Became(Ref),
    /// A card that defends the chain link of this attack.
    DefendingAgainst(Ref),
    /// The object of such an event of this turn: of the first, the second and so on.
    Nth(u32, Box<When>),
    /// All of these.
    All(Vec<Filter>),
    /// One of these at least.
    Either(Vec<Filter>),
    /// None of this.
    Not(Box<Filter>),
}

impl Filter {
    /// Whether the filter, or a part of it, is this one.
    pub fn names(&self, wanted: &Filter) -> bool {
        self.mentions(&|part| part == wanted)
    }

    /// Whether the filter, or a part of it, is such a one, negated or not.
    pub fn mentions(&self, such: &impl Fn(&Filter) -> bool) -> bool {
        match self {
            Filter::All(all) | Filter::Either(all) => all.iter().any(|part| part.mentions(such)),
            Filter::Not(inner) => inner.mentions(such),
            own => such(own),
        }
    }

    /// Returns whether it is about the objects of a player who is found from what a loop has at hand.
    pub fn speaks_of_it(&self) -> bool {
        let of_it = |part: &Filter| match part {
            Filter::ControlledBy(who) | Filter::OwnedBy(who) => who.speaks_of_it(),
            _ => false,
        };
        self.mentions(&of_it)
    }

    /// The player whose objects it is about, where all that match are those of one.
    pub fn whose(&self) -> Option<&Ref> {
        match self {
            Filter::ControlledBy(who) | Filter::OwnedBy(who) => Some(who),
            Filter::All(all) => all.iter().find_map(Filter::whose),
            _ => None,
        }
    }

    /// Whether the filter, or a part of it that is not negated, is such a one.
    pub fn asks_for(&self, such: &impl Fn(&Filter) -> bool) -> bool {
        match self {
            Filter::All(all) | Filter::Either(all) => all.iter().any(|part| part.asks_for(such)),
            Filter::Not(_) => false,
            own => such(own),
        }
    }
}

data! {
    /// Kinds of zones (3.0.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum ZoneKind {
        /// 3.2
        Arms,
        /// 3.3
        Arsenal,
        /// 3.4
        Banished,
        /// 3.6
        Chain,
        /// 3.5
        Chest,
        /// 3.7
        Deck,
        /// 3.8
        Graveyard,
        /// 3.9
        Hand,
        /// 3.10
        Head,
        /// 3.11
        Hero,
        /// 3.12
        Legs,
        /// 3.13
        Permanent,
        /// 3.14
        Pitch,
        /// 3.11.5
        Soul,
        /// 3.15
        Stack,
        /// 3.16
        Weapon,
    }

    /// Where something is put (8.5.15).
    #[derive(Copy)]
    pub enum Destination {
        /// Its owner's hand.
        Hand,
        /// The top of its owner's deck.
        DeckTop,
        /// The bottom of its owner's deck.
        DeckBottom,
        /// Its owner's graveyard.
        Graveyard,
        /// Its owner's banished zone, face up.
        Banished,
        /// Its owner's banished zone, face down.
        BanishedFaceDown,
        /// Its owner's arsenal, face down.
        Arsenal,
        /// Its owner's arsenal, face up.
        ArsenalFaceUp,
        /// Its owner's hero's soul.
        Soul,
        /// The arena, as a permanent.
        Arena,
        /// The active chain link, as a defending card (8.5.32).
        Defending,
        /// The active chain link, as the attack (7.0.4a).
        Attacking,
    }
}

/// Something true or false.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// The first number is at least the second.
    AtLeast(Number, Number),
    /// The group is not empty.
    Exists(Group),
    /// The object matches.
    Matches(Ref, Filter),
    /// It is this player's turn.
    TurnOf(Ref),
    /// It is this phase of this player's turn.
    PhaseOf(Phase, Ref),
    /// A card of one of these names was the last attack of this combat chain (8.4.1).
    LastAttackWas(Vec<String>),
    /// Such an attack was the last attack of this combat chain (8.4.1).
    LastAttack(Filter),
    /// Such an attack was the last attack of this turn, before the one that there is now.
    LastAttackOfTurn(Filter),
    /// The defending hero has defended with a card from hand this chain link (8.4.3).
    DefendedFromHand,
    /// It has happened.
    Happened(Box<When>, Since),
    /// This was played from such a zone.
    PlayedFrom(ZoneKind),
    /// The optional cost at this place was paid.
    Paid(u8),
    /// The mode at this place was chosen.
    Mode(u8),
    /// The last action did something (1.8.4a).
    Did,
    /// It happens by an effect of such a layer.
    ByEffectOf(Filter),
    /// The combat chain is open.
    Combat,
    /// A player's zones of a kind are empty (3.0.1a).
    Empty(Ref, ZoneKind),
    /// The controller of the effect could equip the object (8.5.41c).
    CanEquip(Ref),
    /// There is room for the object where this puts it (3.0.11).
    Room(Ref, Destination),
    /// All of these.
    All(Vec<Condition>),
    /// One of these at least.
    Either(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}
