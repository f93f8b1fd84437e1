//! Adding mana (106.4).

use duelog_kernel::Seat;

use super::Act;
use crate::language::definition::{Mana, Number, Ref};
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Awaited, Frame, Running};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn add_mana(&mut self, who: &Ref, mana: Mana, number: &Number) {
        let Some((seat, amount)) =
            self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.count(number, scope))))
        else {
            return;
        };
        let source = self.source();
        let types = self.magic.mana_types(
            &self.magic.sight(self.play),
            (source, Some(self.running.code.card)),
            mana,
            &mut Vec::new(),
        );
        let symbol = match types.count_ones() {
            // Mana of no defined type is no mana.
            0 => {
                cite!("106.5");
                return;
            }
            1 => types.trailing_zeros() as u8,
            _ => {
                let running = Running { wait: Awaited::Color(seat, amount, types), ..self.running.clone() };
                return self.play.emit(
                    Event::Replaced(Frame::Running(running)),
                    if mana == Mana::AnyColor { rule!("106.4") } else { rule!("106.7") },
                );
            }
        };
        self.magic.give_mana(self.play, self.running.clone(), seat, symbol, amount);
    }
}

impl Magic {
    /// A script adds mana to a player's pool, and remembers that it did.
    pub fn give_mana(&self, play: &mut Game<'_>, running: Running, seat: Seat, symbol: u8, amount: u32) {
        if amount > 0 {
            cite!("106.3");
            play.emit(Event::ManaAdded(seat, symbol, amount.min(u32::from(u16::MAX)) as u16), rule!("106.4"));
        }
        play.emit(
            Event::Replaced(Frame::Running(Running {
                gave_mana: running.gave_mana || amount > 0,
                ..running
            })),
            rule!("106.4"),
        );
    }
}
