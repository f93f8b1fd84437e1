//! Ending the turn (716).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::Destination;
use crate::rules::effects::placed;
use crate::rules::game::{Game, Magic};
use crate::state::event::Event;
use crate::state::{Frame, MoveReason, Proposal, Stage, Step, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 716.1: nothing that was going on goes on.
    pub(super) fn end_the_turn(&mut self) {
        let going_on = |frame: &Frame| !matches!(frame, Frame::Turn);
        while self.play.state().board.frames.last().is_some_and(going_on) {
            self.magic.pop(self.play, rule!("716.1"));
        }
        self.play.emit(Event::PriorityTaken, rule!("716.2"));
        while !self.play.state().board.waiting.is_empty() {
            self.play.emit(Event::WaitingDone(0), rule!("716.1a"));
        }
        self.play.emit(Event::StageReached(Stage::Cut), rule!("716.1"));
        self.leave_combat();
        let stack = self.play.state().board.zone(Zone::Stack).to_vec();
        let mut moves: Vec<Proposal> = Vec::new();
        for id in stack {
            match self.play.state().board.get(id) {
                Some(object) if object.is_spell() => {
                    let owner = object.owner;
                    moves.push(placed(id, owner, Destination::Exile, owner, MoveReason::Effect));
                }
                // No card represents it: it ceases to exist.
                Some(_) | None => self.play.emit(Event::Ceased(id, None), rule!("716.1b")),
            }
        }
        cite!("716.1b");
        self.magic.happen(self.play, moves);
    }

    /// All creatures and planeswalkers leave combat.
    fn leave_combat(&mut self) {
        let combat = &self.play.state().board.combat;
        let attackers = combat.attacks.iter().map(|attack| attack.attacker);
        let fighters: Vec<ObjectId> = attackers.chain(combat.blocks.iter().map(|block| block.0)).collect();
        let attacked = |defender| if let Some(Value::Object(id)) = defender { Some(id) } else { None };
        let attacked: Vec<ObjectId> =
            combat.attacks.iter().filter_map(|attack| attacked(attack.defender)).collect();
        for id in attacked {
            self.play.emit(Event::AttackedNoMore(id), rule!("716.1b"));
        }
        for id in fighters {
            self.play.emit(Event::RemovedFromCombat(id), rule!("716.1b"));
        }
    }
}

impl Magic {
    /// 716.1c, 716.1d: state-based actions, and then the cleanup step, whatever would have come before it.
    pub fn cut_turn(&self, play: &mut Game<'_>, step: Step) {
        cite!("716.1c");
        if self.state_actions(play) {
            return;
        }
        self.empty_pools(play);
        if step.is_in(crate::language::definition::TurnPart::Combat) {
            play.emit(Event::CombatEnded, rule!("716.1d"));
        }
        cite!("716.3");
        self.emit(play, Event::StepBegan(Step::Cleanup), rule!("716.1d"));
    }
}
