//! `duelog keys`, `duelog sign`, and what `duelog verify --keys` says of signatures.

use std::fs;
use std::path::{Path, PathBuf};

use duelog_log_format::{Durability, Reader, Record, RecordKind, Writer};
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
        .fails(2, &["is not a name for a key"]);
    duelog(["keys", "show", "README.md"]).fails(2, &["this is not a secret key"]);
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
    // Nothing is known of a party that signed nothing.
    assert!(parties[1].get("known").is_none() && parties[2].get("known").is_none(), "{parties}");
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
    duelog(["sign", arg(&log), "--key", "README.md", "--as", "host"]).fails(2, &["is not a secret key"]);
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
        [("host", "line 1: it has a party and a key"), ("judge key", "\"judge\" is not a party")]
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
    let signature = ends.iter().rev().skip(1).find(|end| end.0 == RecordKind::Signature).unwrap();
    let cut = folder.path().join("cut.duelog");
    fs::write(&cut, &bytes[..signature.1]).unwrap();
    assert_eq!(with(&cut)["verdict"], "cut");
    assert_eq!(verdict(&[arg(&cut)])["verdict"], "incomplete");
    // The same match with another first seal than the one that seat 0 has signed.
    let (early, again) = (folder.path().join("early.duelog"), folder.path().join("again.duelog"));
    let first = |kind| ends.iter().find(|end| end.0 == kind).unwrap().1;
    fs::write(&early, &bytes[..first(RecordKind::Signature)]).unwrap();
    fs::write(&again, &bytes[..first(RecordKind::Decision)]).unwrap();
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
    duelog(args).fails(2, &["this is not a signed note"]);
    let only_host = list(folder.path(), &[("host", &host_key)]);
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)])
        .fails(2, &["is not overwritten"]);
    fs::remove_file(&note).unwrap();
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)]).ends(0);
    duelog(["verify", arg(&log), "--keys", arg(&only_host), "--signatures", arg(&note)])
        .fails(2, &["no key that the list has for that party signed it"]);
}

/// Who writes a match anew from its header on, with another label for instance, makes another match of it, of which
/// a note that somebody keeps says nothing by itself.
#[test]
fn a_note_that_is_of_none_of_the_logs_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let ((host, host_key), (ann, ann_key)) = (key(folder.path(), "host"), key(folder.path(), "ann"));
    let log = signed(folder.path(), &host, "3");
    let trusted = list(folder.path(), &[("host", &host_key), ("seat 0", &ann_key)]);
    let note = folder.path().join("ann.note");
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)]).ends(0);
    let kept = ["--keys", arg(&trusted), "--signatures", arg(&note)];
    let label = folder.path().join("label.duelog");
    fs::write(&label, unsigned(&fs::read(&log).unwrap(), &[("round", "2")])).unwrap();
    duelog(["verify", arg(&label)]).ends(0);
    let ran = duelog(["verify", arg(&label)].iter().chain(&kept)).ends(1);
    let told = ["other-match ", "no log that was given is of that match", "1 note is of none of them"];
    assert!(told.iter().all(|part| ran.out.contains(part)), "{}", ran.out);
    assert!(!ran.out.contains("\nverified"), "{}", ran.out);
    duelog(["verify", "--quiet", arg(&label)].iter().chain(&kept)).ends(1);
    let lines = duelog(["verify", "--format", "json", arg(&label)].iter().chain(&kept)).ends(1).json();
    assert_eq!(lines[0]["verdict"], "other-match");
    let unmatched = &lines[1]["summary"]["unmatched"][0];
    assert_eq!((&unmatched["party"], &unmatched["note"]), (&json!("seat 0"), &json!(arg(&note))));
    assert!(unmatched["match"].as_str().is_some_and(|hex| hex.len() == 64), "{unmatched}");
    // The log of its match is told with what the party of the note signed.
    let told = "signed    seat 0: to the end, by the key ann, in a note that is kept apart\n";
    let ran = duelog(["verify", arg(&log)].iter().chain(&kept)).ends(0);
    assert!(ran.out.contains(told), "{}", ran.out);
    let lines = duelog(["verify", "--format", "json", arg(&log)].iter().chain(&kept)).ends(0).json();
    let party = &lines[0]["provenance"]["parties"][1];
    assert_eq!((&party["kept"]["key"], &party["seals"]), (&json!("ann"), &json!(0)), "{party}");
    // One of several logs is enough, wherever it stands.
    for logs in [[&label, &log], [&log, &label]] {
        let ran = duelog(["verify", arg(logs[0]), arg(logs[1])].iter().chain(&kept)).ends(0);
        assert!(!ran.out.contains("unmatched"), "{}", ran.out);
    }
    let lines = duelog(["verify", "--format", "json", arg(folder.path())].iter().chain(&kept)).ends(0).json();
    assert!(lines[2]["summary"].get("unmatched").is_none(), "{lines:?}");
    // Another game is another match, and so is one that begins in the middle of it.
    let other = signed(folder.path(), &host, "4");
    duelog(["verify", arg(&other)].iter().chain(&kept)).ends(1);
    let fork = folder.path().join("fork.duelog");
    duelog(["fork", arg(&log), "--at", "10", "--out", arg(&fork)]).ends(0);
    // None of several logs need be the one; what each is by itself is told, and that the note is of none.
    let ran = duelog(["verify", arg(&fork), arg(&other), arg(&label)].iter().chain(&kept)).ends(1);
    let told = ["\nverified ", "unmatched   ", "ann.note\n", "no log that was given is of that match"];
    assert!(told.iter().all(|part| ran.out.contains(part)), "{}", ran.out);
    duelog(["verify", arg(&label), arg(&other), arg(&log)].iter().chain(&kept)).ends(0);
}

/// The log without signatures, and with these labels added to its header; all else fits.
fn unsigned(log: &[u8], labels: &[(&str, &str)]) -> Vec<u8> {
    let mut reader = Reader::open(log).unwrap();
    let mut header = reader.header().clone();
    header.labels.extend(labels.iter().map(|(name, text)| (name.to_string(), text.to_string())));
    let mut writer = Writer::create(Vec::new(), &header, Durability::None).unwrap();
    while let Some(logged) = reader.next_record().unwrap() {
        match logged.record {
            Record::Header(_) | Record::Signature(_) => {}
            Record::Seal(seal) => writer.seal(seal.root).unwrap(),
            record => writer.append(&record).unwrap(),
        }
    }
    writer.into_storage().unwrap()
}

#[test]
fn signatures_can_be_demanded() {
    let folder = tempfile::tempdir().unwrap();
    let ((host, host_key), (ann, ann_key)) = (key(folder.path(), "host"), key(folder.path(), "ann"));
    let (_, stranger) = key(folder.path(), "stranger");
    let log = signed(folder.path(), &host, "3");
    let trusted = list(folder.path(), &[("host", &host_key), ("seat 0", &ann_key)]);
    let demand = |log: &Path, who: &str| {
        let args = ["verify", "--format", "json", arg(log), "--keys", arg(&trusted), "--require", who];
        let ran = duelog(args);
        let code = ran.code;
        (ran.json()[0]["verdict"].as_str().unwrap().to_string(), code)
    };
    let (good, missing) = (("verified".to_string(), 0), ("unsigned".to_string(), 1));
    assert_eq!(demand(&log, "host"), good);
    for who in ["seat0", "host,seat0", "seat 0,host", "host,seat1", "seat 5"] {
        assert_eq!(demand(&log, who), missing, "{who}");
    }
    let text = duelog(["verify", arg(&log), "--keys", arg(&trusted), "--require", "host,seat0"]).ends(1).out;
    assert!(
        text.contains("seat 0 has signed no seal of this log with a key that the list has for it"),
        "{text}"
    );
    // A note of the last seal is a signature of it.
    let note = folder.path().join("ann.note");
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0", "--note", arg(&note)]).ends(0);
    let noted = ["--keys", arg(&trusted), "--require", "host,seat0", "--signatures", arg(&note)];
    duelog(["verify", arg(&log)].iter().chain(&noted)).ends(0);
    // Somebody has taken all signatures out. The log is still what Ann has signed, and the host's is missing.
    let plain = folder.path().join("plain.duelog");
    fs::write(&plain, unsigned(&fs::read(&log).unwrap(), &[])).unwrap();
    duelog(["verify", arg(&plain)].iter().chain(&noted)).ends(1);
    assert_eq!(demand(&plain, "host"), missing);
    // In the log it does too, unless the key is another one.
    duelog(["sign", arg(&log), "--key", arg(&ann), "--as", "seat 0"]).ends(0);
    assert_eq!(demand(&log, "host,seat0"), good);
    list(folder.path(), &[("host", &host_key)]);
    assert_eq!(demand(&log, "host,seat0"), missing);
    list(folder.path(), &[("host", &host_key), ("seat 0", &stranger)]);
    assert_eq!(demand(&log, "host,seat0"), ("wrong-key".to_string(), 1));
    assert_eq!(duelog(["verify", arg(&log), "--require", "host"]).code, 2, "whose keys?");
    duelog(["verify", arg(&log), "--keys", arg(&trusted), "--require", "judge"])
        .fails(2, &["a party is `host`"]);
}

/// A log that is replayed up to a moment alone is not right so far where a signature is missing.
#[test]
fn a_signature_counts_where_replaying_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (host, host_key) = key(folder.path(), "host");
    let (log, other) = (signed(folder.path(), &host, "3"), list(folder.path(), &[("host", &host_key)]));
    let stopped = ["verify", arg(&log), "--to", "5", "--keys", arg(&other), "--require"];
    duelog(stopped.iter().chain(&["host"])).ends(0);
    let ran = duelog(stopped.iter().chain(&["host,seat0"])).ends(1);
    assert!(ran.out.starts_with("unsigned "), "{}", ran.out);
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
    duelog(sign).fails(3, &["helper public: \"key\" is not a public key"]);
}

/// One that does not end is given up, even where what it has started holds its output open.
#[test]
#[cfg(unix)]
fn a_program_that_keeps_the_key_is_not_waited_for_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let (host, _) = key(folder.path(), "host");
    let log = signed(folder.path(), &host, "3");
    let (program, _) = helper(folder.path(), &host);
    let whole = fs::read_to_string(&program).unwrap();
    let before = fs::read(&log).unwrap();
    let sign = ["sign", arg(&log), "--key-helper", arg(&program), "--as", "seat 1", "--key-wait", "4"];
    for (script, what) in [
        ("#!/bin/sh\nsleep 20 2>&-\n".to_string(), "helper public: it has not ended after 4 seconds (--key"),
        // It has closed its output and does not end.
        (
            "#!/bin/sh\nexec >&-\nexec sleep 20 2>&-\n".to_string(),
            "helper public: it has not ended after 4 seconds",
        ),
        (whole.replace("sign) ", "sign) sleep 20 2>&-; "), "helper sign: it has not ended after 4 seconds"),
    ] {
        fs::write(&program, script).unwrap();
        duelog(sign).fails(3, &[what]);
    }
    assert_eq!(fs::read(&log).unwrap(), before);
    let mut talk = Talk::start(&["engine", "--key-helper", arg(&program), "--key-wait", "4"]);
    let setup = json!({ "setup": { "game": "magic", "decks": [BEASTS, FLYERS], "seed": 1 }, "log": arg(&folder.path().join("g.duelog")) });
    talk.ask(setup.to_string());
    let refused = talk.ask(json!({ "seal": {} }).to_string());
    assert!(
        refused["error"]["message"].as_str().is_some_and(|said| said.contains("has not ended")),
        "{refused}"
    );
    fs::write(&program, whole).unwrap();
    duelog(&sign[..6]).ends(0);
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
