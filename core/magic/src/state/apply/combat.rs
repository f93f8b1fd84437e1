//! What events of combat change (506-511).

use duelog_kernel::ObjectId;

use super::StateWriter;
use crate::cite;
use crate::state::{Attack, Combat, Value, component};

impl StateWriter<'_> {
    pub(super) fn combat(&mut self) -> &mut Combat {
        self.touched.mark(component::TURN, 0);
        &mut self.state.board.combat
    }

    pub(super) fn blockers_declared(&mut self, blocks: &[(ObjectId, Vec<ObjectId>)]) {
        let combat = self.combat();
        combat.blocked = true;
        cite!("509.1g");
        combat.blocks.extend_from_slice(blocks);
        for attack in &mut combat.attacks {
            let own = blocks.iter().filter(|block| block.1.contains(&attack.attacker));
            attack.blockers.extend(own.map(|block| block.0));
            cite!("509.1h");
            attack.blocked = !attack.blockers.is_empty();
        }
    }

    /// 509.1h: an effect makes attackers blocked.
    pub(super) fn became_blocked(&mut self, ids: &[ObjectId]) {
        let attacks = self.combat().attacks.iter_mut().filter(|attack| ids.contains(&attack.attacker));
        attacks.for_each(|attack| attack.blocked = true);
    }

    /// 508.4: the creature attacks, though it was not declared; the steps of combat take place for it (508.8).
    pub(super) fn came_attacking(&mut self, attacker: ObjectId, whom: Value) {
        let combat = self.combat();
        combat.declared = true;
        combat.attacks.push(Attack::new(attacker, whom));
    }

    /// 509.7: the creature blocks, at its place among the others.
    pub(super) fn came_blocking(&mut self, blocker: ObjectId, attacker: ObjectId, place: u8) {
        let combat = self.combat();
        let band = combat.band_of(attacker);
        for attack in combat.attacks.iter_mut().filter(|attack| band.contains(&attack.attacker)) {
            attack.blockers.insert(usize::from(place).min(attack.blockers.len()), blocker);
            attack.blocked = true;
        }
        combat.blocks.push((blocker, band));
    }

    /// 509.6: the creature blocks the attacker, and its band with it; the order of all others stays.
    pub(super) fn made_to_block(&mut self, blocker: ObjectId, attacker: ObjectId, place: usize, at: usize) {
        let combat = self.combat();
        let band = combat.band_of(attacker);
        for attack in combat.attacks.iter_mut().filter(|attack| band.contains(&attack.attacker)) {
            attack.blocked = true;
            if !attack.blockers.contains(&blocker) {
                attack.blockers.insert(place.min(attack.blockers.len()), blocker);
            }
        }
        if !combat.blocks.iter().any(|block| block.0 == blocker) {
            combat.blocks.push((blocker, Vec::new()));
        }
        for (_, attackers) in combat.blocks.iter_mut().filter(|block| block.0 == blocker) {
            let new = band.iter().copied().filter(|id| !attackers.contains(id)).collect::<Vec<_>>();
            let at = at.min(attackers.len());
            attackers.splice(at..at, new);
        }
    }

    /// 506.4: the permanent attacks and blocks no more, and nothing attacks it.
    pub(super) fn leave_combat(&mut self, id: ObjectId) {
        self.fight_no_more(id);
        self.attacked_no_more(id);
    }

    /// 506.4c: what attacks the planeswalker goes on attacking, but nothing any more.
    pub(super) fn attacked_no_more(&mut self, id: ObjectId) {
        let attacked = |attack: &Attack| attack.defender == Some(Value::Object(id));
        if self.state.board.combat.attacks.iter().any(attacked) {
            self.touched.mark(component::TURN, 0);
            self.state
                .board
                .combat
                .attacks
                .iter_mut()
                .filter(|attack| attacked(attack))
                .for_each(|attack| attack.defender = None);
        }
    }

    /// 506.4: the creature attacks and blocks no more; what it blocked stays blocked.
    pub(super) fn fight_no_more(&mut self, id: ObjectId) {
        if self.state.board.attack(id).is_none() && !self.state.board.is_blocking(id) {
            return;
        }
        let combat = &mut self.state.board.combat;
        self.touched.mark(component::TURN, 0);
        cite!("702.21f");
        combat.attacks.retain(|attack| attack.attacker != id);
        cite!("509.2a");
        combat.attacks.iter_mut().for_each(|attack| attack.blockers.retain(|blocker| *blocker != id));
        combat.blocks.retain(|block| block.0 != id);
        cite!("509.3a");
        combat.blocks.iter_mut().for_each(|block| block.1.retain(|attacker| *attacker != id));
    }
}
