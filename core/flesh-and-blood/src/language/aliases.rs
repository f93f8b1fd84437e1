//! The version of the card language of Flesh and Blood, and the words that it had before: they stay readable.

use duelog_kernel::renamed::{History, Renamed, Versioned};

use crate::language::definition::Definition;

/// The history of the language. A version that has been published ends no word without a row here.
pub const HISTORY: History = History {
    version: 2,
    renamed: &[
        // Siblings of a verb became its parameters.
        Renamed {
            kind: "Verb",
            ended: 2,
            was: "BanishFor(what: what, until: until, face_down: down)",
            is: "Banish(what, (until: until, face_down: down))",
        },
        Renamed {
            kind: "Verb",
            ended: 2,
            was: "CreateCard(who, number, name, to)",
            is: "Create(who, number, name, In(to))",
        },
        Renamed {
            kind: "Verb",
            ended: 2,
            was: "CreateEquipped(who, name)",
            is: "Create(who, N(1), name, Equipped)",
        },
        Renamed { kind: "Verb", ended: 2, was: "RevealFor(what, until)", is: "Reveal(what, until)" },
        Renamed { kind: "Verb", ended: 2, was: "LookFor(who, what, until)", is: "Look(who, what, until)" },
    ],
};

impl Versioned for Definition {
    const HISTORY: &'static History = &HISTORY;
}
