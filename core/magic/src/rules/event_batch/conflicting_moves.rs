//! Instructions of one moment that move the same object to different places (400.6).
use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::prompt::Prompt;
use crate::state::{EventBatch, Pending, Place, Proposal, Proposed, Zone};
use crate::{cite, rule};

impl Magic {
    /// Looks for the next object about which a player must say which of several instructions moves it.
    pub fn find_conflict(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        let Some((seat, object)) = conflicting_moves(&self.sight(play), &events.batch) else { return false };
        events.pending = Pending::Clash(seat, object);
        true
    }
}

/// The next object that events of one moment would move to different places, and who says to which: its
/// controller, or its owner where it has none; the active player first.
pub fn conflicting_moves(sight: &Sight<'_>, batch: &[Proposed]) -> Option<(Seat, ObjectId)> {
    let mut moved: Vec<ObjectId> =
        batch.iter().filter_map(|proposed| way(&proposed.event)).map(|way| way.0).collect();
    if moved.len() < 2 {
        return None;
    }
    moved.sort();
    let twice = moved.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let order = sight.board.apnap();
    let asked = twice.filter(|id| ways(batch, *id).len() > 1).filter_map(|id| {
        let object = sight.object(id).filter(|object| object.zone.exists())?;
        let seat = sight.controller(id).unwrap_or(object.owner);
        Some((order.iter().position(|other| *other == seat), id, seat))
    });
    cite!("400.6");
    asked.min().map(|(_, id, seat)| (seat, id))
}

/// Where the events of one moment would move an object, each place once.
pub fn ways(batch: &[Proposed], object: ObjectId) -> Vec<(Zone, Place)> {
    let mut ways = Vec::new();
    for (id, to, place) in batch.iter().filter_map(|proposed| way(&proposed.event)) {
        if id == object && !ways.contains(&(to, place)) {
            ways.push((to, place));
        }
    }
    ways
}

fn way(event: &Proposal) -> Option<(ObjectId, Zone, Place)> {
    if let Proposal::Move { object, to, place, .. } = event { Some((*object, *to, *place)) } else { None }
}

/// Asks which of the instructions moves an object.
pub fn ask_conflict(events: &EventBatch, seat: Seat, object: ObjectId) -> Request {
    let ways = 0..ways(&events.batch, object).len() as u32;
    let ask = Ask::one_of(ways.map(Item::Mode).collect());
    Request { seat, prompt: Prompt::Clash.into(), rule: rule!("400.6"), subject: Some(object), ask }
}

/// The instruction that a player has chosen moves the object, and no other does.
pub fn take_conflict(events: &mut EventBatch, object: ObjectId, items: &[Item]) {
    let ways = ways(&events.batch, object);
    let Some(Item::Mode(chosen)) = items.first() else { return };
    let Some(kept) = ways.get(*chosen as usize) else { return };
    events.batch.retain(|proposed| {
        way(&proposed.event).is_none_or(|(id, to, place)| id != object || (to, place) == *kept)
    });
}
