//! Putting cards into the battle zone by effects: all of them become pending, then they come one by one (409.1a, 409.1f).

use duelog_kernel::{Choice, ObjectId, Request, Seat};

use crate::actions::movement;
use crate::engine::{DuelMasters, Flow, Game, picked};
use crate::eval::Sight;
use crate::event::Event;
use crate::replacement::is_closed;
use crate::state::{Entering, Frame, Hold, Putting, Why, Zone};
use crate::{cite, rule};

impl DuelMasters {
    /// Puts cards into the battle zone, in this order.
    pub fn put_into_battle(&self, play: &mut Game<'_>, objects: Vec<ObjectId>) {
        let board = &play.state().board;
        cite!("400.3");
        let can = |id: &ObjectId| {
            board.get(*id).is_some_and(|object| {
                !matches!(object.zone, Zone::Battle | Zone::Gone) && object.hold != Hold::Pending && self.library.card(object.top().card).is_element()
            })
        };
        let mut queue: Vec<ObjectId> = objects.into_iter().filter(can).collect();
        queue.reverse();
        let pending = queue.clone();
        let closed = is_closed(&play.state().board.frames);
        self.push(play, Frame::Putting(Putting { queue, choosing: false, came: Vec::new(), closed }), rule!("409.1f"));
        for id in pending {
            self.emit_quietly(play, Event::Held(id, Hold::Pending), rule!("409.1a"));
        }
    }

    /// Puts the next card into the battle zone.
    pub fn advance_putting(&self, play: &mut Game<'_>, mut putting: Putting) -> Flow {
        if putting.choosing {
            return play.wait(self);
        }
        let Some(id) = putting.queue.last().copied() else {
            self.pop(play, rule!("400.7"));
            self.report(play, putting.came);
            return Flow::Go;
        };
        let sight = self.sight(play);
        let Some(object) = sight.object(id).filter(|object| object.hold == Hold::Pending) else {
            putting.queue.pop();
            self.replace_frame(play, Frame::Putting(putting), rule!("409.1f"));
            return Flow::Go;
        };
        let (owner, evolves) = (object.owner, !self.library.card(object.top().card).front().definition.evolution.is_empty());
        if evolves && self.has_bases(&sight, owner, id) {
            putting.choosing = true;
            self.replace_frame(play, Frame::Putting(putting), rule!("801.1b"));
            return Flow::Go;
        }
        putting.queue.pop();
        self.replace_frame(play, Frame::Putting(putting), rule!("409.1f"));
        if evolves {
            // 801.1a: it stays where it was, and is pending no longer (409.2).
            self.emit_quietly(play, Event::Held(id, Hold::None), rule!("409.2"));
        } else {
            self.happen(play, vec![movement(id, Zone::Battle, Entering::default(), Why::Effect)], rule!("409.1a"));
        }
        Flow::Go
    }

    fn next_put(&self, sight: &Sight<'_>, putting: &Putting) -> Option<(ObjectId, Seat)> {
        let id = putting.queue.last().copied()?;
        Some((id, sight.object(id)?.owner))
    }

    /// Asks what an evolution creature is put on (801.1b).
    pub fn ask_putting(&self, sight: &Sight<'_>, putting: &Putting) -> Option<Request> {
        let (id, seat) = self.next_put(sight, putting).filter(|_| putting.choosing)?;
        Some(Request { seat, prompt: "evolve", rule: rule!("801.1b"), subject: Some(id), ask: self.bases(sight, seat, id) })
    }

    /// Takes the choice.
    pub fn answer_putting(&self, play: &mut Game<'_>, mut putting: Putting, choice: &Choice) {
        let Some(id) = putting.queue.pop() else { return };
        putting.choosing = false;
        self.replace_frame(play, Frame::Putting(putting), rule!("801.1b"));
        let entering = Entering { bases: picked(choice), ..Entering::default() };
        self.happen(play, vec![movement(id, Zone::Battle, entering, Why::Effect)], rule!("801.1"));
    }
}
