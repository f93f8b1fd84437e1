//! `duelog decks check`, and decks of other programs in the commands that take decks.

use std::fs;

use serde_json::json;

use crate::running::{Ran, arg, duelog};
use crate::talking::FLYERS;

const ARENA: &str = "fixtures/deck-forms/magic/arena.txt";

/// Checks a folder with these files, as text and as JSON.
fn checked(files: &[(&str, &str)], options: &[&str], code: i32) -> (Ran, Vec<serde_json::Value>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let line = ["decks", "check", arg(folder.path())];
    let text = duelog(line.iter().chain(options)).ends(code);
    let json = duelog(line.iter().chain(options).chain(&["--format", "json"])).ends(code).json();
    (text, json)
}

#[test]
fn every_deck_that_is_built_in_and_every_form_is_legal() {
    let out = duelog(["decks", "check", "fixtures/decks"]).ends(0).out;
    assert!(out.contains("white-blue-flyers.deck: plain list, magic, 60 cards: legal\n"), "{out}");
    assert!(out.contains("katsu.deck: plain list, flesh-and-blood, 47 cards: legal\n"), "{out}");
    assert!(out.ends_with("31 decks, 31 of them legal\n"), "{out}");
    let out = duelog(["decks", "check", "fixtures/deck-forms", "white-blue-flyers"]).ends(0).out;
    assert!(out.contains("arena.txt: Arena export, magic, 60 cards and 6 beside them: legal\n"), "{out}");
    assert!(out.contains("note: 4 cards of the maybeboard are left out\n"), "{out}");
    assert!(out.contains("talishar.json: Talishar deck (JSON), flesh-and-blood, 47 cards: legal\n"), "{out}");
    assert!(out.contains("japanese.txt: plain list, duel-masters, 40 cards: legal\n"), "{out}");
    assert!(out.ends_with("26 decks, 26 of them legal\n"), "{out}");
}

#[test]
fn decks_of_commander_are_checked_as_such() {
    let out = duelog(["decks", "check", "--table", "variant=commander", "fixtures/commander"]).ends(0).out;
    assert!(out.contains("tasigur.deck: plain list, magic, 99 cards and 1 beside them: legal\n"), "{out}");
    assert!(out.ends_with("4 decks, 4 of them legal\n"), "{out}");
    let out = duelog(["decks", "check", "--table", "variant=commander", "white-blue-flyers"]).ends(1).out;
    assert!(out.contains("903.3"), "{out}");
    let out =
        duelog(["decks", "check", "--table", "variant=brawl", "fixtures/commander/zurgo.deck"]).ends(1).out;
    assert!(out.contains("903.11d"), "{out}");
}

#[test]
fn each_broken_rule_is_named_by_its_number() {
    let files = [
        ("1.txt", "59 Plains\n"),
        ("2.txt", "5 Lightning Bolt\n55 Mountain\n"),
        ("3.txt", "60 Plains\nSideboard\n16 Plains\n"),
        ("4.txt", "4 Lightning Bolt\n56 Mountain\nSideboard\n1 Lightning Bolt\n"),
        ("5.txt", "4 Aqua Hulcus\n"),
        ("6.txt", "5 Aqua Hulcus\n35 Aqua Guard\n"),
        ("7.txt", "2 Head Jab (red)\n"),
        ("8.txt", "Hero: Katsu\n2 Anothos\n"),
        ("9.txt", "60 Plains\n"),
    ];
    let (text, lines) = checked(&files, &[], 1);
    let rules: Vec<&str> = lines[..8].iter().map(|line| line["fault"]["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["100.2a", "100.2a", "100.4a", "100.4a", "100.2", "100.2a", "1.1.1a", "1.1.3"]);
    assert_eq!(
        (&lines[8]["legal"], &lines[9]),
        (&json!(true), &json!({ "summary": { "decks": 9, "legal": 1 } }))
    );
    assert!(
        text.out.contains("1.txt: plain list, magic, 59 cards: not legal: it has 59 cards"),
        "{}",
        text.out
    );
    assert!(text.out.ends_with("9 decks, 1 of them legal\n"), "{}", text.out);
    // Limited decks have other sizes.
    checked(&[("1.txt", "5 Lightning Bolt\n35 Mountain\n")], &["--limited", "--game", "magic"], 0);
    checked(&[("1.txt", "5 Lightning Bolt\n35 Mountain\n")], &["--game", "magic"], 1);
}

#[test]
fn every_card_that_is_missing_is_named_at_once_in_the_order_of_the_file() {
    let list =
        "Deck\n4 Zzz of Nothing (OWN) 1\n3 Sol Warden (OWN) 2\n53 Plains\n\nSideboard\n2 Aaa of Nothing\n";
    let (text, lines) = checked(&[("deck.txt", list), ("unread.txt", "4 Forest\nForest\n")], &[], 1);
    for part in [
        "deck.txt: Arena export, magic, 60 cards and 2 beside them: not judged, as 3 of its cards are not known\n",
        "  line 2: unknown card \"Zzz of Nothing\" (4 times)\n  line 3: unknown card \"Sol Warden\": did you mean \"Soul Warden\"? (3 times)\n  line 7: unknown card \"Aaa of Nothing\" (2 times)\n",
        "unread.txt: cannot be read: line 2: \"Forest\" is not a number and a card's name",
        "2 decks, 0 of them legal\n`duelog cards import --game GAME LIST --out FILE.duelcards` makes",
    ] {
        assert!(text.out.contains(part), "{part:?} is not in {}", text.out);
    }
    let missing = json!([
        { "line": 2, "count": 4, "name": "Zzz of Nothing" },
        { "line": 3, "count": 3, "name": "Sol Warden", "hint": "did you mean \"Soul Warden\"?" },
        { "line": 7, "count": 2, "name": "Aaa of Nothing" },
    ]);
    assert_eq!(
        (&lines[0]["missing"], &lines[0]["form"], &lines[0]["legal"]),
        (&missing, &json!("arena"), &json!(false))
    );
    assert_eq!((&lines[1]["fault"]["line"], lines[1].get("form")), (&json!(2), None));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deck.txt");
    fs::write(&path, list).unwrap();
    let out = folder.path().join("out");
    duelog(["simulate", "--decks", FLYERS, arg(&path), "--out", arg(&out)]).fails(
        2,
        &[
            "deck.txt:2: unknown card \"Zzz of Nothing\" (4 times);",
            "deck.txt:3: unknown card \"Sol Warden\": did you mean \"Soul Warden\"? (3 times);",
            "deck.txt:7: unknown card \"Aaa of Nothing\" (2 times)",
            "`duelog cards import --game GAME LIST --out FILE.duelcards` makes",
            "--cards FILE.duelcards",
        ],
    );
}

#[test]
fn wrong_use_is_told() {
    let folder = tempfile::tempdir().unwrap();
    duelog(["decks", "check", arg(folder.path())])
        .fails(2, &["there is no deck file in this folder", "mwdeck"]);
    duelog(["decks", "check", "--game", "chess", FLYERS]).fails(2, &["unknown game \"chess\""]);
    duelog(["decks", "check", "no-such.deck"]).fails(3, &["no-such.deck"]);
    duelog(["decks", "check", "--limited", "--game", "duel-masters", "water-neo"])
        .fails(2, &["limited decks", "not available"]);
    duelog(["decks", "check"]).ends(2);
}

/// Every command that takes a deck reads the forms of other programs, and says what it read.
#[test]
fn matches_are_begun_with_decks_of_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let cod = "fixtures/deck-forms/magic/cockatrice.cod";
    let ran = duelog(["simulate", "--decks", ARENA, cod, "--out", arg(&out)]).ends(0);
    assert!(ran.err.contains("arena.txt: read as: Arena export"), "{}", ran.err);
    assert!(ran.err.contains("cockatrice.cod: read as: Cockatrice deck (.cod)"), "{}", ran.err);
    let log = out.join("magic-0.duelog");
    let info = duelog(["info", arg(&log), "--format", "json"]).ends(0).json();
    assert_eq!(
        (&info[0]["players"][0]["deck"], &info[0]["players"][0]["cards"]),
        (&json!("Beasts"), &json!(60))
    );
    // Plain lists are the usual: nothing is said of them.
    let ran =
        duelog(["simulate", "--decks", FLYERS, FLYERS, "--out", arg(&folder.path().join("more"))]).ends(0);
    assert_eq!(ran.err, "");
    let mut talk = crate::talking::Talk::start(&["engine"]);
    let setup = json!({ "setup": { "game": "magic", "seed": 1, "decks": [ARENA, cod] } });
    let begun = talk.ask(setup.to_string());
    let notes = ["arena.txt: read as: Arena export", "cockatrice.cod: read as: Cockatrice deck (.cod)"];
    let notes = notes.map(|note| format!("fixtures/deck-forms/magic/{note}"));
    assert_eq!((begun.get("error"), &begun["notes"]), (None, &json!(notes)));
}
