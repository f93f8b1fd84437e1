//! Gaining and losing life (118).

use super::Act;
use crate::cite;
use crate::language::definition::{Group, Number};
use crate::state::{Board, Proposal};

impl Act<'_, '_> {
    pub(super) fn gain_life(&mut self, who: &Group, number: &Number) {
        let batch = self.look(|sight, scope| {
            let amount = sight.count(number, scope);
            sight.seats(who, scope).into_iter().map(|seat| Proposal::GainLife(seat, amount)).collect()
        });
        self.magic.happen(self.play, batch);
    }

    /// 118.5: a player gains or loses what is needed.
    pub(super) fn set_life(&mut self, who: &Group, number: &Number) {
        let batch = self.look(|sight, scope| {
            let wanted = sight.number(number, scope);
            let change = |seat| {
                let life = sight.board.player(seat).life;
                cite!("118.5");
                if wanted >= life {
                    Proposal::GainLife(seat, wanted.abs_diff(life))
                } else {
                    Proposal::LoseLife(seat, life.abs_diff(wanted), false)
                }
            };
            // One of those who share a life total is affected.
            cite!("810.9c", "810.9d");
            let seats = sight.board.once_a_team(sight.seats(who, scope), Board::first_sharer);
            seats.into_iter().map(change).collect()
        });
        self.magic.happen(self.play, batch);
    }

    pub(super) fn lose_life(&mut self, who: &Group, number: &Number) {
        let batch = self.look(|sight, scope| {
            let amount = sight.count(number, scope);
            sight.seats(who, scope).into_iter().map(|seat| Proposal::LoseLife(seat, amount, false)).collect()
        });
        self.magic.happen(self.play, batch);
    }
}
