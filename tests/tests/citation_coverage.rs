//! Every scenario holds, and coverage by citation: every rule that is done is cited in code that runs in a scenario
//! which names the rule. Both are found in one run of the scenarios.
//!
//! Built with the feature `traced`, every `rule!` and `cite!` notes that it is reached.
//!
//!     cargo test -p duelog-tests --features traced --test citation_coverage
//!
//! `COVERAGE_OF=magic` before it looks at one game alone.

use std::collections::BTreeSet;
use std::{env, fs};

use duelog_kernel::ids::RuleStatus;
use duelog_kernel::reached;
use duelog_sources::citations::{code_citations, data_citations, read_index};
use duelog_tests::games::factories;
use duelog_tests::{files, root};
use duelog_verifier::Games;
use duelog_verifier::scenario::{CaseInfo, Runner, Status, list_file};
use rayon::prelude::*;

#[test]
fn every_scenario_holds_and_every_rule_that_is_done_is_reached_in_one_that_names_it() {
    reached::begin();
    #[allow(clippy::disallowed_methods, reason = "which games are looked at is no matter of a game")]
    let only = env::var("COVERAGE_OF").ok();
    let games = ["magic", "duel-masters", "flesh-and-blood"].into_iter();
    let wanted = games.filter(|game| only.as_deref().is_none_or(|only| only == *game));
    let faults: Vec<String> = wanted.flat_map(faults_of).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The scenarios that fail, and the rules that are done and not reached, each with what is to be done about it.
fn faults_of(game: &str) -> Vec<String> {
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
    let Found { named, reached, failures } = scenarios(game);
    assert!(!named.is_empty(), "there are no scenarios of {game}");
    // What a data file of the engine says runs as the cards that say it: those of a scenario that names it.
    let data: BTreeSet<String> = files(&root(), &format!("core/{game}/src"), "ron")
        .iter()
        .flat_map(|(_, text)| data_citations(text))
        .map(|citation| citation.rule)
        .collect();
    let runs_as_data = |rule: &str| data.contains(rule) && named.contains(rule);
    let unreached = done.filter(|rule| !reached.contains(*rule) && !runs_as_data(rule));
    let unreached = unreached.map(|rule| {
        let what = match (runs.contains(rule), named.contains(rule)) {
            (false, _) => "only `holds!` or `named!` cites it: cite it at a line that runs",
            (true, false) => "no scenario names it: write one",
            (true, true) => "no scenario that names it comes by the code that cites it",
        };
        format!("{game} {rule}: {what}")
    });
    failures.into_iter().chain(unreached).collect()
}

/// What a run of scenarios comes to.
#[derive(Default)]
struct Found {
    /// The rules that they name.
    named: BTreeSet<String>,
    /// Those of them that are reached where they are named.
    reached: BTreeSet<String>,
    /// The scenarios that fail, and why.
    failures: Vec<String>,
}

/// Runs the scenarios of a game. What is reached is noted for each thread: a file is one thread's.
fn scenarios(game: &str) -> Found {
    let files = files(&root(), &format!("fixtures/scenarios/{game}"), "md");
    let factories = factories();
    let runner = Runner::new(&factories);
    let of_files = files.par_iter().map(|(file, text)| of_file(file, text, &factories, &runner));
    of_files.reduce(Found::default, |mut all, more| {
        all.named.extend(more.named);
        all.reached.extend(more.reached);
        all.failures.extend(more.failures);
        all
    })
}

fn of_file(file: &str, text: &str, factories: &Games, runner: &Runner<'_>) -> Found {
    let mut found = Found::default();
    let cases: Vec<CaseInfo> = list_file(text, file, factories);
    let mut place = 0;
    drop(reached::take());
    runner.each(text, file, |result| {
        let here = reached::take();
        for rule in &cases[place].rules {
            found.named.insert(rule.clone());
            if here.contains(rule.as_str()) {
                found.reached.insert(rule.clone());
            }
        }
        if result.status == Status::Failed {
            found.failures.push(format!("{}\n    {}", result.id, result.reason));
        }
        place += 1;
    });
    assert_eq!(place, cases.len(), "{file}");
    found
}
