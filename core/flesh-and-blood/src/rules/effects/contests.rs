//! Wagers (8.5.46), what counts as done by a keyword (8.3.18a), and what the crowd says (8.5.57).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Ref};
use crate::language::keywords::Keyword;
use crate::state::Occurrence;
use crate::state::event::Event;
use crate::{cite, rule};

impl Act<'_, '_> {
    /// The controller of the effect has wagered, and the attack; what is won, and when, the same script says.
    pub fn wager(&mut self) {
        cite!("8.5.46");
        let (seat, attack) = (self.controller(), self.attack_of_wager());
        self.rules.emit(self.play, Event::Recorded(Occurrence::Wagered(seat, attack)), rule!("8.5.46a"));
    }

    /// A player has won a wager, and with its controller the attack; the script that says so gives the prize,
    /// if there is one.
    pub fn win_wager(&mut self, who: &Ref) {
        cite!("8.5.46b");
        if let Some(seat) = self.seat(who) {
            let attack = self.attack_of_wager().filter(|_| seat == self.controller());
            self.rules.emit(self.play, Event::Recorded(Occurrence::WagerWon(seat, attack)), rule!("8.5.46a"));
        }
    }

    /// The attack that a wager is about: that of the triggering event, else that of the chain link which the
    /// source is on, else the active one.
    fn attack_of_wager(&mut self) -> Option<ObjectId> {
        self.look(|sight, scope| {
            let combat = &sight.board.combat;
            let link = scope
                .event
                .object
                .and_then(|id| combat.link_of(id))
                .or_else(|| scope.source.and_then(|id| combat.link_of(id)));
            link.or(combat.active()).map(|link| link.attack)
        })
    }

    /// What a keyword is about has been done with objects.
    pub fn used(&mut self, keyword: Keyword, what: &Group) {
        let seat = self.controller();
        for id in self.objects(what) {
            self.rules.emit(
                self.play,
                Event::Recorded(Occurrence::KeywordUsed(keyword, seat, id)),
                rule!("8.3.18a"),
            );
        }
    }

    /// 8.5.57: one does not take the other back.
    pub fn crowd(&mut self, who: &Ref, cheers: bool) {
        cite!("8.5.57a");
        if let Some(seat) = self.seat(who) {
            self.rules.emit(self.play, Event::Recorded(Occurrence::Crowd(seat, cheers)), rule!("8.5.57"));
        }
    }
}
