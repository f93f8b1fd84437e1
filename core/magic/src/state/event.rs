//! Everything that can change the state of a match of Magic.

use duelog_kernel::recurrence::Visit;
use duelog_kernel::{Digest, ObjectId, Seat};
use serde::Serialize;

use crate::language::definition::{Counter, Deed, Designation, Showing};
use crate::state::{
    AbilityRef, Added, Assignment, Attack, CardId, Delayed, Down, EffectKey, Ending, Entering, Frame, Last,
    Lasting, Loss, Marked, MoveReason, OnStack, Pile, Place, Proposal, Stage, Step, TurnFact, Value, Waiting,
    Zone,
};

/// What a replacement or prevention effect made of an event before it happened (614.6).
pub type Application = duelog_kernel::replacement::Application<EffectKey, Proposal>;

/// One change of the state. Object ids that it creates are named in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A frame is pushed.
    Pushed(Frame),
    /// The innermost frame is popped.
    Popped,
    /// The innermost frame is replaced by its next state.
    Replaced(Frame),

    /// The player who takes the first turn is known (103.2).
    StartingPlayer(Seat),
    /// A player takes a mulligan (103.4).
    MulliganTaken(Seat),
    /// A player keeps the hand (103.4).
    HandKept(Seat),
    /// A turn begins (500).
    TurnBegan(Seat),
    /// A step or phase begins (500).
    StepBegan(Step),
    /// The step reaches its next stage.
    StageReached(Stage),
    /// A player gets priority, after so many have passed in succession (116.3).
    PriorityGiven(Seat, u8),
    /// No player has priority.
    PriorityTaken,
    /// The chain of triggered abilities without a choice is now this long (104.4b).
    ChainReached(u32),
    /// An extra turn is owed to a player (500.7).
    ExtraTurn(Seat),

    /// A turn is skipped (614.10).
    TurnSkipped(Seat),
    /// How the permanent that is about to enter will enter (614.12).
    EnteringSet(Entering),
    /// Objects move at the same time as the permanent that is about to enter (614.13).
    Joined(Vec<Proposal>),

    /// An object changes zones and becomes a new object (400.7).
    Moved {
        /// Which object.
        object: ObjectId,
        /// Where from.
        from: Zone,
        /// Where to.
        to: Zone,
        /// Where in an ordered zone.
        place: Place,
        /// The new object.
        new: ObjectId,
        /// How it enters the battlefield.
        entering: Entering,
        /// Why.
        why: MoveReason,
        /// What it was just before, where that may be looked back at.
        last: Option<Box<Last>>,
        /// The other new object, if two cards represented it (712.4).
        also: Option<ObjectId>,
    },
    /// A token is created (110.5).
    TokenMade {
        /// What it is.
        card: CardId,
        /// Under whose control.
        controller: Seat,
        /// The new object.
        new: ObjectId,
        /// How it enters.
        entering: Entering,
    },
    /// An ability is put on the stack (602.2a, 603.3).
    AbilityMade {
        /// What its source is.
        card: CardId,
        /// Whose it is.
        controller: Seat,
        /// The new object.
        new: ObjectId,
        /// What it is on the stack.
        stack: Box<OnStack>,
    },
    /// A spell or ability is copied onto the stack (706.10).
    StackCopied {
        /// What is copied.
        of: ObjectId,
        /// Whose the copy is.
        controller: Seat,
        /// The new object.
        new: ObjectId,
    },
    /// An ability leaves the stack, or a token outside the battlefield ceases to exist (608.2k, 704.5d).
    Ceased(ObjectId, Option<Box<Last>>),
    /// Objects that nothing can look back at any more are dropped from memory.
    Forgotten(Vec<ObjectId>),
    /// A spell or ability on the stack is given targets, an X, a division (601.2b-d).
    StackSet(ObjectId, Box<OnStack>),
    /// Cards of a library are put in another order without changing zones.
    Reordered(Seat, Vec<ObjectId>),
    /// A library is shuffled by the random generator (701.19).
    Shuffled(Seat, Vec<ObjectId>),
    /// The random generator chose among so many.
    Chosen {
        /// Among how many.
        among: u32,
        /// Which one, from 0.
        chosen: u32,
    },
    /// Players may look at these cards until the effect at work is over: seats as bits (701.15a, 701.15d).
    Shown(Vec<ObjectId>, u8),
    /// The top card of a player's library that players, seats as bits, may look at as long as it is there
    /// (401.5); none any more.
    TopShown(Seat, Option<(ObjectId, u8)>),
    /// What was shown while an effect was at work is shown no more (701.15a).
    ShownNoMore,

    /// Damage is dealt: to a creature it is marked, a player's loss of life follows (119.3).
    Damaged {
        /// From what.
        source: ObjectId,
        /// To whom.
        to: Value,
        /// How much.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
        /// Whether the source has deathtouch (702.2b).
        deathtouch: bool,
        /// Whether it is marked on a creature (119.3e), not turned into counters (119.3d).
        marked: bool,
    },
    /// Damage from a source to an object or player was prevented (615.6).
    DamagePrevented {
        /// From what.
        source: ObjectId,
        /// To whom.
        to: Value,
        /// How much.
        amount: u32,
    },
    /// A player gains life (118.3).
    LifeGained(Seat, u32),
    /// A player loses life (118.3).
    LifeLost(Seat, u32),
    /// A permanent becomes tapped (701.20a).
    Tapped(ObjectId),
    /// A permanent becomes untapped (701.20b).
    Untapped(ObjectId),
    /// Counters are put on an object (121), by a player.
    CountersPut(ObjectId, Counter, u32, Seat),
    /// Counters are removed from an object (121).
    CountersRemoved(ObjectId, Counter, u32),
    /// A permanent is regenerated: damage removed, tapped, out of combat (701.14).
    Regenerated(ObjectId),
    /// Objects are linked to an object by abilities that are written on a card (607.2a).
    Linked(ObjectId, CardId, Vec<ObjectId>),
    /// A permanent is attached to something, or to nothing (701.3).
    Attached(ObjectId, Option<Value>),
    /// A permanent has come under another player's control (302.6).
    ControlChanged(ObjectId, Seat),

    /// A permanent has come off what it was attached to (701.3d).
    CameOff(ObjectId, ObjectId),
    /// A player has lost control of a permanent (603.10d).
    ControlLost(ObjectId, Seat),
    /// A player has tapped a permanent for mana (106.11), of these types as bits.
    TappedForMana(ObjectId, Seat, u8),
    /// A player has flipped a coin: whether it came up heads, and whether the player won, if it was called (705).
    CoinFlipped(Seat, bool, Option<bool>),
    /// A card that was drawn is revealed by an ability of an object (603.11).
    DrawRevealed(ObjectId, ObjectId),
    /// Permanents have missed the untap step in which they stay tapped: what is left of the effect (502.2).
    StayLeft(u32, Vec<ObjectId>),

    /// Mana is added to a pool (106.4).
    ManaAdded(Seat, u8, u16),
    /// Mana is spent from a pool.
    ManaSpent(Seat, u8, u16),
    /// All pools are emptied (500.4).
    PoolsEmptied,
    /// A player was to draw from an empty library (704.5b).
    DrewFromEmpty(Seat),
    /// State-based actions have been checked (704.5b, 704.5h).
    StateChecked,
    /// A land is played (305.2).
    LandPlayed,
    /// A spell has been cast (601.2i).
    SpellCast(Seat, ObjectId),
    /// An object has become the target of a spell or ability (603.2d).
    BecameTarget(ObjectId, ObjectId),
    /// A loyalty ability was activated (606.3).
    LoyaltyUsed(ObjectId),

    /// A replacement or prevention effect was applied to an event (614.6, 616.1); the board does not change
    /// by it.
    Applied(Box<Application>),
    /// Something that was to happen cannot happen (614.17).
    Impossible(Box<Proposal>),
    /// An effect begins (611.2).
    EffectBegan(Lasting),
    /// A shield has so much left (615.7).
    ShieldLeft(u32, u32),
    /// An effect ends.
    EffectEnded(u32),
    /// A delayed triggered ability is set up (603.7).
    DelayedSet(Delayed),
    /// A delayed triggered ability has triggered.
    DelayedDone(u16),
    /// An ability triggers (603.2).
    Triggered(Waiting),
    /// A triggered ability no longer waits.
    WaitingDone(u16),

    /// Attackers are declared (508.1).
    AttackersDeclared(Vec<Attack>),
    /// Blockers are declared; each with what it blocks (509.1).
    BlockersDeclared(Vec<(ObjectId, Vec<ObjectId>)>),
    /// An attacker's blockers are put in damage assignment order (509.2).
    BlockersOrdered(ObjectId, Vec<ObjectId>),
    /// What a blocker blocks is put in damage assignment order (509.3).
    AttackersOrdered(ObjectId, Vec<ObjectId>),
    /// Combat damage is assigned (510.1).
    Assigned(Vec<Assignment>),
    /// The assigned damage is about to be dealt; these creatures deal it (510.2, 510.4).
    AssignmentsTaken(Vec<ObjectId>),
    /// A creature attacks and blocks no more (506.4).
    RemovedFromCombat(ObjectId),
    /// A planeswalker is attacked no more; what attacked it goes on attacking (506.4c).
    AttackedNoMore(ObjectId),
    /// Combat ends (511.3).
    CombatEnded,

    /// The permanents that a player controls are under control since the turn began (302.6).
    SicknessEnded(Vec<ObjectId>),
    /// Damage wears off and effects end (514.2).
    CleanedUp,

    /// A spell or ability is begun: the board as it is can be returned to (601.2).
    ActionBegun,
    /// The spell or ability is on the stack (601.2i).
    ActionDone,
    /// The spell or ability was illegal: the board returns (721.1).
    ActionReversed,

    /// A player chose an action, one more in this step or phase.
    Acted,
    /// A player chose something in a position that may come about again (720.3).
    Visited(Visit),
    /// The position has come about before, at this place on the way here; what one player chose on the way is
    /// not chosen again (720.3).
    LoopClosed(u32, Option<Digest>),

    /// Something has happened so often that a definition asks about, as a player sees it: the place of the
    /// pattern among those that are asked about.
    Noted(u16, Seat, u32),
    /// Objects that an event was about, where a definition asks for these.
    Recalled(Vec<TurnFact>),
    /// What an effect that lasts allows only so often has been done once more.
    EffectUsed(u32),
    /// What an ability allows only so often has been done once more (602.5b).
    Used {
        /// Of which object.
        object: ObjectId,
        /// Which ability.
        ability: AbilityRef,
        /// Whether it is limited in all, and not by the turn.
        ever: bool,
    },

    /// A player loses the game (104.3).
    PlayerLost(Seat, Loss),
    /// The game ends (104.1).
    GameEnded(Ending),
    /// A permanent becomes renowned (702.111b).
    BecameRenowned(ObjectId),
    /// A keyword action has been done by a player, with an object if it is done with one, and how much of it:
    /// nothing but abilities that wait for it are told (701).
    Performed(Deed, Seat, Option<ObjectId>, u32),
    /// A permanent becomes monstrous (701.30b).
    BecameMonstrous(ObjectId),
    /// A player gets so many counters (121).
    CountersGained(Seat, u32, Counter),
    /// A player gets an emblem (113.1).
    EmblemMade {
        /// What it is.
        card: CardId,
        /// Who gets it.
        seat: Seat,
        /// The new object.
        new: ObjectId,
    },

    /// An effect adds phases or steps to the turn (500.8, 500.9).
    PartsAdded(Added),
    /// What follows the step at hand is settled: what is still to be added, the steps and the phases that come
    /// otherwise than by themselves.
    TurnPlanned(Vec<Added>, Vec<Step>, Vec<Step>),
    /// A creature has entered the battlefield attacking (508.4).
    CameAttacking(ObjectId, Value),
    /// A creature has entered the battlefield blocking (509.7).
    CameBlocking {
        /// The creature.
        blocker: ObjectId,
        /// What it blocks.
        attacker: ObjectId,
        /// Its place among those that block it.
        place: u8,
        /// Whether nothing has blocked the attacker in this combat before.
        first: bool,
    },
    /// A permanent transforms: it has this other face of its card, or the card's own (701.27a).
    Transformed(ObjectId, Option<CardId>),
    /// So many spells at most one player cast in the turn that ends, where a definition asks for that.
    SpellsCounted(u16),
    /// A permanent becomes flipped (709.2).
    Flipped(ObjectId),
    /// An upkeep of the controller of these permanents begins (702.29a).
    UpkeepsBegun(Vec<ObjectId>),
    /// All players may look at these cards for so long.
    ShownFor(Vec<ObjectId>, Showing),
    /// A player loses so many counters (121).
    CountersLost(Seat, u32, Counter),
    /// A creature crews a Vehicle (702.121b).
    Crewed(ObjectId, ObjectId),
    /// Declared attackers attack these players, where a definition asks for that (508.6).
    PlayersAttacked(Vec<Seat>),
    /// Attackers become blocked, though no creature blocks them (509.1h).
    BecameBlocked(Vec<ObjectId>),
    /// What an attacking creature attacks has been chosen anew (508.7).
    Redirected(ObjectId, Value),
    /// A player gets a designation (702.130c, 717.1).
    Designated(Seat, Designation),
    /// The first player is controlled by the second during the first one's next turn (715.1).
    PlayerControlled(Seat, Seat),
    /// A creature is paired with another, or a card in exile haunts it; or a creature is paired no more
    /// (702.94b, 702.94e, 702.54b).
    Bound(ObjectId, Option<ObjectId>),
    /// All damage is removed from a permanent (702.88a).
    DamageRemoved(ObjectId),
    /// An effect makes a creature block (509.6).
    MadeToBlock {
        /// The creature.
        blocker: ObjectId,
        /// What it blocks.
        attacker: ObjectId,
        /// Its place among those that block the attacker.
        place: u8,
        /// The attacker's place among what it blocks.
        at: u8,
        /// Whether nothing has blocked the attacker in this combat before.
        first: bool,
        /// Whether the creature has not blocked anything.
        anew: bool,
    },
    /// A permanent phases out: under whose control, if it does so directly, and what it was (702.25b).
    PhasedOut(ObjectId, Option<Seat>, Option<Box<Last>>),
    /// A permanent phases in, and is still attached to what it was attached to or not (702.25c, 702.25h).
    PhasedIn(ObjectId, bool),
    /// An object is turned face up, for a cost with this X (707.8, 406.3).
    TurnedUp(ObjectId, u32),
    /// A permanent is turned face down (707.2a).
    TurnedDown(ObjectId, Down),
    /// The game ends without an end, and another one begins (718): who takes its first turn, and what stays
    /// in exile.
    GameRestarted(Seat, Vec<ObjectId>),
    /// A subgame begins (719.2).
    SubgameBegan,
    /// A subgame is over, and the game that it was played in goes on (719.5).
    SubgameEnded,
    /// Mana of which more is known than its type is added to a pool (106.6, 107.4h).
    MarkedAdded(Seat, Marked),
    /// Such mana is spent.
    MarkedSpent(Seat, Marked),
    /// The ability at work has given mana of this type, where something asks for it.
    TypeGiven(u8),
    /// A player loses all unspent mana, and another one gets it (106.12).
    ManaTaken(Seat, Seat),
    /// A Class has reached this level (303.6).
    LevelReached(ObjectId, u8),
    /// A card is copied where it is, to be cast (706.12).
    CardCopied {
        /// What is copied.
        of: ObjectId,
        /// Whose the copy is.
        controller: Seat,
        /// The new object.
        new: ObjectId,
    },
    /// An ability of an object resolves, where a definition asks how often it does.
    Resolved(ObjectId, AbilityRef),
    /// A player has chosen these among others that choose at the same time: who chooses after knows it (101.4b).
    ChoiceTold(Seat, Vec<ObjectId>),
    /// What is being paid has been paid with a card of which nobody knows what it is, and the cost asks for that
    /// (701.8c).
    PaidUnseen,
    /// The static ability from which an effect comes makes these objects copies now (706.2c).
    CopiesSet(u32, Vec<ObjectId>),
    /// The card on top of a library has been revealed there, where something could tell whether it is still the
    /// same object (401.6).
    TopKnown(ObjectId),
    /// A card of a library becomes a new object where it is (401.6).
    Renewed(ObjectId, ObjectId),
    /// These cards of a player's hand are revealed as long as the player plays with the hand revealed (701.15a);
    /// none any more where there are none.
    HandShown(Seat, Vec<ObjectId>),
    /// The permanent that is about to enter goes there instead (614.1a).
    TurnedAway(Zone, Place),
    /// A player has become the target of a spell or ability (603.2d).
    PlayerTargeted(Seat, ObjectId),
    /// A player's pool is emptied by an effect (106.4).
    PoolEmptied(Seat),
    /// An object leaves the game with its owner (800.4a).
    LeftGame {
        /// Which object.
        object: ObjectId,
        /// From where.
        from: Zone,
        /// Its last known information, where that may be looked back at.
        last: Option<Box<Last>>,
    },
    /// One of several defending players has declared blockers (802.4).
    Defended(Seat),
    /// A player has left a game that others continue (800.4).
    PlayerLeft(Seat),
    /// A combat begins or is over: these patterns remember nothing any more (506.1).
    CombatForgotten(Vec<u16>),
    /// A planar deck or scheme deck is shuffled by the random generator (901.4, 904.4).
    PileShuffled(Pile, Seat, Vec<CardId>),
    /// The top card of such a deck is turned face up (701.23b, 701.24b).
    TurnedFromPile {
        /// The deck.
        pile: Pile,
        /// Whose.
        seat: Seat,
        /// Which card.
        card: CardId,
        /// The new object.
        new: ObjectId,
    },
    /// A card of such a deck is turned face down and put on the bottom of its owner's deck; with its last known
    /// information (701.23b, 701.25b).
    TurnedToPile(Pile, ObjectId, Option<Box<Last>>),
    /// An ability on the stack stays there under the control of another player (901.10b).
    AbilityInherited(ObjectId, Seat),
    /// A player decides in place of one who has left the game, for what asks now (800.4f).
    Deputed(Seat, Seat),
    /// The owner of a face-down conspiracy chooses a card name for it in secret (702.105a).
    AgendaNamed(ObjectId, String),
    /// A face-down conspiracy is turned face up, and the names chosen for it are revealed (702.105c).
    AgendaRevealed(ObjectId),
    /// A player plays a land where teams take turns (805.4c).
    MateLandPlayed(Seat),
    /// The order of turns continues behind the turn of this player, and not behind that of the active one (500.7).
    OrderStands(Option<Seat>),
    /// The turn of this player is counted, where a definition asks how many there were.
    TurnCounted(Seat),
    /// A player will take an extra turn behind the own next turn (500.7).
    TurnBehindNext(Seat),
    /// The draw step begins: cards that were drawn before do not count as drawn in it (504.1).
    DrawsCounted,
}

/// The events that are only told, and change nothing by themselves: the one list of them.
macro_rules! told_alone {
    () => {
        Event::BecameTarget(..)
            | Event::PlayerTargeted(..)
            | Event::Applied(_)
            | Event::Impossible(_)
            | Event::CameOff(..)
            | Event::ControlLost(..)
            | Event::TappedForMana(..)
            | Event::Performed(..)
            | Event::Crewed(..)
            | Event::CoinFlipped(..)
            | Event::ChoiceTold(..)
            | Event::DrawRevealed(..)
    };
}

pub(crate) use told_alone;

impl Event {
    /// Whether it is only told, and changes nothing by itself.
    pub fn is_told(&self) -> bool {
        matches!(self, told_alone!())
    }
}
