//! How much work a log may make: counted in steps, the same for every command, and never more than a moment
//! beyond a limit of time.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::running::{arg, duelog, timed};
use crate::talking::{Talk, recorded};

/// A log with so many Captains of the Watch on each side, each of which makes all the others stronger: its
/// seventh decision takes long, and it is taken back and made again so often.
pub fn heavy(folder: &Path, captains: u32, times: u32) -> PathBuf {
    let log = folder.join(format!("heavy-{captains}-{times}.duelog"));
    let mut talk = Talk::start(&["engine", "--budget", "0"]);
    let side = json!({ "zones": { "library": vec!["Mountain"; 60], "battlefield": vec!["Captain of the Watch"; captains as usize] } });
    let position = json!({ "turn": { "step": "precombat main" }, "players": [side, side] });
    let setup = json!({ "game": "magic", "seed": 1, "position": position });
    let begun = talk.ask(json!({ "setup": setup, "log": arg(&log), "durability": "none" }).to_string());
    assert!(begun["request"].is_object(), "{begun}");
    let pass = |seat: u8| json!({ "seat": seat, "choice": { "pick": ["pass"] } });
    let all: Vec<_> = (0..captains).map(|id| json!({ "pair-seat": [id, 1] })).collect();
    let attack = json!({ "seat": 0, "choice": { "pick": all } });
    let answers = [pass(0), pass(1), pass(0), pass(1), attack, pass(0), pass(1)];
    let told = talk.ask(json!({ "replay": { "answers": answers } }).to_string());
    assert_eq!(told["replayed"]["taken"], 7, "{told}");
    for _ in 0..times {
        talk.ask(r#"{"rewind":{"to":6}}"#);
        let told = talk.ask(json!({ "replay": { "answers": [pass(1)] } }).to_string());
        assert_eq!(told["replayed"]["taken"], 1, "{told}");
    }
    talk.ask(r#"{"quit":{}}"#);
    log
}

/// Every command that replays a log, each with what it needs.
fn replaying(log: &Path, out: &Path) -> Vec<Vec<String>> {
    let (log, new) = (arg(log), |name: &str| out.join(name).display().to_string());
    let words = |line: &str| line.split(' ').map(|word| word.replace("LOG", log)).collect::<Vec<String>>();
    let mut lines: Vec<Vec<String>> = [
        "info LOG",
        "show LOG",
        "history LOG",
        "explain LOG --at 90 --why pass",
        "diff LOG LOG --at t2",
        "golden check LOG",
    ]
    .map(words)
    .into();
    for (line, name) in [("report LOG --out", "a.html"), ("fork LOG --at t2 --out", "b")] {
        let mut line = words(line);
        line.push(new(name));
        lines.push(line);
    }
    lines
}

#[test]
fn every_command_that_replays_keeps_to_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 51);
    for line in replaying(&log, folder.path()) {
        let with = |more: [&str; 2]| duelog(line.iter().map(String::as_str).chain(more));
        let ran = with(["--budget", "5000"]).ends(3);
        let told = ran.err.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        for part in ["more than 5000 steps of work", "--budget", "at decision"] {
            assert!(told.contains(part), "{line:?}: {told}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    let line = duelog(["verify", arg(&log), "--budget", "5000", "--format", "json"]).ends(1).json().remove(0);
    assert_eq!(line["verdict"], "undecided", "{line}");
    assert!(line["at"].as_u64().unwrap() > 0, "{line}");
    let again =
        duelog(["verify", arg(&log), "--budget", "5000", "--format", "json"]).ends(1).json().remove(0);
    assert_eq!(line, again, "steps are the same every time");
    let shown = duelog(["show", arg(&log), "--budget", "5000", "--format", "json"]).ends(3);
    let told: serde_json::Value = serde_json::from_str(&shown.err).unwrap();
    assert!(told["exit_code"] == 3 && told["remedy"].as_str().unwrap().contains("--budget"), "{told}");
    duelog(["verify", arg(&log), "--budget", "0"]).ends(0);
}

#[test]
fn an_engine_gives_a_match_up_that_makes_too_much_work() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 51);
    let mut talk = Talk::start(&["engine", "--budget", "5000"]);
    let told = talk.ask(json!({ "resume": arg(&log) }).to_string());
    assert_eq!(told["error"]["kind"], "limit", "{told}");
    assert!(told["error"]["message"].as_str().unwrap().contains("more than 5000 steps"), "{told}");
    // It goes on with the next line, and the log is as it was.
    assert_eq!(talk.ask(r#"{"request":{}}"#)["error"]["kind"], "no-match");
    duelog(["verify", arg(&log)]).ends(0);
}

#[test]
fn a_decision_that_takes_long_is_given_up_in_the_middle_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = heavy(folder.path(), 120, 3);
    assert!(fs::metadata(&log).unwrap().len() < 10_000);
    let used = |budget: &str| {
        let ran = duelog(["verify", arg(&log), "--budget", budget, "--format", "json"]);
        let line = ran.json().remove(0);
        assert_eq!(ran.code, if line["verdict"] == "incomplete" { 6 } else { 1 });
        (line["verdict"].as_str().unwrap().to_string(), line["at"].as_u64().unwrap())
    };
    assert_eq!(used("0"), ("incomplete".to_string(), 10));
    assert_eq!(used("500000"), ("undecided".to_string(), 0), "before the first decision is made");
    let (verdict, at) = used("1700000");
    assert!(verdict == "undecided" && (6..10).contains(&at), "{verdict} after {at}");
    for command in ["verify", "info", "history"] {
        let (_, took) = timed(|| duelog([command, arg(&log), "--timeout", "1", "--budget", "0"]));
        assert!(took < Duration::from_secs(5), "{command}: {took:?}");
    }
}
