//! The deck: drawing, taking cards from its top, looking, searching, shuffling.

use duelog_kernel::ObjectId;
use duelog_kernel::decision::most_of;

use super::Act;
use crate::language::definition::{Destination, Filter, Group, Number, Ref, Subject};
use crate::state::event::Event;
use crate::state::{Awaited, Hold, PickPurpose, SEATS, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// So many draws, one after the other (114.2).
    pub(super) fn draw(&mut self, who: &Ref, count: &Number) {
        let (seat, count) = (self.seat(who), self.count(count));
        self.wait(Awaited::Drawing(seat, count));
    }

    /// Players look at cards; what both look at is shown. The cards stay where they are (701.9b). The top
    /// cards of a deck are held: no other effect touches them (605.4).
    pub(super) fn show(&mut self, to: &Group, what: &Group) {
        cite!("701.9b");
        let to = self.look(|sight, scope| sight.members(to, scope));
        let seats =
            to.iter().filter_map(|value| if let Value::Seat(seat) = value { Some(*seat) } else { None });
        let seats = seats.fold(0, |bits: u8, seat| bits | 1 << seat.0);
        let all = seats.count_ones() == u32::from(SEATS);
        let ids = self.objects(what);
        if let (Group::Top(whose, _), false) = (what, all)
            && seats == 1 << self.seat(whose).0
            && self.are_own_decks_hidden()
        {
            return self.came_to(Vec::new());
        }
        if matches!(what, Group::Top(..)) {
            return self.hold_top(ids, if all { u8::MAX } else { seats });
        }
        if all {
            self.rules.emit_quietly(self.play, Event::Shown(ids, u8::MAX), rule!("701.9a"));
        } else {
            self.rules.emit_quietly(self.play, Event::Shown(ids, seats), rule!("400.2b"));
        }
    }

    /// Whether players cannot look at their own decks.
    fn are_own_decks_hidden(&mut self) -> bool {
        self.look(|sight, _| {
            sight.board.zone(Zone::Battle).any(|id| sight.is_forbidden(id, Subject::LookAtOwnDeck))
        })
    }

    fn hold_top(&mut self, ids: Vec<ObjectId>, seats: u8) {
        for id in &ids {
            self.rules.emit_quietly(self.play, Event::Held(*id, Hold::Looked), rule!("605.4"));
        }
        self.rules.emit_quietly(
            self.play,
            Event::Shown(ids.clone(), seats),
            if seats == u8::MAX { rule!("401.5") } else { rule!("605.4") },
        );
        self.came_to(ids.into_iter().map(Value::Object).collect());
    }

    /// What is still looked at goes back, in an order that the player chooses (401.4).
    pub(super) fn put_back(&mut self, who: &Ref, to: Destination) {
        let seat = self.seat(who);
        let mut options: Vec<Value> =
            self.look(|sight, scope| sight.members(&Group::Looked(Filter::Any), scope));
        options.sort();
        let all = options.len() as u32;
        self.pick(seat, PickPurpose::Order(to), options, all, all);
    }

    /// A player looks at a whole deck and need not find what is there (701.10b).
    pub(super) fn search(
        &mut self,
        (who, whose): (&Ref, &Ref),
        filter: &Filter,
        count: &Number,
        to: Destination,
    ) {
        let (seat, whose, count) = (self.seat(who), self.seat(whose), self.count(count));
        let hidden = whose == seat && self.are_own_decks_hidden();
        let deck = self.play.state().board.zone(Zone::Deck(whose));
        let ids: Vec<ObjectId> = deck.filter(|_| !hidden).collect();
        cite!("701.10c");
        if !ids.is_empty() {
            self.rules.emit_quietly(self.play, Event::Shown(ids.clone(), 1 << seat.0), rule!("701.10a"));
        }
        let searched = ids.len();
        let mut options: Vec<Value> = self.look(|sight, scope| {
            ids.into_iter().filter(|id| sight.matches(filter, *id, scope)).map(Value::Object).collect()
        });
        options.sort();
        // As everybody sees it, any card of the deck could be found.
        let possible = if self.rules.card_pool.asks_unseeing() { searched } else { options.len() };
        let max = most_of(count, (0, options.len()), (0, possible));
        cite!("701.10b");
        let purpose = if whose == seat { PickPurpose::Search(to) } else { PickPurpose::SearchOther(to) };
        self.pick(seat, purpose, options, 0, max);
    }
}
