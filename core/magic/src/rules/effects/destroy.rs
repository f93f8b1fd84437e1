//! Destroying (701.7) and regenerating (701.14).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Until};
use crate::rules::keywords::indestructible;
use crate::state::{LastingKind, MoveReason, Proposal};

impl Act<'_, '_> {
    pub(super) fn destroy(&mut self, what: &Group, regenerable: bool) {
        let objects = self.permanents(what);
        let batch = self.look(|sight, _| {
            let destructible = |id: &ObjectId| !indestructible::is(sight, *id);
            let destroy = |object| Proposal::Destroy { object, regenerable, why: MoveReason::Destroyed };
            objects.into_iter().filter(destructible).map(destroy).collect()
        });
        self.magic.happen(self.play, batch);
    }

    pub(super) fn regenerate(&mut self, what: &Group) {
        for id in self.permanents(what) {
            self.begin(LastingKind::Regenerate(id), Until::EndOfTurn);
        }
    }
}
