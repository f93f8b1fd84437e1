//! Putting counters on objects and removing them (121).

use super::Act;
use crate::definition::{Counter, Group, Number};
use crate::event::Event;
use crate::rule;
use crate::state::Proposal;

impl Act<'_, '_> {
    pub(super) fn put_counters(&mut self, kind: Counter, number: &Number, on: &Group) {
        let objects = self.permanents(on);
        let count = self.look(|sight, scope| sight.count(number, scope));
        self.magic.happen(self.play, objects.into_iter().map(|id| Proposal::PutCounters(id, kind, count)).collect());
    }

    pub(super) fn remove_counters(&mut self, kind: Counter, number: &Number, from: &Group) {
        let objects = self.permanents(from);
        let wanted = self.look(|sight, scope| sight.count(number, scope));
        let mut removed = 0;
        for id in objects {
            let count = self.play.state().board.get(id).map_or(0, |object| object.counters(kind)).min(wanted);
            if count > 0 {
                removed += count;
                self.magic.emit(self.play, Event::CountersRemoved(id, kind, count), rule!("121.1"));
            }
        }
        self.magic.report(self.play, removed, Vec::new());
    }
}
