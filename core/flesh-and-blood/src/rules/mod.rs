//! What happens, by the rulebook's nouns.

pub mod actions;
pub mod combat;
pub mod continuous;
pub mod costs;
pub mod effects;
pub mod equipping;
pub mod eval;
pub mod event_batch;
pub mod game;
pub mod game_state;
pub mod hearing;
pub mod naming;
pub mod opening;
pub mod picking;
pub mod playing;
pub mod prompt;
pub mod recording;
pub mod refusal;
pub mod replacement;
pub mod resolving;
pub mod restrictions;
pub mod targets;
pub mod triggers;
pub mod turn;
pub mod zones;
