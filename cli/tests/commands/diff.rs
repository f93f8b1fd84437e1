//! `duelog diff`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::running::{arg, duelog};

fn log(folder: &Path, bot: &str) -> PathBuf {
    let deck = "fixtures/decks/magic/red-green-beasts.deck";
    let out = folder.join(bot);
    duelog(["simulate", "--decks", deck, deck, "--seed", "3", "--bot", bot, "--out", arg(&out)]).ends(0);
    out.join("magic-3.duelog")
}

#[test]
fn the_same_match_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path(), "random");
    let text = duelog(["diff", arg(&log), arg(&log)]).ends(0).out;
    assert!(text.starts_with("same: "), "{text}");
    let lines = duelog(["diff", "--format", "json", arg(&log), arg(&log)]).ends(0).json();
    assert_eq!((lines.len(), &lines[0]["relation"]), (1, &"same".into()));
}

#[test]
fn two_matches_part_at_a_decision_with_paths_and_both_values() {
    let folder = tempfile::tempdir().unwrap();
    let (left, right) = (log(folder.path(), "random"), log(folder.path(), "greedy"));
    let lines = duelog(["diff", "--format", "json", arg(&left), arg(&right)]).ends(1).json();
    let parting = &lines[0];
    assert_eq!(parting["relation"], "parted", "{parting}");
    assert!(
        parting["decisions"].is_u64()
            && parting["left"]["record"]["decision"].is_object()
            && parting["right_says"].is_string(),
        "{parting}"
    );
    let state = parting["state"].as_array().unwrap();
    assert!(
        !state.is_empty()
            && state.iter().all(|place| place["path"].is_string() && place["left"] != place["right"])
    );
    let text = duelog(["diff", arg(&left), arg(&right)]).ends(1).out;
    assert!(
        text.contains("the logs part after") && text.contains("  left   record ") && text.contains(" vs "),
        "{text}"
    );
}

#[test]
fn tables_are_compared_at_a_moment_of_both() {
    let folder = tempfile::tempdir().unwrap();
    let (left, right) = (log(folder.path(), "random"), log(folder.path(), "greedy"));
    let same = duelog(["diff", arg(&left), arg(&left), "--at", "t3"]).ends(0).out;
    assert!(same.contains("the tables are the same") && same.contains(", t3."), "{same}");
    let lines = duelog(["diff", "--format", "json", arg(&left), arg(&right), "--at", "t3"]).ends(1).json();
    let told = &lines[0];
    assert!(told["left_at"]["moment"].as_str().unwrap().starts_with("t3."), "{told}");
    assert!(told["right_at"]["decision"].is_u64() && !told["state"].as_array().unwrap().is_empty(), "{told}");
    let text = duelog(["diff", arg(&left), arg(&right), "--at", "t3"]).ends(1).out;
    assert!(text.contains("tables (left vs right):") && text.contains("  right  after decision "), "{text}");
    duelog(["diff", arg(&left), arg(&right), "--at", "t999"]).fails(2, &["there is no turn 999"]);
}

#[test]
fn what_is_no_log_is_a_finding_and_what_is_not_there_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path(), "random");
    let other = folder.path().join("other.txt");
    fs::write(&other, "hello").unwrap();
    let text = duelog(["diff", arg(&log), arg(&other)]).ends(1).out;
    assert!(text.starts_with("unreadable") && text.contains("other.txt"), "{text}");
    duelog(["diff", arg(&log), arg(&folder.path().join("missing"))]).fails(3, &["missing"]);
    duelog(["diff", "-", "-"]).fails(2, &["both logs are standard input"]);
}

#[test]
fn a_torn_copy_is_the_beginning_and_is_said_to_be_torn() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path(), "random");
    let bytes = fs::read(&log).unwrap();
    let torn = folder.path().join("torn.duelog");
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    let text = duelog(["diff", arg(&log), arg(&torn)]).ends(1).out;
    assert!(
        text.contains("the right log is the beginning of the left one")
            && text.contains("the right log is torn"),
        "{text}"
    );
}
