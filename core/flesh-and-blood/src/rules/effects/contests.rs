//! Wagers (8.5.46), what counts as done by a keyword (8.3.18a), and what the crowd says (8.5.57).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Ref, Until, Verb};
use crate::language::keywords::Keyword;
use crate::rules::eval::Scope;
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{Binding, Frame, LastingKind, Occurrence, PickPurpose, Running, picking};
use crate::{cite, rule};

impl FleshAndBlood {
    /// A player who would have lost a wager has discarded a card, and wins it; or has not. The prize that the
    /// script gives is the winner's.
    pub fn wager_saved(&self, play: &mut Game<'_>, winner: Seat, loser: Seat, discarded: Vec<ObjectId>) {
        let Some(Frame::Running(running)) = play.state().board.frames.last().cloned() else { return };
        let saved = !discarded.is_empty();
        let won = if saved { loser } else { winner };
        let attack = play.state().board.combat.active().map(|link| link.attack);
        let attack = attack.filter(|_| won == running.context.controller);
        if saved {
            let mut context = running.context.clone();
            let other = if winner == context.controller { loser } else { winner };
            let next = play.state().board.next_seat(context.controller);
            context.controller = if self.card_pool.heeds_each_opponent() { other } else { next };
            let swapped = Frame::Running(Running { context, ..running });
            play.emit(Event::Replaced(swapped), rule!("6.4.11"));
        }
        let won = Event::Recorded(Occurrence::WagerWon(won, attack));
        if saves_by_discarding(self.card_pool.revision) && saved {
            self.discard(play, discarded, loser);
            return self.emit(play, won, rule!("8.5.46a"));
        }
        self.emit(play, won, rule!("8.5.46a"));
        if saved {
            self.discard(play, discarded, loser);
        }
    }
}

/// Revision 7: who discards a card to win a wager discards it first, and wins by that.
fn saves_by_discarding(revision: u32) -> bool {
    revision >= 7
}

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
        let Some(seat) = self.seat(who) else { return };
        let controller = self.controller();
        let loser = if !self.rules.card_pool.heeds_each_opponent() {
            Some(self.play.state().board.next_seat(seat))
        } else if seat == controller {
            self.seat(&Ref::Opponent)
        } else {
            Some(controller)
        };
        let Some(loser) = loser else { return };
        if let Some((effect, cards)) = self.saving(loser) {
            self.play.emit(Event::EffectEnded(effect), rule!("6.4.11"));
            if !cards.is_empty() {
                return self.rules.pick(self.play, picking(loser, PickPurpose::SaveWager(seat), cards, 0, 1));
            }
        }
        let attack = self.attack_of_wager().filter(|_| seat == self.controller());
        self.rules.emit(self.play, Event::Recorded(Occurrence::WagerWon(seat, attack)), rule!("8.5.46a"));
    }

    /// The next wager that is lost can be won instead.
    pub fn save_wager(&mut self) {
        let effect = self.lasting(Binding::Open(Vec::new()), LastingKind::Replaces, Until::EndOfTurn);
        self.play.emit(Event::EffectBegan(effect), rule!("6.4.11"));
    }

    /// The oldest effect by which a player can win a wager instead of losing it, and what can be discarded for it.
    fn saving(&mut self, loser: Seat) -> Option<(u32, Vec<ObjectId>)> {
        let rules = self.rules;
        self.look(|sight, _| {
            sight.board.effects.iter().find_map(|lasting| {
                let Verb::SaveWager(who, cards) = rules.card_pool.verb(lasting.code, lasting.at)? else {
                    return None;
                };
                let scope = Scope::context(&lasting.context, lasting.code.card);
                (sight.seat(who, &scope) == Some(loser)).then(|| (lasting.id, sight.objects(cards, &scope)))
            })
        })
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
