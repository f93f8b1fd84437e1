//! Positions that come about again: what players keep up by their choices, and how such a loop is known.
//!
//! Two states are the same position when they differ only in what objects are called and in what a game names
//! as mattering to nothing, for instance when something got its timestamp. [`Position`] writes a state down
//! so that the same positions have the same digest; [`Loops`] remembers which positions the choices since
//! some moment have led through, and what is not to be chosen there again.

use serde::Serialize;

use crate::canonical::{self, Naming};
use crate::digest::{Digest, Purpose, hash};
use crate::ids::{ObjectId, Seat};
use crate::without::Without;
use crate::zone::Zones;
use crate::{bounds, data};

data! {
    /// The positions since the last moment behind which none can come about again.
    #[derive(Default)]
    pub struct Loops {
        /// How many choices of an action have been made since then; positions are looked at only after
        /// [`bounds::LOOP_ACTIONS`].
        pub actions: u32,
        /// The positions that led here, each once, the oldest first.
        pub path: Vec<Visit>,
        /// Choices that are barred: positions, each with the answer.
        pub barred: Vec<Digest>,
    }

    /// A choice in a position.
    #[derive(Copy)]
    pub struct Visit {
        /// The position.
        pub at: Digest,
        /// The position with the answer.
        pub taken: Digest,
        /// Who chose.
        pub seat: Seat,
        /// True if the player had another option and acted by this one.
        pub action: bool,
    }
}

impl Loops {
    /// Returns whether positions are compared.
    pub fn watching(&self) -> bool {
        self.actions >= bounds::LOOP_ACTIONS
    }

    /// The place on the path where the position came about before, if it did, with the last action on the way
    /// from there of the first player in `order` who took one.
    pub fn closed(&self, at: Digest, order: &[Seat]) -> Option<(u32, Option<Digest>)> {
        let from = self.path.iter().position(|visit| visit.at == at)?;
        let last =
            |seat: &Seat| self.path[from..].iter().rev().find(|visit| visit.action && visit.seat == *seat);
        Some((from as u32, order.iter().find_map(last).map(|visit| visit.taken)))
    }

    /// Another choice is made.
    pub fn visit(&mut self, visit: Visit) {
        keep(&mut self.path, visit);
    }

    /// The path is back at a place, and an action on the way is not chosen again.
    pub fn close(&mut self, from: u32, barred: Option<Digest>) {
        self.path.truncate(from as usize);
        barred.into_iter().for_each(|barred| keep(&mut self.barred, barred));
    }
}

/// Adds to a list that keeps only its newest entries.
fn keep<T>(list: &mut Vec<T>, new: T) {
    if list.len() >= bounds::LOOP_POSITIONS {
        list.remove(0);
    }
    list.push(new);
}

/// A state as it is written down to be compared: objects are called by their places in the zones.
#[derive(Debug, Clone)]
pub struct Position {
    names: Names,
    without: Without,
    bytes: Vec<u8>,
}

/// The names of objects.
#[derive(Debug, Clone, Default)]
struct Names {
    /// By id.
    names: Vec<Option<u32>>,
    /// How many names there are.
    count: u32,
    /// Objects in no zone that something refers to, to be written down too.
    elsewhere: Vec<ObjectId>,
}

impl Position {
    /// A position that begins with the zones; fields called as `without` says are left out of everything that
    /// is written.
    pub fn of(zones: &Zones, without: &'static [&'static str]) -> Position {
        let mut names = Names::default();
        zones.iter().flatten().for_each(|id| {
            names.named(id.0);
        });
        let mut position = Position { names, without: Without::these(without), bytes: Vec::new() };
        position.write(zones.used());
        position
    }

    /// Writes a part of the state down.
    pub fn write<T: Serialize + ?Sized>(&mut self, part: &T) {
        canonical::write_named(part, &mut self.bytes, &mut self.names, self.without);
    }

    /// The next object in no zone that what has been written refers to.
    pub fn elsewhere(&mut self) -> Option<ObjectId> {
        self.names.elsewhere.pop()
    }

    /// The digest of all that has been written.
    pub fn digest(&self) -> Digest {
        hash(Purpose::Position, &self.bytes)
    }

    /// The digest with an answer behind all that has been written.
    pub fn with<T: Serialize + ?Sized>(&mut self, digest: Digest, answer: &T) -> Digest {
        let whole = std::mem::replace(&mut self.bytes, digest.0.to_vec());
        self.write(answer);
        hash(Purpose::Position, &std::mem::replace(&mut self.bytes, whole))
    }
}

impl Names {
    /// The name of an object, and whether it is new.
    fn named(&mut self, id: u32) -> (u32, bool) {
        let at = id as usize;
        if at >= self.names.len() {
            self.names.resize(at + 1, None);
        }
        match self.names[at] {
            Some(name) => (name, false),
            None => {
                let name = self.count;
                (self.names[at], self.count) = (Some(name), name + 1);
                (name, true)
            }
        }
    }
}

impl Naming for Names {
    fn name(&mut self, id: u32) -> u32 {
        let (name, new) = self.named(id);
        if new {
            self.elsewhere.push(ObjectId(id));
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zone::Place;

    #[derive(serde::Serialize)]
    struct Thing {
        id: ObjectId,
        made_by: Option<ObjectId>,
        when: u32,
        size: (i8, bool),
    }

    fn zones(ids: [u32; 3]) -> Zones {
        let mut zones = Zones::new(2);
        ids.into_iter().zip([0, 1, 1]).for_each(|(id, zone)| zones.put(zone, ObjectId(id), Place::Top));
        zones
    }

    fn digest(ids: [u32; 3], maker: u32, when: u32, size: i8) -> Digest {
        let mut position = Position::of(&zones(ids), &["when"]);
        position.write(&Thing {
            id: ObjectId(ids[1]),
            made_by: Some(ObjectId(maker)),
            when,
            size: (size, true),
        });
        position.digest()
    }

    #[test]
    fn ids_and_what_is_left_out_make_no_other_position() {
        let first = digest([0, 1, 2], 2, 5, -1);
        assert_eq!(digest([9, 7, 8], 8, 6, -1), first);
        assert_ne!(digest([0, 1, 2], 2, 5, 1), first);
        assert_ne!(digest([0, 1, 2], 0, 5, -1), first);
        // One that is gone is none of those in the zones, whichever it is.
        assert_ne!(digest([0, 1, 2], 50, 5, -1), first);
        assert_eq!(digest([0, 1, 2], 50, 5, -1), digest([0, 1, 2], 60, 5, -1));
        let mut position = Position::of(&zones([0, 1, 2]), &[]);
        position.write(&[ObjectId(4), ObjectId(1), ObjectId(4)]);
        assert_eq!((position.elsewhere(), position.elsewhere()), (Some(ObjectId(4)), None));
    }

    #[test]
    fn an_answer_changes_nothing_about_the_position() {
        let mut position = Position::of(&zones([3, 4, 5]), &[]);
        let digest = position.digest();
        let answers = [ObjectId(3), ObjectId(4)].map(|id| position.with(digest, &id));
        assert_ne!(answers[0], answers[1]);
        assert_eq!(position.digest(), digest);
    }

    #[test]
    fn the_last_action_of_the_first_player_who_acts_closes_the_loop() {
        let digest = |number| Digest([number; 32]);
        let visit = |number, seat, action| Visit {
            at: digest(number),
            taken: digest(100 + number),
            seat: Seat(seat),
            action,
        };
        let mut loops = Loops::default();
        for made in
            [visit(0, 0, true), visit(1, 0, true), visit(2, 1, true), visit(3, 1, false), visit(4, 0, false)]
        {
            loops.visit(made);
        }
        let order = [Seat(0), Seat(1)];
        assert_eq!(loops.closed(digest(1), &order), Some((1, Some(digest(101)))));
        assert_eq!(loops.closed(digest(2), &order), Some((2, Some(digest(102)))));
        assert_eq!(loops.closed(digest(3), &order), Some((3, None)));
        assert_eq!(loops.closed(digest(9), &order), None);
        loops.close(1, Some(digest(101)));
        assert_eq!((loops.path.len(), loops.barred.as_slice()), (1, &[digest(101)][..]));
    }

    #[test]
    fn only_the_newest_positions_are_kept() {
        let mut list = Vec::new();
        (0..bounds::LOOP_POSITIONS + 2).for_each(|number| keep(&mut list, number));
        assert_eq!((list.len(), list[0]), (bounds::LOOP_POSITIONS, 2));
    }

    #[test]
    fn a_number_is_no_id() {
        let digest = |ids, number: u32| {
            let mut position = Position::of(&zones(ids), &[]);
            position.write(&number);
            position.digest()
        };
        assert_ne!(digest([0, 1, 2], 1), digest([9, 7, 8], 7));
        assert_eq!(digest([0, 1, 2], 1), digest([9, 7, 8], 1));
    }

    #[test]
    fn positions_are_looked_at_after_many_actions() {
        let watching = |actions| Loops { actions, ..Loops::default() }.watching();
        let most = bounds::LOOP_ACTIONS;
        assert_eq!([0, most - 1, most, most + 1].map(watching), [false, false, true, true]);
    }
}
