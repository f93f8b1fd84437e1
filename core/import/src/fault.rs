//! Why a card is not compiled, and what blocks most cards of a list.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Why a part of a card is not compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A line cannot be read by the grammar.
    Unknown {
        /// The line as the grammar reads it, up to the first word that is not understood.
        before: String,
        /// And from it on.
        after: String,
    },
    /// The grammar knows the line, and the card language cannot say it.
    Unsayable {
        /// The line as the grammar reads it.
        line: String,
        /// Why.
        why: String,
    },
    /// The card's facts are none of a card of these rules.
    Facts(String),
    /// The compiler has made a definition with a fault: a fault of the compiler.
    Own(String),
}

/// Why a card is not compiled: all that is not understood of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault(pub Vec<Reason>);

impl Reason {
    /// Says what is not understood, in few words: by it cards are counted.
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

    /// The line that the grammar does not know.
    pub fn unknown(&self) -> Option<String> {
        match self {
            Reason::Unknown { before, after } if before.is_empty() => Some(after.clone()),
            Reason::Unknown { before, after } => Some(format!("{before} {after}")),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unknown { before, after } if before.is_empty() => {
                write!(out, "not understood: \"{after}\"")
            }
            Reason::Unknown { before, after } => {
                write!(out, "not understood from \"{after}\" on, behind \"{before}\"")
            }
            Reason::Unsayable { line, why } => write!(out, "{why}, in \"{line}\""),
            Reason::Facts(why) => out.write_str(why),
            Reason::Own(why) => write!(out, "the definition has a fault: {why}"),
        }
    }
}

impl Fault {
    /// Why the card of this name is not compiled, with the nearest sentence that is understood.
    pub fn told(&self, name: &str, nearest: Option<&str>) -> String {
        let nearest = nearest.map(|line| format!("; the nearest that is known: \"{line}\""));
        format!("{name}: {self}{}", nearest.unwrap_or_default())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        out.write_str(&all.join("; "))
    }
}

/// Says what blocks cards: in few words, how many it alone blocks, and how many in all; those that block most first.
pub fn rank<'a>(faults: impl Iterator<Item = &'a Fault>) -> Vec<(String, usize, usize)> {
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for Fault(reasons) in faults {
        let keys: BTreeSet<String> = reasons.iter().map(Reason::key).collect();
        for key in &keys {
            let entry = found.entry(key.clone()).or_default();
            entry.0 += usize::from(keys.len() == 1);
            entry.1 += 1;
        }
    }
    let mut ranked: Vec<_> = found.into_iter().map(|(key, (alone, all))| (key, alone, all)).collect();
    ranked.sort_by(|a, b| (b.1, b.2, &a.0).cmp(&(a.1, a.2, &b.0)));
    ranked
}
