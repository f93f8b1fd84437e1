//! Everything that can change the state of a match of Duel Masters.

use duelog_kernel::{ObjectId, Seat};
use serde::Serialize;

use crate::state::{
    AttackStage, Characteristics, Delayed, EffectKey, End, Ending, Entering, Frame, Hold, Lasting,
    MoveReason, Occasion, Piece, Proposal, Sentence, Standby, Step, Value, Zone,
};

/// What a replacement effect made of an event before it happened (609.1).
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

    /// The player who takes the first turn is known (103.4).
    StartingPlayer(Seat),
    /// A turn begins (500).
    TurnBegan(Seat),
    /// A step begins (500.1).
    StepBegan(Step),
    /// The step reaches its next stage.
    StageReached(u8),
    /// An extra turn is owed to a player (500.5).
    ExtraTurn(Seat),
    /// The turn is over: effects end (511.2).
    TurnOver,

    /// An object changes zones, each of its cards as a new object (400.5), or only its top card does
    /// (109.2a).
    Moved {
        /// Which object.
        object: ObjectId,
        /// Whether only the top card of the pile goes.
        top_only: bool,
        /// Where from.
        from: Zone,
        /// Where to.
        to: Zone,
        /// Where in an ordered zone.
        end: End,
        /// The new object of the top card; those of the cards below it follow.
        new: ObjectId,
        /// How it is put there.
        entering: Entering,
        /// Why.
        why: MoveReason,
        /// Its characteristics just before, where it leaves the battle zone.
        last: Option<Box<Characteristics>>,
    },
    /// An object begins or ceases to count in its zone (409.1, 409.2, 605.4).
    Held(ObjectId, Hold),
    /// Objects that nothing can look back at any more are dropped from memory.
    Forgotten(Vec<ObjectId>),
    /// A deck is put in another order without shuffling (401.4).
    Reordered(Seat, Vec<ObjectId>),
    /// The cards of shields are dealt to them anew (113.2a).
    Rearranged(Vec<(ObjectId, Vec<Piece>)>),
    /// The ultra GR zone is shuffled by the random generator (408.2).
    UltraGrShuffled(Seat, Vec<ObjectId>),
    /// A deck is shuffled by the random generator (701.11).
    Shuffled(Seat, Vec<ObjectId>),
    /// The random generator chose among this many.
    Chosen {
        /// Among how many.
        among: u32,
        /// Which one, from 0.
        chosen: u32,
    },
    /// Players may look at these cards: seats as bits (701.9).
    Shown(Vec<ObjectId>, u8),
    /// An object becomes tapped (701.2a).
    Tapped(ObjectId),
    /// Objects become untapped together (701.2b).
    Untapped(Vec<ObjectId>),
    /// A cross gear is crossed to a creature, or to nothing (701.17).
    Crossed(ObjectId, Option<ObjectId>),
    /// A field is turned upside down (701.28).
    TurnedOver(ObjectId),
    /// An object is made up otherwise: a card of it is turned over, or another one becomes its top card.
    Composed(ObjectId, Vec<Piece>),
    /// Objects become one with these cards (701.18b).
    Merged {
        /// The one that stays.
        into: ObjectId,
        /// The others.
        others: Vec<ObjectId>,
        /// The cards of all together.
        pieces: Vec<Piece>,
    },
    /// An object becomes several, itself the first, each with these cards (803.4, 805.2).
    Split(ObjectId, Vec<(ObjectId, Vec<Piece>)>),
    /// An additional cost is paid for a card that is being used (112.2d).
    Driven(ObjectId),
    /// A card has been used (601.1g).
    CardUsed(Seat, ObjectId),

    /// An effect begins (608.2).
    EffectBegan(Lasting),
    /// Effects end.
    EffectsEnded(Vec<u32>),
    /// A delayed triggered ability is set up (603.6).
    DelayedSet(Delayed),
    /// A delayed triggered ability has triggered.
    DelayedDone(u32),
    /// An effect is put on standby (603.3).
    Triggered(Standby),
    /// An effect on standby is resolved.
    StandbyDone(u32),
    /// A part of the sentence at hand has been replaced: so much of it can be no more (101.5a).
    SentenceReplaced(Sentence),
    /// What has happened is kept for those who ask what has happened this turn.
    Noted(Occasion),
    /// A player uses the S-Trigger of a card (112.3a), whose shield this creature broke.
    ShieldTriggered(Seat, ObjectId, Option<ObjectId>),
    /// A window opens or closes: what triggers from now on belongs to a window so deep (603.7b).
    PoolReached(u8),

    /// An attack is declared: the attacker and what it attacks (506.1).
    AttackDeclared(ObjectId, Value),
    /// The attack reaches its next stage.
    AttackReached(AttackStage),
    /// Redirecting abilities are chosen, the next to be resolved last (507.1a).
    RedirectsChosen(Vec<(ObjectId, bool)>),
    /// The next redirecting ability changes what is attacked: to which creature, and whether it blocks
    /// (507.2).
    Redirected(ObjectId, bool),
    /// The blocking creature is determined (507.2a).
    Blocked(ObjectId),
    /// The attack is not blocked (507.2c).
    Unblocked(ObjectId),
    /// Another creature takes the attacker's place (701.26a).
    AttackerReplaced(ObjectId),
    /// Another creature takes the place of what is attacked, which blocks if that did (507.4, 701.26a).
    TargetReplaced(ObjectId),
    /// The attack ends (510.1).
    AttackEnding(ObjectId),
    /// The attack is over (510.2).
    AttackOver,
    /// Two creatures battle (115.2).
    BattleBegan(ObjectId, ObjectId),
    /// A creature has won a battle against another (115.3b).
    BattleWon(ObjectId, ObjectId),
    /// A creature has lost a battle against another (115.3b).
    BattleLost(ObjectId, ObjectId),
    /// Two creatures have battled.
    BattleEnded(ObjectId, ObjectId),
    /// A player is about to draw a card (114.5).
    DrawBegan(Seat),
    /// Shields to be broken are chosen (509.3).
    BreakChosen(ObjectId, Vec<ObjectId>),
    /// So many shields of a player have been broken (701.14).
    Broke(ObjectId, Seat, u32),
    /// An effect has replaced an event (609.1).
    Applied(Box<Application>),

    /// The game ends (104.1).
    GameEnded(Ending),
}
