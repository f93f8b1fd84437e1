//! What is going on: every half-done action as data.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::script::Cursor;
use duelog_kernel::{ObjectId, Seat, data, frames};

use super::{Arranging, CodeRef, Context, EventBatch, Value};
use crate::language::definition::{Destination, Stat};

frames! {
    /// Something that is going on.
    pub enum Frame {
        /// The start of the game: how many shuffles, shields and cards have been dealt (103).
        Opening = "the start of the game",
        /// The turn goes on (500).
        Turn = "the turn",
        /// Effects on standby are resolved (101.4).
        Standby(StandbyWindow) = "resolving effects",
        /// A player declares triggered abilities of private zones (603.2f).
        Declaring(Declaring) = "a window for declarations",
        /// A card is being used (601.1).
        CardUse(CardUse) = "using a card",
        /// Cards are put into the battle zone one by one (409.1f).
        Entries(Entries) = "putting cards into the battle zone",
        /// Cards are used one by one (409.1e).
        CardUses(CardUses) = "using several cards",
        /// A script runs.
        Running(Running) = "following instructions",
        /// Events are about to happen (609).
        EventBatch(EventBatch) = "replacing events",
        /// A player picks objects for an action.
        Picking(Picking) = "a choice",
        /// A player puts the cards of shields in another order (113.2a).
        Rearranging(Rearranging) = "rearranging shields",
        /// A player is about to draw a card (114.5).
        Drawing {
            /// Who.
            seat: Seat,
            /// Which card.
            card: ObjectId,
        } = "drawing a card",
        /// Two creatures battle (115).
        Battle(Battle) = "a battle",
        /// Shields are being broken (509.2-509.5).
        Breaking(Breaking) = "breaking shields",
        /// Shields are on their way into the hand (113.6).
        ShieldsToHand(ShieldsToHand) = "putting shields into the hand",
        /// Events about linked cards are about to happen (803).
        Arranging(Arranging) = "arranging linked cards",
    }
}

data! {
    /// Effects on standby are resolved until none is left that may be.
    pub struct StandbyWindow {
        /// Only those of this window and the windows inside it.
        pub pool: u8,
        /// Only those of this player and those that are resolved before all others.
        pub only: Option<Seat>,
        /// Also those of windows further out, but for what comes before their breaks (603.7a, 603.7b).
        pub wide: bool,
        /// Which of several goes next must be chosen, and by whom (605.1).
        pub choosing: Option<(Seat, Vec<u32>)>,
    }

    /// A window in which a player declares triggered abilities (603.2e).
    pub struct Declaring {
        /// Who.
        pub seat: Seat,
        /// What happened.
        pub window: Window,
    }

    /// What happened that abilities of private zones trigger on.
    #[derive(Copy)]
    pub enum Window {
        /// A creature attacks (506.3).
        Attack(ObjectId),
        /// A creature blocks another, the attacking one (507.3).
        Block(ObjectId, ObjectId),
        /// The turn ends (511.1).
        TurnEnd,
    }

    /// A card on its way to being used (601.1).
    pub struct CardUse {
        /// Which card.
        pub object: ObjectId,
        /// Which of its faces (808.3a).
        pub face: u8,
        /// Who uses it.
        pub seat: Seat,
        /// Whether it costs nothing (112.3).
        pub free: bool,
        /// Whether it could be used for no cost when it was declared (601.1a).
        pub may_be_free: bool,
        /// What is to be done next.
        pub stage: UsingStage,
        /// What it costs, once that is settled (601.1e).
        pub price: u32,
        /// The cards tapped for it so far, where they are tapped one by one (112.2a).
        pub paid: Vec<ObjectId>,
        /// What an evolution creature is put on (801.1), what a castle fortifies.
        pub on: Vec<ObjectId>,
    }

    /// A stage of using a card.
    #[derive(Copy)]
    pub enum UsingStage {
        /// Choosing what it is put on.
        On,
        /// Whether it is used for no cost (112.3e).
        NoCost,
        /// Whether something is used up to make it cheaper (601.1a).
        Offering,
        /// Paying (601.1f).
        Pay,
        /// It is used (601.1g).
        Use,
        /// It has been used; a spell goes to the graveyard (605.2e).
        Done,
        /// A creature is GR-summoned for an aura (310.2).
        Summoned,
        /// Whether an additional cost is paid (112.2d).
        Drive,
    }

    /// Several cards that an effect lets a player use: all of them pending (409.1e).
    pub struct CardUses {
        /// Who uses them.
        pub seat: Seat,
        /// Which are still to be used, each with the face that is.
        pub queue: Vec<(ObjectId, u8)>,
    }

    /// Cards on their way into the battle zone.
    pub struct Entries {
        /// Which are still to come.
        pub queue: Vec<ObjectId>,
        /// The one that comes next, once that is settled: it may still have to be chosen what it is put on
        /// (801.1).
        pub next: Option<ObjectId>,
        /// Those that came.
        pub came: Vec<Value>,
        /// How far the sentence was replaced when they became pending: they come at the same time as far as
        /// replacing goes (409.1f, 609.9).
        pub sentence: Sentence,
    }

    /// A running script.
    pub struct Running {
        /// Which script.
        pub code: CodeRef,
        /// Where it stands.
        pub cursor: Cursor<Value>,
        /// What it knows.
        pub context: Context,
        /// What it waits for.
        pub wait: Awaited,
        /// What the last action came to.
        pub amount: u32,
        /// What the last action made or moved.
        pub last: Vec<Value>,
        /// How far the sentence at hand has been replaced.
        pub sentence: Sentence,
    }

    /// How far a sentence has been replaced (101.5a).
    #[derive(Copy, PartialOrd, Ord)]
    pub enum Sentence {
        /// Nothing of it has been.
        Open,
        /// A draw has been. Several draws are one draw after the other (114.2), each an event that can be
        /// replaced for itself (101.5, 114.4a); nothing else of the sentence can be any more.
        DrawReplaced,
        /// Something else has been, or the sentence says itself what happens instead: nothing of it can be
        /// any more.
        Closed,
    }

    /// What a running script waits for.
    #[derive(Copy)]
    pub enum Awaited {
        /// Nothing: it goes on.
        Nothing,
        /// A yes or no.
        May(Seat),
        /// One of the parts, of which there are this many.
        Choose(Seat, u8),
        /// A judge of the player: the cost that the player has shown, and the other's (701.21).
        Judging(Seat, Option<u32>, Option<u32>),
        /// So many cards that the player still has to draw, one by one (114.2).
        Drawing(Seat, u32),
        /// A card name of the player (202.2).
        Naming(Seat),
    }

    /// A player picks objects for an action.
    pub struct Picking {
        /// Who picks.
        pub seat: Seat,
        /// What for.
        pub purpose: PickPurpose,
        /// What can be picked, ascending.
        pub options: Vec<Value>,
        /// How many at least.
        pub min: u32,
        /// How many at most.
        pub max: u32,
        /// What has been picked before, where it goes one by one.
        pub taken: Vec<Value>,
    }

    /// A player puts the cards of shields in another order.
    pub struct Rearranging {
        /// Who.
        pub seat: Seat,
        /// Which shields.
        pub shields: Vec<ObjectId>,
    }

    /// What objects are picked for.
    #[derive(Copy)]
    pub enum PickPurpose {
        /// To be named by the running script (605.2b).
        Chosen,
        /// To be discarded (701.7b).
        Discard,
        /// To be found in a deck (701.10).
        Search(Destination),
        /// To be put on a deck, the first on top or at the bottom (401.4).
        Order(Destination),
        /// To stay tapped for their effects (501.1a).
        StayTapped,
        /// To be stopped from attacking this turn, by what (509.5b).
        GStrike(ObjectId),
        /// To go on with an attack (803.4a).
        GoOnAttacking,
        /// To be taken off as a seal (116.4a).
        Unseal,
        /// To be found in the deck of the other player (701.10).
        SearchOther(Destination),
        /// To be named by the running script, one by one, as long as it has no more of this (605.2b).
        Within(Stat, i32),
    }

    /// Two creatures battle.
    #[derive(Copy)]
    pub struct Battle {
        /// One.
        pub one: ObjectId,
        /// The other.
        pub two: ObjectId,
        /// Whether what triggers on the battle has been resolved (115.2).
        pub begun: bool,
    }

    /// Shields are being broken.
    pub struct Breaking {
        /// By what.
        pub source: ObjectId,
        /// Who chooses the shields.
        pub seat: Seat,
        /// How many; none while a breaker ability is to be chosen (509.2c).
        pub count: Option<u32>,
        /// Which shields (509.3).
        pub shields: Vec<ObjectId>,
        /// What is to be done next.
        pub stage: BreakStage,
    }

    /// A stage of breaking.
    #[derive(Copy)]
    pub enum BreakStage {
        /// Choosing the breaker ability (509.2c).
        Count,
        /// Choosing the shields (509.3).
        Choose,
        /// Effects before the break (509.4).
        Before,
        /// The break (509.5).
        Break,
    }

    /// Shields on their way into the hand.
    pub struct ShieldsToHand {
        /// Which shields; pending (113.6a).
        pub shields: Vec<ObjectId>,
        /// Whose.
        pub seat: Seat,
        /// By what they were broken; none where they are not broken (701.14b).
        pub broken_by: Option<ObjectId>,
        /// Whether the declarations have begun.
        pub stage: ToHandStage,
        /// The cards to which an effect on the shield zone gave S-Trigger before they were pending: the
        /// shield, the depth of the card in it (113.6b).
        pub given: Vec<(ObjectId, u32)>,
        /// Declared S-Triggers and G-Strikes: the shield, the depth of the card in it, the face; G-Strike for
        /// none.
        pub declared: Vec<(ObjectId, u32, Option<u8>)>,
        /// Declared S-Backs: the card used, its face, the shield discarded.
        pub backs: Vec<(ObjectId, u8, ObjectId)>,
        /// The cards in the hand that came from the shields, for Sabaki Z (509.5d).
        pub arrived: Vec<ObjectId>,
    }

    /// A stage of shields on their way into the hand.
    #[derive(Copy)]
    pub enum ToHandStage {
        /// Declaring S-Trigger and G-Strike (509.5a, 509.5b).
        Declare,
        /// Declaring S-Back (509.5c).
        Back,
        /// They move (509.5d).
        Move,
        /// Declaring Sabaki Z (509.5d).
        Sabaki,
    }
}

impl CardUse {
    /// A card that begins to be used.
    pub fn of(object: ObjectId, face: u8, seat: Seat) -> CardUse {
        CardUse {
            object,
            face,
            seat,
            free: false,
            may_be_free: false,
            stage: UsingStage::On,
            price: 0,
            paid: Vec::new(),
            on: Vec::new(),
        }
    }
}

/// How far the sentence that is being carried out has been replaced (101.5a). Effects that are resolved in
/// the middle of it have sentences of their own.
pub fn sentence(frames: &[Frame]) -> Sentence {
    let of = |frame: &Frame| match frame {
        Frame::Running(running) => Some(running.sentence),
        Frame::Entries(putting) => Some(putting.sentence),
        frame if begins_anew(frame) => Some(Sentence::Open),
        _ => None,
    };
    frames.iter().rev().find_map(of).unwrap_or(Sentence::Open)
}

/// Whose effect is being carried out, if one is.
pub fn cause(frames: &[Frame]) -> Option<Seat> {
    let innermost =
        frames.iter().rev().find(|frame| matches!(frame, Frame::Running(_)) || begins_anew(frame))?;
    if let Frame::Running(running) = innermost { Some(running.context.controller) } else { None }
}

/// The script whose sentence is being carried out, if one is.
pub fn sentence_at_hand(frames: &mut [Frame]) -> Option<&mut Running> {
    let innermost =
        frames.iter_mut().rev().find(|frame| matches!(frame, Frame::Running(_)) || begins_anew(frame))?;
    if let Frame::Running(running) = innermost { Some(running) } else { None }
}

/// Whether what goes on inside of a frame is no part of the sentence outside of it.
fn begins_anew(frame: &Frame) -> bool {
    matches!(frame, Frame::Opening | Frame::Turn | Frame::Standby(_) | Frame::Declaring(_))
}
