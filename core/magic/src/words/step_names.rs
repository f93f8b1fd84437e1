//! How people name the steps of a turn, and what they leave out when they tell a game.

use duelog_kernel::turn_step::StepName;

use crate::state::Step;
use crate::state::event::Event;

/// The steps by the names that people use, in the order of [`Step::ALL`].
pub const STEPS: [StepName; Step::ALL.len()] = [
    StepName::alone("opening"),
    StepName::alone("untap"),
    StepName::alone("upkeep"),
    StepName::alone("draw"),
    StepName::alone("main1").called("first main"),
    StepName::within("combat", "begin"),
    StepName::within("combat", "attacks"),
    StepName::within("combat", "blocks"),
    StepName::within("combat", "first-damage").called("first damage"),
    StepName::within("combat", "damage"),
    StepName::within("combat", "after").called("end of combat"),
    StepName::alone("main2").called("second main"),
    StepName::alone("end"),
    StepName::alone("cleanup"),
];

/// Whether an event that players see is left out when the game is told: the course of a turn, lands that are
/// tapped, mana, what an effect keeps, what is noticed twice.
pub fn is_detail(event: &Event) -> bool {
    matches!(
        event,
        Event::StepBegan(_)
            | Event::Tapped(_)
            | Event::Untapped(_)
            | Event::ManaAdded(..)
            | Event::ManaSpent(..)
            | Event::MarkedAdded(..)
            | Event::MarkedSpent(..)
            | Event::TypeGiven(_)
            | Event::PoolsEmptied
            | Event::CombatEnded
            | Event::CleanedUp
            | Event::EffectEnded(_)
            | Event::AssignmentsTaken(_)
            | Event::BlockersOrdered(..)
            | Event::AttackersOrdered(..)
            | Event::Assigned(_)
            | Event::TurnPlanned(..)
            | Event::SpellCast(..)
            | Event::BecameTarget(..)
            | Event::PlayerTargeted(..)
            | Event::CameOff(..)
    ) || matches!(event, Event::AttackersDeclared(attacks) if attacks.is_empty())
        || matches!(event, Event::BlockersDeclared(blocks) if blocks.is_empty())
}
