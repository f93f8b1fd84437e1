//! How a match begins and how it ended.

use std::collections::BTreeMap;

use crate::ids::{RuleId, Seat};
use crate::rng::Seed;

/// How a match begins.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Setup {
    /// The game's name, for instance `magic`.
    pub game: String,
    /// The edition of the rules, for instance `2019-01-25`.
    pub edition: String,
    /// One deck a seat.
    pub decks: Vec<Deck>,
    /// Where the match starts.
    pub start: Start,
    /// The seed of all draws.
    pub seed: Seed,
}

impl Setup {
    /// How many cards it has in all.
    pub fn objects(&self) -> u64 {
        match &self.start {
            Start::Normal | Start::Agreed(_) | Start::Table(_) => {
                self.decks.iter().map(|deck| u64::from(deck.total()) + u64::from(deck.beside())).sum()
            }
            Start::Position(position) => position
                .players
                .iter()
                .flat_map(|player| player.zones.values())
                .map(|zone| zone.len() as u64)
                .sum(),
        }
    }

    /// The agreement of the players.
    pub fn agreement(&self) -> Agreement {
        self.start.agreement()
    }
}

/// A deck: card names with their numbers, in the order of the list.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Deck {
    /// The deck's name, for people.
    pub name: String,
    /// How many of each card.
    pub cards: Vec<(u16, String)>,
    /// How many of each card stand beside it, where the game has a sideboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sideboard: Vec<(u16, String)>,
}

/// How many cards a list has.
fn total(cards: &[(u16, String)]) -> u32 {
    cards.iter().map(|entry| u32::from(entry.0)).fold(0, u32::saturating_add)
}

/// How many cards of a name a list has.
fn copies(cards: &[(u16, String)], name: &str) -> u32 {
    cards.iter().filter(|entry| entry.1 == name).map(|entry| u32::from(entry.0)).fold(0, u32::saturating_add)
}

impl Deck {
    /// How many cards it has, without its sideboard.
    pub fn total(&self) -> u32 {
        total(&self.cards)
    }

    /// How many cards its sideboard has.
    pub fn beside(&self) -> u32 {
        total(&self.sideboard)
    }

    /// How many cards of a name it has together with its sideboard.
    pub fn copies(&self, name: &str) -> u32 {
        copies(&self.cards, name).saturating_add(copies(&self.sideboard, name))
    }

    /// Its cards and those of its sideboard.
    pub fn all(&self) -> impl Iterator<Item = &(u16, String)> {
        self.cards.iter().chain(&self.sideboard)
    }
}

/// Where a match starts.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// By the rulebook's start of the game.
    Normal,
    /// From an arbitrary position.
    Position(Position),
    /// By the rulebook's start of the game, with decks of the kind that the players have agreed on.
    Agreed(DeckKind),
    /// By the rulebook's start of the game, with terms of the table.
    Table(Agreement),
}

impl Start {
    /// The rulebook's start of the game with what was agreed on.
    pub fn by(agreement: Agreement) -> Start {
        if !agreement.terms.is_empty() {
            Start::Table(agreement)
        } else if agreement.limited {
            Start::Agreed(DeckKind { limited: true })
        } else {
            Start::Normal
        }
    }

    /// The agreement of the players.
    pub fn agreement(&self) -> Agreement {
        match self {
            Start::Table(agreement) => agreement.clone(),
            Start::Agreed(decks) => Agreement { limited: decks.limited, ..Agreement::default() },
            Start::Normal | Start::Position(_) => Agreement::default(),
        }
    }
}

/// The kind of decks that players have agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct DeckKind {
    /// True if the decks are limited decks, built out of few cards.
    pub limited: bool,
}

/// An agreement before a match from decks that differs from the usual.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Agreement {
    /// True if the decks are limited decks, built out of few cards.
    #[serde(default)]
    pub limited: bool,
    /// The terms of the table by name, as the game reads them: its variant, its options for several players.
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
}

/// The term that names the seat of the player who decides who begins. In a match of several games, the loser of the last
/// game decides. Without this term no player decides it.
pub const CHOOSER: &str = "chooser";

impl Agreement {
    /// The player who says who begins, of a table of this size; none where chance names one.
    ///
    /// # Errors
    /// [`SetupError::Terms`] where the term names no seat of the table.
    pub fn chooser(&self, seats: usize) -> Result<Option<Seat>, SetupError> {
        let Some(value) = self.terms.get(CHOOSER) else { return Ok(None) };
        let seat = value.parse::<u8>().ok().filter(|seat| usize::from(*seat) < seats);
        // One way to write each seat: terms are compared as they stand.
        seat.filter(|seat| seat.to_string() == *value)
            .map(|seat| Some(Seat(seat)))
            .ok_or_else(|| SetupError::Terms(format!("`{CHOOSER}` is a seat below {seats}, not \"{value}\"")))
    }
}

/// An arbitrary position, in words that the game understands.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// Facts of the turn, for instance `step` and `upkeep`.
    pub turn: BTreeMap<String, String>,
    /// The players in seat order.
    pub players: Vec<PositionPlayer>,
}

/// One player's part of a position.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct PositionPlayer {
    /// Facts of the player, for instance `life` and `12`.
    pub facts: BTreeMap<String, String>,
    /// The cards by zone name, in the zone's order.
    pub zones: BTreeMap<String, Vec<Placed>>,
}

/// A card put into a position.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Placed {
    /// The card's name.
    pub card: String,
    /// A label by which other cards of the position name it; empty for none.
    pub label: String,
    /// Facts of the card, for instance `tapped` and `yes`, `damage` and `2`.
    pub facts: BTreeMap<String, String>,
}

/// Why a match cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "error")]
pub enum SetupError {
    /// No such game or edition is built in.
    #[error("{what} is not available here (available: {available})")]
    Unavailable {
        /// The game or edition asked for.
        what: String,
        /// The available ones.
        available: String,
    },
    /// A card without a definition.
    #[error("unknown card \"{name}\"{hint}")]
    UnknownCard {
        /// The card's name.
        name: String,
        /// A similar name, in words, or nothing.
        hint: String,
    },
    /// A deck that the rules do not allow.
    #[error("the deck of {seat} is illegal: {why} ({rule})")]
    IllegalDeck {
        /// Whose deck.
        seat: Seat,
        /// The fault.
        why: String,
        /// The rule that it breaks.
        rule: RuleId,
    },
    /// More cards than fit here.
    #[error("{found} cards, more than the {most} that a match of this engine can begin with")]
    TooLarge {
        /// How many there are.
        found: u64,
        /// How many there can be.
        most: u32,
    },
    /// A position that makes no sense.
    #[error("the position is impossible: {0}")]
    Position(String),
    /// A wrong number of seats.
    #[error("{found} {} for a game of {} players", if *found == 1 { "deck" } else { "decks" }, range(*expected, *most))]
    Seats {
        /// The fewest seats that the game has.
        expected: u32,
        /// The most.
        most: u32,
        /// How many decks were given.
        found: u32,
    },
    /// Terms of the table that the game does not have, or that do not fit together.
    #[error("the terms of the table: {0}")]
    Terms(String),
}

/// A number, or the lowest and the highest.
fn range(least: u32, most: u32) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Outcome {
    /// Who won; empty for a draw.
    pub winners: Vec<Seat>,
    /// Why, in words.
    pub reason: String,
    /// The rule that ended it.
    pub rule: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_counts_its_cards() {
        let cards = vec![(2, "A".to_string()), (3, "B".to_string()), (4, "A".to_string())];
        let deck = Deck { cards, sideboard: vec![(1, "A".to_string())], ..Deck::default() };
        assert_eq!((deck.total(), deck.beside()), (9, 1));
        assert_eq!((deck.copies("A"), deck.copies("B"), deck.copies("C")), (7, 3, 0));
        let setup = |start| Setup {
            game: String::new(),
            edition: String::new(),
            decks: vec![deck.clone(), deck.clone()],
            start,
            seed: Seed::from_number(0),
        };
        assert_eq!(setup(Start::Normal).objects(), 20);
        assert_eq!(setup(Start::Position(Position::default())).objects(), 0);
    }
}
