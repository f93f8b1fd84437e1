//! `duelog verify`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use duelog_kernel::{Choice, Item, ObjectId};
use duelog_log_format::{Durability, Reader, Record, Writer};

use crate::running::{REVISION, arg, duelog, root};

const FLYERS: &str = "fixtures/decks/magic/white-blue-flyers.deck";
const BEASTS: &str = "fixtures/decks/magic/red-green-beasts.deck";

/// Logs of random games in a folder.
fn logs(folder: &Path, games: &str) -> Vec<PathBuf> {
    duelog(["simulate", "--decks", FLYERS, BEASTS, "--games", games, "--seed", "1", "--out", arg(folder)])
        .ends(0);
    let mut logs: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    logs.sort();
    logs
}

#[test]
fn a_log_is_verified_up_to_a_moment() {
    let folder = tempfile::tempdir().unwrap();
    let log = crate::talking::recorded(folder.path(), 51);
    let forged = folder.path().join("forged.duelog");
    crate::talking::illegal(&log, &forged, 20);
    let told = duelog(["verify", arg(&forged), "--to", "19", "--format", "json"]).ends(0).json();
    assert_eq!((&told[0]["verdict"], &told[0]["at"]), (&"undecided".into(), &19.into()), "{told:?}");
    duelog(["verify", arg(&forged), "--to", "20"]).ends(1);
    let turn = duelog(["verify", arg(&log), "--to", "t3"]).ends(0).out;
    assert!(
        turn.contains("0 verified, 1 not (1 right so far)") && turn.contains("no more was wanted (--to)"),
        "{turn}"
    );
    assert!(duelog(["verify", arg(&log), "--to", "end"]).ends(0).out.starts_with("verified"));
    let beyond = duelog(["verify", arg(&log), "--to", "t999"]).ends(3);
    assert!(beyond.err.contains("there is no turn 999"), "{}", beyond.err);
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
    assert_eq!(
        (summary["logs"].as_u64(), summary["verified"].as_u64(), summary["not_verified"].as_u64()),
        (Some(5), Some(5), Some(0))
    );
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
    assert!(
        text.contains("  remedy    ") && text.ends_with(" s\n") && text.contains("3 logs: 1 verified, 2 not"),
        "{text}"
    );
    assert!(!text.contains("magic-1.duelog"), "{text}");
}

#[test]
fn the_bytes_of_a_log_can_come_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let log = fs::File::open(&logs(folder.path(), "1")[0]).unwrap();
    let program = assert_cmd::cargo::cargo_bin!("duelog");
    let output = Command::new(program)
        .args(["verify", "--format", "json", "-"])
        .stdin(Stdio::from(log))
        .output()
        .unwrap();
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
    fs::write(cards.join("serra-angel.ron"), text.replace("Creature - Angel", "Creature - Angel Wizard"))
        .unwrap();
    let out = folder.path().join("logs");
    let simulate = ["simulate", "--decks", FLYERS, FLYERS, "--cards", arg(&cards), "--out", arg(&out)];
    duelog(simulate).ends(0);
    let log = arg(&out).to_string();
    let lines = duelog(["verify", "--format", "json", &log]).ends(1).json();
    assert_eq!(
        (&lines[0]["verdict"], &lines[0]["path"]),
        (&"unsupported".into(), &"definitions/Serra Angel".into())
    );
    assert!(
        lines[0]["expected"] != lines[0]["found"] && lines[0]["remedy"].as_str().unwrap().contains("--cards")
    );
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
    for part in [
        "illegal ",
        "decision 40 is illegal",
        "  decision  40 of ",
        "  rule      ",
        "was asked",
        "  remedy    ",
        "--at 39",
        "0 verified, 1 not",
    ] {
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
    assert_eq!(
        (&line["verdict"], &line["at"], &line["components"]),
        (&"diverged".into(), &40.into(), &serde_json::json!(["objects"]))
    );
    assert!(line["path"].as_str().unwrap().starts_with("objects"), "{line}");
    let (expected, found) = (line["expected"].as_str().unwrap(), line["found"].as_str().unwrap());
    assert!(expected.len() == 16 && found.len() == 16 && expected != found, "{line}");
    let text = duelog(["verify", arg(&log)]).ends(1).out;
    assert!(
        text.contains("  place     objects") && text.contains(expected) && text.contains(found),
        "{text}"
    );
}

/// The log with another revision in its header, as the one who writes it may claim; `change` is made to
/// decision 40.
fn of_revision(log: &Path, revision: u32, change: impl Fn(&mut duelog_log_format::Decision)) -> PathBuf {
    let bytes = fs::read(log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let header = duelog_log_format::Header { revision, ..reader.header().clone() };
    let mut writer = Writer::create(Vec::new(), &header, Durability::None).unwrap();
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
    let to = log.with_file_name(format!("revision-{revision}.duelog"));
    fs::write(&to, writer.into_storage().unwrap()).unwrap();
    to
}

fn another_tag(made: &mut duelog_log_format::Decision) {
    (made.tag.0[1], made.tag.0[5]) = (!made.tag.0[1], !made.tag.0[5]);
}

#[test]
fn a_log_of_a_newer_revision_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let log = logs(folder.path(), "1").remove(0);
    let same = of_revision(&log, 99, |_| {});
    let text = duelog(["verify", arg(&same)]).ends(0).out;
    assert!(
        text.contains("revision 99 of the rules, which is newer than this engine")
            && text.contains("nothing differs"),
        "{text}"
    );
    let differs = of_revision(&log, 99, another_tag);
    let line = &duelog(["verify", "--format", "json", arg(&differs)]).ends(1).json()[0];
    assert_eq!(
        (&line["verdict"], &line["otherwise"], &line["at"]),
        (&"unsupported".into(), &"diverged".into(), &40.into()),
        "{line}"
    );
    assert_eq!((&line["age"]["log"], &line["age"]["here"]), (&99.into(), &REVISION.into()));
    let shown = duelog(["show", arg(&differs), "--at", "60", "--format", "json"]).ends(1).json();
    assert_eq!(shown[0]["finding"]["verdict"], "unsupported", "{shown:?}");
    let text = duelog(["history", arg(&differs), "--public"]).ends(1);
    assert!(text.err.contains("newer than this engine") && !text.err.contains("tag"), "{text:?}");
    // A log goes on under the revision that it was begun under.
    let part = folder.path().join("part.duelog");
    duelog(["fork", arg(&log), "--at", "30", "--out", arg(&part)]).ends(0);
    let newer = of_revision(&part, 99, |_| {});
    duelog(["play", "--resume", arg(&newer)])
        .fails(2, &["the log verifies so far", "revision 99", "duelog fork"]);
    let again = folder.path().join("again.duelog");
    duelog(["fork", arg(&newer), "--at", "30", "--out", arg(&again)]).ends(0);
    let line = &duelog(["verify", "--format", "json", arg(&again)]).ends(6).json()[0];
    assert!(line["verdict"] == "incomplete" && line.get("age").is_none(), "{line}");
}

/// An engine with a later revision than the log has: the real one, which says so.
#[cfg(unix)]
#[test]
fn an_outdated_log_has_a_verdict_and_an_exit_code_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let all = logs(folder.path(), "2");
    let later = REVISION + 1;
    let engine = crate::other::revised(folder.path(), later);
    let by = |log: &Path, code: i32| {
        duelog(["verify", "--format", "json", "--engine", arg(&engine), arg(log)]).ends(code).json()
    };
    let line = &by(&all[0], 0)[0];
    assert_eq!(
        (&line["verdict"], &line["age"]["log"], &line["age"]["here"]),
        (&"verified".into(), &REVISION.into(), &later.into()),
        "{line}"
    );
    assert_eq!(
        (&line["engine"]["revision"], &line["engine"]["program"]),
        (&later.into(), &arg(&engine).into())
    );
    let outdated = of_revision(&all[0], REVISION, another_tag);
    let lines = by(&outdated, 4);
    assert_eq!(
        (&lines[0]["verdict"], &lines[0]["otherwise"], &lines[0]["at"]),
        (&"outdated".into(), &"diverged".into(), &40.into()),
        "{lines:?}"
    );
    assert_eq!(
        (&lines[1]["summary"]["not_verified"], &lines[1]["summary"]["outdated"]),
        (&1.into(), &1.into())
    );
    let text = duelog(["verify", "--engine", arg(&engine), arg(&outdated)]).ends(4).out;
    for part in [
        "outdated ",
        &format!("revision {REVISION}"),
        &format!("revision {later}"),
        "it would be diverged",
        "proves nothing",
        "replayed  by",
        "(1 outdated)",
    ] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    // A finding beside it counts more.
    let bytes = fs::read(&all[1]).unwrap();
    fs::write(&all[1], &bytes[..bytes.len() - 2]).unwrap();
    let both = duelog(["verify", "--engine", arg(&engine), arg(folder.path())]).ends(1).out;
    assert!(both.contains("outdated ") && both.contains("torn "), "{both}");
    // What is forged is not excused by a revision.
    forge(&all[0], |made| made.choice = Choice::one(Item::Object(ObjectId(9999))));
    assert_eq!(by(&all[0], 1)[0]["verdict"], "illegal");
}

#[cfg(unix)]
#[test]
fn another_build_replays_logs_in_place_of_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let real = env!("CARGO_BIN_EXE_duelog");
    let log = logs(folder.path(), "3").remove(0);
    let text = duelog(["verify", "--engine", real, arg(folder.path())]).ends(0).out;
    assert!(text.contains("3 verified") && text.contains(&format!("replayed  by {real} (duelog ")), "{text}");
    for game in ["duel-masters", "flesh-and-blood"] {
        let out = folder.path().join(game);
        duelog(["simulate", "--game", game, "--random-decks", "--seed", "3", "--out", arg(&out)]).ends(0);
        duelog(["verify", "--engine", real, arg(&out)]).ends(0);
    }
    // One that differs.
    let engine = crate::other::differing(folder.path(), 40);
    let line = &duelog(["verify", "--format", "json", "--engine", arg(&engine), arg(&log)]).ends(1).json()[0];
    assert_eq!((&line["verdict"], &line["at"]), (&"diverged".into(), &40.into()), "{line}");
    let engine = crate::other::refusing(folder.path(), 40);
    let line = &duelog(["verify", "--format", "json", "--engine", arg(&engine), arg(&log)]).ends(1).json()[0];
    assert_eq!(
        (&line["verdict"], &line["at"], &line["rule"]),
        (&"illegal".into(), &40.into(), &"1.1".into()),
        "{line}"
    );
    // Its definitions must be those that are pinned; a folder is passed on.
    let cards = folder.path().join("cards");
    fs::create_dir(&cards).unwrap();
    let text = fs::read_to_string(root().join("core/magic/cards/serra-angel.ron")).unwrap();
    fs::write(cards.join("serra-angel.ron"), text.replace("Creature - Angel", "Creature - Angel Wizard"))
        .unwrap();
    let out = folder.path().join("wizards");
    duelog(["simulate", "--decks", FLYERS, FLYERS, "--cards", arg(&cards), "--out", arg(&out)]).ends(0);
    let lines = duelog(["verify", "--format", "json", "--engine", real, arg(&out)]).ends(1).json();
    assert!(
        lines[0]["verdict"] == "unsupported" && lines[0]["message"].as_str().unwrap().contains("Serra Angel"),
        "{lines:?}"
    );
    duelog(["verify", "--engine", real, "--cards", arg(&cards), arg(&out)]).ends(0);
    // Bytes are this program's to check.
    let bytes = fs::read(&log).unwrap();
    fs::write(&log, &bytes[..bytes.len() - 2]).unwrap();
    assert!(duelog(["verify", "--engine", real, arg(&log)]).ends(1).out.starts_with("torn "));
}

#[cfg(unix)]
#[test]
fn a_program_that_is_no_engine_has_an_exit_code_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let log = logs(&folder.path().join("logs"), "1").remove(0);
    for (program, said) in crate::other::useless(folder.path()) {
        let ran = duelog(["verify", arg(&log), "--engine", arg(&program), "--wait", "1"]).ends(5);
        let err = ran
            .err
            .split(|c: char| c.is_whitespace() || c == '│')
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        assert!(err.contains(said), "{said:?} is not in {err:?}");
    }
    let json = duelog(["verify", "--format", "json", arg(&log), "--engine", "/no/such/engine"]).ends(5).err;
    let error: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(error["exit_code"] == 5 && error["remedy"].as_str().unwrap().contains("--engine"), "{error}");
}

#[test]
fn verified_logs_are_not_replayed_again_and_changed_ones_are() {
    let folder = tempfile::tempdir().unwrap();
    let logs = logs(&folder.path().join("logs"), "3");
    let state = folder.path().join("state");
    let run = |code: i32| {
        let args = ["verify", "--state", arg(&state), "--format", "json", arg(logs[0].parent().unwrap())];
        duelog(args).ends(code).json()
    };
    let first = run(0);
    assert!(first[3]["summary"].get("before").is_none());
    let again = run(0);
    assert_eq!(again[3]["summary"]["before"], 3);
    assert_eq!(first[..3], again[..3], "the answers are the same");
    let mut bytes = fs::read(&logs[1]).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&logs[1], &bytes).unwrap();
    let changed = run(1);
    assert!(changed[1]["verdict"] != "verified" && changed[3]["summary"]["before"] == 2, "{changed:?}");

    // A line that a kill has left unfinished is dropped, and its log replayed.
    let text = fs::read_to_string(&state).unwrap();
    fs::write(&state, &text[..text.len() - 10]).unwrap();
    assert_eq!(run(1)[3]["summary"]["before"], 1);
    // Other revisions of the rules: everything is replayed.
    fs::write(&state, text.replace(r#""magic":"#, r#""magic":9"#)).unwrap();
    assert!(run(1)[3]["summary"].get("before").is_none());
    fs::write(&state, "a shopping list\n").unwrap();
    duelog(["verify", "--state", arg(&state), arg(&logs[0])]).fails(2, &["something else", "left as it is"]);
    assert_eq!(fs::read_to_string(&state).unwrap(), "a shopping list\n");
}

#[test]
fn verdicts_are_written_as_junit_and_logs_are_named_by_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let logs = logs(&folder.path().join("logs"), "2");
    let [list, junit, mended] = ["list", "junit.xml", "mended.duelog"].map(|name| folder.path().join(name));
    let cut = folder.path().join("cut <1>.duelog");
    let whole = fs::read(&logs[0]).unwrap();
    let middle = whole.len() / 2;
    fs::write(&cut, &whole[..middle]).unwrap();
    duelog(["repair", arg(&cut), "--out", arg(&mended)]);
    let missing = folder.path().join("missing.duelog");
    let lines = [&logs[0], &cut, &mended].map(|log| arg(log));
    fs::write(&list, lines.join("\n")).unwrap();
    duelog(["verify", "--jobs", "1", "--files-from", arg(&list), "--junit", arg(&junit)]).ends(1);
    let xml = fs::read_to_string(&junit).unwrap();
    assert_eq!(xml.matches("<testcase ").count(), 3, "{xml}");
    for part in ["cut &lt;1&gt;.duelog", "<failure type=\"torn\"", "<skipped type=\"incomplete\""] {
        assert!(xml.contains(part), "{part} is not in {xml}");
    }
    fs::write(&list, arg(&missing)).unwrap();
    assert_eq!(duelog(["verify", "--files-from", arg(&list), "--junit", arg(&junit)]).code, 3);
    assert_eq!(fs::read_to_string(&junit).unwrap(), xml, "nothing was judged, so nothing is written");
    fs::write(&list, "\n").unwrap();
    duelog(["verify", "--files-from", arg(&list)]).fails(2, &["names no log"]);
    assert_eq!(duelog(["verify", "--jobs", "0", arg(&logs[0])]).code, 2);
}

#[test]
fn an_incomplete_log_is_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let logs = logs(&folder.path().join("logs"), "2");
    let whole = fs::read(&logs[0]).unwrap();
    let mut reader = Reader::open(&whole).unwrap();
    while reader.progress().decisions() < 20 {
        reader.next_frame().unwrap();
    }
    fs::write(&logs[0], &whole[..reader.progress().bytes() as usize]).unwrap();
    let told = duelog(["verify", arg(&logs[0]), arg(&logs[1])]).ends(6).out;
    assert!(told.contains("1 verified, 1 not (1 incomplete)"), "{told}");
    fs::write(&logs[1], &whole[..whole.len() - 1]).unwrap();
    duelog(["verify", arg(&logs[0]), arg(&logs[1])]).ends(1);
}
