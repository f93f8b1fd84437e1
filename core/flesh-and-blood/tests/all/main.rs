//! The tests of the crate from outside, as one program: it is linked once.
#![allow(clippy::unwrap_used)]

mod narration;
mod numbering;
mod order_twin;
mod scope;
mod stages_twin;
mod type_boxes;
