//! `duelog keys`, `duelog sign`, and what `duelog verify --keys` says of signatures.

use std::fs;
use std::path::{Path, PathBuf};

use duelog_log_format::{Kind, Reader};
use serde_json::{Value, json};

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk};

/// Makes a key and returns its file and the public key.
fn key(folder: &Path, name: &str) -> (PathBuf, String) {
    let file = folder.join(format!("{name}.key"));
    let public = duelog(["keys", "new", name, "--out", arg(&file)]).ends(0).out;
    (file, public.trim_end().to_string())
}

/// A list of keys.
fn list(folder: &Path, keys: &[(&str, &str)]) -> PathBuf {
    let text: String = keys.iter().map(|(party, key)| format!("{party} {key}\n")).collect();
    let file = folder.join("list");
    fs::write(&file, text).unwrap();
    file
}

/// A match that bots played, signed by a host.
fn signed(folder: &Path, key: &Path, seed: &str) -> PathBuf {
    let args =
        ["simulate", "--decks", BEASTS, FLYERS, "--seed", seed, "--key", arg(key), "--out", arg(folder)];
    duelog(args).ends(0);
    folder.join(format!("magic-{seed}.duelog"))
}

fn verdict(args: &[&str]) -> Value {
    duelog(["verify", "--format", "json"].iter().chain(args)).json().remove(0)
}

#[test]
fn keys_are_made_once_and_kept_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let (file, public) = key(folder.path(), "host");
    let before = fs::read(&file).unwrap();
    assert_eq!(duelog(["keys", "show", arg(&file)]).ends(0).out.trim_end(), public);
    let shown = duelog(["keys", "show", "--format", "json", arg(&file)]).ends(0).json();
    assert_eq!((&shown[0]["name"], &shown[0]["public"]), (&json!("host"), &json!(public)));
    duelog(["keys", "new", "other", "--out", arg(&file)]).fails(2, &["is not overwritten"]);
    assert_eq!(fs::read(&file).unwrap(), before);
    duelog(["keys", "new", "two words", "--out", arg(&folder.path().join("x"))])
        .fails(2, &["no name for a key"]);
    duelog(["keys", "show", "README.md"]).fails(2, &["this is no secret key"]);
    duelog(["keys", "show", arg(&folder.path().join("missing"))]).fails(3, &["missing"]);
    duelog(["keys", "new", "a", "--out", "/dev/full/key"]).fails(3, &["/dev/full/key"]);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o077, 0, "others can read the key");
    }
}

#[test]
fn a_log_says_who_signed_it_up_to_where() {
    let folder = tempfile::tempdir().unwrap();
    let ((host, host_key), (ann, ann_key)) = (key(folder.path(), "host"), key(folder.path(), "ann"));
    let log = signed(folder.path(), &host, "3");
    let trusted = list(folder.path(), &[("host", &host_key), ("seat 0", &ann_key)]);
    let report = verdict(&[arg(&log), "--keys", arg(&trusted)]);
    let parties = &report["provenance"]["parties"];
    assert_eq!(report["verdict"], "verified");
    assert_eq!((&parties[0]["key"], &parties[0]["known"]), (&json!("host"), &json!(true)));
    assert_eq!((&parties[0]["decisions"], &parties[1]["seals"]), (&report["decisions"], &json!(0)));
    let signed = duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0"]).ends(0).out;
    assert!(signed.contains("seat 0 signs seal"), "{signed}");
    let text = duelog(["verify", arg(&log), "--keys", arg(&trusted)]).ends(0).out;
    assert!(text.contains("signed    seat 0: to the end, by the key ann\n"), "{text}");
    assert!(text.contains("signed    seat 1: nothing"), "{text}");
    // Signatures that nobody gave keys for are counted and no more.
    let text = duelog(["verify", arg(&log)]).ends(0).out;
    assert!(text.contains("signatures") && !text.contains("signed  "), "{text}");
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0"])
        .fails(2, &["the second one of its party"]);
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 2"]).fails(2, &["2 seats and no seat 2"]);
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "judge"]).fails(2, &["a party is `host`"]);
    duelog(["sign", arg(&log), "--key", "README.md", "--as", "host"]).fails(2, &["no secret key"]);
}

#[test]
fn a_key_that_is_not_the_party_s_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ((host, host_key), (ann, ann_key)) = (key(folder.path(), "host"), key(folder.path(), "ann"));
    let log = signed(folder.path(), &host, "3");
    let trusted = list(folder.path(), &[("host", &host_key), ("seat 1", &host_key), ("seat 0", &ann_key)]);
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 1"]).ends(0);
    let report = verdict(&[arg(&log), "--keys", arg(&trusted)]);
    assert_eq!(report["verdict"], "wrong-key");
    assert!(report["message"].as_str().unwrap().contains(&ann_key), "{report}");
    duelog(["verify", arg(&log), "--keys", arg(&trusted)]).ends(1);
    for (wrong, part) in
        [("host", "line 1: it has a party and a key"), ("judge key", "\"judge\" is no party")]
    {
        fs::write(&trusted, wrong).unwrap();
        duelog(["verify", arg(&log), "--keys", arg(&trusted)]).fails(2, &[part]);
    }
}

#[test]
fn a_cut_end_and_a_second_version_are_found_by_who_kept_a_signature() {
    let folder = tempfile::tempdir().unwrap();
    let ((host, host_key), (ann, ann_key)) = (key(folder.path(), "host"), key(folder.path(), "ann"));
    let log = signed(folder.path(), &host, "3");
    let trusted = list(folder.path(), &[("host", &host_key), ("seat 0", &ann_key)]);
    let note = folder.path().join("ann.note");
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)]).ends(0);
    let with = |log: &Path| verdict(&[arg(log), "--keys", arg(&trusted), "--signatures", arg(&note)]);
    assert_eq!(with(&log)["verdict"], "verified");
    // The end is cut off behind a signature of the host.
    let bytes = fs::read(&log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let mut ends = Vec::new();
    while let Some(frame) = reader.next_frame().unwrap() {
        ends.push((frame.kind, reader.progress().bytes() as usize));
    }
    let signature = ends.iter().rev().skip(1).find(|end| end.0 == Kind::Signature).unwrap();
    let cut = folder.path().join("cut.duelog");
    fs::write(&cut, &bytes[..signature.1]).unwrap();
    assert_eq!(with(&cut)["verdict"], "cut");
    assert_eq!(verdict(&[arg(&cut)])["verdict"], "incomplete");
    // Another match, which has other draws or other labels, is none of the note's business.
    let fork = folder.path().join("fork.duelog");
    duelog(["fork", arg(&log), "--at", "10", "--out", arg(&fork)]).ends(0);
    assert_eq!(with(&fork)["verdict"], "incomplete");
    // The same match with another first seal than the one that seat 0 has signed.
    let (early, again) = (folder.path().join("early.duelog"), folder.path().join("again.duelog"));
    let first = |kind| ends.iter().find(|end| end.0 == kind).unwrap().1;
    fs::write(&early, &bytes[..first(Kind::Signature)]).unwrap();
    fs::write(&again, &bytes[..first(Kind::Decision)]).unwrap();
    let first_note = folder.path().join("first.note");
    duelog(["sign", arg(&early), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&first_note)]).ends(0);
    duelog(["sign", arg(&again), "--key", arg(&host), "--as", "host", "--seal"]).ends(0);
    let kept = ["--keys", arg(&trusted), "--signatures", arg(&first_note)];
    let report = verdict(&[&[arg(&again)], &kept[..]].concat());
    assert_eq!(report["verdict"], "contradicted", "{report}");
    assert_eq!(verdict(&[&[arg(&log)], &kept[..]].concat())["verdict"], "verified");
    // What is no signature, or not by a key of the list.
    fs::write(&note, "nothing").unwrap();
    let args = ["verify", arg(&log), "--keys", arg(&trusted), "--signatures", arg(&note)];
    duelog(args).fails(2, &["this is no signed note"]);
    let only_host = list(folder.path(), &[("host", &host_key)]);
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)])
        .fails(2, &["is not overwritten"]);
    fs::remove_file(&note).unwrap();
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)]).ends(0);
    duelog(["verify", arg(&log), "--keys", arg(&only_host), "--signatures", arg(&note)])
        .fails(2, &["no key that the list has for that party signed it"]);
}

#[test]
fn a_log_that_does_not_verify_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let (host, _) = key(folder.path(), "host");
    let log = signed(folder.path(), &host, "3");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&log, &bytes).unwrap();
    let text = duelog(["sign", arg(&log), "--key", arg(&host), "--as", "host"]).ends(1).out;
    assert!(text.contains("Nothing is signed"), "{text}");
    assert_eq!(fs::read(&log).unwrap(), bytes);
    fs::write(&log, &bytes[..middle - 40]).unwrap();
    let text = duelog(["sign", arg(&log), "--key", arg(&host), "--as", "host"]).ends(1).out;
    assert!(text.contains("torn"), "{text}");
    let missing = folder.path().join("missing.duelog");
    duelog(["sign", arg(&missing), "--key", arg(&host), "--as", "host"]).fails(3, &["missing.duelog"]);
}

#[test]
fn the_engine_seals_where_it_is_asked_and_takes_signatures() {
    let folder = tempfile::tempdir().unwrap();
    let (ann, ann_key) = key(folder.path(), "ann");
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup =
        json!({ "setup": { "game": "magic", "decks": [BEASTS, FLYERS], "seed": 1 }, "log": arg(&log) });
    talk.ask(setup.to_string());
    let sealed = talk.ask(json!({ "seal": {} }).to_string());
    assert_eq!(sealed["sealed"]["seal"], 1);
    assert_eq!(sealed["sealed"]["statements"].as_array().unwrap().len(), 3);
    assert_eq!(talk.ask(json!({ "seal": {} }).to_string()), sealed, "a seal that is there is enough");
    let note = folder.path().join("ann.note");
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)]).ends(0);
    let note = fs::read_to_string(&note).unwrap();
    assert!(note.starts_with(sealed["sealed"]["statements"][1]["text"].as_str().unwrap()), "{note}");
    let sign = |note: &str, key: &str| json!({ "sign": { "note": note, "key": key } }).to_string();
    for (note, key) in [("", ann_key.as_str()), (&note, "key"), (&note.replace("seat 0", "seat 1"), &ann_key)]
    {
        assert_eq!(talk.ask(sign(note, key))["error"]["kind"], "signature");
    }
    assert_eq!(talk.ask(sign(&note, &ann_key))["signed"]["party"], "seat 0");
    assert_eq!(talk.ask(sign(&note, &ann_key))["error"]["kind"], "signature", "once is enough");
    talk.ask(json!({ "quit": {} }).to_string());
    let trusted = list(folder.path(), &[("seat 0", &ann_key)]);
    let report = verdict(&[arg(&log), "--keys", arg(&trusted)]);
    assert_eq!(report["provenance"]["parties"][1]["known"], true, "{report}");
}

/// A program that keeps a key, and does not sign while a file is there.
#[cfg(unix)]
fn helper(folder: &Path, key: &Path) -> (PathBuf, PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (program, away) = (folder.join("helper"), folder.join("away"));
    let duelog = env!("CARGO_BIN_EXE_duelog");
    let script = format!(
        "#!/bin/sh\nif [ -e '{}' ]; then exit 7; fi\ncase $1 in\npublic) exec '{duelog}' keys show '{key}' ;;\nsign) exec '{duelog}' keys sign '{key}' ;;\nesac\n",
        arg(&away),
        key = arg(key)
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (program, away)
}

#[test]
#[cfg(unix)]
fn a_program_that_keeps_the_key_signs() {
    let folder = tempfile::tempdir().unwrap();
    let (host, public) = key(folder.path(), "host");
    let (program, away) = helper(folder.path(), &host);
    let by_file = signed(&folder.path().join("by file"), &host, "3");
    let out = folder.path().join("by program");
    let simulate = ["simulate", "--decks", BEASTS, FLYERS, "--seed", "3", "--out", arg(&out)];
    duelog(simulate.iter().chain(&["--key-helper", arg(&program)])).ends(0);
    let log = out.join("magic-3.duelog");
    assert_eq!(fs::read(&log).unwrap(), fs::read(by_file).unwrap(), "the same signatures");
    duelog(["sign", arg(&log), "--key-helper", arg(&program), "--as", "seat 1"]).ends(0);
    let trusted = list(folder.path(), &[("host", &public), ("seat 1", &public)]);
    assert_eq!(verdict(&[arg(&log), "--keys", arg(&trusted)])["provenance"]["parties"][2]["known"], true);
    let (cup, shown) = (folder.path().join("cup"), folder.path().join("public"));
    fs::write(&shown, &public).unwrap();
    let publish = ["publish", arg(&log), "--log", arg(&cup), "--key-helper", arg(&program)];
    duelog(publish).ends(0);
    duelog(["check", arg(&cup.join("checkpoint")), "--key", arg(&shown)]).ends(0);
    // Nobody signs: nothing is written, and the same again does it.
    fs::write(&away, "").unwrap();
    let sign = ["sign", arg(&log), "--key-helper", arg(&program), "--as", "seat 0"];
    duelog(sign).fails(3, &["helper public: exit status: 7"]);
    duelog(publish).fails(3, &["helper public"]);
    fs::remove_file(&away).unwrap();
    duelog(sign).ends(0);
    duelog(["sign", arg(&log), "--as", "seat 0"]).fails(2, &["--key FILE, or --key-helper PROGRAM"]);
    let both = ["--key", arg(&host), "--key-helper", arg(&program)];
    assert_eq!(duelog(sign[..2].iter().chain(&both).chain(&sign[4..])).code, 2);
    let missing = folder.path().join("missing");
    duelog(["sign", arg(&log), "--key-helper", arg(&missing), "--as", "host"]).fails(3, &["missing public"]);
    fs::write(&program, "#!/bin/sh\necho key\n").unwrap();
    duelog(sign).fails(3, &["helper public: \"key\" is no public key"]);
}

#[test]
#[cfg(unix)]
fn a_host_whose_key_is_away_goes_on_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let (host, public) = key(folder.path(), "host");
    let (program, away) = helper(folder.path(), &host);
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine", "--key-helper", arg(&program)]);
    let setup =
        json!({ "setup": { "game": "magic", "decks": [BEASTS, FLYERS], "seed": 1 }, "log": arg(&log) });
    let request = talk.ask(setup.to_string());
    let seat = &request["request"]["seat"];
    let answer = json!({ "answer": { "seat": seat, "choice": { "pick": [{ "seat": 0 }] } } }).to_string();
    fs::write(&away, "").unwrap();
    let refused = talk.ask(json!({ "seal": {} }).to_string());
    assert!(refused["error"]["message"].as_str().unwrap().contains("nothing was signed with the key host"));
    // The seal stands, and nothing comes after it before it is signed.
    let refused = talk.ask(&answer);
    assert_eq!(refused["error"]["kind"], "log", "{refused}");
    fs::remove_file(&away).unwrap();
    assert!(talk.ask(&answer)["request"].is_object());
    talk.ask(json!({ "quit": {} }).to_string());
    let trusted = list(folder.path(), &[("host", &public)]);
    let report = verdict(&[arg(&log), "--keys", arg(&trusted)]);
    assert_eq!(report["provenance"]["parties"][0]["seals"], 1, "{report}");
}

#[test]
fn a_text_is_signed_as_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let (file, _) = key(folder.path(), "host");
    let sign = |text: &str| {
        let mut talk = Talk::start(&["keys", "sign", arg(&file)]);
        talk.say(text);
        talk.end()
    };
    let (note, code) = sign("a text\nof two lines");
    assert_eq!((code, note.lines().count()), (0, 4), "{note}");
    assert!(note.starts_with("a text\nof two lines\n\n\u{2014} host "), "{note}");
    assert_eq!(sign("a title: \u{1b}]0;x").1, 2);
}
