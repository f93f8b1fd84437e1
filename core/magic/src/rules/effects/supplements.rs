//! Verbs about planar decks, scheme decks and the planar die (701.23 to 701.25, 901.9).

use super::Act;
use crate::language::definition::{Group, Number, Ref};
use crate::rule;
use crate::state::Value;

impl Act<'_, '_> {
    /// A player planeswalks: nobody but the planar controller can, and who takes the turn together with that player.
    pub(super) fn planeswalk(&mut self, who: &Ref) {
        let Some(Value::Seat(seat)) = self.object_of(who) else { return };
        let board = &self.play.state().board;
        if board.planar_controller().is_some_and(|own| board.are_mates(own, seat)) {
            self.magic.planeswalk(self.play, rule!("701.23a"));
        }
    }

    pub(super) fn roll_planar_die(&mut self, who: &Ref) {
        let Some(Value::Seat(seat)) = self.object_of(who) else { return };
        self.magic.roll_planar_die(self.play, seat);
    }

    /// 701.24c: several schemes are set in motion one after the other.
    pub(super) fn set_in_motion(&mut self, who: &Ref, number: &Number) {
        let Some(Value::Seat(seat)) = self.object_of(who) else { return };
        let number = self.look(|sight, scope| sight.count(number, scope));
        for _ in 0..duelog_kernel::bounds::times(number) {
            self.magic.set_in_motion(self.play, seat, rule!("701.24c"));
        }
    }

    pub(super) fn abandon(&mut self, what: &Group) {
        let schemes = self.look(|sight, scope| sight.objects(what, scope));
        schemes.into_iter().for_each(|scheme| self.magic.abandon(self.play, scheme));
    }
}
