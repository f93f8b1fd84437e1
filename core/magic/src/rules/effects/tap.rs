//! Tapping and untapping (701.20).

use std::collections::BTreeSet;

use super::Act;
use crate::language::definition::{Group, Ref, Until};
use crate::rule;
use crate::state::LastingKind;
use crate::state::event::Event;

impl Act<'_, '_> {
    /// 502.2: effects can keep permanents from untapping.
    pub(super) fn stay_tapped(&mut self, what: &Group, whose: Option<&Ref>) {
        let objects = self.permanents(what);
        let seat = whose.and_then(|whose| self.look(|sight, scope| sight.seat(whose, scope)));
        if !objects.is_empty() {
            self.begin(LastingKind::Stay { objects, seat }, Until::Forever);
        }
    }

    /// 611.2c: what does not untap then is whatever is in the group of this step in that untap step.
    pub(super) fn miss_untap_step(&mut self, whose: &Ref) {
        let Some(seat) = self.look(|sight, scope| sight.seat(whose, scope)) else { return };
        let (code, at) = (self.running.code, self.running.cursor.at.saturating_sub(1));
        let (context, it) = (Box::new(self.running.context.clone()), self.running.cursor.it().copied());
        self.begin(LastingKind::Misses { code, at, context, it, seat }, Until::Forever);
    }

    pub(super) fn tap(&mut self, what: &Group) {
        let mut objects = self.permanents(what);
        let mut seen = BTreeSet::new();
        objects.retain(|id| {
            seen.insert(*id)
                && self.play.state().board.get(*id).is_some_and(|object| !object.permanent.tapped)
        });
        self.magic.emit_together(
            self.play,
            objects.into_iter().map(Event::Tapped).collect(),
            rule!("701.20a"),
        );
    }

    pub(super) fn untap(&mut self, what: &Group) {
        let mut objects = self.permanents(what);
        let mut seen = BTreeSet::new();
        objects.retain(|id| {
            seen.insert(*id) && self.play.state().board.get(*id).is_some_and(|object| object.permanent.tapped)
        });
        self.magic.emit_together(
            self.play,
            objects.into_iter().map(Event::Untapped).collect(),
            rule!("701.20b"),
        );
    }
}
