//! The names that a player can choose from: a few that are listed, or all that an edition of a game knows.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::deck::closest;

/// The names that are legal, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// These, listed in the request.
    Listed(Vec<String>),
    /// All names of a kind that the edition knows: the request says which kind, and does not list them.
    Known(Arc<Known>),
}

/// The names of one kind that an edition of a game knows, and those that a match brings with it.
///
/// A request is bound to the kind and not to the names: a card that is added changes no recorded match, and
/// no name is ever taken away.
#[derive(Debug, PartialEq, Eq)]
pub struct Known {
    kind: String,
    names: Vec<String>,
}

impl Known {
    /// The names of a kind, for instance of `artifact card`.
    pub fn new(kind: String, names: impl IntoIterator<Item = String>) -> Known {
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort();
        names.dedup();
        Known { kind, names }
    }

    /// These names with those that the cards of a match bring with them.
    pub fn with(self: &Arc<Known>, own: impl IntoIterator<Item = String>) -> Arc<Known> {
        let is_new = |name: &String| self.names.binary_search(name).is_err();
        let new: Vec<String> = own.into_iter().filter(is_new).collect();
        if new.is_empty() {
            return Arc::clone(self);
        }
        Arc::new(Known::new(self.kind.clone(), self.names.iter().cloned().chain(new)))
    }

    /// The kind of thing that has these names, for instance `artifact card`.
    pub fn kind(&self) -> &str {
        &self.kind
    }
}

impl Names {
    /// Why a name that is not among them is refused, with the most similar one that is.
    pub(super) fn why_not(&self, name: &str) -> String {
        let why = match self {
            Names::Listed(_) => "not among what is legal here".to_string(),
            Names::Known(known) => format!("no {} of this edition or match has this name", known.kind),
        };
        match closest(name, self.iter().map(String::as_str)) {
            Some(similar) => format!("{why}: did you mean \"{similar}\"?"),
            None => why,
        }
    }
}

impl From<Vec<String>> for Names {
    fn from(names: Vec<String>) -> Names {
        Names::Listed(names)
    }
}

impl Deref for Names {
    type Target = [String];

    fn deref(&self) -> &[String] {
        match self {
            Names::Listed(names) => names,
            Names::Known(known) => &known.names,
        }
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Kind<'a> {
            known: &'a str,
        }
        match self {
            Names::Listed(names) => names.serialize(serializer),
            Names::Known(known) => Kind { known: &known.kind }.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use super::{Known, Names};
    use crate::decision::{Ask, Choice, Illegal, Request};
    use crate::ids::{RuleId, Seat};
    use crate::prompt::Prompt;

    fn request(among: Names) -> Request {
        Request {
            seat: Seat(0),
            prompt: Prompt::new("choose-name", false),
            rule: RuleId::new("1"),
            subject: None,
            ask: Ask::Name { among },
        }
    }

    fn cards() -> Arc<Known> {
        static CARDS: OnceLock<Arc<Known>> = OnceLock::new();
        let cards = || Arc::new(Known::new("card".to_string(), ["Shock", "Opt"].map(str::to_string)));
        Arc::clone(CARDS.get_or_init(cards))
    }

    #[test]
    fn only_a_known_name_is_taken_and_the_similar_one_is_named() {
        let request = request(Names::Known(cards()));
        assert_eq!(request.validate(&Choice::Name("Shock".to_string())), Ok(()));
        let Err(Illegal::NotOffered { why, .. }) = request.validate(&Choice::Name("Shok".to_string())) else {
            panic!("it is refused")
        };
        assert_eq!(why, "no card of this edition or match has this name: did you mean \"Shock\"?");
        assert!(request.validate(&Choice::Name(String::new())).is_err());
    }

    #[test]
    fn names_that_are_known_are_not_listed_and_do_not_bind() {
        let request = request(Names::Known(cards()));
        assert_eq!(
            serde_json::to_value(&request.ask).unwrap_or_default(),
            serde_json::json!({ "name": { "among": { "known": "card" } } })
        );
        let more = Known::new("card".to_string(), ["Shock", "Opt", "Duress"].map(str::to_string));
        let grown = self::request(Names::Known(Arc::new(more)));
        assert_eq!(request.hash(&mut Vec::new()), grown.hash(&mut Vec::new()));
    }

    #[test]
    fn names_that_a_match_brings_are_known_in_it_and_do_not_bind() {
        let own = request(Names::Known(cards().with(["Made Up", "Opt"].map(str::to_string))));
        let made_up = Choice::Name("Made Up".to_string());
        assert_eq!(own.validate(&made_up), Ok(()));
        assert!(request(Names::Known(cards())).validate(&made_up).is_err());
        assert_eq!(own.hash(&mut Vec::new()), request(Names::Known(cards())).hash(&mut Vec::new()));
        assert!(Arc::ptr_eq(&cards(), &cards().with(["Opt".to_string()])));
    }
}
