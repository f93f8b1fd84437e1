//! Adding mana (106.4).

use super::Act;
use crate::definition::{Mana, Number};
use crate::event::Event;
use crate::rule;
use crate::state::{Frame, Running, Wait};

impl Act<'_, '_> {
    pub(super) fn add_mana(&mut self, mana: Mana, number: &Number) {
        let seat = self.running.context.controller;
        let amount = self.look(|sight, scope| sight.count(number, scope));
        let source = self.source();
        let types = self.magic.mana_types(&self.magic.sight(self.play), source, mana, &mut Vec::new());
        let symbol = match types.count_ones() {
            // 106.5: mana of no defined type is no mana.
            0 => return,
            1 => types.trailing_zeros() as u8,
            _ => {
                let running = Running { wait: Wait::Color(seat, amount, types), ..self.running.clone() };
                return self
                    .play
                    .emit(Event::Replaced(Frame::Running(running)), if mana == Mana::AnyColor { rule!("106.4") } else { rule!("106.7") });
            }
        };
        if amount > 0 {
            self.play.emit(Event::ManaAdded(seat, symbol, amount.min(u32::from(u16::MAX)) as u16), rule!("106.4"));
        }
    }
}
