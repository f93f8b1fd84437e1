//! The combat chain and its links.

use super::*;

impl Change<'_> {
    pub(super) fn combat(&mut self, event: &Event) {
        self.touched.mark(component::TURN, 0);
        let combat = &mut self.state.board.combat;
        match event {
            Event::ChainOpened(attack) => {
                cite!("3.6.4");
                combat.open = true;
                combat.serial = combat.serial.saturating_add(1);
                combat.layer = Some(*attack);
            }
            Event::AttackLayered(attack) => combat.layer = Some(*attack),
            Event::LinkMade(link) => {
                combat.layer = None;
                combat.links.push(link.clone());
                let (attack, targets) = (link.attack, link.targets.clone());
                self.note(Occurrence::Attacked(attack, targets));
            }
            Event::AttackReplaced(attack) => {
                if let Some(link) = there(combat.links.last_mut(), "a chain link") {
                    link.attack = *attack;
                    link.source = None;
                }
            }
            Event::TargetsOrdered(targets) => {
                if let Some(link) = there(combat.links.last_mut(), "a chain link") {
                    link.targets.clone_from(targets);
                }
            }
            Event::Declared(declared) => {
                if let Some(link) = there(combat.links.last_mut(), "a chain link") {
                    link.declared.extend(declared.iter().copied());
                }
            }
            Event::Defends(defenses) => {
                let Some(link) = there(combat.links.last_mut(), "a chain link") else { return };
                link.defenses.extend(defenses.iter().copied());
                link.declared.retain(|declared| !defenses.contains(declared));
                let attack = link.attack;
                for defense in defenses {
                    self.with(defense.card, |object| object.defended = true);
                }
                self.note(Occurrence::Defended { cards: defenses.clone(), attack });
            }
            Event::Calculated => {
                if let Some(link) = there(combat.links.last_mut(), "a chain link") {
                    link.calculated = true;
                }
            }
            Event::LinkResolved => {
                if let Some(link) = there(combat.links.last_mut(), "a chain link") {
                    link.resolved = true;
                    let attack = link.attack;
                    cite!("7.0.3d");
                    self.end_effects(|effect| effect.until == Until::ChainLink);
                    self.note(Occurrence::LinkResolved(attack));
                }
            }
            Event::Closing => combat.closing = true,
            Event::ChainClosed => {
                let serial = combat.serial;
                cite!("7.0.2");
                *combat = Combat { serial, ..Combat::default() };
                cite!("7.0.2b", "7.0.3d");
                self.end_effects(|effect| matches!(effect.until, Until::CombatChain | Until::ChainLink));
                self.all(|object| object.defended, |object| object.defended = false);
            }
            other => astray(other),
        }
    }
}
