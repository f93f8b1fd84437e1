//! Using cards for no cost as a part of an effect (101.4d, 112.3g).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Ref};
use crate::state::Zone;

impl Act<'_, '_> {
    /// All cards become pending, then they are used one by one.
    pub(super) fn use_cards(&mut self, who: &Ref, what: &Group) {
        let (seat, ids) = (self.seat(who), self.objects(what));
        let usable: Vec<(ObjectId, u8)> = self.look(|sight, _| {
            let face = |id: ObjectId| {
                let object =
                    sight.object(id).filter(|object| !matches!(object.zone, Zone::Battle | Zone::Gone))?;
                let faces = self.rules.card_pool.card(object.top().card).faces.len() as u8;
                let face =
                    (0..faces).find(|face| self.rules.can_be_put_on(sight, seat, id, *face).is_ok())?;
                Some((id, face))
            };
            ids.into_iter().filter_map(face).collect()
        });
        self.rules.use_several(self.play, seat, usable);
    }
}
