//! Adding mana (106.4).

use super::Act;
use crate::definition::{Mana, Number};
use crate::event::Event;
use crate::rule;
use crate::state::{Chosen, Frame, Running, Wait};

impl Act<'_, '_> {
    pub(super) fn add_mana(&mut self, mana: Mana, number: &Number) {
        let seat = self.running.context.controller;
        let amount = self.look(|sight, scope| sight.count(number, scope));
        let symbol = match mana {
            Mana::Of(color) => color as u8,
            Mana::Colorless => 5,
            Mana::ChosenColor => {
                let source = self.source();
                match self.play.state().board.get(source).and_then(|source| source.permanent.chosen.as_ref()) {
                    Some(Chosen::Color(color)) => *color as u8,
                    _ => return,
                }
            }
            Mana::AnyColor => {
                let running = Running { wait: Wait::Color(seat, amount), ..self.running.clone() };
                return self.play.emit(Event::Replaced(Frame::Running(running)), rule!("106.4"));
            }
        };
        if amount > 0 {
            self.play.emit(Event::ManaAdded(seat, symbol, amount.min(u32::from(u16::MAX)) as u16), rule!("106.4"));
        }
    }
}
