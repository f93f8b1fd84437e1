//! The version of the card language of Magic, and the words that it had before: they stay readable.

use duelog_kernel::renamed::{History, Renamed, Versioned};

use crate::language::definition::Definition;

/// The history of the language. A version that has been published ends no word without a row here.
pub const HISTORY: History = History {
    version: 4,
    renamed: &[
        // Siblings of a verb became its parameters.
        Renamed { kind: "Verb", ended: 2, was: "DestroyForGood(what)", is: "Destroy(what, ForGood)" },
        Renamed { kind: "Verb", ended: 2, was: "ControlFor(who, until)", is: "ControlPlayers(who, until)" },
        // A spell that is cast another way has an alternative.
        Renamed { kind: "Ability", ended: 3, was: "Way(how)", is: "Alternative(how)" },
        Renamed { kind: "Filter", ended: 3, was: "Fresh", is: "SinceLastUpkeep" },
        Renamed {
            kind: "Filter",
            ended: 3,
            was: "Kin(event: which)",
            is: "SharesTypeWithEvent(event: which)",
        },
        Renamed { kind: "Verb", ended: 4, was: "AttachThis(to)", is: "Attach(This, to)" },
    ],
};

impl Versioned for Definition {
    const HISTORY: &'static History = &HISTORY;
}
