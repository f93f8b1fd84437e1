//! `duelog rules`.

use std::fs;

use crate::running::{duelog, duelog_in, root};

#[test]
fn coverage_counts_every_rule_once() {
    let lines = duelog(["rules", "coverage", "--format", "json"]).ends(0).json();
    let magic = lines.iter().find(|line| line["game"] == "magic").unwrap();
    let count = |name: &str| magic[name].as_u64().unwrap();
    assert_eq!(count("done") + count("todo") + count("deviation") + count("not_applicable"), count("total"));
    let index = fs::read_to_string(root().join("fixtures/rules/magic.tsv")).unwrap();
    assert_eq!(count("total"), index.lines().count() as u64 - 1);
    let ran = duelog(["rules", "coverage", "--game", "magic"]).ends(0);
    assert!(ran.out.contains(&format!("{} done: ", count("done"))), "{}", ran.out);
    duelog(["rules", "coverage", "--game", "chess"]).fails(2, &["unknown game"]);
}

#[test]
fn a_rule_leads_to_its_code() {
    let rule = &duelog(["rules", "show", "704.5g", "--format", "json"]).ends(0).json()[0];
    assert_eq!(
        (&rule["game"], &rule["number"], &rule["status"]),
        (&"magic".into(), &"704.5g".into(), &"done".into())
    );
    for place in rule["code"].as_array().unwrap() {
        let (file, line) = place.as_str().unwrap().rsplit_once(':').unwrap();
        let source = fs::read_to_string(root().join(file)).unwrap();
        let cited = source.lines().nth(line.parse::<usize>().unwrap() - 1).unwrap();
        assert!(cited.contains("704.5g"), "{place}: {cited}");
    }
}

/// Every rule that a scenario cites leads to that scenario.
#[test]
fn a_rule_leads_to_its_scenarios() {
    let folder = root().join("fixtures/scenarios/magic");
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let cited = duelog_sources::citations::scenario_citations(&text);
        let Some(first) = cited.first() else { continue };
        let shown =
            duelog(["rules", "show", &first.rule, "--game", "magic", "--format", "json"]).ends(0).json();
        let place = format!(
            "fixtures/scenarios/magic/{}:{}",
            path.file_name().unwrap().to_str().unwrap(),
            first.line
        );
        let scenarios = shown[0]["scenarios"].as_array().unwrap();
        assert!(
            scenarios.iter().any(|scenario| scenario["place"] == place && scenario["id"] == first.id),
            "{place}: {scenarios:?}"
        );
    }
}

#[test]
fn a_number_stands_for_what_is_below_it() {
    let lines = duelog(["rules", "show", "704.5", "--format", "json"]).ends(0).json();
    let numbers: Vec<&str> = lines.iter().map(|line| line["number"].as_str().unwrap()).collect();
    assert!(numbers.starts_with(&["704.5", "704.5a"]) && !numbers.contains(&"704.6"), "{numbers:?}");
    assert!(duelog(["rules", "show", "704", "--format", "json"]).ends(0).json().len() > lines.len());
}

#[test]
fn a_rule_that_is_not_done_says_why() {
    let index = fs::read_to_string(root().join("fixtures/rules/magic.tsv")).unwrap();
    let (number, reason) =
        index.lines().find_map(|line| line.split_once("\tdeviation\t")).expect("something deviates");
    let ran = duelog(["rules", "show", number]).ends(0);
    let first = ran.out.lines().next().unwrap_or_default();
    assert!(first.starts_with(&format!("magic {number} ")) && first.ends_with(reason), "{}", ran.out);
}

#[test]
fn unknown_numbers_are_wrong_use() {
    duelog(["rules", "show", "704.5zz"]).fails(2, &["no rule \"704.5zz\"", "did you mean 704.5"]);
    duelog(["rules", "show", ""]).fails(2, &["no rule", "704.5g"]);
    duelog(["rules", "show"]).fails(2, &["NUMBER"]);
}

#[test]
fn it_works_from_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let here = duelog(["rules", "show", "704.5"]).ends(0).out;
    assert_eq!(duelog_in(folder.path(), ["rules", "show", "704.5"]).ends(0).out, here);
}
