//! What is going on: every half-done action as data.

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::script::Cursor;
use duelog_kernel::{ObjectId, Seat, data, frames};

use super::{CardId, CodeRef, Context, EffectKey, Proposed, Value};
use crate::language::definition::{Counter, Deed};

frames! {
    /// Something that is going on.
    pub enum Frame {
        /// The start of the game (4.1).
        Opening {
            /// How far it has come.
            part: u16,
        } = "the start of the game",
        /// The turn goes on (4.0.3).
        Turn = "the turn",
        /// A player is about to get priority (1.10.2, 1.11).
        Priority = "priority",
        /// Layers resolve as if all players passed, until the stack is empty (4.2.2).
        Settling = "resolving layers as if all passed",
        /// A card is being played or an ability activated (5.1, 5.2).
        Playing(Playing) = "playing a card or activating an ability",
        /// A triggered-layer is being put on the stack (6.6.6a).
        Placing(Placing) = "adding a triggered-layer to the stack",
        /// The top of the stack resolves (5.3).
        Resolving(Resolving) = "resolving a layer",
        /// A script runs.
        Running(Running) = "generating effects",
        /// Events are about to happen (6.4, 6.5).
        EventBatch(EventBatch) = "replacing events",
        /// A player picks objects for an action.
        Picking(Picking) = "a choice",
        /// A player pays resource and chi points, pitching while short (1.14.2).
        Paying {
            /// Who pays.
            seat: Seat,
            /// Resource points still to be had.
            resources: u32,
            /// Chi points still to be had.
            chi: u32,
            /// The layer that is paid for, which remembers what is pitched.
            layer: Option<ObjectId>,
        } = "paying",
    }
}

data! {
    /// How far a card or ability has come on its way to the stack (5.1.2-10).
    pub struct Playing {
        /// The layer.
        pub object: ObjectId,
        /// Who plays or activates.
        pub seat: Seat,
        /// What is to be done next.
        pub stage: PlayingStage,
        /// Whether the asset-costs are paid.
        pub paid: bool,
    }

    /// One of the nine steps of 5.1, or a part of one.
    #[derive(Copy)]
    pub enum PlayingStage {
        /// Declaring which half of a card is played, or both: the ways that are open, as bits (5.1.2c).
        Side(u8),
        /// Declaring whether its own cost is paid (5.1.3c).
        Basis,
        /// Declaring X (5.1.3a).
        X,
        /// Declaring an optional additional cost (5.1.3b).
        Optional(u8),
        /// Declaring that it is played as an instant (5.1.3d).
        AsInstant,
        /// Declaring the order of effect-costs (5.1.3e).
        Order,
        /// Declaring modes (5.1.4a).
        Modes,
        /// Declaring targets of the group (5.1.4a).
        Targets(u8),
        /// Declaring the attack-target (5.1.4b).
        AttackTarget,
        /// Checking that it is legal (5.1.5).
        Check,
        /// Calculating and paying asset-costs (5.1.6, 5.1.7).
        Assets,
        /// Calculating effect-costs (5.1.8).
        EffectCosts,
        /// Paying the effect-cost at this place (5.1.9).
        Pay(u8),
        /// Played (5.1.10).
        Played,
    }

    /// A triggered-layer on its way to the stack (6.6.6a).
    pub struct Placing {
        /// The layer.
        pub object: ObjectId,
        /// Whether its modes are declared.
        pub moded: bool,
        /// The target group to be declared next.
        pub group: u8,
    }

    /// The resolution of a layer (5.3.1).
    #[derive(Copy)]
    pub struct Resolving {
        /// The layer.
        pub object: ObjectId,
        /// How far it has come.
        pub stage: ResolvingStage,
        /// The last timestamp given as it began.
        pub began: u32,
    }

    /// One of the steps of 5.3.
    #[derive(Copy)]
    pub enum ResolvingStage {
        /// 5.3.2
        Check,
        /// 5.3.4: the resolution ability, then the modes by their place among those chosen.
        Effects(u8),
        /// 5.3.5
        GoAgain,
        /// 5.3.6
        Leave,
        /// 5.3.7
        Clear,
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
        /// What the last action made, moved or picked.
        pub last: Vec<Value>,
        /// The last timestamp given as it began: what became another object since, it has moved itself
        /// (3.0.9b).
        pub began: u32,
        /// The state of the game as the process began that may be repeated; nothing where none is (8.5.27b).
        pub round: u64,
    }

    /// What a running script waits for.
    #[derive(Copy)]
    pub enum Awaited {
        /// Nothing: it goes on.
        Nothing,
        /// A yes or no.
        May(Seat),
        /// One of so many parts.
        Choose(Seat, u8),
        /// Whether so much is paid (8.5.31).
        Pay(Seat, u32),
        /// A name (8.5.21).
        Name(Seat),
        /// A no, as what could be done cannot succeed and not everybody can know that (1.8.3b).
        MayNot(Seat),
    }

    /// Events on their way.
    pub struct EventBatch {
        /// The events, which happen together.
        pub batch: Vec<Proposed>,
        /// Which of them is looked at.
        pub at: u16,
        /// The events that happen after these, one after the other (1.9.2).
        pub then: Vec<Proposed>,
        /// Who applies replacement effects first, as the turn-player selected (6.5.2).
        pub first: Option<Seat>,
        /// What a player has to choose among, and whether declining is an answer.
        pub among: Option<(Seat, Vec<EffectKey>, bool)>,
        /// An effect whose cost is being paid.
        pub paying: Option<EffectKey>,
        /// The player who has to determine the order of the events (1.8.6d).
        pub order: Option<Seat>,
        /// The order of so many events has been decided (6.3.4b).
        pub ordered: u16,
        /// A prevention effect whose controller has to declare each point of damage that it prevents
        /// (6.4.10f).
        pub dividing: Option<Dividing>,
        /// Whether the outcome stays untold to the script that waits.
        pub quiet: bool,
        /// What has come of them so far.
        pub outcome: (u32, Vec<Value>),
    }

    /// A prevention effect that is divided among events.
    pub struct Dividing {
        /// The effect.
        pub effect: u32,
        /// Who controls it.
        pub seat: Seat,
        /// How much it prevents.
        pub total: u32,
        /// The places of the events, with the damage of each.
        pub among: Vec<(u16, u32)>,
    }

    /// A player picks objects for an action.
    pub struct Picking {
        /// Who picks.
        pub seat: Seat,
        /// What for.
        pub purpose: PickPurpose,
        /// What can be picked, ascending.
        pub options: Vec<ObjectId>,
        /// How many at least.
        pub min: u32,
        /// How many at most.
        pub max: u32,
        /// Of which how many at least.
        pub kinds: Vec<(Vec<ObjectId>, u32)>,
        /// Pairs with one at most to be picked.
        pub apart: Vec<(ObjectId, ObjectId)>,
        /// How much each counts for the sum that they must have.
        pub worth: Vec<(ObjectId, u32)>,
        /// The sum.
        pub total: u32,
    }

    /// What objects are picked for.
    #[derive(Copy)]
    pub enum PickPurpose {
        /// For the script that waits.
        Script,
        /// To be the target at this place of this group of a layer; without a group what it attacks (1.8.5f).
        Retarget(ObjectId, Option<u8>, u8),
        /// To be found in a deck by a search (8.5.19).
        Search,
        /// To have this done with it as a cost of this layer.
        Cost(ObjectId, Deed),
        /// To defend an attack-target (7.3.2).
        Defenders(ObjectId),
        /// The attack-target for which an effect makes this card defend (7.0.5d).
        DefendFor(ObjectId),
        /// The attack-targets of one player, in an order (7.3.2f).
        TargetOrder,
        /// The hero of the opponent under whose control this affliction enters the arena (8.2.11c).
        Afflict(ObjectId),
        /// The opponent who gets a token that is an affliction (8.2.11c).
        AfflictToken(CardId),
        /// To be put into the arsenal (4.4.3b).
        Arsenal,
        /// To be put on the bottom of the deck, the first first (4.4.3c).
        PitchOrder,
        /// To be put on the bottom of the deck by opt (8.5.22).
        OptBottom,
        /// To be put on top of the deck by opt, the first on top (8.5.22).
        OptTop,
        /// To be charged, which this player has then done (8.5.29a).
        Charge(Seat),
        /// To get shares of so many counters (8.5.30).
        Distribute(Counter, u32),
        /// To be put into the arsenal by reload (8.5.23).
        Reload,
        /// What is in zones that there are no more (3.0.10c).
        CeasingZone,
        /// Where the first of them is equipped, which is modular (8.3.30); the others come after it.
        EquipTo,
        /// To be discarded so that another player does not win a wager (6.4.11).
        SaveWager(Seat),
        /// The zone of this player in which the effect creates the token (8.5.2c).
        Exposed(Seat, CardId),
    }
}

/// A pick of objects by one player.
pub fn picking(seat: Seat, purpose: PickPurpose, mut options: Vec<ObjectId>, min: u32, max: u32) -> Picking {
    options.sort();
    let (kinds, apart, worth) = (Vec::new(), Vec::new(), Vec::new());
    Picking { seat, purpose, options, min, max, kinds, apart, worth, total: 0 }
}

impl EventBatch {
    /// Who clashes, where the outcome of a clash is looked at (8.5.45).
    pub fn clash(&self) -> Option<[Seat; 2]> {
        match self.batch.get(usize::from(self.at))?.event {
            super::Proposal::Clashed { seats, .. } => Some(seats),
            _ => None,
        }
    }
}
