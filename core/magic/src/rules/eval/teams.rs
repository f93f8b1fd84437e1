//! Whom effects reach where teams take turns (805).

use duelog_kernel::Seat;

use super::{Scope, Sight};
use crate::cite;
use crate::language::definition::Group;
use crate::state::Board;

impl Sight<'_> {
    /// The players of a group whose turns, phases or steps an effect changes: of each team that takes turns the primary
    /// player, once for the whole effect (805.8).
    pub fn teams(&self, group: &Group, scope: &Scope<'_>) -> Vec<Seat> {
        cite!("805.8");
        let once = self.board.once_a_team(self.seats(group, scope), Board::primary);
        once.into_iter().map(|seat| self.board.primary(seat)).collect()
    }

    /// The players of a group with those who take their turns together with them: who controls one of them controls the
    /// team (805.8).
    pub fn with_mates(&self, group: &Group, scope: &Scope<'_>) -> Vec<Seat> {
        self.teams(group, scope).into_iter().flat_map(|seat| self.board.mates(seat)).collect()
    }

    /// The one player of the active team whom an ability means with the active player: its controller, or else the
    /// primary player (805.9).
    pub fn active_for(&self, scope: &Scope<'_>) -> Seat {
        let own = scope.controller.filter(|seat| self.board.is_active(*seat));
        own.unwrap_or(self.board.turn.active)
    }
}
