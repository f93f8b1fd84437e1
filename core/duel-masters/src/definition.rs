//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled by the library; nothing here knows a running game.

use duelog_kernel::data;
use duelog_kernel::script::{Language, Script};
use serde::{Deserialize, Serialize};

use crate::keywords::Keyword;
use crate::types::{CardType, Civilization, Place, Step};

/// A script in the verbs of Duel Masters.
pub type Effect = Script<Kaijudo>;

/// The vocabulary of Duel Masters for the kernel's scripts.
#[derive(Debug, Clone, PartialEq)]
pub struct Kaijudo;

impl Language for Kaijudo {
    type Verb = Verb;
    type Condition = Condition;
    type Group = Group;
    type Number = Number;
    type Who = Ref;
    type Moment = Moment;
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
    /// Names under which the card was also printed, above its own (202.6): decks list such a print as `Name (Print)`.
    #[serde(default)]
    pub prints: Vec<String>,
    /// Symbols that effects may look at (208.1a).
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
}

fn one() -> u32 {
    1
}

/// An ability that is no keyword and no spell ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ability {
    /// 110.3b
    Triggered(Triggered),
    /// A triggered ability that its player must show and declare, because it triggers in a private zone (603.2e).
    Declared(Triggered),
    /// 110.3d: a continuous effect on characteristics.
    Static(Static),
    /// A continuous effect on what its player's cards cost to use (112.2b).
    Costs(Costs),
    /// A continuous effect that gives cards of its player's shields S-Trigger (113.6b, 113.6c).
    ShieldTriggers(ShieldTriggers),
    /// Characteristics that the card has in every zone (110.4a).
    Defines(Vec<Change>),
    /// A continuous effect on the number of the mana symbols of such cards in its player's mana zone (207.2).
    ManaNumbers(Filter, Number),
    /// A continuous effect by which its player may use such cards from a zone as well as from the hand.
    Allows(Place, Filter),
    /// When the card is used, one such element of its player may be put there, which makes the card cheaper by the element's cost (601.1a).
    Offering(Filter, Destination),
    /// 609
    Replacement(Replacement),
    /// An effect used by tapping the creature instead of attacking with it (602.1).
    Tap(Effect),
    /// An effect used by leaving the creature tapped at the start of its player's turn (501.1a).
    Silent(Effect),
    /// S-Back: used for no cost by discarding such a card as it comes from the shields (112.3b).
    StrikeBack(Filter),
    /// Sabaki Z: used for no cost by discarding such a card once it has come from the shields (112.3d).
    Sabaki(Filter),
    /// May be used for no cost while this holds (112.3e).
    NoCost(Condition),
    /// May be used from this zone as well as from the hand (110.4b).
    UseFrom(Place),
    /// A static ability that does something once as often as its condition holds (604.4).
    OneShot(Condition, Effect),
}

/// A triggered ability (603).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triggered {
    /// The event.
    pub when: When,
    /// The keyword that stands before the text (205.1a).
    #[serde(default)]
    pub keyword: Option<String>,
    /// The condition, which is checked on resolution (603.4).
    #[serde(default, rename = "if")]
    pub condition: Option<Condition>,
    /// The zone in which it works, where that is not the battle zone (110.4b).
    #[serde(default)]
    pub from: Place,
    /// What it does.
    pub effect: Effect,
}

/// A static ability that changes characteristics (604).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// What it changes: elements in the battle zone, or cards in `zone`.
    pub what: Filter,
    /// The zone whose cards it changes, where that is not the battle zone (603.5b): their civilizations, races and power.
    #[serde(default)]
    pub zone: Place,
    /// How.
    pub changes: Vec<Change>,
    /// While this holds.
    #[serde(default, rename = "while")]
    pub condition: Option<Condition>,
}

/// A static ability that changes what cards cost (112.2b).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Which cards: of its player, or the card itself.
    pub what: Filter,
    /// How much more they cost; a negative number makes them cheaper.
    pub by: Number,
    /// The least that they can come to cost by it.
    #[serde(default)]
    pub least: u32,
    /// While this holds.
    #[serde(default, rename = "while")]
    pub condition: Option<Condition>,
}

/// A continuous effect that gives cards of its player's shields S-Trigger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShieldTriggers {
    /// Which cards.
    pub what: Filter,
    /// While this holds.
    #[serde(default, rename = "while")]
    pub condition: Option<Condition>,
    /// Whether it gives it to cards in the shield zone, so that the moment before they are pending counts (113.6b), and not to cards that are
    /// put into the hand, for which the moment when they are pending does (113.6c).
    #[serde(default)]
    pub in_zone: bool,
}

/// A replacement effect of an ability (609).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// What it replaces.
    pub event: Replaced,
    /// What happens instead.
    pub instead: Instead,
    /// Whether its player may leave it.
    #[serde(default)]
    pub may: bool,
    /// While this holds.
    #[serde(default, rename = "while")]
    pub condition: Option<Condition>,
    /// The zone in which it works, where that is not the battle zone.
    #[serde(default)]
    pub from: Place,
}

/// An event that can be replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Replaced {
    /// Such an element is destroyed.
    Destroyed(Filter),
    /// Such an element leaves the battle zone.
    Leaves(Filter),
    /// Such a card is discarded.
    Discarded(Filter),
    /// Such a card is put into the battle zone.
    Put(Filter),
    /// Such a card is put from a zone into the graveyard.
    ToGraveyard(Place, Filter),
    /// Such a spell is put into the graveyard once it has been resolved (605.2e), wherever it was cast from (409.2b).
    AfterCast(Filter),
    /// The player draws a card (114.4).
    Draws(Ref),
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

/// What triggers an ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// Such an element is put into the battle zone (603.5a).
    Put(Filter),
    /// Such an element leaves the battle zone (603.5c).
    Leaves(Filter),
    /// Such an element is destroyed.
    Destroyed(Filter),
    /// Such a card moves from the first zone to the second (603.5).
    Moves(Filter, Option<Place>, Option<Place>),
    /// Such a creature is declared as attacker (506.3a).
    Attacks(Filter),
    /// Such a creature becomes a blocker (507.3a).
    Blocks(Filter),
    /// Such a creature becomes blocked (507.3b).
    Blocked(Filter),
    /// Such a creature attacks and is not blocked (507.3c).
    Unblocked(Filter),
    /// The attack of such a creature ends (510.1).
    AttackEnds(Filter),
    /// Such a creature battles (115.2).
    Battles(Filter),
    /// Such a creature has battled (115.3d).
    Battled(Filter),
    /// Such a creature wins a battle (115.3d).
    Wins(Filter),
    /// Such a creature loses a battle (115.3d).
    Loses(Filter),
    /// Such a creature is about to break shields (603.7).
    BeforeBreak(Filter),
    /// Such a creature has broken shields.
    Breaks(Filter),
    /// Such an element becomes tapped (603.2c).
    Tapped(Filter),
    /// The player is about to draw a card: resolved before the card is put into the hand (114.5).
    Drawing(Ref),
    /// The player draws a card (114).
    Draws(Ref),
    /// The player discards such a card (701.7).
    Discards(Ref, Filter),
    /// The player uses such a card (601.1).
    Uses(Ref, Filter),
    /// The player's turn starts (501.2).
    TurnStarts(Ref),
    /// The player's turn ends (511.1).
    TurnEnds(Ref),
    /// A step of the player's turn begins (500.4).
    StepBegins(Ref, Step),
}

/// What a delayed triggered ability waits for (603.6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Moment {
    /// The end of this turn (511.1).
    EndOfTurn,
    /// The end of this attack (510.1).
    EndOfAttack,
    /// The start of the player's next turn (501.2).
    StartOfTurn(Ref),
    /// The next time that this happens, if that is soon enough.
    Next(When, Until),
    /// Each time that this happens until then.
    Whenever(When, Until),
}

/// What a filter looks at in a card or an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Filter {
    /// Anything.
    Any,
    /// The source itself.
    This,
    /// What a reference refers to.
    Is(Ref),
    /// Of a card type.
    Kind(CardType),
    /// An evolution creature (801).
    Evolution,
    /// A card of two halves (808.2).
    Twinpact,
    /// A race, or words of one (203.2).
    Race(String),
    /// A civilization.
    Civilization(Civilization),
    /// Without a civilization (106.2c).
    Colorless,
    /// With several civilizations (106.2b).
    Multicolored,
    /// Of the race that was chosen at a place, counted from 0.
    ChosenRace(u8),
    /// Of the civilization that was chosen at a place, counted from 0.
    ChosenCivilization(u8),
    /// With this symbol (208.1a).
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
    /// Blocking.
    Blocking,
    /// With a cross gear crossed (303.3a).
    Crossed,
    /// The creature that the source is crossed to (303.3a).
    Host,
    /// With at most so much power.
    PowerAtMost(Box<Number>),
    /// With at least so much power.
    PowerAtLeast(Box<Number>),
    /// With a cost of at most so much (201.2).
    CostAtMost(Box<Number>),
    /// With a cost of at least so much (201.2).
    CostAtLeast(Box<Number>),
    /// Sharing a civilization with what a reference refers to.
    SharesCivilization(Ref),
    /// All of these.
    All(Vec<Filter>),
    /// One of these at least.
    Either(Vec<Filter>),
    /// Not this.
    Not(Box<Filter>),
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
    /// The first thing chosen at a place, counted from 0.
    Chosen(u8),
    /// The first thing that the last action made or moved.
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
    /// One.
    Of(Ref),
    /// What was chosen at a place, counted from 0.
    Chosen(u8),
    /// What the last action made or moved.
    Last,
    /// Such elements in the battle zone.
    Battle(Filter),
    /// Such cards in the player's zone.
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
}

/// A number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// This.
    N(i32),
    /// How many there are.
    Count(Group),
    /// A creature's power, never below 0 (108.1b).
    Power(Ref),
    /// The sum of the creatures' powers.
    TotalPower(Group),
    /// A card's cost (201.2).
    Cost(Ref),
    /// What the triggering event came to.
    EventAmount,
    /// What the last action came to.
    LastAmount,
    /// The number that was chosen at a place, counted from 0.
    Chosen(u8),
    /// A number that the script keeps.
    Kept(u8),
    /// The sum.
    Plus(Box<Number>, Box<Number>),
    /// So many times.
    Times(i32, Box<Number>),
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
    /// All of these.
    All(Vec<Condition>),
    /// One of these at least.
    Either(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// A change of an element's characteristics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// It has the civilization too (106.4).
    AddCivilization(Civilization),
    /// It has the race too (203.3).
    AddRace(String),
    /// It has the keyword.
    Gain(Keyword),
    /// It has every keyword of this kind no longer.
    Lose(Keyword),
    /// It has no abilities.
    LoseAbilities,
    /// More power, or less where negative (206.1).
    Power(Number),
    /// Its power is halved, rounded down (108.2).
    HalvePower,
    /// Twice the power (206.4).
    DoublePower,
    /// Infinite power (108.1c).
    InfinitePower,
    /// Infinitely less power (108.1c).
    MinusInfinity,
    /// Exactly this power whatever else applies (206.3).
    FixPower(Number),
    /// It may be used from where it is (409.1d).
    Usable,
}

data! {
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
        /// Into its owner's deck, as so many-th from the top (401.6).
        DeckNth(u8),
        /// At the bottom of its owner's deck.
        DeckBottom,
        /// Into its owner's deck, which is shuffled (401.7).
        DeckShuffled,
        /// The battle zone.
        Battle,
        /// It stays where it is.
        Stay,
    }
}

/// Something that an effect does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verb {
    /// A full stop: what follows is another sentence, of which nothing has been replaced (101.5a).
    Stop,
    /// The player chooses so many, at least and at most, or as many as there are (605.2b); read back by the place of the choice.
    Choose(Ref, Group, Number, Number),
    /// The player draws (114).
    Draw(Ref, Number),
    /// Destroys elements (701.6).
    Destroy(Group),
    /// Cards go elsewhere; those that go to the battle zone are put there one by one (409.1f).
    Move(Group, Destination),
    /// Only the top cards of the elements go elsewhere (109.2a).
    MoveCard(Group, Destination),
    /// The top cards of the player's deck go elsewhere.
    FromDeck(Ref, Number, Destination),
    /// The player discards cards of the own choice (701.7b).
    Discard(Ref, Number),
    /// The player discards these (701.7).
    DiscardThese(Group),
    /// The player discards at random (701.7b).
    DiscardAtRandom(Ref, Number),
    /// Taps (701.2a).
    Tap(Group),
    /// Untaps (701.2b).
    Untap(Group),
    /// The source breaks shields that its player chooses (701.14).
    Break(Ref, Number),
    /// These shields go to their owner's hand, as if broken (701.14b).
    ShieldsToHand(Group),
    /// The first of the cards is put on the first of the shields, which stays one shield (113.2).
    ShieldPlus(Group, Group),
    /// The two creatures battle (701.13).
    Battle(Ref, Ref),
    /// Changes elements (608.2).
    Modify(Group, Vec<Change>, Until),
    /// The player uses cards for no cost (112.3g).
    Use(Ref, Group),
    /// Exchanges a creature in the battle zone with a card of the hand (701.26).
    Exchange(Ref, Ref),
    /// Exchanges all cards of two zones of the player (701.26c).
    SwapZones(Ref, Place, Place),
    /// The source is crossed to a creature (303.3c).
    Cross(Ref),
    /// Turns a field upside down (701.28a).
    TurnOver(Ref),
    /// The player looks at the top cards of a deck, which stay there untouched by other effects (605.4).
    Look(Ref, Ref, Number),
    /// The top cards of the player's deck are revealed and stay there untouched by other effects (605.4).
    Reveal(Ref, Number),
    /// What is being looked at goes back: on top or at the bottom, in an order that the player chooses (401.4).
    PutBack(Ref, Destination),
    /// Cards are shown to both players (701.9).
    Show(Group),
    /// The player looks at cards.
    LookAt(Ref, Group),
    /// The player finds up to so many such cards in the own deck, which goes elsewhere; the deck is shuffled (701.10, 701.11).
    Search(Ref, Filter, Number, Destination),
    /// The player puts the cards of the own shields in another order; each shield keeps its place and how many cards it has (113.2a).
    Rearrange(Ref),
    /// Shuffles the player's deck (701.11).
    Shuffle(Ref),
    /// Both players show the top card of the deck and put it at the bottom; what it came to is 1 if the player won (701.21).
    Judge(Ref),
    /// The player takes an extra turn (500.5).
    ExtraTurn(Ref),
    /// The player wins (104.2c).
    Win(Ref),
    /// The player loses (104.2c).
    Lose(Ref),
}
