//! What keyword abilities mean (702), a file each.

pub mod aftermath;
pub mod again;
pub mod deathtouch;
pub mod defender;
pub mod double_strike;
pub mod enchant;
pub mod fear;
pub mod first_strike;
pub mod flash;
pub mod flying;
pub mod haste;
pub mod hexproof;
pub mod horsemanship;
pub mod indestructible;
pub mod intimidate;
pub mod landwalk;
pub mod lifelink;
pub mod menace;
pub mod protection;
pub mod reach;
pub mod shadow;
pub mod shroud;
pub mod skulk;
pub mod trample;
pub mod vigilance;
pub mod wither;
