//! The words that everything else is said with, and what has been spoken of so far.

use std::cell::RefCell;
use std::rc::Rc;

use duelog_kernel::prose::Noun;
use duelog_kernel::scope::Node;
use serde::Serialize;

use crate::language::definition::{Definition, Destination, Ref, Since, Target, ZoneKind};
use crate::state::kind_name;

/// The words for one layer of a card.
#[derive(Clone)]
pub struct Wording<'a> {
    /// The definition, whose given abilities effects name.
    pub definition: &'a Definition,
    /// The pitch of the variant (2.8).
    pub pitch: Option<u8>,
    /// The target groups that the text refers to.
    pub targets: &'a [Target],
    /// The name for the object of the triggering event.
    pub event: &'a str,
    /// The name for the other object of the event.
    pub other: &'a str,
    /// All that has been spoken of.
    pub(super) memory: Rc<RefCell<Memory>>,
}

/// All that has been spoken of.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// The targets that were named already.
    pub targets: Vec<u8>,
    /// True if the last action may have been about several objects.
    pub many: bool,
    /// All that was picked, if the next words say it themselves instead of a sentence before them.
    pub picked: Option<Noun>,
    /// Whose the objects of the last action are.
    pub owner: Option<Ref>,
    /// True if the last action was a clash, whose winner is meant then.
    pub clashed: bool,
    /// The numbers that were kept, in words.
    pub kept: Vec<String>,
    /// The member that a loop has at hand, at its first mention.
    pub each: Option<String>,
    /// The meaning of `it` now.
    pub it: Option<Ref>,
    /// Who does what is being said.
    pub subject: Option<Ref>,
}

impl<'a> Wording<'a> {
    /// The same with nothing spoken of yet.
    pub(super) fn anew(&self) -> Wording<'a> {
        Wording { memory: Rc::default(), ..self.clone() }
    }

    pub(super) fn mention(&self, reference: Option<Ref>) {
        self.memory.borrow_mut().it = reference;
    }

    /// Words whose subject this is.
    pub(super) fn by<T>(&self, who: &Ref, say: impl FnOnce() -> T) -> T {
        let before = self.memory.borrow_mut().subject.replace(who.clone());
        let said = say();
        self.memory.borrow_mut().subject = before;
        said
    }
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
        Since::Reaction => " this reaction step",
    }
}

/// Where a card is created (8.5.40).
pub fn created_in(destination: Destination) -> &'static str {
    match destination {
        Destination::Hand => "in hand",
        Destination::DeckTop => "on top of the deck",
        Destination::DeckBottom => "on the bottom of the deck",
        Destination::Graveyard => "in the graveyard",
        Destination::Banished => "in the banished zone",
        Destination::BanishedFaceDown => "face down in the banished zone",
        Destination::Arsenal => "face down in the arsenal",
        Destination::ArsenalFaceUp => "face up in the arsenal",
        Destination::Soul => "in the soul",
        Destination::Arena => "in the arena",
        Destination::Defending | Destination::Attacking => "nowhere",
    }
}
