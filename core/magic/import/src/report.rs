//! Compiling a list of cards, and what is told of each.

use std::collections::BTreeMap;
use std::fmt;

use duelog_magic::language::definition::Definition;

use crate::card::{Compiled, Fault, Reason, compile};
use crate::source::Printed;
use crate::tokens::Tokens;

/// What became of a card.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The card's name.
    pub name: String,
    /// Its definitions, or why there are none.
    pub result: Result<Compiled, Fault>,
}

/// Compiles all cards of a list; the tokens that they need and that are not built in come along.
pub fn compile_all(cards: &[&Printed]) -> (Vec<Outcome>, BTreeMap<String, Definition>) {
    let mut tokens = Tokens::built_in();
    let outcomes = cards
        .iter()
        .map(|card| Outcome { name: card.name.clone(), result: compile(card, &mut tokens) })
        .collect();
    (outcomes, tokens.made)
}

impl Reason {
    /// What is not understood, in few words: by it cards are counted.
    pub fn key(&self) -> String {
        let words = |text: &str, count: usize| text.split(' ').take(count).collect::<Vec<_>>().join(" ");
        match self {
            Reason::Unknown { before, after } => {
                let last: Vec<&str> = before.split(' ').collect();
                let from = last.len().saturating_sub(2);
                format!("{} | {}", last[from..].join(" "), words(after, 3))
            }
            Reason::Unsayable { why, .. } => format!("unsayable: {why}"),
            Reason::Facts(why) => format!("facts: {}", words(why, 8)),
            Reason::Own(why) => format!("own fault: {}", why.lines().next().unwrap_or_default()),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unknown { before, after } if before.is_empty() => write!(out, "not understood: \"{after}\""),
            Reason::Unknown { before, after } => {
                write!(out, "not understood from \"{after}\" on, behind \"{before}\"")
            }
            Reason::Unsayable { line, why } => write!(out, "{why}, in \"{line}\""),
            Reason::Facts(why) => out.write_str(why),
            Reason::Own(why) => write!(out, "the definition has a fault: {why}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        out.write_str(&all.join("; "))
    }
}
