//! Reads what compilers of printed texts share: how a text becomes words, how a grammar of wordings reads them, and
//! which known sentence is nearest to one that is not understood. It names no game.
#![forbid(unsafe_code)]

pub mod fault;
pub mod grammar;
mod known;
pub mod print;
pub mod text;

pub use known::Known;
