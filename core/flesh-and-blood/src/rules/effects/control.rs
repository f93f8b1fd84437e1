//! Gaining control of objects (8.5.35): by an effect that says so, by being given them (8.5.53), by stealing
//! them (8.5.54).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::language::definition::{Group, Ref};
use crate::rules::equipping::slots_for;
use crate::state::event::Event;
use crate::state::{Occurrence, Value};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// 8.5.35
    pub fn gain_control(&mut self, who: &Ref, what: &Group) {
        let Some(seat) = self.seat(who) else { return };
        let objects = self.objects(what);
        let gained = objects.into_iter().filter(|id| self.control(*id, seat)).count();
        self.report(gained as u32, Vec::new());
    }

    /// Another player gains control of the objects.
    pub fn give(&mut self, who: &Ref, what: &Group) {
        cite!("8.5.53");
        let Some(seat) = self.seat(who) else { return };
        let by = self.controller();
        let objects = self.objects(what);
        let given: Vec<ObjectId> = objects.into_iter().filter(|id| self.control(*id, seat)).collect();
        for id in &given {
            self.rules.emit(self.play, Event::Recorded(Occurrence::Given(by, *id)), rule!("8.5.53a"));
        }
        self.report(given.len() as u32, given.into_iter().map(Value::Object).collect());
    }

    /// The controller of the effect gains control of the objects.
    pub fn steal(&mut self, what: &Group) {
        cite!("8.5.54");
        let by = self.controller();
        let objects = self.objects(what);
        let stolen: Vec<ObjectId> = objects.into_iter().filter(|id| self.control(*id, by)).collect();
        for id in &stolen {
            self.rules.emit(self.play, Event::Recorded(Occurrence::Stolen(by, *id)), rule!("8.5.54a"));
        }
        self.report(stolen.len() as u32, stolen.into_iter().map(Value::Object).collect());
    }

    /// Gives a player control of an object; what is equipped must be equipped by the new controller,
    /// otherwise nothing changes.
    fn control(&mut self, id: ObjectId, seat: Seat) -> bool {
        if self.look(|sight, _| sight.controller(id)).is_none_or(|controller| controller == seat) {
            return false;
        }
        if self.play.state().board.get(id).is_some_and(|object| object.equipped != 0) {
            let slots = self.look(|sight, _| slots_for(sight, seat, id));
            cite!("8.5.53b", "8.5.54b");
            if slots == 0 {
                return false;
            }
            self.rules.emit(self.play, Event::ControlGained(id, seat), rule!("8.5.35"));
            self.rules.equip(self.play, id, slots, seat, rule!("8.5.35a"));
        } else {
            self.rules.emit(self.play, Event::ControlGained(id, seat), rule!("8.5.35"));
        }
        true
    }
}
