//! The state of a match of Duel Masters: plain data, everything of it hashed.

pub mod apply;
mod board;
pub mod card_pool;
pub mod event;
mod frames;
mod hearing;
mod lasting;
mod object;
mod occasion;
pub mod passages;
mod proposal;
pub mod reads;
pub mod secrecy;
pub mod sides;
mod zone;

pub use board::{
    Attack, AttackStage, Board, Ending, EndingKind, ExtraTurn, Player, SEATS, State, Turn, other,
};
pub use duelog_kernel::parts as component;
pub use duelog_kernel::value::EventContext;
pub use duelog_kernel::zone::Place as End;
pub use frames::*;
pub use lasting::{Delayed, Lasting, Settled, Standby, StandbyKind, WaitsFor};
pub use object::{
    CardId, Characteristics, CodeRef, Context, Hold, Looked, Object, Part, Piece, RuleRef, Spot, Value,
};
pub use occasion::Occasion;
pub use proposal::{
    Arranging, EffectKey, Entering, EventBatch, LinkTo, MoveReason, Plan, Proposal, Proposed,
};
pub use zone::Zone;

pub use crate::language::types::Step;
