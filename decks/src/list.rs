//! A deck as its file lists it.

use duelog_kernel::deck::{Beside, DeckError};

use crate::form::Form;

/// The most lines with cards of a deck file.
pub const LINES_MAX: usize = 10_000;

/// The most bytes of a card's name, or of several in one line.
const NAME_BYTES_MAX: usize = 2_000;

/// A card's name as a file writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// In which ways it can be read, the most literal one first: `Head Jab (red)`, then `Head Jab`.
    pub readings: Vec<String>,
    /// True if it can be several names with commas between, as `Weapons:` has them.
    pub several: bool,
}

impl Written {
    /// A name that can be read in one way.
    pub fn plain(name: &str) -> Written {
        Written { readings: vec![name.trim().to_string()], several: false }
    }

    /// The name without what stands around it, for people.
    pub fn bare(&self) -> &str {
        self.readings.last().map_or("", String::as_str)
    }
}

/// A line with a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line, from 1.
    pub line: u32,
    /// How many of the card.
    pub count: u16,
    /// Its name.
    pub name: Written,
    /// True if it stands beside the deck.
    pub beside: bool,
}

/// How many cards a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Those of the deck.
    pub deck: u32,
    /// Those beside it.
    pub beside: u32,
}

/// A deck as its file lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// The form of the file.
    pub form: Form,
    /// The deck's name; empty if it has none.
    pub name: String,
    /// The lines with cards, in the order of the file.
    pub entries: Vec<Entry>,
    /// Facts that a person should know of how the file was read.
    pub notes: Vec<String>,
    /// The places among the entries at which cards of the deck stand behind an empty line; none where something else
    /// marks groups.
    pub(crate) gaps: Vec<usize>,
}

impl List {
    pub(crate) fn of(form: Form) -> List {
        List { form, name: String::new(), entries: Vec::new(), notes: Vec::new(), gaps: Vec::new() }
    }

    /// Adds a line with a card.
    ///
    /// # Errors
    /// Where there are too many, or its name is too long.
    pub(crate) fn push(&mut self, entry: Entry) -> Result<(), String> {
        if self.entries.len() >= LINES_MAX {
            return Err(format!(
                "more than {LINES_MAX} lines with cards, the most that a deck file can have"
            ));
        }
        if entry.name.readings.iter().any(|reading| reading.len() > NAME_BYTES_MAX) {
            return Err(format!("this name has more than {NAME_BYTES_MAX} bytes"));
        }
        self.entries.push(entry);
        Ok(())
    }

    /// How many cards it has.
    pub fn counts(&self) -> Counts {
        let sum = |beside: bool| {
            let of = self.entries.iter().filter(move |entry| entry.beside == beside);
            of.map(|entry| u32::from(entry.count)).fold(0, u32::saturating_add)
        };
        Counts { deck: sum(false), beside: sum(true) }
    }

    /// The list with its sideboard beside the deck, where only an empty line parts the two: the cards behind the
    /// one empty line of the file are no more than a sideboard may have, and the cards before it are a whole
    /// deck.
    ///
    /// # Errors
    /// The line behind the last empty line, where the cards before it are a whole deck too, but could as well
    /// be parted into groups.
    pub fn parted(mut self, by: Beside) -> Result<List, DeckError> {
        let Some((&last, others)) = self.gaps.split_last() else { return Ok(self) };
        let count = |entries: &[Entry]| {
            entries.iter().map(|entry| u32::from(entry.count)).fold(0, u32::saturating_add)
        };
        let (deck, behind) = self.entries.split_at(last.min(self.entries.len()));
        let line = behind.first().map_or(1, |entry| entry.line);
        let (deck, behind) = (count(deck), count(behind));
        if deck < by.deck || by.most.is_some_and(|most| behind > most) {
            return Ok(self);
        }
        if others.is_empty() && by.most.is_some() {
            self.entries.iter_mut().skip(last).for_each(|entry| entry.beside = true);
            self.gaps.clear();
            self.notes.push(format!(
                "the {behind} cards behind the empty line before line {line} stand beside the deck"
            ));
            if self.form == Form::Plain {
                self.form = Form::MagicOnlineText;
            }
            return Ok(self);
        }
        let message = format!(
            "the {behind} cards from here on stand behind an empty line, and the {deck} before it are a deck: write `Sideboard` above these where they stand beside it, or `Deck` above the first where they belong to it"
        );
        Err(DeckError { line, message })
    }
}
