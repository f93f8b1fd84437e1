//! `duelog repair`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::running::{arg, duelog};

/// A log and its bytes.
fn log(folder: &Path) -> (PathBuf, Vec<u8>) {
    let deck = "fixtures/decks/magic/red-green-beasts.deck";
    duelog(["simulate", "--decks", deck, deck, "--seed", "3", "--out", arg(folder)]).ends(0);
    let log = folder.join("magic-3.duelog");
    let bytes = fs::read(&log).unwrap();
    (log, bytes)
}

#[test]
fn a_torn_log_keeps_all_but_its_unfinished_record() {
    let folder = tempfile::tempdir().unwrap();
    let (log, bytes) = log(folder.path());
    let torn = &bytes[..bytes.len() - 5];
    fs::write(&log, torn).unwrap();
    let new = folder.path().join("new.duelog");
    let lines = duelog(["repair", "--format", "json", arg(&log), "--out", arg(&new)]).ends(0).json();
    let answer = &lines[0];
    assert_eq!(
        (&answer["verdict"], &answer["out"], &answer["islands"]),
        (&"torn".into(), &arg(&new).into(), &serde_json::json!([]))
    );
    assert_eq!(answer["recovered"]["verdict"], "incomplete");
    let kept = fs::read(&new).unwrap();
    let cut = fs::read(folder.path().join("new.duelog.cut")).unwrap();
    assert!([kept, cut].concat() == torn, "nothing is lost between the two files");
    assert_eq!(fs::read(&log).unwrap(), torn, "the log itself is left as it is");
}

#[test]
fn a_corrupt_log_is_repaired_up_to_the_damage_and_the_rest_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let (log, mut bytes) = log(folder.path());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 8;
    fs::write(&log, &bytes).unwrap();
    let new = folder.path().join("new.duelog");
    let text = duelog(["repair", arg(&log), "--out", arg(&new)]).ends(1).out;
    for part in [
        "corrupt ",
        "  kept      ",
        "  cut       ",
        "not joined",
        "good records",
        "seals confirm",
        "damaged   bytes",
        "incomplete",
    ] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let lines = duelog(["verify", "--format", "json", arg(&new)]).ends(6).json();
    assert_eq!(lines[0]["verdict"], "incomplete");
}

#[test]
fn a_whole_log_needs_no_repair() {
    let folder = tempfile::tempdir().unwrap();
    let (log, _) = log(folder.path());
    let new = folder.path().join("new.duelog");
    let text = duelog(["repair", arg(&log), "--out", arg(&new)]).ends(0).out;
    assert!(text.contains("nothing to repair") && !new.exists(), "{text}");
}

#[test]
fn without_a_header_nothing_is_kept_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (log, mut bytes) = log(folder.path());
    let taken = folder.path().join("taken");
    fs::write(&taken, "mine").unwrap();
    fs::write(&log, &bytes[..900]).unwrap();
    duelog(["repair", arg(&log), "--out", arg(&taken)]).ends(1);
    bytes.truncate(bytes.len() - 5);
    fs::write(&log, &bytes).unwrap();
    duelog(["repair", arg(&log), "--out", arg(&taken)]).fails(2, &["is not overwritten"]);
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine");
    let new = folder.path().join("new.duelog");
    fs::write(&log, &bytes[100..]).unwrap();
    let text = duelog(["repair", arg(&log), "--out", arg(&new)]).ends(1).out;
    assert!(text.contains("not even the header") && !new.exists(), "{text}");
}
