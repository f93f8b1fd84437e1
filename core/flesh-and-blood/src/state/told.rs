//! Events that are recorded only in matches with a card that asks for them: in all others the history, and with it the
//! tags, are as they were before there was the word.

use duelog_kernel::scope::Node;

use crate::language::definition::{Deed, Definition};

/// The deeds that are recorded only where a card asks, each with its word.
const ASKED_FOR: [(Deed, &str); 5] = [
    (Deed::BanishToBoost, "BanishToBoost"),
    (Deed::Trigger, "Trigger"),
    (Deed::Opt, "Opt"),
    (Deed::FailClash, "FailClash"),
    (Deed::GainGoAgain, "GainGoAgain"),
];

/// Some of these deeds, a bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told(u8);

impl Told {
    /// The deeds that a definition asks for, which is written so.
    pub fn of(definition: &Definition, text: &str) -> Told {
        if !ASKED_FOR.iter().any(|(_, word)| text.contains(word)) {
            return Told::default();
        }
        let node = Node::of(definition);
        let asks = |word: &str| {
            node.any(&|node: &Node| {
                let event = node.kind == "When" || node.is("Filter", "Did");
                event && node.parts.iter().any(|part| part.is("Deed", word))
            })
        };
        let bits = ASKED_FOR.iter().enumerate().filter(|(_, (_, word))| asks(word));
        Told(bits.fold(0, |bits, (place, _)| bits | 1 << place))
    }

    /// All that either asks for.
    pub fn with(self, other: Told) -> Told {
        Told(self.0 | other.0)
    }

    /// Returns whether a deed is recorded.
    pub fn has(self, deed: Deed) -> bool {
        ASKED_FOR.iter().position(|(asked, _)| *asked == deed).is_some_and(|place| self.0 & 1 << place != 0)
    }
}
