//! `duelog play --draws stated`, as people with cards and dice of their own meet it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::running::{arg, duelog};
use crate::talking::{Talk, verdict};

/// Decks of few names, one for each seat, and the words that play them.
fn decks(folder: &Path) -> [PathBuf; 2] {
    let deck = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    [
        deck("red.deck", "20 Mountain\n10 Burning Inquiry\n10 Shock\n"),
        deck("green.deck", "30 Forest\n10 Runeclaw Bear\n"),
    ]
}

fn begun(folder: &Path, log: &Path) -> Talk {
    let [one, two] = decks(folder);
    let words = ["play", "--draws", "stated", "--limited", "--decks", arg(&one), arg(&two), "--seed", "1"];
    Talk::start(&[words.as_slice(), &["--names", "Ann,Bob", "--out", arg(log)]].concat())
}

/// Says each line; the next prompt has the part behind it.
fn talks(talk: &mut Talk, lines: &[(&str, &str)]) {
    for (line, part) in lines {
        talk.say(line);
        let heard = talk.prompt();
        assert!(heard.contains(part), "`{line}` is not followed by `{part}`:\n{heard}");
    }
}

/// Up to Ann's first main phase, with three cards of hers that she names.
fn opening(talk: &mut Talk) {
    let heard = talk.prompt();
    assert!(heard.contains("chance decides among 2: how did it come out?"), "{heard}");
    let lines = [
        ("", "chance decides among 2"),
        ("7", "\"7\" is not one of 2 results"),
        ("heads", "Who takes the first turn?"),
        ("Ann takes the first turn", "which 7 cards have come to your hand"),
        ("Island", "no card of the decks has the name"),
        ("8 Mountain", "8 cards are named, and 7 are asked for"),
        ("7 Forest", "no Forest can be there"),
        ("4 Mountain, 2 Burning Inquiry", "which card has come to your hand"),
        ("Shock", "Take a mulligan?"),
        ("view", "Shock"),
        ("keep", "which 7 cards have come to your hand"),
        // Bob keeps his to himself.
        ("", "Take a mulligan?"),
        ("keep", "Ann is asked ("),
        ("pass", "Bob is asked ("),
        ("pass", "play Mountain"),
    ];
    talks(talk, &lines);
}

#[test]
fn people_say_what_they_drew_and_the_log_states_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = begun(folder.path(), &log);
    opening(&mut talk);
    let before = fs::read(&log).unwrap();
    talks(&mut talk, &[("play Mountain", "cast Shock"), ("undo", "* taken back")]);
    assert_eq!(fs::read(&log).unwrap().len(), before.len(), "what was taken back is not in the log");
    let (said, code) = talk.end();
    assert_eq!(code, 0, "{said}");
    let text = duelog(["verify", arg(&log)]).ends(6).out;
    assert!(text.contains("3 draws as the host states"), "{text}");
    // Ann has seen seven of eighty cards.
    assert!(text.contains("73 places of them filled in, unseen"), "{text}");
    let text = duelog(["show", arg(&log), "--at", "end"]).ends(0).out;
    assert!(text.contains("Burning Inquiry") && text.contains("Shock"), "{text}");
}

#[test]
fn a_match_whose_draws_are_stated_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = begun(folder.path(), &log);
    opening(&mut talk);
    talks(&mut talk, &[("play Mountain", "cast Burning Inquiry")]);
    assert_eq!(talk.end().1, 0);
    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    let heard = talk.prompt();
    assert!(heard.contains("Ann is asked (") && !heard.contains("have come to"), "{heard}");
    let lines = [
        ("cast Burning Inquiry", "auto) pay"),
        ("auto", "Ann is asked"),
        ("pass", "which 7 cards have come to your hand"),
        ("7 Forest", "Bob is asked ("),
        ("pass", "chance decides among 8"),
        ("Plains", "not taken: no result leads to \"Plains\""),
        ("", "nothing is answered yet"),
        ("pass", "chance decides among 8"),
        // Each player has drawn three cards that nobody has named yet: chance chooses among them, too.
        ("Mountain", "chance decides among 7"),
        ("Burning Inquiry", "chance decides among 6"),
        ("Shock", "chance decides among 10"),
        ("1", "chance decides among 9"),
        ("Forest", "chance decides among 8"),
        ("Runeclaw Bear", "which 3 cards have come to your hand"),
        ("Shock, 2 Mountain", "Ann is asked ("),
        ("view", "Runeclaw Bear"),
        ("concede", "Verify it"),
    ];
    talks(&mut talk, &lines);
    assert_eq!(talk.end().1, 0);
    let text = duelog(["verify", arg(&log)]).ends(0).out;
    assert!(text.contains("9 draws as the host states"), "{text}");
}

#[test]
fn the_lines_of_a_scribe_are_understood_and_its_logs_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (log, notes) = (folder.path().join("scribe.duelog"), folder.path().join("notes.md"));
    let [one, two] = decks(folder.path());
    fs::write(
        &notes,
        "chance: P1\nP1 chooses \"P1 takes the first turn\"\nP1 says \"keep\"\nP2 says \"keep\"\n",
    )
    .unwrap();
    let words = ["scribe", arg(&notes), "--limited", "--decks", arg(&one), arg(&two), "--seed", "1"];
    duelog([words.as_slice(), &["--out", arg(&log)]].concat()).ends(0);
    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    let heard = talk.prompt();
    assert!(heard.contains("which 7 cards have come to your hand"), "{heard}");
    let lines = [
        ("P1 hand: 2 Shock", "which 5 cards have come to your hand"),
        ("", "is asked ("),
        ("P1 plays Mountain", "is asked ("),
        ("P1 casts Shock targeting P2", "is asked ("),
        ("P1 casts Serra Angel", "not taken: "),
        ("P1 dances", "is not a verb"),
        ("all pass", "is not understood"),
        ("P1 passes", "which 7 cards have come to your hand"),
        ("P2 passes", "is asked ("),
    ];
    talks(&mut talk, &lines);
    let (_, code) = talk.end();
    assert_eq!(code, 0);
    let text = duelog(["history", arg(&log)]).ends(0).out;
    assert!(text.contains("Shock") && text.contains("2 damage"), "{text}");
    duelog(["verify", "-q", arg(&log)]).ends(6);
}

#[test]
fn what_does_not_go_with_stated_draws_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let [one, two] = decks(folder.path());
    let words =
        ["play", "--draws", "stated", "--limited", "--decks", arg(&one), arg(&two), "--out", arg(&log)];
    for (more, why) in [
        (&["--bot", "greedy"][..], "a bot has no cards of its own"),
        (&["--host", "table"], "--host has no terminal"),
        (&["--key", "some.key"], "would be signed twice"),
        (&["--clock", "25m"], "cannot be used with"),
        (&["--fair"], "cannot be used with"),
        (&["--observed"], "cannot be used with"),
    ] {
        duelog([words.as_slice(), more].concat()).fails(2, &[why]);
    }
    assert!(!log.exists());
    let mut talk = begun(folder.path(), &log);
    opening(&mut talk);
    talk.end();
    assert_eq!(verdict(&log).decisions, 5);
    duelog(["play", "--resume", arg(&log), "--bot", "random"]).fails(2, &["a bot has no cards of its own"]);
    // A log with more than draws and decisions would lose the rest where it is written anew.
    let mut engine = Talk::start(&["engine", "--protocol", "2"]);
    engine.ask(json!({ "do": "resume", "record": arg(&log), "match": "a" }).to_string());
    engine.ask(json!({ "do": "note", "match": "a", "text": "late" }).to_string());
    assert_eq!(engine.end().1, 0);
    duelog(["play", "--resume", arg(&log)]).fails(2, &["it has notes or a clock", "duelog fork"]);
    let forked = folder.path().join("forked.duelog");
    duelog(["fork", arg(&log), "--at", "end", "--without-notes", "--out", arg(&forked)]).ends(0);
    let mut talk = Talk::start(&["play", "--resume", arg(&forked)]);
    assert!(talk.prompt().contains("play Mountain"));
    talk.end();
}
