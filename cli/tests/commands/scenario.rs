//! `duelog scenario`: what it prints, and its exit codes.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A case that holds, one that does not, and one that is not run.
const PAGE: &str = "\
# Three cases

## magic 119.3-bolt A bolt
Rules: 119.3
- P1 hand: Lightning Bolt
- P1: mana {R}
- P1 casts Lightning Bolt targeting P2
- all pass
- expect P2 life 17

## magic 119.3-wrong A wrong expectation
- P1 hand: Lightning Bolt
- P1: mana {R}
- P1 casts Lightning Bolt targeting P2
- all pass
- expect P2 life 16

## m10-faq 白金の天使-4 Not yet
Skip: the card is not defined
- P1 hand: Platinum Angel
";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn duelog(arguments: &[&str], paths: &[&Path]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("duelog").unwrap().args(arguments).args(paths).output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn each_case_is_one_line_of_json() {
    let folder = folder(&[
        ("magic/damage.md", PAGE),
        ("magic/README.md", "## magic 1.1 not a scenario\n- nonsense\n"),
        ("magic/notes.txt", ""),
    ]);
    let (code, out, _) = duelog(&["scenario", "run", "--format", "json"], &[folder.path()]);
    assert_eq!(code, Some(1));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let cases: Vec<_> = lines
        .iter()
        .filter_map(|line| Some((line["id"].as_str()?, line["status"].as_str()?, line["game"].as_str()?)))
        .collect();
    let expected = [
        ("magic 119.3-bolt", "passed", "magic"),
        ("magic 119.3-wrong", "failed", "magic"),
        ("m10-faq 白金の天使-4", "skipped", "magic"),
    ];
    assert_eq!(cases, expected);
    assert_eq!((&lines[0]["reason"], &lines[2]["reason"]), (&"".into(), &"the card is not defined".into()));
    let reason = lines[1]["reason"].as_str().unwrap();
    assert!(reason.contains("damage.md:16: expected P2 life 16; found P2: life 17"), "{reason}");
    assert_eq!(lines[3]["summary"], serde_json::json!({ "passed": 1, "failed": 1, "skipped": 1 }));
}

#[test]
fn people_read_what_failed_and_why() {
    let folder = folder(&[("magic/damage.md", PAGE)]);
    let (code, out, _) = duelog(&["scenario", "run"], &[&folder.path().join("magic/damage.md")]);
    assert_eq!(code, Some(1));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "FAILED  magic 119.3-wrong");
    assert!(lines[1].contains("damage.md:16: expected P2 life 16"), "{out}");
    assert_eq!(
        &lines[2..],
        ["skipped m10-faq 白金の天使-4: the card is not defined", "1 cases hold, 1 fail, 1 are skipped"]
    );
}

#[test]
fn cases_are_listed_with_their_rules() {
    let folder = folder(&[("magic/damage.md", PAGE)]);
    let (code, out, _) = duelog(&["scenario", "list", "--format", "json"], &[folder.path()]);
    assert_eq!(code, Some(0));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["rules"], serde_json::json!(["119.3", "119.3"]));
    assert_eq!((&lines[0]["title"], &lines[0]["line"]), (&"A bolt".into(), &3.into()));
    assert_eq!(lines[2]["skip"], "the card is not defined");
    assert_eq!(lines[3]["summary"]["cases"], 3);
    let (_, out, _) = duelog(&["scenario", "list"], &[folder.path()]);
    assert!(out.contains("damage.md:3: magic 119.3-bolt A bolt  [119.3, 119.3]"), "{out}");
}

#[test]
fn a_card_without_its_color_strip_is_told_which_there_are() {
    let page = "Game: flesh-and-blood\n\n## flesh-and-blood 1.3.4-own A strip\n- P1 hand: 2 Head Jab\n- expect P1 hand 2\n";
    let folder = folder(&[("own.md", page)]);
    let (code, out, _) = duelog(&["scenario", "run"], &[&folder.path().join("own.md")]);
    assert_eq!(code, Some(1));
    let there_are = "\"Head Jab (blue)\", \"Head Jab (red)\", \"Head Jab (yellow)\"";
    let told = format!("own.md:4: \"Head Jab\" lacks its variant in parentheses; there is {there_are}");
    assert!(out.contains(&told), "{out}");
}

#[test]
fn definitions_can_be_added() {
    let page = "## magic 1.1-own A card of one's own\n- P1 battlefield: Own Card\n- expect Own Card is 7/7\n";
    let card = "Card(name: \"Own Card\", types: \"Creature\", size: (7, 7))";
    let folder = folder(&[("magic/own.md", page), ("cards/own-card.ron", card)]);
    let (file, cards) = (folder.path().join("magic/own.md"), folder.path().join("cards"));
    let (code, out, _) = duelog(&["scenario", "run"], &[&file]);
    assert_eq!(code, Some(1));
    assert!(out.contains("own.md:2: no card that is defined has the name"), "{out}");
    let (code, out, _) = duelog(&["scenario", "run", "--cards", cards.to_str().unwrap()], &[&file]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn cards_that_a_match_brings_can_be_named() {
    let magic = "## magic 201.3-own A card of one's own is named\n- P1 hand: Artifact Namer, Own Relic\n\
        - P1 casts Artifact Namer\n- all pass\n- P1 names Own Relic\n- expect P1 is asked priority\n";
    let duel_masters = "## duel-masters 202.2-own A card of one's own is named\n- P1 hand: Namer, Own Pawn\n\
        - P1 mana zone: 2 Water Pawn\n- P1 casts Namer\n- P1 names Own Pawn\n- expect P1's hand has Own Pawn\n";
    let flesh_and_blood = "## flesh-and-blood 8.5.21b-own A card of one's own is named\n\
        - P1 hand: Hailing Word, Own Jab (red)\n- P1 plays Hailing Word\n- all pass\n\
        - P1 names Own Jab\n- expect P1's hand has Own Jab (red)\n";
    let own = [
        ("magic", magic, "Card(name: \"Own Relic\", types: \"Artifact\")"),
        (
            "duel-masters",
            duel_masters,
            "Card(name: \"Own Pawn\", civilizations: [Water], cost: 1, kind: Creature, races: [\"Liquid People\"], power: 1000)",
        ),
        (
            "flesh-and-blood",
            flesh_and_blood,
            "Card(name: \"Own Jab\", pitch: [1], types: \"Generic Action - Attack\", cost: [0], power: [3], defense: [2])",
        ),
    ];
    for (game, page, card) in own {
        let folder = folder(&[(format!("{game}/own.md").as_str(), page), ("cards/own.ron", card)]);
        let (file, cards) = (folder.path().join(format!("{game}/own.md")), folder.path().join("cards"));
        let (code, out, _) =
            duelog(&["scenario", "run", "--game", game, "--cards", cards.to_str().unwrap()], &[&file]);
        assert_eq!(code, Some(0), "{out}");
    }
}

#[test]
fn wrong_use_and_missing_files_have_codes_of_their_own() {
    let folder = folder(&[("magic/empty.md", "# Nothing here\n")]);
    assert_eq!(duelog(&["scenario", "run"], &[]).0, Some(2));
    let (code, _, error) = duelog(&["scenario", "run"], &[folder.path()]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no cases"), "{error}");
    let (code, _, error) = duelog(&["scenario", "run"], &[&folder.path().join("missing.md")]);
    assert_eq!(code, Some(3));
    assert!(error.contains("missing.md"), "{error}");
}

/// The definitions of a folder belong to the game that the scenarios name.
#[test]
fn definitions_are_of_the_game_of_the_scenarios() {
    let fish = "Card(name: \"Own Fish\", civilizations: [Water], cost: 1, kind: Creature, races: [\"Fish\"], power: 1000)";
    let case =
        "Game: duel-masters\n\n## faq own-fish\n- P1 battle zone: Own Fish\n- expect Own Fish power 1000\n";
    let folder = folder(&[("cards/own-fish.ron", fish), ("own.md", case), ("magic/bolt.md", PAGE)]);
    let cards = folder.path().join("cards");
    let run = |file: &str| {
        let path = folder.path().join(file);
        duelog(&["scenario", "run", "--cards", cards.to_str().unwrap()], &[&path])
    };
    let (code, out, err) = run("own.md");
    assert_eq!((code, out.trim()), (Some(0), "1 cases hold, 0 fail, 0 are skipped"), "{err}");
    fs::write(cards.join("own-fish.ron"), fish.replace("1000", "many")).unwrap();
    let (code, _, err) = run("own.md");
    assert!(code == Some(2) && !err.contains("civilizations"), "{err}");
}
