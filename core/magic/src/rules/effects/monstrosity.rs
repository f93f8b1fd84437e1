//! Becoming monstrous (701.30) and adapting (701.42).

use super::Act;
use crate::language::definition::{Counter, Deed, Number};
use crate::state::event::Event;
use crate::state::{Proposal, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 701.30a: only what is not monstrous yet.
    pub(super) fn monstrosity(&mut self, number: &Number) {
        let (source, count) = (self.source(), self.look(|sight, scope| sight.count(number, scope)));
        let seat = self.look(|sight, _| {
            let object = sight.object(source)?;
            cite!("701.30b");
            let can = object.zone == Zone::Battlefield && !object.permanent.monstrous;
            sight.controller(source).filter(|_| can)
        });
        let Some(seat) = seat else { return self.magic.report(self.play, 0, Vec::new()) };
        self.play.emit(Event::BecameMonstrous(source), rule!("701.30a"));
        // 701.30c: what X is now is what other abilities are told.
        let told = Event::Performed(Deed::BecomeMonstrous, seat, Some(source), count);
        self.magic.emit(self.play, told, rule!("701.30c"));
        let put = Proposal::PutCounters(source, Counter::PlusOne, count, true, seat);
        self.magic.happen(self.play, vec![put]);
    }

    /// 701.42a: only where there is no +1/+1 counter.
    pub(super) fn adapt(&mut self, number: &Number) {
        let (source, count) = (self.source(), self.look(|sight, scope| sight.count(number, scope)));
        let bare =
            self.play.state().board.get(source).is_some_and(|object| {
                object.zone == Zone::Battlefield && object.counters(Counter::PlusOne) == 0
            });
        cite!("701.42a");
        let seat = self.running.context.controller;
        let put = bare.then_some(Proposal::PutCounters(source, Counter::PlusOne, count, true, seat));
        self.magic.happen(self.play, put.into_iter().collect());
    }
}
