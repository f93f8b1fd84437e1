//! Countering spells and abilities (701.5).

use duelog_kernel::ObjectId;

use super::{Act, placed};
use crate::language::definition::{Destination, Group};
use crate::rules::looking_back::last_known;
use crate::state::event::Event;
use crate::state::{MoveReason, Object, Proposal, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn counter(&mut self, what: &Group) {
        let source = self.source();
        let batch = self.look(|sight, scope| {
            let spells = sight.objects(what, scope).into_iter().filter_map(|id| sight.object(id));
            spells
                .filter(|object| object.zone == Zone::Stack && Object::is_spell(object))
                .filter(|object| !sight.is_barred_counter(source, object.id))
                .map(|object| Proposal::to_graveyard(object.id, object.owner, MoveReason::Countered))
                .collect()
        });
        // What was paid for them stays paid.
        cite!("701.5b");
        let abilities = self.abilities(what);
        if !abilities.is_empty() {
            return self.counter_abilities(abilities);
        }
        self.magic.happen(self.play, batch);
    }

    /// 701.5a: those that are countered go there instead of the graveyard.
    pub(super) fn counter_to(&mut self, what: &Group, to: Destination) {
        let source = self.source();
        let batch = self.look(|sight, scope| {
            let spells = sight.objects(what, scope).into_iter().filter_map(|id| sight.object(id));
            spells
                .filter(|object| object.zone == Zone::Stack && Object::is_spell(object))
                .filter(|object| !sight.is_barred_counter(source, object.id))
                .map(|object| placed(object.id, object.owner, to, object.owner, MoveReason::Countered))
                .collect()
        });
        cite!("701.5a");
        self.magic.happen(self.play, batch);
    }

    /// The abilities on the stack of a group.
    fn abilities(&mut self, what: &Group) -> Vec<ObjectId> {
        self.look(|sight, scope| {
            let ability = |id: &ObjectId| {
                sight.object(*id).is_some_and(|object| object.zone == Zone::Stack && !object.is_spell())
            };
            sight.objects(what, scope).into_iter().filter(ability).collect()
        })
    }

    /// A countered ability is removed from the stack, and nothing of it happens (701.5a).
    fn counter_abilities(&mut self, abilities: Vec<ObjectId>) {
        let number = abilities.len() as u32;
        for id in &abilities {
            let last = last_known(&self.magic.sight(self.play), *id);
            self.play.emit(Event::Ceased(*id, last), rule!("701.5a"));
        }
        self.magic.report(self.play, number, abilities.into_iter().map(Value::Object).collect());
    }
}
