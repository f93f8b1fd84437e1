//! The tests of the crate from outside, as one program: it is linked once.
#![allow(clippy::unwrap_used)]

mod facts;
mod numbering;
mod power_twin;
mod scope;
mod trigger_order;
