//! Doubling (701.9).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Counter, Doubled, Group, Until};
use crate::state::event::Event;
use crate::state::{Alter, Frame, LastingKind, Proposal, Running};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn double(&mut self, what: &Group, doubled: Doubled) {
        match doubled {
            Doubled::Power => self.double_size(what, true, false),
            Doubled::Toughness => self.double_size(what, false, true),
            Doubled::Size => self.double_size(what, true, true),
            Doubled::Life => self.double_life(what),
            Doubled::Counters(kind) => self.double_counters(what, kind),
            Doubled::Mana => self.double_mana(what),
        }
    }

    /// 701.9a-c: a creature gets as much as it has, also where that is less than 0.
    fn double_size(&mut self, what: &Group, power: bool, toughness: bool) {
        let sizes: Vec<(ObjectId, i32, i32)> = {
            let creatures = self.permanents(what);
            self.look(|sight, _| {
                let of = |id: ObjectId| {
                    let face = sight.characteristics(id).filter(|_| sight.is_creature(id))?;
                    cite!("701.9b", "701.9c");
                    Some((id, if power { face.power } else { 0 }, if toughness { face.toughness } else { 0 }))
                };
                creatures.into_iter().filter_map(of).collect()
            })
        };
        for (id, more_power, more_toughness) in sizes {
            cite!("701.9a");
            let alters = vec![Alter::Size(more_power, more_toughness)];
            self.begin(LastingKind::Alter { objects: vec![id], alters }, Until::EndOfTurn);
        }
    }

    /// 701.9d: a player gains as much life as there is, or loses as much as is missing.
    fn double_life(&mut self, who: &Group) {
        let batch = self.look(|sight, scope| {
            let change = |seat| {
                let life = sight.board.player(seat).life;
                cite!("701.9d");
                if life >= 0 {
                    Proposal::GainLife(seat, life.unsigned_abs())
                } else {
                    Proposal::LoseLife(seat, life.unsigned_abs(), false)
                }
            };
            sight.seats(who, scope).into_iter().map(change).collect()
        });
        self.magic.happen(self.play, batch);
    }

    /// 701.9e: a permanent gets as many counters of the kind, or of each kind, as it has.
    fn double_counters(&mut self, what: &Group, kind: Option<Counter>) {
        let (permanents, by) = (self.permanents(what), self.running.context.controller);
        let board = &self.play.state().board;
        let more = |id: ObjectId| {
            let all = board.get(id).map_or(&[][..], |object| &object.permanent.counters);
            cite!("701.9e");
            let meant = all.iter().filter(|(own, count)| *count > 0 && kind.is_none_or(|kind| kind == *own));
            meant.map(|(own, count)| Proposal::PutCounters(id, *own, *count, true, by)).collect::<Vec<_>>()
        };
        let batch = permanents.into_iter().flat_map(more).collect();
        self.magic.happen(self.play, batch);
    }

    /// 701.9f: a player gets as much mana of each type as there is.
    fn double_mana(&mut self, who: &Group) {
        let seats: Vec<Seat> = self.look(|sight, scope| sight.seats(who, scope));
        let mut gave = false;
        for seat in seats {
            let player = self.play.state().board.player(seat);
            let mut pool = player.pool;
            for mana in &player.marked {
                pool[usize::from(mana.symbol)] = pool[usize::from(mana.symbol)].saturating_add(mana.amount);
            }
            for (symbol, amount) in (0u8..).zip(pool).filter(|(_, amount)| *amount > 0) {
                self.play.emit(Event::ManaAdded(seat, symbol, amount), rule!("701.9f"));
                gave = true;
            }
        }
        let gave_mana = self.running.gave_mana || gave;
        let running = Running { gave_mana, ..self.running.clone() };
        self.play.emit(Event::Replaced(Frame::Running(running)), rule!("701.9f"));
    }
}
