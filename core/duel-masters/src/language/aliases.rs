//! The version of the card language of Duel Masters, and the words that it had before: they stay readable.

use duelog_kernel::renamed::{History, Renamed, Versioned};

use crate::language::definition::Definition;

/// The history of the language. A version that has been published ends no word without a row here.
pub const HISTORY: History = History {
    version: 2,
    renamed: &[
        // Siblings of a verb became its parameters.
        Renamed { kind: "Verb", ended: 2, was: "MoveCard(what, to)", is: "Move(what, to, TopCard)" },
        Renamed {
            kind: "Verb",
            ended: 2,
            was: "SearchDeckOf(who, whose, what, most, to)",
            is: "Search(who, what, most, to, whose)",
        },
        Renamed {
            kind: "Verb",
            ended: 2,
            was: "ChooseWithin(who, from, most, stat, total)",
            is: "Choose(who, from, N(0), most, Total(stat, total))",
        },
    ],
};

impl Versioned for Definition {
    const HISTORY: &'static History = &HISTORY;
}
