//! Hostile logs, hostile files, and nobody who listens: for every command.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use duelog_kernel::{Choice, Seat};
use duelog_log_format::{Annotation, Durability, Header, Reader, Record, Topic, Writer};

use crate::running::{Ran, arg, duelog, root};
use crate::talking::{BEASTS, FLYERS, Talk, recorded, rewritten, verdict};

/// A line that answers a command: what it is told, and how it ends where all can be printed.
type Line = (Vec<String>, &'static str, i32);

/// A line for every command that needs no log; `out` is a folder that is not there.
fn plain_lines(out: &Path) -> Vec<Line> {
    let position = r#"{"setup":{"game":"magic","seed":1,"position":{"players":[{},{}]}}}"#;
    let line = |line: String, input| (line.split(' ').map(str::to_string).collect(), input, 0);
    let out = |name: &str| out.join(name).display().to_string();
    vec![
        line(format!("simulate --decks {FLYERS} {BEASTS} --out {}", out("games")), ""),
        line(format!("simulate --decks {FLYERS} {BEASTS} --out {} --format json", out("more")), ""),
        line(format!("play --decks {FLYERS} {BEASTS} --out {}", out("play.duelog")), "help\n"),
        line("engine".to_string(), position),
        line("demo".to_string(), ""),
        line("demo --format json".to_string(), ""),
        line("scenario run fixtures/scenarios/magic/107-hybrid.md".to_string(), ""),
        line("scenario list fixtures/scenarios/magic".to_string(), ""),
        line("cards list".to_string(), ""),
        line("cards check core/magic/cards".to_string(), ""),
        line("cards show Plains".to_string(), ""),
        line("rules coverage".to_string(), ""),
        line("rules show 704.5g".to_string(), ""),
        line("completions bash".to_string(), ""),
        line(format!("man --out {}", out("man")), ""),
        line("--help".to_string(), ""),
        line("verify --help".to_string(), ""),
        line("--version".to_string(), ""),
    ]
}

/// A line for every command that reads a log, in text and in JSON; `code` is how the log ends them.
fn log_lines(log: &Path, out: &Path, code: i32) -> Vec<Line> {
    let log = log.display().to_string();
    let out = |name: &str| out.join(name).display().to_string();
    let mut lines: Vec<Vec<String>> = Vec::new();
    for format in ["text", "json"] {
        let mut add = |words: &[&str]| {
            lines.push(words.iter().chain(&["--format", format]).map(|word| word.to_string()).collect())
        };
        add(&["verify", &log]);
        add(&["show", &log]);
        add(&["history", &log, "--all"]);
        add(&["history", &log, "--public"]);
        add(&["explain", &log, "--at", "3"]);
        add(&["golden", "check", &log]);
        add(&["repair", &log, "--out", &out(&format!("repaired-{format}"))]);
    }
    lines.into_iter().map(|line| (line, "", code)).collect()
}

/// Runs a line with its answer going somewhere.
fn run(line: &Line, answer: Stdio) -> (i32, String) {
    let program = assert_cmd::cargo::cargo_bin!("duelog");
    let mut child = Command::new(program)
        .args(&line.0)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(answer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended already.
    let _ = child.stdin.take().unwrap().write_all(line.1.as_bytes());
    let ended = child.wait_with_output().unwrap();
    (ended.status.code().unwrap_or(-1), String::from_utf8(ended.stderr).unwrap())
}

fn damaged(log: &Path, to: &Path) {
    let mut bytes = fs::read(log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(to, bytes).unwrap();
}

#[test]
fn an_answer_that_cannot_be_printed_is_never_taken_for_a_good_one() {
    let folder = tempfile::tempdir().unwrap();
    let (log, bad) = (recorded(folder.path(), 1), folder.path().join("bad.duelog"));
    damaged(&log, &bad);
    let out = folder.path().join("full");
    fs::create_dir(&out).unwrap();
    let diff = (["diff", arg(&log), arg(&bad)].map(str::to_string).to_vec(), "", 1);
    let fork = (
        ["fork", arg(&log), "--at", "9", "--out", arg(&out.join("fork"))].map(str::to_string).to_vec(),
        "",
        0,
    );
    let lines =
        [plain_lines(&out), log_lines(&log, &out, 0), log_lines(&bad, &out, 1), vec![diff, fork]].concat();
    for line in &lines {
        let (code, err) = run(line, Stdio::from(File::options().write(true).open("/dev/full").unwrap()));
        let told = err.contains("cannot be printed") && err.contains("No space left");
        assert!(code == 3 && told, "{:?}: {code}: {err}", line.0);
    }
}

#[test]
fn a_closed_pipe_is_quiet_and_a_finding_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let (log, bad) = (recorded(folder.path(), 1), folder.path().join("bad.duelog"));
    damaged(&log, &bad);
    let out = folder.path().join("closed");
    fs::create_dir(&out).unwrap();
    let diff = (["diff", arg(&log), arg(&bad)].map(str::to_string).to_vec(), "", 1);
    // Repairing a log without fault is not a finding, reading what is left of a damaged one is.
    let lines = [plain_lines(&out), log_lines(&log, &out, 0), log_lines(&bad, &out, 1), vec![diff]].concat();
    for line in &lines {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (code, err) = run(line, Stdio::from(writer));
        // Up to the decision that is explained, the damaged log is sound.
        let sound = line.2 == 1 && line.0[0] == "explain";
        assert_eq!(code, if sound { 0 } else { line.2 }, "{:?}: {err}", line.0);
        assert!(!err.contains("cannot be printed"), "{:?}: {err}", line.0);
    }
}

/// What would retitle a terminal, clear it, turn its text around, hide in it, or look like a verdict.
const HOSTILE: &str =
    "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{200b}\u{feff}\r\nforged verdict\u{7f}";

/// Demands that what was printed does nothing to a terminal.
fn harmless(line: &[String], ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let acts = |letter: &char| {
            letter.is_control() && *letter != '\n'
                || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
        };
        assert_eq!(text.chars().find(acts), None, "{line:?}: {text:?}");
        assert!(!text.lines().any(|line| line.trim_start().starts_with("forged")), "{line:?}: {text}");
    }
}

/// A log whose header is passed through `change`.
fn headed(log: &Path, to: &Path, change: impl Fn(&mut Header)) {
    let bytes = fs::read(log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let mut header = reader.header().clone();
    change(&mut header);
    let mut writer = Writer::create(Vec::new(), &header, Durability::None).unwrap();
    while let Some(logged) = reader.next_record().unwrap() {
        match logged.record {
            Record::Seal(seal) => writer.seal(seal.root).unwrap(),
            other => writer.append(&other).unwrap(),
        }
    }
    fs::write(to, writer.into_storage().unwrap()).unwrap();
}

#[test]
fn nothing_in_a_log_reaches_a_terminal_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let hostile = |name: &str| folder.path().join(format!("{name}.duelog"));
    let note = Record::Annotation(Annotation {
        topic: Topic::Note,
        seat: Some(Seat(0)),
        time_ms: None,
        text: HOSTILE.to_string(),
    });
    rewritten(
        &log,
        &hostile("note"),
        |number, record| if number == 3 { vec![note.clone(), record] } else { vec![record] },
    );
    rewritten(&log, &hostile("name"), |number, record| match record {
        Record::Decision(mut decision) if number == 3 => {
            decision.choice = Choice::Name(HOSTILE.to_string());
            vec![Record::Decision(decision)]
        }
        record => vec![record],
    });
    headed(&log, &hostile("game"), |header| header.game = HOSTILE.to_string());
    headed(&log, &hostile("edition"), |header| header.edition = HOSTILE.to_string());
    headed(&log, &hostile("engine"), |header| header.engine = HOSTILE.to_string());
    headed(&log, &hostile("labels"), |header| {
        drop(header.labels.insert("event".to_string(), HOSTILE.to_string()))
    });
    headed(&log, &hostile("decks"), |header| header.decks[0].name = HOSTILE.to_string());
    headed(&log, &hostile("definition"), |header| header.definitions[0].name = format!(" {HOSTILE}"));
    // The name of a file is somebody else's too.
    let named = hostile(&HOSTILE.replace('/', ""));
    fs::copy(&log, &named).unwrap();
    damaged(&log, &hostile("\u{1b}[2Jdamaged"));
    let names =
        ["note", "name", "game", "edition", "engine", "labels", "decks", "definition", "\u{1b}[2Jdamaged"];
    for (place, path) in names.map(hostile).into_iter().chain([named]).enumerate() {
        let out = folder.path().join(format!("out-{place}"));
        fs::create_dir(&out).unwrap();
        let diff = ["diff", arg(&log), arg(&path)].map(str::to_string).to_vec();
        let fork =
            ["fork", arg(&path), "--at", "9", "--out", arg(&out.join("fork"))].map(str::to_string).to_vec();
        let resume = ["play", "--resume", arg(&path)].map(str::to_string).to_vec();
        let lines = log_lines(&path, &out, 0).into_iter().map(|line| line.0).chain([diff, fork, resume]);
        for line in lines {
            harmless(&line, &duelog(&line));
        }
    }
    let (_, text) =
        (duelog(["history", arg(&hostile("note"))]).ends(0), duelog(["history", arg(&hostile("note"))]).out);
    assert!(text.contains("\\u{1b}]0;title\\u{7}"), "{text}");
    let json = duelog(["history", arg(&hostile("note")), "--format", "json"]).ends(0).json();
    assert!(json.iter().any(|line| line["text"] == HOSTILE), "JSON keeps what was written");
}

#[test]
fn hostile_decks_cards_and_scenarios_are_told_plainly() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let acts = HOSTILE.replace(['\r', '\n'], "");
    let deck = file("deck", format!("# {acts}\n60 Plains\n"));
    let unknown = file("unknown", format!("60 {acts}\n"));
    let card = file("card.ron", format!("Card(name: \"{acts}\", types: \"Creature\", power: {acts})"));
    let case = file("case.md", format!("## magic 114.1-x {acts}\n\n- P1 {acts}\n"));
    let out = folder.path().join("out").display().to_string();
    for line in [
        vec!["simulate", "--decks", &deck, &deck, "--out", &out],
        vec!["simulate", "--decks", &unknown, &unknown, "--out", &out],
        vec!["cards", "check", &card],
        vec!["scenario", "run", &case],
        vec!["scenario", "list", &case],
        vec!["cards", "show", "--", &acts],
        vec!["rules", "show", &acts],
        vec!["verify", &acts],
        vec![&format!("--{acts}")],
    ] {
        let line: Vec<String> = line.into_iter().map(str::to_string).collect();
        let ran = duelog(&line);
        harmless(&line, &ran);
    }
}

/// Files that have no end, are none, or are too large.
fn unreadable(folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let large = folder.join("large");
    let mut file = File::create(&large).unwrap();
    file.write_all(b"DUELOG\r\n").unwrap();
    file.set_len(3 << 30).unwrap();
    vec![
        (PathBuf::from("/dev/zero"), "a device or a pipe"),
        (pipe, "a device or a pipe"),
        (folder.to_path_buf(), "a folder"),
        (large, "more than 67108864 bytes"),
    ]
}

#[test]
fn no_file_is_read_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let good = recorded(folder.path(), 1);
    let (good, out) = (arg(&good), folder.path().join("out"));
    let out = arg(&out);
    for (path, part) in unreadable(folder.path()) {
        let path = arg(&path);
        let lines = [
            vec!["show", path],
            vec!["history", path],
            vec!["explain", path],
            vec!["diff", good, path],
            vec!["fork", path, "--at", "1", "--out", out],
            vec!["repair", path, "--out", out],
            vec!["play", "--resume", path],
        ];
        for line in lines {
            duelog(&line).fails(3, &[path, part]);
        }
        let part = if part.starts_with("more") { "more than 4194304 bytes" } else { part };
        duelog(["simulate", "--decks", path, FLYERS, "--out", out]).fails(3, &[path, part]);
        duelog(["play", "--decks", path, FLYERS, "--out", out]).fails(3, &[path, part]);
        let mut talk = Talk::start(&["engine"]);
        let message = |value: serde_json::Value| value["error"]["message"].as_str().unwrap().to_string();
        assert!(message(talk.ask(format!(r#"{{"resume":"{path}"}}"#))).contains(path));
        assert!(
            message(talk.ask(format!(r#"{{"setup":{{"game":"magic","decks":["{path}","{FLYERS}"]}}}}"#)))
                .contains(part)
        );
        if part.contains("folder") {
            continue;
        }
        for line in [["verify", path], ["golden", path]]
            .map(|line| line.map(|word| word.replace("golden", "golden check")))
        {
            let words: Vec<&str> = line.iter().flat_map(|word| word.split(' ')).collect();
            let ran = duelog(words).ends(3);
            assert!(ran.err.contains(path), "{ran:?}");
        }
        duelog(["cards", "check", path]).fails(3, &[path, part]);
        duelog(["scenario", "run", path]).fails(3, &[path, part]);
    }
    // What is not a log is told from its first bytes, however long it is.
    let zeros = folder.path().join("zeros");
    File::create(&zeros).unwrap().set_len(3 << 30).unwrap();
    assert!(duelog(["verify", arg(&zeros)]).ends(1).out.contains("this is not a log"));
}

#[test]
fn a_log_that_was_never_begun_can_be_begun() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("empty.duelog");
    File::create(&log).unwrap();
    let ran = duelog(["play", "--resume", arg(&log)]).ends(1);
    assert!(
        ran.err.contains("the file is empty") && ran.err.contains("a match can be begun in it"),
        "{ran:?}"
    );

    // Somebody who holds it is not disturbed.
    let held = File::open(&log).unwrap();
    held.lock().unwrap();
    duelog(["play", "--decks", FLYERS, BEASTS, "--out", arg(&log)])
        .fails(2, &["being written by somebody else"]);
    assert!(log.exists());
    drop(held);

    let mut talk = Talk::start(&["play", "--decks", FLYERS, BEASTS, "--out", arg(&log), "--bot", "none"]);
    talk.prompt();
    assert_eq!(talk.end().1, 0);
    assert_eq!(verdict(&log).verdict, duelog_verifier::Verdict::Incomplete);
    duelog(["play", "--decks", FLYERS, BEASTS, "--out", arg(&log)])
        .fails(2, &["exists and is not overwritten"]);

    fs::write(&log, "").unwrap();
    let mut talk = Talk::start(&["engine"]);
    let setup = format!(
        r#"{{"setup":{{"game":"magic","seed":1,"decks":["{FLYERS}","{BEASTS}"]}},"log":"{}"}}"#,
        arg(&log)
    );
    assert!(talk.ask(setup)["request"].is_object());
    assert_eq!(verdict(&log).verdict, duelog_verifier::Verdict::Incomplete);
}
