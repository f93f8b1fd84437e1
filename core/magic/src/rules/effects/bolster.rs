//! Bolstering (701.32) and supporting (701.34).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::cite;
use crate::language::definition::{Counter, Group, Number};
use crate::rules::game::{Game, Magic};
use crate::state::{PickPurpose, Picking, Proposal, Zone};

impl Act<'_, '_> {
    pub(super) fn bolster(&mut self, number: &Number) {
        let seat = self.running.context.controller;
        let (count, weakest) = self.look(|sight, scope| {
            let own = |id: &ObjectId| sight.is_creature(*id) && sight.controller(*id) == Some(seat);
            let all: Vec<(i32, ObjectId)> = sight
                .board
                .zone(Zone::Battlefield)
                .iter()
                .copied()
                .filter(own)
                .filter_map(|id| Some((sight.characteristics(id)?.toughness, id)))
                .collect();
            let least = all.iter().map(|creature| creature.0).min();
            cite!("701.32a");
            let weakest = all.into_iter().filter(|creature| Some(creature.0) == least);
            (sight.count(number, scope), weakest.map(|creature| creature.1).collect::<Vec<_>>())
        });
        if weakest.is_empty() {
            return self.magic.report(self.play, 0, Vec::new());
        }
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::Bolster(count), weakest, 1, 1));
    }

    pub(super) fn support(&mut self, targets: u8) {
        let supported = self.permanents(&Group::Targets(targets));
        cite!("701.34a");
        let seat = self.running.context.controller;
        self.magic.strengthen(self.play, seat, supported, 1);
    }
}

impl Magic {
    /// A player puts so many +1/+1 counters on each.
    pub fn strengthen(&self, play: &mut Game<'_>, seat: Seat, creatures: Vec<ObjectId>, count: u32) {
        let put = |id| Proposal::PutCounters(id, Counter::PlusOne, count, true, seat);
        self.happen(play, creatures.into_iter().map(put).collect());
    }
}
