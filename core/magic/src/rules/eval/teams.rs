//! Whom effects reach where teams take turns (805).

use duelog_kernel::Seat;

use super::{Knows, Scope, Sight};
use crate::cite;
use crate::language::definition::{Condition, Group, Ref};
use crate::state::{Board, PlanarDecks};

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

    /// True if `you` means both players of a team: in an ability of a plane or a phenomenon (901.12c). A script of such an
    /// ability is done by one of them after the other, and means the one who does it.
    pub fn means_team(&self, scope: &Scope<'_>) -> bool {
        if !self.board.shares_life()
            || self.board.terms.planes == PlanarDecks::None
            || scope.knows == Knows::Script
        {
            return false;
        }
        let source = scope.source.and_then(|source| self.board.get(source));
        source.is_some_and(|source| self.card_pool.card(source.card).definition.types.is_planar())
    }

    /// The players whom an ability means with `you`: its controller, or both players of the team.
    pub fn heads(&self, scope: &Scope<'_>) -> Vec<Seat> {
        let Some(own) = scope.controller else { return Vec::new() };
        if !self.means_team(scope) {
            return vec![own];
        }
        cite!("901.12c");
        self.board.mates(own)
    }

    /// True if a condition holds for a player whom an ability means with `you`.
    pub fn holds_for_one(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        if !self.means_team(scope) {
            return self.holds(condition, scope);
        }
        let holds = |head| self.holds(condition, &Scope { controller: Some(head), ..*scope });
        self.heads(scope).into_iter().any(holds)
    }

    /// True if a player is one of two whom an ability means with `you`.
    pub fn is_head(&self, reference: &Ref, seat: Seat, scope: &Scope<'_>) -> bool {
        *reference == Ref::You && self.means_team(scope) && self.heads(scope).contains(&seat)
    }

    /// The one player of the active team whom an ability means with the active player: its controller, or else the
    /// primary player (805.9).
    pub fn active_for(&self, scope: &Scope<'_>) -> Seat {
        let own = scope.controller.filter(|seat| self.board.is_active(*seat));
        own.unwrap_or(self.board.turn.active)
    }
}
