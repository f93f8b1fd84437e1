//! Adding mana (106.4).

use duelog_kernel::{Item, ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Mana, Number, Ref, Verb};
use crate::language::mana::Other;
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::mana_pool::Given;
use crate::state::event::Event;
use crate::state::{AbilityPlace, Awaited, Frame, Mark, Marked, Running, Value};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn add_mana(&mut self, who: &Ref, mana: Mana, number: &Number) {
        let Some((seat, amount)) =
            self.look(|sight, scope| Some((sight.seat(who, scope)?, sight.count(number, scope))))
        else {
            return;
        };
        let source = self.source();
        let types = match mana {
            // 106.11a: what the permanent gave that was tapped for it.
            Mana::Produced => self.running.context.event.amount as u8,
            mana => self.magic.mana_types(
                &self.magic.sight(self.play),
                (source, Some(self.running.code.card)),
                mana,
                &mut Vec::new(),
            ),
        };
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

    /// A player gets the mana of an object's mana cost; an X in it is none.
    pub(super) fn add_cost_of(&mut self, who: &Ref, of: &Ref) {
        let found = self.look(|sight, scope| {
            let Value::Object(id) = sight.refer(of, scope)? else { return None };
            Some((sight.seat(who, scope)?, sight.characteristics(id)?.cost.clone()))
        });
        let Some((seat, mut symbols)) = found else { return };
        symbols.hybrid.retain(|symbol| {
            let phyrexian = symbol.other == Other::Life;
            if phyrexian {
                cite!("106.9");
                let typed = &mut symbols.typed[symbol.color as usize];
                *typed = typed.saturating_add(1);
            }
            !phyrexian
        });
        let running = Running { symbols, ..self.running.clone() };
        self.magic.give_symbols(self.play, running, seat);
    }

    /// Players lose their unspent mana.
    pub(super) fn lose_mana(&mut self, who: &Group) {
        for seat in self.look(|sight, scope| sight.seats(who, scope)) {
            self.play.emit(Event::PoolEmptied(seat), rule!("106.4"));
        }
    }

    /// A player gets the unspent mana that another one loses.
    pub(super) fn take_mana(&mut self, to: &Ref, from: &Ref) {
        let seats = self.look(|sight, scope| sight.seat(to, scope).zip(sight.seat(from, scope)));
        if let Some((to, from)) = seats {
            self.play.emit(Event::ManaTaken(from, to), rule!("106.12"));
        }
    }

    /// The controller of a permanent activates a mana ability of it.
    pub(super) fn use_mana(&mut self, what: &Group) {
        let Some(id) = self.permanents(what).first().copied() else { return };
        let (seat, places) = self.magic.mana_abilities(&self.magic.sight(self.play), id);
        match places.as_slice() {
            [] => {}
            [place] => self.magic.activate_mana(self.play, seat, id, *place),
            _ => {
                let running = Running { wait: Awaited::ManaOf(seat, id), ..self.running.clone() };
                self.play.emit(Event::Replaced(Frame::Running(running)), rule!("605.3a"));
            }
        }
    }
}

impl Magic {
    /// The controller of a permanent, and the mana abilities of it that this player can activate.
    pub fn mana_abilities(&self, sight: &Sight<'_>, id: ObjectId) -> (Seat, Vec<AbilityPlace>) {
        let seat = sight.controller(id).unwrap_or(Seat(0));
        let is_mana = |place: &AbilityPlace| match sight.ability(id, *place) {
            Some((of, _)) => self.card_pool.card(of.card).is_mana_ability(of.place),
            None => matches!(place, AbilityPlace::Intrinsic(_)),
        };
        let can = |place: &AbilityPlace| is_mana(place) && self.can_activate(sight, seat, id, *place).is_ok();
        (seat, self.activated_places(sight, id).into_iter().filter(can).collect())
    }

    /// A script adds what is left of a mana cost, once the halves of its hybrid symbols are chosen.
    pub fn give_symbols(&self, play: &mut Game<'_>, mut running: Running, seat: Seat) {
        if !running.symbols.hybrid.is_empty() {
            running.wait = Awaited::Half(seat);
            return play.emit(Event::Replaced(Frame::Running(running)), rule!("106.8"));
        }
        let mut cost = std::mem::take(&mut running.symbols);
        cite!("106.10");
        let colorless = u16::from(cost.typed[5]).saturating_add(cost.generic).saturating_add(cost.snow);
        cost.typed[5] = 0;
        for (symbol, amount) in (0u8..).zip(cost.typed.map(u32::from)).filter(|(_, amount)| *amount > 0) {
            self.give_mana(play, running.clone(), seat, symbol, amount);
        }
        self.give_mana(play, running, seat, 5, colorless.into());
    }

    /// A player has chosen a half of a hybrid symbol.
    pub fn half_chosen(&self, play: &mut Game<'_>, mut running: Running, seat: Seat, item: Item) {
        if !running.symbols.hybrid.is_empty() {
            running.symbols.hybrid.remove(0);
        }
        cite!("106.8");
        let (symbol, amount) = if let Item::Symbol(symbol) = item { (symbol, 1) } else { (5, 2) };
        if let Some(typed) = running.symbols.typed.get_mut(usize::from(symbol)) {
            *typed = typed.saturating_add(amount);
        }
        self.give_symbols(play, running, seat);
    }

    /// A script adds mana to a player's pool, and remembers that it did.
    pub fn give_mana(&self, play: &mut Game<'_>, running: Running, seat: Seat, symbol: u8, amount: u32) {
        let (source, code) = (running.context.source, running.code);
        // The script stands behind the step that gives it.
        let at = running.cursor.at.saturating_sub(1);
        let marked = matches!(self.card_pool.verb(code, at), Some(Verb::AddManaFor { .. }));
        let mark = marked.then_some(Mark { source, controller: running.context.controller, code, at });
        let tapped = self.taps_for_mana(code);
        let gave_mana = running.gave_mana || amount > 0;
        play.emit(Event::Replaced(Frame::Running(Running { gave_mana, ..running })), rule!("106.4"));
        if amount > 0 {
            cite!("106.3");
            let mana = Marked { mark, ..Marked::plain(symbol, amount.min(u32::from(u16::MAX)) as u16) };
            self.produce(play, Given { seat, source, mana, tapped, whole: false });
        }
    }
}
