//! Every scenario holds, has an id of its own, and the manual's example is one.

use duelog_kernel::unsettled;
use duelog_tests::games::factories;
use duelog_tests::{files, root};
use duelog_verifier::scenario::{CaseInfo, CaseResult, Runner, Status, list_file};
use rayon::prelude::*;

fn failures(results: &[CaseResult]) -> String {
    let failed = results.iter().filter(|result| result.status == Status::Failed);
    failed.map(|result| format!("{}\n    {}\n", result.id, result.reason)).collect()
}

#[test]
#[cfg_attr(feature = "traced", ignore = "`citation_coverage` runs them, and notes what they reach")]
fn every_scenario_of_magic_holds() {
    every_scenario_holds("magic");
}

#[test]
#[cfg_attr(feature = "traced", ignore = "`citation_coverage` runs them, and notes what they reach")]
fn every_scenario_of_duel_masters_holds() {
    every_scenario_holds("duel-masters");
}

#[test]
#[cfg_attr(feature = "traced", ignore = "`citation_coverage` runs them, and notes what they reach")]
fn every_scenario_of_flesh_and_blood_holds() {
    every_scenario_holds("flesh-and-blood");
}

fn every_scenario_holds(game: &str) {
    let pages = files(&root(), &format!("fixtures/scenarios/{game}"), "md");
    let factories = factories();
    let runner = Runner::new(&factories);
    let results: Vec<CaseResult> = pages
        .par_iter()
        .flat_map_iter(|(file, text)| {
            unsettled::take();
            let results = runner.run(text, file);
            let unknown = unsettled::take();
            assert!(unknown.is_empty(), "{file}: nothing knows {unknown:?}");
            results
        })
        .collect();
    assert!(!results.is_empty(), "there are no scenarios");
    assert_eq!(failures(&results), "");
}

#[test]
fn every_scenario_has_an_id_of_its_own() {
    let pages = files(&root(), "fixtures/scenarios", "md");
    let factories = factories();
    let cases: Vec<CaseInfo> = pages
        .iter()
        .filter(|(file, _)| !file.ends_with("/README.md"))
        .flat_map(|(file, text)| list_file(text, file, &factories))
        .collect();
    let mut ids: Vec<(&str, String)> =
        cases.iter().map(|case| (case.id.as_str(), format!("{}:{}", case.file, case.line))).collect();
    ids.sort();
    let twice: Vec<_> = ids.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
    assert!(twice.is_empty(), "ids of more than one case: {twice:?}");
}

#[test]
fn the_example_of_the_manual_holds() {
    let (file, manual) = files(&root(), "fixtures/scenarios", "md")
        .into_iter()
        .find(|(file, _)| file.ends_with("/README.md"))
        .unwrap();
    let example = manual
        .lines()
        .skip_while(|line| !line.starts_with("    ## "))
        .take_while(|line| line.is_empty() || line.starts_with("    "));
    let example: Vec<&str> = example.map(|line| line.trim_start_matches("    ")).collect();
    let results = Runner::new(&factories()).run(&example.join("\n"), &file);
    assert_eq!(results.len(), 1);
    assert_eq!(failures(&results), "");
}
