//! The questions of games: the name by which logs, views and programs know a question, and the table of each
//! game's own questions.

use std::fmt;

use serde::ser::{Serialize, Serializer};

/// The name of a question outside of its game, such as `priority`. It is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prompt {
    name: &'static str,
    pays: bool,
    all: bool,
}

impl Prompt {
    /// A prompt of this name, and whether it asks how something is paid.
    pub const fn new(name: &'static str, pays: bool) -> Prompt {
        Prompt { name, pays, all: false }
    }

    /// The same, where all of the options are the usual answer.
    pub const fn taking_all(self) -> Prompt {
        Prompt { all: true, ..self }
    }

    /// The name; it is part of what is legal, and thereby of tags.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns whether it asks how something is paid.
    pub const fn pays(self) -> bool {
        self.pays
    }

    /// Returns whether all of the options are the usual answer.
    pub const fn takes_all(self) -> bool {
        self.all
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
/// paid, `[all]` where all of the options are the usual answer, and the question that people read. Those whose question depends on the table stand apart, with
/// the question that they mean after `means`, and are the variants of `PromptDetail`: the words of each game match all of them.
///
/// After `or` stands the reason for which an answer is not offered, if the prompt has one of its own: the
/// kind of items (`any` for all), the words, and after `by` the rule, if it is not the request's. Prompts
/// whose reason depends on the table are listed once more, and are the variants of `Refused`.
#[macro_export]
macro_rules! prompts {
    (
        asked {
            $($asked:ident $([$asked_pays:ident])? = $asked_name:literal: $question:literal
                $(or $asked_kind:ident $asked_why:literal $(by $asked_rule:expr)?)?,)*
        }
        told {
            $($told:ident $([$told_pays:ident])? = $told_name:literal means $told_means:literal
                $(or $told_kind:ident $told_why:literal $(by $told_rule:expr)?)?,)*
        }
        refused { $($refused:ident),* $(,)? }
    ) => {
        /// The questions of the game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Prompt {
            $(#[doc = $question] $asked,)*
            $(#[doc = concat!("`", $told_name, "`")] $told,)*
        }

        /// Questions whose words depend on the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum PromptDetail {
            $(#[doc = concat!("`", $told_name, "`")] $told,)*
        }

        /// Questions whose reason for not offering an answer depends on the table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Refused {
            $(#[doc = concat!("[`Prompt::", stringify!($refused), "`]")] $refused,)*
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

            /// All prompts: the name of each and its question, in which `{it}` stands for the subject and
            /// `{number}` for an amount.
            pub const ALL: &'static [(&'static str, &'static str)] =
                &[$(($asked_name, $question),)* $(($told_name, $told_means),)*];

            /// As it is known outside of the game.
            pub const fn known(self) -> $crate::Prompt {
                match self {
                    $(Prompt::$asked => $crate::prompts!(@known $asked_name $($asked_pays)?),)*
                    $(Prompt::$told => $crate::prompts!(@known $told_name $($told_pays)?),)*
                }
            }

            /// The question that people read, with places to fill in.
            ///
            /// # Errors
            ///
            /// What depends on the table.
            pub const fn question(self) -> Result<&'static str, PromptDetail> {
                match self {
                    $(Prompt::$asked => Ok($question),)*
                    $(Prompt::$told => Err(PromptDetail::$told),)*
                }
            }

            /// The variant of `Refused`, if the reason for not offering an answer depends on the table.
            const fn refused(self) -> Option<Refused> {
                match self {
                    $(Prompt::$refused => Some(Refused::$refused),)*
                    _ => None,
                }
            }

            /// Why the request does not offer an answer, and the rule that it would break.
            ///
            /// # Errors
            ///
            /// What depends on the table.
            pub fn why_not(
                self,
                request: &$crate::Request,
                item: &$crate::Item,
            ) -> Result<(&'static str, $crate::RuleId), Refused> {
                if let Some(refused) = self.refused() {
                    return Err(refused);
                }
                let reason: Option<(&'static str, Option<$crate::RuleId>)> = match self {
                    $(Prompt::$asked => {
                        $crate::prompts!(@reason item $($asked_kind $asked_why $(by $asked_rule)?)?)
                    })*
                    $(Prompt::$told => {
                        $crate::prompts!(@reason item $($told_kind $told_why $(by $told_rule)?)?)
                    })*
                };
                let told = |(why, rule): (&'static str, Option<$crate::RuleId>)| {
                    (why, rule.unwrap_or(request.rule))
                };
                Ok(reason.map_or_else(|| request.plain_refusal(), told))
            }

            /// Why a request does not offer an answer, and the rule that it would break; `on_table` says what
            /// depends on the table, if there is more to say than that it is not offered.
            pub fn refusal<W: From<&'static str>>(
                request: &$crate::Request,
                item: &$crate::Item,
                on_table: impl FnOnce(Refused) -> Option<(W, $crate::RuleId)>,
            ) -> (W, $crate::RuleId) {
                let reason = match Prompt::of(request).map(|prompt| prompt.why_not(request, item)) {
                    Some(Ok(reason)) => reason,
                    Some(Err(refused)) => match on_table(refused) {
                        Some(reason) => return reason,
                        None => request.plain_refusal(),
                    },
                    None => request.plain_refusal(),
                };
                (W::from(reason.0), reason.1)
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
    (@known $name:literal) => { $crate::Prompt::new($name, false) };
    (@known $name:literal pays) => { $crate::Prompt::new($name, true) };
    (@known $name:literal all) => { $crate::Prompt::new($name, false).taking_all() };

    (@reason $item:ident) => { None };
    (@reason $item:ident $kind:ident $why:literal) => {
        if $crate::prompts!(@is $kind $item) { Some(($why, None)) } else { None }
    };
    (@reason $item:ident $kind:ident $why:literal by $rule:expr) => {
        if $crate::prompts!(@is $kind $item) { Some(($why, Some($rule))) } else { None }
    };

    (@is any $item:ident) => { true };
    (@is flag $item:ident) => { matches!($item, $crate::Item::Flag(_)) };
    (@is object $item:ident) => { matches!($item, $crate::Item::Object(_)) };
    (@is ability $item:ident) => { matches!($item, $crate::Item::Ability(..)) };
    (@is act $item:ident) => { matches!($item, $crate::Item::Act(..)) };
    (@is pair $item:ident) => { matches!($item, $crate::Item::Pair(..)) };
    (@is mode $item:ident) => { matches!($item, $crate::Item::Mode(_)) };
    (@is number $item:ident) => { matches!($item, $crate::Item::Number(_)) };
    (@is symbol $item:ident) => { matches!($item, $crate::Item::Symbol(_)) };
}

#[cfg(test)]
mod tests {
    use super::filled;
    use crate::decision::{Ask, Item, Request};
    use crate::ids::{ObjectId, RuleId, Seat};

    prompts! {
        asked {
            Go = "go": "where does {it} go?" or object "it is not a place",
            PayMana [pays] = "pay-mana": "what do you pay?",
            Begin [all] = "begin": "with what do you begin?",
        }
        told {
            May = "may" means "yes or no?" or any "it is a yes or a no" by RuleId::new("2"),
            Attack = "attack" means "who attacks?",
        }
        refused { Attack }
    }

    fn request(prompt: Prompt) -> Request {
        let ask = Ask::one_of(Vec::new());
        Request { seat: Seat(0), prompt: prompt.known(), rule: RuleId::new("1"), subject: None, ask }
    }

    #[test]
    fn a_prompt_is_known_by_its_name_and_found_by_it() {
        for (prompt, name, pays) in [
            (Prompt::Go, "go", false),
            (Prompt::PayMana, "pay-mana", true),
            (Prompt::Begin, "begin", false),
            (Prompt::May, "may", false),
        ] {
            let known = prompt.known();
            assert_eq!((known.name(), known.pays(), known.takes_all()), (name, pays, name == "begin"));
            let request = request(prompt);
            assert_eq!(Prompt::of(&request), Some(prompt));
            assert!(request.prompt == prompt);
        }
    }

    #[test]
    fn every_prompt_has_a_question_in_the_list_of_all() {
        assert_eq!(Prompt::ALL.first(), Some(&("go", "where does {it} go?")));
        assert_eq!(Prompt::ALL.last(), Some(&("attack", "who attacks?")));
    }

    #[test]
    fn a_question_stands_in_the_list_or_is_told() {
        assert_eq!(
            Prompt::Go.question().map(|text| filled(text, &[("{it}", "Bear")])),
            Ok("where does Bear go?".to_string())
        );
        assert_eq!(Prompt::May.question(), Err(PromptDetail::May));
    }
    #[test]
    fn why_not_stands_in_the_list_or_depends_on_the_table() {
        let why_not = |prompt: Prompt, item| prompt.why_not(&request(prompt), &item);
        let (one, two) = (RuleId::new("1"), RuleId::new("2"));
        let object = Item::Object(ObjectId(3));
        assert_eq!(why_not(Prompt::Go, object), Ok(("it is not a place", one)));
        assert_eq!(why_not(Prompt::Go, Item::Pass), Ok(("it is not among what can be chosen here", one)));
        assert_eq!(why_not(Prompt::PayMana, object), Ok(request(Prompt::PayMana).plain_refusal()));
        assert_eq!(why_not(Prompt::May, object), Ok(("it is a yes or a no", two)));
        assert_eq!(why_not(Prompt::Attack, object), Err(Refused::Attack));
    }

    #[test]
    fn a_refusal_asks_the_table_where_the_list_does_not_say() {
        let refusal = |prompt, tells: Option<&str>| {
            let told = |refused| {
                assert_eq!(refused, Refused::Attack);
                tells.map(|why| (why.to_string(), RuleId::new("3")))
            };
            Prompt::refusal(&request(prompt), &Item::Pass, told).0
        };
        assert_eq!(refusal(Prompt::Attack, Some("it sleeps")), "it sleeps");
        assert_eq!(refusal(Prompt::Attack, None), "it is not among what can be chosen here");
        assert_eq!(refusal(Prompt::May, None), "it is a yes or a no");
    }
}
