//! Equipping objects (8.5.41), and what takes them along: gaining control (8.5.35), retrieving (8.5.51).

use super::Act;
use crate::cite;
use crate::definition::Group;

// One-handers, two-handers, off-hands and quivers are equipped to weapon zones; what has no zone is not equipped, and does not become a permanent.
cite!("8.2.1a", "8.2.1b", "8.2.2a", "8.2.2c", "8.2.10a", "8.2.15a", "8.5.41a", "8.5.41b", "8.5.41c", "8.5.41e", "8.5.41f", "8.5.51");

// To retrieve.
cite!("8.5.51a");

impl Act<'_, '_> {
    /// 8.5.41: each object to the zone that its subtypes determine, or that the player names, where that is free.
    pub fn equip(&mut self, what: &Group) {
        let seat = self.controller();
        let mut order = self.objects(what);
        self.look(|sight, _| sight.in_order(&mut order));
        self.report(0, Vec::new());
        self.rules.equip_all(self.play, seat, order);
    }
}
