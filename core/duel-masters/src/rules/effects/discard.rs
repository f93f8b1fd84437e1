//! Discarding (701.7): by choice of the player who discards, of another, or at random.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Number, Ref};
use crate::state::event::Event;
use crate::state::{Entering, MoveReason, PickPurpose, Proposal, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// The player chooses what to discard; with fewer cards than that, all (606.2, 701.7b).
    pub(super) fn discard(&mut self, who: &Ref, count: &Number) {
        let (seat, count) = (self.seat(who), self.count(count));
        let mut options: Vec<Value> =
            self.play.state().board.zone(Zone::Hand(seat)).map(Value::Object).collect();
        options.sort();
        cite!("606.2");
        let count = count.min(options.len() as u32);
        self.pick(seat, PickPurpose::Discard, options, count, count);
    }

    /// These cards are discarded by their owners.
    pub(super) fn discard_these(&mut self, what: &Group) {
        let ids = self.objects(what);
        self.discarded(ids);
    }

    /// As many cards as said, chosen by the random generator (701.7b).
    pub(super) fn discard_at_random(&mut self, who: &Ref, count: &Number) {
        let (seat, count) = (self.seat(who), self.count(count));
        let mut left: Vec<ObjectId> = self.play.state().board.zone(Zone::Hand(seat)).collect();
        let mut ids = Vec::new();
        for _ in 0..count.min(left.len() as u32) {
            let among = left.len() as u32;
            let chosen = self.play.one_of(&left);
            self.rules.emit_quietly(self.play, Event::Chosen { among, chosen }, rule!("701.7b"));
            ids.push(left.swap_remove(chosen as usize));
        }
        self.discarded(ids);
    }

    fn discarded(&mut self, ids: Vec<ObjectId>) {
        let board = &self.play.state().board;
        let in_hand = |id: &ObjectId| -> Option<(ObjectId, Seat)> {
            let object = board.get(*id)?;
            matches!(object.zone, Zone::Hand(_)).then_some((*id, object.owner))
        };
        let owned: Vec<(ObjectId, Seat)> = ids.iter().filter_map(in_hand).collect();
        let batch = owned
            .into_iter()
            .map(|(id, owner)| {
                Proposal::movement(id, Zone::Graveyard(owner), Entering::default(), MoveReason::Discarded)
            })
            .collect();
        self.rules.happen(self.play, batch, rule!("701.7a"));
    }
}
