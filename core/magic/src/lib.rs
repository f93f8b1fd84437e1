//! Magic: The Gathering by the Comprehensive Rules of 2019-01-25, for two players.
//!
//! [`factory::MagicFactory`] starts matches; [`engine::Magic`] is the game on the kernel. Files are named by the rulebook's nouns.
#![forbid(unsafe_code)]

pub mod rules;

pub mod actions;
pub mod apply;
pub mod casting;
pub mod combat;
pub mod continuous;
pub mod costs;
pub mod definition;
pub mod effects;
pub mod engine;
pub mod eval;
pub mod event;
pub mod explain;
pub mod factory;
pub mod happening;
pub mod illegal;
pub mod keyword;
pub mod keywords;
pub mod library;
pub mod loops;
pub mod mana;
pub mod naming;
pub mod narrate;
pub mod opening;
pub mod parse;
pub mod picking;
pub mod position;
pub mod replacement;
pub mod resolving;
pub mod restrictions;
pub mod retargeting;
mod scope;
pub mod setup;
pub mod showing;
pub mod state;
pub mod state_based;
pub mod subtypes;
pub mod targets;
pub mod triggers;
pub mod turn;
pub mod types;
pub mod view;

/// The definitions that are built in, as file name and text.
pub mod cards {
    include!(concat!(env!("OUT_DIR"), "/cards.rs"));
}
