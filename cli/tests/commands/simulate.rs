//! `duelog simulate`.

use std::fs;
use std::path::Path;

use crate::running::{Ran, arg, duelog};

const FLYERS: &str = "fixtures/decks/magic/white-blue-flyers.deck";
const BEASTS: &str = "fixtures/decks/magic/red-green-beasts.deck";

fn simulate(out: &Path, more: &[&str]) -> Ran {
    let args = ["simulate", "--format", "json", "--decks", FLYERS, BEASTS, "--out", arg(out)];
    duelog(args.iter().chain(more))
}

#[test]
fn one_log_a_game_with_stable_fields() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("made/on/the/way");
    let lines = simulate(&out, &["--games", "3", "--seed", "40"]).ends(0).json();
    assert_eq!(lines.len(), 4);
    let mut total = 0;
    for (game, seed) in lines[..3].iter().zip(40..) {
        assert_eq!(game["seed"], seed);
        assert_eq!(game["log"], arg(&out.join(format!("magic-{seed}.duelog"))));
        assert!(Path::new(game["log"].as_str().unwrap()).is_file());
        assert!(game["outcome"]["winners"].is_array() && game["outcome"]["rule"].is_string(), "{game}");
        total += game["decisions"].as_u64().unwrap();
    }
    let summary = &lines[3]["summary"];
    assert_eq!((summary["games"].as_u64(), summary["decisions"].as_u64()), (Some(3), Some(total)));
    assert!(summary["seconds"].is_f64());
    assert_eq!(fs::read_dir(&out).unwrap().count(), 3);
}

#[test]
fn a_game_follows_from_its_seed_alone() {
    let folder = tempfile::tempdir().unwrap();
    for bot in ["random", "greedy"] {
        let (many, one) =
            (folder.path().join(format!("{bot}-many")), folder.path().join(format!("{bot}-one")));
        simulate(&many, &["--games", "4", "--seed", "7", "--bot", bot]).ends(0);
        simulate(&one, &["--seed", "9", "--bot", bot]).ends(0);
        let log = |folder: &Path, seed: u64| fs::read(folder.join(format!("magic-{seed}.duelog"))).unwrap();
        assert_eq!(log(&many, 9), log(&one, 9));
        assert_ne!(log(&many, 9), log(&many, 10));
    }
    let log = |bot: &str| fs::read(folder.path().join(format!("{bot}-one/magic-9.duelog"))).unwrap();
    assert_ne!(log("random"), log("greedy"));
}

#[test]
fn bots_answer_legally_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    for bot in ["random", "greedy"] {
        for decks in [[FLYERS, BEASTS], [BEASTS, FLYERS], [BEASTS, BEASTS], [FLYERS, FLYERS]] {
            let out = tempfile::tempdir_in(folder.path()).unwrap();
            let args = ["simulate", "--games", "10", "--bot", bot, "--out", arg(out.path()), "--decks"];
            duelog(args.iter().chain(&decks)).ends(0);
        }
    }
}

/// The bot that thinks ahead plays the same game again, and each seat can have a bot of its own. How often it beats the
/// greedy one is measured with more games than a test should take.
#[test]
fn a_bot_that_thinks_ahead_plays_the_same_game_again() {
    let folder = tempfile::tempdir().unwrap();
    let played = |name: &str| {
        let out = folder.path().join(name);
        let game = [
            "simulate",
            "--game",
            "duel-masters",
            "--bot",
            "search,greedy",
            "--seed",
            "5",
            "--out",
            arg(&out),
        ];
        duelog(game.iter().chain(&["--decks", "fire-nature-rush", "light-water-wardens"])).ends(0);
        duelog(["verify", "--quiet", arg(&out)]).ends(0);
        fs::read(out.join("duel-masters-5.duelog")).unwrap()
    };
    assert_eq!(played("first"), played("second"));
    let out = folder.path().join("none");
    let args = ["simulate", "--bot", "search,greedy,random", "--out", arg(&out), "--decks", FLYERS, BEASTS];
    duelog(args).fails(2, &["3 bots for 2 seats"]);
}

/// One game of each shows that it plays at all, and not only waits.
#[test]
fn a_bot_that_thinks_ahead_wins_against_the_greedy_one() {
    let folder = tempfile::tempdir().unwrap();
    for (game, decks) in [
        ("magic", ["white-blue-flyers", "red-green-beasts"]),
        ("duel-masters", ["fire-nature-rush", "light-water-wardens"]),
        ("flesh-and-blood", ["bravo", "rhinar"]),
    ] {
        let out = folder.path().join(game);
        let args = ["simulate", "--game", game, "--bot", "search,greedy", "--seed", "1", "--format", "json"];
        let played = duelog(args.iter().chain(&["--out", arg(&out), "--decks"]).chain(&decks)).ends(0);
        assert!(played.out.contains(r#""winners":[0]"#), "{game}: {}", played.out);
    }
}

/// The bot that thinks ahead begins no game with a hand of lands alone, as long as it has six cards or more.
#[test]
fn a_hand_without_spells_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (deck, out) = (folder.path().join("forests.deck"), folder.path().join("out"));
    fs::write(&deck, "60 Forest\n").unwrap();
    let game = ["simulate", "--bot", "search,greedy", "--out", arg(&out), "--decks", arg(&deck), BEASTS];
    duelog(game).ends(0);
    let history = duelog(["history", arg(&out.join("magic-0.duelog")), "--grep", "keeps a hand"]).ends(0);
    assert!(history.out.contains("seat 0 keeps a hand of 5"), "{}", history.out);
}

#[test]
fn random_decks_follow_from_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let (many, one) =
            (folder.path().join(format!("{game}-many")), folder.path().join(format!("{game}-one")));
        let args = ["simulate", "--random-decks", "--game", game, "--out"];
        duelog(args.iter().chain(&[arg(&many), "--games", "2", "--seed", "3"])).ends(0);
        duelog(args.iter().chain(&[arg(&one), "--seed", "4"])).ends(0);
        let log = |folder: &Path, seed: u64| fs::read(folder.join(format!("{game}-{seed}.duelog"))).unwrap();
        assert_eq!(log(&many, 4), log(&one, 4));
        duelog(["verify", "--quiet", arg(&many)]).ends(0);
    }
    duelog(["simulate", "--random-decks", "--decks", FLYERS, BEASTS, "--out", arg(folder.path())])
        .fails(2, &["--decks", "cannot be used with"]);
}

#[test]
fn people_read_how_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let ran =
        duelog(["simulate", "--games", "2", "--decks", FLYERS, BEASTS, "--out", arg(folder.path())]).ends(0);
    for part in [
        "magic-0.duelog: ",
        "seat 0 (White-Blue Flyers) won ",
        "ended by rule: ",
        "2 games, ",
        "duelog verify ",
    ] {
        assert!(ran.out.contains(part), "{part:?} is not in {}", ran.out);
    }
}

#[test]
fn no_log_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("magic-2.duelog");
    fs::write(&kept, "mine").unwrap();
    simulate(folder.path(), &["--games", "3"])
        .fails(2, &["magic-2.duelog exists and is not overwritten", "another --out"]);
    assert_eq!(fs::read(&kept).unwrap(), b"mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is begun that cannot be finished");
}

#[test]
fn wrong_use_is_told_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let out = arg(folder.path());
    duelog(["simulate", "--decks", FLYERS, BEASTS]).fails(2, &["--out"]);
    duelog(["simulate", "--out", out]).fails(2, &["--decks"]);
    simulate(folder.path(), &["--games", "0"]).fails(2, &["it must be 1 at least"]);
    simulate(folder.path(), &["--bot", "clever"]).fails(2, &["random, greedy"]);
    simulate(folder.path(), &["--game", "chess"]).fails(2, &["unknown game", "magic"]);
    simulate(folder.path(), &["--games", "2", "--seed", "18446744073709551615"]).fails(2, &["64 bits"]);
    duelog(["simulate", "--out", out, "--decks", FLYERS])
        .fails(2, &["1 deck for a game of 2 to 8 players", "give one deck for each seat"]);
    let nine: Vec<&str> = ["simulate", "--out", out, "--decks"].into_iter().chain([FLYERS; 9]).collect();
    duelog(nine).fails(2, &["9 decks for a game of 2 to 8 players"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn faulty_decks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let deck = folder.path().join("own.deck");
    let cases = [
        ("60 Forst\n", 2, ["unknown card \"Forst\"", "did you mean \"Forest\"?", "cards list"]),
        ("59 Forest\n", 2, ["deck of seat 1 is illegal", "100.2a", "mend the deck"]),
        ("5 Lightning Bolt\n60 Mountain\n", 2, ["illegal", "no more than 4", "100.2a"]),
        ("Forest\n", 2, ["own.deck: line 1", "4 Lightning Bolt", ""]),
    ];
    for (text, code, parts) in cases {
        fs::write(&deck, text).unwrap();
        duelog(["simulate", "--out", arg(&out), "--decks", FLYERS, arg(&deck)]).fails(code, &parts);
    }
    duelog(["simulate", "--out", arg(&out), "--decks", FLYERS, "none.deck"]).fails(3, &["none.deck: "]);
    assert!(!out.exists(), "nothing is written for a deck that cannot be played");
}

/// Lists as other programs export them.
#[test]
fn deck_lists_of_other_programs_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let deck = folder.path().join("own.deck");
    let cards = |log: &Path| {
        let bytes = fs::read(log).unwrap();
        let header = duelog_log_format::Reader::open(&bytes).unwrap().header().clone();
        let count = |list: &[(u16, u32)]| list.iter().map(|card| u32::from(card.0)).sum::<u32>();
        (count(&header.decks[1].cards), count(&header.decks[1].sideboard))
    };
    for (place, (text, counts)) in [
        ("4 Lightning Bolt\n2 Shivan Dragon\n54 Mountain\n\n3 Negate\n", (60, 3)),
        ("\u{feff}4x lightning bolt\n56X MOUNTAIN\n", (60, 0)),
        (
            "Deck\n4 Lightning Bolt (M10) 146\n56 Mountain (M10) 242\n\nSideboard\n3 Negate (M10) 65\n",
            (60, 3),
        ),
        ("4 Lightning Bolt (M10)\n56 Mountain\n// Sideboard\n1 Negate\n", (60, 1)),
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(&deck, text).unwrap();
        let out = folder.path().join(place.to_string());
        duelog(["simulate", "--out", arg(&out), "--decks", FLYERS, arg(&deck)]).ends(0);
        assert_eq!(cards(&out.join("magic-0.duelog")), counts, "{text}");
    }
    let out = folder.path().join("out");
    let refused = |text: &str, parts: &[&str]| {
        fs::write(&deck, text).unwrap();
        duelog(["simulate", "--out", arg(&out), "--decks", FLYERS, arg(&deck)]).fails(2, parts);
    };
    refused("4 Shock\n\n56 Mountain\n\n3 Negate\n", &["own.deck: line 5", "write `Sideboard` above"]);
    // All that is not known, in the order of the file.
    refused(
        "# Many\n4 Zinc Beast\n4 Sera Angel\n4 Amber Beast\n48 Mountain\n",
        &[
            "own.deck:2: unknown card \"Zinc Beast\"",
            "own.deck:3: unknown card \"Sera Angel\": did you mean \"Serra Angel\"?",
            "own.deck:4: unknown card \"Amber Beast\"",
        ],
    );
    assert!(!out.exists());
}

#[test]
fn limited_decks_are_played_where_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (out, deck) = (folder.path().join("out"), folder.path().join("own.deck"));
    fs::write(&deck, "23 Runeclaw Bear\n\n17 Forest\n").unwrap();
    let args = ["simulate", "--out", arg(&out), "--decks", arg(&deck), arg(&deck)];
    duelog(args).fails(2, &["100.2a"]);
    duelog(args.into_iter().chain(["--limited"])).ends(0);
    duelog(["verify", arg(&out)]).ends(0);
    let log = folder.path().join("game.duelog");
    let play = ["play", "--plain", "--out", arg(&log), "--decks", arg(&deck), arg(&deck)];
    duelog(play).fails(2, &["100.2a"]);
    duelog(play.into_iter().chain(["--limited"]));
    duelog(["info", arg(&log)]).ends(1);
    let no = ["simulate", "--limited", "--out", arg(&out), "--decks", "water-neo", "liquid-beast"];
    duelog(no).fails(2, &["a match of limited decks"]);
}

/// Decks that are built in have a game.
#[test]
fn built_in_decks_know_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let with = |more: &[&str]| {
        let args = ["simulate", "--out", arg(&out)];
        duelog(args.iter().chain(more).copied())
    };
    with(&["--decks", "hyperspatial-bolshack", "water-neo"]).ends(0);
    assert!(out.join("duel-masters-0.duelog").exists());
    with(&["--decks", "water-neo", "katsu"])
        .fails(2, &["a deck of flesh-and-blood", "a match of duel-masters"]);
    with(&["--game", "magic", "--decks", "water-neo", "water-neo"]).fails(2, &["--game duel-masters"]);
    let log = folder.path().join("game.duelog");
    duelog(["play", "--plain", "--out", arg(&log), "--decks", "bravo", "katsu"]);
    assert!(duelog(["info", arg(&log)]).out.contains("flesh-and-blood"));
}

#[test]
fn a_folder_that_cannot_be_written_is_the_systems_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    simulate(&file.join("out"), &[]).fails(3, &["file/out: ", "can be written"]);
    simulate(&file, &[]).fails(3, &["can be written"]);
}

#[test]
fn definitions_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let (cards, out, deck) =
        (folder.path().join("cards"), folder.path().join("out"), folder.path().join("own.deck"));
    fs::create_dir(&cards).unwrap();
    fs::write(&deck, "4 Own Bear\n56 Forest\n").unwrap();
    let args = ["simulate", "--out", arg(&out), "--decks", FLYERS, arg(&deck), "--cards", arg(&cards)];
    duelog(args).fails(2, &["unknown card \"Own Bear\""]);
    fs::write(
        cards.join("own-bear.ron"),
        "Card(name: \"Own Bear\", cost: \"{G}\", types: \"Creature - Bear\", size: (2, 2))",
    )
    .unwrap();
    duelog(args).ends(0);
    fs::write(cards.join("bad.ron"), "Card(\n    name: 3)").unwrap();
    duelog(args).fails(2, &["bad.ron:2:", "cards check"]);
}
