//! The faces of double-faced cards (9.1): awaken, transcend (8.5.43, 8.5.48).

use duelog_kernel::{ObjectId, RuleId};

use super::Act;
use crate::definition::{Group, ZoneKind};
use crate::engine::{FleshAndBlood, Game};
use crate::event::Event;
use crate::game_state::moved;
use crate::rule;
use crate::state::{Why, Zone};

/// What a card with two faces is, that each face has properties of its own, and that one of them is active.
const _: [RuleId; 7] = [rule!("8.5.43a"), rule!("9.1.1"), rule!("9.1.2"), rule!("9.1.2c"), rule!("9.1.3"), rule!("9.1.3b"), rule!("9.1.5")];

/// Who has transcended is who controls the effect.
const _: [RuleId; 1] = [rule!("8.5.48a")];

impl FleshAndBlood {
    /// Makes the back face of a card active; whether it had one that was not active.
    pub fn flip(&self, play: &mut Game<'_>, object: ObjectId, lasting: bool, rule: RuleId) -> bool {
        let Some(back) = play.state().board.get(object).map(|object| &self.library.card(object.card).definition.back) else { return false };
        let Some(face) = self.library.find(back).filter(|_| !back.is_empty()) else { return false };
        play.emit(Event::Flipped { object, face, lasting }, rule);
        true
    }
}

impl Act<'_, '_> {
    /// 8.5.43: it fails for what has no back face, or has it active (8.5.43a).
    pub fn awaken(&mut self, what: &Group) {
        let objects = self.objects(what);
        let awoken = objects.into_iter().filter(|id| self.rules.flip(self.play, *id, false, rule!("8.5.43"))).count();
        self.report(awoken as u32, Vec::new());
    }

    /// 8.5.48, 8.5.48a: the source goes to its owner's hand with its back face, which stays active (9.1.5b).
    pub fn transcend(&mut self) {
        let (source, by) = (self.source(), self.controller());
        let Some(owner) = self.play.state().board.get(source).filter(|object| object.exists()).map(|object| object.owner) else { return };
        if self.rules.flip(self.play, source, true, rule!("9.1.5b")) {
            self.rules.happen(self.play, vec![moved(source, Zone::Of(ZoneKind::Hand, owner), Why::Transcended, by)]);
        }
    }
}
