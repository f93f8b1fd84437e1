//! `duelog show`.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::running::{arg, duelog, root};
use crate::talking::{decisions, diverging, illegal, recorded};

fn names(view: &Value, zone: &str, seat: u64) -> Vec<String> {
    let zones = view["zones"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|found| found["name"] == zone && found["seat"] == seat);
    zones
        .flat_map(|zone| zone["cards"].as_array().unwrap())
        .map(|card| card["name"].as_str().unwrap().to_string())
        .collect()
}

#[test]
fn the_table_is_shown_from_every_place() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 21);
    let judge = duelog(["show", arg(&log), "--at", "60"]).ends(0);
    assert_eq!(judge.out, duelog(["show", arg(&log), "--at", "60", "--judge"]).ends(0).out);
    for part in [
        "After decision 60: turn ",
        "Seat 0: life ",
        "Seat 1: life ",
        "  hand\n",
        "  library: ",
        "  battlefield\n",
        " is asked (",
    ] {
        assert!(judge.out.contains(part), "{part} is not in\n{}", judge.out);
    }
    assert_eq!(judge.err, "");
    let seat = duelog(["show", arg(&log), "--at", "60", "--seat", "0"]).ends(0);
    assert_eq!(seat.out.matches("  hand\n").count(), 1);
    assert!(!seat.out.contains("  library: "));
    assert!(seat.out.find("Seat 1: life ") < seat.out.find("Seat 0: life "), "the own side is near");
    let public = duelog(["show", arg(&log), "--at", "60", "--public"]).ends(0);
    assert!(!public.out.contains("  hand\n") && public.out.contains(" is asked.\n"), "{}", public.out);
}

#[test]
fn json_is_the_view() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 22);
    let shown = |more: &[&str]| {
        duelog(["show", arg(&log), "--format", "json"].iter().chain(more)).ends(0).json().remove(0)
    };
    let judge = shown(&["--at", "80"]);
    assert_eq!((judge["decisions"].as_u64(), judge["decision"].as_u64()), (Some(80), Some(80)));
    let asked = judge["waiting_for"].as_u64().unwrap();
    assert_eq!(judge["request"]["seat"], asked);
    let own = shown(&["--at", "80", "--seat", &asked.to_string()]);
    let other = 1 - asked;
    assert_eq!(own["request"], judge["request"]);
    assert_eq!(names(&own, "hand", asked), names(&judge, "hand", asked));
    assert!(names(&own, "hand", other).is_empty() && names(&own, "library", asked).is_empty());
    assert!(!names(&judge, "library", asked).is_empty());
    assert!(shown(&["--at", "80", "--public"]).get("request").is_none());
    let end = shown(&[]);
    assert!(end["outcome"]["winners"].is_array() && end.get("request").is_none());
    assert_eq!(end["decision"].as_u64(), Some(u64::from(decisions(&log))));
}

#[test]
fn a_log_comes_from_standard_input_too() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 23);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_duelog"));
    let output = command
        .args(["show", "-", "--at", "9"])
        .stdin(Stdio::from(fs::File::open(&log).unwrap()))
        .current_dir(root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), duelog(["show", arg(&log), "--at", "9"]).out);
}

#[test]
fn a_fault_before_the_decision_is_told_and_the_last_good_table_shown() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 24);
    let bytes = fs::read(&log).unwrap();
    let bad = folder.path().join("bad.duelog");
    let check = |verdict: &str, at: u32, before: u32| {
        let at = at.to_string();
        let ran = duelog(["show", arg(&bad), "--at", &at]).ends(1);
        assert!(ran.err.contains(&format!("bad.duelog: {verdict}: ")), "{ran:?}");
        assert!(
            ran.out.starts_with("The table after decision ") && ran.out.contains("Seat 1: life "),
            "{ran:?}"
        );
        let json = duelog(["show", arg(&bad), "--at", &at, "--format", "json"]).ends(1).json().remove(0);
        assert_eq!(json["finding"]["verdict"], verdict);
        let good = json["decision"].as_u64().unwrap().to_string();
        assert_eq!(
            json["zones"],
            duelog(["show", arg(&log), "--at", &good, "--format", "json"]).ends(0).json()[0]["zones"],
            "{verdict}"
        );
        // What stands before the fault is shown as if there were none.
        let before = before.to_string();
        assert_eq!(
            duelog(["show", arg(&bad), "--at", &before]).ends(0).out,
            duelog(["show", arg(&log), "--at", &before]).out
        );
    };
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    check("torn", decisions(&log), 20);
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 16;
    fs::write(&bad, &flipped).unwrap();
    check("corrupt", decisions(&log), 20);
    diverging(&log, &bad, 70);
    check("diverged", 75, 69);
    illegal(&log, &bad, 70);
    check("illegal", 75, 69);
}

#[test]
fn a_table_that_a_bad_seal_should_cover_is_not_vouched_for() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 25);
    let bad = folder.path().join("bad.duelog");
    // The label is part of the chain and of nothing else.
    let mut bytes = fs::read(&log).unwrap();
    let header = bytes.windows(6).position(|window| window == b"greedy").unwrap();
    bytes[header] = b'G';
    // The header's checksum is made right again, as somebody who changes a log would.
    let (length, width) = leb(&bytes[8..]);
    let end = 8 + width + length;
    let sum = crc32c(&bytes[8..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    fs::write(&bad, &bytes).unwrap();
    let ran = duelog(["show", arg(&bad), "--at", "10"]).ends(1);
    assert!(ran.err.contains("tampered"), "{ran:?}");
}

fn leb(bytes: &[u8]) -> (usize, usize) {
    let width = bytes.iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
    (bytes[..width].iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 0x7f)), width)
}

fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0x82f6_3b78 } else { sum >> 1 },
        )
    })
}

#[test]
fn wrong_use_is_told_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 26);
    let total = decisions(&log);
    let beyond = (total + 1).to_string();
    duelog(["show"]).ends(2);
    duelog(["show", arg(&log), "--seat", "0", "--judge"]).ends(2);
    duelog(["show", arg(&log), "--at", "-1"]).ends(2);
    duelog(["show", arg(&log), "--at", &beyond])
        .fails(2, &[&format!("no decision {beyond}"), &format!("decisions 0 to {total}")]);
    duelog(["show", arg(&log), "--seat", "2"]).fails(2, &["no seat 2", "--seat 0 to --seat 1"]);
    duelog(["show", "no/such/log"]).fails(3, &["no/such/log"]);
    duelog(["show", arg(&log), "--cards", "no/such/folder"]).fails(3, &["no/such/folder"]);
    let ran = duelog(["show", "Cargo.toml"]).ends(1);
    assert!(ran.err.contains("unreadable") && ran.out.is_empty(), "{ran:?}");
    let ran = duelog(["show", "fixtures/vectors/ok-ended.duelog"]).ends(1);
    assert!(ran.err.contains("unsupported"), "{ran:?}");
    let ran = duelog(["show", "Cargo.toml", "--format", "json"]).ends(1);
    assert_eq!(ran.json()[0]["finding"]["verdict"], "unreadable");
}

#[test]
fn the_examples_of_the_help_run() {
    for command in ["show", "history", "explain"] {
        let help = duelog([command, "--help"]).ends(0).out;
        let example = help.lines().find_map(|line| line.strip_prefix("  duelog ")).unwrap();
        let args = example.split_whitespace().map(|arg| arg.trim_matches('\''));
        let ran = duelog(args);
        // Whether the log still verifies is the golden logs' own test.
        assert!(ran.code < 2, "{example}: {ran:?}");
    }
    let help = duelog(["engine", "--help"]).ends(0).out;
    let example = help
        .lines()
        .find_map(|line| line.strip_prefix("  echo '")?.strip_suffix("' | duelog engine"))
        .unwrap();
    let mut talk = crate::talking::Talk::start(&["engine"]);
    assert_eq!(talk.ask(example)["decision"], 0);
}

/// What stands in the text under a player's head.
fn side(text: &str, seat: u64) -> String {
    let own = |line: &&str| line.starts_with("  ");
    let head = format!("Seat {seat}: ");
    let lines = text.lines().skip_while(|line| !line.starts_with(&head)).skip(1).take_while(own);
    lines.map(|line| format!("{line}\n")).collect()
}

/// A log of one game of two decks, and the folder that it is in.
fn simulated(game: &str, decks: [&str; 2]) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = decks.map(|deck| format!("fixtures/decks/{game}/{deck}.deck"));
    let decks = ["simulate", "--game", game, "--decks", &one, &other];
    duelog(decks.iter().chain(&["--games", "1", "--seed", "5", "--out", arg(folder.path())])).ends(0);
    let mut files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let log = files.find(|path| path.extension().is_some_and(|end| end == "duelog")).unwrap();
    (folder, log)
}

/// The value of a card's fact.
fn fact(card: &Value, name: &str) -> Option<Value> {
    let facts = card["facts"].as_array().unwrap();
    facts.iter().find(|fact| fact["name"] == name).map(|fact| fact["value"].clone())
}

/// The seat on whose side a card of `zone` stands; none where it stands on no side.
fn seat_of(zone: &Value, card: &Value) -> Option<u64> {
    let holder = fact(card, "controller").or(fact(card, "owner"));
    let holder = holder.and_then(|seat| seat.as_str()?.strip_prefix("seat ")?.parse().ok());
    zone["seat"].as_u64().or(holder.filter(|_| fact(card, "kind").is_none()))
}

/// The row of a table that shows a card, which is not to be missing.
fn row_of<'a>(own: &'a str, card: &Value) -> &'a str {
    let id = format!("#{}", card["id"]);
    let names = |row: &&str| row.split(|letter: char| " ,".contains(letter)).any(|word| word == id);
    own.lines().find(names).unwrap_or_else(|| panic!("{id} is not in\n{own}"))
}

/// A card's line, its states and its keywords stand in its row.
fn all_is_in(row: &str, card: &Value) {
    assert!(row.contains(card["line"].as_str().unwrap()), "{card} in {row}");
    for state in ["tapped", "summoning-sick", "attacking", "defending"] {
        if let Some(value) = fact(card, state) {
            let shown = row.contains(&state.replace('-', " "));
            assert_eq!(shown, value != "no", "{state} of {card} in {row}");
        }
    }
    let keywords = fact(card, "keywords").and_then(|all| Some(all.as_str()?.to_string())).unwrap_or_default();
    for keyword in keywords.split(", ") {
        assert!(row.contains(keyword), "{keyword} in {row}");
    }
}

/// Every card of a zone that is not a pile stands on its own player's side with its line and its state, in
/// games whose zones the table does not know by name too.
fn every_card_is_shown(game: &str, decks: [&str; 2], wanted: &[&str]) {
    let (_folder, log) = simulated(game, decks);
    let (mut seen, mut sides) = (String::new(), [false; 2]);
    let total = decisions(&log);
    for at in (10..total).step_by(total as usize / 20) {
        let at = at.to_string();
        let text = duelog(["show", arg(&log), "--at", &at]).ends(0).out;
        let view = duelog(["show", arg(&log), "--at", &at, "--format", "json"]).ends(0).json().remove(0);
        for zone in view["zones"].as_array().unwrap() {
            let piles = ["deck", "graveyard", "banished", "inventory"];
            let pile = piles.iter().any(|pile| zone["name"] == *pile);
            for card in zone["cards"].as_array().unwrap() {
                let Some(seat) = seat_of(zone, card) else { continue };
                let own = side(&text, seat);
                let row = row_of(&own, card);
                if !pile {
                    sides[seat as usize] |= zone["seat"].is_null();
                    all_is_in(row, card);
                }
            }
        }
        seen += &text;
    }
    assert_eq!(sides, [true; 2], "both sides have something in a shared zone");
    for part in wanted {
        assert!(seen.contains(part), "{part} is never shown");
    }
}

#[test]
fn duel_masters_is_shown_by_sides_with_power_and_state() {
    let wanted =
        ["  battle zone\n", "  mana zone\n", "[tapped]", "summoning sick", "W Breaker", "  shield zone\n"];
    every_card_is_shown("duel-masters", ["fire-darkness-dragons", "fire-nature-rush"], &wanted);
}

#[test]
fn flesh_and_blood_is_shown_with_power_defense_and_equipment() {
    let wanted = ["  chain\n", "  head\n", "  weapon\n", ", power ", ", defense ", "attacking ", "go again"];
    every_card_is_shown("flesh-and-blood", ["katsu", "bravo"], &wanted);
}

/// A player who has left the game is not shown as controlled by the one who answers in that place (800.4h).
#[test]
fn who_has_left_is_controlled_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let decks = ["green-white-honors", "red-green-beasts", "white-blue-flyers", "black-green-venom"];
    let args = ["simulate", "--games", "1", "--seed", "3", "--bot", "greedy", "--out", arg(folder.path())];
    duelog(args.into_iter().chain(["--decks"]).chain(decks)).ends(0);
    let text = duelog(["show", arg(&folder.path().join("magic-3.duelog"))]).ends(0).out;
    let left: Vec<&str> =
        text.lines().filter(|line| line.starts_with("Seat ") && line.contains(" left the game: ")).collect();
    assert_eq!(left.len(), 3, "{text}");
    assert!(left.iter().all(|line| !line.contains("controlled by")), "{text}");
}
