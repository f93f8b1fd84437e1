//! Winning and losing by an effect (104.2b, 104.3e).

use super::Act;
use crate::definition::{Group, Ref};
use crate::event::Event;
use crate::rule;
use crate::state::{Ending, EndingKind, Loss};

impl Act<'_, '_> {
    pub(super) fn lose_the_game(&mut self, who: &Group) {
        let losers = self.look(|sight, scope| sight.seats(who, scope));
        self.magic.lose(self.play, losers.into_iter().map(|seat| (seat, Loss::Effect)).collect());
    }

    pub(super) fn win_the_game(&mut self, who: &Ref) {
        if let Some(winner) = self.look(|sight, scope| sight.seat(who, scope)) {
            self.play.emit(Event::GameEnded(Ending { winner: Some(winner), why: EndingKind::Effect }), rule!("104.2b"));
        }
    }
}
