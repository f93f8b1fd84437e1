//! Lists whose cards are found among those of a game.

use duelog_kernel::deck::{Beside, DeckError};
use duelog_kernel::setup::Deck;

use crate::form::Form;
use crate::list::List;
use crate::names::{Found, Names};

/// The most cards that are not known for which the likely meaning is looked up.
pub const HINTS: usize = 100;

/// A card of a list that is not known.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Missing {
    /// The line, from 1.
    pub line: u32,
    /// How many of it the list has.
    pub count: u16,
    /// Its name, as it is written.
    pub name: String,
    /// The likely meaning, or the cards that it could be, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// A deck as a game reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The form of the file.
    pub form: Form,
    /// The deck, with the cards that are not known under their names as they are written.
    pub deck: Deck,
    /// The line of each of its cards: those of the deck, then those beside it.
    pub lines: Vec<u32>,
    /// The cards that are not known, in the order of the file.
    pub missing: Vec<Missing>,
    /// Facts that a person should know of how the file was read.
    pub notes: Vec<String>,
}

impl List {
    /// The deck: with its sideboard, where an empty line parts the two, and the names of cards as they are printed.
    ///
    /// # Errors
    /// The line from which on it is not clear what stands beside the deck.
    pub fn settled(self, names: &Names<'_>, by: Option<Beside>) -> Result<Settled, DeckError> {
        let List { form, name, entries, notes, .. } = match by {
            Some(by) => self.parted(by)?,
            None => self,
        };
        let mut deck = Deck { name, ..Deck::default() };
        let (mut lines, mut beside, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries {
            let found = names.read(&entry.name).unwrap_or_else(|(name, found)| {
                let hint = match found {
                    Found::Several(several) => Some(format!("it can be each of {}", quoted(&several))),
                    _ if missing.len() < HINTS => names.hint(&name),
                    _ => None,
                };
                missing.push(Missing { line: entry.line, count: entry.count, name: name.clone(), hint });
                vec![name]
            });
            for name in found {
                if entry.beside {
                    deck.sideboard.push((entry.count, name));
                    beside.push(entry.line);
                } else {
                    deck.cards.push((entry.count, name));
                    lines.push(entry.line);
                }
            }
        }
        lines.extend(beside);
        missing.sort_by_key(|card| card.line);
        Ok(Settled { form, deck, lines, missing, notes })
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}
