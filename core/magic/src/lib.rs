//! Magic: The Gathering by the Comprehensive Rules of 2019-01-25, for two players.
//!
//! [`factory::MagicFactory`] starts matches; [`Magic`] is the game on the kernel. Files are named by the
//! rulebook's nouns.
#![forbid(unsafe_code)]

pub mod rulebook;

pub mod engine;
pub mod factory;
pub mod language;
pub mod position;
pub mod rules;
pub mod setup;
pub mod state;
pub mod words;

pub use duelog_magic_cards as cards;
pub use rules::game::Magic;
