//! Becoming renowned (702.111); reaching a level (303.6).

use super::Act;
use crate::language::definition::Group;
use crate::rule;
use crate::state::event::Event;

impl Act<'_, '_> {
    /// 702.111b: only a permanent becomes renowned, and it stays so as long as it is there.
    pub(super) fn make_renowned(&mut self, what: &Group) {
        for id in self.permanents(what) {
            if self.play.state().board.get(id).is_some_and(|object| !object.permanent.renowned) {
                self.play.emit(Event::BecameRenowned(id), rule!("702.111b"));
            }
        }
    }

    /// 303.6: a Class reaches its next level.
    pub(super) fn reach_level(&mut self, level: u8) {
        let source = self.source();
        if self.play.state().board.is_permanent(source) {
            self.magic.emit(self.play, Event::LevelReached(source, level), rule!("303.6"));
        }
    }
}
