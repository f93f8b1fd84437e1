//! The language in which cards are defined: what a definition file holds.
//!
//! A definition is data. It is read from RON, checked, and compiled by the library; nothing here knows a running game.

#[path = "definition/replacing.rs"]
mod replacing;

pub use replacing::*;

use duelog_kernel::data;
use duelog_kernel::script::{Language, Script};
use serde::{Deserialize, Serialize};

use crate::keywords::Keyword;
use crate::mana::{Color, ManaCost};
use crate::subtypes::Subtype;
use crate::types::{CardType, Supertype, TypeLine};

/// A script in Magic's verbs.
pub type Effect = Script<Magical>;

/// Magic's vocabulary for the kernel's scripts.
#[derive(Debug, Clone, PartialEq)]
pub struct Magical;

impl Language for Magical {
    type Verb = Verb;
    type Condition = Condition;
    type Group = Group;
    type Number = Number;
    type Who = Ref;
    type Moment = When;
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
    /// What other characteristic-defining abilities say (604.3).
    #[serde(default)]
    pub defining: Vec<Change>,
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
    /// A cost that can be paid instead of the mana cost (117.9).
    #[serde(default)]
    pub alternative: Option<Alternative>,
    /// What it costs to equip a creature with it (702.6); it is read as the activated ability that the keyword stands for, behind all others.
    #[serde(default)]
    pub equip: Option<ManaCost>,
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
}

/// A cost that can be paid instead of the mana cost (117.9).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// What is paid.
    pub cost: Vec<Cost>,
    /// When it can be.
    #[serde(default)]
    pub condition: Option<Condition>,
}

/// What an instant or sorcery does when it resolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Costs beyond the mana cost (601.2b).
    #[serde(default)]
    pub additional: Vec<Cost>,
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
    /// How much less generic mana it costs (601.2f).
    #[serde(default)]
    pub less: Option<Number>,
    /// The only colour of mana that can be spent on X.
    #[serde(default)]
    pub x_only: Option<Color>,
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
}

/// An ability that is no keyword and no spell ability.
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
}

/// When an activated ability can be activated (602.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Timing {
    /// Whenever its player has priority.
    #[default]
    Instant,
    /// Only when a sorcery could be cast (602.5d).
    Sorcery,
    /// Only during its player's turn.
    OwnTurn,
    /// Only during its player's upkeep.
    OwnUpkeep,
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
}

/// A static ability (604) that makes a continuous effect while its object is on the battlefield (611.3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Static {
    /// Which objects it affects.
    pub affects: Group,
    /// What it does to them.
    pub changes: Vec<Change>,
    /// When it works (611.3a).
    #[serde(default)]
    pub condition: Option<Condition>,
}

/// Part of a cost (117).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cost {
    /// Mana.
    Mana(ManaCost),
    /// {T} (107.5).
    Tap,
    /// {Q} (107.6).
    Untap,
    /// Sacrificing this object.
    SacrificeThis,
    /// Sacrificing permanents that match.
    Sacrifice(u32, Filter),
    /// Paying life (117.3b).
    Life(u32),
    /// Discarding cards.
    Discard(u32, Filter),
    /// Removing counters from this object.
    RemoveCounters(u32, Counter),
    /// Tapping untapped permanents that match.
    TapOthers(u32, Filter),
    /// Exiling this card from the graveyard.
    ExileThis,
    /// Discarding this card.
    DiscardThis,
    /// Putting loyalty counters on this permanent or removing them (606.4).
    Loyalty(i32),
    /// Removing X loyalty counters from this permanent (606.4).
    LoyaltyX,
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
    }

    /// A word that effects change in a text (612.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Word {
        /// A colour word.
        Color(Color),
        /// A basic land type or a creature type.
        Subtype(Subtype),
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
    }
}

/// What can be chosen as a target (114).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// One permanent that matches.
    Permanent(Filter),
    /// One creature that matches; short for a permanent with that type.
    Creature(Filter),
    /// One player.
    Player,
    /// One opponent.
    Opponent,
    /// A creature, planeswalker or player (114.4).
    Any,
    /// A player or planeswalker.
    PlayerOrPlaneswalker,
    /// A spell on the stack that matches.
    Spell(Filter),
    /// A card in a graveyard that matches.
    GraveyardCard(Filter),
    /// So many of them, all different: least, greatest.
    Several(u32, u32, Box<Target>),
    /// So many of them as X.
    XOf(Box<Target>),
    /// What the group of this place does not have as a target: "another".
    Another(u8, Box<Target>),
    /// Chosen only with this mode (700.2c).
    InMode(u8, Box<Target>),
}

/// One object or player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Ref {
    /// The first target chosen for the target group of this place.
    Target(u8),
    /// The source of the ability, or the spell itself.
    This,
    /// What a loop has at hand.
    It,
    /// The object of the triggering event.
    Event,
    /// The other object of the triggering event: what was damaged, blocked or attacked.
    EventOther,
    /// The player of the triggering event.
    EventPlayer,
    /// What the source is attached to.
    Attached,
    /// The controller of the ability.
    You,
    /// The other player.
    Opponent,
    /// The controller of an object.
    Controller(Box<Ref>),
    /// The owner of an object.
    Owner(Box<Ref>),
    /// The active player.
    Active,
    /// The object that the last action made or moved.
    Last,
    /// The object whose ability or spell made the source, a token.
    Maker,
    /// The object that the last action moved, as it was before (608.2g).
    LastWas,
}

/// Several objects or players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Group {
    /// One.
    Of(Ref),
    /// All targets of the group of this place.
    Targets(u8),
    /// All permanents that match.
    All(Filter),
    /// All cards in a player's hand that match.
    Hand(Ref, Filter),
    /// All cards in a player's graveyard that match.
    Graveyard(Ref, Filter),
    /// The top card of a player's library, if it matches.
    LibraryTop(Ref, Filter),
    /// All cards in all graveyards that match.
    Graveyards(Filter),
    /// All spells on the stack that match.
    Spells(Filter),
    /// All players, the active player first.
    Players,
    /// All players but this one, the active player first.
    PlayersExcept(Ref),
    /// All objects that the last action made or moved.
    Last,
    /// The objects that `Note` kept, by place.
    Noted(u8),
    /// Those of a group that match.
    Among(Box<Group>, Filter),
    /// These groups together.
    Together(Vec<Group>),
}

/// Which objects match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Filter {
    /// Everything.
    Any,
    /// Has the card type.
    Type(CardType),
    /// Has the supertype.
    Super(Supertype),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the colour.
    Color(Color),
    /// Has no colour.
    Colorless,
    /// Has more than one colour.
    Multicolored,
    /// Has a colour in common with the object.
    SharesColor(Ref),
    /// Has the keyword.
    Keyword(Keyword),
    /// Has this name.
    Named(String),
    /// Has the name that was chosen.
    NamedAsChosen,
    /// Has the colour that was chosen as the source entered.
    ChosenColor,
    /// Has the subtype that was chosen as the source entered.
    ChosenSubtype,
    /// Shares a creature type with the object.
    SharesCreatureType(Ref),
    /// Has the same name as one of the group.
    SharesName(Box<Group>),
    /// Has no abilities.
    NoAbilities,
    /// Has an even converted mana cost; 0 is even.
    ManaValueEven,
    /// Is controlled by the player.
    ControlledBy(Ref),
    /// Is owned by the player.
    OwnedBy(Ref),
    /// Is this very object.
    Is(Ref),
    /// Is a token.
    Token,
    /// Is tapped.
    Tapped,
    /// Is attacking.
    Attacking,
    /// Is blocking.
    Blocking,
    /// Was dealt damage this turn.
    Damaged,
    /// Has the power or less.
    PowerAtMost(Number),
    /// Has the power or more.
    PowerAtLeast(Number),
    /// Has the toughness or less.
    ToughnessAtMost(Number),
    /// Has less toughness.
    ToughnessBelow(Number),
    /// Has the converted mana cost or less.
    ManaValueAtMost(Number),
    /// Has the counter.
    Counter(Counter),
    /// Matches all.
    All(Vec<Filter>),
    /// Matches one at least.
    Either(Vec<Filter>),
    /// Does not match.
    Not(Box<Filter>),
}

/// A number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// Itself.
    N(i32),
    /// The X of the spell or ability (107.3).
    X,
    /// How many there are.
    Count(Box<Group>),
    /// Power.
    Power(Ref),
    /// Toughness.
    Toughness(Ref),
    /// Converted mana cost (202.3).
    ManaValue(Ref),
    /// A player's life total.
    Life(Ref),
    /// Cards in a player's hand.
    HandSize(Ref),
    /// Counters on an object.
    Counters(Counter, Ref),
    /// The amount of the triggering event.
    EventAmount,
    /// How often this object's ability at the place has been activated this turn.
    Activations(u8),
    /// What the last action came to: damage dealt, cards drawn, objects moved.
    LastAmount,
    /// What was divided to a target of the first group, at the place of the loop.
    Share,
    /// A number kept by `Let`.
    Kept(u8),
    /// The sum.
    Plus(Box<Number>, Box<Number>),
    /// The product.
    Times(i32, Box<Number>),
    /// Half, rounded down.
    HalfDown(Box<Number>),
    /// The quotient, rounded down; 0 where the divisor is.
    Divided(Box<Number>, Box<Number>),
}

/// Something true or false.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// The first number is at least the second.
    AtLeast(Number, Number),
    /// There is at least one.
    Exists(Group),
    /// The object matches.
    Matches(Ref, Filter),
    /// It is the player's turn.
    TurnOf(Ref),
    /// The mode was chosen (700.2).
    Mode(u8),
    /// The player can play the card without paying its mana cost now.
    CanPlayFree(Ref),
    /// All hold.
    All(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

/// A change to characteristics or to what an object may do, in the layer that 613.1 gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// Layer 2: control.
    Control(Ref),
    /// Layer 3: each of these words in its text is the other one (612).
    Word(Word, Word),
    /// Layer 4: these types, no others; subtypes of types that it loses go with them (205.1a).
    SetTypes(Vec<CardType>),
    /// Layer 4: these subtypes instead of all others of the same kind (205.1a).
    SetSubtypes(Vec<Subtype>),
    /// Layer 4: this basic land type instead of its land types, and with it its mana ability instead of what its text says (305.7).
    SetLandType(Subtype),
    /// Layer 4: also this type.
    AddType(CardType),
    /// Layer 4: also this subtype.
    AddSubtype(Subtype),
    /// Layer 4: also this supertype.
    AddSuper(Supertype),
    /// Layer 5: these colours.
    SetColors(Vec<Color>),
    /// Layer 5: also this colour.
    AddColor(Color),
    /// Layer 6: has the keyword.
    Gain(Keyword),
    /// Layer 6: has the ability.
    GainAbility(Box<Ability>),
    /// Layer 6: has the very ability that this stands in (706.9a).
    GainThis,
    /// Layer 6: loses the keyword.
    Lose(Keyword),
    /// Layer 6: loses all abilities.
    LoseAbilities,
    /// Layer 7b: power and toughness become these.
    SetSize(Number, Number),
    /// Layer 7c: power and toughness change by these.
    Size(Number, Number),
    /// Layer 7c: power and toughness change by these, worked out for each object by itself, which is `It`.
    SizeEach(Number, Number),
    /// Layer 7e: power and toughness are switched.
    Switch,
    /// Cannot attack (508.1c).
    CantAttack,
    /// Cannot attack unless another creature attacks too (508.1c).
    CantAttackAlone,
    /// Cannot block (509.1b).
    CantBlock,
    /// Cannot block unless another creature blocks too (509.1b).
    CantBlockAlone,
    /// All creatures able to block it do so (509.1c).
    AllMustBlock,
    /// Cannot be blocked (509.1b).
    CantBeBlocked,
    /// Can be blocked only by creatures that match (509.1b).
    BlockedOnlyBy(Filter),
    /// Attacks each combat if able (508.1d).
    MustAttack,
    /// Blocks each combat if able (509.1c).
    MustBlock,
    /// Can block so many more creatures (509.1a).
    BlocksMore(u32),
    /// Does not untap in the untap step (502.3).
    DoesNotUntap,
    /// Its activated abilities cannot be activated.
    CantActivate,
    /// Players cannot cast spells that match (101.2).
    CantCast(Filter),
    /// Players cannot activate abilities of objects that match, mana abilities excepted.
    CantActivateOf(Filter),
    /// Players cannot play lands.
    CantPlayLands,
    /// Players may play so many more lands on each of their turns (305.2).
    PlaysMoreLands(u8),
    /// Players may cast spells that match as though these had flash (601.3b).
    CastsAsFlash(Filter),
    /// Spells that match cost the players more (601.2f).
    CostsMore(Filter, ManaCost),
    /// Spells that match cost the players less (601.2f).
    CostsLess(Filter, ManaCost),
    /// Players play with the top card of their library revealed (701.15).
    TopRevealed,
    /// Players have no maximum hand size (402.2).
    NoMaximumHandSize,
    /// Cannot be regenerated (701.14c).
    CantRegenerate,
}

/// The event of a triggered ability (603.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum When {
    /// A permanent enters the battlefield (603.6a).
    Enters(Filter),
    /// A permanent leaves the battlefield (603.6c).
    Leaves(Filter),
    /// A permanent goes from the battlefield to a graveyard (700.4).
    Dies(Filter),
    /// A creature attacks (508.3a).
    Attacks(Filter),
    /// A creature blocks (509.5a).
    Blocks(Filter),
    /// A creature becomes blocked (509.5c).
    BecomesBlocked(Filter),
    /// A source deals damage to something.
    DealsDamage {
        /// The source.
        source: Filter,
        /// Whom to.
        to: Recipient,
        /// Whether it must be combat damage.
        #[serde(default)]
        combat: bool,
    },
    /// The upkeep of the player begins (503.1a).
    Upkeep(Ref),
    /// The draw step of the player begins.
    DrawStep(Ref),
    /// The end step of the player begins (513.1).
    EndStep(Ref),
    /// Any end step begins: the next one, for a delayed trigger (603.7).
    NextEndStep,
    /// Any upkeep begins.
    AnyUpkeep,
    /// The end of combat begins (511.2).
    EndOfCombat,
    /// A player casts a spell that matches; the filter sees the spell (601.2i).
    Casts(Ref, Filter),
    /// Any player casts a spell that matches.
    AnyoneCasts(Filter),
    /// The player gains life.
    GainsLife(Ref),
    /// The player draws a card.
    Draws(Ref),
    /// A permanent becomes the target of a spell or ability (603.2d).
    Targeted(Filter),
    /// A permanent becomes tapped.
    Taps(Filter),
    /// Damage to the player is prevented (615.13).
    Prevented(Ref),
    /// A permanent becomes untapped.
    Untaps(Filter),
    /// A creature attacks and no other does.
    AttacksAlone(Filter),
    /// A creature blocks a creature: for each that it blocks (509.5b).
    BlocksCreature(Filter, Filter),
    /// A creature becomes blocked by a creature: for each that blocks it (509.5d).
    BlockedBy(Filter, Filter),
    /// A creature attacks and is not blocked (509.5g).
    NotBlocked(Filter),
    /// Counters are put on a permanent: for each counter.
    CounterPut(Counter, Filter),
    /// Counters are removed from a permanent: for each counter.
    CounterRemoved(Counter, Filter),
    /// A player taps a permanent for mana.
    TapsForMana(Filter),
    /// An attached permanent becomes unattached (603.10c).
    Unattached(Filter),
    /// The player loses control of a permanent (603.10d).
    LosesControl(Ref, Filter),
    /// A spell is countered (603.10e).
    Countered(Filter),
    /// An object changes zones (603.6).
    Moves {
        /// Which.
        what: Filter,
        /// Where from; anywhere when absent.
        #[serde(default)]
        from: Option<ZoneKind>,
        /// Where to; anywhere when absent.
        #[serde(default)]
        to: Option<ZoneKind>,
    },
    /// The player discards a card.
    Discards(Ref, Filter),
    /// The player sacrifices a permanent.
    Sacrifices(Ref, Filter),
    /// The player loses life.
    LosesLife(Ref),
    /// Its controller reveals the first card drawn in a turn by this object's own ability (603.11).
    RevealsFirstDraw(Filter),
    /// Nothing: only a script of the same object triggers it (603.12).
    Reflexive,
    /// Any of these happens.
    Either(Vec<When>),
    /// For a delayed ability: each time that it happens this turn (603.7b).
    ThisTurn(Box<When>),
    /// A state that is true (603.8).
    State(Condition),
}

/// Something that a spell or ability does (701 and the game's basic actions).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verb {
    /// Deals damage (119); from the source of the effect unless another is named.
    Damage {
        /// How much to each.
        amount: Number,
        /// To whom.
        to: Group,
        /// From what; the source of the effect when absent.
        #[serde(default)]
        from: Option<Ref>,
        /// Whether it cannot be prevented (615.12).
        #[serde(default)]
        certain: bool,
    },
    /// Destroys (701.7).
    Destroy(Group),
    /// Destroys; what is destroyed cannot be regenerated (701.14c).
    DestroyForGood(Group),
    /// Puts cards somewhere.
    Move(Group, Destination),
    /// The player sacrifices so many permanents that match (701.16).
    Sacrifice(Ref, Number, Filter),
    /// Each of the players sacrifices so many permanents that match; all choose, then everything goes at once (101.4).
    EachSacrifices(Group, Number, Filter),
    /// The objects' controllers sacrifice them.
    SacrificeThese(Group),
    /// Counters spells (701.5).
    Counter(Group),
    /// Players draw cards (120).
    Draw(Group, Number),
    /// Players discard cards of their choice (701.8).
    Discard(Group, Number),
    /// Players discard cards at random (701.8b).
    DiscardAtRandom(Group, Number),
    /// Players gain life (118.3).
    GainLife(Group, Number),
    /// Players lose life (118.3).
    LoseLife(Group, Number),
    /// Players' life totals become the number (118.5).
    SetLife(Group, Number),
    /// A player makes tokens (110.5).
    Create(Ref, Number, String),
    /// Its player gets so much mana of one type (106.4).
    AddMana(Mana, Number),
    /// Puts counters on objects (121).
    PutCounters(Counter, Number, Group),
    /// Removes counters.
    RemoveCounters(Counter, Number, Group),
    /// Taps (701.20a).
    Tap(Group),
    /// Untaps (701.20b).
    Untap(Group),
    /// Objects change for a while (611.2).
    Modify(Group, Vec<Change>, Until),
    /// The triggered ability at this place of the same card triggers (603.12); its event is the last action.
    Trigger(u8),
    /// These return to the battlefield under their owners' control as soon as the source has left it (610.3).
    ReturnWhenGone(Group),
    /// Puts cards onto the battlefield, where they have these changes from the beginning (611.2e).
    PutAs(Group, Vec<Change>),
    /// These do not untap in the next untap step of the player, or of their controllers where none is named (502.2).
    StayTapped(Group, Option<Ref>),
    /// Sets up a shield against damage (615.7, 614.9).
    Shield(Shield),
    /// The player chooses a source of damage that matches (609.7a).
    ChooseSource(Ref, Filter),
    /// The player's next step, phase or turn of this kind is skipped (614.10).
    Skip(Group, Span),
    /// Until end of turn this cannot happen (614.17).
    Never(Never),
    /// As an object enters: it enters tapped.
    EnterTapped,
    /// As an object enters: it enters with counters.
    EnterWith(Counter, Number),
    /// As an object enters: the player chooses a colour for it, which is its chosen colour (607.2d).
    ChooseColor(Ref),
    /// As an object enters: the player chooses a creature type for it, which is its chosen type (607.2d).
    ChooseCreatureType(Ref),
    /// As an object enters: the player may move any number of what matches, from the least to the greatest number; those go at the same time
    /// as it enters (614.13).
    EnterMoving {
        /// Among what.
        among: Group,
        /// How many at least.
        least: u32,
        /// How many at most; any number when absent.
        #[serde(default)]
        most: Option<u32>,
        /// What becomes of them.
        how: Taking,
    },
    /// The player chooses objects, which are then the last ones; nobody is told whom it is about before it resolves (608.2d).
    Choose {
        /// Who chooses.
        who: Ref,
        /// Among what.
        among: Group,
        /// How many at least.
        least: u32,
        /// How many at most.
        most: u32,
    },
    /// As an object enters: it enters as a copy of something, except for these changes (706.5, 706.9).
    EnterCopy(Ref, Vec<Change>),
    /// Permanents become copies (706.4).
    BecomeCopy {
        /// Which.
        what: Group,
        /// Of what.
        of: Ref,
        /// Except for this (706.9).
        #[serde(default)]
        except: Vec<Change>,
        /// How long.
        until: Until,
    },
    /// A player makes tokens that are copies (706.9).
    CreateCopy {
        /// Who.
        who: Ref,
        /// How many.
        number: Number,
        /// Of what.
        of: Ref,
        /// Except for this (706.9).
        #[serde(default)]
        except: Vec<Change>,
    },
    /// The next time it would be destroyed, it is regenerated instead (701.14).
    Regenerate(Group),
    /// Attaches the source to an object (701.3).
    AttachThis(Ref),
    /// The player searches a library for up to so many cards that match, puts them somewhere, and the library is shuffled (701.18).
    Search {
        /// Who searches.
        who: Ref,
        /// Whose library; the own one when absent.
        #[serde(default)]
        whose: Option<Ref>,
        /// What may be found.
        filter: Filter,
        /// How many at most.
        count: u32,
        /// Where they go; when absent they stay where they are, as `Last`, and nothing is shuffled.
        #[serde(default)]
        to: Option<Destination>,
        /// Whether they are shown.
        #[serde(default)]
        reveal: bool,
    },
    /// A player shuffles the own library (701.19).
    Shuffle(Ref),
    /// A player puts the top cards of the own library into the graveyard.
    Mill(Group, Number),
    /// A player scries (701.17).
    Scry(Ref, Number),
    /// A player looks at so many cards on top of the own library and puts them back in any order.
    Arrange(Ref, Number),
    /// Players reveal so many cards from the top of their libraries (701.15); in the number `It` is the player.
    RevealTop(Group, Number),
    /// A player reveals cards from the top of the own library until one matches; that one is `Last`.
    RevealUntil(Ref, Filter),
    /// Players reveal their hands (701.15).
    RevealHand(Group),
    /// A player chooses so many cards that match from another's hand, who discards them.
    DiscardChosen(Ref, Ref, Number, Filter),
    /// A player puts cards on the bottom of the own library in any order.
    PutOnBottom(Group),
    /// A player chooses the name of a card that has this type as printed (201.3a), of those that the match can use.
    NameCardOf(Ref, CardType),
    /// A player chooses a card name (201.3); as an object enters, it is its chosen name.
    NameCard(Ref),
    /// Keeps the group, to be read back by its place: the first `Note` of a script is 0.
    Note(Group),
    /// Copies spells or abilities (706.10) for a player, who may choose new targets if that is so.
    CopySpell {
        /// Which.
        what: Group,
        /// Whose the copies are.
        by: Ref,
        /// Whether new targets may be chosen (706.10c).
        retarget: bool,
    },
    /// A player may choose new targets for spells or abilities (114.7d).
    Retarget(Ref, Group),
    /// The effect's player plays a card without paying its mana cost (117.9); what came of it is the last amount, 0 or 1.
    PlayFree(Ref),
    /// Players lose the game (104.3e).
    LoseTheGame(Group),
    /// A player wins the game (104.2b).
    WinTheGame(Ref),
}

/// Which mana an effect adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mana {
    /// One colour.
    Of(Color),
    /// Colourless.
    Colorless,
    /// One colour of the player's choice.
    AnyColor,
    /// The colour that was chosen as the source entered (607.2d).
    ChosenColor,
    /// One colour among those of the permanents that its player controls (106.5).
    ColorOfPermanents,
    /// One colour that a land of an opponent could produce (106.7).
    ColorOfOpposingLands,
}
