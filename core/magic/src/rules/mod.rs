//! What happens, by the rulebook's nouns.

pub mod actions;
pub mod casting;
pub mod combat;
pub mod continuous;
pub mod costs;
pub mod derived;
pub mod effects;
pub mod eval;
pub mod game;
pub mod happening;
pub mod keywords;
pub mod loops;
pub mod naming;
pub mod opening;
pub mod picking;
pub mod refusal;
pub mod replacement;
pub mod resolving;
pub mod restrictions;
pub mod retargeting;
pub mod script_eye;
pub mod showing;
pub mod state_based;
pub mod targets;
pub mod triggers;
pub mod turn;
