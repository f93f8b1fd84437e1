//! Telling what objects have done by their own abilities, and what was done to others (702.71c, 702.99b, 702.109b).

use super::Act;
use crate::language::definition::{Deed, Group};
use crate::rule;
use crate::state::event::Event;

impl Act<'_, '_> {
    pub(super) fn performs(&mut self, who: &Group, deed: Deed) {
        let all = self.look(|sight, scope| {
            let seat = |id| sight.controller(id).map(|seat| (id, seat));
            sight.objects(who, scope).into_iter().filter_map(seat).collect::<Vec<_>>()
        });
        let rule = match deed {
            Deed::Exploit => rule!("702.109b"),
            Deed::Champion => rule!("702.71c"),
            _ => rule!("702.99b"),
        };
        for (object, seat) in all {
            self.magic.emit(self.play, Event::Performed(deed, seat, Some(object), 1), rule);
        }
    }
}
