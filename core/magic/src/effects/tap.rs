//! Tapping and untapping (701.20).

use super::Act;
use crate::definition::{Group, Ref, Until};
use crate::event::Event;
use crate::rule;
use crate::state::LastingKind;

impl Act<'_, '_> {
    /// 502.2: effects can keep permanents from untapping.
    pub(super) fn stay_tapped(&mut self, what: &Group, whose: Option<&Ref>) {
        let objects = self.permanents(what);
        let seat = whose.and_then(|whose| self.look(|sight, scope| sight.seat(whose, scope)));
        if !objects.is_empty() {
            self.begin(LastingKind::Stay { objects, seat }, Until::Forever);
        }
    }

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
