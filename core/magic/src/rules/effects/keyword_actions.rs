//! Which file does which keyword action (701).

use super::Act;
use crate::language::definition::Action;

impl Act<'_, '_> {
    pub(super) fn keyword_action(&mut self, action: &Action) {
        match action {
            Action::Fight(one, other) => self.fight(one, other),
            Action::Double(what, doubled) => self.double(what, *doubled),
            Action::Exchange(what) => self.exchange(what),
            Action::Scry(who, number) => self.scry_together(who, number),
            Action::Surveil(who, number) => self.surveil(who, number),
            Action::Fateseal(who, whose, number) => self.fateseal(who, whose, number),
            Action::Clash(with) => self.clash(with),
            Action::Search(who, filter, count, to) => self.search_together(who, filter, *count, *to),
            Action::Proliferate(who) => self.proliferate(who),
            Action::Detain(what) => self.detain(what),
            Action::Populate(who) => self.populate(who),
            Action::Monstrosity(number) => self.monstrosity(number),
            Action::Bolster(number) => self.bolster(number),
            Action::Support(targets) => self.support(*targets),
            Action::Goad(what) => self.goad(what),
            Action::Explore(who) => self.explore(who),
            Action::Adapt(number) => self.adapt(number),
            Action::Vote(first, ballot) => self.vote(first, ballot),
            Action::Manifest(who, what) => self.manifest(who, what),
            Action::Planeswalk(who) => self.planeswalk(who),
            Action::RollPlanarDie(who) => self.roll_planar_die(who),
            Action::SetInMotion(who, number) => self.set_in_motion(who, number),
            Action::Abandon(what) => self.abandon(what),
        }
    }
}
