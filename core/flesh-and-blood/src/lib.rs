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

// The tokens, a definition each in `cards/tokens`.
holds!(
    "8.6.1", "8.6.2", "8.6.3", "8.6.4", "8.6.5", "8.6.6", "8.6.7", "8.6.8", "8.6.9", "8.6.10", "8.6.11",
    "8.6.12", "8.6.13", "8.6.14", "8.6.15", "8.6.16", "8.6.17", "8.6.18", "8.6.19", "8.6.20", "8.6.21",
    "8.6.22", "8.6.23", "8.6.24", "8.6.25", "8.6.26", "8.6.27", "8.6.28", "8.6.29", "8.6.30", "8.6.31",
    "8.6.32", "8.6.33", "8.6.35", "8.6.36"
);
