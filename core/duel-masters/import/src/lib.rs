//! Compiles the printed texts of Duel Masters cards to definitions.
//!
//! `grammar.pest` is the grammar of the sentences, the other modules say what they mean in the card language. A
//! card is compiled in full or not at all: what the grammar does not know is named, and where.
#![forbid(unsafe_code)]

mod abilities;
mod actions;
mod card;
mod changes;
mod compare;
mod conditions;
mod effects;
mod events;
mod grammar;
mod looking;
mod noun;
mod print;
mod report;
mod setting;
mod text;

pub use card::{Fault, Printed, compile};
pub use compare::simplify;
pub use print::definition as print;
pub use report::{Outcome, compile_all, names, read};
pub use text::Names;
