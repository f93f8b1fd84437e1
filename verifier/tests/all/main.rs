//! The tests of the crate from outside, as one program: it is linked once.
#![allow(clippy::unwrap_used)]

mod ages;
mod clock;
mod common;
mod drawing;
mod engines;
mod forgers;
mod given;
mod golden;
mod hostile;
mod observed;
mod recording;
mod seeking;
mod several;
mod storage_faults;
mod verdicts;
