//! Dealing damage (119).

use super::Act;
use crate::language::definition::{Group, Number, Ref};
use crate::state::Proposal;
use crate::state::event::Event;
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn remove_damage(&mut self, what: &Group) {
        for id in self.permanents(what) {
            self.play.emit(Event::DamageRemoved(id), rule!("702.88a"));
        }
    }

    pub(super) fn damage(&mut self, amount: &Number, to: &Group, from: Option<&Ref>, certain: bool) {
        let own = self.source();
        let batch = self.look(|sight, scope| {
            cite!("119.2b");
            let source = from.and_then(|reference| sight.object_of(reference, scope)).unwrap_or(own);
            let amount = sight.count(amount, scope);
            sight
                .members(to, scope)
                .into_iter()
                .map(|to| Proposal::Damage { source, to, amount, combat: false, certain })
                .collect()
        });
        self.magic.happen(self.play, batch);
    }
}
