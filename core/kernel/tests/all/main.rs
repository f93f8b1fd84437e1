//! The tests of the crate from outside, as one program: it is linked once.
#![allow(clippy::unwrap_used)]

mod answers;
mod asked;
mod pebbles;
mod renamed;
mod table;
mod twins;
mod words;
