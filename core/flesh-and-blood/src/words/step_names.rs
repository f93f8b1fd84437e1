//! How people name the phases of a turn and the steps of combat, and what they leave out when they tell a game.

use duelog_kernel::turn_step::StepName;

use crate::state::event::Event;
use crate::state::{MoveReason, Occurrence, Step};

/// The phases and steps by the names that people use, in the order of [`Step::ALL`].
pub const STEPS: [StepName; Step::ALL.len()] = [
    StepName::alone("opening"),
    StepName::alone("start"),
    StepName::alone("action"),
    StepName::within("combat", "layer"),
    StepName::within("combat", "attack"),
    StepName::within("combat", "defend"),
    StepName::within("combat", "reaction"),
    StepName::within("combat", "damage"),
    StepName::within("combat", "resolution"),
    StepName::within("combat", "close"),
    StepName::alone("end"),
];

/// Whether an event that players see is left out when the game is told: the course of a turn, points that are
/// gained and spent, layers as they are built, what is noticed twice.
pub fn is_detail(event: &Event) -> bool {
    match event {
        Event::Recorded(occurrence) => matches!(
            occurrence,
            Occurrence::PhaseBegan(..)
                | Occurrence::Played(..)
                | Occurrence::Activated(..)
                | Occurrence::ChainClosed
                | Occurrence::Moved { .. }
                | Occurrence::Targeted(..)
        ),
        event => matches!(
            event,
            Event::StepBegan(_)
                | Event::TurnEnded
                | Event::Tapped(_)
                | Event::Untapped(_)
                | Event::Actions(..)
                | Event::Resources(..)
                | Event::Chi(..)
                | Event::LayerSet(..)
                | Event::Reordered(..)
                | Event::Ceased(..)
                | Event::EffectEnded(_)
                | Event::TargetsOrdered(_)
                | Event::Calculated
                | Event::LinkResolved
                | Event::Closing
                | Event::Declared(_)
                | Event::Moved { why: MoveReason::Attacking | MoveReason::Defending, .. }
        ),
    }
}
