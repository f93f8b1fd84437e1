//! Matches of several games: `--best-of` and `--next-game-of`, and what `verify` and `info` say of them.

use std::fs;
use std::path::{Path, PathBuf};

use duelog_kernel::setup::CHOOSER;
use duelog_log_format::Reader;
use serde_json::json;

use crate::running::{Ran, arg, duelog, root};
use crate::talking::Talk;

/// Begins the next game after a log; it is won or drawn by bots that know nothing.
fn next(log: &Path, seed: &str, more: &[&str]) -> Ran {
    let args = ["simulate", "--out", arg(log.parent().unwrap()), "--seed", seed, "--next-game-of", arg(log)];
    duelog(args.iter().chain(more))
}

/// A first game of a match.
fn first(folder: &Path, decks: [&str; 2], game: &str) -> PathBuf {
    let args = ["simulate", "--best-of", "3", "--seed", "1", "--out", arg(folder), "--decks"];
    duelog(args.iter().chain(&decks)).ends(0);
    folder.join(format!("{game}-1.duelog"))
}

#[test]
fn the_next_game_of_each_game_is_bound_to_the_one_before() {
    for (decks, game) in [
        (["black-green-venom", "white-blue-flyers"], "magic"),
        (["katsu", "rhinar"], "flesh-and-blood"),
        (["water-neo", "dragon-gods"], "duel-masters"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = first(folder.path(), decks, game);
        next(&log, "2", &[]).ends(0);
        let second = folder.path().join(format!("{game}-2.duelog"));
        let lines = duelog(["verify", "--format", "json", arg(folder.path())]).json();
        assert_eq!(lines[0]["verdict"], "verified", "{game}");
        assert_eq!(lines[1]["verdict"], "verified", "{game}");
        let told = &lines[2]["match"];
        assert_eq!(told["findings"].as_array().map(Vec::len), Some(0), "{told}");
        assert_eq!(told["games"].as_array().map(Vec::len), Some(2), "{told}");
        assert!(
            duelog(["info", arg(&second)]).ends(0).out.contains("game 2 of a match, best of 3, "),
            "{game}"
        );
        // Without the game before it is known that one is missing.
        duelog(["verify", arg(&second)]).ends(1);
    }
}

#[test]
fn a_dropped_an_exchanged_and_a_tampered_game_are_found() {
    let logs = Path::new("fixtures/vectors/matches");
    let verify = |files: &[&str]| {
        let paths: Vec<PathBuf> = files.iter().map(|file| logs.join(file)).collect();
        let args = ["verify"].into_iter().chain(paths.iter().map(|path| arg(path)));
        duelog(args.collect::<Vec<_>>())
    };
    assert!(verify(&["1.duelog", "2.duelog", "3.duelog"]).ends(0).out.contains("seat 1 has won the match"));
    assert!(verify(&["1.duelog", "2.duelog"]).ends(6).out.contains("nobody has won the match yet"));
    assert!(verify(&["1.duelog", "3.duelog"]).ends(1).out.contains("game 2 is missing among the logs"));
    let exchanged = verify(&["1.duelog", "2-exchanged.duelog", "3.duelog"]).ends(1);
    assert!(exchanged.out.contains("is bound to another game 2 than"), "{}", exchanged.out);
    let folder = tempfile::tempdir().unwrap();
    let tampered = folder.path().join("1.duelog");
    let mut bytes = fs::read(root().join(logs.join("1.duelog"))).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&tampered, bytes).unwrap();
    let others = ["2.duelog", "3.duelog"].map(|file| logs.join(file));
    let ran = duelog(["verify", arg(&tampered), arg(&others[0]), arg(&others[1])]).ends(1);
    assert!(ran.out.contains("mismatched") && ran.out.contains("corrupt"), "{}", ran.out);
}

#[test]
fn a_game_that_cannot_be_the_next_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let log = first(folder.path(), ["black-green-venom", "white-blue-flyers"], "magic");
    next(&log, "2", &["--decks", "red-green-beasts", "white-blue-flyers"])
        .fails(2, &["seat 0 has other cards than in game 1"]);
    next(&log, "2", &["--best-of", "3"]).fails(2, &["--best-of"]);
    let over = root().join("fixtures/vectors/matches/3.duelog");
    let args = ["simulate", "--out", arg(folder.path()), "--next-game-of", arg(&over)];
    duelog(args).fails(2, &["the match is over"]);
    let alone = "fixtures/golden/magic/magic-1.duelog";
    let args = ["simulate", "--out", arg(folder.path()), "--next-game-of", alone];
    duelog(args).fails(2, &["it is of no match of several games"]);
    let args = ["simulate", "--out", arg(folder.path()), "--random-decks", "--best-of", "4"];
    duelog(args).fails(2, &["odd number of games"]);
}

#[test]
fn the_engine_plays_the_next_game_and_asks_the_loser() {
    let folder = tempfile::tempdir().unwrap();
    let log = first(folder.path(), ["black-green-venom", "white-blue-flyers"], "magic");
    let won =
        duelog(["info", "--format", "json", arg(&log)]).json()[0]["outcome"]["winners"][0].as_u64().unwrap();
    let line = serde_json::json!({"setup": {"game": "magic", "next_game_of": log, "seed": 2}});
    let told = Talk::start(&["engine"]).ask(line.to_string());
    assert_eq!(told["request"]["seat"].as_u64(), Some(1 - won), "{told}");
    assert_eq!(told["request"]["prompt"], "starting-player", "{told}");
}

/// A match at a table of many, whose first two games are played by bots.
fn of_many(more: &[&str], decks: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let args = ["simulate", "--best-of", "3", "--seed", "1", "--bot", "greedy", "--out", arg(folder.path())];
    duelog(args.iter().chain(more).chain(&["--decks"]).chain(decks)).ends(0);
    next(&folder.path().join("magic-1.duelog"), "2", &["--bot", "greedy"]).ends(0);
    let told = duelog(["verify", arg(folder.path())]).ends(6).out;
    (folder, told)
}

#[test]
fn a_match_has_more_than_two_players_and_teams() {
    let (_alone, told) = of_many(&[], &["white-blue-flyers", "red-green-beasts", "black-green-venom"]);
    assert!(told.contains("match       best of 3, 1 to 1 to 0 after 2 games"), "{told}");
    let four = ["white-blue-flyers", "red-green-beasts", "black-green-venom", "white-blue-flyers"];
    let (_teams, told) = of_many(&["--table", "variant=two-headed-giant"], &four);
    assert!(told.contains("seat 0, seat 1 won") || told.contains("seat 2, seat 3 won"), "{told}");
    assert!(told.contains("match       best of 3, ") && !told.contains("mismatched"), "{told}");
}

/// The seat that a header names to say who begins.
fn chooser(log: &Path) -> Option<u64> {
    let bytes = fs::read(log).unwrap();
    let terms = Reader::open(&bytes).unwrap().header().setup().agreement().terms;
    terms.get(CHOOSER).map(|seat| seat.parse().unwrap())
}

/// Teams that take their turns together speak by one player: the first player of the team that lost the game before says
/// who begins the next one.
#[test]
fn a_team_that_shares_its_turns_says_who_begins_by_its_first_player() {
    let four = ["white-blue-flyers", "red-green-beasts", "black-green-venom", "white-blue-flyers"];
    let giants = json!({ "variant": "two-headed-giant" });
    let shared = json!({ "teams": "2", "turns": "shared" });
    for (terms, team) in [(&giants, [0, 1]), (&giants, [2, 3]), (&shared, [2, 3]), (&shared, [0, 1])] {
        let folder = tempfile::tempdir().unwrap();
        let logs = ["1.duelog", "2.duelog"].map(|log| folder.path().join(log));
        let mut talk = Talk::start(&["engine"]);
        let setup = json!({ "game": "magic", "seed": 1, "best_of": 3, "decks": four, "terms": terms });
        let asked = talk.ask(json!({ "setup": setup, "log": logs[0] }).to_string());
        assert_eq!(asked["request"]["prompt"], "starting-player", "{terms}: {asked}");
        let over = team.iter().rev().find_map(|seat| {
            let told = talk
                .ask(json!({ "answer": { "seat": seat, "choice": { "pick": ["concede"] } } }).to_string());
            told.get("outcome").cloned()
        });
        let won: Vec<u64> = (0..4).filter(|seat| !team.contains(seat)).collect();
        assert_eq!(over.unwrap()["winners"], json!(won), "{terms}");
        let setup = json!({ "game": "magic", "seed": 2, "next_game_of": logs[0] });
        let asked = talk.ask(json!({ "setup": setup, "log": logs[1] }).to_string());
        assert_eq!(
            (&asked["request"]["prompt"], &asked["request"]["seat"]),
            (&json!("starting-player"), &json!(team[0]))
        );
        assert_eq!(chooser(&logs[1]), Some(team[0]), "{terms}");
        drop(talk);
        let told = duelog(["verify", arg(&logs[0]), arg(&logs[1])]).ends(6).out;
        assert!(!told.contains("mismatched"), "{told}");
    }
}

/// Nobody says who begins where the rules do: the archenemy (904), in each game anew.
#[test]
fn an_archenemy_begins_each_game_and_nobody_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let logs = ["1.duelog", "2.duelog"].map(|log| folder.path().join(log));
    let decks = ["fixtures/archenemy/archenemy.deck", "white-blue-flyers", "red-green-beasts"];
    let mut talk = Talk::start(&["engine"]);
    let terms = json!({ "variant": "archenemy" });
    let setup = json!({ "game": "magic", "seed": 1, "best_of": 3, "decks": decks, "terms": terms });
    let asked = talk.ask(json!({ "setup": setup, "log": logs[0] }).to_string());
    assert_eq!(asked["request"]["prompt"], "mulligan", "{asked}");
    let over = talk.ask(json!({ "answer": { "seat": 0, "choice": { "pick": ["concede"] } } }).to_string());
    assert_eq!(over["outcome"]["winners"], json!([1, 2]), "{over}");
    let setup = json!({ "game": "magic", "seed": 2, "next_game_of": logs[0] });
    let asked = talk.ask(json!({ "setup": setup, "log": logs[1] }).to_string());
    assert_eq!(asked["request"]["prompt"], "mulligan", "{asked}");
    assert_eq!(chooser(&logs[1]), None);
    drop(talk);
    let told = duelog(["verify", arg(&logs[0]), arg(&logs[1])]).ends(6).out;
    assert!(!told.contains("mismatched"), "{told}");
}

#[test]
fn a_report_names_the_games_of_a_match_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let log = first(folder.path(), ["katsu", "rhinar"], "flesh-and-blood");
    next(&log, "2", &[]).ends(0);
    let pages = folder.path().join("pages");
    let args = ["report", arg(&log), "--match", arg(folder.path()), "--out", arg(&pages)];
    let told = duelog(args).ends(0).out;
    assert!(told.contains("best of 3, ") && told.contains("after 2 games"), "{told}");
    for page in ["game-1.html", "game-2.html"] {
        assert!(fs::metadata(pages.join(page)).unwrap().len() > 10_000, "{page}");
    }
    let missing = folder.path().join("missing");
    let vectors = Path::new("fixtures/vectors/matches");
    let (one, three) = (vectors.join("1.duelog"), vectors.join("3.duelog"));
    let ran = duelog(["report", arg(&one), "--match", arg(&three), "--out", arg(&missing)]).ends(1);
    assert!(ran.out.contains("game 2 is missing among the logs"), "{}", ran.out);
    let alone = "fixtures/golden/magic/magic-1.duelog";
    let args = ["report", alone, "--match", arg(&one), "--out", arg(&missing)];
    duelog(args).fails(2, &["is of no match of several games"]);
}
