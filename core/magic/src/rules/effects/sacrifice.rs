//! Sacrificing (701.16): all players choose before anything is sacrificed (101.4).

use duelog_kernel::Seat;

use super::Act;
use crate::cite;
use crate::language::definition::{Filter, Group, Number};
use crate::rules::eval::Scope;
use crate::state::{MoveReason, PickPurpose, Picking, Proposal};

impl Act<'_, '_> {
    pub(super) fn sacrifice(&mut self, who: &Group, number: &Number, filter: &Filter) {
        let seats = self.look(|sight, scope| sight.seats(who, scope));
        self.sacrifices(seats, number, filter);
    }

    fn sacrifices(&mut self, seats: Vec<Seat>, number: &Number, filter: &Filter) {
        let number = self.look(|sight, scope| sight.count(number, scope));
        let sight = self.magic.sight(self.play);
        let own = |seat: Seat| {
            let scope = Scope::running(self.running, &self.running.cursor);
            let mut options = self.magic.own(&sight, seat, &scope, filter);
            options.retain(|id| sight.can_be_sacrificed(*id));
            let number = number.min(options.len() as u32);
            (seat, options, number)
        };
        let (controller, sight) = (self.running.context.controller, &sight);
        let can = |seat: &Seat| !sight.keeps_all(*seat, controller);
        let mut players: Vec<_> = seats.into_iter().filter(can).map(own).collect();
        if players.is_empty() {
            return;
        }
        let (seat, options, number) = players.remove(0);
        let mut pick = Picking::new(seat, PickPurpose::Sacrifice, options, number, number);
        cite!("608.2e");
        pick.after = players;
        self.magic.pick(self.play, pick);
    }

    /// Nobody sacrifices what somebody else controls (701.16a).
    pub(super) fn sacrifice_these(&mut self, what: &Group) {
        let mut objects = self.permanents(what);
        let (sight, seat) = (self.magic.sight(self.play), self.running.context.controller);
        objects.retain(|id| sight.controller(*id) == Some(seat) && sight.can_be_sacrificed(*id));
        let batch = objects
            .into_iter()
            .map(|id| Proposal::to_graveyard(id, self.magic.owner(self.play, id), MoveReason::Sacrificed))
            .collect();
        self.magic.happen(self.play, batch);
    }
}
