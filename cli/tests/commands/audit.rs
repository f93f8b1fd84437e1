//! `duelog audit`: what many logs tell together.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::running::{Ran, arg, duelog, root};

fn simulate(folder: &Path, seed: &str, more: &[&str]) {
    let args =
        ["simulate", "--game", "flesh-and-blood", "--random-decks", "--seed", seed, "--out", arg(folder)];
    duelog(args.iter().chain(more)).ends(0);
}

fn audit(folder: &Path, more: &[&str]) -> Ran {
    duelog(["audit", "--format", "json", arg(folder)].iter().chain(more))
}

/// The facts of an answer: kind, and how many logs show it.
fn facts(lines: &[Value]) -> Vec<(String, usize)> {
    let facts = lines.iter().filter(|line| line.get("fact").is_some());
    let one = |line: &Value| {
        let fact = &line["fact"];
        (fact["kind"].as_str().unwrap().to_string(), fact["logs"].as_array().unwrap().len())
    };
    facts.map(one).collect()
}

#[test]
fn honest_matches_have_no_finding_and_their_openings_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("plot.svg");
    let decks = ["black-green-venom", "white-blue-flyers"];
    let args = ["simulate", "--games", "6", "--seed", "1", "--out", arg(folder.path()), "--decks"];
    duelog(args.iter().chain(&decks)).ends(0);
    let lines = audit(folder.path(), &["--plot", arg(&plot)]).ends(0).json();
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!((&summary["logs"], &summary["matches"]), (&Value::from(6), &Value::from(6)));
    assert!(summary["tests"].as_u64().unwrap() > 20 && summary["findings"] == 0, "{summary}");
    let test = &lines[0]["test"];
    assert!(test["matches"] == 6 && test["probability"].as_f64().unwrap() <= 1.0, "{test}");
    assert!(fs::read_to_string(&plot).unwrap().starts_with("<svg"));
    let text = duelog(["audit", arg(folder.path())]).ends(0).out;
    assert!(text.contains("audited      6 logs of 6 matches") && text.contains("the least likely"), "{text}");
}

#[test]
fn a_seed_used_twice_is_found_and_a_copy_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    simulate(&one, "3", &[]);
    simulate(&two, "3", &["--bot", "greedy"]);
    let log = one.join("flesh-and-blood-3.duelog");
    // A copy and a running one are no second match.
    let bytes = fs::read(&log).unwrap();
    fs::write(one.join("copy.duelog"), &bytes).unwrap();
    fs::write(one.join("cut.duelog"), &bytes[..bytes.len() / 2]).unwrap();
    let lines = audit(&one, &[]).ends(0).json();
    assert_eq!(lines.last().unwrap()["summary"]["copies"], 2);
    // The same seed for another match, and for a branch of one.
    let lines = audit(folder.path(), &[]).ends(1).json();
    assert_eq!(facts(&lines), [("seed-twice".to_string(), 2)]);
    let branch = folder.path().join("branch.duelog");
    duelog(["fork", arg(&log), "--at", "40", "--out", arg(&branch)]).ends(0);
    assert_eq!(facts(&audit(folder.path(), &[]).ends(1).json()), [("seed-twice".to_string(), 3)]);
    let text = duelog(["audit", arg(folder.path())]).ends(1).out;
    assert!(text.contains("3 matches have the same seed: ") && text.contains("branch.duelog, "), "{text}");
}

#[test]
fn a_deck_that_was_not_registered_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (logs, lists) = (folder.path().join("logs"), folder.path().join("lists"));
    fs::create_dir(&lists).unwrap();
    let decks = ["black-green-venom", "white-blue-flyers"];
    let args = ["simulate", "--seed", "4", "--out", arg(&logs), "--decks"];
    duelog(args.iter().chain(&decks)).ends(0);
    let list =
        |deck: &str| fs::read_to_string(root().join(format!("fixtures/decks/magic/{deck}.deck"))).unwrap();
    fs::write(lists.join("seat 0.txt"), list(decks[0])).unwrap();
    audit(&logs, &["--lists", arg(&lists)]).ends(0);
    fs::write(lists.join("seat 1.txt"), list(decks[1]) + "1 Air Elemental\n").unwrap();
    let ran = audit(&logs, &["--lists", arg(&lists)]).ends(1);
    assert_eq!(facts(&ran.json()), [("deck".to_string(), 1)]);
    assert!(ran.out.contains("Air Elemental in place of "), "{}", ran.out);
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    duelog(["audit", arg(folder.path())]).fails(2, &["there is no log in this folder"]);
    simulate(folder.path(), "1", &[]);
    fs::write(folder.path().join("bad.duelog"), b"no log").unwrap();
    let ran = audit(folder.path(), &[]).ends(3);
    assert!(ran.err.contains("bad.duelog") && ran.out.contains("\"logs\":1"), "{ran:#?}");
    duelog(["audit", arg(folder.path()), "--level", "2"]).fails(2, &["from 0 to 1"]);
}
