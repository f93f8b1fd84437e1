//! The words that everything else is said with.

use duelog_kernel::scope::Node;
use serde::Serialize;

use crate::language::definition::{Definition, Since, Target, ZoneKind};
use crate::state::kind_name;

/// The words for one layer of a card.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// The definition, whose given abilities effects name.
    pub definition: &'a Definition,
    /// The pitch of the variant (2.8).
    pub pitch: Option<u8>,
    /// The target groups that the text refers to.
    pub targets: &'a [Target],
    /// What the object of the triggering event is called.
    pub event: &'a str,
    /// What the other object of the event is called.
    pub other: &'a str,
}

pub(super) fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    parts.into_iter().collect::<Vec<_>>().join(between)
}

/// A word of the language as it is written in definitions, in small letters; for words that few definitions
/// use.
pub(super) fn plain(word: &impl Serialize) -> String {
    let written = Node::of(word).tree().to_string();
    let mut text = String::with_capacity(written.len());
    let mut before = ' ';
    for letter in written.chars() {
        match letter {
            '(' | '{' => text.push(' '),
            ')' | '}' | '"' | '[' | ']' => {}
            upper if upper.is_uppercase() => {
                if before.is_lowercase() {
                    text.push(' ');
                }
                text.extend(upper.to_lowercase());
            }
            other => text.push(other),
        }
        before = letter;
    }
    text.split_whitespace().filter(|word| *word != "n" && *word != "of").collect::<Vec<_>>().join(" ")
}

/// A zone as a phrase calls it.
pub fn zone_name(kind: ZoneKind) -> String {
    match kind {
        ZoneKind::Arsenal
        | ZoneKind::Deck
        | ZoneKind::Graveyard
        | ZoneKind::Hand
        | ZoneKind::Soul
        | ZoneKind::Stack => kind_name(kind).to_string(),
        ZoneKind::Chain => "combat chain".to_string(),
        other => format!("{} zone", kind_name(other)),
    }
}

/// Since when something has happened, with a space before it.
pub fn since(since: Since) -> &'static str {
    match since {
        Since::Turn => " this turn",
        Since::Chain => " this combat chain",
        Since::Link => " this chain link",
    }
}
