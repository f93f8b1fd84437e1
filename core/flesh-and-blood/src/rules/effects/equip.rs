//! Equipping objects (8.5.41), and what takes them along: gaining control (8.5.35), retrieving (8.5.51).

use super::Act;
use crate::language::definition::Group;

impl Act<'_, '_> {
    /// 8.5.41: each object to the zone that its subtypes determine, or that the player names, where that is
    /// free.
    pub fn equip(&mut self, what: &Group) {
        let seat = self.controller();
        let mut order = self.objects(what);
        self.look(|sight, _| sight.in_order(&mut order));
        self.report(0, Vec::new());
        self.rules.equip_all(self.play, seat, order);
    }
}
