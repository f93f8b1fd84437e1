//! Deck files as people have them, and the cards that they name.
//!
//! [`read`] recognises the form of a file by its content and gives a [`List`]: the cards as they are written there.
//! [`List::settled`] finds these cards among those of a game ([`Names`]) and gives the deck, with everything that is
//! not known, and with what a person should be told of the reading.
//!
//! ```
//! use duelog_decks::{Form, read};
//!
//! let list = read(b"Deck\n4 Lightning Bolt (M10) 146\n\nSideboard\n3 Negate (M10) 65\n").unwrap();
//! assert_eq!(list.form, Form::Arena);
//! assert_eq!((list.counts().deck, list.counts().beside), (4, 3));
//! ```
#![forbid(unsafe_code)]

mod decode;
mod form;
mod line;
mod list;
mod names;
mod settled;
mod table;
mod talishar;
mod text;
mod xml;

pub use duelog_kernel::deck::DeckError;
pub use form::Form;
pub use list::{Counts, Entry, LINES_MAX, List, Written};
pub use names::{Found, Names, folded};
pub use settled::{HINTS, Missing, Settled};

/// Reads a deck file of any form.
///
/// # Errors
/// The first line that is not understood, and what would be.
pub fn read(bytes: &[u8]) -> Result<List, DeckError> {
    let (text, note) = decode::text(bytes)?;
    let begin = text.trim_start();
    let mut list = if begin.starts_with('<') {
        xml::read(&text)?
    } else if begin.starts_with('{') {
        talishar::read_json(&text)?
    } else if let Some(columns) = table::columns(&text) {
        table::read(&text, &columns)?
    } else if talishar::is_list(&text) {
        talishar::read(&text)?
    } else {
        text::read(&text)?
    };
    list.notes.extend(note);
    Ok(list)
}
