//! Control, the combat chain, winning and losing (8.5.35, 7.7.2d, 4.5).

use super::Act;
use crate::language::definition::Ref;
use crate::rule;
use crate::state::event::Event;
use crate::state::{Ending, EndingKind, Loss};

impl Act<'_, '_> {
    /// 7.7.2d
    pub fn close_chain(&mut self) {
        if self.play.state().board.combat.open {
            self.play.emit(Event::Closing, rule!("7.7.2d"));
        }
    }

    /// 4.0.3c
    pub fn extra_turn(&mut self, who: &Ref) {
        if let Some(seat) = self.seat(who) {
            self.play.emit(Event::TurnAdded(seat), rule!("4.0.3c"));
        }
    }

    /// 4.5.4b
    pub fn draw_the_game(&mut self) {
        self.play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Effect }), rule!("4.5.4b"));
    }

    /// 4.5.2b
    pub fn win_the_game(&mut self, who: &Ref) {
        if let Some(seat) = self.seat(who) {
            self.play.emit(
                Event::GameEnded(Ending { winner: Some(seat), why: EndingKind::Effect }),
                rule!("4.5.2b"),
            );
        }
    }

    /// 4.5.3b
    pub fn lose_the_game(&mut self, who: &Ref) {
        if let Some(seat) = self.seat(who) {
            self.rules.lose(self.play, vec![(seat, Loss::Effect)]);
        }
    }
}
