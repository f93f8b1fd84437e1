//! Discarding cards (701.8): by choice, all players choosing before any card is discarded (101.4), or at
//! random.

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Number};
use crate::state::event::Event;
use crate::state::{MoveReason, PickPurpose, Picking, Proposal, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn discard(&mut self, who: &Group, number: &Number) {
        let mut players: Vec<(Seat, Vec<ObjectId>, u32)> = self.look(|sight, scope| {
            let number = sight.count(number, scope);
            let hand = |seat: Seat| sight.board.zone(Zone::Hand(seat)).to_vec();
            cite!("609.3");
            // As many as there are.
            cite!("101.3");
            sight
                .seats(who, scope)
                .into_iter()
                .map(|seat| (seat, hand(seat), number.min(hand(seat).len() as u32)))
                .collect()
        });
        if players.is_empty() {
            return;
        }
        let (seat, hand, number) = players.remove(0);
        let mut pick = Picking::new(seat, PickPurpose::Discard, hand, number, number);
        pick.after = players;
        self.magic.pick(self.play, pick);
    }

    /// Chooses so many of a group at random.
    pub(super) fn choose_at_random(&mut self, among: &Group, number: &Number) {
        let (mut left, number) =
            self.look(|sight, scope| (sight.members(among, scope), sight.count(number, scope)));
        let mut chosen = Vec::new();
        for _ in 0..number.min(left.len() as u32) {
            let of = left.len() as u32;
            let place = self.play.state().board.rng.peek(Purpose::Choice).below(of);
            self.play.emit(Event::Chosen { among: of, chosen: place }, rule!("608.2d"));
            chosen.push(left.remove(place as usize));
        }
        self.magic.report(self.play, chosen.len() as u32, chosen);
    }

    pub(super) fn discard_at_random(&mut self, who: &Group, number: &Number) {
        let (seats, number) = self.look(|sight, scope| (sight.seats(who, scope), sight.count(number, scope)));
        let mut batch = Vec::new();
        for seat in seats {
            let mut hand = self.play.state().board.zone(Zone::Hand(seat)).to_vec();
            for _ in 0..number.min(hand.len() as u32) {
                let among = hand.len() as u32;
                let chosen = self.play.state().board.rng.peek(Purpose::Choice).below(among);
                self.play.emit(Event::Chosen { among, chosen }, rule!("701.8b"));
                batch.push(Proposal::to_graveyard(hand.remove(chosen as usize), seat, MoveReason::Discarded));
            }
        }
        self.magic.happen(self.play, batch);
    }
}
