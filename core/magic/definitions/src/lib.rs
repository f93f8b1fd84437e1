//! The card definitions of Magic that are built in, from `core/magic/cards`.
//!
//! A crate of its own, so that an edit of the engine does not read all definitions again.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/cards.rs"));
