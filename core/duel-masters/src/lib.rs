//! Duel Masters by the Comprehensive Rules 1.40, for two players.
//!
//! [`factory::DuelMastersFactory`] starts matches; [`DuelMasters`] is the game on the kernel. Files
//! are named by the rulebook's nouns.
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

pub use duelog_duel_masters_cards as cards;
pub use rules::game::DuelMasters;
