//! What is said of wrong use, and of logs that are none: short, with the place and what to do.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk, diverging, illegal, recorded};

#[test]
fn a_deck_is_named_with_its_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let deck = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let out = folder.path().join("out");
    let with = |second: &Path| duelog(["simulate", "--decks", FLYERS, arg(second), "--out", arg(&out)]);
    with(&deck("typo.deck", "# Typo\n30 Plains\n\n4 Sol Warden\n26 Plains\n"))
        .fails(2, &["typo.deck:4: unknown card", "did you mean \"Soul Warden\"?"]);
    with(&deck("small.deck", "14 Plains\n"))
        .fails(2, &["small.deck: the deck of seat 1 is illegal", "(100.2a)"]);
    with(&deck("other.deck", "40 Volcanic Arrows\n"))
        .fails(2, &["other.deck:1: unknown card", "it is a card of duel-masters", "--game duel-masters"]);
    with(&deck("syntax.deck", "30 Plains\nPlains\n")).fails(2, &["syntax.deck: line 2"]);
    let log = folder.path().join("game.duelog");
    let play = |second: &Path| duelog(["play", "--decks", FLYERS, arg(second), "--out", arg(&log)]);
    play(&deck("typo.deck", "60 Sol Warden\n")).fails(2, &["typo.deck:1: unknown card"]);
    let mut talk = Talk::start(&["engine"]);
    let setup = format!(
        r#"{{"setup":{{"game":"magic","decks":["{FLYERS}","{}"]}}}}"#,
        arg(&folder.path().join("typo.deck"))
    );
    assert!(talk.ask(setup)["error"]["message"].as_str().unwrap().contains("typo.deck:1: unknown card"));
}

#[test]
fn a_game_that_was_meant_is_named() {
    for (typed, meant) in [("dm", "duel-masters"), ("magick", "magic"), ("fab", "flesh-and-blood")] {
        duelog(["cards", "list", "--game", typed]).fails(2, &[&format!("did you mean \"{meant}\"?")]);
    }
}

#[test]
fn what_is_no_log_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("file");
    for (bytes, verdict, part) in [
        (b"".as_slice(), "unreadable", "the file is empty"),
        (b"\x1f\x8b\x08\x00\x00", "unreadable", "it is compressed"),
        (b"DUELOG\n\x01\x02", "unreadable", "its line ends were changed"),
        (b"4 Lightning Bolt\n", "unreadable", "it is text"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "unreadable", "it does not begin with the bytes of one"),
        (b"DUELOG\r\n", "torn", "no whole header was written"),
        (b"DUEL", "torn", "no whole header was written"),
    ] {
        fs::write(&log, bytes).unwrap();
        let text = duelog(["verify", arg(&log)]).ends(1).out;
        assert!(text.starts_with(verdict) && text.contains(part), "{text}");
        let err = duelog(["show", arg(&log)]).ends(1).err;
        assert!(err.contains(part), "{err}");
    }
}

#[test]
fn numbers_and_options_are_told_in_words() {
    let log = "fixtures/golden/magic/magic-1.duelog";
    let wrong: [(&[&str], &str); 5] = [
        (&["simulate", "--decks", FLYERS, BEASTS, "--out", "x", "--seed", "abc"], "it is not a whole number"),
        (&["show", log, "--at", "turn-5"], "it is not a moment; one is: a number of decisions (57)"),
        (&["show", log, "--seat", "256"], "it is too large"),
        (&["verify", log, "--workers", "3"], "unexpected argument '--workers'"),
        (&["history", log, "--turns", "5"], "unexpected argument '--turns'"),
    ];
    for (line, part) in wrong {
        let err = duelog(line).ends(2).err;
        assert!(err.contains(part) && !err.contains("as a value"), "{err}");
    }
}

#[test]
fn errors_of_the_command_line_are_json_where_that_is_asked_for() {
    for line in [
        &["show", "--format", "json"][..],
        &["show", "a", "--seat", "x", "--format=json"],
        &["--format", "json", "--bogus"],
        &["verify", "--format", "json", "a", "--timeout", "never"],
        &["--format", "json"],
    ] {
        let ran = duelog(line).ends(2);
        let error: Value =
            serde_json::from_str(&ran.err).unwrap_or_else(|error| panic!("{line:?}: {error}: {}", ran.err));
        assert!(
            error["error"].as_str().is_some_and(|text| !text.is_empty() && !text.starts_with("error")),
            "{error}"
        );
        assert!(error["remedy"].is_string() && error["exit_code"] == 2 && ran.out.is_empty(), "{error}");
    }
}

#[test]
fn every_log_is_verified_once() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let games = log.parent().unwrap();
    let beside = games.join("../recorded");
    let text = duelog(["verify", arg(games), arg(&log), arg(&beside), arg(games)]).ends(0).out;
    assert!(text.contains("1 log: 1 verified"), "{text}");
}

#[test]
fn remedies_name_the_flag_and_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let last = crate::talking::decisions(&log);
    duelog(["history", arg(&log), "--from", "99999"])
        .fails(2, &[&format!("name one of them: --from {last}")]);
    duelog(["history", arg(&log), "--to", "99999"]).fails(2, &[&format!("name one of them: --to {last}")]);
    duelog(["show", arg(&log), "--at", "99999"]).fails(2, &[&format!("name one of them: --at {last}")]);

    let bad = folder.path().join("illegal.duelog");
    illegal(&log, &bad, 9);
    for line in [vec!["show", arg(&bad)], vec!["history", arg(&bad)], vec!["explain", arg(&bad), "--at", "9"]]
    {
        let ran = duelog(&line).ends(1);
        assert!(ran.err.contains(&format!("duelog show {} --at 8", bad.display())), "{ran:?}");
    }
    // What stands on standard output alone says it too.
    let out = duelog(["explain", arg(&bad), "--at", "9"]).ends(1).out;
    assert!(out.contains("This decision is illegal: "), "{out}");

    let torn = folder.path().join("torn.duelog");
    let bytes = fs::read(&log).unwrap();
    fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    let ran = duelog(["history", arg(&torn), "--from", "99999"]).ends(1);
    assert!(
        ran.out.is_empty()
            && ran.err.contains("what can be read ends with decision")
            && ran.err.contains("before decision 99999"),
        "{ran:?}"
    );
}

/// The decisions of a log at which something with these words is asked, with what was asked.
fn asked(log: &Path, prompt: &str) -> (String, Value) {
    for at in 1..=crate::talking::decisions(log) {
        let at = at.to_string();
        let explained =
            duelog(["explain", arg(log), "--at", &at, "--format", "json"]).ends(0).json().remove(0);
        if explained["prompt"] == prompt {
            return (at, explained);
        }
    }
    panic!("nothing such is asked")
}

#[test]
fn only_what_was_asked_for_is_called_legal() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let (at, explained) = asked(&log, "attackers");
    let explain = |why: &str| duelog(["explain", arg(&log), "--at", &at, "--why", why]);
    let option = &explained["options"][0];
    let (words, text) = (option["words"].as_str().unwrap(), option["text"].as_str().unwrap());
    let attacker = words.split('-').next().unwrap();
    // A piece of an option's words names nothing.
    for piece in ["attack", "attacks"].iter().filter(|piece| text.contains(**piece)) {
        explain(piece).fails(2, &["is only a piece of an option's words", text]);
    }
    for piece in ["seat 0", "seat 1"] {
        explain(piece).fails(2, &["is not understood: \"seat\" is not something that a player does"]);
    }
    explain("").fails(2, &["nothing is named"]);
    // The whole of it, its short words, its number and the object alone do.
    for whole in [text, words, "1", &format!("#{attacker}")] {
        let out = explain(whole).ends(0).out;
        assert!(out.contains(&format!("Legal: {text}: it is among what can be answered")), "{whole}: {out}");
    }
    explain(&format!("{words},1")).fails(2, &["is not understood", "names the same thing twice"]);
    let out = explain("pass").ends(0).out;
    assert!(out.contains("Not legal: `pass` is not an answer here (508.1"), "{out}");
    // An object that may not attack is asked about without the notation of pairs.
    let view = duelog([
        "show",
        arg(&log),
        "--at",
        &(at.parse::<u32>().unwrap() - 1).to_string(),
        "--format",
        "json",
    ])
    .ends(0)
    .json()
    .remove(0);
    let listed: Vec<&str> = explained["options"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|option| option["words"].as_str())
        .collect();
    let zones = view["zones"].as_array().unwrap().iter().filter(|zone| zone["name"] == "battlefield");
    let ids: Vec<u64> = zones
        .flat_map(|zone| zone["cards"].as_array().unwrap())
        .filter_map(|card| card["id"].as_u64())
        .collect();
    let other =
        ids.iter().find(|id| !listed.iter().any(|words| words.starts_with(&format!("{id}-")))).unwrap();
    let out = explain(&format!("#{other}")).ends(0).out;
    assert!(out.contains("Not legal: ") && out.contains("(508.1a)") || out.contains("(506.3"), "{out}");
    assert!(!out.contains("is named together"), "{out}");
}

#[test]
fn the_engine_speaks_plainly_of_what_it_does_not_understand() {
    let folder = tempfile::tempdir().unwrap();
    let mut talk = Talk::start(&["engine"]);
    let mut message = |line: &str| {
        let error = talk.ask(line)["error"].clone();
        assert_eq!(error["kind"], "malformed", "{line}: {error}");
        error["message"].as_str().unwrap().to_string()
    };
    for (line, part) in [
        ("[1,2]", "a line is an object that holds one command"),
        ("null", "this is null"),
        ("garbage", "the line is not JSON"),
        (r#"{"setup":"#, "the line ends in the middle of its JSON"),
        (
            r#"{"setup":1}"#,
            "an object such as {\"game\":\"magic\",\"decks\":[...]} is wanted here, and not integer `1`",
        ),
        (r#"{"bogus":{}}"#, "`bogus` is not known here"),
        (r#"{"answer":{"seat":0}}"#, "`choice` is missing"),
        (r#"{"answer":{"seat":0,"seat":1}}"#, "`seat` is given twice"),
        (r#"{"answer":{"seat":0,"choice":{"pik":[]}}}"#, "`pik` is not known here"),
        (r#"{"view":{"seat":"x"}}"#, "is wanted here, and not"),
    ] {
        let said = message(line);
        assert!(said.contains(part), "{line}: {said}");
        assert!(!said.contains("struct") && !said.contains("expected"), "{line}: {said}");
    }

    let missing = folder.path().join("no/such/folder/game.duelog");
    let setup = |log: &Path| {
        format!(
            r#"{{"setup":{{"game":"magic","seed":1,"decks":["{FLYERS}","{BEASTS}"]}},"log":"{}"}}"#,
            arg(log)
        )
    };
    let error = talk.ask(setup(&missing))["error"].clone();
    let said = error["message"].as_str().unwrap();
    assert!(said.contains("the log cannot be begun") && !said.contains("intact"), "{error}");

    let response = talk.ask(setup(&folder.path().join("game.duelog")));
    let other = 1 - response["request"]["seat"].as_u64().unwrap();
    let refused =
        talk.ask(format!(r#"{{"answer":{{"seat":{other},"choice":{{"pick":["pass"]}}}}}}"#))["refused"]
            .clone();
    assert_eq!(
        (&refused["refusal"], refused.get("rule")),
        (&"wrong-seat".into(), None),
        "it breaks no rule of the question"
    );
}

#[test]
fn a_closed_log_that_does_not_verify_is_a_finding_when_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let (changed, apart) = (folder.path().join("changed.duelog"), folder.path().join("apart.duelog"));
    illegal(&log, &changed, 9);
    diverging(&log, &apart, 9);
    let mut talk = Talk::start(&["engine"]);
    for (path, verdict) in [(&changed, "illegal"), (&apart, "diverged")] {
        let response = talk.ask(format!(r#"{{"resume":"{}"}}"#, arg(path)));
        assert_eq!(response["finding"]["verdict"], verdict, "{response}");
    }
    let response = talk.ask(format!(r#"{{"resume":"{}"}}"#, arg(&log)));
    assert!(response["error"]["message"].as_str().unwrap().contains("the match is over"), "{response}");
}
