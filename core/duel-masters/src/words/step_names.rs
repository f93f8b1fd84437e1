//! How people name the steps of a turn, and what they leave out when they tell a game.

use duelog_kernel::turn_step::StepName;

use crate::state::event::Event;

/// The steps by the names that people use, in the order of
/// [`Step`](crate::language::types::Step).
pub const STEPS: [StepName; 7] = [
    StepName::alone("opening"),
    StepName::alone("start"),
    StepName::alone("draw"),
    StepName::alone("charge"),
    StepName::alone("main"),
    StepName::alone("attack"),
    StepName::alone("end"),
];

/// Whether an event that players see is left out when the game is told: the course of a turn, what is tapped,
/// what is about to be done.
pub fn is_detail(event: &Event) -> bool {
    matches!(
        event,
        Event::StepBegan(_)
            | Event::TurnOver
            | Event::Tapped(_)
            | Event::Untapped(_)
            | Event::Held(..)
            | Event::Reordered(..)
            | Event::RedirectsChosen(_)
            | Event::Unblocked(_)
            | Event::AttackEnding(_)
            | Event::AttackOver
            | Event::BattleEnded(..)
            | Event::DrawBegan(_)
            | Event::BreakChosen(..)
    )
}
