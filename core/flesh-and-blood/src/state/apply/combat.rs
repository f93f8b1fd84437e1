//! The combat chain and its links.

use super::*;
use crate::state::Defense;

impl StateWriter<'_> {
    /// The newest chain link changes.
    pub(super) fn link(&mut self, change: impl FnOnce(&mut Link)) {
        if let Some(link) = there(self.combat().links.last_mut(), "a chain link") {
            change(link);
        }
    }

    pub(super) fn chain_opened(&mut self, attack: ObjectId) {
        cite!("3.6.4");
        let combat = self.combat();
        combat.open = true;
        combat.serial = combat.serial.saturating_add(1);
        combat.layer = Some(attack);
    }

    pub(super) fn link_made(&mut self, link: Link) {
        let attacked = Occurrence::Attacked(link.attack, link.targets.clone());
        let combat = self.combat();
        combat.layer = None;
        combat.links.push(link);
        self.note(attacked);
    }

    pub(super) fn defends(&mut self, defenses: Vec<Defense>) {
        let Some(link) = there(self.combat().links.last_mut(), "a chain link") else { return };
        link.defenses.extend(defenses.iter().copied());
        link.declared.retain(|declared| !defenses.contains(declared));
        let attack = link.attack;
        for defense in &defenses {
            self.with(defense.card, |object| object.defended = true);
        }
        self.note(Occurrence::Defended { cards: defenses, attack });
    }

    pub(super) fn link_resolved(&mut self) {
        let Some(link) = there(self.combat().links.last_mut(), "a chain link") else { return };
        link.resolved = true;
        let attack = link.attack;
        cite!("7.0.3d");
        self.end_effects(|effect| effect.until == Until::ChainLink);
        self.note(Occurrence::LinkResolved(attack));
    }

    pub(super) fn chain_closed(&mut self) {
        let combat = self.combat();
        cite!("7.0.2");
        *combat = Combat { serial: combat.serial, ..Combat::default() };
        cite!("7.0.2b", "7.0.3d");
        self.end_effects(|effect| matches!(effect.until, Until::CombatChain | Until::ChainLink));
        self.all(|object| object.defended, |object| object.defended = false);
    }
}
