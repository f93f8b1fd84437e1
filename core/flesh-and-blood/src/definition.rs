//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled by the library; nothing here knows a running game.

use duelog_kernel::data;
use duelog_kernel::script::{Language, Script};
use serde::{Deserialize, Serialize};

use crate::keywords::Keyword;
use crate::types::{CardType, Subtype, Supertype, TypeBox};

/// A script in this game's verbs.
pub type Effect = Script<Fleshly>;

/// The game's vocabulary for the kernel's scripts.
#[derive(Debug, Clone, PartialEq)]
pub struct Fleshly;

impl Language for Fleshly {
    type Verb = Verb;
    type Condition = Condition;
    type Group = Group;
    type Number = Number;
    type Who = Ref;
    type Moment = When;
}

/// A card or a token with all its pitch variants (1.3.4). A list of numbers has one for each pitch, or one for all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Card")]
pub struct Definition {
    /// The English name as printed.
    pub name: String,
    /// The moniker of a personal name (2.7.3).
    #[serde(default)]
    pub moniker: String,
    /// The pitch of each variant (2.8); empty for a card that cannot be pitched.
    #[serde(default)]
    pub pitch: Vec<u8>,
    /// Whether it is pitched for chi points (2.8.2).
    #[serde(default)]
    pub chi: bool,
    /// The type box.
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
    /// Ability and label keywords.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// The moniker of the only hero with which it can be in a deck (8.3.7).
    #[serde(default)]
    pub specialization: String,
    /// Additional costs to play it (5.4.4a).
    #[serde(default)]
    pub costs: Vec<Cost>,
    /// Additional costs that may be paid to play it (5.1.3b), each a choice of its own.
    #[serde(default)]
    pub optional: Vec<Vec<Cost>>,
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

/// What a card or ability does as its layer resolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    /// How many modes are chosen (1.7.5); 0 for an ability that is not modal.
    #[serde(default)]
    pub choose: u8,
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
    pub from: From,
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
}

/// Where the source of an ability must be for it to be functional (1.7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum From {
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
    /// The most times that it triggers each turn (6.6.1a).
    #[serde(default)]
    pub limit: Option<u8>,
    /// Which of the events of a turn it is (6.6.1b).
    #[serde(default)]
    pub ordinal: Option<u32>,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: From,
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
    pub from: From,
    /// What it does to each.
    pub changes: Vec<Change>,
}

/// An effect that changes an event (6.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// Which event.
    pub when: Replaced,
    /// What must be true.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: From,
    /// What it costs to apply it, which is then optional.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// Which kind of replacement effect it is (6.5).
    pub tier: Tier,
    /// What happens instead.
    pub instead: Instead,
}

/// An event that may be replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Replaced {
    /// An object would be put into such a zone.
    PutInto(ZoneKind, Filter),
    /// An object would enter the arena.
    Enters(Filter),
    /// Damage would be dealt.
    Damage {
        /// By what.
        from: Filter,
        /// To what.
        to: Filter,
        /// Of which kind; any where it is left out (6.4.10c).
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// A player would draw cards.
    Draw(Ref),
    /// A player would create tokens of this name.
    Create(Ref, String),
    /// An object would gain power by an effect (6.2.5).
    GainPower(Filter),
}

/// What happens instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Instead {
    /// It is put there.
    Go(Destination),
    /// It enters with counters.
    Counters(Counter, Number),
    /// So much of the damage is prevented (6.4.10).
    Prevent(Number),
    /// The source is destroyed, as a sub-event (6.4.1a), and so much of the damage is prevented.
    DestroyAndPrevent(Number),
    /// So much of the damage is prevented, and the source is destroyed at the beginning of the end phase.
    PreventThenDestroy(Number),
    /// The object ceases to exist (8.3.21).
    Cease,
    /// The number is multiplied.
    Multiply(Number),
    /// So much is added to the number.
    Add(Number),
    /// Nothing happens.
    Nothing,
}

data! {
    /// The kinds of replacement effects in the order in which they apply (6.5.3-7).
    #[derive(Copy, PartialOrd, Ord)]
    pub enum Tier {
        /// 6.5.3
        Own,
        /// 6.5.4
        Standard,
        /// 6.5.5
        Prevention,
        /// 6.5.7
        Outcome,
    }

    /// The kinds of damage (8.5.3b).
    #[derive(Copy, PartialOrd, Ord)]
    pub enum DamageKind {
        /// Without a type.
        Generic,
        /// Dealt by an object's power in the damage step.
        Physical,
        /// Dealt by an effect that says so.
        Arcane,
    }

    /// Counters (1.15).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Counter {
        /// +1 power.
        PowerUp,
        /// -1 power.
        PowerDown,
        /// +1 defense.
        DefenseUp,
        /// -1 defense.
        DefenseDown,
        /// Energy.
        Energy,
        /// Steam.
        Steam,
        /// Verse.
        Verse,
        /// Flow.
        Flow,
        /// Suspense.
        Suspense,
        /// Balance.
        Balance,
        /// Aim.
        Aim,
    }

    /// How long a continuous effect lasts (6.2.2a).
    #[derive(Copy, Default)]
    pub enum Until {
        /// Until the end of the turn.
        #[default]
        EndOfTurn,
        /// As long as the chain link is the active one (7.0.3d).
        ChainLink,
        /// As long as the combat chain is open (7.0.2b).
        CombatChain,
        /// Until its controller's next turn starts.
        YourNextTurn,
        /// Until the end of the opponent's next turn.
        EndOfTheirNextTurn,
        /// Until the source leaves.
        SourceLeaves,
        /// As long as the object exists.
        Always,
    }

    /// What a player would do or be allowed to do with an object (1.0.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Deed {
        /// Playing it.
        Play,
        /// Activating its abilities.
        Activate,
        /// Attacking with it.
        Attack,
        /// Being attacked.
        BeAttacked,
        /// Defending with it.
        Defend,
        /// Being defended by it; said of an attack.
        BeDefendedBy,
        /// Pitching it.
        Pitch,
        /// Drawing it.
        Draw,
        /// Playing it as though it were an instant.
        PlayAsInstant,
        /// Gaining go again.
        GainGoAgain,
        /// Hit effects triggering.
        TriggerOnHit,
        /// Preventing its damage.
        BePrevented,
    }

    /// The three classes of 1.0.2, in the order of precedence.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Ruling {
        /// It cannot happen.
        Restriction,
        /// It happens if possible.
        Requirement,
        /// It can happen.
        Allowance,
    }
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
    /// Destroying the source.
    DestroyThis,
    /// Discarding the source.
    DiscardThis,
    /// Banishing the source.
    BanishThis,
    /// Tapping the source.
    TapThis,
    /// Removing counters from the source.
    RemoveCounters(u32, Counter),
    /// Discarding cards.
    Discard(u32, Filter),
    /// Discarding random cards.
    DiscardRandom(u32),
    /// Revealing cards from the hand.
    Reveal(u32, Filter),
    /// Putting cards from the hand on the bottom of the deck.
    Bottom(u32, Filter),
    /// Banishing cards from the graveyard.
    BanishFromGraveyard(u32, Filter),
    /// Banishing random cards from the graveyard.
    BanishRandomFromGraveyard(u32),
    /// Banishing the top card of the deck.
    BanishTop,
    /// Putting cards from the pitch zone on the bottom of the deck.
    BottomFromPitch(u32, Filter),
}

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
    /// How many there are.
    Count(Group),
    /// Different costs among these (1.8.7).
    DifferentCosts(Group),
    /// Power of an object.
    Power(Ref),
    /// Base power of an object.
    BasePower(Ref),
    /// Defense of an object.
    Defense(Ref),
    /// Cost of an object.
    Cost(Ref),
    /// Pitch of an object.
    Pitch(Ref),
    /// A hero's life total.
    Life(Ref),
    /// A player's hand.
    HandSize(Ref),
    /// Counters on an object.
    Counters(Counter, Ref),
    /// The number behind the keyword of the source (for instance of `Ward`).
    Rank(Keyword),
    /// How often it has happened.
    Times(Box<When>, Since),
    /// Chain links that there are.
    Links,
    /// The number of the triggering event.
    EventAmount,
    /// What the last action came to.
    LastAmount,
    /// A number kept by `Let`.
    Kept(u8),
    /// A sum.
    Plus(Box<Number>, Box<Number>),
    /// A product.
    Product(i32, Box<Number>),
    /// Half, rounded towards zero (1.12.1a).
    Half(Box<Number>),
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
    /// The controller's opponent.
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
    /// The first card with which a cost was paid.
    Paid,
    /// The turn-player.
    TurnPlayer,
    /// The attack of the active chain link.
    Attack,
    /// The attacking hero.
    AttackingHero,
    /// The defending hero.
    DefendingHero,
    /// A player's hero.
    HeroOf(Box<Ref>),
    /// The source of an attack-proxy or a layer (1.4.3b); of anything else itself.
    SourceOf(Box<Ref>),
    /// The controller of an object.
    Controller(Box<Ref>),
    /// The owner of an object.
    Owner(Box<Ref>),
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
    /// The top cards of a player's deck.
    Top(Ref, Box<Number>),
    /// Cards that defend the active chain link.
    Defenders(Filter),
    /// Attacks of the chain links.
    Links(Filter),
    /// Cards with which costs were paid.
    Paid(Filter),
    /// Cards that were pitched to pay for this.
    Pitched(Filter),
    /// All players, by the order of 1.9.2c.
    Players,
    /// What the last action made, moved or picked.
    Last,
    /// Those of them that match.
    LastThat(Filter),
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
    /// A moniker (2.7.3).
    Moniker(String),
    /// A keyword, numbers aside.
    Keyword(Keyword),
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
    /// A layer (1.6).
    Layer,
    /// A permanent (1.3.3).
    Permanent,
    /// A living object (2.5.1a).
    Living,
    /// The cost property with at least this value.
    CostAtLeast(Box<Number>),
    /// The cost property with at most this value.
    CostAtMost(Box<Number>),
    /// The power property with at least this value.
    PowerAtLeast(Box<Number>),
    /// The power property with at most this value.
    PowerAtMost(Box<Number>),
    /// A base power of at most this value.
    BasePowerAtMost(Box<Number>),
    /// The defense property.
    HasDefense,
    /// This pitch.
    Pitch(u8),
    /// With at least one such counter.
    Counter(Counter),
    /// Defending on the active chain link.
    Defending,
    /// Attacking on a chain link.
    Attacking,
    /// It has defended this combat chain.
    Defended,
    /// Equipped.
    Equipped,
    /// Tapped (1.3.3b).
    Tapped,
    /// Frozen (8.5.34).
    Frozen,
    /// A marked hero (9.3).
    Marked,
    /// Put where it is from such a zone.
    From(ZoneKind),
    /// In such a zone.
    In(ZoneKind),
    /// Controlled by a player.
    ControlledBy(Ref),
    /// Owned by a player.
    OwnedBy(Ref),
    /// This very object, or the attack that it is the source of.
    Is(Ref),
    /// All of these.
    All(Vec<Filter>),
    /// One of these at least.
    Either(Vec<Filter>),
    /// None of this.
    Not(Box<Filter>),
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
    /// It is the action phase of this player's turn.
    ActionPhaseOf(Ref),
    /// A card of one of these names was the last attack of this combat chain (8.4.1).
    LastAttackWas(Vec<String>),
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
    /// The combat chain is open.
    Combat,
    /// All of these.
    All(Vec<Condition>),
    /// One of these at least.
    Either(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// An event or a state for which triggered effects wait (6.6.1c).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// An attack becomes attacking (7.2.4).
    Attacks(Filter),
    /// An attack hits (7.5.5).
    Hits(Filter, Filter),
    /// Damage is dealt.
    Damages {
        /// By what.
        from: Filter,
        /// To what.
        to: Filter,
        /// How much at least.
        #[serde(default)]
        least: u32,
        /// Of which kind; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// A card becomes defending (7.0.5a).
    Defends(Filter),
    /// A card becomes defending together with a card from hand (8.4.10).
    DefendsTogether(Filter, Filter),
    /// A player plays a card.
    Plays(Ref, Filter),
    /// A player activates an ability; the filter is about its layer.
    Activates(Ref, Filter),
    /// A player discards a card.
    Discards(Ref, Filter),
    /// A player pitches a card.
    Pitches(Ref, Filter),
    /// A player draws a card.
    Draws(Ref),
    /// An object enters the arena.
    Enters(Filter),
    /// A permanent is destroyed.
    Destroyed(Filter),
    /// An object is put into such a zone.
    PutInto(ZoneKind, Filter),
    /// A player gains life.
    GainsLife(Ref),
    /// A player loses life.
    LosesLife(Ref),
    /// A player boosts.
    Boosts(Ref),
    /// A player charges.
    Charges(Ref),
    /// A player is intimidated.
    Intimidated(Ref),
    /// An object becomes the target of an attack.
    Attacked(Filter),
    /// An attack gains power by an effect.
    GainsPower(Filter),
    /// A player reveals cards.
    Reveals(Ref),
    /// A player wins a clash.
    WinsClash(Ref),
    /// The combat chain closes (7.7.3).
    ChainCloses,
    /// A chain link resolves (7.6.2).
    LinkResolves(Filter),
    /// The game starts (4.1.8).
    GameStarts,
    /// A player's turn starts (4.2.2).
    TurnStarts(Ref),
    /// A player's action phase begins (4.3.1).
    ActionPhase(Ref),
    /// A player's end phase begins (4.4.2).
    EndPhase(Ref),
    /// Any end phase begins.
    AnyEndPhase,
    /// A state (6.6.5c).
    State(Condition),
    /// One of these.
    Any(Vec<When>),
}

/// What a continuous effect does to an object or to a player's object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// More or less power.
    Power(Number),
    /// Power is set.
    SetPower(Number),
    /// Base power is set.
    BasePower(Number),
    /// Base power is multiplied.
    MultiplyBasePower(Number),
    /// More or less defense.
    Defense(Number),
    /// Base defense is set.
    BaseDefense(Number),
    /// More or less intellect.
    Intellect(Number),
    /// Gains a keyword.
    Gain(Keyword),
    /// Loses a keyword.
    Lose(Keyword),
    /// Gains the ability at this place of `gives`.
    Ability(u8),
    /// Loses all its base abilities.
    LoseAbilities,
    /// Is also of a type.
    AddType(CardType),
    /// Is also of a subtype.
    AddSubtype(Subtype),
    /// Is no longer of a subtype.
    LoseSubtype(Subtype),
    /// Is also of a supertype.
    AddSuper(Supertype),
    /// Loses all supertypes.
    LoseSupers,
    /// Is controlled by a player.
    Control(Ref),
    /// Costs so much more to play or activate.
    CostMore(Number),
    /// Costs so much less to play or activate.
    CostLess(Number),
    /// Attacks so many more times (5.2.3c).
    ExtraAttacks(u8),
    /// A restriction, requirement or allowance (1.0.2): of a deed with the object, and with which others.
    Rule(Ruling, Deed, Filter),
    /// Is frozen (8.5.34).
    Freeze,
}

/// At which occasion the next object is looked for to which an effect applies (6.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The next attack (1.8.10).
    Attack,
    /// The next card that the player plays.
    Play,
    /// The next ability that the player activates.
    Activate,
    /// The next card or ability that the player plays or activates.
    PlayOrActivate,
    /// The next card that the player defends with.
    Defend,
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verb {
    /// 8.5.3
    Damage {
        /// How much.
        amount: Number,
        /// To what.
        to: Group,
        /// Of which kind.
        kind: DamageKind,
        /// By what, if not the source.
        #[serde(default)]
        from: Option<Ref>,
    },
    /// 8.5.6
    Draw(Ref, Number),
    /// 8.5.5: these cards.
    Discard(Group),
    /// 8.5.5: so many random cards of a player's hand.
    DiscardRandom(Ref, Number),
    /// 8.5.4
    Destroy(Group),
    /// 8.5.1
    Banish(Group),
    /// 8.5.1, face down.
    BanishFaceDown(Group),
    /// 8.5.15
    Put(Group, Destination),
    /// 8.5.2
    Create(Ref, Number, String),
    /// 8.5.7
    GainLife(Ref, Number),
    /// 8.5.12
    LoseLife(Ref, Number),
    /// 8.5.7
    GainResources(Ref, Number),
    /// 8.5.7
    GainActions(Ref, Number),
    /// 8.5.14
    PutCounters(Counter, Number, Group),
    /// 8.5.16
    RemoveCounters(Counter, Number, Group),
    /// 8.5.8, 8.5.9, 8.5.13
    Modify(Group, Vec<Change>, Until),
    /// 6.2.3c: everything that matches as long as it lasts.
    ModifyAll(Filter, Vec<Change>, Until),
    /// 6.2.4: so many next objects.
    Next(Occasion, u8, Filter, Vec<Change>, Until),
    /// 6.4.10j: the next so much damage to these.
    Shield {
        /// To what.
        to: Group,
        /// How much in all.
        amount: Number,
        /// Of which kind; any where it is left out.
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// 6.4.10i: so much of the next damage to these.
    PreventNext {
        /// To what.
        to: Group,
        /// How much; all where it is left out.
        #[serde(default)]
        amount: Option<Number>,
    },
    /// 8.5.10
    Intimidate(Ref),
    /// 8.5.18: a die of so many sides; the result is the last amount.
    Roll(u32),
    /// 8.5.22
    Opt(Ref, Number),
    /// 8.5.19: a player searches the deck for cards that match; they are the last action's.
    Search(Ref, Filter, u32),
    /// 8.5.20
    Shuffle(Ref),
    /// 8.5.17
    Reveal(Group),
    /// 8.5.11
    Look(Ref, Group),
    /// A player picks from so many to so many of the group; they are the last action's.
    Pick(Ref, Group, Number, Number),
    /// 8.5.26
    Negate(Group),
    /// 8.5.29
    Charge(Ref, Number),
    /// 8.5.23
    Reload(Ref),
    /// 8.5.24: face up or face down.
    Turn(Group, bool),
    /// 8.5.31: a player may pay resources; whether the player did is what the last action came to.
    Pay(Ref, Number),
    /// 8.5.37
    Unfreeze(Group),
    /// 8.5.45
    Clash(Ref, Ref),
    /// 8.5.50
    Mark(Group),
    /// 8.5.55
    Tap(Group),
    /// 8.5.56
    Untap(Group),
    /// 8.5.38: the object becomes the attack of this layer.
    AttackWith(Ref),
    /// 7.7.2d
    CloseChain,
    /// 8.5.35
    GainControl(Ref, Group),
    /// 4.5.2b
    WinTheGame(Ref),
    /// 4.5.3b
    LoseTheGame(Ref),
}
