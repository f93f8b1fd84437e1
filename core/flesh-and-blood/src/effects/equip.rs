//! Equipping objects (8.5.41), and what takes them along: gaining control (8.5.35), retrieving (8.5.51).

use super::Act;
use crate::definition::Group;
use crate::rule;

/// One-handers, two-handers, off-hands and quivers are equipped to weapon zones; what has no zone is not equipped, and does not become a permanent.
const _: [duelog_kernel::RuleId; 12] = [
    rule!("8.2.1a"),
    rule!("8.2.1b"),
    rule!("8.2.2a"),
    rule!("8.2.2c"),
    rule!("8.2.10a"),
    rule!("8.2.15a"),
    rule!("8.5.41a"),
    rule!("8.5.41b"),
    rule!("8.5.41c"),
    rule!("8.5.41e"),
    rule!("8.5.41f"),
    rule!("8.5.51"),
];

/// To retrieve.
const _: [duelog_kernel::RuleId; 1] = [rule!("8.5.51a")];

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
