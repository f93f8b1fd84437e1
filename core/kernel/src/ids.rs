//! Typed identities: seats, objects, rule numbers.

use std::fmt;

pub use duelog_sources::RuleStatus;

/// A player's place at the table, counted from 0 in turn order.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// One object of one match. Ids count up from 0 and are never used twice: a card that changes zone
/// becomes a new object with a new id. It is written as its number, and serde is told that it is an id:
/// [`crate::recurrence`] needs to know.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// An id that names nothing: a match never has this many objects.
    pub const NOTHING: ObjectId = ObjectId(u32::MAX);

    /// The id as an index into a list of all objects.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The number of a rule in a game's rulebook, for instance `704.5g`.
///
/// Each game has a macro that makes these from a literal and refuses, when compiling, a number that its
/// rulebook does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    /// A rule id; games call this only through their checked macro.
    pub const fn new(number: &'static str) -> RuleId {
        RuleId(number)
    }

    /// The number as printed in the rulebook.
    pub const fn number(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Finds `number` in a sorted rule index and makes its id; for use in `const` blocks.
///
/// # Panics
/// When the rulebook has no such number, or when its status says that nothing implements it: inside a
/// `const` block both are compile errors.
pub const fn cite(index: &[(&str, RuleStatus)], number: &'static str) -> RuleId {
    let (mut low, mut high) = (0, index.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(index[middle].0.as_bytes(), number.as_bytes()) {
            0 => {
                return match index[middle].1 {
                    RuleStatus::Done | RuleStatus::Deviation => RuleId(number),
                    RuleStatus::Todo => {
                        panic!("this rule is marked `todo` in fixtures/rules: code must not cite it")
                    }
                    RuleStatus::NotApplicable => panic!(
                        "this rule is marked `not-applicable` in fixtures/rules: code must not cite it"
                    ),
                };
            }
            order if order < 0 => low = middle + 1,
            _ => high = middle,
        }
    }
    panic!("the rulebook has no rule of this number")
}

/// Compares two texts in a constant.
pub const fn same(a: &[u8], b: &[u8]) -> bool {
    compare(a, b) == 0
}

const fn compare(a: &[u8], b: &[u8]) -> i32 {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] as i32 - b[i] as i32;
        }
        i += 1;
    }
    a.len() as i32 - b.len() as i32
}
