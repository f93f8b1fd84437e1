//! Coverage by citation: every rule that is done is cited in code that runs in a scenario which names the
//! rule.
//!
//! Built with the feature `traced`, every `rule!` and `cite!` notes that it is reached. The rules of which no
//! citation is reached in any scenario that names them stand in `fixtures/rules/unreached/<game>.txt`, with
//! the reason. A list may only become shorter.
//!
//!     cargo test -p duelog-tests --features traced --test citation_coverage
//!
//! With `UNREACHED_BLESS=1` what is reached is taken out of the lists; nothing comes to them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use duelog_kernel::citations::{code_citations, data_citations, read_index};
use duelog_kernel::ids::RuleStatus;
use duelog_kernel::reached;
use duelog_tests::games::factories;
use duelog_tests::{files, root};
use duelog_verifier::scenario::{CaseInfo, list_file, run_each};

/// Why no citation of a rule is reached in a scenario that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// Nothing but `holds!` and `named!` cites it: it holds by a type, a constant or a table.
    Stands,
    /// No scenario names it: a test in Rust covers it.
    Unnamed,
    /// The scenarios that name it do not come by the code that cites it.
    Elsewhere,
}

impl Why {
    fn word(self) -> &'static str {
        match self {
            Why::Stands => "stands",
            Why::Unnamed => "unnamed",
            Why::Elsewhere => "elsewhere",
        }
    }
}

// One test: what is reached is noted for the whole process.
#[test]
fn every_rule_that_is_done_is_reached_in_a_scenario_that_names_it() {
    let mut faults = Vec::new();
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let found = unreached(game);
        let file = format!("fixtures/rules/unreached/{game}.txt");
        let list = fs::read_to_string(root().join(&file));
        let (first, listed) = (list.is_err(), list.unwrap_or_default());
        let listed: BTreeSet<&str> =
            listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
        let new = found.iter().filter(|(rule, _)| !listed.contains(rule.as_str()));
        for (rule, why) in new {
            let what = match why {
                Why::Stands => "only `holds!` cites it: cite it at a line that runs",
                Why::Unnamed => "no scenario names it: write one, or add it to the `Rules:` of one",
                Why::Elsewhere => "no scenario that names it comes by the code that cites it",
            };
            faults.push(format!("{game} {rule}: {what}"));
        }
        for rule in listed.iter().filter(|rule| !found.contains_key(**rule)) {
            faults.push(format!("{game} {rule} is reached: remove it from {file}, or bless the list"));
        }
        let mut text = String::new();
        let kept = |rule: &String| first || listed.contains(rule.as_str());
        for (rule, why) in found.iter().filter(|(rule, _)| kept(rule)) {
            let _ = writeln!(text, "{rule} {}", why.word());
        }
        let count = |wanted: Why| found.values().filter(|why| **why == wanted).count();
        println!(
            "{game}: {} of the done rules are not reached: {} stand, {} unnamed, {} elsewhere",
            found.len(),
            count(Why::Stands),
            count(Why::Unnamed),
            count(Why::Elsewhere)
        );
        if blesses() {
            fs::write(root().join(&file), text).expect("the list can be written");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[allow(clippy::disallowed_methods, reason = "the environment says whether lists are written")]
fn blesses() -> bool {
    std::env::var_os("UNREACHED_BLESS").is_some()
}

/// The rules that are done and not reached.
fn unreached(game: &str) -> BTreeMap<String, Why> {
    let index = fs::read_to_string(root().join(format!("fixtures/rules/{game}.tsv"))).expect("an index");
    let entries = read_index(&index).expect("a sound index");
    let done = entries.iter().filter(|entry| entry.status == RuleStatus::Done).map(|entry| entry.rule);
    let sources = files(&root(), &format!("core/{game}/src"), "rs");
    let tokens = files(&root(), &format!("core/{game}/cards/tokens"), "ron");
    let runs: BTreeSet<String> = sources
        .iter()
        .flat_map(|(_, text)| code_citations(&text.replace("holds!", "stands!").replace("named!", "stands!")))
        .chain(tokens.iter().flat_map(|(_, text)| data_citations(text)))
        .map(|citation| citation.rule)
        .collect();
    let (named, reached) = scenarios(game);
    // What a data file of the engine says runs as the cards that say it: those of a scenario that names it.
    let data: BTreeSet<String> = files(&root(), &format!("core/{game}/src"), "ron")
        .iter()
        .flat_map(|(_, text)| data_citations(text))
        .map(|citation| citation.rule)
        .collect();
    let runs_as_data = |rule: &str| data.contains(rule) && named.contains(rule);
    done.filter(|rule| !reached.contains(*rule) && !runs_as_data(rule))
        .map(|rule| {
            let why = match (runs.contains(rule), named.contains(rule)) {
                (false, _) => Why::Stands,
                (true, false) => Why::Unnamed,
                (true, true) => Why::Elsewhere,
            };
            (rule.to_string(), why)
        })
        .collect()
}

/// The rules that scenarios name, and those of them that are reached there.
fn scenarios(game: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut named, mut found) = (BTreeSet::new(), BTreeSet::new());
    for (file, text) in files(&root(), &format!("fixtures/scenarios/{game}"), "md") {
        let factories = factories();
        let cases: Vec<CaseInfo> = list_file(&text, &file, &factories);
        let mut place = 0;
        drop(reached::take());
        run_each(&text, &file, &factories, |_| {
            let here = reached::take();
            for rule in &cases[place].rules {
                named.insert(rule.clone());
                if here.contains(rule.as_str()) {
                    found.insert(rule.clone());
                }
            }
            place += 1;
        });
        assert_eq!(place, cases.len(), "{file}");
    }
    (named, found)
}
