//! Which zones are drawn as piles.

/// Zones whose cards lie in a pile: only their number is told.
pub const PILES: [&str; 9] =
    ["library", "deck", "graveyard", "exile", "banished", "inventory", "soul", "command", "sideboard"];

/// True if the cards of a zone lie in a pile.
pub fn is_pile(zone: &str) -> bool {
    PILES.contains(&zone)
}
