//! The card definitions of Duel Masters that are built in, from `core/duel-masters/cards`.
//!
//! A crate of its own, so that an edit of the engine does not read all definitions again.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/cards.rs"));
