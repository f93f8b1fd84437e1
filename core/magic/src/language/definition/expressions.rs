//! What a definition looks at: targets, objects and players, filters, numbers, conditions.

use serde::{Deserialize, Serialize};

use super::*;

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
    /// Chosen only where this is so of how the spell is cast: some cost was paid (702.32g).
    Paid(Fact, Box<Target>),
    /// Chosen by an opponent (601.4).
    ByOpponent(Box<Target>),
    /// An activated or triggered ability on the stack that matches (112.9).
    Ability(Filter),
    /// One of several kinds.
    OneOf(Vec<Target>),
    /// Only one of whom this is so; in it `It` is the one.
    Such(Box<Target>, Condition),
    /// One for whose sake nothing is countered if it is illegal: what it is about does all else (608.2b).
    Needless(Box<Target>),
    /// As many as the number at most, worked out as they are chosen (601.2c).
    UpTo(Number, Box<Target>),
    /// One teammate (102.3).
    Teammate,
    /// For each player who controls such ones, or owns them in a graveyard, one of these: at least this number, 0 or 1.
    ForEachPlayer(u32, Box<Target>),
}

impl Target {
    /// The target that this one wraps, to say how many there are or who chooses them.
    pub fn inner(&self) -> Option<&Target> {
        match self {
            Target::Several(_, _, inner)
            | Target::XOf(inner)
            | Target::UpTo(_, inner)
            | Target::ForEachPlayer(_, inner)
            | Target::Another(_, inner)
            | Target::InMode(_, inner)
            | Target::ByOpponent(inner)
            | Target::Needless(inner)
            | Target::Such(inner, _)
            | Target::Paid(_, inner) => Some(inner),
            Target::Permanent(_)
            | Target::Creature(_)
            | Target::Player
            | Target::Opponent
            | Target::Teammate
            | Target::Any
            | Target::PlayerOrPlaneswalker
            | Target::Spell(_)
            | Target::Ability(_)
            | Target::GraveyardCard(_)
            | Target::OneOf(_) => None,
        }
    }

    /// True if it says what kind one target has, and nothing else.
    pub fn is_plain(&self) -> bool {
        matches!(
            self,
            Target::Permanent(_)
                | Target::Creature(_)
                | Target::Player
                | Target::Opponent
                | Target::Teammate
                | Target::Any
                | Target::PlayerOrPlaneswalker
                | Target::Spell(_)
                | Target::Ability(_)
                | Target::GraveyardCard(_)
        )
    }
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
    /// The opponent, of several the one at hand: whom a condition asks about or the player of a script has chosen. What
    /// is said of an opponent where none is at hand is said of each.
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
    /// The first object that was chosen to pay for the spell or ability, as it was before.
    Paid,
    /// The player whom an attacking creature attacks, or whose planeswalker (508.5).
    Defending(Box<Ref>),
    /// What an attacking creature attacks: the player or planeswalker.
    Attacked(Box<Ref>),
    /// The creature with which the source is paired, or which it haunts (702.94b, 702.54b).
    Bound,
    /// The last of the objects that are linked to the source (607.2a).
    LastLinked,
    /// The player who was chosen as the source entered (607.2d).
    ChosenPlayer,
    /// The card in exile that is encoded on the source, of those on which the ability is written (702.98a).
    Encoded,
    /// The object that was chosen as the source entered (607.2d).
    ChosenObject,
    /// The object whose ability on the stack this is (112.7).
    Source(Box<Ref>),
    /// The creature with which this one is paired (702.94b).
    BoundTo(Box<Ref>),
    /// The object that this one has become by its last move (400.7).
    Became(Box<Ref>),
}

impl Ref {
    /// Returns whether it names a player by its word.
    pub fn is_player(&self) -> bool {
        matches!(
            self,
            Ref::EventPlayer
                | Ref::You
                | Ref::Opponent
                | Ref::Controller(_)
                | Ref::Owner(_)
                | Ref::Active
                | Ref::Defending(_)
                | Ref::ChosenPlayer
        )
    }
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
    /// All permanents, spells and cards in these zones that match.
    In(Vec<ZoneKind>, Filter),
    /// All players, the active player first.
    Players,
    /// All players but this one, the active player first; `PlayersExcept(You)` are the opponents.
    PlayersExcept(Ref),
    /// All objects that the last action made or moved.
    Last,
    /// The objects that `Note` kept, by place.
    Noted(u8),
    /// What the linked abilities of the source have exiled or put somewhere, as far as it is still there
    /// (607.2a, 607.2c).
    Linked,
    /// Those of a group that match.
    Among(Box<Group>, Filter),
    /// These groups together.
    Together(Vec<Group>),
    /// So many cards from the top of a player's library, the top one first; all where there are fewer.
    Top(Ref, Number),
    /// Of the last objects those that are there most often: those with the most votes (701.31).
    MostVotes,
    /// Those of the first group that are not in the second: the other pile (700.3).
    Except(Box<Group>, Box<Group>),
    /// The players whom the active player attacked with creatures in this combat (508.6).
    Attacked,
    /// Phased-out permanents that match (702.25b).
    PhasedOut(Filter),
    /// The top card of a player's graveyard, if it matches.
    GraveyardTop(Ref, Filter),
    /// So many of the cards in a player's graveyard that match, those nearest to its top (404.2).
    Topmost(Ref, Number, Filter),
    /// So many of the cards in a player's graveyard that match, those nearest to its bottom (404.2).
    Bottommost(Ref, Number, Filter),
    /// The cards that match among this number directly above an object in its graveyard; all above it without a number
    /// (404.2).
    Above(Ref, Option<Number>, Filter),
    /// All that a spell or ability on the stack targets (114).
    TargetsOf(Ref),
    /// This number of cards from the bottom of a player's library, the lowest first; all where there are fewer.
    Bottom(Ref, Number),
    /// All objects that `Note` has kept so far, in the order in which they were kept.
    AllNoted,
    /// Those players of a group of whom the condition holds as each of them sees it: in it `You` is the one.
    Who(Box<Group>, Box<Condition>),
}

impl Group {
    /// True if it is all players but the one who speaks, teammates included.
    pub fn is_everybody_else(&self) -> bool {
        matches!(self, Group::Except(all, but) if **all == Group::Players && **but == Group::Of(Ref::You))
    }

    /// Whether it names certain objects, and not whatever is in a zone.
    pub fn is_certain(&self) -> bool {
        match self {
            Group::Of(_)
            | Group::Targets(_)
            | Group::Last
            | Group::Noted(_)
            | Group::AllNoted
            | Group::Linked
            | Group::MostVotes => true,
            Group::All(_)
            | Group::Hand(..)
            | Group::Graveyard(..)
            | Group::LibraryTop(..)
            | Group::GraveyardTop(..)
            | Group::Top(..)
            | Group::Bottom(..)
            | Group::Graveyards(_)
            | Group::Spells(_)
            | Group::In(..)
            | Group::Players
            | Group::Attacked
            | Group::PhasedOut(_)
            | Group::Topmost(..)
            | Group::Bottommost(..)
            | Group::Above(..)
            | Group::TargetsOf(_)
            | Group::Who(..)
            | Group::PlayersExcept(_) => false,
            Group::Among(group, _) | Group::Except(group, _) => group.is_certain(),
            Group::Together(groups) => groups.iter().any(Group::is_certain),
        }
    }
}

/// Which objects match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Filter {
    /// Everything.
    #[default]
    Any,
    /// Has the card type.
    Type(CardType),
    /// Has the supertype.
    Super(Supertype),
    /// Has the subtype.
    Subtype(Subtype),
    /// Has the colour.
    Color(Color),
    /// Has the keyword.
    Keyword(Keyword),
    /// Has this name.
    Named(String),
    /// Has what was chosen, a name or as the source entered.
    Chosen(Trait),
    /// Has this in common with one of the group.
    Shares(Trait, Box<Group>),
    /// Has no abilities.
    NoAbilities,
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
    /// Is blocking the creature or is blocked by it.
    Fights(Ref),
    /// Was dealt damage this turn.
    Damaged,
    /// What it has compares so with the number.
    Compare(Measure, Than, Number),
    /// Has the counter.
    Counter(Counter),
    /// Matches all.
    All(Vec<Filter>),
    /// Matches one at least.
    Either(Vec<Filter>),
    /// Does not match.
    Not(Box<Filter>),
    /// An event of this turn was about it, or made it what it is: it attacked, dealt damage, was put there.
    Did {
        /// Which event.
        event: Box<When>,
        /// To what it was done: what it damaged, blocked or was blocked by.
        #[serde(default)]
        with: Option<Ref>,
        /// This number of times in the turn, no more and no less; once at least when absent.
        #[serde(default)]
        times: Option<u32>,
    },
    /// It was done to this turn: it was damaged, blocked or attacked.
    Suffered {
        /// Which event.
        event: Box<When>,
        /// By what.
        #[serde(default)]
        by: Option<Ref>,
    },
    /// What the keyword is said of; only `keywords.ron` says it.
    KeywordSubject,
    /// Is face down (707.1).
    FaceDown,
    /// Is renowned (702.111b).
    Renowned,
    /// Has come under its controller's control since that player's last upkeep but this began (702.29a).
    SinceLastUpkeep,
    /// Has the keyword ability of this name, of those that `keywords.ron` defines.
    Has(String),
    /// Is monstrous (701.30b).
    Monstrous,
    /// Has counters of any kind.
    AnyCounter,
    /// Is historic (700.6).
    Historic,
    /// Has a name that was first printed in this set (700.8).
    FirstPrinted(Expansion),
    /// Is a spell or ability that targets this (114.9).
    Targets {
        /// What is targeted: an object that matches.
        what: Box<Filter>,
        /// Whether it must be its only target (114.9c).
        #[serde(default)]
        only: bool,
    },
    /// Is attacking, and no creature was declared as a blocker for it (509.1h).
    Unblocked,
    /// Has a creature type in common with what such an event of this turn was about, as that was then.
    SharesTypeWithEvent {
        /// Which event.
        event: Box<When>,
    },
    /// Was made by the keyword ability of this name.
    MadeBy(String),
    /// Is a copy without the keyword ability of this name.
    Without(String),
    /// Is an attacking creature that has become blocked (509.1h).
    Blocked,
    /// Is paired (702.94b).
    Paired,
    /// Has a Phyrexian mana symbol in its mana cost (107.4g).
    Phyrexian,
    /// Is in a zone of this kind (400.1).
    Within(ZoneKind),
    /// Is a spell, and no ability (112.1).
    Spell,
    /// Has an activated ability other than a mana ability (602.1, 605.1a).
    Activates,
    /// Has {X} in its mana cost (107.3).
    CostsX,
    /// Is among the objects of the group.
    In(Box<Group>),
    /// Is a spell that was cast from a zone of this kind, or a permanent that such a spell became (400.7c).
    CastFrom(ZoneKind),
    /// Has something attached to it that matches: an Aura enchants it, an Equipment equips it (701.3a).
    Bears(Box<Filter>),
    /// Is attached to an object that matches (701.3a).
    AttachedTo(Box<Filter>),
    /// Is a commander (903.3).
    Commander,
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
    /// Counters on an object, or those that a player has.
    Counters(Counter, Ref),
    /// The amount of the triggering event.
    EventAmount,
    /// How often it has happened this turn.
    HowOften(Box<When>),
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
    /// How the source was cast.
    Cast(Fact),
    /// The number behind the keyword; only `keywords.ron` says it.
    Given,
    /// One number times another.
    Product(Box<Number>, Box<Number>),
    /// How many of the last votes are for the word at this place (701.31).
    Votes(u8),
    /// A player's devotion to these colours (700.5).
    Devotion(Ref, Vec<Color>),
    /// What this comes to of all objects of a group (607.3).
    Total(Measure, Box<Group>),
    /// The most spells that one player cast in the turn before this one.
    SpellsLastTurn,
    /// The numbers that were kept for the object as it entered, together.
    KeptFor(Ref),
    /// The level of a Class (303.6); 0 of anything else.
    ClassLevel(Ref),
    /// How often this object's ability at the place has resolved this turn, this time too.
    Resolutions(u8),
    /// The greatest that any object of a group has of this; 0 where there is none.
    Most(Measure, Box<Group>),
    /// The least that any object of a group has of this; 0 where there is none.
    Least(Measure, Box<Group>),
    /// How many different ones of this there are among a group.
    Kinds(Sort, Box<Group>),
    /// How much life a player begins the game with (103.3).
    StartingLife,
    /// How often a commander was cast from the command zone in this game (903.8); of a player, all commanders of that
    /// player together.
    CommandCasts(Ref),
    /// The numbers that `Let` has kept so far, together.
    AllKept,
    /// How many turns a player has begun in this game, the turn at hand too.
    TurnsBegun(Ref),
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
    /// It has happened this turn.
    Happened(Box<When>),
    /// All hold.
    All(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// This word was chosen as the source entered (607.2e).
    Anchored(String),
    /// The first part of this kind in the turn is still to come, or would have been by now (506.6).
    Before(TurnPart),
    /// The first part of this kind in the turn is over; of attackers and blockers, they have been declared
    /// (506.6).
    After(TurnPart),
    /// Blockers have been declared in this combat phase (506.6f).
    BlocksDeclared,
    /// The card can only be cast by way of cards of a certain kind in a hidden zone (117.8c).
    CostsHidden(Ref),
    /// The player has the designation (702.130c, 717.1).
    Designated(Ref, Designation),
    /// It is so of one opponent at least; in it `Opponent` is that one.
    AnyOpponent(Box<Condition>),
}

impl Condition {
    /// The events of a turn of which a condition on its parts knows: after any of them it is too late, or
    /// after one of them it is late enough.
    pub fn marks(&self) -> Option<When> {
        let begins = |step: TurnPart| When::Begins { step, whose: None };
        match self {
            Condition::Before(part) => {
                let late = TurnPart::IN_ORDER.iter().copied().skip_while(|other| other != part);
                Some(When::Either(late.map(begins).collect()))
            }
            Condition::After(part) => Some(begins(*part)),
            Condition::AtLeast(..)
            | Condition::Exists(_)
            | Condition::Matches(..)
            | Condition::TurnOf(_)
            | Condition::Mode(_)
            | Condition::CanPlayFree(_)
            | Condition::Happened(_)
            | Condition::All(_)
            | Condition::Not(_)
            | Condition::Anchored(_)
            | Condition::CostsHidden(_)
            | Condition::Designated(..)
            | Condition::AnyOpponent(_)
            | Condition::BlocksDeclared => None,
        }
    }
}

data! {
    /// What objects can have in common, and what can be chosen.
    #[derive(Copy)]
    pub enum Trait {
        /// A name.
        Name,
        /// A colour.
        Color,
        /// A creature type.
        CreatureType,
        /// A basic land type.
        LandType,
        /// A land type, basic or not (205.3i).
        AnyLandType,
        /// A card type (205.2a).
        CardType,
    }

    /// What there can be different ones of.
    #[derive(Copy)]
    pub enum Sort {
        /// Card types.
        CardType,
        /// Colours.
        Color,
        /// Basic land types.
        LandType,
        /// Names.
        Name,
    }

    /// What a player can be besides.
    #[derive(Copy)]
    pub enum Designation {
        /// The monarch (717).
        Monarch,
        /// One who has the city's blessing, which takes ten permanents (702.130).
        Blessing,
    }

    /// A set whose cards others speak of (700.8).
    #[derive(Copy)]
    pub enum Expansion {
        /// 700.8a
        ArabianNights,
        /// 700.8b
        Antiquities,
        /// 700.8c
        Homelands,
    }

    /// What of an object is a number.
    #[derive(Copy)]
    pub enum Measure {
        /// Its power.
        Power,
        /// Its toughness.
        Toughness,
        /// Its converted mana cost (202.3).
        ManaValue,
        /// How many colours it has.
        Colors,
        /// How often something became its target as it was put on the stack (114.9a).
        Targets,
    }

    /// How two numbers compare.
    #[derive(Copy)]
    pub enum Than {
        /// The first is less.
        Below,
        /// The first is no more.
        AtMost,
        /// They are the same.
        Exactly,
        /// The first is no less.
        AtLeast,
        /// The first is more.
        Above,
        /// The second divides the first.
        MultipleOf,
    }
}

impl Than {
    /// Whether two numbers compare so.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Than::Below => a < b,
            Than::AtMost => a <= b,
            Than::Exactly => a == b,
            Than::AtLeast => a >= b,
            Than::Above => a > b,
            Than::MultipleOf => a.checked_rem(b) == Some(0),
        }
    }
}

impl Filter {
    /// Whether a filter speaks of the object or the player whose effect asks, or of what is worked out for it.
    pub fn speaks(&self) -> bool {
        match self {
            Filter::Chosen(_)
            | Filter::Shares(..)
            | Filter::ControlledBy(_)
            | Filter::OwnedBy(_)
            | Filter::Is(_)
            | Filter::Fights(_)
            | Filter::Did { .. }
            | Filter::Suffered { .. }
            | Filter::In(_)
            | Filter::SharesTypeWithEvent { .. } => true,
            Filter::Compare(_, _, number) => !matches!(number, Number::N(_)),
            Filter::All(all) | Filter::Either(all) => all.iter().any(Filter::speaks),
            Filter::Not(inner) | Filter::Bears(inner) | Filter::AttachedTo(inner) => inner.speaks(),
            Filter::Targets { what, .. } => what.speaks(),
            Filter::Any
            | Filter::Type(_)
            | Filter::Super(_)
            | Filter::Subtype(_)
            | Filter::Color(_)
            | Filter::Keyword(_)
            | Filter::Named(_)
            | Filter::NoAbilities
            | Filter::Token
            | Filter::Tapped
            | Filter::Attacking
            | Filter::Blocking
            | Filter::Damaged
            | Filter::Counter(_)
            | Filter::KeywordSubject
            | Filter::FaceDown
            | Filter::Renowned
            | Filter::SinceLastUpkeep
            | Filter::Has(_)
            | Filter::Monstrous
            | Filter::AnyCounter
            | Filter::Historic
            | Filter::FirstPrinted(_)
            | Filter::Unblocked
            | Filter::MadeBy(_)
            | Filter::Without(_)
            | Filter::Blocked
            | Filter::Paired
            | Filter::Within(_)
            | Filter::CastFrom(_)
            | Filter::Spell
            | Filter::Activates
            | Filter::CostsX
            | Filter::Commander
            | Filter::Phyrexian => false,
        }
    }

    /// True if a filter asks in which zone an object is.
    pub fn asks_where(&self) -> bool {
        match self {
            Filter::Within(_) => true,
            Filter::All(all) | Filter::Either(all) => all.iter().any(Filter::asks_where),
            Filter::Not(inner) => inner.asks_where(),
            _ => false,
        }
    }

    /// Whether a filter asks for any of the characteristics of an object (109.3): what has none that are defined does
    /// not match it (701.8c).
    pub fn asks_what_it_is(&self) -> bool {
        match self {
            Filter::Type(_)
            | Filter::Super(_)
            | Filter::Subtype(_)
            | Filter::Color(_)
            | Filter::Keyword(_)
            | Filter::Named(_)
            | Filter::Chosen(_)
            | Filter::Shares(..)
            | Filter::NoAbilities
            | Filter::Compare(..)
            | Filter::KeywordSubject
            | Filter::Has(_)
            | Filter::Historic
            | Filter::FirstPrinted(_)
            | Filter::SharesTypeWithEvent { .. }
            | Filter::Activates
            | Filter::CostsX
            | Filter::Phyrexian => true,
            Filter::All(all) | Filter::Either(all) => all.iter().any(Filter::asks_what_it_is),
            Filter::Not(inner) => inner.asks_what_it_is(),
            Filter::Any
            | Filter::ControlledBy(_)
            | Filter::OwnedBy(_)
            | Filter::Is(_)
            | Filter::Token
            | Filter::Tapped
            | Filter::Attacking
            | Filter::Blocking
            | Filter::Fights(_)
            | Filter::Damaged
            | Filter::Counter(_)
            | Filter::Did { .. }
            | Filter::Suffered { .. }
            | Filter::FaceDown
            | Filter::Renowned
            | Filter::SinceLastUpkeep
            | Filter::Monstrous
            | Filter::AnyCounter
            | Filter::Targets { .. }
            | Filter::Unblocked
            | Filter::MadeBy(_)
            | Filter::Without(_)
            | Filter::Blocked
            | Filter::Within(_)
            | Filter::CastFrom(_)
            | Filter::Spell
            | Filter::In(_)
            | Filter::Bears(_)
            | Filter::AttachedTo(_)
            | Filter::Commander
            | Filter::Paired => false,
        }
    }
}
