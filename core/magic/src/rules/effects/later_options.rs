//! Effects that let players do something later, and ending what they have begun (115.2c).

use super::Act;
use crate::language::definition::{Group, Until};
use crate::rule;
use crate::state::event::Event;
use crate::state::{AbilityPlace, AbilityRef, Frame, LastingKind, Running};

impl Act<'_, '_> {
    /// 115.2c: players may do what an ability says; what the script begins from here on is what that can end.
    pub(super) fn offer(&mut self, who: &Group, place: u8, until: Until) {
        let seats = self.look(|sight, scope| sight.seats(who, scope));
        let ability = AbilityRef { card: self.running.code.card, place: AbilityPlace::Printed(place.into()) };
        if seats.is_empty() {
            return;
        }
        let id = self.play.state().board.clock + 1;
        self.begin(LastingKind::Offered { seats, ability }, until);
        let begun = self.play.state().board.effects.last().filter(|effect| effect.id == id);
        let running = Running { offers: begun.map(|effect| effect.id), ..self.running.clone() };
        self.play.emit(Event::Replaced(Frame::Running(running)), rule!("115.2c"));
    }

    /// 115.2c: effects end, and delayed abilities do not trigger any more.
    pub(super) fn end_offered(&mut self) {
        let Some(offer) = self.running.taken else { return };
        let board = &self.play.state().board;
        let effects = board.effects.iter().filter(|effect| effect.offer == Some(offer));
        let effects: Vec<u32> = effects.map(|effect| effect.id).chain([offer]).collect();
        let delayed = board.delayed.iter().enumerate().filter(|(_, delayed)| delayed.offer == Some(offer));
        let delayed: Vec<u16> = delayed.filter_map(|(place, _)| u16::try_from(place).ok()).collect();
        for place in delayed.into_iter().rev() {
            self.play.emit(Event::DelayedDone(place), rule!("115.2c"));
        }
        // The last of them may have ended what let the player do this.
        for id in effects {
            if self.play.state().board.effects.iter().any(|effect| effect.id == id) {
                self.play.emit(Event::EffectEnded(id), rule!("115.2c"));
            }
        }
    }
}
