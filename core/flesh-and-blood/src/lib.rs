//! Flesh and Blood by the Comprehensive Rules of 2026, for two players.
//!
//! [`factory::FleshAndBloodFactory`] starts matches; [`engine::FleshAndBlood`] is the game on the kernel. Files are named by the
//! rulebook's nouns.
#![forbid(unsafe_code)]

pub mod rules;

pub mod actions;
pub mod apply;
pub mod combat;
pub mod continuous;
pub mod costs;
pub mod definition;
pub mod effects;
pub mod engine;
pub mod equipping;
pub mod eval;
pub mod event;
pub mod explain;
pub mod factory;
pub mod game_state;
pub mod happening;
pub mod illegal;
pub mod keywords;
pub mod library;
pub mod narrate;
pub mod opening;
pub mod parse;
pub mod picking;
pub mod playing;
pub mod position;
pub mod replacement;
pub mod resolving;
pub mod restrictions;
pub mod setup;
pub mod state;
pub mod targets;
pub mod triggers;
pub mod turn;
pub mod types;
pub mod view;
pub mod zones;

/// The definitions that are built in, as file name and text.
pub mod cards {
    include!(concat!(env!("OUT_DIR"), "/cards.rs"));
}
