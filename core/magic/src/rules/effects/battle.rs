//! What effects change of a combat that goes on (508.7, 509.1h).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Ref};
use crate::state::event::Event;
use crate::state::{Frame, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    pub(super) fn become_blocked(&mut self, what: &Group) {
        let attackers = self.permanents(what);
        let combat = &self.play.state().board.combat;
        let mut ids: Vec<ObjectId> = Vec::new();
        for attack in &combat.attacks {
            if attackers.contains(&attack.attacker) {
                cite!("702.21i");
                ids.extend(combat.band_of(attack.attacker));
            }
        }
        ids.retain(|id| combat.attacks.iter().any(|attack| attack.attacker == *id && !attack.blocked));
        ids.sort();
        ids.dedup();
        if !ids.is_empty() {
            self.magic.emit(self.play, Event::BecameBlocked(ids), rule!("509.1h"));
        }
    }

    pub(super) fn redirect(&mut self, who: &Ref, what: &Ref) {
        let found = self.look(|sight, scope| {
            let attacker = sight.object_of(what, scope)?;
            sight.board.attack(attacker)?;
            Some((sight.seat(who, scope)?, attacker))
        });
        let Some((seat, attacker)) = found else { return };
        self.magic.push(self.play, Frame::Redirecting { seat, attacker }, rule!("508.7"));
    }

    pub(super) fn make_block(&mut self, blocker: &Ref, attacker: &Ref) {
        let found = self.look(|sight, scope| {
            let (blocker, attacker) = (sight.object_of(blocker, scope)?, sight.object_of(attacker, scope)?);
            let attack = sight.board.attack(attacker)?;
            let able = sight.object(blocker)?.zone == Zone::Battlefield
                && sight.is_creature(blocker)
                && sight.controller(blocker) == Some(sight.defending(attack))
                && !attack.blockers.contains(&blocker);
            able.then_some((blocker, attacker))
        });
        let Some((blocker, attacker)) = found else { return };
        let frame = Frame::MakingBlock { blocker, attacker, place: None };
        self.magic.push(self.play, frame, rule!("509.6"));
    }
}
