//! Compiling a list of cards, and what is told of each.

use std::fmt;

use duelog_duel_masters::language::definition::Definition;

use crate::card::{self, Fault, Printed};
use crate::text::{self, Names};

/// What became of a card.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The card's name.
    pub name: String,
    /// Its definition, or why there is none.
    pub result: Result<Definition, Fault>,
    /// The sentence of this list that is understood and begins most like the one that is not.
    pub nearest: Option<String>,
}

/// Reads a list of cards.
///
/// # Errors
/// Where it is none.
pub fn read(json: &str) -> Result<Vec<Printed>, String> {
    // A letter that was read in another encoding.
    let json = json.replace("Ãœ", "Ü");
    serde_json::from_str(&json)
        .map_err(|error| format!("line {}, column {}: {error}", error.line(), error.column()))
}

/// The names that cards may speak of: their own, and the races that they have or that can be chosen.
pub fn names(cards: &[Printed]) -> Names {
    let races = duelog_duel_masters::language::races::RACES.iter().map(ToString::to_string);
    let own = cards.iter().flat_map(|card| card.subtypes.iter().cloned());
    Names::new(races.chain(own), cards.iter().map(|card| card.name.clone()))
}

/// Compiles all cards of a list.
pub fn compile_all(cards: &[Printed]) -> Vec<Outcome> {
    let names = names(cards);
    let known: Vec<String> = cards.iter().flat_map(|card| card::understood(card, &names)).collect();
    let outcome = |card: &Printed| {
        let result = card::compile(card, &names);
        let nearest = match &result {
            Err(Fault::Unknown { line, .. }) => nearest(line, &known),
            _ => None,
        };
        Outcome { name: card.name.clone(), result, nearest }
    };
    cards.iter().map(outcome).collect()
}

/// The sentence that begins most like another, if it begins like it at all.
fn nearest(line: &str, known: &[String]) -> Option<String> {
    let alike = |other: &&String| line.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    // Of those that are alike the shortest says most.
    let best = known.iter().max_by_key(|other| (alike(other), std::cmp::Reverse(other.len())))?;
    (alike(&best) > 0).then(|| best.clone())
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Ok(_) => write!(out, "{}: compiled", self.name),
            Err(Fault::Facts(why)) => write!(out, "{}: {why}", self.name),
            Err(Fault::Unsayable { line, why }) => write!(out, "{}: {why}, in \"{line}\"", self.name),
            Err(Fault::Unknown { line, at, .. }) => {
                let (before, rest) = line.split_at(text::boundary(line, *at));
                write!(out, "{}: not understood from letter {} on", self.name, before.chars().count() + 1)?;
                write!(out, ", \"{rest}\", behind \"{before}\"")?;
                match &self.nearest {
                    Some(nearest) => write!(out, "; the nearest that is known: \"{nearest}\""),
                    None => Ok(()),
                }
            }
        }
    }
}
