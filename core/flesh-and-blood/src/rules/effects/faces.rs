//! The faces of double-faced cards (9.1): awaken, transcend (8.5.43, 8.5.48).

use duelog_kernel::{ObjectId, RuleId};

use super::Act;
use crate::language::definition::{Destination, Group, ZoneKind};
use crate::language::types::{TypeBox, subtype};
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{MoveReason, Zone, moved};
use crate::{cite, rule};

impl FleshAndBlood {
    /// 9.1.4b: makes one face of a twin-card active, the one of this name; whether it has such a face.
    pub fn show_face(&self, play: &mut Game<'_>, object: ObjectId, name: &str) -> bool {
        let front = play.state().board.get(object).map(|object| object.front);
        let Some(face) = front.and_then(|front| self.card_pool.face(front, Some(name))) else { return false };
        play.emit(Event::Flipped { object, face, lasting: false }, rule!("9.1.4b"));
        true
    }

    /// A twin-card has one active face in the arena and on the stack, the first one where nothing has
    /// determined which (9.1.4b), and both elsewhere (9.1.4a).
    pub fn settle_face(&self, play: &mut Game<'_>, object: ObjectId) {
        cite!("9.1.4");
        let Some(twin) = play.state().board.get(object).filter(|object| object.exists()) else { return };
        let Some(first) = self.card_pool.face(twin.front, None) else { return };
        let one = twin.zone.is_arena() || twin.zone == Zone::Stack;
        if one && twin.card == twin.front {
            play.emit(Event::Flipped { object, face: first, lasting: false }, rule!("9.1.4b"));
        } else if !one && twin.card != twin.front {
            let face = twin.front;
            play.emit(Event::Flipped { object, face, lasting: false }, rule!("9.1.4a"));
        }
    }

    /// Constructs and invocations that resolve enter the arena with their back face.
    pub fn turn_as_it_enters(&self, play: &mut Game<'_>, object: ObjectId, types: &TypeBox) {
        if types.has(subtype::CONSTRUCT) {
            self.flip(play, object, false, rule!("8.2.14a"));
        } else if types.has(subtype::INVOCATION) {
            self.flip(play, object, false, rule!("8.2.13a"));
        }
    }

    /// Makes the back face of a card active; whether it had one that was not active.
    pub fn flip(&self, play: &mut Game<'_>, object: ObjectId, lasting: bool, rule: RuleId) -> bool {
        cite!("8.5.43a", "9.1.1", "9.1.2", "9.1.3");
        let Some(back) =
            play.state().board.get(object).map(|object| &self.card_pool.card(object.card).definition.back)
        else {
            return false;
        };
        let Some(face) = self.card_pool.find(back).filter(|_| !back.is_empty()) else { return false };
        play.emit(Event::Flipped { object, face, lasting }, rule);
        true
    }
}

impl Act<'_, '_> {
    /// 9.1.4b: what is put into the arena has the face that the effect names.
    pub fn put_face(&mut self, what: &Group, face: &str) {
        for object in self.objects(what) {
            let outside = self
                .play
                .state()
                .board
                .get(object)
                .is_some_and(|object| object.exists() && !object.zone.is_arena());
            if outside {
                self.rules.show_face(self.play, object, face);
            }
        }
        self.put(what, Destination::Arena);
    }

    /// 8.5.43: it fails for what has no back face, or has it active.
    pub fn awaken(&mut self, what: &Group) {
        let objects = self.objects(what);
        let awoken =
            objects.into_iter().filter(|id| self.rules.flip(self.play, *id, false, rule!("8.5.43"))).count();
        self.report(awoken as u32, Vec::new());
    }

    /// 8.5.48: the source goes to its owner's hand with its back face, which stays active (9.1.5b); who
    /// controls the effect has transcended.
    pub fn transcend(&mut self) {
        cite!("8.5.48a", "9.1.5");
        let (source, by) = (self.source(), self.controller());
        let Some(owner) =
            self.play.state().board.get(source).filter(|object| object.exists()).map(|object| object.owner)
        else {
            return;
        };
        if self.rules.flip(self.play, source, true, rule!("9.1.5b")) {
            self.rules.happen(
                self.play,
                vec![moved(source, Zone::Of(ZoneKind::Hand, owner), MoveReason::Transcended, by)],
            );
        }
    }
}
