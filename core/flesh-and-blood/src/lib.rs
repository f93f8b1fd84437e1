//! Flesh and Blood by the Comprehensive Rules of 2026, for two players.
//!
//! [`factory::FleshAndBloodFactory`] starts matches; [`FleshAndBlood`] is the game on the kernel.
//! Files are named by the rulebook's nouns.
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

pub use duelog_flesh_and_blood_cards as cards;
pub use rules::game::FleshAndBlood;
