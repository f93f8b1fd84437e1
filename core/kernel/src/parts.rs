//! The parts that the state of every game has: the components of its sums and of its hash tree.

use serde::Serialize;

use crate::bounds::Size;
use crate::canonical;
use crate::digest::{Components, Touched};
use crate::ids::ObjectId;
use crate::objects::Objects;
use crate::rng::Rng;
use crate::scope::in_json;
use crate::zone::Zones;

/// The turn and what is fought.
pub const TURN: usize = 0;
/// The players, a leaf each.
pub const PLAYERS: usize = 1;
/// The zones, a leaf each; that of a zone without objects is empty.
pub const ZONES: usize = 2;
/// The objects, a leaf each; that of an object which is gone for good is empty.
pub const OBJECTS: usize = 3;
/// Effects that last, and what is delayed or waits.
pub const EFFECTS: usize = 4;
/// The frames.
pub const FRAMES: usize = 5;
/// The random generator, the clock, the ending and how many ids have been given.
pub const CHANCE: usize = 6;
/// Past facts that rules may still ask about, a leaf each: most decisions only add to them.
pub const HISTORY: usize = 7;

/// A state made of the parts that every card game has. The values of a part have named fields, for people who
/// compare states.
pub trait Parts {
    /// A player.
    type Player: Serialize;
    /// An object.
    type Object: Serialize;
    /// How the match ended.
    type Ending: Serialize;
    /// Something that has happened.
    type Past: Serialize + PartialEq;

    /// The players in seat order.
    fn players(&self) -> &[Self::Player];
    /// The zones.
    fn zones(&self) -> &Zones;
    /// The objects by id.
    fn objects(&self) -> &Objects<Self::Object>;
    /// The random generator, the clock of timestamps, and how the match ended.
    fn chance(&self) -> Chance<'_, Self::Ending>;
    /// How large the state is, which [`crate::bounds`] looks at.
    fn size(&self) -> Size;
    /// The part [`TURN`].
    fn turn(&self) -> impl Serialize;
    /// The part [`EFFECTS`].
    fn effects(&self) -> impl Serialize;
    /// The part [`FRAMES`].
    fn frames(&self) -> impl Serialize;
    /// Past facts that rules may still ask about, the oldest first.
    fn history(&self) -> &[Self::Past];
}

/// The part [`CHANCE`] of a game.
pub struct Chance<'a, E> {
    /// The random generator.
    pub rng: &'a Rng,
    /// The clock of timestamps.
    pub clock: u32,
    /// How the match ended, if it has.
    pub ending: &'a Option<E>,
}

/// The leaf of [`CHANCE`].
#[derive(Serialize)]
struct Chances<'a, E> {
    rng: &'a Rng,
    clock: u32,
    ending: &'a Option<E>,
    ids: u32,
}

fn chances<S: Parts>(state: &S) -> Chances<'_, S::Ending> {
    let Chance { rng, clock, ending } = state.chance();
    Chances { rng, clock, ending, ids: state.objects().ids() as u32 }
}

/// Marks every leaf in which `second`, which takes the place of `first`, may differ from it; for instance
/// where an illegal action is taken back.
pub fn mark_differences<S: Parts>(first: &S, second: &S, touched: &mut Touched) {
    [TURN, EFFECTS, FRAMES, CHANCE].into_iter().for_each(|component| touched.mark(component, 0));
    (0..second.players().len() as u32).for_each(|player| touched.mark(PLAYERS, player));
    for zone in
        (0..second.zones().count()).filter(|zone| first.zones().list(*zone) != second.zones().list(*zone))
    {
        touched.mark(ZONES, zone as u32);
    }
    second.objects().unlike(first.objects()).for_each(|id| touched.mark(OBJECTS, id.0));
    let (before, after) = (first.history(), second.history());
    let same = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    (same..before.len().max(after.len())).for_each(|past| touched.mark(HISTORY, past as u32));
}

impl<S: Parts> Components for S {
    const NAMES: &'static [&'static str] =
        &["turn", "players", "zones", "objects", "effects", "frames", "chance", "history"];

    fn leaves(&self, component: usize) -> u32 {
        match component {
            PLAYERS => self.players().len() as u32,
            ZONES => self.zones().count() as u32,
            OBJECTS => self.objects().ids() as u32,
            HISTORY => self.history().len() as u32,
            _ => 1,
        }
    }

    fn is_one_leaf(component: usize) -> bool {
        matches!(component, TURN | EFFECTS | FRAMES | CHANCE)
    }

    fn encode_leaf(&self, component: usize, leaf: u32, out: &mut Vec<u8>) {
        match component {
            TURN => canonical::encode_into(&self.turn(), out),
            // A present value differs from an absent one, whatever its fields are.
            PLAYERS => canonical::encode_into(&self.players().get(leaf as usize), out),
            ZONES => canonical::encode_into(self.zones().list(leaf as usize), out),
            OBJECTS => canonical::encode_into(&self.objects().get(ObjectId(leaf)), out),
            EFFECTS => canonical::encode_into(&self.effects(), out),
            FRAMES => canonical::encode_into(&self.frames(), out),
            HISTORY => canonical::encode_into(&self.history().get(leaf as usize), out),
            _ => canonical::encode_into(&chances(self), out),
        }
    }

    fn leaf_value(&self, component: usize, leaf: u32) -> serde_json::Value {
        match component {
            TURN => in_json(&self.turn()),
            PLAYERS => in_json(&self.players()[leaf as usize]),
            ZONES => in_json(self.zones().list(leaf as usize)),
            OBJECTS => in_json(&self.objects().get(ObjectId(leaf))),
            EFFECTS => in_json(&self.effects()),
            FRAMES => in_json(&self.frames()),
            HISTORY => in_json(&self.history().get(leaf as usize)),
            _ => in_json(&chances(self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::{Digest, Tree};
    use crate::rng::{Purpose, Seed};

    /// A state with something in each part.
    #[derive(Clone)]
    struct Little {
        players: Vec<u32>,
        zones: Zones,
        objects: Objects<char>,
        rng: Rng,
        clock: u32,
        turn: u32,
        effects: u32,
        frames: u32,
        history: Vec<u8>,
    }

    impl Parts for Little {
        type Player = u32;
        type Object = char;
        type Ending = ();
        type Past = u8;

        fn players(&self) -> &[u32] {
            &self.players
        }
        fn zones(&self) -> &Zones {
            &self.zones
        }
        fn objects(&self) -> &Objects<char> {
            &self.objects
        }
        fn chance(&self) -> Chance<'_, ()> {
            Chance { rng: &self.rng, clock: self.clock, ending: &None }
        }
        fn size(&self) -> Size {
            Size { ids: self.objects.ids(), effects: 0, frames: 0 }
        }
        fn turn(&self) -> impl Serialize {
            self.turn
        }
        fn effects(&self) -> impl Serialize {
            self.effects
        }
        fn frames(&self) -> impl Serialize {
            self.frames
        }
        fn history(&self) -> &[u8] {
            &self.history
        }
    }

    fn state() -> Little {
        let mut objects = Objects::default();
        (0..6).for_each(|id| objects.put(ObjectId(id), 'a'));
        let mut zones = Zones::new(3);
        (0..6).for_each(|id| zones.put(id as usize % 3, ObjectId(id), crate::zone::Place::Top));
        Little {
            players: vec![20, 20],
            zones,
            objects,
            rng: Rng::new(Seed::from_number(1)),
            clock: 0,
            turn: 1,
            effects: 0,
            frames: 0,
            history: vec![0, 3, 5],
        }
    }

    fn whole(state: &Little) -> Digest {
        let mut everything = Touched::default();
        everything.all();
        Tree::default().root(state, &mut everything)
    }

    /// Whatever differs is marked: the tree of the first state, brought up to date by the marks alone, is
    /// that of the second.
    #[test]
    fn all_that_differs_is_marked() {
        let changes: [fn(&mut Little); 13] = [
            |state| state.players[1] = 3,
            |state| state.players[0] = 0,
            |state| state.turn = 2,
            |state| state.effects = 2,
            |state| state.frames = 2,
            |state| state.clock = 2,
            |state| state.history.push(0),
            |state| state.history[1] = 0,
            |state| state.history.truncate(1),
            |state| state.history.clear(),
            |state| state.rng.advance(Purpose::Coin),
            |state| *state.objects.get_mut(ObjectId(3)).expect("there") = 'b',
            |state| {
                state.zones.take(1, ObjectId(1));
                state.objects.forget(ObjectId(1));
            },
        ];
        for (number, change) in changes.iter().enumerate() {
            let first = state();
            let mut touched = Touched::default();
            touched.all();
            let mut tree = Tree::default();
            tree.root(&first, &mut touched);
            let mut second = first.clone();
            change(&mut second);
            mark_differences(&first, &second, &mut touched);
            assert_eq!(tree.root(&second, &mut touched), whole(&second), "change {number}");
            assert_ne!(whole(&first), whole(&second), "change {number}");
            // And back again.
            mark_differences(&second, &first, &mut touched);
            assert_eq!(tree.root(&first, &mut touched), whole(&first), "change {number}, taken back");
        }
    }
}
