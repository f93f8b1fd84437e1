//! Exploring (701.39).

use duelog_kernel::ObjectId;

use super::{Act, placed};
use crate::language::definition::{Counter, Deed, Destination, Ref};
use crate::language::types::CardType;
use crate::state::event::Event;
use crate::state::{MoveReason, PickPurpose, Picking, Proposal};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn explore(&mut self, who: &Ref) {
        let found = self.look(|sight, scope| {
            let explorer = sight.object_of(who, scope)?;
            // What has left is still who explores, under the control of who had it last.
            cite!("701.39c");
            let seat = sight.controller(explorer)?;
            let card = sight.board.top(seat).next();
            Some((explorer, seat, card, card.is_some_and(|card| sight.has_type(card, CardType::Land))))
        });
        let Some((explorer, seat, card, land)) = found else { return };
        if let Some(card) = card {
            self.play.emit(Event::Shown(vec![card], u8::MAX), rule!("701.39a"));
        }
        // 701.39b: it has explored, whatever of this cannot be done.
        let told = Event::Performed(Deed::Explore, seat, Some(explorer), 1);
        if let Some(card) = card.filter(|_| land) {
            self.magic.emit(self.play, told, rule!("701.39b"));
            let to_hand = placed(card, seat, Destination::Hand, seat, MoveReason::Effect);
            return self.magic.happen(self.play, vec![to_hand]);
        }
        // The frame on top goes first: the counter before the choice.
        if let Some(card) = card {
            self.magic.pick(self.play, Picking::new(seat, PickPurpose::Explore, vec![card], 0, 1));
        }
        self.magic.emit(self.play, told, rule!("701.39b"));
        let here = |id: &ObjectId| self.play.state().board.is_permanent(*id);
        let one = |id| Proposal::PutCounters(id, Counter::PlusOne, 1, true, seat);
        let put = Some(explorer).filter(here).map(one);
        self.magic.happen(self.play, put.into_iter().collect());
    }
}
