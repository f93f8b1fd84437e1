//! Wagers (8.5.46) and what the crowd says (8.5.57).

use super::Act;
use crate::definition::Ref;
use crate::event::Event;
use crate::state::Occurrence;
use crate::{cite, rule};

impl Act<'_, '_> {
    /// The controller of the effect has wagered; what is won, and when, the same script says.
    pub fn wager(&mut self) {
        cite!("8.5.46");
        let seat = self.controller();
        self.rules.emit(self.play, Event::Happened(Occurrence::Wagered(seat)), rule!("8.5.46a"));
    }

    /// A player has won a wager; the script that says so gives the prize, if there is one.
    pub fn win_wager(&mut self, who: &Ref) {
        cite!("8.5.46b");
        if let Some(seat) = self.seat(who) {
            self.rules.emit(self.play, Event::Happened(Occurrence::WagerWon(seat)), rule!("8.5.46a"));
        }
    }

    /// 8.5.57: one does not take the other back.
    pub fn crowd(&mut self, who: &Ref, cheers: bool) {
        cite!("8.5.57a");
        if let Some(seat) = self.seat(who) {
            self.rules.emit(self.play, Event::Happened(Occurrence::Crowd(seat, cheers)), rule!("8.5.57"));
        }
    }
}
