//! What definitions say of cards that are more than one face or one card: double-faced cards (804), cards
//! that link (803) and cards that are a creature only together (805, 810, 812).

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use crate::language::definition::Filter;

/// A G-Link ability: on this side of the card lies one that matches (803.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link(pub Side, pub Filter);

/// What makes a card one of several that belong together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Belonging {
    /// The names of all cards that together are one creature, its own among them.
    pub whole: Vec<String>,
    /// With how many seals it is in the battle zone when the game starts (100.5).
    pub starts: Option<u8>,
    /// How many cards the deck has more because of it (314.3a).
    pub more: u32,
}

data! {
    /// A side of a card.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Side {
        /// To its left.
        Left,
        /// To its right.
        Right,
        /// Above it.
        Above,
        /// Below it.
        Below,
    }
}

impl Side {
    /// The sides in order.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Above, Side::Below];

    /// The side on which this card is seen from there.
    pub fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            Side::Above => Side::Below,
            Side::Below => Side::Above,
        }
    }

    /// How far across and up that is.
    pub fn step(self) -> (i8, i8) {
        match self {
            Side::Left => (-1, 0),
            Side::Right => (1, 0),
            Side::Above => (0, 1),
            Side::Below => (0, -1),
        }
    }

    /// The side in words.
    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "to the left of",
            Side::Right => "to the right of",
            Side::Above => "above",
            Side::Below => "below",
        }
    }
}
