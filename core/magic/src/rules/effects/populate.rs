//! Populating (701.29).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::cite;
use crate::language::definition::Ref;
use crate::language::types::CardType;
use crate::rules::game::{Game, Magic};
use crate::state::{Copied, Entering, PickPurpose, Picking, Proposal, Zone};

impl Act<'_, '_> {
    pub(super) fn populate(&mut self, who: &Ref) {
        let found = self.look(|sight, scope| {
            let seat = sight.seat(who, scope)?;
            let own = |id: &ObjectId| {
                sight.object(*id).is_some_and(|object| object.token)
                    && sight.has_type(*id, CardType::Creature)
                    && sight.controller(*id) == Some(seat)
            };
            let tokens = sight.board.zone(Zone::Battlefield).iter().copied().filter(own);
            Some((seat, tokens.collect::<Vec<_>>()))
        });
        let Some((seat, tokens)) = found else { return };
        if tokens.is_empty() {
            cite!("701.29b");
            return self.magic.report(self.play, 0, Vec::new());
        }
        self.magic.pick(self.play, Picking::new(seat, PickPurpose::Populate, tokens, 1, 1));
    }
}

impl Magic {
    /// 701.29a: a token is created that is a copy of the chosen one.
    pub fn populated(&self, play: &mut Game<'_>, seat: Seat, chosen: &[ObjectId]) {
        let copies = |id: &ObjectId| {
            let board = &play.state().board;
            let object = board.get(*id)?;
            let (card, own) = board.copiable(object);
            let copied = Box::new(Copied { card, except: own.to_vec() });
            cite!("701.29a");
            let entering =
                Entering { copy: Some(copied), maker: object.permanent.maker, ..Entering::default() };
            Some(Proposal::Tokens { card, controller: seat, count: 1, entering })
        };
        let batch = chosen.iter().filter_map(copies).collect();
        self.happen(play, batch);
    }
}
