//! Wagers (8.5.46) and what the crowd says (8.5.57).

use super::Act;
use crate::definition::Ref;
use crate::event::Event;
use crate::state::Occurrence;
use crate::{cite, rule};

// The prize of a wager is what the card says, won as the chain link resolves; to be cheered and to be booed at once is possible.
cite!("8.5.46", "8.5.46b", "8.5.57a");

impl Act<'_, '_> {
    /// 8.5.46a: the controller of the effect has wagered.
    pub fn wager(&mut self) {
        let seat = self.controller();
        self.rules.emit(self.play, Event::Happened(Occurrence::Wagered(seat)), rule!("8.5.46a"));
    }

    /// 8.5.46a: a player has won a wager.
    pub fn win_wager(&mut self, who: &Ref) {
        if let Some(seat) = self.seat(who) {
            self.rules.emit(self.play, Event::Happened(Occurrence::WagerWon(seat)), rule!("8.5.46a"));
        }
    }

    /// 8.5.57
    pub fn crowd(&mut self, who: &Ref, cheers: bool) {
        if let Some(seat) = self.seat(who) {
            self.rules.emit(self.play, Event::Happened(Occurrence::Crowd(seat, cheers)), rule!("8.5.57"));
        }
    }
}
