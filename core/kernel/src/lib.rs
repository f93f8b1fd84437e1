//! The kernel of Duelog: everything that a trading card game's engine needs and that no single game owns.
//!
//! A game is a [`Rules`] implementation; [`Table`] runs it and is the one [`Match`] that logs, verifiers
//! and tools see. The kernel names no game and no card.
#![forbid(unsafe_code)]

pub mod archive;
pub mod bounds;
pub mod budget;
pub mod canonical;
pub mod codec;
pub mod computed;
pub mod continuous;
pub mod decision;
pub mod deck;
pub mod definition;
pub mod digest;
pub mod factory;
pub mod faults;
pub mod figure;
pub mod files;
pub mod frames;
pub mod given;
pub mod ids;
pub mod info;
pub mod journal;
pub mod migration;
pub mod objects;
pub mod pack;
pub mod parts;
pub mod payment;
pub mod phrase;
pub mod position;
pub mod prompt;
pub mod prose;
#[cfg(feature = "traced")]
pub mod reached;
pub mod recurrence;
pub mod refusal;
pub mod renamed;
pub mod replacement;
pub mod revision;
pub mod rng;
pub mod ron_text;
pub mod sample;
pub mod scope;
pub mod script;
pub mod setup;
pub mod siphash;
pub mod standing;
pub mod syntax;
pub mod table;
pub mod tag;
pub mod trigger;
pub mod turn_step;
pub mod unsettled;
pub mod value;
pub mod view;
pub mod vocabulary;
pub mod without;
pub mod zone;

pub use decision::{Ask, Choice, Constraint, Illegal, Item, Limit, Request};
pub use digest::{Digest, Touched};
pub use factory::Factory;
pub use ids::{ObjectId, RuleId, Seat};
pub use journal::{Entry, Journal};
pub use prompt::Prompt;
pub use revision::Revision;
pub use rng::{Rng, Seed};
pub use setup::{Outcome, Setup, SetupError};
pub use table::{Match, Rules, Table};
pub use tag::{StateTag, Tag, TagKey};
pub use turn_step::TurnStep;
pub use view::{View, Viewer};

/// True if `test_assert!` checks: in debug builds, and with the feature `traced` of test builds.
pub const TESTED: bool = cfg!(any(debug_assertions, feature = "traced"));

/// An assertion that is checked where [`TESTED`] holds, and costs nothing elsewhere.
#[macro_export]
macro_rules! test_assert {
    ($($said:tt)*) => {
        if $crate::TESTED {
            assert!($($said)*);
        }
    };
}

/// The same, of two values that are equal.
#[macro_export]
macro_rules! test_assert_eq {
    ($($said:tt)*) => {
        if $crate::TESTED {
            assert_eq!($($said)*);
        }
    };
}

/// Notes that the code which cites a rule is reached, or that a match uses a definition which does: only with
/// the feature `traced`.
#[cfg(not(feature = "traced"))]
#[macro_export]
macro_rules! reached {
    ($number:literal) => {};
    (in $definition:expr) => {
        let _ = $definition;
    };
}

/// Declares plain game data: cloned, compared, encoded canonically (serde) and archived (rkyv).
///
/// Everything that lives in a game's state is declared with it, so that no part of a state can miss one
/// of the four.
#[macro_export]
macro_rules! data {
    ($($item:item)*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
            #[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
            #[rkyv(attr(allow(missing_docs)))]
            $item
        )*
    };
}
