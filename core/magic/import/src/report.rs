//! Compiling a list of cards, and what is told of each.

use std::collections::{BTreeMap, BTreeSet};

use duelog_import::Known;
use duelog_import::fault::{Fault, Reason};
use duelog_kernel::definition::file_name;
use duelog_kernel::scope::Node;
use duelog_magic::cards::{COMPILED, FILES};
use duelog_magic::language::definition::Definition;

use crate::card::{Compiled, compile};
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
        let unknown = reasons.iter().find_map(Reason::unknown);
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

/// Says what blocks cards, as [`duelog_import::fault::rank`] does.
pub fn rank(outcomes: &[Outcome]) -> Vec<(String, usize, usize)> {
    duelog_import::fault::rank(outcomes.iter().filter_map(|own| own.result.as_ref().err()))
}

impl Outcome {
    /// Why it is not compiled, with the nearest sentence that is understood.
    pub fn told(&self, fault: &Fault) -> String {
        fault.told(&self.name, self.nearest.as_deref())
    }
}
