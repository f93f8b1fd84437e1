//! `duelog fork`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::running::{arg, duelog};

fn log(folder: &Path) -> PathBuf {
    let deck = "fixtures/decks/magic/red-green-beasts.deck";
    duelog(["simulate", "--decks", deck, deck, "--seed", "3", "--out", arg(folder)]).ends(0);
    folder.join("magic-3.duelog")
}

#[test]
fn a_fork_has_the_first_decisions_and_is_incomplete() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path());
    let new = folder.path().join("new.duelog");
    let lines =
        duelog(["fork", "--format", "json", arg(&log), "--at", "70", "--out", arg(&new)]).ends(0).json();
    assert_eq!(
        (&lines[0]["at"], &lines[0]["decisions"], &lines[0]["out"]),
        (&70.into(), &70.into(), &arg(&new).into())
    );
    assert!(lines[0]["waiting_for"].is_u64());
    let lines = duelog(["verify", "--format", "json", arg(&new)]).ends(6).json();
    assert_eq!((&lines[0]["verdict"], &lines[0]["at"]), (&"incomplete".into(), &70.into()));
    let text = duelog(["diff", arg(&log), arg(&new)]).ends(1).out;
    assert!(text.contains("the right log is the beginning of the left one: 70 decisions"), "{text}");
    assert!(
        text.contains("labels/forked-from: null vs \"magic-3.duelog after decision 70, chain "),
        "{text}"
    );
}

#[test]
fn nothing_is_overwritten_and_no_decision_is_made_up() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path());
    let before = fs::read(&log).unwrap();
    duelog(["fork", arg(&log), "--at", "5", "--out", arg(&log)]).fails(2, &["is not overwritten"]);
    assert_eq!(fs::read(&log).unwrap(), before);
    let new = folder.path().join("new.duelog");
    duelog(["fork", arg(&log), "--at", "99999", "--out", arg(&new)])
        .fails(2, &["there is no decision 99999", "--at 0 to"]);
    duelog(["fork", arg(&folder.path().join("missing")), "--at", "1", "--out", arg(&new)])
        .fails(3, &["missing"]);
    assert!(!new.exists());
}

#[test]
fn a_log_that_does_not_verify_so_far_is_not_forked() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(folder.path());
    let bytes = fs::read(&log).unwrap();
    let torn = folder.path().join("torn.duelog");
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    let new = folder.path().join("new.duelog");
    let text = duelog(["fork", arg(&torn), "--at", "600", "--out", arg(&new)]).ends(1).out;
    assert!(text.contains("No fork") && text.contains("torn"), "{text}");
    assert!(!new.exists());
    duelog(["fork", arg(&torn), "--at", "100", "--out", arg(&new)]).ends(0);
}
