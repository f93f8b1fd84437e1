//! Duel Masters by the Comprehensive Rules 1.40, for two players.
//!
//! [`factory::DuelMastersFactory`] starts matches; [`engine::DuelMasters`] is the game on the kernel. Files are named by the rulebook's nouns.
#![forbid(unsafe_code)]

pub mod rules;

pub mod actions;
pub mod apply;
pub mod attack;
pub mod battle;
pub mod breaking;
pub mod continuous;
pub mod costs;
pub mod declaring;
pub mod definition;
pub mod drawing;
pub mod effects;
pub mod engine;
pub mod eval;
pub mod event;
pub mod explain;
pub mod factory;
pub mod happening;
pub mod illegal;
pub mod keywords;
pub mod library;
pub mod narrate;
pub mod parse;
pub mod payment;
pub mod picking;
pub mod position;
pub mod putting;
pub mod races;
pub mod replacement;
pub mod resolving;
mod scope;
pub mod setup;
pub mod standby;
pub mod state;
pub mod state_based;
pub mod to_hand;
pub mod triggers;
pub mod turn;
pub mod types;
pub mod using;
pub mod view;

/// The definitions that are built in, as file name and text.
pub mod cards {
    include!(concat!(env!("OUT_DIR"), "/cards.rs"));
}
