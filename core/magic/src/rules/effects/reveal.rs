//! Revealing cards (701.15) and putting cards of a library in order.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Filter, Group, Number, Ref};
use crate::rule;
use crate::rules::eval::Scope;
use crate::state::event::Event;
use crate::state::{PickPurpose, Picking, Value, Zone};

impl Act<'_, '_> {
    fn shown(&mut self, cards: Vec<ObjectId>) {
        if !cards.is_empty() {
            self.play.emit(Event::Shown(cards, u8::MAX), rule!("701.15a"));
        }
    }

    pub(super) fn arrange(&mut self, who: &Ref, number: &Number) {
        let Some((seat, count)) =
            self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.count(number, scope))))
        else {
            return;
        };
        let top: Vec<ObjectId> = self.play.state().board.top(seat).take(count as usize).collect();
        self.play.emit(Event::Shown(top.clone(), 1 << seat.0), rule!("701.15d"));
        let all = top.len() as u32;
        if all > 1 {
            self.magic.pick(self.play, Picking::new(seat, PickPurpose::Arrange, top, all, all));
        }
    }

    pub(super) fn reveal_top(&mut self, who: &Group, number: &Number) {
        let players: Vec<(Seat, u32)> = self.look(|sight, scope| {
            let of =
                |seat: Seat| (seat, sight.count(number, &Scope { it: Some(Value::Seat(seat)), ..*scope }));
            sight.seats(who, scope).into_iter().map(of).collect()
        });
        let cards: Vec<ObjectId> = players
            .into_iter()
            .flat_map(|(seat, count)| {
                self.play.state().board.top(seat).take(count as usize).collect::<Vec<_>>()
            })
            .collect();
        self.shown(cards.clone());
        self.magic.report(self.play, cards.len() as u32, cards.into_iter().map(Value::Object).collect());
    }

    pub(super) fn reveal_until(&mut self, who: &Ref, filter: &Filter) {
        let Some(seat) = self.look(|sight, scope| sight.seat(who, scope)) else { return };
        let mut cards: Vec<ObjectId> = self.play.state().board.top(seat).collect();
        let found = self.look(|sight, scope| cards.iter().position(|id| sight.matches(filter, *id, scope)));
        cards.truncate(found.map_or(cards.len(), |place| place + 1));
        let last: Vec<Value> =
            found.and_then(|place| cards.get(place)).map(|id| Value::Object(*id)).into_iter().collect();
        self.shown(cards);
        self.magic.report(self.play, last.len() as u32, last);
    }

    pub(super) fn reveal_hand(&mut self, who: &Group) {
        let cards: Vec<ObjectId> = self.look(|sight, scope| {
            sight
                .seats(who, scope)
                .into_iter()
                .flat_map(|seat| sight.board.zone(Zone::Hand(seat)).to_vec())
                .collect()
        });
        self.shown(cards);
    }

    pub(super) fn discard_chosen(&mut self, who: &Ref, from: &Ref, number: &Number, filter: &Filter) {
        let found = self.look(|sight, scope| {
            let (seat, from) = (sight.seat(who, scope)?, sight.seat(from, scope)?);
            let hand = sight.board.zone(Zone::Hand(from)).iter().copied();
            let options: Vec<ObjectId> = hand.filter(|id| sight.matches(filter, *id, scope)).collect();
            Some((seat, options, sight.count(number, scope)))
        });
        let Some((seat, options, number)) = found else { return };
        let number = number.min(options.len() as u32);
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::DiscardChosen, options, number, number));
    }

    /// Each owner puts the own cards of the group on the bottom of the library in any order; the active
    /// player first.
    pub(super) fn put_on_bottom(&mut self, what: &Group) {
        let cards: Vec<(Seat, ObjectId)> = self.look(|sight, scope| {
            let card = |id: ObjectId| {
                sight.object(id).and_then(|object| {
                    if let Zone::Library(seat) = object.zone { Some((seat, id)) } else { None }
                })
            };
            sight.objects(what, scope).into_iter().filter_map(card).collect()
        });
        // The frame on top goes first.
        for seat in self.play.state().board.apnap().into_iter().rev() {
            let own: Vec<ObjectId> = cards.iter().filter(|card| card.0 == seat).map(|card| card.1).collect();
            let all = own.len() as u32;
            if all > 0 {
                self.magic.pick(self.play, Picking::new(seat, PickPurpose::Bottom, own, all, all));
            }
        }
    }
}
