//! Everything that can change the state of a match of Flesh and Blood.

use std::sync::Arc;

use duelog_kernel::{ObjectId, Seat};
use serde::Serialize;

use crate::language::definition::{Counter, DamageKind};
use crate::state::{
    Alter, Applied, CardId, CodeRef, Defense, Delayed, EffectKey, Ending, Frame, Kind, Lasting, LastingKind,
    Layer, Link, Loss, MoveReason, Note, Occurrence, Properties, Proposal, Returning, Stage, Step, Waiting,
    Zone,
};

/// What a replacement or prevention effect made of an event before it happened (6.4.1).
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

    /// The first turn-player is known (4.1.3).
    StartingPlayer(Seat),
    /// A turn begins (4.0.3).
    TurnBegan(Seat),
    /// A phase or step begins.
    StepBegan(Step),
    /// The step has reached its next stage.
    StageReached(Stage),
    /// A player gets priority, after so many have passed in succession (1.11.4).
    PriorityGiven(Seat, u8),
    /// No player has priority.
    PriorityTaken,
    /// The turn-player has selected who adds triggered-layers first (6.6.6b).
    FirstSelected(Option<Seat>),
    /// The chain of triggered-layers without a choice is now this long.
    ChainReached(u32),
    /// The turn is over: effects that last for it end (4.4.4).
    TurnEnded,
    /// A player will take an extra turn after this one (4.0.3c).
    TurnAdded(Seat),
    /// Somebody who could have done something did nothing, while nobody advances the game (4.5.4e).
    Declined,

    /// An occurrence that triggered effects can wait for and that no other event tells.
    Recorded(Occurrence),
    /// An object moves (3.0.7); it is another one where it resets (3.0.9).
    Moved {
        /// As which object it leaves.
        object: ObjectId,
        /// As which it arrives.
        new: ObjectId,
        /// Where from.
        from: Zone,
        /// Where to.
        to: Zone,
        /// At the bottom and not on top.
        bottom: bool,
        /// Whether it is public there.
        public: bool,
        /// Why.
        why: MoveReason,
        /// Who made it move.
        by: Seat,
        /// Its controller there.
        controller: Seat,
        /// Counters with which it arrives.
        counters: Vec<(Counter, u32)>,
        /// Its properties just before.
        last: Option<Arc<Properties>>,
    },
    /// An object that is no card, or a token, comes to be.
    Made {
        /// Its id.
        new: ObjectId,
        /// What it is, or what its source is.
        card: CardId,
        /// Its owner and controller.
        seat: Seat,
        /// Where.
        zone: Zone,
        /// What kind of object.
        kind: Kind,
        /// What it is as a layer.
        layer: Option<Box<Layer>>,
    },
    /// A card that was not there before comes to be in a zone (8.5.40).
    CardMade {
        /// Its id.
        new: ObjectId,
        /// Which card.
        card: CardId,
        /// Its owner.
        seat: Seat,
        /// Where.
        zone: Zone,
        /// On top or at the bottom.
        bottom: bool,
        /// Whether it is public there.
        public: bool,
    },
    /// An object ceases to exist (3.0.12a).
    Ceased(ObjectId, Option<Arc<Properties>>),
    /// Objects that nothing can look back at any more are dropped from memory.
    Forgotten(Vec<ObjectId>),
    /// Parameters of a layer are determined.
    LayerSet(ObjectId, Box<Layer>),
    /// Cards of a deck are put in another order.
    Reordered(Seat, Vec<ObjectId>),
    /// A zone is shuffled by the random generator (8.5.20).
    Shuffled(Zone, Vec<ObjectId>),
    /// The random generator chose among so many.
    Chosen {
        /// Among how many.
        among: u32,
        /// Which one, from 0.
        chosen: u32,
    },
    /// A die was rolled (8.5.18).
    Rolled {
        /// How many sides.
        sides: u32,
        /// The result.
        result: u32,
    },
    /// The result of a roll counts as another number (6.4.11).
    ResultReplaced(u32),
    /// A result of a roll is ignored (8.5.33).
    ResultIgnored(u32),
    /// Players may look at these objects until the next event: seats as bits (8.5.11a).
    Shown(Vec<ObjectId>, u8),
    /// The cards that players may look at because of where they are (1.10.2c).
    Watched(Vec<(ObjectId, Seat)>),
    /// Players look at objects no more (8.5.11a).
    LookOver,
    /// Objects are revealed to all: they become public (8.5.17).
    Revealed(Seat, Vec<ObjectId>),
    /// An object becomes public where it is (8.5.24), or private on its way to another zone (3.0.8a).
    Turned(ObjectId, bool),
    /// Another face of a double-faced card becomes active (9.1).
    Flipped {
        /// Which card.
        object: ObjectId,
        /// The face.
        face: CardId,
        /// Whether it stays active when the card becomes a new object (9.1.5b).
        lasting: bool,
    },
    /// An identity-replacement effect makes an object what it is as it enters the arena (6.4.8a).
    Identified(ObjectId, Vec<Alter>),
    /// A leading ability of an object notes what those that are connected with it speak of (1.7.6).
    Noted(ObjectId, Note),
    /// A public object becomes a private one where it is, and another object (3.0.9).
    Hidden {
        /// What it was.
        object: ObjectId,
        /// What it is.
        new: ObjectId,
        /// Its properties just before.
        last: Option<Arc<Properties>>,
    },
    /// An object does not move: the zone does not exist or cannot contain it (3.0.11).
    Stayed(ObjectId, Zone),
    /// A private object is public as long as this layer exists (5.2.4b, 5.4.7b).
    Showing(ObjectId, ObjectId),
    /// A permanent is equipped to zones, as bits (8.5.41).
    Equipped(ObjectId, u8),

    /// A player gains or loses action points.
    Actions(Seat, i32),
    /// A player gains or loses resource points.
    Resources(Seat, i32),
    /// A player gains or loses chi points.
    Chi(Seat, i32),
    /// Damage is dealt (8.5.3).
    Damaged {
        /// By what.
        source: ObjectId,
        /// To what.
        to: ObjectId,
        /// How much.
        amount: u32,
        /// Of which kind.
        kind: DamageKind,
        /// Whether it is a hit (7.5.5).
        hit: bool,
    },
    /// Damage was prevented (6.4.10).
    Prevented {
        /// By what it would have been dealt.
        source: ObjectId,
        /// To what.
        to: ObjectId,
        /// How much.
        amount: u32,
    },
    /// A living object gains life (8.5.7a).
    LifeGained(ObjectId, u32),
    /// A living object loses life (8.5.12a).
    LifeLost(ObjectId, u32),
    /// An ally's life total is reset (4.4.3a).
    LifeReset(ObjectId),
    /// Counters are put on an object (8.5.14).
    CountersPut(ObjectId, Counter, u32),
    /// Counters are removed from an object (8.5.16).
    CountersRemoved(ObjectId, Counter, u32),
    /// A permanent is tapped (8.5.55).
    Tapped(ObjectId),
    /// A permanent is untapped (8.5.56).
    Untapped(ObjectId),
    /// A player gains control of an object (8.5.35).
    ControlGained(ObjectId, Seat),
    /// A hero is marked (8.5.50), or no longer (9.3.3).
    Marked(ObjectId, bool),
    /// An ability was activated or has triggered (5.2.1a, 6.6.1a).
    Used(ObjectId, CodeRef),

    /// A continuous effect begins (6.2.2).
    EffectBegan(Lasting),
    /// A continuous effect applies to an object from now on (6.2.4, 6.2.5).
    EffectBound(u32, ObjectId, LastingKind),
    /// What is left of a continuous effect.
    EffectLeft(u32, LastingKind),
    /// A continuous effect waits for fewer objects.
    EffectWaits(u32, u8),
    /// A continuous effect ends.
    EffectEnded(u32),
    /// The applications of static-continuous effects that give power (6.2.5).
    StaticsApplied(Vec<Applied>),
    /// An effect has replaced an event, or prevented damage (6.4.1, 6.4.10).
    Applied(Box<Application>),
    /// A delayed-triggered effect begins (6.6.3).
    DelayedSet(Delayed),
    /// A delayed-triggered effect has triggered, or ends.
    DelayedDone(u16),
    /// What lasted that made objects public is over (8.5.17b).
    RevealOver(Vec<ObjectId>),
    /// Something is banished until something is so (8.5.1c).
    ReturnSet(Returning),
    /// What it waits for has happened.
    ReturnDue(u16),
    /// It waits no longer.
    ReturnDone(u16),
    /// A triggered-layer is created (6.6.5).
    Triggered(Waiting),
    /// The owner of a private source lets its effect trigger (5.4.7b).
    WaitingTold(u16),
    /// A triggered-layer no longer waits.
    WaitingDone(u16),
    /// The state-based triggered effects whose condition is met (6.6.5c).
    StatesMet(Vec<(ObjectId, CodeRef)>),

    /// The combat chain opens with an attack on the stack (7.0.2a).
    ChainOpened(ObjectId),
    /// An attack on the stack begins a layer step (7.1).
    AttackLayered(ObjectId),
    /// A chain link is created (7.0.3a).
    LinkMade(Link),
    /// The attack of the active chain link is another (7.0.4a).
    AttackReplaced(ObjectId),
    /// The attack-targets of the active chain link are in this order (7.3.2f).
    TargetsOrdered(Vec<ObjectId>),
    /// Cards are declared for an attack-target (7.3.2).
    Declared(Vec<Defense>),
    /// Cards become defending (7.0.5).
    Defends(Vec<Defense>),
    /// Damage is calculated for the active chain link (7.5.2).
    Calculated,
    /// The active chain link becomes a resolved one (7.6.2).
    LinkResolved,
    /// The combat chain is to close (7.7.2).
    Closing,
    /// The combat chain is closed (7.7.7).
    ChainClosed,

    /// A card or ability is announced: the board as it is can be returned to (5.1.2).
    ActionBegun,
    /// It is played or activated (5.1.10).
    ActionDone,
    /// It was illegal: the board returns (1.10.3).
    ActionReversed,

    /// A demi-hero is considered to be a player's hero from now on (8.1.11b).
    HeroTaken(Seat, ObjectId),
    /// A player agrees to a draw, or no longer (4.5.4c).
    DrawAgreed(Seat, bool),
    /// A player loses the game (4.5.3).
    PlayerLost(Seat, Loss),
    /// The game ends (4.5.1).
    GameEnded(Ending),
    /// The objects that have gained go again by an effect, where that is recorded.
    Quickened(Vec<ObjectId>),
    /// The order of turns continues behind the turn of this player, and not behind that of the turn-player (4.0.3c).
    OrderStands(Option<Seat>),
}
