//! Gaining, losing and paying assets (8.5.7, 8.5.12, 8.5.31).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Asset, Deed, Number, Ref};
use crate::rules::restrictions::permits;
use crate::state::event::Event;
use crate::state::{Awaited, Frame, Player, PointsFrom, Proposal, Running};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 8.5.7
    pub fn gain(&mut self, who: &Ref, asset: Asset, amount: &Number) {
        match asset {
            Asset::Life => self.gain_life(who, amount),
            Asset::Resources => self.gain_resources(who, amount),
            Asset::Actions => self.gain_actions(who, amount),
        }
    }

    /// 8.5.12
    pub fn lose(&mut self, who: &Ref, asset: Asset, amount: &Number) {
        match asset {
            Asset::Life => self.lose_life(who, amount),
            Asset::Resources => self.lose_points(who, amount, |player| player.resources, Event::Resources),
            Asset::Actions => self.lose_points(who, amount, |player| player.actions, Event::Actions),
        }
    }

    /// 8.5.7a
    fn gain_life(&mut self, who: &Ref, amount: &Number) {
        cite!("1.13.4a");
        let (Some(living), amount) = (self.living(who), self.count(amount)) else { return };
        let barred =
            self.look(|sight, _| permits(sight, Deed::Gain(Asset::Life), living, None, Ok(())).is_err());
        if barred {
            cite!("1.0.2");
            return self.rules.nothing(self.play);
        }
        self.rules.happen(self.play, vec![Proposal::GainLife(living, amount)]);
    }

    /// 8.5.12a
    fn lose_life(&mut self, who: &Ref, amount: &Number) {
        let (Some(living), amount) = (self.living(who), self.count(amount)) else { return };
        self.rules.happen(self.play, vec![Proposal::LoseLife(living, amount)]);
    }

    /// The living object that a reference means, of a player the hero; none where it has no life.
    pub fn living(&mut self, who: &Ref) -> Option<ObjectId> {
        self.look(|sight, scope| sight.object_of(who, scope).filter(|id| sight.is_living(*id)))
    }

    /// A player loses points of one kind: no more than there are.
    fn lose_points(
        &mut self,
        who: &Ref,
        amount: &Number,
        own: impl Fn(&Player) -> u32,
        changed: impl Fn(Seat, i32) -> Event,
    ) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        let lost = amount.min(own(self.play.state().board.player(seat)));
        if lost > 0 {
            self.play.emit(changed(seat, -(lost.min(i32::MAX as u32) as i32)), rule!("8.5.12"));
            self.report(lost, Vec::new());
        }
    }

    /// 8.5.7
    fn gain_resources(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        if amount > 0 {
            cite!("1.13.3a");
            self.play.emit(Event::Resources(seat, amount.min(i32::MAX as u32) as i32), rule!("8.5.7"));
            self.report(amount, Vec::new());
        }
    }

    /// 8.5.7, 8.5.7b
    fn gain_actions(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        self.rules.nothing(self.play);
        self.rules.gain_actions(self.play, seat, amount, PointsFrom::Effect);
    }

    /// 8.5.31: the player may refuse.
    pub fn pay(&mut self, who: &Ref, amount: &Number) {
        let (Some(seat), amount) = (self.seat(who), self.count(amount)) else { return };
        let Some(Frame::Running(running)) = self.play.state().board.frames.last().cloned() else { return };
        self.play.emit(
            Event::Replaced(Frame::Running(Running { wait: Awaited::Pay(seat, amount), ..running })),
            rule!("8.5.31"),
        );
    }
}
