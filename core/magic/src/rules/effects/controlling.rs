//! Controlling another player (715): for a turn, or for as long as an effect says.

use super::Act;
use crate::language::definition::{Group, Ref, Until};
use crate::rule;
use crate::state::event::Event;
use crate::state::{LastingKind, Zone};

impl Act<'_, '_> {
    /// 715.1: for the next turn of each.
    pub(super) fn control_players(&mut self, who: &Group) {
        let by = self.running.context.controller;
        for seat in self.look(|sight, scope| sight.teams(who, scope)) {
            self.play.emit(Event::PlayerControlled(seat, by), rule!("715.1"));
        }
    }

    /// 715.2: from now on, for so long.
    pub(super) fn control_for(&mut self, who: &Group, until: Until) {
        let seats = self.look(|sight, scope| sight.with_mates(who, scope));
        if !seats.is_empty() {
            self.begin(LastingKind::Control { seats, waits: false }, until);
        }
    }

    /// 715.2: from when a spell begins to resolve until it has left the stack.
    pub(super) fn control_as_resolves(&mut self, who: &Group, spell: &Ref) {
        let found = self.look(|sight, scope| {
            let spell = sight.object_of(spell, scope)?;
            let there = sight.object(spell).is_some_and(|object| object.zone == Zone::Stack);
            there.then(|| (spell, sight.with_mates(who, scope)))
        });
        let Some((spell, seats)) = found.filter(|(_, seats)| !seats.is_empty()) else { return };
        let whose = (self.source(), self.running.context.controller);
        let kind = LastingKind::Control { seats, waits: true };
        let until = (Until::Resolved, Some(spell));
        self.magic.begin_effect_on(self.play, whose, kind, until, rule!("715.2"));
    }
}
