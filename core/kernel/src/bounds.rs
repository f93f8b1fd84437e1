//! Limits on the size of a match. The rulebooks set none; memory and time do.
//!
//! Every bound stands here and holds for every game. A definition, a deck or a position beyond a bound is
//! refused where it is read. A match that grows beyond one ends with [`Bound`] as the reason, never silently.
//!
//! | bound | where it shows |
//! |---|---|
//! | [`DEFINITION_BYTES`], [`DEFINITION_NUMBER`], [`DEFINITION_LIST`], [`DEFINITION_DEPTH`] | a definition is refused at its place |
//! | [`SETUP_OBJECTS`], [`POSITION_NUMBER`] | a setup is refused |
//! | [`BATCH`], [`OBJECTS`], [`IDS`], [`EFFECTS`], [`FRAMES`], [`SCRIPT_STEPS`], [`KEPT`], [`WORK`], [`DECISIONS`] | the match ends ([`Bound`]) |
//! | [`X`] | no player is offered more |
//! | [`RUN`] | the match ends by the game's own rule for loops that nobody can stop; in the middle of one effect it ends by this bound |
//! | [`LOOP_ACTIONS`], [`LOOP_POSITIONS`] | a player may choose an action again that has led back to the same position |
//! | [`BUDGET`] | a replay ends without a verdict on the rest ([`crate::budget`]); the match itself knows nothing of it |
//! | numbers in a state: life, power, counters and their like | they stay at the end of their range |

use crate::data;

/// The longest text of a definition, in bytes; 60 times the longest card so far.
pub const DEFINITION_BYTES: usize = 64 << 10;

/// The largest number that a definition can write.
pub const DEFINITION_NUMBER: u64 = 1_000_000;

/// The most entries that a list in a definition can have; 6 times the longest so far.
pub const DEFINITION_LIST: usize = 64;

/// How deep the parts of a definition can lie inside each other.
pub const DEFINITION_DEPTH: usize = 64;

/// The most cards that all decks or all zones of a position can have together.
pub const SETUP_OBJECTS: u32 = 4_000;

/// The largest number that a position can write, and the smallest below 0.
pub const POSITION_NUMBER: i64 = 1_000_000_000;

/// The most events that can happen at once or one after the other by one instruction: cards drawn, tokens
/// created.
pub const BATCH: usize = 1_000;

/// The most objects that a match can have at the same time.
pub const OBJECTS: usize = 10_000;

/// The most objects that a match can have one after the other: an object that changes zones is a new one in
/// some games.
pub const IDS: usize = 200_000;

/// The most effects that last, delayed effects, and triggered abilities that wait, all together.
pub const EFFECTS: usize = 1_000;

/// The deepest nesting of scripts, replacements and spells on their way to the stack.
pub const FRAMES: usize = 250;

/// The most steps that a script can take without doing or asking anything.
pub const SCRIPT_STEPS: u32 = 10_000;

/// The most numbers that a script can keep.
pub const KEPT: usize = 256;

/// After this many steps without a decision a run counts as endless. Where the second half of them belongs to
/// one effect, it is only long: a bound of this engine ([`Bound::Effect`]).
pub const RUN: u32 = 5_000;

/// The most work between two decisions. An event counts as 1, as many more as it carries along
/// ([`crate::Rules::bulk`]), and 1 more for each [`WORK_SHARE`] objects and effects, since what an event
/// changes is looked at on all of them.
pub const WORK: u64 = 200_000;

/// See [`WORK`].
pub const WORK_SHARE: usize = 32;

/// The number of actions in a step or phase after which the engine looks for recurring positions
/// ([`crate::recurrence`]).
pub const LOOP_ACTIONS: u32 = 32;

/// The most positions that are remembered.
pub const LOOP_POSITIONS: usize = 256;

/// The largest number that a player can choose for an X.
pub const X: u32 = 10_000;

/// The most work that replaying a log may make unless somebody says otherwise, in steps of [`crate::budget`].
pub const BUDGET: u64 = 300_000_000;

/// The most decisions of a match.
pub const DECISIONS: u32 = 100_000;

data! {
    /// A bound of this engine that ended a match.
    #[derive(Copy)]
    pub enum Bound {
        /// [`BATCH`]
        Batch,
        /// [`OBJECTS`] or [`IDS`]
        Objects,
        /// [`EFFECTS`]
        Effects,
        /// [`FRAMES`]
        Frames,
        /// [`SCRIPT_STEPS`] or [`KEPT`]
        Script,
        /// [`WORK`]
        Work,
        /// [`DECISIONS`]
        Decisions,
        /// [`RUN`], by one effect
        Effect,
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a limit of this engine, not a rule of the game: ")?;
        match self {
            Bound::Batch => write!(f, "more than {BATCH} events by one instruction"),
            Bound::Objects => write!(f, "more than {OBJECTS} objects at the same time, or {IDS} in all"),
            Bound::Effects => write!(f, "more than {EFFECTS} effects and waiting abilities"),
            Bound::Frames => write!(f, "more than {FRAMES} things going on inside each other"),
            Bound::Script => write!(
                f,
                "an effect that takes {SCRIPT_STEPS} steps without doing anything, or keeps more than {KEPT} numbers"
            ),
            Bound::Work => write!(f, "too much happened without a decision"),
            Bound::Decisions => write!(f, "{DECISIONS} decisions"),
            Bound::Effect => write!(f, "an effect that takes more than {RUN} steps without a decision"),
        }
    }
}

/// The figures that the bounds of a running match are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// How many object ids have been given.
    pub ids: usize,
    /// Effects that last, delayed effects, triggered abilities that wait.
    pub effects: usize,
    /// The number of frames.
    pub frames: usize,
}

impl Size {
    /// The work of one event while `objects` objects are in zones.
    pub fn work(self, objects: usize) -> u64 {
        1 + ((objects + self.effects) / WORK_SHARE) as u64
    }

    /// The bound that is passed, if one is; `objects` counts those that are there, which takes a while.
    pub fn passed(self, objects: impl FnOnce() -> usize) -> Option<Bound> {
        if self.frames > FRAMES {
            Some(Bound::Frames)
        } else if self.effects > EFFECTS {
            Some(Bound::Effects)
        } else if self.ids > IDS || (self.ids > OBJECTS && objects() > OBJECTS) {
            Some(Bound::Objects)
        } else {
            None
        }
    }
}

/// How often something is listed that is to happen `count` times: one more than [`BATCH`] where it is too
/// often, which then ends the match.
pub fn times(count: u32) -> usize {
    (count as usize).min(BATCH + 1)
}

/// The largest number from `least` to `most` that can be paid; `least`, untried, if none can. A larger number
/// costs more.
pub fn largest(least: u32, most: u32, mut payable: impl FnMut(u32) -> bool) -> u32 {
    let (mut low, mut high) = (least, most.max(least));
    while low < high {
        let middle = high - (high - low) / 2;
        if payable(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

/// Numbers added up: the sum stays at the end of its range.
pub fn sum(numbers: impl IntoIterator<Item = u32>) -> u32 {
    numbers.into_iter().fold(0, u32::saturating_add)
}

/// An amount as a number that can be below 0: it stays at the end of the range.
pub fn signed(amount: u32) -> i32 {
    amount.min(i32::MAX as u32) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_that_can_be_paid_is_found() {
        for (least, most, pays, found) in [
            (0, 10_000, 0, 0),
            (0, 10_000, 7, 7),
            (0, 5, 7, 5),
            (3, 9, 0, 3),
            (3, 2, 9, 3),
            (0, u32::MAX, u32::MAX, u32::MAX),
        ] {
            assert_eq!(largest(least, most, |number| number <= pays), found);
        }
    }

    #[test]
    fn work_grows_with_what_there_is() {
        let size = |ids, effects| Size { ids, effects, frames: 0 };
        assert_eq!((size(99, 0).work(31), size(99, 0).work(32), size(99, 64).work(32)), (1, 2, 4));
        assert_eq!(Size { frames: FRAMES + 1, ..size(0, 0) }.passed(|| 0), Some(Bound::Frames));
        assert_eq!(
            (size(OBJECTS + 1, 0).passed(|| OBJECTS), size(OBJECTS + 1, 0).passed(|| OBJECTS + 1)),
            (None, Some(Bound::Objects))
        );
        assert_eq!(
            (size(0, EFFECTS).passed(|| 0), size(0, EFFECTS + 1).passed(|| 0)),
            (None, Some(Bound::Effects))
        );
    }

    #[test]
    fn what_is_counted_stays_within_its_bounds() {
        assert_eq!((times(3), times(BATCH as u32), times(u32::MAX)), (3, BATCH, BATCH + 1));
        assert_eq!((sum([1, 2, 3]), sum([u32::MAX, 2])), (6, u32::MAX));
        assert_eq!((signed(7), signed(u32::MAX)), (7, i32::MAX));
        let size = |ids| Size { ids, effects: 0, frames: 0 };
        assert_eq!((size(IDS).passed(|| 0), size(IDS + 1).passed(|| 0)), (None, Some(Bound::Objects)));
        assert_eq!(size(OBJECTS).passed(|| OBJECTS + 1), None, "few ids are not counted");
        assert_eq!(Size { frames: FRAMES, ..size(0) }.passed(|| 0), None);
    }
}
