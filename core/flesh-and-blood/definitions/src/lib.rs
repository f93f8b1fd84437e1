//! The card definitions of Flesh and Blood that are built in, from `core/flesh-and-blood/cards`.
//!
//! A crate of its own, so that an edit of the engine does not read all definitions again.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/cards.rs"));
