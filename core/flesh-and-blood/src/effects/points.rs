//! Gaining, losing and paying assets (8.5.7, 8.5.12, 8.5.31).

use super::Act;
use crate::definition::{Number, Ref};
use crate::event::Event;
use crate::state::{Frame, PointsFrom, Proposal, Running, Wait};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 8.5.7a
    pub fn gain_life(&mut self, who: &Ref, amount: &Number) {
        cite!("1.13.4a");
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        self.rules.happen(self.play, vec![Proposal::GainLife(seat, amount)]);
    }

    /// 8.5.12a
    pub fn lose_life(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        self.rules.happen(self.play, vec![Proposal::LoseLife(seat, amount)]);
    }

    /// 8.5.7
    pub fn gain_resources(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        if amount > 0 {
            cite!("1.13.3a");
            self.play.emit(Event::Resources(seat, amount.min(i32::MAX as u32) as i32), rule!("8.5.7"));
            self.report(amount, Vec::new());
        }
    }

    /// 8.5.7, 8.5.7b
    pub fn gain_actions(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        self.rules.nothing(self.play);
        self.rules.gain_actions(self.play, seat, amount, PointsFrom::Effect);
    }

    /// 8.5.31: the player may refuse.
    pub fn pay(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        let Some(Frame::Running(running)) = self.play.state().board.frames.last().cloned() else { return };
        self.play.emit(Event::Replaced(Frame::Running(Running { wait: Wait::Pay(seat, amount), ..running })), rule!("8.5.31"));
    }
}
