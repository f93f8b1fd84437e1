//! Discarding cards (701.8): by choice, all players choosing before any card is discarded (101.4), or at
//! random.

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Number};
use crate::state::{MoveReason, PickPurpose, Picking, Proposal, Value, Zone};
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
        let object = |value: &Value| if let Value::Object(id) = value { Some(*id) } else { None };
        let chosen = self.magic.lots(self.play, &mut left, object, number as usize, rule!("608.2d"));
        self.magic.report(self.play, chosen.len() as u32, chosen);
    }

    pub(super) fn discard_at_random(&mut self, who: &Group, number: &Number) {
        let (seats, number) = self.look(|sight, scope| (sight.seats(who, scope), sight.count(number, scope)));
        let mut batch = Vec::new();
        for seat in seats {
            let mut hand = self.play.state().board.zone(Zone::Hand(seat)).to_vec();
            let chosen =
                self.magic.lots(self.play, &mut hand, |id| Some(*id), number as usize, rule!("701.8b"));
            let put = |id| Proposal::to_graveyard(id, seat, MoveReason::Discarded);
            batch.extend(chosen.into_iter().map(put));
        }
        self.magic.happen(self.play, batch);
    }
}
