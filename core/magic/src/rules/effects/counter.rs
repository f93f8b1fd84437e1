//! Countering spells and abilities (701.5).

use super::Act;
use crate::cite;
use crate::language::definition::Group;
use crate::state::{MoveReason, Object, Proposal, Zone};

impl Act<'_, '_> {
    pub(super) fn counter(&mut self, what: &Group) {
        let batch = self.look(|sight, scope| {
            let spells = sight.objects(what, scope).into_iter().filter_map(|id| sight.object(id));
            spells
                .filter(|object| object.zone == Zone::Stack && Object::is_spell(object))
                .map(|object| Proposal::to_graveyard(object.id, object.owner, MoveReason::Countered))
                .collect()
        });
        // What was paid for them stays paid.
        cite!("701.5b");
        self.magic.happen(self.play, batch);
    }
}
