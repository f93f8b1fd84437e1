//! Winning and losing by an effect (104.2b, 104.3e).

use super::Act;
use crate::language::definition::{Group, Ref};
use crate::rule;
use crate::state::event::Event;
use crate::state::{Ending, EndingKind, Loss, Proposal};

impl Act<'_, '_> {
    pub(super) fn lose_the_game(&mut self, who: &Group) {
        let losers = self.look(|sight, scope| sight.seats(who, scope));
        self.magic.happen(
            self.play,
            losers.into_iter().map(|seat| Proposal::Lose(seat, vec![Loss::Effect])).collect(),
        );
    }

    pub(super) fn draw_the_game(&mut self) {
        let ending = Ending { winner: None, why: EndingKind::Effect };
        self.play.emit(Event::GameEnded(ending), rule!("104.4c"));
    }

    pub(super) fn win_the_game(&mut self, who: &Ref) {
        let winner = self.look(|sight, scope| sight.seat(who, scope));
        let sight = self.magic.sight(self.play);
        if let Some(winner) = winner.filter(|winner| !self.magic.cannot_win(&sight, *winner)) {
            self.play.emit(
                Event::GameEnded(Ending { winner: Some(winner), why: EndingKind::Effect }),
                rule!("104.2b"),
            );
        }
    }
}
