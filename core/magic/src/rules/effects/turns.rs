//! Extra turns, phases and steps (500.7 to 500.9), and leaving combat (506.4).

use super::Act;
use crate::language::definition::{Behind, Group, TurnPart};
use crate::rule;
use crate::state::event::Event;
use crate::state::{Added, Step, Value};

impl Act<'_, '_> {
    /// 500.7: in turn order one by one; what is added last is taken first.
    pub(super) fn extra_turn(&mut self, who: &Group, behind: Behind) {
        for seat in self.look(|sight, scope| sight.teams(who, scope)) {
            let added = match behind {
                Behind::This => Event::ExtraTurn(seat),
                Behind::Next => Event::TurnBehindNext(seat),
            };
            self.play.emit(added, rule!("500.7"));
        }
    }

    /// 500.8, 500.9: after the phase or the step at hand.
    pub(super) fn additional(&mut self, parts: &[TurnPart], after: &[TurnPart]) {
        let now = self.play.state().board.turn.step;
        if !after.is_empty() && !after.iter().any(|part| now.is_in(*part)) {
            return;
        }
        let steps: Vec<Step> = parts.iter().filter_map(|part| Step::first_of(*part)).collect();
        let whole = parts.iter().any(|part| part.is_phase());
        let rule = if whole { rule!("500.8") } else { rule!("500.9") };
        self.play.emit(Event::PartsAdded(Added { after: now.end_of(whole), steps, whole }), rule);
    }

    /// 506.4: in so many words.
    pub(super) fn remove_from_combat(&mut self, what: &Group) {
        for id in self.permanents(what) {
            let board = &self.play.state().board;
            let fights = board.attack(id).is_some() || board.is_blocking(id);
            let attacked = |defender: Option<Value>| defender == Some(Value::Object(id));
            let attacked = board.combat.attacks.iter().any(|attack| attacked(attack.defender));
            if fights {
                self.play.emit(Event::RemovedFromCombat(id), rule!("506.4"));
            }
            if attacked {
                self.play.emit(Event::AttackedNoMore(id), rule!("506.4c"));
            }
        }
    }
}
