//! The symbols of properties, assets, and of what is tapped and untapped, in the order of their rules.

use crate::cite;

/// Defense.
pub fn defense() -> &'static str {
    cite!("1.12.4a");
    "{d}"
}

/// Intellect.
pub fn intellect() -> &'static str {
    cite!("1.12.4b");
    "{i}"
}

/// Life.
pub fn life() -> &'static str {
    cite!("1.12.4c");
    "{h}"
}

/// Power.
pub fn power() -> &'static str {
    cite!("1.12.4d");
    "{p}"
}

/// Resource points.
pub fn resource() -> &'static str {
    cite!("1.12.4e");
    "{r}"
}

/// Chi points.
pub fn chi() -> &'static str {
    cite!("1.12.4f");
    "{c}"
}

/// To tap.
pub fn tap() -> &'static str {
    cite!("1.12.4g");
    "{t}"
}

/// To untap.
pub fn untap() -> &'static str {
    cite!("1.12.4h");
    "{u}"
}
