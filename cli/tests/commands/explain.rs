//! `duelog explain`, and the page that lists the fields of all JSON.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use duelog_log_format::{Annotation, Record, Rewind, Topic};
use serde_json::Value;

use crate::running::{arg, duelog, root};
use crate::talking::{decisions, diverging, illegal, recorded, rewritten};

fn explained(log: &Path, at: u32, more: &[&str]) -> Value {
    duelog(["explain", arg(log), "--at", &at.to_string(), "--format", "json"].iter().chain(more))
        .ends(0)
        .json()
        .remove(0)
}

/// The first decision at which this is asked.
fn asking(log: &Path, prompt: &str) -> u32 {
    (1..decisions(log)).find(|at| explained(log, *at, &[])["prompt"] == prompt).unwrap()
}

/// The second game of a match of several.
const SECOND_GAME: &str = "fixtures/vectors/matches/2.duelog";

#[test]
fn question_answer_and_what_followed_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 41);
    let history = duelog(["history", arg(&log), "--format", "json"]).ends(0).json();
    for at in [1, 2, 15, 60, decisions(&log)] {
        let value = explained(&log, at, &[]);
        assert_eq!(value["decision"], at);
        assert!(
            value["question"].is_string() && value["rule"].is_string() && value["ask"].is_object(),
            "{value}"
        );
        for option in value["options"].as_array().unwrap() {
            assert!(
                option["text"].is_string() && option["rule"] == value["rule"] && option["words"].is_string(),
                "{option}"
            );
        }
        let answer = history.iter().find(|line| line["kind"] == "answer" && line["decision"] == at).unwrap();
        assert_eq!(
            (&value["answer"]["choice"], &value["answer"]["text"]),
            (&answer["choice"], &answer["text"])
        );
        let events: Vec<&Value> = history
            .iter()
            .filter(|line| line["kind"] == "event" && line["decision"] == at)
            .map(|line| &line["text"])
            .collect();
        let followed: Vec<&Value> =
            value["followed"].as_array().unwrap().iter().map(|event| &event["text"]).collect();
        assert_eq!(followed, events);
        assert_eq!(value.get("outcome").is_some(), at == decisions(&log));
    }
    let text = duelog(["explain", arg(&log), "--at", "2"]).ends(0).out;
    for part in [
        "Decision 2\n",
        "Take a mulligan?",
        "1) keep the hand",
        "answered: keep the hand",
        "What followed:",
        "(103.4)",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn why_something_else_was_not_legal() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 42);
    let at = asking(&log, "priority");
    let value = explained(&log, at, &[]);
    // Everything that was offered is legal, by the words that are told for it.
    for option in value["options"].as_array().unwrap() {
        let why = &explained(&log, at, &["--why", option["words"].as_str().unwrap()])["why"];
        assert_eq!(why["legal"], true, "{why}");
    }
    for (item, rule) in [("cast:0", "601.2a"), ("ability:0.0", "602.2"), ("#0", "116.1"), ("mode:7", "116.1")]
    {
        let why = &explained(&log, at, &["--why", item])["why"];
        assert_eq!((&why["legal"], &why["rule"]), (&Value::from(false), &Value::from(rule)), "{item}: {why}");
        let text = duelog(["explain", arg(&log), "--at", &at.to_string(), "--why", item]).ends(0).out;
        assert!(text.contains(&format!("Not legal: {}", why["message"].as_str().unwrap())), "{text}");
    }
    let at = at.to_string();
    duelog(["explain", arg(&log), "--at", &at, "--why", "dance"])
        .fails(2, &["\"dance\" is not understood", "ability:ID.PLACE"]);
}

/// What people say is said back before it is legal or not; what is not understood is no ruling.
#[test]
fn what_people_say_is_understood_or_no_ruling() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 42);
    let at = asking(&log, "attackers");
    let value = explained(&log, at, &[]);
    let text = value["options"][0]["text"].as_str().unwrap();
    let name = text.split(" #").next().unwrap();
    let why = &explained(&log, at, &["--why", &format!("attack with {name}")])["why"];
    assert_eq!(why["legal"], true, "{why}");
    assert!(why["understood"].as_str().unwrap().starts_with(&format!("attack with {name} #")), "{why}");
    let at = at.to_string();
    let said = |words: &str| duelog(["explain", arg(&log), "--at", &at, "--why", words]);
    let text = said(&format!("attack with {name}")).ends(0).out;
    assert!(text.contains("Understood: attack with ") && text.contains("\nLegal: "), "{text}");
    for (words, part) in [
        ("attack with Black Lotus", "no card \"Black Lotus\" is in sight"),
        ("attack someone", "who attacks?"),
        ("dance with wolves", "not something that a player does"),
    ] {
        let ran = said(words).ends(2);
        assert!(ran.err.contains("is not understood"), "{ran:?}");
        assert!(!ran.out.contains("egal"), "{words} is not a ruling: {ran:?}");
        let words_of = ran.err.split_whitespace().filter(|word| *word != "│");
        let flat = words_of.collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{words}: {flat}");
    }
}

#[test]
fn how_an_object_came_to_be_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 43);
    let total = decisions(&log);
    let end = duelog(["show", arg(&log), "--at", &(total - 1).to_string(), "--format", "json"])
        .ends(0)
        .json()
        .remove(0);
    let battlefield =
        end["zones"].as_array().unwrap().iter().find(|zone| zone["name"] == "battlefield").unwrap();
    let card = &battlefield["cards"][0];
    let id = card["id"].to_string();
    let value = explained(&log, total, &["--object", &id]);
    assert_eq!((&value["object"]["id"], &value["object"]["name"]), (&card["id"], &card["name"]));
    let step = &value["object"]["steps"][0];
    assert!(
        step["layer"].is_string()
            && step["source"].is_string()
            && step["change"].is_string()
            && step["rule"].is_string(),
        "{step}"
    );
    let text = duelog(["explain", arg(&log), "--at", &total.to_string(), "--object", &id]).ends(0).out;
    let name = card["name"].as_str().unwrap();
    // All that its card says comes first, then how its values came about.
    let said = value["object"]["card_words"].as_array().unwrap();
    assert!(said.len() > 1 && said[0].as_str().unwrap().starts_with(name), "{said:?}");
    let lines: String = said.iter().map(|line| format!("  | {}\n", line.as_str().unwrap())).collect();
    assert!(text.contains(&format!("{name} #{id}:\n{lines}  printed (")), "{text}");
    duelog(["explain", arg(&log), "--at", "9", "--object", "99999"])
        .fails(2, &["no object #99999", "duelog show LOG --at 8"]);
}

/// What a viewer may not know stands nowhere in what `explain` says to that viewer.
#[test]
fn each_viewer_is_told_what_that_viewer_may_know() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 46);
    let at = asking(&log, "priority");
    let open = explained(&log, at, &[]);
    let asked = open["seat"].as_u64().unwrap();
    let (own, other) = (asked.to_string(), (1 - asked).to_string());
    let of_its_seat = explained(&log, at, &["--seat", &own]);
    assert_eq!((&of_its_seat["options"], &of_its_seat["answer"]), (&open["options"], &open["answer"]));
    let shown = duelog(["show", arg(&log), "--at", &(at - 1).to_string(), "--format", "json"]);
    let table = shown.ends(0).json().remove(0);
    let hand = |seat: u64| {
        let zones = table["zones"].as_array().unwrap();
        zones.iter().find(|zone| zone["name"] == "hand" && zone["seat"] == seat).unwrap()["cards"].clone()
    };
    for viewer in [vec!["--seat", &other], vec!["--public"]] {
        let closed = explained(&log, at, &viewer);
        assert_eq!(closed["seat"], asked, "{closed}");
        assert!(closed.get("question").is_none() && closed["options"].as_array().unwrap().is_empty());
        let at = at.to_string();
        let asks = |more: [&str; 2]| {
            duelog(["explain", arg(&log), "--at", &at].into_iter().chain(viewer.iter().copied()).chain(more))
        };
        for card in hand(asked).as_array().unwrap() {
            asks(["--object", &card["id"].to_string()]).fails(2, &["that may be known"]);
        }
        asks(["--why", "pass"]).fails(2, &["is hidden"]);
    }
    let text = duelog(["explain", arg(&log), "--at", "2", "--public"]).ends(0).out;
    assert!(text.contains(" is asked something.\n"), "{text}");
}

/// A value is told with what it came to and with who controls what changes it.
#[test]
fn an_explained_object_is_told_as_it_is_now() {
    let log = root().join("fixtures/golden/magic");
    let mut controlled = 0;
    for number in 1.. {
        if controlled > 0 {
            break;
        }
        let log = log.join(format!("magic-{number}.duelog"));
        let at = decisions(&log).to_string();
        let shown = duelog(["show", arg(&log), "--at", &at, "--format", "json"]).ends(0).json().remove(0);
        let zones = shown["zones"].as_array().unwrap();
        let table = zones.iter().find(|zone| zone["name"] == "battlefield").unwrap();
        for card in table["cards"].as_array().unwrap().iter().take(8) {
            let object =
                &explained(&log, at.parse().unwrap(), &["--object", &card["id"].to_string()])["object"];
            assert!(object["now"].is_string(), "{object}");
            let steps = object["steps"].as_array().unwrap();
            controlled += steps.iter().filter(|step| step["controller"].is_u64()).count();
        }
    }
}

#[test]
fn what_is_asked_at_the_end_of_an_unfinished_log_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 44);
    let part = folder.path().join("part.duelog");
    rewritten(&log, &part, |number, record| match record {
        Record::Decision(_) if number <= 40 => vec![record],
        _ => Vec::new(),
    });
    let value = explained(&part, 41, &[]);
    assert_eq!(value["options"], explained(&log, 41, &[])["options"]);
    assert!(value.get("answer").is_none() && value["followed"] == Value::from(Vec::<Value>::new()));
    assert_eq!(explained(&part, 40, &[]), explained(&log, 40, &[]));
    duelog(["explain", arg(&part), "--at", "42"]).fails(2, &["decisions 1 to 41"]);
    let over = decisions(&log) + 1;
    duelog(["explain", arg(&log), "--at", &over.to_string()])
        .fails(2, &[&format!("no decision {over}"), &format!("1 to {}", over - 1)]);
    duelog(["explain", arg(&log), "--at", "0"]).fails(2, &["no decision 0"]);
}

#[test]
fn a_decision_that_does_not_verify_is_explained_with_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 45);
    let bad = folder.path().join("bad.duelog");
    illegal(&log, &bad, 33);
    let value = duelog(["explain", arg(&bad), "--at", "33", "--format", "json"]).ends(1).json().remove(0);
    assert_eq!(
        (&value["finding"]["verdict"], &value["finding"]["at"]),
        (&Value::from("illegal"), &Value::from(33))
    );
    assert_eq!(value["answer"]["choice"]["number"], 77);
    assert_eq!(value["options"], explained(&log, 33, &[])["options"]);
    diverging(&log, &bad, 33);
    let value = duelog(["explain", arg(&bad), "--at", "33", "--format", "json"]).ends(1).json().remove(0);
    assert_eq!(value["finding"]["verdict"], "diverged");
    assert_eq!(value["followed"], explained(&log, 33, &[])["followed"]);
    // Beyond the fault, what is asked where the log stops is all that can be explained.
    let ran = duelog(["explain", arg(&bad), "--at", "90"]).ends(1);
    assert!(
        ran.out.starts_with("Decision 33\n")
            && ran.out.contains(" answered: ")
            && ran.err.contains("diverged: "),
        "{ran:?}"
    );
    let bytes = fs::read(&log).unwrap();
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    assert!(
        duelog(["explain", arg(&bad), "--at", &decisions(&log).to_string()]).ends(1).err.contains("torn: ")
    );
    assert!(duelog(["explain", "Cargo.toml"]).ends(1).err.contains("unreadable: "));
    duelog(["explain", "no/such/log"]).fails(3, &["no/such/log"]);
    duelog(["explain", arg(&log), "--object", "angel"]).ends(2);
}

/// The fields that a section of the page lists.
fn documented(page: &str, section: &str) -> BTreeSet<String> {
    let section = page.split("\n## ").find(|text| text.starts_with(&format!("`{section}`"))).unwrap();
    section
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split('`').next())
        .map(str::to_string)
        .collect()
}

fn fields(values: &[Value]) -> BTreeSet<String> {
    values.iter().flat_map(|value| value.as_object().unwrap().keys().cloned()).collect()
}

/// A match of three, two of whom leave it.
const SEVERAL: &str = "fixtures/golden/magic/magic-9041.duelog";

/// The answer of a command that has one.
fn asked(args: &[&str]) -> Vec<Value> {
    let ran = duelog(args.iter().chain(&["--format", "json"]));
    assert!(ran.code < 2, "{ran:?}");
    ran.json()
}

#[test]
fn the_page_lists_the_fields_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 46);
    let [bad, told] = ["bad.duelog", "told.duelog"].map(|name| folder.path().join(name));
    let page = fs::read_to_string(root().join("cli/JSON.md")).unwrap();
    diverging(&log, &bad, 20);
    let timed = crate::clocks::timed(folder.path());
    let shown = [
        asked(&["show", arg(&log), "--at", "5"]),
        asked(&["show", arg(&log)]),
        asked(&["show", arg(&bad)]),
        asked(&["show", arg(&timed)]),
    ]
    .concat();
    assert_eq!(fields(&shown), documented(&page, "show"));

    rewritten(&log, &told, |number, record| match record {
        Record::Decision(_) if number == 9 => {
            let note = Annotation {
                topic: Topic::Clock,
                seat: Some(duelog_kernel::Seat(0)),
                time_ms: Some(1),
                text: String::new(),
            };
            vec![record, Record::Rewind(Rewind { to: 3 }), Record::Annotation(note)]
        }
        record if number <= 9 => vec![record],
        _ => Vec::new(),
    });
    let happened = [
        asked(&["history", arg(&told)]),
        asked(&["history", arg(&told), "--card", "#0"]),
        asked(&["history", SEVERAL]),
    ]
    .concat();
    assert_eq!(fields(&happened), documented(&page, "history"));
    let summed = [
        asked(&["info", arg(&log)]),
        asked(&["info", arg(&told)]),
        asked(&["info", SECOND_GAME]),
        asked(&["info", arg(&timed)]),
    ]
    .concat();
    assert_eq!(fields(&summed), documented(&page, "info"));

    let total = decisions(&log).to_string();
    let object = shown[0]["zones"]
        .as_array()
        .unwrap()
        .iter()
        .find_map(|zone| zone["cards"][0]["id"].as_u64())
        .unwrap()
        .to_string();
    let explained = [
        asked(&["explain", arg(&log), "--at", "6", "--why", "#0", "--object", &object]),
        asked(&["explain", arg(&log), "--at", &total]),
        asked(&["explain", arg(&bad), "--at", "20"]),
    ]
    .concat();
    assert_eq!(fields(&explained), documented(&page, "explain"));

    let mut findings = vec![shown[2]["finding"].clone()];
    illegal(&log, &bad, 20);
    findings.push(asked(&["show", arg(&bad)])[0]["finding"].clone());
    let bytes = fs::read(&log).unwrap();
    fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    findings.push(asked(&["show", arg(&bad)])[0]["finding"].clone());
    let known = documented(&page, "finding");
    assert!(fields(&findings).is_subset(&known), "{:?}", fields(&findings));
    for field in
        ["verdict", "decisions", "at", "rule", "expected", "found", "message", "remedy", "offset", "record"]
    {
        assert!(fields(&findings).contains(field), "{field}");
    }
}
