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
            let options = self.magic.own(&sight, seat, &scope, filter);
            let number = number.min(options.len() as u32);
            (seat, options, number)
        };
        let mut players: Vec<_> = seats.into_iter().map(own).collect();
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
        let seat = self.running.context.controller;
        self.sacrificed_by(&[seat], what);
    }

    /// Several players sacrifice what is theirs, all at once (701.16a).
    pub(super) fn they_sacrifice(&mut self, who: &Group, what: &Group) {
        let seats = self.look(|sight, scope| sight.seats(who, scope));
        self.sacrificed_by(&seats, what);
    }

    fn sacrificed_by(&mut self, seats: &[Seat], what: &Group) {
        let mut objects = self.permanents(what);
        let sight = self.magic.sight(self.play);
        cite!("701.16a");
        objects.retain(|id| sight.controller(*id).is_some_and(|seat| seats.contains(&seat)));
        let batch = objects
            .into_iter()
            .map(|id| Proposal::to_graveyard(id, self.magic.owner(self.play, id), MoveReason::Sacrificed))
            .collect();
        self.magic.happen(self.play, batch);
    }
}
