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
    refuse_unknown_names(&mut outcomes, cards);
    let known: Known = known.into_iter().collect();
    for outcome in &mut outcomes {
        let Err(Fault(reasons)) = &outcome.result else { continue };
        let unknown = reasons.iter().find_map(Reason::unknown);
        outcome.nearest = unknown.and_then(|line| known.nearest(&line).map(str::to_string));
    }
    outcomes
}

/// Refuses cards that speak of a card by a name that no card has, or that make one that is not defined.
fn refuse_unknown_names(outcomes: &mut [Outcome], cards: &[Printed]) {
    let built_in = |name: &str| FILES.get(&file_name(name)).is_some();
    let listed: BTreeSet<&str> = cards.iter().map(|card| card.name.as_str()).collect();
    loop {
        let made: BTreeSet<String> =
            outcomes.iter().filter_map(|own| own.result.as_ref().ok()).map(|own| own.name.clone()).collect();
        let mut refused = false;
        for outcome in outcomes.iter_mut() {
            let Ok(definition) = &outcome.result else { continue };
            let mut found = Names::default();
            found.find(&Node::of(definition));
            let plain =
                |name: &str| name.rsplit_once(" (").map_or(name.to_string(), |parts| parts.0.to_string());
            let own = definition.name.as_str();
            let spoken = found.spoken.iter().find(|name| {
                let name = name.as_str();
                !(listed.contains(name) || built_in(name) || name == own)
            });
            let makes = found.made.iter().find(|name| {
                let name = plain(name);
                !(made.contains(&name) || built_in(&name))
            });
            let why = match (spoken, makes) {
                (Some(name), _) => format!("it speaks of the card \"{name}\", which is not in the list"),
                (_, Some(name)) => format!("it makes the card \"{name}\", which is not defined"),
                _ => continue,
            };
            outcome.result = Err(Fault(vec![Reason::Facts(why)]));
            refused = true;
        }
        if !refused {
            return;
        }
    }
}

/// The names of cards that a definition speaks of, and of those that it makes.
#[derive(Default)]
struct Names {
    spoken: Vec<String>,
    made: Vec<String>,
}

impl Names {
    fn find(&mut self, node: &Node) {
        let texts = |node: &Node, out: &mut Vec<String>| {
            out.extend(node.parts.iter().filter(|part| !part.text.is_empty()).map(|part| part.text.clone()));
        };
        match (node.kind, node.word) {
            ("Filter", "Named") => texts(node, &mut self.spoken),
            ("Verb", "Create" | "CreateEquipped" | "CreateCard") | ("Shape", "Token") => {
                texts(node, &mut self.made);
            }
            ("", "") if node.role == "back" && !node.text.is_empty() => self.made.push(node.text.clone()),
            _ => {}
        }
        node.parts.iter().for_each(|part| self.find(part));
    }
}

impl Outcome {
    /// Why it is not compiled, with the nearest sentence that is understood.
    pub fn told(&self, fault: &Fault) -> String {
        let nearest = self.nearest.as_ref().map(|line| format!("; the nearest that is known: \"{line}\""));
        format!("{}: {fault}{}", self.name, nearest.unwrap_or_default())
    }
}
