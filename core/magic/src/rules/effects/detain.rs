//! Detaining (701.28) and goading (701.37).

use super::Act;
use crate::cite;
use crate::language::definition::{Deed, Group, Ruling, Until};
use crate::state::{Alter, LastingKind};

impl Act<'_, '_> {
    pub(super) fn detain(&mut self, what: &Group) {
        let objects = self.permanents(what);
        if objects.is_empty() {
            return;
        }
        cite!("701.28a");
        let forbidden = [Deed::Attack, Deed::Block, Deed::Activate];
        let alters = forbidden.into_iter().map(|deed| Alter::Rule(Ruling::Forbid, deed, ())).collect();
        self.begin(LastingKind::Alter { objects, alters }, Until::YourNextTurn);
    }

    /// They attack if able, and somebody else than the player whose effect it is if able.
    pub(super) fn goad(&mut self, what: &Group) {
        let objects = self.permanents(what);
        if objects.is_empty() {
            return;
        }
        cite!("701.37a");
        let alters = vec![Alter::Rule(Ruling::Require, Deed::Attack, ())];
        self.begin(LastingKind::Alter { objects, alters }, Until::YourNextTurn);
    }
}
