//! Compiling a list of cards, and what is told of each.

use std::collections::BTreeSet;
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
    let list: Vec<Printed> = serde_json::from_str(&json)
        .map_err(|error| format!("line {}, column {}: {error}", error.line(), error.column()))?;
    duelog_import::names::plain(list.iter().map(|card| [&*card.name]))?;
    Ok(list)
}

/// The names that cards may speak of: their own, and the races that they have or that can be chosen.
pub fn names(cards: &[Printed]) -> Names {
    let races = duelog_duel_masters::language::races::RACES.iter().map(ToString::to_string);
    let own = cards.iter().flat_map(|card| &card.subtypes);
    let named = cards.iter().map(|card| &card.name);
    let names = |all: &mut dyn Iterator<Item = &String>| -> Vec<String> {
        all.filter(|name| Printed::is_name(name)).cloned().collect()
    };
    Names::new(races.chain(names(&mut own.into_iter())), names(&mut named.into_iter()))
}

/// Compiles all cards of a list.
pub fn compile_all(cards: &[Printed]) -> Vec<Outcome> {
    let names = names(cards);
    let known = Known::of(cards.iter().flat_map(|card| card::understood(card, &names)));
    let outcome = |card: &Printed| {
        let result = card::compile(card, &names);
        let nearest = match &result {
            Err(Fault::Unknown { line, .. }) => known.nearest(line),
            _ => None,
        };
        Outcome { name: card.name.clone(), result, nearest }
    };
    cards.iter().map(outcome).collect()
}

/// Sentences that are understood, ascending, and for each run of them that is as long as a power of two the
/// shortest.
struct Known {
    lines: Vec<String>,
    shortest: Vec<Vec<usize>>,
}

impl Known {
    fn of(lines: impl Iterator<Item = String>) -> Known {
        let lines: Vec<String> = lines.collect::<BTreeSet<_>>().into_iter().collect();
        let mut shortest = vec![(0..lines.len()).collect::<Vec<usize>>()];
        let mut half = 1;
        while let Some(last) = shortest.last().filter(|last| last.len() > half) {
            let joined = last.iter().zip(&last[half..]).map(|(a, b)| shorter(&lines, *a, *b)).collect();
            shortest.push(joined);
            half *= 2;
        }
        Known { lines, shortest }
    }

    /// The sentence that begins most like another, if it begins like it at all. The shortest of those that are
    /// alike says most.
    fn nearest(&self, line: &str) -> Option<String> {
        let alike = |other: &String| {
            let same = line.chars().zip(other.chars()).take_while(|(a, b)| a == b);
            same.map(|(letter, _)| letter.len_utf8()).sum::<usize>()
        };
        // What begins most like a line stands beside its place.
        let place = self.lines.partition_point(|known| known.as_str() < line);
        let beside = &self.lines[place.saturating_sub(1)..(place + 1).min(self.lines.len())];
        let most = beside.iter().map(alike).max().filter(|most| *most > 0)?;
        let begins = &line[..most];
        let from = self.lines.partition_point(|known| known.as_str() < begins);
        let count = self.lines[from..].partition_point(|known| known.starts_with(begins));
        let level = count.checked_ilog2()? as usize;
        let (first, last) = (from, from + count - (1 << level));
        let best = shorter(&self.lines, *self.shortest[level].get(first)?, *self.shortest[level].get(last)?);
        self.lines.get(best).cloned()
    }
}

/// The shorter of two lines, the first where they are as long.
fn shorter(lines: &[String], a: usize, b: usize) -> usize {
    if lines[b].len() < lines[a].len() { b } else { a }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// As if each sentence were looked at.
    #[test]
    fn the_nearest_sentence_is_the_shortest_of_those_that_begin_most_alike() {
        let lines: Vec<String> =
            (0..60u32).map(|n| format!("{:b}«{}", n * 37 % 64, "x".repeat(n as usize % 5))).collect();
        let known = Known::of(lines.iter().cloned());
        for wanted in (0..70u32).map(|n| format!("{n:b}»")).chain([String::new(), "é".to_string()]) {
            let alike = |other: &str| wanted.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
            let rank = |line: &str| (alike(line), std::cmp::Reverse(line.len()));
            let best = lines.iter().map(|line| rank(line)).max().filter(|best| best.0 > 0);
            assert_eq!(known.nearest(&wanted).map(|line| rank(&line)), best, "{wanted}");
        }
        assert_eq!(Known::of(std::iter::empty()).nearest("a"), None);
    }
}
