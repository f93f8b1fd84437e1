//! Playing a card while something resolves, without paying its mana cost (608.2f, 117.9).

use super::Act;
use crate::language::definition::{Fact, Ref};
use crate::language::types::CardType;
use crate::state::{CastMethod, Value};

impl Act<'_, '_> {
    /// A card is cast for one of its alternative costs while something resolves (608.2f, 117.9).
    pub(super) fn cast_for(&mut self, card: &Ref, cost: Fact) {
        let seat = self.running.context.controller;
        let Some(id) = self.look(|sight, scope| sight.object_of(card, scope)) else { return };
        let Fact::Instead(place) = cost else { return };
        let legal = self.magic.can_cast_for(&self.magic.sight(self.play), seat, id, place);
        self.magic.report(self.play, 0, vec![Value::Object(id)]);
        if legal {
            self.magic.begin_casting(self.play, seat, id, CastMethod::Alternative(place), None);
        }
    }

    pub(super) fn play_free(&mut self, card: &Ref) {
        let seat = self.running.context.controller;
        let Some(id) = self.look(|sight, scope| sight.object_of(card, scope)) else { return };
        let (legal, land) = {
            let sight = self.magic.sight(self.play);
            (self.magic.can_play_free(&sight, seat, id), sight.has_type(id, CardType::Land))
        };
        // What a spell that is taken back comes to; a script goes on from there.
        self.magic.report(self.play, 0, vec![Value::Object(id)]);
        if !legal {
            return;
        }
        if land {
            self.magic.land_played(self.play, seat, id);
        } else {
            self.magic.begin_casting(self.play, seat, id, CastMethod::Free, None);
        }
    }
}
