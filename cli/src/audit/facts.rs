//! Facts that many logs show together and none of them alone.

use std::collections::BTreeMap;

use duelog_kernel::digest::hex;
use serde::{Serialize, Serializer};

use super::reading::Reading;

/// A kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    /// Two matches have one seed.
    SeedTwice,
    /// Two matches have one part of a seed, one salt or one commitment.
    PartTwice,
    /// One match has two logs, and neither begins with the other.
    TwoVersions,
    /// The same decisions stand under two headers.
    TwoNames,
    /// A clock goes back.
    Clock,
    /// A deck is not the one that its player registered.
    Deck,
}

impl FactKind {
    /// The kind in one word, as people and programs read it.
    pub fn word(self) -> &'static str {
        match self {
            FactKind::SeedTwice => "seed-twice",
            FactKind::PartTwice => "part-twice",
            FactKind::TwoVersions => "two-versions",
            FactKind::TwoNames => "two-names",
            FactKind::Clock => "clock",
            FactKind::Deck => "deck",
        }
    }
}

impl Serialize for FactKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A fact, and the logs that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Its kind.
    pub kind: FactKind,
    /// The fact in words.
    pub message: String,
    /// The logs that show it.
    pub logs: Vec<String>,
}

/// Finds the facts that stand in the logs of several matches and should stand in one.
pub fn of(readings: &[(&str, &Reading)]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let twice = |kind, what: &str, values: Vec<(String, &str)>, facts: &mut Vec<Fact>| {
        for (value, logs) in shared(values) {
            let message = format!("{} matches have the same {what}: {value}", logs.len());
            facts.push(Fact { kind, message, logs });
        }
    };
    let seeds = readings.iter().filter_map(|(log, own)| Some((hex(&own.seed?.0), *log)));
    twice(FactKind::SeedTwice, "seed", seeds.collect(), &mut facts);
    let given = || readings.iter().flat_map(|(log, own)| own.given.iter().map(move |given| (*log, given)));
    let commitments = given().map(|(log, given)| (given.commitment.to_string(), log));
    twice(FactKind::PartTwice, "commitment", commitments.collect(), &mut facts);
    let shown = || given().filter_map(|(log, given)| Some((log, given.party, given.shown?)));
    let parts =
        shown().map(|(log, party, (_, part))| (format!("{} of {}", hex(&part.0), party.named()), log));
    twice(FactKind::PartTwice, "part", parts.collect(), &mut facts);
    let salts = shown().map(|(log, party, (salt, _))| (format!("{} of {}", hex(&salt), party.named()), log));
    twice(FactKind::PartTwice, "salt", salts.collect(), &mut facts);
    let played = readings.iter().filter_map(|(log, own)| Some((own.played?.to_hex().to_string(), *log)));
    for (_, logs) in shared(played.collect()) {
        let message = format!("{} logs with different headers have the same decisions", logs.len());
        facts.push(Fact { kind: FactKind::TwoNames, message, logs });
    }
    for (log, own) in readings {
        if let Some(decisions) = own.backwards {
            let message = format!("the clock goes back behind decision {decisions}");
            facts.push(Fact { kind: FactKind::Clock, message, logs: vec![(*log).to_string()] });
        }
    }
    facts
}

/// The values that more than one log has, with these logs.
fn shared(values: Vec<(String, &str)>) -> Vec<(String, Vec<String>)> {
    let mut logs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (value, log) in values {
        let logs = logs.entry(value).or_default();
        if logs.last().is_none_or(|last| last != log) {
            logs.push(log.to_string());
        }
    }
    logs.into_iter().filter(|(_, logs)| logs.len() > 1).collect()
}
