//! Continuous effects from resolutions (608.2), cross gears and fields.

use super::Act;
use crate::continuous::locked;
use crate::definition::{Change, Group, Ref, Until};
use crate::event::Event;
use crate::rule;
use crate::state::{Alter, Lasting};

impl Act<'_, '_> {
    /// What is changed and by how much is locked in now (110.2e, 608.2a, 608.2b).
    pub(super) fn modify(&mut self, what: &Group, changes: &[Change], until: Until) {
        let usable = changes.contains(&Change::Usable);
        let objects = if usable { self.objects(what) } else { self.elements(what) };
        if objects.is_empty() {
            return self.came_to(Vec::new());
        }
        let alters: Vec<Alter> = self.look(|sight, scope| changes.iter().map(|change| locked(change, sight, scope)).collect());
        let (source, controller) = (self.running.context.source, self.running.context.controller);
        let id = self.play.state().board.clock + 1;
        let _ = [rule!("110.2e"), rule!("608.2a")];
        self.rules.emit(self.play, Event::EffectBegan(Lasting { id, source, controller, until, objects, alters }), rule!("608.2b"));
    }

    /// The source, a cross gear, is crossed to a creature (303.3c).
    pub(super) fn cross(&mut self, to: &Ref) {
        let Some(gear) = self.object(&Ref::This) else { return };
        let host = self.object(to).filter(|host| self.play.state().board.in_battle(*host));
        if host.is_some() {
            self.rules.emit(self.play, Event::Crossed(gear, host), rule!("303.3c"));
        }
    }

    /// A field is turned upside down, and stays so (105.5, 701.28a).
    pub(super) fn turn_over(&mut self, what: &Ref) {
        let _ = rule!("105.5");
        if let Some(id) = self.object(what).filter(|id| self.play.state().board.in_battle(*id)) {
            self.rules.emit(self.play, Event::TurnedOver(id), rule!("701.28a"));
        }
    }
}
