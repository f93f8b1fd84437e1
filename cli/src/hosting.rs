//! The part that both versions of the engine's protocol share: how matches begin, are played and are resumed.

pub mod beginning;
pub mod lines;
pub mod playing;
pub mod setup;
