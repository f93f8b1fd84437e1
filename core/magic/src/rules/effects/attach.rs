//! Attaching something to something (701.3).

use super::Act;
use crate::language::definition::Ref;
use crate::state::Value;
use crate::state::event::Event;
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn attach(&mut self, what: &Ref, to: &Ref) {
        let Some(source) = self.look(|sight, scope| sight.object_of(what, scope)) else { return };
        let here = self.play.state().board.is_permanent(source);
        // Attaching it to what it is attached to already does nothing.
        let now = self
            .play
            .state()
            .board
            .get(source)
            .map(|object| (object.permanent.attached, object.permanent.enchanting));
        let same = |to| match to {
            Value::Object(id) => now == Some((Some(id), None)),
            Value::Seat(seat) => now == Some((None, Some(seat))),
            Value::Number(_) => true,
        };
        cite!("701.3b");
        let Some(to) = self.object_of(to).filter(|to| here && !same(*to)) else { return };
        // It does not move to what it may not be attached to.
        let magic = self.magic;
        cite!("301.5b", "303.4j");
        if !self.look(|sight, _| magic.may_be_attached(sight, source, to)) {
            return;
        }
        let before = magic.before(self.play);
        self.magic.emit(self.play, Event::Attached(source, Some(to)), rule!("701.3a"));
        // 701.3d: what moves has come off what it was attached to.
        let attached = self.play.state().board.get(source).and_then(|object| object.permanent.attached);
        if let Some((Some(host), _)) = now.filter(|(host, _)| *host != attached) {
            let event = Event::CameOff(source, host);
            self.play.emit(event.clone(), rule!("701.3d"));
            magic.notice(self.play, &[event], before.as_ref());
        }
    }
}
