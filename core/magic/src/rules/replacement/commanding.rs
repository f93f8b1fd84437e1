//! Commanders that go to the command zone in place of where they would go (903.9).

use duelog_kernel::Seat;

use crate::cite;
use crate::rules::eval::Sight;
use crate::state::{EffectKey, Entering, MoveReason, Place, Proposal, Zone};

/// The effect by which a commander may go to the command zone in place of another zone, if an event moves one.
pub(super) fn commanded(sight: &Sight<'_>, event: &Proposal) -> Option<EffectKey> {
    let Proposal::Move { object, to, .. } = event else { return None };
    let leaves = matches!(to, Zone::Exile | Zone::Hand(_) | Zone::Graveyard(_) | Zone::Library(_));
    let moves = sight.board.get(*object).is_some_and(|object| object.zone != *to);
    cite!("903.9");
    (leaves && moves && sight.board.is_commander(*object)).then_some(EffectKey::Command(*to))
}

/// Who says whether a commander goes to the command zone: its owner.
pub fn commander_owner(sight: &Sight<'_>, event: &Proposal) -> Option<Seat> {
    let Proposal::Move { object, .. } = event else { return None };
    sight.board.get(*object).map(|object| object.owner)
}

/// A commander goes to the command zone instead.
pub(super) fn into_command_zone(sight: &Sight<'_>, event: &Proposal) -> Proposal {
    let Proposal::Move { object, to, place, why, .. } = event else { return event.clone() };
    let melded = sight.board.get(*object).and_then(|melded| Some((melded.melded?, melded)));
    if let Some((other, own)) = melded {
        let parts = [own.card, other].map(|card| sight.board.is_commander_card(card, own.owner));
        if parts != [true, true] {
            // The other card goes where it would have gone.
            let entering = Entering { commanded: true, above: Some(false), ..Entering::default() };
            return Proposal::Move { object: *object, to: *to, place: *place, entering, why: *why };
        }
    }
    // It is drawn only if it goes to the hand.
    let why = if *why == MoveReason::Drawn { MoveReason::Effect } else { *why };
    let entering = Entering::default();
    Proposal::Move { object: *object, to: Zone::Command, place: Place::Top, entering, why }
}
