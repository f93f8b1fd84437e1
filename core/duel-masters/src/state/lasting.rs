//! Continuous effects from resolutions (608.2), delayed triggered abilities (603.6), and effects on standby
//! (603.3).

#![allow(missing_docs, reason = "rkyv derives fields of enum variants without their documentation")]

use duelog_kernel::{ObjectId, Seat, data};

use super::{CardId, CodeRef, Context, EventContext, RuleRef, Value};
use crate::language::definition::{Change, Until, Values};

data! {
    /// A continuous effect from a resolution: what it changes and its numbers are locked in (110.2e, 608.2b).
    pub struct Lasting {
        /// Counted up over the match.
        pub id: u32,
        /// What it comes from.
        pub source: ObjectId,
        /// Whose it is.
        pub controller: Seat,
        /// How long it lasts.
        pub until: Until,
        /// What it changes.
        pub objects: Vec<ObjectId>,
        /// How.
        pub changes: Vec<Change<Settled>>,
        /// The ability that works by itself, and where it is written.
        pub imposed: Option<CodeRef>,
        /// What was chosen before it began.
        pub chosen: Vec<Vec<Value>>,
        /// As what a card is seen for so long, and which it is.
        pub seen_as: Option<(CardId, CardId)>,
    }

    /// The values of a change that are worked out (608.2b): numbers, and where rules and abilities are
    /// written.
    #[derive(Copy)]
    pub struct Settled;

    /// A delayed triggered ability: a script that begins inside another's code.
    pub struct Delayed {
        /// Counted up over the match.
        pub id: u32,
        /// The code.
        pub code: CodeRef,
        /// The step at which the script begins.
        pub at: u16,
        /// What it knows.
        pub context: Context,
        /// What the loop around it had at hand.
        pub it: Option<Value>,
        /// What it waits for.
        pub waits: WaitsFor,
    }

    /// How long and how often a delayed triggered ability waits for what its code says.
    #[derive(Copy)]
    pub struct WaitsFor {
        /// Whether it triggers only once.
        pub once: bool,
        /// How long it waits.
        pub until: Until,
    }

    /// An effect on standby (603.3).
    pub struct Standby {
        /// By which it is named in choices.
        pub id: u32,
        /// What it is.
        pub kind: StandbyKind,
        /// Its source (110.5).
        pub source: ObjectId,
        /// Whose it is.
        pub controller: Seat,
        /// What triggered it.
        pub event: EventContext,
        /// The window that it belongs to (603.7b).
        pub pool: u8,
    }

    /// What is on standby.
    pub enum StandbyKind {
        /// A triggered ability.
        Ability(CodeRef),
        /// A delayed triggered ability: the code, where in it the script begins, what it knew.
        Delayed(CodeRef, u16, Context, Option<Value>),
        /// S-Back or Sabaki Z: the source is used for no cost, with this face up (112.3b, 112.3d).
        Use(u8),
        /// G-Strike: a creature of the other player cannot attack this turn (509.5b).
        GStrike,
        /// S-Trigger: the source is used for no cost, with this face up (112.3a).
        ShieldTrigger(u8),
    }
}

impl Values for Settled {
    type Number = i32;
    type Rule = RuleRef;
    type Ability = CodeRef;
}

impl Standby {
    /// Whether it is resolved before all others: S-Trigger and what counts as such (101.4, 101.4b).
    pub fn is_shield_trigger(&self) -> bool {
        match self.kind {
            StandbyKind::Use(_) | StandbyKind::GStrike | StandbyKind::ShieldTrigger(_) => true,
            StandbyKind::Ability(_) | StandbyKind::Delayed(..) => false,
        }
    }
}
