//! Moments, names and filters: what `history`, `show`, `explain` and `fork` take beside numbers; `duelog info`.

use std::path::Path;

use serde_json::Value;

use crate::running::{arg, duelog};
use crate::talking::{decisions, illegal, recorded};

fn json(words: &[&str]) -> Vec<Value> {
    duelog(words.iter().copied().chain(["--format", "json"])).ends(0).json()
}

fn shown(log: &Path, moment: &str) -> Value {
    json(&["show", arg(log), "--at", moment]).remove(0)
}

/// A log and the first decision at which a turn of it is in a step.
fn a_log() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 41);
    (folder, log)
}

#[test]
fn the_same_moment_is_meant_everywhere() {
    let (folder, log) = a_log();
    let there = shown(&log, "t5.combat");
    assert_eq!(there["moment"], "t5.combat.begin");
    let decision = there["decision"].as_u64().unwrap();
    let before = shown(&log, &(decision - 1).to_string());
    assert_ne!(before["moment"], there["moment"], "it is the first decision there");

    let explained = json(&["explain", arg(&log), "--at", "t5.combat"]).remove(0);
    assert_eq!(explained["decision"], decision + 1, "what is asked on that table");

    let forked = folder.path().join("forked.duelog");
    let fork = json(&["fork", arg(&log), "--at", "t5.combat", "--out", arg(&forked)]).remove(0);
    assert_eq!(fork["at"], decision);

    let told = json(&["history", arg(&log), "--from", "t5.combat", "--to", "t5.main2"]);
    let steps: Vec<&str> = told.iter().filter_map(|line| line["step"].as_str()).collect();
    assert_eq!(steps.first(), Some(&"combat.begin"));
    assert!(steps.iter().all(|step| step.starts_with("combat.")), "{steps:?}");

    assert_eq!(shown(&log, "start")["decision"], 0);
    assert_eq!(shown(&log, "end")["decision"], u64::from(decisions(&log)));
    assert_eq!(shown(&log, "t5")["moment"].as_str().unwrap().split('.').next(), Some("t5"));
}

#[test]
fn what_was_said_is_found() {
    let (_folder, log) = a_log();
    let all = json(&["history", arg(&log)]);
    let casts = |line: &&Value| line["text"].as_str().is_some_and(|text| text.contains("has cast"));
    let (first, last) = (all.iter().find(casts).unwrap(), all.iter().rfind(casts).unwrap());
    assert_eq!(shown(&log, "first(has cast)")["decision"], first["decision"]);
    assert_eq!(shown(&log, "last(\"has cast\")")["decision"], last["decision"]);
    let turn = first["turn"].as_u64().unwrap();
    assert_eq!(
        shown(&log, &format!("t{turn}.first(cast)"))["turn"],
        shown(&log, &first["decision"].to_string())["turn"]
    );
}

#[test]
fn moments_that_there_are_not() {
    let (_folder, log) = a_log();
    let fails = |moment: &str, why: &[&str]| {
        duelog(["show", arg(&log), "--at", moment]).fails(2, why);
    };
    fails("turn5x", &["it is not a moment; one is: a number of decisions (57)"]);
    fails("t999", &["there is no turn 999: the last one is turn ", "name one of t1 to t"]);
    fails("t5.bloks", &["\"bloks\" is not a step of a turn: did you mean \"blocks\"?", "combat.attacks"]);
    fails("t5.upkeep.2", &["turn 5 has no upkeep more than 1 times"]);
    fails("t5.first(dances)", &["nothing is told in turn 5 with \"dances\""]);
    fails("disputed", &["no decision of this log is disputed"]);
    fails("99999999999", &["it is too large"]);
}

#[test]
fn the_disputed_decision_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 42);
    let bad = folder.path().join("bad.duelog");
    illegal(&log, &bad, 60);
    let at = duelog(["verify", arg(&bad), "--format", "json"]).ends(1).json().remove(0)["at"].clone();
    let explained =
        duelog(["explain", arg(&bad), "--at", "disputed", "--format", "json"]).ends(1).json().remove(0);
    assert_eq!(explained["decision"], at);
}

#[test]
fn filters_keep_what_is_asked_for() {
    let (_folder, log) = a_log();
    let all = json(&["history", arg(&log)]);
    let events = |lines: &[Value]| lines.iter().filter(|line| line["kind"] == "event").count();
    let with = |more: &[&str]| json(&[&["history", arg(&log)], more].concat());

    let turn = with(&["--turn", "3"]);
    assert!(!turn.is_empty() && turn.iter().all(|line| line["kind"] == "answer" || line["turn"] == 3));
    let rule = with(&["--rule", "508"]);
    assert!(rule.iter().all(|line| line["rule"].as_str().unwrap().starts_with("508")));
    assert!(with(&["--rule", "50"]).is_empty(), "508 is not below 50");
    let kind = with(&["--kind", "damaged"]);
    assert!(!kind.is_empty() && kind.iter().all(|line| line["event_kind"] == "damaged"));
    let card = with(&["--card", "plains"]);
    assert!(
        !card.is_empty()
            && card.iter().all(|line| line["text"].as_str().unwrap().to_lowercase().contains("plains"))
    );
    let player = with(&["--player", "1", "--grep", "draws"]);
    assert!(!player.is_empty() && events(&player) < events(&all));
    assert!(player.iter().all(|line| line["text"].as_str().unwrap().contains("seat 1")));
    duelog(["history", arg(&log), "--player", "Zoe"])
        .fails(2, &["nobody is called \"Zoe\"", "seat 0, seat 1"]);
    let nothing = duelog(["history", arg(&log), "--grep", "no such words"]).ends(0);
    assert!(nothing.out.is_empty() && nothing.err.contains("Nothing of this happened"), "{nothing:?}");
    for (flag, typed, meant) in [
        ("--kind", "step-begun", "Did you mean --kind \"step-began\"?"),
        ("--card", "Serra Angle", "Did you mean --card \"Serra Angel\"?"),
    ] {
        let ran = duelog(["history", arg(&log), flag, typed]).ends(0);
        assert!(ran.out.is_empty() && ran.err.contains(meant), "{ran:?}");
    }
}

#[test]
fn the_game_is_told_by_turns() {
    let (_folder, log) = a_log();
    let story = duelog(["history", arg(&log)]).ends(0).out;
    let whole = duelog(["history", arg(&log), "--all"]).ends(0).out;
    assert!(story.lines().count() * 3 < whole.lines().count());
    assert!(!story.contains(": pass") && whole.contains(": pass"));
    let turns = story.lines().filter(|line| line.starts_with("Turn ")).count();
    let told = json(&["info", arg(&log)]).remove(0);
    assert_eq!(turns, told["turns"].as_array().unwrap().len());
    assert!(story.contains("(seat 0: 20 life, seat 1: 20 life)"), "{story}");
}

#[test]
fn players_have_names() {
    let (_folder, log) = a_log();
    let text = duelog(["history", arg(&log), "--turn", "3", "--names", "Ann,Bob"]).ends(0).out;
    assert!(text.contains("Ann") && text.contains("Bob") && !text.contains("seat "), "{text}");
    let own = json(&["history", arg(&log), "--player", "bob", "--names", "Ann,Bob"]);
    assert_eq!(own, json(&["history", arg(&log), "--player", "1"]));
    duelog(["show", arg(&log), "--names", "Ann,Bob,Cid"]).fails(2, &["3 names for 2 players"]);
}

#[test]
fn a_log_is_summed_up() {
    let (folder, log) = a_log();
    let told = json(&["info", arg(&log)]).remove(0);
    assert_eq!((&told["game"], &told["verdict"]["verdict"]), (&"magic".into(), &"verified".into()));
    assert_eq!(told["decisions"], u64::from(decisions(&log)));
    assert_eq!(told["turns"][0]["scores"], serde_json::json!([20, 20]));
    assert_eq!(told["first"], told["turns"][0]["active"]);
    assert!(told["outcome"]["winners"].is_array());
    let text = duelog(["info", arg(&log), "--names", "Ann,Bob"]).ends(0).out;
    for part in
        ["verified", "seat 0, Ann: ", "(60 cards)", "label      bot: greedy", "turn 1 ", " life 20 to 20"]
    {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }

    let bad = folder.path().join("bad.duelog");
    illegal(&log, &bad, 60);
    let text = duelog(["info", arg(&bad)]).ends(1).out;
    assert!(
        text.contains("illegal") && text.contains("what") && text.contains("good up to decision 59"),
        "{text}"
    );
    std::fs::write(folder.path().join("no.duelog"), b"no log").unwrap();
    assert!(duelog(["info", arg(&folder.path().join("no.duelog"))]).ends(1).err.contains("unreadable"));
    duelog(["info", "nowhere.duelog"]).ends(3);
    duelog(["info"]).ends(2);
}
