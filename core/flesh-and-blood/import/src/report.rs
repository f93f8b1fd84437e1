//! Compiling a list of cards, and what is told of each.

use std::collections::{BTreeMap, BTreeSet};

use duelog_flesh_and_blood::cards::FILES;
use duelog_flesh_and_blood::language::definition::Definition;
use duelog_import::Known;
use duelog_import::fault::{Fault, Reason};
use duelog_import::text;
use duelog_kernel::definition::file_name;
use duelog_kernel::scope::Node;

use crate::card::{compile, lines};
use crate::lines::words_of;
use crate::source::Printed;

/// Says what became of a card, with all its variants.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The card's name.
    pub name: String,
    /// How many variants of it the list has.
    pub variants: usize,
    /// Its definition, or why there is none.
    pub result: Result<Definition, Fault>,
    /// The sentence of this list that is understood and begins most like the first that is not.
    pub nearest: Option<String>,
}

/// The cards of a list by their names, each with its variants by pitch.
pub fn by_name(cards: &[Printed]) -> Vec<Vec<&Printed>> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&Printed>> = Vec::new();
    for card in cards {
        let place = *places.entry(&card.name).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        // The same variant may be printed several times.
        if !groups[place].iter().any(|other| other.pitch == card.pitch && other.text == card.text) {
            groups[place].push(card);
        }
    }
    groups.iter_mut().for_each(|group| group.sort_by_key(|card| card.pitch));
    groups
}

/// Compiles the cards of a list that are chosen.
pub fn compile_all(cards: &[Printed], chosen: impl Fn(&str) -> bool) -> Vec<Outcome> {
    let mut known = Vec::new();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for group in by_name(cards) {
        let name = group[0].name.clone();
        if !chosen(&name) {
            continue;
        }
        let result = compile(&group, cards);
        if result.is_ok() {
            let own = lines(group[0]).unwrap_or_default();
            known.extend(own.iter().map(|line| text::joined(&words_of(line))));
        }
        outcomes.push(Outcome { name, variants: group.len(), result, nearest: None });
    }
    along(&mut outcomes, cards);
    refuse_unknown_names(&mut outcomes);
    let known: Known = known.into_iter().collect();
    for outcome in &mut outcomes {
        let Err(Fault(reasons)) = &outcome.result else { continue };
        let unknown = reasons.iter().find_map(Reason::unknown);
        outcome.nearest = unknown.and_then(|line| known.nearest(&line).map(str::to_string));
    }
    outcomes
}

/// Compiles what the cards speak of and was not chosen.
fn along(outcomes: &mut Vec<Outcome>, cards: &[Printed]) {
    let groups = by_name(cards);
    let mut place = 0;
    while let Some(outcome) = outcomes.get(place) {
        place += 1;
        let names = outcome.result.as_ref().map(named_in).unwrap_or_default();
        for name in names {
            let plain = name.rsplit_once(" (").map_or(name.as_str(), |parts| parts.0);
            let there =
                outcomes.iter().any(|own| own.name == plain) || FILES.get(&file_name(plain)).is_some();
            if let (false, Some(group)) = (there, groups.iter().find(|group| group[0].name == plain)) {
                let (name, variants) = (plain.to_string(), group.len());
                outcomes.push(Outcome { name, variants, result: compile(group, cards), nearest: None });
            }
        }
    }
}

/// Refuses cards that speak of a card, or make one, that is not defined; what they make and the list has is compiled
/// beside them.
fn refuse_unknown_names(outcomes: &mut [Outcome]) {
    let built_in = |name: &str| FILES.get(&file_name(name)).is_some();
    loop {
        let made: BTreeSet<String> =
            outcomes.iter().filter_map(|own| own.result.as_ref().ok()).map(|own| own.name.clone()).collect();
        let mut refused = false;
        for outcome in outcomes.iter_mut() {
            let Ok(definition) = &outcome.result else { continue };
            let unknown = named_in(definition).into_iter().find(|name| {
                let plain = name.rsplit_once(" (").map_or(name.as_str(), |parts| parts.0);
                !(made.contains(plain) || built_in(plain))
            });
            if let Some(name) = unknown {
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

/// The names of cards that a definition speaks of or makes.
fn named_in(definition: &Definition) -> Vec<String> {
    fn texts(node: &Node, found: &mut Vec<String>) {
        if !node.text.is_empty() {
            found.push(node.text.clone());
        }
        node.parts.iter().for_each(|part| texts(part, found));
    }
    fn find(node: &Node, found: &mut Vec<String>) {
        match (node.kind, node.word) {
            ("Filter", "Named") | ("Condition", "LastAttackWas") => texts(node, found),
            ("Verb", "Create") | ("Shape", "Token") => {
                let own = node.parts.iter().filter(|part| !part.text.is_empty());
                found.extend(own.map(|part| part.text.clone()));
            }
            ("", "") if node.role == "back" && !node.text.is_empty() => found.push(node.text.clone()),
            _ => {}
        }
        node.parts.iter().for_each(|part| find(part, found));
    }
    let mut found = Vec::new();
    find(&Node::of(definition), &mut found);
    found
}

impl Outcome {
    /// Why it is not compiled, with the nearest sentence that is understood.
    pub fn told(&self, fault: &Fault) -> String {
        fault.told(&self.name, self.nearest.as_deref())
    }
}
