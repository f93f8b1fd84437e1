//! Compiling a list of cards, and what is told of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use duelog_import::Known;
use duelog_kernel::definition::file_name;
use duelog_kernel::scope::Node;
use duelog_magic::cards::{COMPILED, FILES};
use duelog_magic::language::definition::Definition;

use crate::card::{Compiled, Fault, Reason, compile};
use crate::source::Printed;
use crate::tokens::Tokens;

/// Says what became of a card.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The card's name.
    pub name: String,
    /// Its definitions, or why there are none.
    pub result: Result<Compiled, Fault>,
    /// The sentence of this list that is understood and begins most like the first that is not.
    pub nearest: Option<String>,
}

/// Compiles all cards of a list; the tokens that they need and that are not built in come along.
pub fn compile_all(cards: &[&Printed]) -> (Vec<Outcome>, BTreeMap<String, Definition>) {
    let mut tokens = Tokens::built_in();
    // A token never has the name of a card of the list, also of one that stands behind it.
    for card in cards {
        tokens.reserve(&card.name);
        card.faces.iter().for_each(|face| tokens.reserve(&face.name));
    }
    let mut known = Vec::new();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for card in cards {
        let result = compile(card, &mut tokens);
        if result.is_ok() {
            known.extend(crate::card::sentences(card));
        }
        outcomes.push(Outcome { name: card.name.clone(), result, nearest: None });
    }
    refuse_unknown_names(&mut outcomes, &tokens.made);
    let known: Known = known.into_iter().collect();
    for outcome in &mut outcomes {
        let Err(Fault(reasons)) = &outcome.result else { continue };
        let unknown = reasons.iter().find_map(|reason| match reason {
            Reason::Unknown { before, after } if before.is_empty() => Some(after.clone()),
            Reason::Unknown { before, after } => Some(format!("{before} {after}")),
            _ => None,
        });
        outcome.nearest = unknown.and_then(|line| known.nearest(&line).map(str::to_string));
    }
    (outcomes, tokens.made)
}

/// Refuses cards that speak of another card by name where none of that name is defined or compiled.
fn refuse_unknown_names(outcomes: &mut [Outcome], tokens: &BTreeMap<String, Definition>) {
    loop {
        let made = outcomes.iter().filter_map(|outcome| outcome.result.as_ref().ok());
        let names: BTreeSet<String> =
            made.flat_map(|made| made.definitions.iter().map(|own| own.name.clone())).collect();
        let defined = |name: &String| {
            names.contains(name)
                || tokens.contains_key(name)
                || [FILES, COMPILED].iter().any(|files| files.get(&file_name(name)).is_some())
        };
        let mut refused = false;
        for outcome in outcomes.iter_mut() {
            let Ok(made) = &outcome.result else { continue };
            let named: Vec<String> = made.definitions.iter().flat_map(named_in).collect();
            if let Some(name) = named.iter().find(|name| !defined(name)) {
                let why = format!("it speaks of the card \"{name}\", which is not defined");
                outcome.result = Err(Fault(vec![Reason::Facts(why)]));
                refused = true;
            }
        }
        if !refused {
            return;
        }
    }
}

/// The names of cards that a definition speaks of.
fn named_in(definition: &Definition) -> Vec<String> {
    fn find(node: &Node, found: &mut Vec<String>) {
        if node.is("Filter", "Named") {
            found.extend(node.parts.iter().map(|part| part.text.clone()));
        }
        node.parts.iter().for_each(|part| find(part, found));
    }
    let mut found = Vec::new();
    find(&Node::of(definition), &mut found);
    found
}

/// Reads what blocks cards: in few words, how many it alone blocks, and how many in all; those that block most first.
pub fn rank(outcomes: &[Outcome]) -> Vec<(String, usize, usize)> {
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for outcome in outcomes {
        let Err(Fault(reasons)) = &outcome.result else { continue };
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

impl Outcome {
    /// Why it is not compiled, with the nearest sentence that is understood.
    pub fn told(&self, fault: &Fault) -> String {
        let nearest = self.nearest.as_ref().map(|line| format!("; the nearest that is known: \"{line}\""));
        format!("{}: {fault}{}", self.name, nearest.unwrap_or_default())
    }
}

impl Reason {
    /// Reads what is not understood, in few words: by it cards are counted.
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

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        out.write_str(&all.join("; "))
    }
}
