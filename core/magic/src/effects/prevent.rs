//! Preventing damage (615).

use super::Act;
use crate::definition::{Group, Number, Until};
use crate::state::LastingKind;

impl Act<'_, '_> {
    pub(super) fn prevent(&mut self, to: &Group, amount: Option<&Number>, until: Until) {
        let (members, amount) = self.look(|sight, scope| (sight.members(to, scope), amount.map(|number| sight.count(number, scope))));
        if amount == Some(0) {
            return;
        }
        for to in members {
            self.begin(LastingKind::Prevent { to, amount }, until);
        }
    }

    pub(super) fn prevent_combat_damage(&mut self, until: Until) {
        self.begin(LastingKind::PreventCombat, until);
    }
}
