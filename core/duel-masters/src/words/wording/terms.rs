//! The words of one card or ability in the making: everything spoken of so far, and its names.

use std::cell::RefCell;

use duelog_kernel::prose::Noun;

use crate::language::definition::Ref;
use crate::language::types::{CardType, Place};

/// A card's words in the making. It remembers what was spoken of, so that the next words can say `it`.
pub struct Wording {
    /// The card type of the source.
    kind: Option<CardType>,
    pub(super) memory: RefCell<Memory>,
}

/// All that has been spoken of.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// All that was chosen, by the place of the choice.
    pub choices: Vec<Named>,
    /// The numbers that were kept, in words.
    pub kept: Vec<String>,
    /// The objects that the last action made or moved.
    pub last: Named,
    /// The object of the event; nothing where that was the source itself.
    pub event: Option<Named>,
    /// The other object of the event.
    pub other: String,
    /// The member that a loop has at hand, as its first mention.
    pub each: Option<String>,
    /// The meaning of `it` now.
    pub it: Option<Ref>,
    /// Who does what is being said.
    pub subject: Option<Ref>,
    /// The choice that the next words say themselves, instead of a sentence before them.
    pub folded: Option<(u8, Noun)>,
}

/// Something that later words refer to.
#[derive(Debug, Clone, Default)]
pub(super) struct Named {
    /// The noun alone: `creature`.
    pub noun: String,
    /// True if there can be several.
    pub many: bool,
    /// Whose it is.
    pub owner: Option<Ref>,
    /// Where it is.
    pub place: Option<Place>,
}

impl Wording {
    /// The words for a card of this type.
    pub fn of(kind: Option<CardType>) -> Wording {
        Wording { kind, memory: RefCell::default() }
    }

    /// The source.
    pub(super) fn this(&self) -> String {
        self.kind.map_or("this card".to_string(), |kind| format!("this {}", kind.name().to_lowercase()))
    }

    /// Returns whether the source is crossed to creatures.
    pub(super) fn is_crossed_to(&self) -> bool {
        self.kind == Some(CardType::CrossGear)
    }

    /// Everything that was spoken of, forgotten.
    pub(super) fn anew(&self) {
        self.memory.replace(Memory::default());
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

    /// A player as the subject of a sentence.
    pub(super) fn player(&self, who: &Ref) -> Noun {
        match who {
            Ref::You => Noun::you(),
            Ref::Opponent => Noun::one("your opponent"),
            Ref::TurnPlayer => Noun::one("the turn player"),
            Ref::It => {
                let each = self.memory.borrow().each.clone();
                Noun::one(each.unwrap_or("that player".to_string()))
            }
            Ref::Owner(inner) => Noun::one(format!("{} owner", self.possessive_of_thing(inner))),
            Ref::Chosen(_) | Ref::Event | Ref::EventPlayer | Ref::Last | Ref::This | Ref::Other => {
                Noun::one("that player")
            }
        }
    }

    /// Whose something is.
    pub(super) fn possessive(&self, who: &Ref) -> String {
        if *who == Ref::You {
            "your".to_string()
        } else if self.memory.borrow().subject.as_ref() == Some(who) {
            "their".to_string()
        } else {
            match who {
                Ref::It => "that player's".to_string(),
                other => format!("{}'s", self.player(other).text),
            }
        }
    }

    fn possessive_of_thing(&self, what: &Ref) -> String {
        let thing = self.thing(what, false);
        match thing.text.as_str() {
            "it" => "its".to_string(),
            "them" => "their".to_string(),
            other => format!("{other}'s"),
        }
    }

    /// The reference that means the same in fewer words.
    fn meant(&self, reference: &Ref) -> Ref {
        match reference {
            Ref::Event if self.memory.borrow().event.is_none() => Ref::This,
            other => other.clone(),
        }
    }

    /// Returns what is referred to, as an object or a subject of a sentence.
    pub(super) fn thing(&self, reference: &Ref, subject: bool) -> Noun {
        let reference = self.meant(reference);
        if let Ref::Chosen(place) = reference {
            let folded = self.memory.borrow_mut().folded.take_if(|(folded, _)| *folded == place);
            if let Some((_, noun)) = folded {
                self.mention(Some(reference));
                return noun;
            }
        }
        let memory = self.memory.borrow().clone();
        let named = match &reference {
            Ref::Chosen(place) => memory.choices.get(usize::from(*place)).cloned(),
            Ref::Last => Some(memory.last.clone()),
            Ref::Event => memory.event.clone(),
            _ => None,
        };
        let many = named.as_ref().is_some_and(|named| named.many);
        if memory.it.as_ref() == Some(&reference) {
            return match (many, subject) {
                (false, _) => Noun::one("it"),
                (true, true) => Noun::many("they"),
                (true, false) => Noun::many("them"),
            };
        }
        self.mention(Some(reference.clone()));
        let that = |named: &Named| {
            let noun = if named.noun.is_empty() { "card" } else { &named.noun };
            let noun = duelog_kernel::phrase::numbered(noun, many);
            Noun::counted(format!("{} {noun}", if many { "those" } else { "that" }), many)
        };
        match (&reference, named) {
            (Ref::This, _) => Noun::one(self.this()),
            (Ref::Other, _) if memory.other.is_empty() => Noun::one("the other creature"),
            (Ref::Other, _) => Noun::one(memory.other),
            (Ref::It, _) => Noun::one(memory.each.unwrap_or("it".to_string())),
            (_, Some(named)) => that(&named),
            (Ref::Chosen(_), None) => Noun::one("the chosen card"),
            (who, None) => self.player(who),
        }
    }
}
