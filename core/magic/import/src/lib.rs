//! Compiles the printed texts of Magic cards to definitions.
//!
//! The files in `grammar/` are the grammar of the sentences, the other modules say what they mean in the card language.
//! A card is compiled in full or not at all: what the grammar does not know is named, and where.
#![forbid(unsafe_code)]

mod abilities;
mod amounts;
mod card;
mod changes;
mod compare;
mod conditions;
mod costs;
mod counting;
mod damage;
mod deeds;
mod entering;
mod events;
mod facts;
mod instead;
mod looking;
mod marks;
mod noun;
mod objects;
mod player_deeds;
mod players;
mod print;
mod reflexive;
mod report;
mod sentences;
mod setting;
mod source;
mod statics;
mod telling;
mod tokens;
mod words;

pub use card::{Compiled, compile, explain};
pub use compare::simplify;
pub use duelog_import::fault::{Fault, Reason};
pub use print::definition as print;
pub use report::{Outcome, compile_all, rank};
pub use source::{Face, Printed, read};
pub use telling::{reading, told_back};
pub use tokens::tokens_in;
pub use words::grammar;
