//! Revealing cards (701.15) and putting cards of a library in order.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Filter, Group, Number, Ref, Showing, ZoneKind};
use crate::rule;
use crate::rules::eval::{Scope, Sight};
use crate::state::event::Event;
use crate::state::{PickPurpose, Picking, Value, Zone};

impl Act<'_, '_> {
    pub(super) fn reveal(&mut self, what: &Group) {
        let cards = self.look(|sight, scope| sight.objects(what, scope));
        if !cards.is_empty() {
            self.play.emit(Event::Shown(cards, u8::MAX), rule!("701.15a"));
        }
    }

    /// The effect's player looks at cards.
    pub(super) fn peek(&mut self, what: &Group) {
        let cards = self.look(|sight, scope| sight.objects(what, scope));
        let seat = self.running.context.controller;
        if !cards.is_empty() {
            self.play.emit(Event::Shown(cards, 1 << seat.0), rule!("701.15d"));
        }
    }

    pub(super) fn look_at(
        &mut self,
        whose: &Group,
        zone: ZoneKind,
        number: Option<&Number>,
        until: Option<(&Filter, bool)>,
        reveal: bool,
    ) {
        let (cards, last) = self.look(|sight, scope| {
            let (mut cards, mut last) = (Vec::new(), Vec::new());
            for seat in sight.seats(whose, scope) {
                let own = Scope { it: Some(Value::Seat(seat)), ..*scope };
                let most = number.map_or(usize::MAX, |number| sight.count(number, &own) as usize);
                let mut all: Vec<ObjectId> = match zone {
                    ZoneKind::Hand => sight.board.zone(Zone::Hand(seat)).to_vec(),
                    _ => sight.board.top(seat).take(most).collect(),
                };
                let found =
                    until.map(|(until, _)| all.iter().position(|id| sight.matches(until, *id, scope)));
                match found {
                    Some(Some(place)) => {
                        all.truncate(place + 1);
                        let from = if until.is_some_and(|(_, whole)| whole) { 0 } else { place };
                        last.extend(&all[from..]);
                    }
                    Some(None) if until.is_some_and(|(_, whole)| whole) => last.extend(&all),
                    Some(None) => {}
                    None => last.extend(&all),
                }
                cards.extend(all);
            }
            (cards, last)
        });
        let (seats, rule) = if reveal {
            (u8::MAX, rule!("701.15a"))
        } else {
            (1 << self.running.context.controller.0, rule!("701.15d"))
        };
        if !cards.is_empty() {
            self.play.emit(Event::Shown(cards, seats), rule);
        }
        self.magic.report(self.play, last.len() as u32, last.into_iter().map(Value::Object).collect());
    }

    pub(super) fn reveal_this(&mut self) {
        let card = self.source();
        self.play.emit(Event::ShownFor(vec![card], Showing::Ability), rule!("701.15a"));
        self.magic.report(self.play, 1, vec![Value::Object(card)]);
    }

    pub(super) fn discard_chosen(&mut self, who: &Ref, from: &Ref, number: &Number, filter: &Filter) {
        let found = self.look(|sight, scope| {
            let (seat, from) = (sight.seat(who, scope)?, sight.seat(from, scope)?);
            let hand = sight.board.zone(Zone::Hand(from)).iter().copied();
            let fits = |sight: &Sight<'_>| -> Vec<ObjectId> {
                hand.clone().filter(|id| sight.matches(filter, *id, scope)).collect()
            };
            Some((seat, fits(sight), fits(&sight.unseeing()).len(), sight.count(number, scope)))
        });
        let Some((seat, options, possible, number)) = found else { return };
        let (min, max) = self.magic.within(number, number, options.len(), possible);
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::DiscardChosen, options, min, max));
    }

    /// Cards of libraries are put on top or on the bottom of them: each owner says in which order, the active
    /// player first (401.4); the effect's player where the owner has not seen them, as who looks at them puts them back
    /// (608.2c). Whether all of the group is in libraries.
    pub(super) fn put_back(&mut self, what: &Group, purpose: PickPurpose) -> bool {
        let cards: Option<Vec<(Seat, ObjectId)>> = self.look(|sight, scope| {
            let there = |id: &ObjectId| sight.object(*id).is_some_and(|object| object.zone.exists());
            let card = |id: ObjectId| match sight.object(id)?.zone {
                Zone::Library(seat) => Some((seat, id)),
                _ => None,
            };
            sight.objects(what, scope).into_iter().filter(there).map(card).collect()
        });
        let Some(cards) = cards.filter(|cards| !cards.is_empty()) else { return false };
        // The frame on top goes first.
        for seat in self.play.state().board.apnap().into_iter().rev() {
            let own: Vec<ObjectId> = cards.iter().filter(|card| card.0 == seat).map(|card| card.1).collect();
            let all = own.len() as u32;
            if all > 0 {
                let board = &self.play.state().board;
                let saw = |id: &ObjectId| board.shown_to(*id) & board.eyes(seat) != 0;
                let orders = !self.magic.card_pool.orders_what_it_looks_at() || own.iter().all(saw);
                let seat = if orders { seat } else { self.running.context.controller };
                self.magic.pick(self.play, Picking::new(seat, purpose, own, all, all));
            }
        }
        true
    }
}
