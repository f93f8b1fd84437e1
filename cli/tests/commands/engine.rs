//! `duelog engine`: whole matches over the protocol, and everything that a line can have wrong.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use duelog_verifier::Verdict;
use serde_json::{Value, json};

use crate::running::{arg, duelog, root};
use crate::talking::{BEASTS, FLYERS, Talk, verdict};

fn setup(seed: u64) -> Value {
    json!({ "setup": { "game": "magic", "decks": [FLYERS, BEASTS], "seed": seed } })
}

fn logged(seed: u64, log: &Path) -> String {
    let mut line = setup(seed);
    line["log"] = json!(arg(log));
    line.to_string()
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// An answer to a request, as a client would make it from the JSON alone.
fn answer(request: &Value, dice: &mut Dice) -> Value {
    let ask = &request["ask"];
    let choice = if let Some(pick) = ask.get("pick") {
        let options = pick["options"].as_array().unwrap();
        let (min, max) = (pick["min"].as_u64().unwrap() as usize, pick["max"].as_u64().unwrap() as usize);
        let wanted: Vec<&Value> = options.iter().filter(|item| **item != "concede").collect();
        let count = if max == 1 { 1.max(min) } else { min };
        // Attackers are sent one by one so that no constraint is in the way.
        let count = if min == 0 && wanted.len() > 1 { 1 } else { count };
        let from = dice.below(wanted.len());
        json!({ "pick": (0..count).map(|place| wanted[(from + place) % wanted.len()]).collect::<Vec<_>>() })
    } else if let Some(number) = ask.get("number") {
        json!({ "number": number["max"] })
    } else if let Some(split) = ask.get("split") {
        let options = split["options"].as_array().unwrap();
        let mut shares: Vec<(Value, u64)> = options.iter().map(|item| (item.clone(), 0)).collect();
        let mut left = split["total"].as_u64().unwrap();
        for constraint in split["constraints"].as_array().unwrap() {
            // Each creature deals all its damage to the first in its order, which needs nothing else.
            if let Some(own) = constraint["limit"].get("at-most") {
                let later = |item: &Value| {
                    let limits = split["constraints"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .filter_map(|other| other["limit"].get("only-if"));
                    limits.into_iter().any(|only| only["items"].as_array().unwrap().contains(item))
                };
                let first = own["items"].as_array().unwrap().iter().find(|item| !later(item)).unwrap();
                shares
                    .iter_mut()
                    .filter(|share| share.0 == *first)
                    .for_each(|share| share.1 = own["max"].as_u64().unwrap());
            }
            if let Some(each) = constraint["limit"].get("each-at-least") {
                shares.iter_mut().for_each(|share| share.1 = each.as_u64().unwrap());
            }
        }
        for share in &mut shares {
            share.1 = share.1.min(left);
            left -= share.1;
        }
        let needy = |item: &Value| {
            let mut limits = split["constraints"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|other| other["limit"].get("only-if"));
            limits.any(|only| only["items"].as_array().unwrap().contains(item))
        };
        shares.iter_mut().find(|share| !needy(&share.0)).unwrap().1 += left;
        json!({ "split": shares.into_iter().filter(|share| share.1 > 0).collect::<Vec<_>>() })
    } else {
        json!({ "name": ask["name"]["among"][0] })
    };
    json!({ "answer": { "seat": request["seat"], "choice": choice } })
}

/// Plays on to the end or for so many decisions; `look` sees every request.
fn play(
    talk: &mut Talk,
    mut response: Value,
    decisions: usize,
    look: &mut dyn FnMut(&mut Talk, &Value),
) -> Value {
    let mut dice = Dice(7);
    for _ in 0..decisions {
        let Some(request) = response.get("request") else { break };
        look(talk, &response);
        let mut next = talk.ask(answer(request, &mut dice).to_string());
        // A client that overlooks a constraint is told so and tries again.
        for _ in 0..20 {
            if next.get("refused").is_none() {
                break;
            }
            assert!(next["refused"]["rule"].is_string() && next["refused"]["message"].is_string(), "{next}");
            next = talk.ask(answer(request, &mut dice).to_string());
        }
        if next.get("refused").is_some() {
            let (least, options) = (
                request["ask"]["pick"]["min"].as_u64().unwrap() as usize,
                request["ask"]["pick"]["options"].as_array().unwrap(),
            );
            next = talk.ask(
                json!({ "answer": { "seat": request["seat"], "choice": { "pick": options[..least] } } })
                    .to_string(),
            );
        }
        assert!(next.get("request").is_some() || next.get("outcome").is_some(), "{next} after {request}");
        response = next;
    }
    response
}

#[test]
fn a_match_is_played_to_its_end_and_its_log_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let mut talk = Talk::start(&["engine"]);
    let first = talk.ask(logged(5, &log));
    assert_eq!(first["decision"], 0);
    assert_eq!(first["request"]["prompt"], "starting-player");
    let last = play(&mut talk, first, 20_000, &mut |_, response| {
        let request = &response["request"];
        let options = request["ask"]["pick"]["options"].as_array().map_or(0, Vec::len);
        assert!(request["options"].as_array().unwrap().len() >= options);
        assert!(request["question"].is_string() && request["rule"].is_string());
        assert_eq!(response["view"]["waiting_for"], request["seat"]);
    });
    assert!(last["outcome"]["winners"].is_array() && last["outcome"]["rule"].is_string(), "{last}");
    let report = verdict(&log);
    assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    assert_eq!(u64::from(report.decisions), last["decision"].as_u64().unwrap());
    // What is over can still be looked at, and another match may begin.
    assert_eq!(talk.ask(r#"{"request":{}}"#)["outcome"], last["outcome"]);
    assert_eq!(talk.ask(r#"{"answer":{"seat":0,"choice":{"pick":["pass"]}}}"#)["refused"]["refusal"], "over");
    assert!(talk.ask(r#"{"view":"judge"}"#)["view"]["zones"].is_array());
    assert_eq!(talk.ask(setup(6).to_string())["decision"], 0);
    assert_eq!(talk.ask(r#"{"close":{}}"#), json!({ "closed": { "decisions": 0 } }));
    assert_eq!(talk.end(), ("{\"closed\":{}}\n".to_string(), 0));
}

/// All texts in a value.
fn texts(value: &Value, into: &mut String) {
    match value {
        Value::String(text) => {
            into.push_str(text);
            into.push('\n');
        }
        Value::Array(list) => list.iter().for_each(|value| texts(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn text(value: &Value) -> String {
    let mut text = String::new();
    texts(value, &mut text);
    text
}

fn zone<'a>(view: &'a Value, name: &str, seat: u64) -> Vec<&'a Value> {
    let zones = view["zones"].as_array().unwrap().iter();
    zones
        .filter(|zone| zone["name"] == name && zone["seat"] == seat)
        .flat_map(|zone| zone["cards"].as_array().unwrap())
        .collect()
}

#[test]
fn no_seat_is_told_what_is_in_another_hand() {
    let mut talk = Talk::start(&["engine"]);
    let first = talk.ask(setup(11).to_string());
    let mut checked = 0;
    play(&mut talk, first, 400, &mut |talk, response| {
        let judge = talk.ask(r#"{"view":"judge"}"#)["view"].clone();
        let public = text(&talk.ask(r#"{"view":"public"}"#)["view"]);
        for (seat, other) in [(0, 1), (1, 0)] {
            let own = text(&json!(zone(&judge, "hand", seat)));
            let name = |card: &&Value| card["name"].as_str().unwrap().to_string();
            let hidden: BTreeSet<String> =
                zone(&judge, "hand", other).iter().chain(&zone(&judge, "library", other)).map(name).collect();
            let mut told = text(&talk.ask(json!({ "view": { "seat": seat } }).to_string()));
            // What this seat names of the other one's hand is refused without telling what it is.
            for card in zone(&judge, "hand", other).iter().take(2) {
                for item in [json!({ "act": [0, card["id"]] }), json!({ "object": card["id"] })] {
                    let line = json!({ "answer": { "seat": seat, "choice": { "pick": [item] } } });
                    let refused = talk.ask(line.to_string());
                    assert!(refused.get("refused").is_some(), "{refused}");
                    told.push_str(&text(&refused));
                }
            }
            if response["request"]["seat"] == seat {
                told.push_str(&text(&response["request"]));
                told.push_str(&text(&response["view"]));
            }
            let from = response["decision"].as_u64().unwrap();
            let history = json!({ "history": { "viewer": { "seat": seat }, "from": from, "all": true } });
            told.push_str(&text(&talk.ask(history.to_string())));
            for name in hidden.iter().filter(|name| !public.contains(*name) && !own.contains(*name)) {
                // A name that was public once may be told again: only what happens now is looked at.
                assert!(
                    !told.contains(name.as_str()),
                    "decision {from}: seat {seat} is told of {name}:\n{told}"
                );
                checked += 1;
            }
        }
    });
    assert!(checked > 5_000, "{checked}");
}

#[test]
fn without_files_no_line_touches_one() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let mut talk = Talk::start(&["engine", "--no-files"]);
    let deck = json!({ "cards": [[60, "Mountain"]] });
    let named = json!({ "setup": { "game": "magic", "decks": [root().join("fixtures/decks/magic/red-green-beasts.deck"), deck] } });
    let logged = json!({ "setup": { "game": "magic", "decks": [deck, deck] }, "log": log });
    for line in [named, logged, json!({ "resume": log })] {
        let response = talk.ask(line.to_string());
        assert_eq!(response["error"]["kind"], "files", "{line}: {response}");
    }
    assert!(!log.exists());
    let response =
        talk.ask(json!({ "setup": { "game": "magic", "seed": 1, "decks": [deck, deck] } }).to_string());
    assert!(response["request"].is_object(), "{response}");
}

/// Lines that are no commands, or commands that cannot be carried out before a match has begun, with the kind
/// of the error.
const NOT_UNDERSTOOD: &[(&str, &str)] = &[
    ("nonsense", "malformed"),
    ("{}", "malformed"),
    ("[]", "malformed"),
    ("7", "malformed"),
    ("null", "malformed"),
    ("\"quit\"", "malformed"),
    ("{\"quit\":{}", "malformed"),
    ("{\"dance\":{}}", "malformed"),
    ("{\"quit\":{},\"close\":{}}", "malformed"),
    ("{\"request\":{\"more\":1}}", "malformed"),
    ("{\"log\":\"a\",\"request\":{}}", "malformed"),
    ("{\"request\":{}}", "no-match"),
    ("{\"answer\":{\"seat\":0,\"choice\":{\"pick\":[]}}}", "no-match"),
    ("{\"view\":\"judge\"}", "no-match"),
    ("{\"resume\":\"/no/such/log\"}", "log"),
    ("{\"setup\":{\"game\":\"chess\"}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\"}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"decks\":[\"no.deck\",\"no.deck\"]}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"decks\":[7]}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"decks\":[{\"cards\":[[-1,\"Forest\"]]}]}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":1.5}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":\"dice\"}}", "setup"),
    (
        "{\"setup\":{\"game\":\"magic\",\"position\":{\"turn\":{\"step\":\"teatime\"},\"players\":[{},{}]}}}",
        "setup",
    ),
    ("{\"setup\":{\"game\":\"magic\"},\"durability\":0}", "malformed"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":1,\"revision\":0}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":1,\"revision\":4000000000}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":1,\"revision\":-1}}", "malformed"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":1,\"pins\":{\"Forest\":\"7\"}}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"pins\":{\"Forest\":\"00000000000000000000000000000000\"}}}", "setup"),
    ("{\"setup\":{\"game\":\"magic\",\"seed\":1,\"revision\":1},\"log\":\"no.duelog\"}", "setup"),
];

/// Answers of `seat` that cannot be taken, with the refusal.
fn refused(seat: u64) -> Vec<(Value, &'static str)> {
    let other = 1 - seat;
    vec![
        (json!({ "answer": { "seat": other, "choice": { "pick": [{ "seat": 0 }] } } }), "wrong-seat"),
        (json!({ "answer": { "seat": 255, "choice": { "pick": [{ "seat": 0 }] } } }), "wrong-seat"),
        (json!({ "answer": { "seat": seat, "choice": { "number": 1 } } }), "wrong-shape"),
        (
            json!({ "answer": { "seat": seat, "choice": { "pick": [{ "object": u32::MAX }] } } }),
            "not-offered",
        ),
        (json!({ "answer": { "seat": seat, "choice": { "pick": [] } } }), "out-of-range"),
        (
            json!({ "answer": { "seat": seat, "choice": { "pick": [{ "seat": 0 }, { "seat": 1 }] } } }),
            "out-of-range",
        ),
        (
            json!({ "answer": { "seat": seat, "choice": { "pick": [{ "seat": 0 }, { "seat": 0 }] } } }),
            "not-canonical",
        ),
    ]
}

#[test]
fn a_line_that_is_not_understood_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let mut talk = Talk::start(&["engine"]);
    for (line, kind) in NOT_UNDERSTOOD {
        let response = talk.ask(line);
        assert_eq!(response["error"]["kind"], *kind, "{line}: {response}");
        assert!(response["error"]["message"].is_string());
    }
    let deep = "[".repeat(100_000);
    assert_eq!(talk.ask(&deep)["error"]["kind"], "malformed");
    assert_eq!(talk.ask("x".repeat(5 << 20))["error"]["kind"], "too-long");
    talk.say(b"{\"quit\":\xff}");
    assert_eq!(talk.hear()["error"]["kind"], "malformed");

    let first = talk.ask(logged(3, &log));
    assert_eq!(talk.ask(logged(3, &log))["error"]["kind"], "running");
    let seat = first["request"]["seat"].as_u64().unwrap();
    for (line, refusal) in refused(seat) {
        let response = talk.ask(line.to_string());
        assert_eq!(response["refused"]["refusal"], refusal, "{line}: {response}");
        assert_eq!(response["decision"], 0);
    }
    for (line, kind) in [
        ("{\"view\":{\"seat\":2}}", "seat"),
        ("{\"view\":\"me\"}", "malformed"),
        ("{\"history\":{\"viewer\":{\"seat\":9}}}", "seat"),
        ("{\"rewind\":{\"to\":0}}", "rewind"),
        ("{\"annotate\":{\"topic\":\"gossip\"}}", "malformed"),
        ("{\"annotate\":{\"topic\":\"note\",\"seat\":2}}", "seat"),
    ] {
        assert_eq!(talk.ask(line)["error"]["kind"], kind, "{line}");
    }
    assert_eq!(talk.ask(r#"{"request":{},"id":[1,"a"]}"#)["id"], json!([1, "a"]));
    assert_eq!(talk.ask(r#"{"request":{"a":1},"id":9}"#)["id"], 9);
    let mut again = talk.ask(r#"{"request":{}}"#);
    again["id"].take();
    assert_eq!(again["request"], first["request"]);
    let closed = talk.ask(r#"{"quit":{}}"#);
    assert_eq!(closed["closed"]["verdict"], "incomplete");
    assert_eq!(talk.end(), (String::new(), 0));
    assert_eq!(verdict(&log).decisions, 0);
}

#[test]
fn bent_lines_never_end_the_engine() {
    let mut talk = Talk::start(&["engine"]);
    let first = talk.ask(setup(2).to_string());
    play(&mut talk, first, 60, &mut |_, _| {});
    let lines = [
        r#"{"answer":{"seat":0,"choice":{"pick":[{"act":[0,17]},{"ability":[4,0]},"pass"]}},"id":3}"#,
        r#"{"answer":{"seat":1,"choice":{"split":[[{"object":17},3],[{"seat":1},1]]}}}"#,
        r#"{"answer":{"seat":1,"choice":{"name":"Giant Growth"}}}"#,
        r#"{"answer":{"seat":0,"choice":{"number":4294967295}}}"#,
        r#"{"history":{"viewer":{"seat":0},"from":0,"to":10,"all":true}}"#,
        r#"{"view":{"seat":1}}"#,
        r#"{"annotate":{"topic":"note","seat":0,"time_ms":12,"text":"so"}}"#,
        r#"{"setup":{"game":"magic","position":{"turn":{"step":"upkeep"},"players":[{"facts":{"life":3},"zones":{"hand":["Forest"]}},{}]}}}"#,
    ];
    let mut dice = Dice(99);
    for round in 0..4_000 {
        let mut line = lines[dice.below(lines.len())].as_bytes().to_vec();
        for _ in 0..=dice.below(3) {
            if line.is_empty() {
                break;
            }
            let place = dice.below(line.len());
            match dice.below(4) {
                0 => line[place] ^= 1 << dice.below(8),
                1 => drop(line.remove(place)),
                2 => line.insert(place, b"{}[]\",:0919-e.\\ \xff"[dice.below(17)]),
                _ => line.truncate(place.max(1)),
            }
        }
        line.retain(|byte| *byte != b'\n');
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        talk.say(&line);
        let response = talk.hear();
        assert!(response.is_object(), "{round}: {response}");
        assert_ne!(response["error"]["kind"], "internal", "{}", String::from_utf8_lossy(&line));
    }
    assert!(talk.ask(r#"{"view":"public"}"#)["view"]["turn"].is_array());
    assert_eq!(talk.end().1, 0);
}

#[test]
fn a_killed_engine_has_logged_every_answer() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let mut talk = Talk::start(&["engine"]);
    let first = talk.ask(logged(8, &log));
    let before = play(&mut talk, first, 120, &mut |_, _| {});
    let judge = talk.ask(r#"{"view":"judge"}"#);
    talk.kill();
    assert_eq!(verdict(&log).decisions, 120);

    let mut talk = Talk::start(&["engine"]);
    let after = talk.ask(json!({ "resume": log }).to_string());
    assert_eq!(after, before);
    assert_eq!(talk.ask(r#"{"view":"judge"}"#), judge);
    // A back-up is written, not erased.
    let back = talk.ask(r#"{"rewind":{"to":100}}"#);
    assert_eq!(back["decision"], 100);
    assert_eq!(
        talk.ask(r#"{"annotate":{"topic":"penalty","seat":1,"text":"slow play"}}"#),
        json!({ "annotated": {} })
    );
    play(&mut talk, back, 30, &mut |_, _| {});
    assert_eq!(talk.end().1, 0);
    let report = verdict(&log);
    assert_eq!((report.verdict, report.decisions), (Verdict::Incomplete, 150), "{report:?}");

    let mut bytes = fs::read(&log).unwrap();
    bytes.pop();
    fs::write(&log, &bytes).unwrap();
    let mut talk = Talk::start(&["engine"]);
    let after = talk.ask(json!({ "resume": log }).to_string());
    assert!(after["torn"].as_str().unwrap().starts_with(arg(&log)), "{after}");
    assert_eq!(talk.ask(r#"{"close":{}}"#)["closed"]["log"], arg(&log));
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&log, &bytes).unwrap();
    let verdict = talk.ask(json!({ "resume": log }).to_string());
    assert!(["corrupt", "tampered"].contains(&verdict["finding"]["verdict"].as_str().unwrap()), "{verdict}");
}

#[test]
fn positions_lists_and_labels_are_set_up() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let mut talk = Talk::start(&["engine"]);
    let position = json!({
        "turn": { "step": "precombat main" },
        "players": [
            { "facts": { "life": 3, "mana": "{R}" }, "zones": { "hand": ["Lightning Bolt"], "library": ["Forest"] } },
            { "facts": { "life": "3" }, "zones": { "battlefield": [{ "card": "Serra Angel", "facts": { "tapped": true } }], "library": ["Plains"] } },
        ],
    });
    let line = json!({ "setup": { "game": "magic", "position": position, "labels": { "table": "12" }, "texts": true, "seed": "ab".repeat(32) }, "log": log, "durability": "none" });
    let response = talk.ask(line.to_string());
    let cast = response["request"]["options"]
        .as_array()
        .unwrap()
        .iter()
        .find(|option| option["text"] == "cast Lightning Bolt")
        .unwrap();
    let next = talk.ask(json!({ "answer": { "seat": 0, "choice": { "pick": [cast["item"]] } } }).to_string());
    assert_eq!(next["request"]["prompt"], "choose-targets");
    assert_eq!(talk.end().1, 0);
    let bytes = fs::read(&log).unwrap();
    let reader = duelog_log_format::Reader::open(&bytes).unwrap();
    assert_eq!(reader.header().labels["table"], "12");
    assert!(!reader.header().texts.is_empty());
    assert_eq!(reader.header().seed.0, [0xab; 32]);

    let mut talk = Talk::start(&["engine"]);
    let list = json!({ "name": "Bolts", "cards": [[4, "Lightning Bolt"], [56, "Mountain"]] });
    let response =
        talk.ask(json!({ "setup": { "game": "magic", "fair": false, "decks": [list, FLYERS] } }).to_string());
    assert_eq!(response["decision"], 0, "{response}");
    let short = json!({ "cards": [[4, "Lightning Bolt"], [6, "Mountain"]] });
    let wrong = json!({ "setup": { "game": "magic", "decks": [short, FLYERS] } });
    talk.ask(r#"{"close":{}}"#);
    let response = talk.ask(wrong.to_string());
    assert!(response["error"]["message"].as_str().unwrap().contains("100.2a"), "{response}");
}

#[test]
fn wrong_use_is_told() {
    duelog(["engine", "--dance"]).ends(2);
    let mut talk = Talk::start(&["engine", "--cards", "no/such/folder"]);
    assert_eq!(talk.ask(setup(1).to_string())["error"]["kind"], "setup");
    assert!(duelog(["engine", "--help"]).ends(0).out.contains("ENGINE.md"));
}

/// The fields that a section of the protocol's page lists.
fn documented(page: &str, part: &str, section: &str) -> BTreeSet<String> {
    let part = page.split("\n## ").find(|text| text.starts_with(part)).unwrap();
    let section = part.split("\n### ").find(|text| text.starts_with(&format!("`{section}`"))).unwrap();
    section
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split('`').next())
        .map(str::to_string)
        .collect()
}

fn fields(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_page_lists_the_fields_that_responses_have() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let page = fs::read_to_string(root().join("cli/ENGINE.md")).unwrap();
    let mut talk = Talk::start(&["engine"]);
    let first = talk.ask(logged(4, &log));
    assert_eq!(fields(&first["request"]), documented(&page, "Responses", "request"));
    let refused = talk.ask(
        json!({ "answer": { "seat": first["request"]["seat"], "choice": { "number": 1 } } }).to_string(),
    );
    assert!(fields(&refused["refused"]).is_superset(&documented(&page, "Responses", "refused")), "{refused}");
    assert_eq!(fields(&talk.ask("x")["error"]), documented(&page, "Responses", "error"));
    assert_eq!(fields(&talk.ask(r#"{"close":{}}"#)["closed"]), documented(&page, "Responses", "closed"));
    let ended = talk.ask(
        json!({ "setup": { "game": "magic", "position": { "players": [{ "facts": { "life": 0 } }, {}] } } })
            .to_string(),
    );
    assert_eq!(fields(&ended["outcome"]), documented(&page, "Responses", "outcome"), "{ended}");
    // Each field that a command is said to have is understood; what is unknown is named in the error.
    for command in ["setup", "answer", "history", "rewind", "annotate"] {
        for field in documented(&page, "Commands", command) {
            let response = talk.ask(json!({ command: { &field: null } }).to_string());
            let message = response["error"]["message"].as_str().unwrap_or_default();
            assert!(!message.contains("unknown field"), "{command}.{field}: {message}");
        }
    }
}
