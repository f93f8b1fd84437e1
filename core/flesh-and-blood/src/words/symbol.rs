//! The symbols of properties, assets, and of what is tapped and untapped, in the order of their rules.

use crate::holds;

holds!("1.12.4", "1.12.4a", "1.12.4b", "1.12.4c", "1.12.4d", "1.12.4e", "1.12.4f", "1.12.4g", "1.12.4h");

/// Defense.
pub const DEFENSE: &str = "{d}";
/// Intellect.
pub const INTELLECT: &str = "{i}";
/// Life.
pub const LIFE: &str = "{h}";
/// Power.
pub const POWER: &str = "{p}";
/// Resource points.
pub const RESOURCE: &str = "{r}";
/// Chi points.
pub const CHI: &str = "{c}";
/// To tap.
pub const TAP: &str = "{t}";
/// To untap.
pub const UNTAP: &str = "{u}";
