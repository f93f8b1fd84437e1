//! The tests of the crate from outside, as one program: it is linked once.
#![allow(clippy::unwrap_used)]

mod definitions;
mod narration;
mod numbering;
mod opening;
mod positions;
mod requirements;
mod scope;
