//! Tapping and untapping (701.2), and turning fields upside down (701.28).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Posture, Subject};
use crate::language::types::CardType;
use crate::state::event::Event;
use crate::state::{Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// What can be tapped and is in the wanted position: creatures and tamaseeds in the battle zone, cards in
    /// the mana zone (105.4a); what is already tapped is not tapped once more (105.6).
    fn turnable(&mut self, what: &Group, tapped: bool) -> Vec<ObjectId> {
        cite!("105.4a", "105.6", "701.2a");
        self.look(|sight, scope| {
            let can = |id: &ObjectId| {
                let Some(object) = sight.object(*id) else { return false };
                let place = match object.zone {
                    Zone::Battle => sight
                        .characteristics(*id)
                        .is_some_and(|own| matches!(own.kind, CardType::Creature | CardType::Tamaseed)),
                    Zone::Mana(_) => true,
                    Zone::Deck(_)
                    | Zone::Hand(_)
                    | Zone::Graveyard(_)
                    | Zone::Shield(_)
                    | Zone::Hyperspatial(_)
                    | Zone::UltraGr(_)
                    | Zone::Gone => false,
                };
                place && object.tapped == tapped
            };
            sight.objects(what, scope).into_iter().filter(can).collect()
        })
    }

    /// Turns cards and elements as they are to lie.
    pub(super) fn turn(&mut self, what: &Group, posture: Posture) {
        match posture {
            Posture::Tapped => self.tap(what),
            Posture::Untapped => self.untap(what),
            Posture::UpsideDown => self.turn_over(what),
        }
    }

    /// Fields are turned upside down, and stay so (105.5, 701.28a).
    fn turn_over(&mut self, what: &Group) {
        cite!("105.5");
        for id in self.elements(what) {
            self.rules.emit(self.play, Event::TurnedOver(id), rule!("701.28a"));
        }
    }

    fn tap(&mut self, what: &Group) {
        let mut ids = self.turnable(what, false);
        let seat = self.running.context.controller;
        self.look(|sight, _| {
            let own = |id: &ObjectId| sight.object(*id).is_some_and(|object| object.owner == seat);
            ids.retain(|id| own(id) || !sight.is_forbidden(*id, Subject::BeTapped));
        });
        for id in &ids {
            self.rules.emit(self.play, Event::Tapped(*id), rule!("701.2a"));
        }
        self.came_to(ids.into_iter().map(Value::Object).collect());
    }

    fn untap(&mut self, what: &Group) {
        let ids = self.turnable(what, true);
        if !ids.is_empty() {
            self.rules.emit(self.play, Event::Untapped(ids.clone()), rule!("701.2b"));
        }
        self.came_to(ids.into_iter().map(Value::Object).collect());
    }
}
