//! The version of the card language of Flesh and Blood, and the words that it had before: they stay readable.

use duelog_kernel::renamed::{History, Versioned};

use crate::language::definition::Definition;

/// The history of the language. A version that has been published ends no word without a row here.
pub const HISTORY: History = History { version: 1, renamed: &[] };

impl Versioned for Definition {
    const HISTORY: &'static History = &HISTORY;
}
