//! Winning and losing by an effect (104.2b, 104.3e).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Ref};
use crate::rules::eval::Sight;
use crate::state::event::Event;
use crate::state::{Ending, EndingKind, Loss, Proposal, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn lose_the_game(&mut self, who: &Group) {
        let losers = self.look(|sight, scope| sight.seats(who, scope));
        self.magic.happen(
            self.play,
            losers.into_iter().map(|seat| Proposal::Lose(seat, vec![Loss::Effect])).collect(),
        );
    }

    pub(super) fn draw_the_game(&mut self) {
        let board = &self.play.state().board;
        if !board.terms.range.is_empty() {
            // Only for those whom the effect reaches.
            let own = self.running.context.controller;
            let drawn: Vec<Seat> =
                board.apnap().into_iter().filter(|seat| board.in_range(own, *seat)).collect();
            cite!("801.15");
            return self.magic.draw_for(self.play, drawn, rule!("104.4e"));
        }
        let ending = Ending { winner: None, why: EndingKind::Effect };
        self.play.emit(Event::GameEnded(ending), rule!("104.4c"));
    }

    pub(super) fn win_the_game(&mut self, who: &Ref) {
        let winner = self.look(|sight, scope| sight.seat(who, scope));
        let sight = self.magic.sight(self.play);
        if let Some(winner) = winner.filter(|winner| !self.magic.cannot_win(&sight, *winner)) {
            if !sight.board.terms.range.is_empty() {
                // Instead each opponent whom it reaches loses.
                let board = sight.board;
                let lose = board.opponents(winner).filter(|seat| board.in_range(winner, *seat));
                let lose: Vec<Proposal> = lose.map(|seat| Proposal::Lose(seat, vec![Loss::Effect])).collect();
                cite!("104.3h", "801.14");
                return self.magic.happen(self.play, lose);
            }
            self.play.emit(
                Event::GameEnded(Ending { winner: Some(winner), why: EndingKind::Effect }),
                rule!("104.2b"),
            );
        }
    }

    /// 718.1: this game ends with no winner and no loser, and another one begins; what the effect says
    /// besides is done before its first turn (718.4).
    pub(super) fn restart_the_game(&mut self, kept: &Group) {
        // It reaches all players, however far the range of its controller.
        cite!("104.6", "718.4", "718.7", "801.17");
        let in_exile = |id: &ObjectId, sight: &Sight<'_>| {
            sight.object(*id).is_some_and(|object| object.zone == Zone::Exile)
        };
        let kept: Vec<ObjectId> = self.look(|sight, scope| {
            sight.objects(kept, scope).into_iter().filter(|id| in_exile(id, sight)).collect()
        });
        let by = self.running.context.controller;
        let last: Vec<Value> = kept.iter().copied().map(Value::Object).collect();
        self.magic.report(self.play, last.len() as u32, last);
        self.play.emit(Event::GameRestarted(by, kept), rule!("718.1"));
    }
}
