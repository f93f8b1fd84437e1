//! Control, the combat chain, winning and losing (8.5.35, 7.7.2d, 4.5).

use super::Act;
use crate::language::definition::{Fate, Ref};
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

    /// The game ends for a player as an effect says, or for all.
    pub fn end(&mut self, who: &Ref, fate: Fate) {
        let Some(seat) = self.seat(who) else { return };
        let ending = |winner| Event::GameEnded(Ending { winner, why: EndingKind::Effect });
        match fate {
            Fate::Wins => self.play.emit(ending(Some(seat)), rule!("4.5.2b")),
            Fate::Loses => self.rules.lose(self.play, vec![(seat, Loss::Effect)]),
            Fate::Draws => self.play.emit(ending(None), rule!("4.5.4b")),
        }
    }
}
