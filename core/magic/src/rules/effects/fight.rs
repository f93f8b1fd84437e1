//! Fighting (701.12).

use super::Act;
use crate::language::definition::{Deed, Ref};
use crate::state::event::Event;
use crate::state::{Proposal, Value};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn fight(&mut self, one: &Ref, other: &Ref) {
        let fighters = self.look(|sight, scope| {
            let fighter = |reference| {
                let id = sight.object_of(reference, scope)?;
                let here = sight.board.is_permanent(id);
                (here && sight.is_creature(id)).then_some(id)
            };
            let power = |id| sight.characteristics(id).map_or(0, |face| face.power.max(0) as u32);
            let (one, other) = (fighter(one)?, fighter(other)?);
            Some([(one, power(one)), (other, power(other))])
        });
        let Some([one, other]) = fighters else {
            cite!("701.12b");
            return self.magic.report(self.play, 0, Vec::new());
        };
        cite!("701.12d");
        let hit = |source, to, amount| Proposal::Damage {
            source,
            to: Value::Object(to),
            amount,
            combat: false,
            certain: false,
        };
        let batch = if one.0 == other.0 {
            cite!("701.12c");
            vec![hit(one.0, one.0, one.1.saturating_mul(2))]
        } else {
            vec![hit(one.0, other.0, one.1), hit(other.0, one.0, other.1)]
        };
        let mut fighters = vec![one.0, other.0];
        fighters.dedup();
        let events = self.look(|sight, scope| {
            let told = |id| {
                let seat = sight.controller(id).or(scope.controller)?;
                Some(Event::Performed(Deed::Fight, seat, Some(id), 0))
            };
            fighters.into_iter().filter_map(told).collect()
        });
        self.magic.emit_together(self.play, events, rule!("701.12a"));
        self.magic.happen(self.play, batch);
    }
}
