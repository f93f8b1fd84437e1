//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled for the card pool; nothing here knows a
//! running game.

use duelog_kernel::data;
use duelog_kernel::script::{Language, Script};
use serde::{Deserialize, Serialize};

use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Civilization, Place, Side, Special, Step};

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

/// An ability that is no keyword and no spell ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ability {
    /// 110.3b; one that works in the hand must be shown and declared by its player (603.2e).
    Triggered(Triggered),
    /// 110.3d: a continuous effect on elements, or on cards of another zone.
    Static(Static),
    /// A continuous effect on what cards cost to use (112.2b).
    Costs(Costs),
    /// 609
    Replacement(Replacement),
    /// An effect used by tapping the creature instead of attacking with it (602.1).
    Tap(Effect),
    /// An effect used by leaving the creature tapped at the start of its player's turn (501.1a).
    Silent(Effect),
    /// A static ability that does something once as often as its condition holds (604.4).
    OneShot(Condition, Effect),
    /// When the card is used, one such element of its player may be put there, which makes the card cheaper
    /// by the element's cost (601.1a).
    Offering(Filter, Destination),
    /// Used for no cost by discarding such a card of the own shields, at that moment (112.3b, 112.3d).
    Strike(Strike, Filter),
    /// These abilities, while the condition holds (604.2).
    While(Condition, Vec<Ability>),
}

/// A triggered ability (603).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The event.
    pub when: When,
    /// The keyword that stands before the text (205.1a).
    #[serde(default, skip_serializing_if = "is_default")]
    pub keyword: Option<String>,
    /// The condition, which is checked on resolution (603.4).
    #[serde(default, rename = "if", skip_serializing_if = "is_default")]
    pub condition: Option<Condition>,
    /// The zone in which it works, where that is not the battle zone (110.4b). What works in the hand works
    /// wherever the card can be used from (110.4d).
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Place,
    /// What it does.
    pub effect: Effect,
}

/// A static ability (604).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// What it changes: elements in the battle zone, or cards in `zone`.
    pub what: Filter,
    /// The zone whose cards it changes, where that is not the battle zone (603.5b): their civilizations,
    /// races and power, where they can be used from, their mana numbers; S-Trigger is given to shields
    /// (113.6b), or to what comes from them into the hand (113.6c).
    #[serde(default, skip_serializing_if = "is_default")]
    pub zone: Place,
    /// How.
    pub changes: Vec<Written>,
}

/// A static ability that changes what cards cost (112.2b).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Which cards, of either player; the card itself while it is being used.
    pub what: Filter,
    /// How much more they cost; a negative number makes them cheaper.
    #[serde(default = "nothing", skip_serializing_if = "is_nothing")]
    pub by: Number,
    /// The least that they can cost because of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub least: u32,
    /// Whether they may be used for no cost (112.3e).
    #[serde(default, skip_serializing_if = "is_default")]
    pub free: bool,
}

fn nothing() -> Number {
    Number::N(0)
}

fn is_nothing(number: &Number) -> bool {
    *number == nothing()
}

/// Whether something has its default, which definitions leave out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A replacement effect of an ability (609).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// What it replaces: a move, a destruction, a discard, a draw, or that a spell is over.
    pub event: When,
    /// What happens instead.
    pub instead: Instead,
    /// Whether its player may leave it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub may: bool,
    /// The zone in which it works, where that is not the battle zone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: Place,
}

/// What happens instead of a replaced event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Instead {
    /// The card goes elsewhere.
    To(Destination),
    /// It does not happen, and this is done.
    Do(Effect),
    /// It does not happen; one such element of the player goes there (609.9a).
    Other(Filter, Destination),
}

/// An event as definitions speak of it: one pattern for what triggers abilities, what they wait for, what has
/// happened this turn and what is replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// Such a card moves from the one zone to the other; from or to anywhere when absent (603.5).
    Moves {
        /// Which. What leaves the battle zone is looked at as it was there, unless only where it goes is
        /// said (603.5b, 603.5c).
        #[serde(default, skip_serializing_if = "is_default")]
        what: Filter,
        /// Where from.
        #[serde(default, skip_serializing_if = "is_default")]
        from: Option<Place>,
        /// Where to.
        #[serde(default, skip_serializing_if = "is_default")]
        to: Option<Place>,
    },
    /// Such a creature fights.
    Combat {
        /// How.
        role: Role,
        /// Which creature.
        #[serde(default, skip_serializing_if = "is_default")]
        what: Filter,
        /// With what other creature, if any is meant.
        #[serde(default, skip_serializing_if = "is_default")]
        with: Option<Filter>,
    },
    /// The player does something with such a card.
    Does(Ref, Deed, Filter),
    /// Something becomes of such an object.
    Becomes(Filter, Becoming),
    /// A step of the player's turn begins (500.4). Of the first step it is the moment after untapping
    /// (501.2), of the last that at which the turn ends (511.1).
    Begins(Step, Ref),
}

data! {
    /// How a creature fights.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Role {
        /// It is declared as attacker (506.3a).
        Attacks,
        /// It is attacked (506.3a).
        Attacked,
        /// It becomes a blocker (507.3a).
        Blocks,
        /// It becomes blocked (507.3b).
        BecomesBlocked,
        /// It attacks and is not blocked (507.3c).
        NotBlocked,
        /// Its attack ends (510.1).
        EndsAttack,
        /// It battles (115.2).
        Battles,
        /// It has battled (115.3d).
        HasBattled,
        /// It wins a battle (115.3d).
        Wins,
        /// It loses a battle (115.3d).
        Loses,
        /// It is about to break a shield (603.7).
        WillBreak,
        /// It has broken shields.
        Breaks,
    }

    /// What a player does with a card.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Deed {
        /// Is about to draw it (114.5); in replacements, draws it (114.4).
        WillDraw,
        /// Draws it (114).
        Draw,
        /// Discards it (701.7).
        Discard,
        /// Uses it (601.1).
        Use,
    }

    /// What becomes of an object.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Becoming {
        /// It is destroyed (701.6).
        Destroyed,
        /// It becomes tapped (603.2c).
        Tapped,
        /// A spell is over and goes to the graveyard (605.2e), wherever it was cast from (409.2b).
        Over,
    }

    /// At which moment a card of the own shields is discarded for another.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Strike {
        /// S-Back: as it comes from the shields (112.3b).
        Back,
        /// Sabaki Z: once it has come (112.3d).
        Sabaki,
    }

    /// What a rule says of a deed.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Ruling {
        /// It cannot be done (101.2).
        Forbid,
        /// It must be done if it can.
        Require,
        /// It can be done though the rules would not let it (101.1).
        Allow,
    }

    /// What a rule speaks of.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Subject {
        /// Attacking at all (506.1a, 506.1b).
        Attack,
        /// Attacking players (505.2).
        AttackPlayers,
        /// Attacking such creatures (505.2); allowed: though they are untapped.
        AttackCreatures,
        /// Blocking such a creature (507). Allowed: as a blocker.
        Block,
        /// Being blocked by such a creature (700.4).
        BeBlocked,
        /// Being attacked by such a creature; allowed: though it is untapped.
        BeAttacked,
        /// Being chosen by the other player.
        BeChosen,
        /// Being destroyed (700.3).
        BeDestroyed,
        /// Leaving the battle zone (700.3).
        Leave,
        /// Untapping at the start of its player's turn (501.1).
        Untap,
        /// Being put into its zone untapped (110.4f).
        EnterUntapped,
        /// Using tap abilities (602.3).
        UseTapAbilities,
        /// Winning battles whatever the power (700.5).
        WinBattles,
        /// Being used, of cards (601.1).
        Use,
        /// Being declared as S-Trigger, of cards (112.3a).
        ShieldTrigger,
    }
}

/// What something cannot do, must do or may do, against what others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rule(pub Ruling, pub Subject, pub Filter);

/// What a delayed triggered ability waits for (603.6). What its script knows of that event it asks of the
/// event in which it was set up where the new one has nothing of that kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Moment {
    /// The next time that this happens, if that is soon enough.
    Next(When, Until),
    /// Each time that this happens until then.
    Whenever(When, Until),
}

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
    /// Sharing a civilization with what a reference refers to.
    SharesCivilization(Ref),
    /// With this special type.
    Special(Special),
    /// All of these.
    All(Vec<Filter>),
    /// One of these at least.
    Either(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
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

/// Something that an effect does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verb {
    /// A full stop: what follows is another sentence, of which nothing has been replaced (101.5a).
    Stop,
    /// The player chooses this many, at least and at most, or as many as there are (605.2b); read back by the
    /// place of the choice.
    Choose(Ref, Group, Number, Number),
    /// The player draws (114).
    Draw(Ref, Number),
    /// Destroys elements (701.6).
    Destroy(Group),
    /// Cards go elsewhere; those that go to the battle zone are put there one by one (409.1f).
    Move(Group, Destination),
    /// Only the top cards of the elements go elsewhere (109.2a).
    MoveCard(Group, Destination),
    /// The player discards this many cards (701.7b).
    Discard(Ref, Discarding, Number),
    /// The player discards these (701.7).
    DiscardThese(Group),
    /// Taps, untaps, or turns upside down.
    Turn(Group, Posture),
    /// The source breaks shields that its player chooses (701.14).
    Break(Ref, Number),
    /// These shields go to their owner's hand, as if broken (701.14b).
    ShieldsToHand(Group),
    /// The first of the cards is put on the first of the others: a cross gear in the battle zone is crossed
    /// to that creature (303.3c), a weapon equipped to it (305.2), another element put on that one, which then
    /// lies under it (403.4a), everything else put on that shield, which stays one shield (113.2). The top
    /// cards of a deck put on elements are seals: as many on each, from its owner's deck (701.24).
    PutOn(Group, Group),
    /// The two creatures battle (701.13).
    Battle(Ref, Ref),
    /// Changes elements (608.2).
    Modify(Group, Vec<Written>, Until),
    /// The player uses cards for no cost (112.3g).
    Use(Ref, Group),
    /// Exchanges a creature in the battle zone with a card of the hand, or all cards of two zones (701.26).
    Exchange(Group, Group),
    /// These players look at the cards; both see what is shown (701.9). The top cards of a deck then stay
    /// there untouched by other effects (605.4).
    Show(Group, Group),
    /// What is being looked at goes back: on top or at the bottom, in an order that the player chooses
    /// (401.4).
    PutBack(Ref, Destination),
    /// The player finds up to this many such cards in the own deck, which goes elsewhere; the deck is
    /// shuffled (701.10, 701.11).
    Search(Ref, Filter, Number, Destination),
    /// The player puts the cards of the own shields in another order; each shield keeps its place and how
    /// many cards it has (113.2a).
    Rearrange(Ref),
    /// Both players show the top card of the deck and put it at the bottom; what it came to is 1 if the
    /// player won (701.21).
    Judge(Ref),
    /// The player takes an extra turn (500.5).
    ExtraTurn(Ref),
    /// The player loses, and the other wins (104.2c).
    Lose(Ref),
    /// Double-faced cards are turned to one of their faces, the front counted as 0 (701.20, 701.22, 701.25).
    /// Where all of those faces belong together, they are linked to one creature (701.18a, 701.29a, 701.31a).
    Flip(Group, u8),
    /// The first player finds up to this many such cards in the deck of the second, which go elsewhere; that deck is
    /// shuffled (701.10, 701.11).
    SearchDeckOf(Ref, Ref, Filter, Number, Destination),
}
