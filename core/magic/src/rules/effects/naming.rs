//! Choosing a name (201.3), a colour or a type, and keeping groups for later parts of a script.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use super::entering::enter_otherwise;
use crate::language::definition::{Group, Ref};
use crate::rule;
use crate::rules::looking_back::is_left;
use crate::state::event::Event;
use crate::state::{Awaited, Chosen, Frame, Running};

impl Act<'_, '_> {
    /// The player chooses something, and the script waits for it.
    pub(super) fn decide(&mut self, who: &Ref, wait: impl FnOnce(Seat) -> Awaited) {
        let seat =
            self.look(|sight, scope| sight.seat(who, scope)).unwrap_or(self.running.context.controller);
        let running = Running { wait: wait(seat), ..self.running.clone() };
        self.play.emit(Event::Replaced(Frame::Running(running)), rule!("608.2d"));
    }

    /// 607.2a, 607.2c: the linked abilities of the source speak of these objects.
    pub(super) fn link(&mut self, what: &Group) {
        let objects: Vec<ObjectId> = self.look(|sight, scope| {
            // A commander that was put into the command zone instead has not been exiled (607.2a, 903.9a).
            let left =
                |id: &ObjectId| sight.object(*id).is_some_and(|object| is_left(sight.card_pool, object));
            sight.objects(what, scope).into_iter().filter(|id| !left(id)).collect()
        });
        let code = self.running.code;
        if self.magic.is_of_entering(code) {
            let links = objects.into_iter().map(|id| (code.card, id));
            enter_otherwise(self.play, |entering| entering.links.extend(links));
        } else if !objects.is_empty() {
            self.play.emit(Event::Linked(self.source(), self.running.code.card, objects), rule!("607.2a"));
        }
    }

    /// The word is chosen for the object that enters (607.2e).
    pub(super) fn anchor(&mut self, word: &str) {
        self.magic.chosen_for_entering(self.play, self.running, Chosen::Anchor(word.to_string()));
    }

    pub(super) fn note(&mut self, what: &Group) {
        let members = self.look(|sight, scope| sight.members(what, scope));
        let mut running = self.running.clone();
        running.noted.push(members);
        self.play.emit(Event::Replaced(Frame::Running(running)), rule!("608.2c"));
    }
}
