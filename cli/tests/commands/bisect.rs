//! `duelog bisect`.
#![cfg(unix)]

use std::fs;

use crate::other::{changing, differing, refusing, useless};
use crate::running::{REVISION, arg, duelog, root};
use crate::talking::{decisions, diverging, illegal, recorded};

const REAL: &str = env!("CARGO_BIN_EXE_duelog");

#[test]
fn another_engine_begins_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    // Three players, and limited decks.
    for table in [["--seats", "3", "--table", "attack=left"].as_slice(), &["--seats", "2"]] {
        let out = folder.path().join(table[1]);
        let simulate = ["simulate", "--random-decks", "--game", "magic", "--seed", "5", "--out", arg(&out)];
        duelog(simulate.into_iter().chain(table.iter().copied()).collect::<Vec<&str>>()).ends(0);
        let log = out.join("magic-5.duelog");
        duelog(["verify", "-q", "--budget", "0", arg(&log), "--engine", REAL]).ends(0);
        duelog(["bisect", arg(&log), "--engine", REAL]).ends(0);
    }
}

/// The first was recorded under a revision that played otherwise, the second with a definition that is another today.
#[test]
fn another_engine_plays_an_older_log_by_its_rules_and_definitions() {
    for (name, code) in [("duel-masters/duel-masters-50", 4), ("flesh-and-blood/flesh-and-blood-1", 1)] {
        let log = root().join("fixtures/golden").join(name).with_extension("duelog");
        duelog(["verify", "-q", arg(&log), "--engine", REAL]).ends(0);
        let text = duelog(["bisect", arg(&log), "--engine", REAL]).ends(0).out;
        assert!(text.contains("both builds agree on all"), "{text}");
        // A build that cannot do so begins as it always did.
        let folder = tempfile::tempdir().unwrap();
        let before =
            changing(folder.path(), "before", r#"line=$(printf '%s' "$line" | sed 's/,"pins":true,/,/')"#);
        duelog(["verify", "-q", arg(&log), "--engine", arg(&before)]).ends(code);
    }
}

#[test]
fn a_build_agrees_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let text = duelog(["bisect", arg(&log), "--engine", REAL]).ends(0).out;
    assert!(text.contains("both builds agree on all") && text.contains("(3 comparisons)"), "{text}");
    let json = &duelog(["bisect", "--format", "json", arg(&log), "--engine", REAL]).ends(0).json()[0];
    assert_eq!(
        (&json["agreed"], &json["comparisons"], &json["engine"]["revision"]),
        (&json["decisions"], &3.into(), &REVISION.into())
    );
    assert!(json.get("at").is_none() && json.get("here").is_none());
    // What the log says of the game plays no part.
    let other = folder.path().join("other.duelog");
    diverging(&log, &other, 40);
    duelog(["bisect", arg(&other), "--engine", REAL]).ends(0);
    // What neither takes is no difference between them.
    illegal(&log, &other, 40);
    let text = duelog(["bisect", arg(&other), "--engine", REAL]).ends(0).out;
    assert!(text.contains("agree on 39 decisions and refuse decision 40"), "{text}");
}

#[test]
fn the_first_decision_that_differs_is_shown_with_both_tables() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let engine = differing(folder.path(), 5);
    let total = decisions(&log);
    let json = &duelog(["bisect", "--format", "json", arg(&log), "--engine", arg(&engine)]).ends(1).json()[0];
    assert_eq!(
        (&json["at"], &json["agreed"], &json["decisions"]),
        (&5.into(), &4.into(), &total.into()),
        "{json}"
    );
    let most = u64::from(u32::BITS - total.leading_zeros()) + 3;
    assert!(json["comparisons"].as_u64().unwrap() <= most, "{} of {total}", json["comparisons"]);
    assert!(json["here"]["tag"] != json["there"]["tag"] && json["here"]["view"]["decisions"] == 5);
    assert!(
        json["here"]["view"]["request"]["question"].is_string()
            && json["there"]["view"]["request"]["question"].is_string()
    );
    let differences = json["differences"].as_array().unwrap();
    assert!(differences.iter().any(|one| one["left"] == "20" && one["right"] == "21"), "{differences:?}");
    let text = duelog(["bisect", arg(&log), "--engine", arg(&engine)]).ends(1).out;
    for part in [
        "agree on 4 of",
        "part at decision 5",
        "here (duelog",
        "there, ",
        "life 20",
        "life 21",
        "is asked",
        "what differs",
        "comparisons",
    ] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
}

#[test]
fn a_build_that_refuses_a_decision_parts_there() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let engine = refusing(folder.path(), 40);
    let json = &duelog(["bisect", "--format", "json", arg(&log), "--engine", arg(&engine)]).ends(1).json()[0];
    assert_eq!(
        (&json["at"], &json["agreed"], &json["there"]["refused"]["rule"]),
        (&40.into(), &39.into(), &"1.1".into()),
        "{json}"
    );
    assert!(json["here"].get("refused").is_none() && json["there"]["view"]["decisions"] == 39);
    let text = duelog(["bisect", arg(&log), "--engine", arg(&engine)]).ends(1).out;
    assert!(text.contains("refused: not any more (1.1); the table before it"), "{text}");
}

#[test]
fn other_games_than_magic_and_tables_of_another_form() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["duel-masters", "flesh-and-blood"] {
        let out = folder.path().join(game);
        duelog(["simulate", "--game", game, "--random-decks", "--seed", "3", "--out", arg(&out)]).ends(0);
        duelog(["bisect", arg(&out.join(format!("{game}-3.duelog"))), "--engine", REAL]).ends(0);
    }
    let log = recorded(folder.path(), 1);
    let change =
        r#"line=$(printf '%s' "$line" | sed 's/"chain":"..../"chain":"0000/; s/"zones":/"places":/')"#;
    let text = duelog(["bisect", arg(&log), "--engine", arg(&changing(folder.path(), "odd-table", change))])
        .ends(1)
        .out;
    assert!(text.contains("part at decision 1") && text.contains("a form that is not known here"), "{text}");
}

#[test]
fn a_program_that_is_no_engine_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    for (program, said) in useless(folder.path()) {
        duelog(["bisect", arg(&log), "--engine", arg(&program), "--wait", "1"]).fails(5, &[said]);
    }
}

#[test]
fn wrong_use_and_logs_at_fault_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    duelog(["bisect", arg(&log)]).fails(2, &["--engine"]);
    duelog(["bisect", "no/such.duelog", "--engine", REAL]).fails(3, &["such.duelog"]);
    let bytes = fs::read(&log).unwrap();
    fs::write(&log, &bytes[..bytes.len() - 2]).unwrap();
    assert!(duelog(["bisect", arg(&log), "--engine", REAL]).ends(1).out.starts_with("torn "));
    fs::write(&log, "no log").unwrap();
    let json = &duelog(["bisect", "--format", "json", arg(&log), "--engine", REAL]).ends(1).json()[0];
    assert_eq!(json["finding"]["verdict"], "unreadable");
}
