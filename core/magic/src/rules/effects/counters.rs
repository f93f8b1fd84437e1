//! Putting counters on objects and removing them (121).

use super::Act;
use crate::language::definition::{Counter, Group, Number};
use crate::state::Proposal;

impl Act<'_, '_> {
    pub(super) fn put_counters(&mut self, kind: Counter, number: &Number, on: &Group) {
        let objects = self.permanents(on);
        let count = self.look(|sight, scope| sight.count(number, scope));
        self.magic.happen(
            self.play,
            objects.into_iter().map(|id| Proposal::PutCounters(id, kind, count, true)).collect(),
        );
    }

    pub(super) fn remove_counters(&mut self, kind: Counter, number: &Number, from: &Group) {
        let objects = self.permanents(from);
        let wanted = self.look(|sight, scope| sight.count(number, scope));
        self.magic.happen(
            self.play,
            objects.into_iter().map(|id| Proposal::RemoveCounters(id, kind, wanted)).collect(),
        );
    }
}
