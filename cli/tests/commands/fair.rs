//! Seeds that host and players choose together: `simulate --fair`, `play --fair`, the engine, `part` and `reveal`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk};

fn verdict(log: &Path) -> Value {
    duelog(["verify", "--format", "json", arg(log)]).json().remove(0)
}

#[test]
fn simulated_games_are_fair_and_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    for out in ["a", "b"] {
        let out = folder.path().join(out);
        duelog(["simulate", "--decks", BEASTS, FLYERS, "--fair", "--out", arg(&out)]).ends(0);
    }
    let log = |name: &str| folder.path().join(name).join("magic-0.duelog");
    assert_eq!(fs::read(log("a")).unwrap(), fs::read(log("b")).unwrap());
    let report = verdict(&log("a"));
    assert_eq!((&report["verdict"], &report["contents"]["shared"]), (&json!("verified"), &json!(true)));
}

#[test]
fn a_part_is_made_committed_to_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("part");
    duelog(["part", "new", "--out", arg(&part)]).ends(0);
    duelog(["part", "new", "--out", arg(&part)]).fails(2, &["is not overwritten"]);
    let shown = duelog(["part", "show", arg(&part)]).ends(0).out;
    assert!(shown.starts_with("salt ") && shown.lines().count() == 2, "{shown}");
    let binding = "0f".repeat(32);
    let commit =
        |who: &str| duelog(["part", "commit", arg(&part), "--as", who, "--binding", &binding]).ends(0).out;
    assert_eq!(commit("seat 0").trim_end().len(), 64);
    assert_ne!(commit("seat 0"), commit("seat 1"));
    duelog(["part", "commit", arg(&part), "--as", "seat 0", "--binding", "0f"])
        .fails(2, &["64 hexadecimal digits"]);
    duelog(["part", "show", "README.md"]).fails(2, &["this is no part of a seed"]);
    duelog(["part", "show", arg(&folder.path().join("missing"))]).fails(3, &["missing"]);
}

#[test]
fn a_game_at_the_terminal_goes_on_with_the_secret_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["play", "--fair", "--decks", BEASTS, FLYERS, "--out", arg(&log)]);
    talk.prompt();
    talk.say("quit");
    drop(talk);
    let secret = folder.path().join("game.duelog.secret");
    let report = verdict(&log);
    assert_eq!(report["verdict"], "incomplete");
    assert!(report["message"].as_str().unwrap().contains("the host has not shown its part"), "{report}");
    let text = duelog(["show", arg(&log)]).ends(1).out + &duelog(["history", arg(&log)]).ends(1).out;
    assert!(!text.is_empty() || log.exists());
    let shown = folder.path().join("shown.duelog");
    duelog(["reveal", arg(&log), "--secret", arg(&secret), "--out", arg(&shown)]).ends(0);
    duelog(["reveal", arg(&log), "--secret", arg(&secret), "--out", arg(&shown)])
        .fails(2, &["is not overwritten"]);
    duelog(["show", arg(&shown)]).ends(0);
    duelog(["reveal", arg(&shown), "--secret", arg(&secret), "--out", arg(&folder.path().join("x"))]).ends(1);
    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    talk.prompt();
    talk.say("concede");
    talk.prompt();
    drop(talk);
    assert!(matches!(verdict(&log)["verdict"].as_str(), Some("incomplete" | "verified")));
}

#[test]
fn the_engine_hosts_a_draw_of_two_programs() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "fair": true, "decks": [BEASTS, FLYERS] });
    let fair = talk.ask(json!({ "setup": setup, "log": arg(&log) }).to_string());
    let binding = fair["fair"]["binding"].as_str().unwrap().to_string();
    assert_eq!((&fair["fair"]["awaited"], &fair["fair"]["wants"]), (&json!("seat 0"), &json!("commit")));
    let part = |seat: u8| folder.path().join(format!("part-{seat}"));
    let mut commitments = Vec::new();
    for seat in 0..2 {
        duelog(["part", "new", "--out", arg(&part(seat))]).ends(0);
        let (who, file) = (format!("seat {seat}"), part(seat));
        let args = ["part", "commit", arg(&file), "--as", &who, "--binding", &binding];
        commitments.push(duelog(args).ends(0).out.trim_end().to_string());
    }
    let commit =
        |seat: usize| json!({ "commit": { "seat": seat, "commitment": commitments[seat] } }).to_string();
    let show = |seat: u8, of: u8| {
        let shown = &duelog(["part", "show", "--format", "json", arg(&part(of))]).ends(0).json()[0];
        json!({ "show": { "seat": seat, "salt": shown["salt"], "seed": shown["seed"] } }).to_string()
    };
    assert_eq!(talk.ask(commit(1))["error"]["kind"], "fair");
    assert_eq!(talk.ask(commit(0))["fair"]["awaited"], "seat 1");
    assert_eq!(talk.ask(show(0, 0))["error"]["kind"], "fair");
    assert_eq!(talk.ask(commit(1))["fair"]["wants"], "show");
    assert_eq!(talk.ask(json!({ "setup": setup }).to_string())["error"]["kind"], "running");
    let wrong = talk.ask(show(0, 1));
    assert!(wrong["error"]["message"].as_str().unwrap().starts_with("seat 0 shows another part"), "{wrong}");
    assert_eq!(talk.ask(show(0, 0))["fair"]["awaited"], "seat 1");
    assert!(talk.ask(show(1, 1)).get("request").is_some());
    assert_eq!(
        talk.ask(json!({ "show": { "seat": 0, "salt": "0", "seed": "0" } }).to_string())["error"]["kind"],
        "malformed"
    );
    let ended = talk.ask(json!({ "answer": { "seat": 0, "choice": { "pick": ["concede"] } } }).to_string());
    assert!(ended.get("outcome").is_some() || ended.get("refused").is_some(), "{ended}");
    if ended.get("refused").is_some() {
        talk.ask(json!({ "answer": { "seat": 1, "choice": { "pick": ["concede"] } } }).to_string());
    }
    talk.ask(json!({ "quit": {} }).to_string());
    assert_eq!(verdict(&log)["verdict"], "verified");
}

#[test]
fn the_engine_draws_for_people_where_nothing_else_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let secret = folder.path().join("game.duelog.secret");
    let mut talk = Talk::start(&["engine"]);
    let short = json!({ "setup": { "game": "magic", "decks": [{ "cards": [[9, "Forest"]] }, FLYERS] }, "log": arg(&log) });
    let refused = talk.ask(short.to_string());
    assert!(refused["error"]["illegal"] == true && !secret.exists(), "{refused}");
    let begin = |more: Value| {
        let mut setup = json!({ "game": "magic", "decks": [BEASTS, FLYERS] });
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "setup": setup }).to_string()
    };
    for (more, fair) in [(json!({}), true), (json!({ "fair": false }), false), (json!({ "seed": 1 }), false)]
    {
        let response = talk.ask(begin(more));
        assert_eq!(
            (response["fair"].is_object(), response["request"].is_object()),
            (fair, !fair),
            "{response}"
        );
        talk.ask(json!({ "close": {} }).to_string());
    }
    let mut logged: Value = serde_json::from_str(&begin(json!({}))).unwrap();
    logged["log"] = json!(arg(&log));
    assert!(talk.ask(logged.to_string())["fair"].is_object() && secret.exists());
}

#[test]
fn the_engine_notes_who_withholds_a_part() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup =
        json!({ "setup": { "game": "magic", "fair": true, "decks": [BEASTS, FLYERS] }, "log": arg(&log) });
    talk.ask(setup.to_string());
    let closed = talk.ask(json!({ "withheld": { "seat": 0, "text": "gone" } }).to_string());
    assert_eq!(closed["closed"]["verdict"], "unfair");
    let report = verdict(&log);
    assert_eq!(report["verdict"], "unfair");
    assert!(report["message"].as_str().unwrap().starts_with("seat 0"), "{report}");
}
