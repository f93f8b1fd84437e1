//! Tapping and untapping (701.20).

use super::Act;
use crate::definition::Group;
use crate::event::Event;
use crate::rule;

impl Act<'_, '_> {
    pub(super) fn tap(&mut self, what: &Group) {
        for id in self.permanents(what) {
            if self.play.state().board.get(id).is_some_and(|object| !object.permanent.tapped) {
                self.magic.emit(self.play, Event::Tapped(id), rule!("701.20a"));
            }
        }
    }

    pub(super) fn untap(&mut self, what: &Group) {
        for id in self.permanents(what) {
            if self.play.state().board.get(id).is_some_and(|object| object.permanent.tapped) {
                self.magic.emit(self.play, Event::Untapped(id), rule!("701.20b"));
            }
        }
    }
}
