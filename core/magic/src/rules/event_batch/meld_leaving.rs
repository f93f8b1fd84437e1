//! Melded permanents that leave the battlefield: the two cards that they are made of (712.4).

use duelog_kernel::{Ask, Item, Request, Seat};

use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::state::{EventBatch, Frame, MoveReason, Pending, Proposal, Zone};
use crate::{cite, rule};

impl Magic {
    /// Looks for the next melded permanent about whose cards a player must say more.
    pub fn find_parting(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        let sight = self.sight(play);
        let mut all = events.batch.iter().enumerate();
        let found = all.find_map(|(at, proposed)| Some((at, parting(&sight, &proposed.event)?)));
        let Some((at, seat)) = found else { return false };
        events.at = at as u16;
        events.pending = Pending::Parting(seat);
        true
    }
}

/// Who still has to say how the two cards of a melded permanent lie as it leaves: its owner in a graveyard or
/// library, in exile the player who exiles it.
pub fn parting(sight: &Sight<'_>, event: &Proposal) -> Option<Seat> {
    let Proposal::Move { object, to, entering, why, .. } = event else { return None };
    let leaving = sight.object(*object).filter(|object| object.zone == Zone::Battlefield)?;
    if leaving.melded.is_none() || entering.above.is_some() {
        return None;
    }
    match to {
        Zone::Graveyard(_) | Zone::Library(_) => {
            cite!("712.4a");
            Some(leaving.owner)
        }
        Zone::Exile => {
            cite!("712.4b");
            let by_effect = *why == MoveReason::Effect;
            let script = sight.board.frames.iter().rev().find_map(|frame| match frame {
                Frame::Running(running) => Some(running.context.controller),
                _ => None,
            });
            script.filter(|_| by_effect).or(sight.controller(*object))
        }
        Zone::Battlefield
        | Zone::Stack
        | Zone::Command
        | Zone::Hand(_)
        | Zone::Outside(_)
        | Zone::Gone
        | Zone::PhasedOut => None,
    }
}

/// Asks which of the two cards lies above the other, or is exiled after it.
pub fn ask_parting(events: &EventBatch, seat: Seat) -> Option<Request> {
    let Proposal::Move { object, to, .. } = events.batch.get(usize::from(events.at))?.event else {
        return None;
    };
    let rule = if to == Zone::Exile { rule!("712.4b") } else { rule!("712.4a") };
    let ask = Ask::one_of(vec![Item::Mode(0), Item::Mode(1)]);
    Some(Request { seat, prompt: Prompt::Parting.into(), rule, subject: Some(object), ask })
}

/// Takes what a player said of the two cards.
pub fn take_parting(events: &mut EventBatch, items: &[Item]) {
    if let Some(proposed) = events.batch.get_mut(usize::from(events.at))
        && let Proposal::Move { entering, .. } = &mut proposed.event
    {
        entering.above = Some(items.first() == Some(&Item::Mode(0)));
    }
}
