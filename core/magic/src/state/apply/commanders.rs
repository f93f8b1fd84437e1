//! The record of commanders (903): how often they are cast, and how much combat damage they deal.

use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use crate::cite;
use crate::language::definition::ZoneKind;
use crate::state::{Object, Struck};

impl StateWriter<'_> {
    pub(super) fn spell_cast(&mut self, seat: Seat, id: ObjectId) {
        let player = self.player(seat);
        player.spells = player.spells.saturating_add(1);
        let board = &self.state.board;
        let commanded = |spell: &&Object| {
            spell.stack.as_ref().is_some_and(|stack| stack.cast.from == Some(ZoneKind::Command))
        };
        let Some(spell) = board.get(id).filter(commanded) else { return };
        let (owner, card) = (spell.owner, board.commander_of(spell));
        let mut own = self.player(owner).commanders.iter_mut();
        if let Some(commander) = own.find(|of| Some(of.card) == card) {
            commander.casts = commander.casts.saturating_add(1);
        }
    }

    /// A player was dealt combat damage: that of commanders is counted, whoever controls them.
    pub(super) fn struck(&mut self, seat: Seat, source: ObjectId, damage: u32) {
        let board = &self.state.board;
        let Some(dealer) = board.get(source) else { return };
        let (owner, Some(card)) = (dealer.owner, board.commander_of(dealer)) else { return };
        cite!("702.123d", "903.10a");
        let struck = &mut self.player(seat).struck;
        match struck.iter_mut().find(|struck| (struck.owner, struck.card) == (owner, card)) {
            Some(struck) => struck.damage = struck.damage.saturating_add(damage),
            None => struck.push(Struck { owner, card, damage }),
        }
    }
}
