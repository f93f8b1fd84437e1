//! `duelog verify`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::running::{arg, duelog, root};
use duelog_kernel::{Choice, Item, ObjectId};
use duelog_log_format::{Durability, Reader, Record, Writer};

const FLYERS: &str = "fixtures/decks/magic/white-blue-flyers.deck";
const BEASTS: &str = "fixtures/decks/magic/red-green-beasts.deck";

/// Logs of random games in a folder.
fn logs(folder: &Path, games: &str) -> Vec<PathBuf> {
    duelog(["simulate", "--decks", FLYERS, BEASTS, "--games", games, "--seed", "1", "--out", arg(folder)]).ends(0);
    let mut logs: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    logs.sort();
    logs
}

#[test]
fn every_log_gets_a_line_and_the_last_line_sums_up() {
    let folder = tempfile::tempdir().unwrap();
    let logs = logs(folder.path(), "4");
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    fs::copy(&logs[0], deep.join("copy.duelog")).unwrap();
    fs::write(deep.join("notes.txt"), "not a log").unwrap();
    let lines = duelog(["verify", "--format", "json", arg(folder.path())]).ends(0).json();
    assert_eq!(lines.len(), 6);
    let names: Vec<&str> = lines[..5].iter().map(|line| line["log"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names[0].ends_with("a/b/copy.duelog"), "{names:?}");
    let mut decisions = 0;
    for line in &lines[..5] {
        assert_eq!(line["verdict"], "verified");
        assert!(line["message"].as_str().unwrap().contains("104."), "{line}");
        for absent in ["at", "rule", "path", "expected", "found"] {
            assert!(line.get(absent).is_none(), "{line}");
        }
        decisions += line["decisions"].as_u64().unwrap();
    }
    let summary = &lines[5]["summary"];
    assert_eq!((summary["logs"].as_u64(), summary["verified"].as_u64(), summary["not_verified"].as_u64()), (Some(5), Some(5), Some(0)));
    assert_eq!(summary["decisions"].as_u64(), Some(decisions));
    assert!(summary["seconds"].is_f64());
}

#[test]
fn a_damaged_log_is_a_finding_and_the_others_keep_their_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let logs = logs(folder.path(), "3");
    let mut bytes = fs::read(&logs[1]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&logs[1], &bytes).unwrap();
    let whole = fs::read(&logs[2]).unwrap();
    fs::write(&logs[2], &whole[..whole.len() - 2]).unwrap();
    let lines = duelog(["verify", "--format", "json", arg(folder.path())]).ends(1).json();
    let verdicts: Vec<&str> = lines[..3].iter().map(|line| line["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["verified", "corrupt", "torn"]);
    assert!(lines[1]["at"].is_u64() && lines[1]["offset"].as_u64().unwrap() <= middle as u64);
    assert_eq!(lines[3]["summary"]["not_verified"], 2);

    let text = duelog(["verify", "--quiet", arg(folder.path())]).ends(1).out;
    assert!(text.starts_with("corrupt ") && text.contains("\ntorn "), "{text}");
    assert!(text.contains("  remedy    ") && text.ends_with(" s\n") && text.contains("3 logs: 1 verified, 2 not"), "{text}");
    assert!(!text.contains("magic-1.duelog"), "{text}");
}

#[test]
fn the_bytes_of_a_log_can_come_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let log = fs::File::open(&logs(folder.path(), "1")[0]).unwrap();
    let program = assert_cmd::cargo::cargo_bin!("duelog");
    let output = Command::new(program).args(["verify", "--format", "json", "-"]).stdin(Stdio::from(log)).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with(r#"{"log":"-","verdict":"verified""#));
}

#[test]
fn a_missing_file_is_no_finding_and_an_empty_folder_is_wrong_use() {
    let folder = tempfile::tempdir().unwrap();
    duelog(["verify", arg(&folder.path().join("missing.duelog"))]).fails(3, &["missing.duelog", "exist"]);
    duelog(["verify", arg(folder.path())]).fails(2, &["no log in this folder", ".duelog", "simulate"]);
    assert_eq!(duelog(["verify"]).code, 2);
    let json = duelog(["verify", "--format", "json", arg(folder.path())]).ends(2).err;
    let error: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(error["error"].is_string() && error["remedy"].is_string() && error["exit_code"] == 2);
}

#[test]
fn other_definitions_make_a_log_unsupported_and_the_right_ones_support_it() {
    let folder = tempfile::tempdir().unwrap();
    let cards = folder.path().join("cards");
    fs::create_dir(&cards).unwrap();
    let text = fs::read_to_string(root().join("core/magic/cards/serra-angel.ron")).unwrap();
    fs::write(cards.join("serra-angel.ron"), text.replace("Creature - Angel", "Creature - Angel Wizard")).unwrap();
    let out = folder.path().join("logs");
    let simulate = ["simulate", "--decks", FLYERS, FLYERS, "--cards", arg(&cards), "--out", arg(&out)];
    duelog(simulate).ends(0);
    let log = arg(&out).to_string();
    let lines = duelog(["verify", "--format", "json", &log]).ends(1).json();
    assert_eq!((&lines[0]["verdict"], &lines[0]["path"]), (&"unsupported".into(), &"definitions/Serra Angel".into()));
    assert!(lines[0]["expected"] != lines[0]["found"] && lines[0]["remedy"].as_str().unwrap().contains("--cards"));
    duelog(["verify", "--cards", arg(&cards), &log]).ends(0);
}

/// Writes a log anew with decision 40 changed, as somebody does who knows the format.
fn forge(log: &Path, change: impl Fn(&mut duelog_log_format::Decision)) {
    let bytes = fs::read(log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let mut writer = Writer::create(Vec::new(), reader.header(), Durability::None).unwrap();
    while let Some(logged) = reader.next_record().unwrap() {
        match logged.record {
            Record::Seal(seal) => writer.seal(seal.root).unwrap(),
            Record::Decision(mut made) => {
                if logged.at.decision == 39 {
                    change(&mut made);
                }
                writer.decision(made.seat, &made.choice, made.tag).map(drop).unwrap();
            }
            other => writer.append(&other).unwrap(),
        }
    }
    fs::write(log, writer.into_storage().unwrap()).unwrap();
}

#[test]
fn an_illegal_decision_is_told_with_its_rule_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let log = logs(folder.path(), "1").remove(0);
    forge(&log, |made| made.choice = Choice::one(Item::Object(ObjectId(9999))));
    let text = duelog(["verify", arg(&log)]).ends(1).out;
    for part in
        ["illegal ", "decision 40 is illegal", "  decision  40 of ", "  rule      ", "was asked", "  remedy    ", "--at 39", "0 verified, 1 not"]
    {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let lines = duelog(["verify", "--format", "json", arg(&log)]).ends(1).json();
    assert_eq!((&lines[0]["verdict"], &lines[0]["at"]), (&"illegal".into(), &40.into()));
    assert!(lines[0]["rule"].is_string());
}

#[test]
fn a_divergence_is_told_with_its_place_and_both_tags() {
    let folder = tempfile::tempdir().unwrap();
    let log = logs(folder.path(), "1").remove(0);
    forge(&log, |made| made.tag.0[5] ^= 0x10);
    let lines = duelog(["verify", "--format", "json", arg(&log)]).ends(1).json();
    let line = &lines[0];
    assert_eq!((&line["verdict"], &line["at"], &line["components"]), (&"diverged".into(), &40.into(), &serde_json::json!(["objects"])));
    assert!(line["path"].as_str().unwrap().starts_with("objects"), "{line}");
    let (expected, found) = (line["expected"].as_str().unwrap(), line["found"].as_str().unwrap());
    assert!(expected.len() == 16 && found.len() == 16 && expected != found, "{line}");
    let text = duelog(["verify", arg(&log)]).ends(1).out;
    assert!(text.contains("  place     objects") && text.contains(expected) && text.contains(found), "{text}");
}
