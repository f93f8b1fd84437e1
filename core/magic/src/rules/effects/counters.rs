//! Putting counters on objects and removing them (121).

use duelog_kernel::ObjectId;

use super::Act;
use crate::cite;
use crate::language::definition::{Counter, Group, Number, Ref};
use crate::state::{Awaited, Board, Proposal};

/// The kinds of counters that an object has, in their order.
pub fn kinds_on(board: &Board, id: ObjectId) -> Vec<Counter> {
    let all = board.get(id).map_or(&[][..], |object| object.permanent.counters.as_slice());
    all.iter().filter(|(_, count)| *count > 0).map(|(kind, _)| *kind).collect()
}

impl Act<'_, '_> {
    pub(super) fn put_counters(&mut self, kind: Counter, number: &Number, on: &Group) {
        let objects = self.bearers(on);
        let (count, seats) = self.look(|sight, scope| (sight.count(number, scope), sight.seats(on, scope)));
        let by = self.running.context.controller;
        let put = objects.into_iter().map(|id| Proposal::PutCounters(id, kind, count, true, by));
        let got = seats.into_iter().map(|seat| Proposal::GainCounters(seat, kind, count));
        self.magic.happen(self.play, put.chain(got).collect());
    }

    /// Counters are taken from one permanent and put on another one; nothing happens where either cannot be.
    pub(super) fn move_counters(&mut self, kind: Counter, number: &Number, from: &Ref, to: &Ref) {
        let (from, to) = (self.permanents(&Group::Of(from.clone())), self.permanents(&Group::Of(to.clone())));
        let (Some(from), Some(to)) = (from.first().copied(), to.first().copied()) else { return };
        let count = self.look(|sight, scope| {
            let there = sight.object(from).map_or(0, |object| object.counters(kind));
            sight.count(number, scope).min(there)
        });
        cite!("121.5");
        if from == to || count == 0 {
            return;
        }
        let put = Proposal::PutCounters(to, kind, count, true, self.running.context.controller);
        if !self.magic.impossible(&self.magic.sight(self.play), &put) {
            self.magic.happen(self.play, vec![Proposal::RemoveCounters(from, kind, count), put]);
        }
    }

    /// A player removes a counter of one object: which kind it is, where there are several, the player says.
    pub(super) fn remove_one(&mut self, who: &Ref, from: &Ref) {
        let bearer = self.bearers(&Group::Of(from.clone())).first().copied();
        let kinds = bearer.map_or(Vec::new(), |id| kinds_on(&self.play.state().board, id));
        match (bearer, kinds.as_slice()) {
            (Some(id), [kind]) => self.magic.happen(self.play, vec![Proposal::RemoveCounters(id, *kind, 1)]),
            (Some(id), [_, ..]) => self.decide(who, |seat| Awaited::CounterOf(seat, id)),
            _ => self.magic.report(self.play, 0, Vec::new()),
        }
    }

    /// All counters are removed, whatever their kinds.
    pub(super) fn remove_all_counters(&mut self, from: &Group) {
        let objects = self.bearers(from);
        let batch = self.look(|sight, _| {
            let counters = |id| sight.object(id).map_or(&[][..], |object| &object.permanent.counters);
            let all = objects.iter().flat_map(|id| counters(*id).iter().map(|entry| (*id, *entry)));
            all.map(|(id, (kind, count))| Proposal::RemoveCounters(id, kind, count)).collect()
        });
        self.magic.happen(self.play, batch);
    }

    pub(super) fn remove_counters(&mut self, kind: Counter, number: &Number, from: &Group) {
        let objects = self.bearers(from);
        let wanted = self.look(|sight, scope| sight.count(number, scope));
        self.magic.happen(
            self.play,
            objects.into_iter().map(|id| Proposal::RemoveCounters(id, kind, wanted)).collect(),
        );
    }
}
