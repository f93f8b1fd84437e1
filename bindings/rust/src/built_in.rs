//! The games that are built in.

use duelog_kernel::factory::{Brought, Built};
use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Factory, Seed, Setup};

/// A game that is built in: its name, and how it is made with definitions that add to its own or take their place. Where a
/// definition is faulty, the result is the first such fault.
pub type BuiltIn = (&'static str, fn(Brought) -> Built);

/// The games that are built in.
pub const GAMES: [BuiltIn; 3] = [
    ("magic", duelog_magic::factory::with_overrides),
    ("duel-masters", duelog_duel_masters::factory::with_overrides),
    ("flesh-and-blood", duelog_flesh_and_blood::factory::with_overrides),
];

/// The game of this name, with the cards that are built in; none for an unknown name.
pub fn game(name: &str) -> Option<Box<dyn Factory>> {
    let (_, build) = GAMES.iter().find(|known| known.0 == name)?;
    build(Brought::default()).ok()
}

/// All games that are built in.
pub fn games() -> Vec<Box<dyn Factory>> {
    GAMES.iter().filter_map(|(_, build)| build(Brought::default()).ok()).collect()
}

/// A match from its usual beginning, under the edition of the rules that is meant where none is named, with a deck for each seat.
pub fn setup(game: &dyn Factory, decks: Vec<Deck>, seed: u64) -> Setup {
    let edition = game.editions().first().map_or_else(String::new, ToString::to_string);
    Setup {
        game: game.game().to_string(),
        edition,
        decks,
        start: Start::Normal,
        seed: Seed::from_number(seed),
    }
}
