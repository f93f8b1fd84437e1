//! Compilers of printed texts share this: how a text becomes words, how a grammar of wordings reads them, which known
//! sentence is nearest to one that is not understood, which names cards may have, faults, and how definitions are laid out
//! and compared. It names no game.
#![forbid(unsafe_code)]

pub mod fault;
pub mod grammar;
mod known;
pub mod names;
pub mod print;
pub mod same;
pub mod text;

pub use known::Known;
