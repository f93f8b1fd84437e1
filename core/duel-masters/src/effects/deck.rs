//! The deck: drawing, taking cards from its top, looking, searching, shuffling.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::definition::{Destination, Filter, Group, Number, Ref};
use crate::event::Event;
use crate::state::{Hold, PickPurpose, Value, Wait, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// So many draws, one after the other (114.2).
    pub(super) fn draw(&mut self, who: &Ref, count: &Number) {
        let (seat, count) = (self.seat(who), self.count(count));
        self.wait(Wait::Drawing(seat, count));
    }

    /// The top cards go elsewhere, all at once (400.7); this is no drawing, even into the hand (114.3).
    pub(super) fn take_from_deck(&mut self, who: &Ref, count: &Number, to: Destination) {
        let (seat, count) = (self.seat(who), self.count(count));
        let _ = rule!("114.3");
        let ids: Vec<ObjectId> = self.play.state().board.zone(Zone::Deck(seat)).rev().take(count as usize).collect();
        if ids.is_empty() {
            return self.came_to(Vec::new());
        }
        self.rules.send(self.play, ids, to);
    }

    /// The top cards of a deck are looked at: they stay there, and no other effect touches them (605.4).
    pub(super) fn look_at_deck(&mut self, who: &Ref, whose: &Ref, count: &Number) {
        let (seat, owner, count) = (self.seat(who), self.seat(whose), self.count(count));
        self.hold_top(owner, count, 1 << seat.0);
    }

    /// The same, for all to see.
    pub(super) fn reveal_deck(&mut self, whose: &Ref, count: &Number) {
        let (owner, count) = (self.seat(whose), self.count(count));
        self.hold_top(owner, count, u8::MAX);
    }

    fn hold_top(&mut self, owner: Seat, count: u32, seats: u8) {
        let ids: Vec<ObjectId> = self.play.state().board.zone(Zone::Deck(owner)).rev().take(count as usize).collect();
        for id in &ids {
            self.rules.emit_quietly(self.play, Event::Held(*id, Hold::Looked), rule!("605.4"));
        }
        self.rules.emit_quietly(self.play, Event::Shown(ids.clone(), seats), if seats == u8::MAX { rule!("401.5") } else { rule!("605.4") });
        self.came_to(ids.into_iter().map(Value::Object).collect());
    }

    /// What is still looked at goes back, in an order that the player chooses (401.4).
    pub(super) fn put_back(&mut self, who: &Ref, to: Destination) {
        let seat = self.seat(who);
        let mut options: Vec<Value> = self.look(|sight, scope| sight.members(&Group::Looked(Filter::Any), scope));
        options.sort_unstable();
        let all = options.len() as u32;
        self.pick(seat, PickPurpose::Order(to), options, all, all);
    }

    /// Cards are shown to all (701.9a); they stay where they are (701.9b).
    pub(super) fn show(&mut self, what: &Group) {
        let ids = self.objects(what);
        let _ = rule!("701.9b");
        self.rules.emit_quietly(self.play, Event::Shown(ids, u8::MAX), rule!("701.9a"));
    }

    /// A player looks at cards.
    pub(super) fn look_at(&mut self, who: &Ref, what: &Group) {
        let (seat, ids) = (self.seat(who), self.objects(what));
        self.rules.emit_quietly(self.play, Event::Shown(ids, 1 << seat.0), rule!("400.2b"));
    }

    /// The player looks at the whole own deck and need not find what is there (701.10b).
    pub(super) fn search(&mut self, who: &Ref, filter: &Filter, count: &Number, to: Destination) {
        let (seat, count) = (self.seat(who), self.count(count));
        let ids: Vec<ObjectId> = self.play.state().board.zone(Zone::Deck(seat)).collect();
        cite!("701.10c");
        self.rules.emit_quietly(self.play, Event::Shown(ids.clone(), 1 << seat.0), rule!("701.10a"));
        let mut options: Vec<Value> =
            self.look(|sight, scope| ids.into_iter().filter(|id| sight.matches(filter, *id, scope)).map(Value::Object).collect());
        options.sort_unstable();
        let max = count.min(options.len() as u32);
        let _ = rule!("701.10b");
        self.pick(seat, PickPurpose::Search(to), options, 0, max);
    }

    /// Shuffles a deck.
    pub(super) fn shuffle(&mut self, who: &Ref) {
        let seat = self.seat(who);
        self.rules.shuffle(self.play, seat, rule!("701.11a"));
    }
}
