//! Losing, extra turns (104.2c, 500.5).

use super::Act;
use crate::language::definition::Ref;
use crate::rule;
use crate::state::event::Event;
use crate::state::{Ending, EndingKind, other};

impl Act<'_, '_> {
    /// The player loses and the other wins; the game ends at once (104.1).
    pub(super) fn lose(&mut self, who: &Ref) {
        let seat = other(self.seat(who));
        self.rules.emit_quietly(
            self.play,
            Event::GameEnded(Ending { winner: Some(seat), why: EndingKind::Effect }),
            rule!("104.2c"),
        );
    }

    /// The player takes a turn after this one.
    pub(super) fn extra_turn(&mut self, who: &Ref) {
        let seat = self.seat(who);
        self.rules.emit(self.play, Event::ExtraTurn(seat), rule!("500.5"));
    }
}
