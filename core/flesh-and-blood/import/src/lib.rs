//! Compiles the printed texts of Flesh and Blood cards to definitions.
//!
//! The files in `grammar/` are the grammar of the sentences, one line a wording. Where the meaning of a wording is a word of
//! the card language it stands before it, with places for what its parts mean; all other meanings are the arms of the
//! modules here. A card is compiled in full, with all its variants, or not at all: what the grammar does not know is
//! named, and where.
#![forbid(unsafe_code)]

mod activated;
mod arms;
mod card;
mod compare;
mod deeds;
mod facts;
mod lines;
mod noun;
mod print;
mod report;
mod say;
mod setting;
mod source;
mod statics;
mod steps;
mod telling;
mod variants;
mod words;

pub use card::explain;
pub use compare::simplify;
pub use duelog_import::fault::{Fault, Reason};
pub use print::definition as print;
pub use report::{Outcome, by_name, compile_all};
pub use source::{Printed, read};
pub use telling::{reading, told_back};
pub use words::grammar;

/// Says what blocks cards: in few words, how many it alone blocks, and how many in all; those that block most first.
pub fn rank(outcomes: &[Outcome]) -> Vec<(String, usize, usize)> {
    duelog_import::fault::rank(outcomes.iter().filter_map(|own| own.result.as_ref().err()))
}
