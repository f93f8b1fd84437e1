//! Continuous effects from resolutions (608.2).

use super::Act;
use crate::language::definition::{Ability, Change, Group, USABLE, Until, Written};
use crate::rules::continuous::settled;
use crate::state::event::Event;
use crate::state::{CodeRef, Lasting};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// What is changed and by how much is locked in now (110.2e, 608.2a, 608.2b).
    pub(super) fn modify(&mut self, what: &Group, changes: &[Written], until: Until) {
        let usable = changes.contains(&Change::Rule(USABLE));
        let objects = if usable { self.objects(what) } else { self.elements(what) };
        if objects.is_empty() {
            return self.came_to(Vec::new());
        }
        let code = self.running.code;
        let changes = self.look(|sight, scope| {
            changes
                .iter()
                .filter_map(|change| settled(change, sight, scope, (code.card, code.face)))
                .collect()
        });
        let (source, controller) = (self.running.context.source, self.running.context.controller);
        let id = self.play.state().board.clock + 1;
        cite!("110.2e", "608.2a");
        self.rules.emit(
            self.play,
            Event::EffectBegan(Lasting {
                id,
                source,
                controller,
                until,
                objects,
                changes,
                imposed: None,
                chosen: Vec::new(),
            }),
            rule!("608.2b"),
        );
    }

    /// An ability begins to work by itself: what it reaches is not locked in (609.1).
    pub(super) fn impose(&mut self, ability: &Ability, until: Until) {
        let code = self.running.code;
        let place = self.rules.card_pool.face(code.card, code.face).place_of(ability);
        let imposed = place.map(|place| CodeRef { ability: Some(place), ..code });
        let context = &self.running.context;
        let (source, controller, chosen) = (context.source, context.controller, context.chosen.clone());
        let id = self.play.state().board.clock + 1;
        let (objects, changes) = (Vec::new(), Vec::new());
        let effect = Lasting { id, source, controller, until, objects, changes, imposed, chosen };
        self.rules.emit(self.play, Event::EffectBegan(effect), rule!("608.2"));
    }
}
