//! The commands show the truth and understand people's questions: rows in their order, cards that are followed,
//! words that are pasted back.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::running::{arg, duelog};
use crate::talking::{Talk, recorded};

/// A log that begins from a position: in turn 2, Lightning Bolt, Giant Growth and Lightning Bolt wait on the stack, cast
/// in this order.
fn stacked(folder: &Path) -> PathBuf {
    let log = folder.join("stacked.duelog");
    let library = ["Forest"; 10];
    let position = json!({ "turn": { "step": "precombat main" }, "players": [
        { "zones": { "hand": ["Lightning Bolt", "Lightning Bolt", "Giant Growth"], "library": library,
            "battlefield": ["Mountain", "Mountain", "Forest", "Runeclaw Bear"] } },
        { "zones": { "library": library } },
    ] });
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "seed": 1, "decks": [], "position": position });
    let mut asked = talk.ask(json!({ "setup": setup, "log": log }).to_string());
    let mut wanted = vec![
        "cast Lightning Bolt",
        "Mountain #1",
        "cast Giant Growth",
        "Forest",
        "cast Lightning Bolt",
        "Mountain",
    ];
    wanted.reverse();
    let mut aims = 0;
    loop {
        let request = &asked["request"];
        let options = request["options"].as_array().unwrap_or_else(|| panic!("{asked}"));
        let prompt = request["prompt"].as_str().unwrap();
        let of =
            |part: &str| options.iter().position(|option| option["text"].as_str().unwrap().contains(part));
        let place = if prompt == "choose-targets" {
            aims += 1;
            of(if aims == 1 { "seat 1" } else { "Runeclaw Bear" })
        } else {
            let paid = if prompt == "pay-mana" { of("pay now") } else { None };
            if paid.is_none() && wanted.is_empty() {
                break;
            }
            paid.or_else(|| of(wanted.pop().unwrap_or_default()))
        };
        let item = &options[place.unwrap_or_else(|| panic!("{asked}"))]["item"];
        let answer = json!({ "seat": request["seat"], "choice": { "pick": [item] } });
        asked = talk.ask(json!({ "answer": answer }).to_string());
    }
    talk.ask(r#"{"quit":{}}"#);
    log
}

fn one(args: &[&str]) -> Value {
    duelog(args.iter().chain(&["--format", "json"])).ends(0).json().remove(0)
}

#[test]
fn the_stack_is_shown_in_its_order_with_owners_and_aims() {
    let folder = tempfile::tempdir().unwrap();
    let log = stacked(folder.path());
    let text = duelog(["show", arg(&log)]).ends(0).out;
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("  stack, the first one here resolves first"))
        .collect();
    let names = ["Lightning Bolt #", "Giant Growth #", "Lightning Bolt #"];
    let aims = ["targets Runeclaw Bear #3", "targets Runeclaw Bear #3", "targets seat 1"];
    assert!(lines.len() > 3, "{text}");
    for (line, (name, aim)) in lines[1..4].iter().zip(names.into_iter().zip(aims)) {
        assert!(line.trim().starts_with(name) && line.contains(aim), "{line} in {text}");
        assert!(line.contains("controller seat 0"), "{line}");
    }
    assert!(!text.contains("2 x Lightning Bolt"), "{text}");
}

#[test]
fn a_log_that_begins_from_a_position_is_told_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let log = stacked(folder.path());
    let text = duelog(["history", arg(&log)]).ends(0).out;
    assert!(
        text.starts_with(
            "Turn 2: seat 0, from a position that was set up  (seat 0: 20 life, seat 1: 20 life)\n"
        ),
        "{text}"
    );
    assert!(!text.contains("  untap"), "{text}");
    let events = duelog(["history", arg(&log), "--format", "json"]).ends(0).json();
    let steps =
        events.iter().filter(|event| event["kind"] == "event").map(|event| event["step"].as_str().unwrap());
    assert!(steps.into_iter().all(|step| step == "main1"), "{events:?}");
    let info = duelog(["info", arg(&log), "--format", "json"]).json().remove(0);
    assert_eq!((&info["turns"][0]["turn"], &info["turns"][0]["scores"]), (&json!(2), &json!([20, 20])));
}

/// A player who left the game has no score any more: that is told instead.
#[test]
fn who_left_the_game_has_no_score() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("three.duelog");
    let player = json!({ "zones": { "library": ["Forest", "Forest", "Forest"] } });
    let position = json!({ "turn": { "step": "precombat main" }, "players": [player, player, player] });
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "seed": 1, "position": position });
    let mut asked = talk.ask(json!({ "setup": setup, "log": log }).to_string());
    for item in std::iter::once("concede").chain(std::iter::repeat_n("pass", 14)) {
        let answer = json!({ "seat": asked["request"]["seat"], "choice": { "pick": [item] } });
        asked = talk.ask(json!({ "answer": answer }).to_string());
    }
    talk.ask(r#"{"quit":{}}"#);
    let text = duelog(["history", arg(&log)]).ends(0).out;
    let head = "Turn 3: seat 1  (seat 0 left the game, seat 1: 20 life, seat 2: 20 life)\n";
    assert!(text.contains(head), "{text}");
    let text = duelog(["info", arg(&log), "--names", "Ann,Bob,Cid"]).out;
    assert!(text.contains("life – to 20 to 20; Ann left the game"), "{text}");
    let text = duelog(["show", arg(&log)]).out;
    assert!(text.contains("Seat 0 left the game: ") && !text.contains("Seat 0: life"), "{text}");
    let info = duelog(["info", arg(&log), "--format", "json"]).json().remove(0);
    assert_eq!(info["turns"][1]["left"], json!([0]), "{info}");
}

/// An answer that is a card or a yes stands behind its question, in words and not by the question's name.
#[test]
fn an_answer_stands_behind_its_question() {
    let folder = tempfile::tempdir().unwrap();
    let text = duelog(["history", arg(&stacked(folder.path())), "--all"]).ends(0).out;
    let aims = text.lines().filter(|line| line.contains("What does ") && line.contains(" target (")).count();
    // The growth has one target alone, so nobody is asked.
    assert_eq!(aims, 2, "{text}");
    assert!(!text.contains("(choose targets)") && text.contains("first main"), "{text}");
}

#[test]
fn before_the_first_turn_it_is_nobodys() {
    let folder = tempfile::tempdir().unwrap();
    let text = duelog(["show", arg(&recorded(folder.path(), 5)), "--at", "0"]).ends(0).out;
    assert!(text.starts_with("After decision 0: step opening\n"), "{text}");
}

/// `--why` understands the lines that `explain` prints, and means the same.
#[test]
fn what_is_listed_can_be_pasted_back() {
    let log = "fixtures/golden/magic/magic-1.duelog";
    let explained =
        duelog(["explain", log, "--at", "t5.first(attacks)", "--format", "json"]).ends(0).json().remove(0);
    let mut tried = 0;
    let mut decisions: Vec<u64> = vec![explained["decision"].as_u64().unwrap()];
    decisions.extend((20..220).step_by(17));
    for at in decisions {
        let at = at.to_string();
        let text = duelog(["explain", log, "--at", &at]).ends(0).out;
        let options =
            text.lines().filter(|line| line.trim_start().starts_with(|letter: char| letter.is_ascii_digit()));
        for line in options.filter(|line| line.contains(')')) {
            let why = duelog(["explain", log, "--at", &at, "--why", line]).ends(0).out;
            assert!(why.contains("\nLegal: "), "{at}: {line:?}: {why}");
            let words = line.split_once(") ").unwrap().1;
            let why = duelog(["explain", log, "--at", &at, "--why", words]).ends(0).out;
            assert!(why.contains("\nLegal: "), "{at}: {words:?}: {why}");
            tried += 1;
        }
    }
    assert!(tried > 15, "{tried}");
}

#[test]
fn words_that_are_listed_of_one_card_are_said_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 7);
    // The first decision at which somebody can attack, with a creature that cannot.
    let total = one(&["info", arg(&log)])["decisions"].as_u64().unwrap();
    let attacks = (1..total).find_map(|at| {
        let explained = one(&["explain", arg(&log), "--at", &at.to_string()]);
        let option = explained["options"]
            .as_array()?
            .iter()
            .find(|option| option["text"].as_str().unwrap().contains(" attacks "));
        Some((at.to_string(), option?["text"].as_str()?.to_string()))
    });
    let (at, listed) = attacks.expect("somebody attacks");
    let before = (at.parse::<u64>().unwrap() - 1).to_string();
    let view = one(&["show", arg(&log), "--at", &before]);
    let hand = view["zones"].as_array().unwrap().iter().filter(|zone| zone["name"] == "hand");
    let card = hand.flat_map(|zone| zone["cards"].as_array().unwrap()).next().unwrap();
    let name = format!("{} #{}", card["name"].as_str().unwrap(), card["id"]);
    let (_, whom) = listed.split_once(" attacks ").unwrap();
    for words in [format!("{name} attacks {whom}"), format!("attack with {name}")] {
        let why = duelog(["explain", arg(&log), "--at", &at, "--why", &words]).ends(0).out;
        assert!(why.contains("\nNot legal: "), "{words}: {why}");
    }
    let (own, _) = listed.split_once(" attacks ").unwrap();
    let why = duelog(["explain", arg(&log), "--at", &at, "--why", &format!("attack {own}")]).ends(0).out;
    assert!(why.contains("\nLegal: "), "{why}");
    let called = format!("{own} attacks Ann");
    let names = if whom.contains("seat 0") { "Ann,Bob" } else { "Bob,Ann" };
    let named = ["explain", arg(&log), "--at", &at, "--why", &called, "--names", names];
    assert!(duelog(named).ends(0).out.contains("egal: "));
}

#[test]
fn several_objects_of_one_name_are_told_apart_by_where_they_lie() {
    let log = "fixtures/golden/magic/magic-1.duelog";
    let ran = duelog(["explain", log, "--at", "97", "--object", "Nightmare"]).ends(2);
    let error = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        error.contains("of \"Nightmare\"")
            && error.contains("(hand of seat 0)")
            && error.contains("(library of seat"),
        "{error}"
    );
    let name = "nightmare #157";
    assert!(duelog(["explain", log, "--at", "97", "--object", name]).ends(0).out.contains("Nightmare #157:"));
}

#[test]
fn a_card_is_followed_through_its_zones() {
    let log = "fixtures/golden/magic/magic-1.duelog";
    // Drawn, and discarded by its owner at the end of a turn.
    let ids = |args: &[&str]| -> Vec<u64> {
        let line = one(&[&["history", log, "--card"], args].concat());
        assert_eq!(line["kind"], "card", "{line}");
        line["stays"].as_array().unwrap().iter().map(|stay| stay["object"].as_u64().unwrap()).collect()
    };
    let whole = ids(&["Nightmare#157"]);
    assert!(whole.len() >= 3 && whole.contains(&157) && whole.contains(&195), "{whole:?}");
    for id in &whole {
        assert_eq!(ids(&[&format!("#{id}")]), whole, "whichever of its ids is named");
    }
    // Its owner saw it in the hand and in the graveyard, everybody else in the graveyard alone.
    assert_eq!(ids(&["#157", "--seat", "0"])[..2], [157, 195]);
    assert_eq!(ids(&["#195", "--public"]), [195]);
    duelog(["history", log, "--card", "#157", "--public"])
        .fails(2, &["there is no object #157 that may be known"]);
    duelog(["history", log, "--card", "Fireball#157"]).fails(2, &["#157 is Nightmare, and not fireball"]);
    let text = duelog(["history", log, "--card", "Nightmare #157"]).ends(0).out;
    assert!(text.starts_with("Nightmare: #") && text.contains("graveyard of seat 0"), "{text}");
    assert!(text.contains("discards Nightmare #195"), "{text}");
    let other = text
        .lines()
        .skip(1)
        .find(|line| !line.contains('#') && !line.trim().is_empty() && !line.starts_with("Turn"));
    assert_eq!(other, None, "{text}");
}

#[test]
fn the_public_is_told_what_an_answer_led_to() {
    let log = "fixtures/golden/magic/magic-1.duelog";
    let text = duelog(["history", log, "--public", "--all"]).ends(0).out;
    let told = |decision: u32| {
        let head = format!("{decision:>5}  ");
        text.lines().find(|line| line.starts_with(&head)).unwrap_or_default().to_string()
    };
    assert!(told(11).ends_with("seat 1: play Swamp"), "{}", told(11));
    assert!(told(244).ends_with("seat 0: Liliana Vess #183"), "{}", told(244));
    // A card on the bottom of a library stays hidden.
    assert!(told(7).ends_with("seat 1: an answer that seat 1 alone may know"), "{}", told(7));
    let hidden = text.lines().filter(|line| line.contains("alone may know")).count();
    assert!(hidden <= 3, "{hidden}");
    let json = duelog(["history", log, "--public", "--format", "json"]).ends(0).json();
    let answer = json.iter().find(|line| line["kind"] == "answer" && line["decision"] == 11).unwrap();
    assert_eq!((&answer["text"], answer.get("choice")), (&json!("play Swamp"), None));
}

#[test]
fn a_flipped_bit_is_not_called_a_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 9);
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    let bad = folder.path().join("bad.duelog");
    fs::write(&bad, &bytes).unwrap();
    for (args, side) in [([&log, &bad], "right"), ([&bad, &log], "left")] {
        let text = duelog(["diff", arg(args[0]), arg(args[1])]).ends(1).out;
        assert!(!text.contains("is the beginning of"), "{text}");
        assert!(
            text.starts_with("the logs agree for ")
                && text.contains(&format!("the {side} one is corrupt there")),
            "{text}"
        );
    }
}

#[test]
fn the_table_is_left_out_of_an_answer_where_it_is_not_wanted() {
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "seed": 1, "fair": false, "decks": [crate::talking::BEASTS, crate::talking::FLYERS] });
    let mut asked = talk.ask(json!({ "setup": setup, "view": false }).to_string());
    for _ in 0..5 {
        assert!(
            asked["request"].is_object() && asked.get("view").is_none() && asked["decision"].is_u64(),
            "{asked}"
        );
        let item = &asked["request"]["options"][0]["item"];
        let answer = json!({ "seat": asked["request"]["seat"], "choice": { "pick": [item] } });
        asked = talk.ask(json!({ "answer": answer, "view": false }).to_string());
    }
    assert!(talk.ask(r#"{"request":{},"view":true}"#)["view"].is_object());
    assert!(talk.ask(r#"{"view":"public","id":1}"#)["view"].is_object());
    for (line, words) in [
        (r#"{"view":false}"#, "stands beside a command"),
        (r#"{"view":0}"#, "is wanted here, and not 0"),
        (r#"{"view":"nobody"}"#, "\"judge\", \"public\" or {\"seat\":0} is wanted here, and not \"nobody\""),
        (r#"{"view":{"seat":"x"}}"#, "is wanted here"),
        (r#"{"history":{"viewer":false}}"#, "is wanted here, and not false"),
    ] {
        let error = talk.ask(line)["error"].clone();
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(words) && !message.contains("not JSON"), "{line}: {message}");
    }
    talk.kill();
}

/// Two creatures block one attacker: the order in which it deals them damage is the game.
#[test]
fn the_order_of_damage_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("blocked.duelog");
    let library = ["Forest"; 10];
    let position = json!({ "turn": { "step": "precombat main" }, "players": [
        { "zones": { "battlefield": ["Craw Wurm"], "library": library } },
        { "zones": { "battlefield": ["Runeclaw Bear", "Runeclaw Bear"], "library": library } },
    ] });
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "seed": 1, "decks": [], "position": position });
    let mut asked = talk.ask(json!({ "setup": setup, "log": log }).to_string());
    let mut order = Vec::new();
    for _ in 0..40 {
        let request = &asked["request"];
        let options = request["options"].as_array().unwrap_or_else(|| panic!("{asked}"));
        let mut items: Vec<Value> = options.iter().map(|option| option["item"].clone()).collect();
        match request["prompt"].as_str().unwrap() {
            "attackers" | "blockers" => {}
            "priority" if order.is_empty() => items = vec![json!("pass")],
            "priority" => break,
            _ => {
                items.reverse();
                order = items.clone();
            }
        }
        let answer = json!({ "seat": request["seat"], "choice": { "pick": items } });
        asked = talk.ask(json!({ "answer": answer }).to_string());
    }
    talk.ask(r#"{"quit":{}}"#);
    assert_eq!(order.len(), 2, "an order was asked for");
    let ids: Vec<String> = order.iter().map(|item| format!("Runeclaw Bear #{}", item["object"])).collect();
    let text = duelog(["show", arg(&log)]).ends(0).out;
    assert!(text.contains(&format!("damage order {}", ids.join(", "))), "{text}");
}
