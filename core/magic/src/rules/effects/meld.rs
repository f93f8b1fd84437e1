//! Melding (701.36, 712).

use super::{Act, placed};
use crate::cite;
use crate::language::definition::{Destination, Group};
use crate::state::{MoveReason, Object, Proposal, Zone};

impl Act<'_, '_> {
    /// The two cards of a pair are put onto the battlefield as one permanent; others stay where they are.
    pub(super) fn meld(&mut self, cards: &Group) {
        let pool = &self.magic.card_pool;
        let seat = self.running.context.controller;
        let event = self.look(|sight, scope| {
            let exiled = |object: &&Object| object.zone == Zone::Exile && !object.token;
            let all = sight.objects(cards, scope).into_iter().filter_map(|id| sight.object(id));
            let all: Vec<&Object> = all.filter(exiled).collect();
            cite!("701.36c");
            let [one, other] = all[..] else { return None };
            let face = pool.melded_from(one.card, other.card).filter(|_| one.owner == other.owner)?;
            let mut event = placed(one.id, one.owner, Destination::Battlefield, seat, MoveReason::Effect);
            if let Proposal::Move { entering, .. } = &mut event {
                cite!("712.2");
                entering.face = Some(face);
                entering.melds = Some(other.id);
            }
            Some(event)
        });
        self.magic.happen(self.play, event.into_iter().collect());
    }
}
