//! What games ask: the name by which logs, views and programs know a question, and the table that each game
//! makes of its own.

use std::fmt;

use serde::ser::{Serialize, Serializer};

/// What is asked, as it is known outside of its game: a stable name such as `priority`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prompt {
    name: &'static str,
    pays: bool,
}

impl Prompt {
    /// A prompt of this name, and whether it asks how something is paid.
    pub const fn new(name: &'static str, pays: bool) -> Prompt {
        Prompt { name, pays }
    }

    /// The name; it is part of what is legal, and thereby of tags.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whether it asks how something is paid.
    pub const fn pays(self) -> bool {
        self.pays
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Serialize for Prompt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name.serialize(serializer)
    }
}

/// A question with what stands in its places, such as `{it}`.
pub fn filled(question: &str, places: &[(&str, &str)]) -> String {
    places.iter().fold(question.to_string(), |text, (place, with)| text.replace(place, with))
}

/// Makes a game's `Prompt` out of one list: each prompt with its name, `[pays]` where it asks how something is
/// paid, and the question that people read. Those whose question depends on the table stand apart, and are
/// the variants of `Told`: the words of each game match all of them.
#[macro_export]
macro_rules! prompts {
    (
        asked { $($asked:ident $([$asked_pays:ident])? = $asked_name:literal: $question:literal,)* }
        told { $($told:ident $([$told_pays:ident])? = $told_name:literal,)* }
    ) => {
        /// What the game asks.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Prompt {
            $(#[doc = $question] $asked,)*
            $(#[doc = concat!("`", $told_name, "`")] $told,)*
        }

        /// What the game asks in words that depend on the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Told {
            $(#[doc = concat!("`", $told_name, "`")] $told,)*
        }

        impl Prompt {
            /// The prompt of a request; none where it is a request of another game.
            pub fn of(request: &$crate::Request) -> Option<Prompt> {
                match request.prompt.name() {
                    $($asked_name => Some(Prompt::$asked),)*
                    $($told_name => Some(Prompt::$told),)*
                    _ => None,
                }
            }

            /// As it is known outside of the game.
            pub const fn known(self) -> $crate::Prompt {
                match self {
                    $(Prompt::$asked => {
                        $crate::Prompt::new($asked_name, $crate::prompts!(@ $($asked_pays)?))
                    })*
                    $(Prompt::$told => {
                        $crate::Prompt::new($told_name, $crate::prompts!(@ $($told_pays)?))
                    })*
                }
            }

            /// The question that people read, with places to fill in.
            ///
            /// # Errors
            ///
            /// What depends on the table.
            pub const fn question(self) -> Result<&'static str, Told> {
                match self {
                    $(Prompt::$asked => Ok($question),)*
                    $(Prompt::$told => Err(Told::$told),)*
                }
            }
        }

        impl From<Prompt> for $crate::Prompt {
            fn from(prompt: Prompt) -> $crate::Prompt {
                prompt.known()
            }
        }

        impl PartialEq<Prompt> for $crate::Prompt {
            fn eq(&self, other: &Prompt) -> bool {
                *self == other.known()
            }
        }
    };
    (@) => { false };
    (@ pays) => { true };
}

#[cfg(test)]
mod tests {
    use super::filled;
    use crate::decision::{Ask, Request};
    use crate::ids::{RuleId, Seat};

    prompts! {
        asked {
            Go = "go": "where does {it} go?",
            PayMana [pays] = "pay-mana": "what do you pay?",
        }
        told {
            May = "may",
        }
    }

    #[test]
    fn a_prompt_is_known_by_its_name_and_found_by_it() {
        for (prompt, name, pays) in
            [(Prompt::Go, "go", false), (Prompt::PayMana, "pay-mana", true), (Prompt::May, "may", false)]
        {
            let known = prompt.known();
            assert_eq!((known.name(), known.pays()), (name, pays));
            let ask = Ask::one_of(Vec::new());
            let request =
                Request { seat: Seat(0), prompt: known, rule: RuleId::new("1"), subject: None, ask };
            assert_eq!(Prompt::of(&request), Some(prompt));
            assert!(request.prompt == prompt);
        }
    }

    #[test]
    fn a_question_stands_in_the_list_or_is_told() {
        assert_eq!(
            Prompt::Go.question().map(|text| filled(text, &[("{it}", "Bear")])),
            Ok("where does Bear go?".to_string())
        );
        assert_eq!(Prompt::May.question(), Err(Told::May));
    }
}
