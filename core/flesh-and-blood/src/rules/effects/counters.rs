//! Counters, marks, tapping (8.5.14, 8.5.16, 8.5.50, 8.5.55, 8.5.56).

use duelog_kernel::{Item, ObjectId, Seat};

use super::Act;
use crate::language::definition::{Counter, Deed, Group, Number, Ref};
use crate::rules::game::{FleshAndBlood, Game};
use crate::rules::restrictions::permits;
use crate::state::event::Event;
use crate::state::{PickPurpose, Proposal, picking};
use crate::{cite, rule};

impl FleshAndBlood {
    /// 8.5.30: each object gets its share, all at once.
    pub fn distributed(&self, play: &mut Game<'_>, by: Seat, kind: Counter, shares: &[(Item, u32)]) {
        self.pop(play, rule!("8.5.30"));
        let share = |(item, count): &(Item, u32)| match item {
            Item::Object(id) => Some(Proposal::PutCounters(*id, kind, *count)),
            _ => None,
        };
        self.happen_as_ordered(play, by, shares.iter().filter_map(share).collect(), false);
    }
}

impl Act<'_, '_> {
    /// 8.5.30: among what can have counters.
    pub fn distribute(&mut self, who: &Ref, kind: Counter, count: &Number, among: &Group) {
        let (Some(seat), count) = (self.seat(who), self.count(count)) else { return };
        let mut options = self.options(among);
        options.retain(|id: &ObjectId| self.play.state().board.get(*id).is_some_and(|object| object.public));
        if count > 0 && !options.is_empty() {
            self.rules.pick(self.play, picking(seat, PickPurpose::Distribute(kind, count), options, 0, 0));
        }
    }

    /// 8.5.14
    pub fn put_counters(&mut self, kind: Counter, count: &Number, on: &Group) {
        let count = self.count(count);
        let batch = self.objects(on).into_iter().map(|id| Proposal::PutCounters(id, kind, count)).collect();
        self.rules.happen_as_ordered(self.play, self.controller(), batch, false);
    }

    /// All counters of an object at once; as many as there are.
    pub fn remove_counters(&mut self, kind: Counter, count: &Number, from: &Group) {
        let count = self.count(count);
        let (since, mut removed) = (self.play.state().board.history.len(), 0_u32);
        for id in self.objects(from) {
            let there = self.play.state().board.get(id).map_or(0, |object| object.counters(kind)).min(count);
            if there > 0 {
                removed = removed.saturating_add(there);
                self.play.emit(Event::CountersRemoved(id, kind, there), rule!("8.5.16"));
            }
        }
        // Noticed as one event, from however many objects.
        cite!("8.5.16b");
        self.rules.notice(self.play, since);
        self.report(removed, Vec::new());
    }

    /// 8.5.42: nothing is moved where there is nothing to move.
    pub fn move_counters(&mut self, kind: Counter, count: &Number, from: &Ref, to: &Ref) {
        let count = self.count(count);
        let (Some(from), Some(to)) =
            self.look(|sight, scope| (sight.object_of(from, scope), sight.object_of(to, scope)))
        else {
            return;
        };
        let board = &self.play.state().board;
        let moved = board
            .get(from)
            .filter(|object| object.exists())
            .map_or(0, |object| object.counters(kind))
            .min(count);
        let there = board.get(to).is_some_and(|object| object.exists() && object.public);
        cite!("8.5.42a");
        if moved == 0 || !there || from == to {
            return self.report(0, Vec::new());
        }
        self.rules.emit(self.play, Event::CountersRemoved(from, kind, moved), rule!("8.5.42"));
        let since = self.play.state().board.history.len();
        self.rules.put_counters(self.play, to, kind, moved, rule!("8.5.42"));
        self.rules.notice(self.play, since);
        self.report(moved, Vec::new());
    }

    /// 8.5.50
    pub fn mark(&mut self, what: &Group) {
        let mut marked = 0;
        for id in self.objects(what) {
            let is = self.play.state().board.get(id).is_some_and(|object| object.marked);
            cite!("9.3.1", "9.3.2", "9.3.2a");
            if !is && self.look(|sight, _| sight.hero_seat(id)).is_some() {
                marked += 1;
                self.rules.emit(self.play, Event::Marked(id, true), rule!("8.5.50"));
            }
        }
        self.report(marked, Vec::new());
    }

    /// 8.5.55, 8.5.56: what is so already cannot become so.
    pub fn tap(&mut self, what: &Group, tap: bool) {
        let mut changed = 0;
        for id in self.objects(what) {
            let able = tap || self.look(|sight, _| permits(sight, Deed::Untap, id, None, Ok(())).is_ok());
            cite!("8.5.55a", "8.5.56a");
            if able && self.play.state().board.get(id).is_some_and(|object| object.tapped != tap) {
                changed += 1;
                let (event, rule) = if tap {
                    (Event::Tapped(id), rule!("8.5.55"))
                } else {
                    (Event::Untapped(id), rule!("8.5.56"))
                };
                self.rules.emit(self.play, event, rule);
            }
        }
        self.report(changed, Vec::new());
    }
}
