//! Picking so many objects of each of several kinds, all of them or none (8.4.14).

use duelog_kernel::ObjectId;

use super::Act;
use crate::cite;
use crate::language::definition::{Filter, Group, Names, Number, Ref};
use crate::state::{PickPurpose, Picking, picking};

impl Act<'_, '_> {
    /// What is needed for so many of each kind: of the objects of any of some kinds at least as many as these
    /// kinds need together. Where that is so for all kinds, each object that is picked can count for one
    /// of them.
    pub fn kinds(&mut self, from: &Group, kinds: &[(u32, Filter)]) -> Vec<(Vec<ObjectId>, u32)> {
        let options = self.options(from);
        let kinds = kinds.get(..kinds.len().min(MOST)).unwrap_or_default();
        self.look(|sight, scope| {
            let some = |set: u32| {
                let chosen = || {
                    kinds
                        .iter()
                        .enumerate()
                        .filter(move |(place, _)| set & 1 << place != 0)
                        .map(|entry| entry.1)
                };
                let fits = |id: &ObjectId| chosen().any(|(_, filter)| sight.matches(filter, *id, scope));
                let count = chosen().map(|(count, _)| *count).fold(0, u32::saturating_add);
                (options.iter().copied().filter(fits).collect(), count)
            };
            (1..1u32 << kinds.len()).map(some).collect()
        })
    }

    /// A player picks so many of each kind; where there are not enough, none.
    pub fn pick_kinds(&mut self, who: &Ref, from: &Group, kinds: &[(u32, Filter)]) {
        // As decompose wants cards of two kinds.
        cite!("8.4.14");
        let (Some(seat), needed) = (self.seat(who), self.kinds(from, kinds)) else { return };
        // The last of them is all kinds together.
        let Some((options, count)) = needed.last().cloned() else { return self.report(0, Vec::new()) };
        if needed.iter().any(|(found, count)| (found.len() as u32) < *count) {
            return self.report(0, Vec::new());
        }
        let picking = Picking { kinds: needed, ..picking(seat, PickPurpose::Script, options, count, count) };
        self.rules.pick(self.play, picking);
    }
}

impl Act<'_, '_> {
    /// A player picks objects that all have the same name, or each another one.
    pub fn pick_names(&mut self, who: &Ref, from: &Group, (min, max): (&Number, &Number), names: Names) {
        let Some(seat) = self.seat(who) else { return };
        let (options, min, max) = (self.options(from), self.count(min), self.count(max));
        cite!("2.7.1");
        let apart = self.look(|sight, _| {
            let alike = |one: ObjectId, other: ObjectId| {
                sight.has_name_of(one, other) || sight.has_name_of(other, one)
            };
            let pairs = options
                .iter()
                .enumerate()
                .flat_map(|(place, one)| options.iter().skip(place + 1).map(move |other| (*one, *other)));
            pairs.filter(|(one, other)| alike(*one, *other) != (names == Names::Same)).collect()
        });
        let max = max.min(options.len() as u32);
        let picking = Picking { apart, ..picking(seat, PickPurpose::Script, options, min.min(max), max) };
        self.rules.pick(self.play, picking);
    }
}

/// So many kinds are told apart at most.
const MOST: usize = 6;
