//! The kinds of events that could hold what an effect waits for.

use crate::language::definition::{Deed, When};
use crate::state::Occurrence;

/// Returns whether such an event could hold what an effect waits for, whatever the table: only then is it looked at
/// whether it does.
pub fn could_hear(when: &When, happened: &Occurrence) -> bool {
    match when {
        When::Any(all) => all.iter().any(|when| could_hear(when, happened)),
        When::While(_, when) | When::Every(_, when) => could_hear(when, happened),
        // There are many kinds: what happens most often is none of them.
        When::Happens(deed, _) | When::Does(_, deed, _) => match happened {
            Occurrence::Moved { .. } => matches!(
                deed,
                Deed::Discard
                    | Deed::Pitch
                    | Deed::Draw
                    | Deed::Destroy
                    | Deed::Die
                    | Deed::Banish
                    | Deed::Charge
                    | Deed::TurnUp
                    | Deed::Transcend
            ),
            Occurrence::Played(..) => matches!(deed, Deed::Play | Deed::PlayAsInstant),
            Occurrence::Attacked(..) => matches!(deed, Deed::Attack),
            Occurrence::Defended { .. } => matches!(deed, Deed::Defend | Deed::DefendAlone),
            Occurrence::Damaged { .. } | Occurrence::PhaseBegan(..) => false,
            _ => true,
        },
        When::Moves(..) => matches!(happened, Occurrence::Moved { .. } | Occurrence::Created(..)),
        When::Hits(..) | When::Damages { .. } => matches!(happened, Occurrence::Damaged { .. }),
        When::DefendsTogether(..) | When::DefendedBy(..) => matches!(happened, Occurrence::Defended { .. }),
        When::Rolls(..) => matches!(happened, Occurrence::Rolled(..)),
        When::Begins(..) => matches!(happened, Occurrence::PhaseBegan(..)),
        When::ChainCloses => matches!(happened, Occurrence::ChainClosed),
        When::GameStarts => matches!(happened, Occurrence::GameStarted),
        When::State(_) | When::Now(_) | When::Each(_) => false,
    }
}
