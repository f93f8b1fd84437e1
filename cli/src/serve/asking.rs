//! HTTP requests as the command lines that answer them.

use std::path::PathBuf;
use std::sync::Arc;

use crate::answered;
use crate::effort::Effort;
use crate::output::{Failure, Held};

/// The kind of a request's parameter.
enum Takes {
    /// A value.
    Value,
    /// Nothing: it is there or not.
    Nothing,
}

use Takes::{Nothing, Value};

/// A command that can be asked: its name and its parameters, which are its options. None of them names a file.
pub struct Asked(&'static str, &'static [(&'static str, Takes)]);

/// The commands about one log.
pub const OF_ONE: [Asked; 4] = [
    Asked("info", &[("names", Value)]),
    Asked("show", &[("at", Value), ("seat", Value), ("public", Nothing), ("names", Value)]),
    Asked(
        "history",
        &[
            ("from", Value),
            ("to", Value),
            ("turn", Value),
            ("card", Value),
            ("player", Value),
            ("rule", Value),
            ("kind", Value),
            ("grep", Value),
            ("seat", Value),
            ("public", Nothing),
            ("all", Nothing),
            ("names", Value),
        ],
    ),
    Asked(
        "explain",
        &[
            ("at", Value),
            ("object", Value),
            ("why", Value),
            ("seat", Value),
            ("public", Nothing),
            ("names", Value),
        ],
    ),
];

/// The command about two logs.
pub const OF_TWO: Asked = Asked("diff", &[("at", Value)]);

/// Parameters as they stand in an address.
pub type Parameters = Vec<(String, String)>;

impl Asked {
    /// The command's name.
    pub fn name(&self) -> &'static str {
        self.0
    }

    /// The command's answer about logs that are given, as it prints it with `--format json`.
    ///
    /// # Errors
    /// Wrong use for a parameter that the command does not have, or does not understand.
    pub fn answer(
        &self,
        parameters: &Parameters,
        cards: Option<&PathBuf>,
        effort: Effort,
        logs: Vec<(String, Arc<[u8]>)>,
    ) -> Result<String, Failure> {
        let mut words: Vec<String> =
            ["duelog", "--format", "json", self.0].into_iter().map(str::to_string).collect();
        for (name, value) in parameters {
            match self.1.iter().find(|known| known.0 == name) {
                Some((name, Value)) => words.push(format!("--{name}={value}")),
                Some((name, Nothing)) => match value.as_str() {
                    "" | "true" => words.push(format!("--{name}")),
                    "false" => {}
                    _ => return Err(Failure::usage(format!("{name} is {value}"), "it is true or false")),
                },
                None => return Err(self.unknown(name)),
            }
        }
        words.extend(effort.words());
        words.extend(cards.map(|cards| format!("--cards={}", cards.display())));
        words.push("--".to_string());
        words.extend(logs.iter().map(|log| log.0.clone()));
        let held = |(log, bytes): (String, Arc<[u8]>)| -> Held { (PathBuf::from(log), bytes) };
        answered(&words, logs.into_iter().map(held).collect())
    }

    fn unknown(&self, name: &str) -> Failure {
        let known: Vec<&str> = self.1.iter().map(|known| known.0).collect();
        let remedy = match known.as_slice() {
            [] => "it has none".to_string(),
            known => format!("it has {}", known.join(", ")),
        };
        Failure::usage(format!("{} has no parameter {name}", self.0), remedy)
    }
}
