//! Playing a card while something resolves, without paying its mana cost (608.2f, 117.9).

use super::Act;
use crate::language::definition::{Fact, Ref};
use crate::language::types::CardType;
use crate::rule;
use crate::state::event::Event;
use crate::state::{Awaited, CastMethod, Value};

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
            let down = sight.object(id).filter(|object| object.down.is_some());
            let own = down.map(|object| sight.card_pool.card(object.card).base.types.is(CardType::Land));
            let land = own.unwrap_or_else(|| sight.has_type(id, CardType::Land));
            (self.magic.can_play_free(&sight, seat, id), land)
        };
        // What a spell that is taken back comes to; a script goes on from there.
        self.magic.report(self.play, 0, vec![Value::Object(id)]);
        if !legal {
            return;
        }
        if self.play.state().board.get(id).is_some_and(|object| object.down.is_some()) {
            self.play.emit(Event::TurnedUp(id, 0), rule!("406.3"));
        }
        let sides = self.magic.free_halves(&self.magic.sight(self.play), seat, id);
        if !sides.is_empty() {
            self.decide(&Ref::You, |seat| Awaited::Side(seat, id));
        } else if land {
            self.magic.land_played(self.play, seat, id);
        } else {
            self.magic.begin_casting(self.play, seat, id, CastMethod::Free, None);
        }
    }
}
