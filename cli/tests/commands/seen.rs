//! `duelog redact`, `duelog disclose`, and `duelog check` of what they make.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::running::{Ran, arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk};

/// Two decks of each game.
const GAMES: [(&str, [&str; 2]); 3] = [
    ("magic", [BEASTS, FLYERS]),
    (
        "duel-masters",
        [
            "fixtures/decks/duel-masters/fire-nature-rush.deck",
            "fixtures/decks/duel-masters/light-water-wardens.deck",
        ],
    ),
    (
        "flesh-and-blood",
        ["fixtures/decks/flesh-and-blood/bravo.deck", "fixtures/decks/flesh-and-blood/katsu.deck"],
    ),
];

/// A folder with an observed match.
struct Seen {
    folder: tempfile::TempDir,
    log: PathBuf,
}

impl Seen {
    fn new(game: usize) -> Seen {
        let folder = tempfile::tempdir().unwrap();
        let (name, decks) = GAMES[game];
        let out = folder.path().join("logs");
        let args =
            ["simulate", "--game", name, "--observed", "--decks", decks[0], decks[1], "--out", arg(&out)];
        duelog(args).ends(0);
        Seen { log: out.join(format!("{name}-0.duelog")), folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn redact(&self, whose: &[&str], out: &str) -> Ran {
        duelog(["redact", arg(&self.log), "--out", arg(&self.at(out))].iter().chain(whose))
    }

    /// The logs of the public and of both seats.
    fn redacted(self) -> Seen {
        for (whose, out) in
            [(&["--public"][..], "public"), (&["--seat", "0"], "seat 0"), (&["--seat", "1"], "seat 1")]
        {
            self.redact(whose, out).ends(0);
        }
        self
    }

    fn disclose(&self, at: &str, fact: &[&str], out: &str) -> Ran {
        duelog(["disclose", arg(&self.log), "--at", at, "--out", arg(&self.at(out))].iter().chain(fact))
    }

    fn check(&self, file: &str, more: &[&str]) -> Ran {
        duelog(["check", arg(&self.at(file))].iter().chain(more))
    }

    fn check_with(&self, file: &str, view: &str) -> Ran {
        self.check(file, &["--log", arg(&self.at(view))])
    }
}

#[test]
fn each_viewer_checks_what_was_told_without_the_log() {
    for (game, (name, _)) in GAMES.iter().enumerate() {
        let seen = Seen::new(game).redacted();
        for view in ["public", "seat 0", "seat 1"] {
            let whose = if view == "public" { "the public" } else { view };
            let text = seen.check(view, &[]).ends(0).out;
            assert!(text.starts_with("holds: ") && text.contains(", sealed\n"), "{text}");
            assert!(text.contains(&format!("what {whose} was told of a match of {name}\n")), "{text}");
            assert!(text.contains("not checked: rules, draws, decks"), "{text}");
            let text = seen.check(view, &["--against", arg(&seen.log)]).ends(0).out;
            assert!(text.contains("it is all that ") && text.contains("which was replayed"), "{text}");
            let checked =
                seen.check(view, &["--against", arg(&seen.log), "--format", "json"]).ends(0).json().remove(0);
            assert_eq!(
                (&checked["viewer"], &checked["game"], &checked["closed"], &checked["against"]),
                (&json!(view), &json!(name), &json!(true), &json!(arg(&seen.log)))
            );
            assert_eq!(checked["sealed"], checked["decisions"]);
            assert_eq!(checked["match"].as_str().map(str::len), Some(64), "a hash is written in hex");
        }
        let (out, again) = (seen.at("again"), seen.redact(&["--public", "--format", "json"], "again"));
        let again = again.ends(0).json().remove(0);
        let bytes = fs::read(&out).unwrap();
        assert_eq!(bytes, fs::read(seen.at("public")).unwrap(), "a viewer's log is made one way");
        assert_eq!(
            (&again["log"], &again["out"], &again["viewer"], &again["bytes"]),
            (&json!(arg(&seen.log)), &json!(arg(&out)), &json!("public"), &json!(bytes.len()))
        );
    }
}

#[test]
fn one_hidden_fact_is_proved_to_every_viewer() {
    for (game, (name, _)) in GAMES.iter().enumerate() {
        let seen = Seen::new(game).redacted();
        let hand = ["--zone", "hand", "--seat", "1"];
        let text = seen.disclose("5", &hand, "hand").ends(0).out;
        assert!(text.contains("no seal stands after decision 5, and this is the next one"), "{text}");
        let line = text.lines().nth(1).unwrap().trim().to_string();
        assert!(line.starts_with("hand of seat 1, "), "{line}");
        let deck = if *name == "magic" { "library" } else { "deck" };
        let card = ["--zone", deck, "--seat", "1", "--card", "2", "--format", "json"];
        let card = seen.disclose("5", &card, "card").ends(0).json().remove(0);
        assert_eq!((&card["seal"], &card["out"]), (&json!(1), &json!(arg(&seen.at("card")))));
        let card = card["fact"][0].as_str().unwrap().to_string();
        assert!(card.starts_with(&format!("{deck} of seat 1, place 2 of ")), "{card}");
        let told = ["--told", "--seat", "0", "--format", "json"];
        let told = seen.disclose("3", &told, "told").ends(0).json().remove(0);
        assert!(told["fact"][0].as_str().unwrap().starts_with("seat 0 was told, with a decision of seat "));
        for view in ["public", "seat 0", "seat 1"] {
            let text = seen.check_with("hand", view).ends(0).out;
            assert!(text.contains("so it was at seal 1, after decision ") && text.contains(&line), "{text}");
            assert!(seen.check_with("card", view).ends(0).out.contains(&card));
            let view = seen.at(view);
            let checked = seen.check("told", &["--log", arg(&view), "--format", "json"]).ends(0).json();
            for field in ["fact", "seal", "decisions"] {
                assert_eq!(checked[0][field], told[field]);
            }
            assert_eq!(checked[0]["match"].as_str().map(str::len), Some(64));
        }
    }
}

#[test]
fn what_is_not_there_is_not_opened() {
    let seen = Seen::new(0).redacted();
    seen.redact(&["--seat", "5"], "none").fails(2, &["the match has 2 seats and no seat 5"]);
    seen.redact(&["--public"], "public").fails(2, &["exists and is not overwritten"]);
    for (at, fact, words) in [
        ("9", &["--zone", "nowhere", "--seat", "1"][..], "there is no zone nowhere; there are: battlefield"),
        ("9", &["--zone", "hand", "--seat", "4"], "the match has 2 seats and no seat 4"),
        ("9", &["--zone", "hand"], "each player has a zone that is called hand"),
        ("9", &["--zone", "hand", "--seat", "1", "--card", "99"], "cards there, counted from 0"),
        ("9", &["--told", "--seat", "7"], "the match has 2 seats and no seat 7"),
        ("999999", &["--told", "--seat", "1"], "there is no decision 999999: this log has decisions"),
    ] {
        seen.disclose(at, fact, "none").fails(2, &[words]);
    }
    assert!(!seen.at("none").exists());
    seen.disclose("9", &["--told", "--seat", "1"], "public").fails(2, &["exists and is not overwritten"]);
    let [beasts, flyers] = GAMES[0].1;
    let out = seen.at("plain");
    duelog(["simulate", "--decks", beasts, flyers, "--out", arg(&out)]).ends(0);
    let plain = Seen { log: out.join("magic-0.duelog"), ..seen };
    let words = ["a match is recorded so from its beginning", "--observed"];
    plain.redact(&["--public"], "none").fails(2, &words);
    plain.disclose("9", &["--told", "--seat", "1"], "none").fails(2, &words);
    let bytes = fs::read(&plain.log).unwrap();
    fs::write(&plain.log, &bytes[..bytes.len() - 1]).unwrap();
    for ran in [plain.redact(&["--public"], "none"), plain.disclose("9", &["--told", "--seat", "1"], "none")]
    {
        assert!(ran.ends(1).out.contains("Nothing is made of a log that does not verify"));
    }
    assert!(!plain.at("none").exists());
}

#[test]
fn a_moment_after_the_last_seal_is_not_opened() {
    let seen = Seen::new(0);
    let open = seen.at("open");
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "seed": 1, "decks": GAMES[0].1, "observed": true });
    let begun = talk.ask(json!({ "setup": setup, "log": open }).to_string());
    assert!(begun["error"].is_null(), "{begun}");
    for view in ["public", "seat-0", "seat-1"] {
        let name = format!("open.{view}.duelview");
        let text = seen.check(&name, &[]).ends(0).out;
        assert!(text.contains("the match goes on, or the rest is missing"), "{text}");
        let text = seen.check(&name, &["--against", arg(&open)]).ends(0).out;
        assert!(text.contains("it is all that "), "{text}");
    }
    let seen = Seen { log: open, ..seen };
    seen.disclose("0", &["--zone", "hand", "--seat", "1"], "none").fails(2, &["seal the log first"]);
    seen.disclose("0", &["--told", "--seat", "1"], "none").fails(2, &["seal the log first"]);
    assert!(!seen.at("none").exists());
    talk.kill();
}

#[test]
fn what_was_changed_or_is_of_another_match_does_not_hold() {
    let (seen, other) = (Seen::new(0).redacted(), Seen::new(1).redacted());
    seen.disclose("9", &["--zone", "hand", "--seat", "1"], "hand").ends(0);
    let elsewhere = other.at("public");
    let ran = seen.check("hand", &["--log", arg(&elsewhere)]).ends(1);
    assert!(ran.out.contains("does not hold: ") && ran.out.contains("match"), "{}", ran.out);
    let ran = seen.check("public", &["--against", arg(&other.log)]).ends(1);
    assert!(ran.out.contains("does not hold: "), "{}", ran.out);
    seen.check("hand", &[]).fails(2, &["a viewer's log is needed to check it", "--log VIEW"]);
    seen.check("public", &["--log", arg(&elsewhere)]).fails(2, &["this is a viewer's log", "--against"]);
    for wrong in [seen.at("hand"), seen.log.clone()] {
        let ran = seen.check("hand", &["--log", arg(&wrong)]).ends(1);
        assert!(ran.out.contains("does not begin as a viewer's log does"), "{}", ran.out);
    }
    // Every byte counts.
    let (hand, view) = (fs::read(seen.at("hand")).unwrap(), fs::read(seen.at("seat 0")).unwrap());
    for place in (8..hand.len()).step_by(hand.len() / 12) {
        let mut changed = hand.clone();
        changed[place] ^= 1;
        fs::write(seen.at("changed"), changed).unwrap();
        let ran = seen.check_with("changed", "public").ends(1);
        assert!(ran.out.contains("does not hold: "), "byte {place}: {}", ran.out);
    }
    for place in (8..view.len()).step_by(view.len() / 12) {
        let mut changed = view.clone();
        changed[place] ^= 1;
        fs::write(seen.at("changed"), changed).unwrap();
        let ran = seen.check("changed", &[]).ends(1);
        assert!(ran.out.contains("does not hold: "), "byte {place}: {}", ran.out);
    }
}

/// A key and its public text.
fn key(folder: &Path, name: &str) -> (PathBuf, String) {
    let file = folder.join(name);
    let public = duelog(["keys", "new", name, "--out", arg(&file)]).ends(0).out;
    (file, public.trim_end().to_string())
}

#[test]
fn the_signatures_in_a_viewers_log_are_by_the_keys_that_one_trusts() {
    let folder = tempfile::tempdir().unwrap();
    let ((host, public), (_, stranger)) = (key(folder.path(), "host"), key(folder.path(), "stranger"));
    let out = folder.path().join("logs");
    let [beasts, flyers] = GAMES[0].1;
    let args = ["simulate", "--observed", "--key", arg(&host), "--decks", beasts, flyers, "--out", arg(&out)];
    duelog(args).ends(0);
    let seen = Seen { log: out.join("magic-0.duelog"), folder }.redacted();
    let list = seen.at("list");
    for (text, holds) in [
        (format!("host {public}\n"), true),
        (format!("host {stranger}\nhost {public}\n"), true),
        (format!("seat 0 {stranger}\n"), true),
        (format!("host {stranger}\n"), false),
    ] {
        fs::write(&list, &text).unwrap();
        for view in ["public", "seat 1"] {
            let ran = seen.check(view, &["--keys", arg(&list)]).ends(i32::from(!holds));
            let part = match (holds, text.starts_with("seat 0")) {
                (true, false) => "seals by the host, with the key host",
                (true, true) => {
                    "seals for the host, with a key that the list does not name for it; it calls itself host"
                }
                (false, _) => "signed for the host by the key host, which is not the one of the list",
            };
            assert!(ran.out.contains(part) && !ran.out.contains("not checked: whose"), "{text}: {}", ran.out);
        }
    }
    // Without a list a signature names a key, which anybody can make, and no signer.
    let ran = seen.check("public", &[]).ends(0);
    let told = [
        "seals for the host, with a key that is not checked; it calls itself host",
        "not checked: whose keys signed it",
    ];
    assert!(told.iter().all(|part| ran.out.contains(part)), "{}", ran.out);
    let told = &seen.check("public", &["--format", "json"]).json()[0];
    assert_eq!(told["not_checked"], json!(["keys", "rules"]));
    assert!(told["signed"][0].get("known").is_none(), "{told}");
    for (text, known) in [(format!("host {public}\n"), true), (format!("seat 0 {stranger}\n"), false)] {
        fs::write(&list, &text).unwrap();
        let told = &seen.check("public", &["--format", "json", "--keys", arg(&list)]).json()[0];
        assert_eq!((&told["signed"][0]["known"], &told["not_checked"]), (&json!(known), &json!(["rules"])));
    }
    fs::write(&list, "host nobody").unwrap();
    seen.check("public", &["--keys", arg(&list)]).fails(2, &["line 1: \"nobody\" is not a public key"]);
    seen.check("public", &["--keys", arg(&seen.at("missing"))]).fails(3, &["missing"]);
}

/// A match at the terminal with the logs of its viewers beside it, left after some answers.
fn left(folder: &Path, more: &[&str]) -> PathBuf {
    let log = folder.join("game.duelog");
    let [beasts, flyers] = GAMES[0].1;
    let args = ["play", "--observed", "--bot", "none", "--decks", beasts, flyers, "--out", arg(&log)];
    let mut talk = Talk::start(&[&args[..], more].concat());
    talk.prompt();
    for typed in ["seat 0 takes", "keep", "keep"] {
        talk.say(typed);
        talk.prompt();
    }
    talk.say("quit");
    assert_eq!(talk.end().1, 0);
    log
}

const BESIDE: [&str; 3] = ["game.public.duelview", "game.seat-0.duelview", "game.seat-1.duelview"];

#[test]
fn a_view_of_a_running_match_is_compared_by_who_has_the_hosts_part() {
    let folder = tempfile::tempdir().unwrap();
    let log = left(folder.path(), &["--fair"]);
    let (secret, wrong) = (folder.path().join("game.duelog.secret"), folder.path().join("wrong"));
    duelog(["part", "new", "--out", arg(&wrong)]).ends(0);
    for view in BESIDE {
        let view = folder.path().join(view);
        let check = |more: &[&str]| duelog(["check", arg(&view)].iter().chain(more));
        check(&[]).ends(0);
        let blind = check(&["--against", arg(&log)]).ends(1);
        assert!(blind.out.contains("not known yet"), "{}", blind.out);
        let told = check(&["--against", arg(&log), "--secret", arg(&secret)]).ends(0);
        assert!(told.out.contains("it is all that "), "{}", told.out);
        check(&["--against", arg(&log), "--secret", arg(&wrong)]).fails(2, &["shows another part"]);
        check(&["--against", arg(&log), "--secret", "README.md"]).fails(2, &["is not part of a seed"]);
        assert_eq!(check(&["--secret", arg(&secret)]).code, 2, "it is of use with a full log alone");
    }
}

#[test]
fn a_match_that_is_resumed_goes_on_for_its_viewers() {
    for fair in [&[][..], &["--fair"]] {
        let folder = tempfile::tempdir().unwrap();
        let log = left(folder.path(), fair);
        let before = BESIDE.map(|view| fs::read(folder.path().join(view)).unwrap());
        // One is lost, one is torn, one has another end: they follow from the full log.
        fs::remove_file(folder.path().join(BESIDE[0])).unwrap();
        fs::write(folder.path().join(BESIDE[1]), &before[1][..before[1].len() - 3]).unwrap();
        fs::write(folder.path().join(BESIDE[2]), [&before[2][..], b"more"].concat()).unwrap();
        let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
        talk.prompt();
        for (view, before) in BESIDE.iter().zip(&before) {
            assert!(fs::read(folder.path().join(view)).unwrap() == *before, "{view} is as it was");
        }
        talk.say("concede");
        assert_eq!(talk.end().1, 0);
        for (view, before) in BESIDE.iter().zip(&before) {
            let view = folder.path().join(view);
            assert!(fs::read(&view).unwrap().starts_with(before), "what was told stays told");
            let text = duelog(["check", arg(&view), "--against", arg(&log)]).ends(0).out;
            assert!(text.contains(", sealed\n") && text.contains("it is all that "), "{text}");
        }
    }
}
