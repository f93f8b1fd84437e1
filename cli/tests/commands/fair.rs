//! Seeds that host and players choose together: `simulate --fair`, `play --fair`, the engine, `part` and `reveal`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk};

fn verdict(log: &Path) -> Value {
    duelog(["verify", "--format", "json", arg(log)]).json().remove(0)
}

#[test]
fn simulated_games_are_fair_and_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    for out in ["a", "b"] {
        let out = folder.path().join(out);
        duelog(["simulate", "--decks", BEASTS, FLYERS, "--fair", "--seed-parts", "--out", arg(&out)]).ends(0);
    }
    let log = |name: &str| folder.path().join(name).join("magic-0.duelog");
    assert_eq!(fs::read(log("a")).unwrap(), fs::read(log("b")).unwrap());
    let report = verdict(&log("a"));
    assert_eq!((&report["verdict"], &report["contents"]["shared"]), (&json!("verified"), &json!(true)));
}

/// A small seed can be tried: what hides something does not follow from it.
#[test]
fn what_hides_a_simulated_game_is_random_unless_it_is_wanted_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |out: &str, more: &[&str]| {
        let out = folder.path().join(out);
        duelog(["simulate", "--decks", BEASTS, FLYERS, "--out", arg(&out)].iter().chain(more)).ends(0);
        fs::read(out.join("magic-0.duelog")).unwrap()
    };
    for (kind, more) in
        [("fair", &["--fair"][..]), ("seen", &["--observed"]), ("both", &["--fair", "--observed"])]
    {
        let named = |number: u8| format!("{kind}-{number}");
        assert_ne!(bytes(&named(1), more), bytes(&named(2), more), "{kind}");
        let same = [more, &["--seed-parts"]].concat();
        assert_eq!(bytes(&named(3), &same), bytes(&named(4), &same), "{kind}");
    }
    let out = folder.path().join("x");
    duelog(["simulate", "--decks", BEASTS, FLYERS, "--seed-parts", "--out", arg(&out)])
        .fails(2, &["--seed-parts says where the parts of --fair"]);
    let help = duelog(["simulate", "--help"]).ends(0).out;
    assert!(help.contains("whoever tries small seeds"), "{help}");
}

#[test]
fn a_part_is_made_committed_to_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("part");
    duelog(["part", "new", "--out", arg(&part)]).ends(0);
    duelog(["part", "new", "--out", arg(&part)]).fails(2, &["is not overwritten"]);
    let (binding, other) = ("0f".repeat(32), "1e".repeat(32));
    let commit =
        |who: &str, binding: &str| duelog(["part", "commit", arg(&part), "--as", who, "--binding", binding]);
    commit("seat 0", "0f").fails(2, &["64 hexadecimal digits"]);
    duelog(["part", "show", arg(&part)]).fails(2, &["this part is not committed to"]);
    let own = commit("seat 0", &binding).ends(0).out.trim_end().to_string();
    assert_eq!(own.len(), 64);
    // Nobody knows the part yet: the same may be asked for again, and nothing else.
    assert_eq!(commit("seat 0", &binding).ends(0).out.trim_end(), own);
    let used = format!("this part was used by seat 0 for the match with the binding {binding}");
    commit("seat 0", &other).fails(2, &[&used, "`duelog part new`"]);
    commit("seat 1", &binding).fails(2, &[&used]);
    let (host, ben) = ("a1".repeat(32), "b2".repeat(32));
    let show = |seen: &[&str]| {
        let with = if seen.is_empty() { &[][..] } else { &["--commitments"] };
        duelog(["part", "show", arg(&part)].iter().chain(with).chain(seen))
    };
    show(&[&host, &ben, &own]).fails(2, &["seat 0 has not the commitment of this part among those"]);
    let shown = show(&[&host, &own, &ben]).ends(0).out;
    assert!(shown.starts_with("salt ") && shown.lines().count() == 2, "{shown}");
    assert_eq!(show(&[&host, &own, &ben]).ends(0).out, shown);
    show(&[&ben, &own, &ben]).fails(2, &["shown before, beside other commitments"]);
    show(&[]).fails(2, &["shown before, beside other commitments"]);
    // Everybody may know it now.
    commit("seat 0", &binding)
        .fails(2, &["this part was shown by seat 0 in the match with the binding 0f0f"]);
    duelog(["part", "show", "README.md"]).fails(2, &["this is not part of a seed"]);
    duelog(["part", "show", arg(&folder.path().join("missing"))]).fails(3, &["missing"]);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&part).unwrap().permissions());
        assert_eq!(mode & 0o077, 0, "others can read the part");
    }
}

/// The players of a match, each with a part in a file; the host is the engine.
struct Players<'a> {
    folder: &'a Path,
    talk: Talk,
}

impl Players<'_> {
    fn part(&self, name: &str, seat: usize) -> std::path::PathBuf {
        self.folder.join(format!("{name}-{seat}.part"))
    }

    /// Begins a match; the response.
    fn begin(&mut self, name: &str) -> Value {
        let setup = json!({ "game": "magic", "fair": true, "decks": [BEASTS, FLYERS] });
        let log = self.log(name);
        self.talk.ask(json!({ "setup": setup, "log": arg(&log) }).to_string())
    }

    fn log(&self, name: &str) -> std::path::PathBuf {
        self.folder.join(format!("{name}.duelog"))
    }

    /// Both players commit to fresh parts.
    fn commit(&mut self, name: &str, fair: &Value) -> Value {
        let binding = fair["fair"]["binding"].as_str().unwrap();
        let mut answered = Value::Null;
        for seat in 0..2 {
            let (part, who) = (self.part(name, seat), format!("seat {seat}"));
            duelog(["part", "new", "--out", arg(&part)]).ends(0);
            let out = duelog(["part", "commit", arg(&part), "--as", &who, "--binding", binding]).ends(0).out;
            answered = self
                .talk
                .ask(json!({ "commit": { "seat": seat, "commitment": out.trim_end() } }).to_string());
        }
        answered
    }

    /// Both show theirs, beside the commitments that they were told.
    fn show(&mut self, name: &str, fair: &Value) {
        let seen: Vec<&str> = fair["fair"]["commitments"]
            .as_array()
            .unwrap()
            .iter()
            .map(|commitment| commitment["commitment"].as_str().unwrap())
            .collect();
        for seat in 0..2 {
            let part = self.part(name, seat);
            let args = ["part", "show", "--format", "json", arg(&part), "--commitments"];
            let shown = &duelog(args.iter().chain(&seen)).ends(0).json()[0];
            let show = json!({ "show": { "seat": seat, "salt": shown["salt"], "seed": shown["seed"] } });
            self.talk.ask(show.to_string());
        }
    }

    /// The first player gives up, and the match is over.
    fn end(&mut self) {
        for seat in 0..2 {
            self.talk
                .ask(json!({ "answer": { "seat": seat, "choice": { "pick": ["concede"] } } }).to_string());
        }
        self.talk.ask(json!({ "close": {} }).to_string());
    }
}

/// A host that was shown the players' parts of one match begins the same match again, with a part of its own that
/// nobody has bound. The log of that verifies. Whoever looks for the own fresh part in it finds that it is not there.
#[test]
fn a_host_that_draws_again_is_found_by_who_looks_for_the_own_part() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Players { folder: folder.path(), talk: Talk::start(&["engine"]) };
    let fair = table.begin("first");
    let fair = table.commit("first", &fair);
    table.show("first", &fair);
    table.end();
    let first = table.log("first");
    let with = |log: &Path, part: &Path| {
        let ran = duelog(["verify", "--format", "json", arg(log), "--part", arg(part)]);
        (ran.json().remove(0), ran.code)
    };
    let (report, code) = with(&first, &table.part("first", 0));
    assert_eq!((&report["verdict"], code), (&json!("verified"), 0), "{report}");
    assert_eq!(report["part"], json!({ "party": "seat 0", "others": true }));
    // The second match, with fresh parts: the host is told the commitments, and draws with what it was shown before.
    let fair = table.begin("honest");
    table.commit("second", &fair);
    table.talk.ask(json!({ "close": {} }).to_string());
    let second = |table: &Players<'_>| table.part("second", 0);
    let mut records = vec![fs::read(&first).unwrap()];
    for name in ["again", "once more"] {
        let fair = table.begin(name);
        replay(&mut table.talk, &first, &fair);
        table.end();
        let log = table.log(name);
        // By itself, each is as good as the first: this is why the part must be looked for.
        assert_eq!(verdict(&log)["verdict"], "verified");
        records.push(fs::read(&log).unwrap());
        let (report, code) = with(&log, &second(&table));
        assert_eq!((&report["verdict"], code), (&json!("without-part"), 1), "{report}");
        assert!(
            report["message"].as_str().unwrap().contains("seat 0 has not committed to this part"),
            "{report}"
        );
        // With the part of the first match, whose commitment is in it, the host's is another one.
        let (report, code) = with(&log, &table.part("first", 0));
        assert_eq!((&report["verdict"], code), (&json!("without-part"), 1), "{report}");
        assert!(report["message"].as_str().unwrap().contains("the commitment of the host"), "{report}");
        let key = folder.path().join(format!("{name}.key"));
        duelog(["keys", "new", "ann", "--out", arg(&key)]).ends(0);
        let own = second(&table);
        let sign = ["sign", arg(&log), "--key", arg(&key), "--as", "seat 0", "--part", arg(&own)];
        let before = fs::read(&log).unwrap();
        let ran = duelog(sign).ends(1);
        assert!(ran.out.contains("Nothing is signed: the seed was drawn without your part."), "{}", ran.out);
        assert_eq!(fs::read(&log).unwrap(), before);
    }
    assert!(records[0] != records[1] && records[1] != records[2], "the host has drawn three times");
    // In its own match the part is found, as that of its own party alone.
    let key = folder.path().join("ann.key");
    duelog(["keys", "new", "ann", "--out", arg(&key)]).ends(0);
    let part = table.part("first", 0);
    let sign =
        |who: &str| duelog(["sign", arg(&first), "--key", arg(&key), "--as", who, "--part", arg(&part)]);
    let ran = sign("seat 1").ends(1);
    assert!(ran.out.contains("seat 1 has not committed to this part"), "{}", ran.out);
    sign("seat 0").ends(0);
    // A log of another setup, and one whose seed the host alone has chosen.
    let out = folder.path().join("alone");
    duelog(["simulate", "--decks", BEASTS, FLYERS, "--out", arg(&out)]).ends(0);
    let (report, code) = with(&out.join("magic-0.duelog"), &part);
    assert_eq!((&report["verdict"], code), (&json!("without-part"), 1));
    assert!(report["message"].as_str().unwrap().contains("the host alone chose the seed"), "{report}");
}

/// The players' commitments and parts of an earlier match, given once more.
fn replay(talk: &mut Talk, log: &Path, fair: &Value) {
    use duelog_log_format::{Reader, Record};
    assert_eq!(fair["fair"]["wants"], "commit");
    let bytes = fs::read(log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let hex = |bytes: &[u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    while let Some(logged) = reader.next_record().unwrap() {
        let line = match logged.record {
            Record::SeedCommitment(made) if made.party > 0 => {
                json!({ "commit": { "seat": made.party - 1, "commitment": made.commitment.hex() } })
            }
            Record::SeedReveal(made) if made.party > 0 => {
                json!({ "show": { "seat": made.party - 1, "salt": hex(&made.salt), "seed": hex(&made.seed.0) } })
            }
            _ => continue,
        };
        let answered = talk.ask(line.to_string());
        assert!(answered.get("error").is_none(), "{answered}");
    }
}

#[test]
fn a_log_without_the_own_part_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Players { folder: folder.path(), talk: Talk::start(&["engine"]) };
    for name in ["mine", "other"] {
        let fair = table.begin(name);
        let fair = table.commit(name, &fair);
        table.show(name, &fair);
        table.talk.ask(json!({ "close": {} }).to_string());
    }
    let (mine, other) = (table.log("mine"), table.log("other"));
    let part = table.part("mine", 0);
    let mut resume = |log: &Path| {
        let response = table.talk.ask(json!({ "resume": arg(log), "part": arg(&part) }).to_string());
        table.talk.ask(json!({ "close": {} }).to_string());
        response
    };
    // A torn end is in nobody's way.
    fs::write(&mine, [&fs::read(&mine).unwrap()[..], &[5]].concat()).unwrap();
    let resumed = resume(&mine);
    assert!(resumed["request"].is_object() && resumed["torn"].is_string(), "{resumed}");
    let refused = resume(&other);
    assert_eq!(refused["finding"]["verdict"], "without-part", "{refused}");
    let refused = table.talk.ask(json!({ "part": arg(&part), "request": {} }).to_string());
    assert_eq!(refused["error"]["kind"], "malformed", "{refused}");
    let mut fileless = Talk::start(&["engine", "--no-files"]);
    let refused = fileless.ask(json!({ "resume": arg(&mine), "part": arg(&part) }).to_string());
    assert_eq!(refused["error"]["kind"], "files", "{refused}");
    let play = |log: &Path| duelog(["play", "--resume", arg(log), "--part", arg(&part), "--bot", "none"]);
    let ran = play(&other).ends(1);
    assert!(ran.err.contains("without-part"), "{ran:#?}");
    play(&mine).ends(0);
    // The host's own part, which stands beside the log: a log that was put in its place is not continued.
    let out = folder.path().join("alone");
    duelog(["simulate", "--decks", BEASTS, FLYERS, "--out", arg(&out)]).ends(0);
    let put = folder.path().join("put.duelog");
    duelog(["fork", arg(&out.join("magic-0.duelog")), "--at", "9", "--out", arg(&put)]).ends(0);
    duelog(["play", "--resume", arg(&put), "--bot", "none"]).ends(0);
    fs::copy(folder.path().join("mine.duelog.secret"), folder.path().join("put.duelog.secret")).unwrap();
    let ran = duelog(["play", "--resume", arg(&put), "--bot", "none"]).ends(1);
    assert!(ran.err.contains("without-part"), "{ran:#?}");
}

#[test]
fn a_game_at_the_terminal_goes_on_with_the_secret_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["play", "--fair", "--decks", BEASTS, FLYERS, "--out", arg(&log)]);
    talk.prompt();
    talk.say("quit");
    drop(talk);
    let secret = folder.path().join("game.duelog.secret");
    let report = verdict(&log);
    assert_eq!(report["verdict"], "incomplete");
    assert!(report["message"].as_str().unwrap().contains("the host has not shown its part"), "{report}");
    let text = duelog(["show", arg(&log)]).ends(1).out + &duelog(["history", arg(&log)]).ends(1).out;
    assert!(!text.is_empty() || log.exists());
    let shown = folder.path().join("shown.duelog");
    duelog(["reveal", arg(&log), "--secret", arg(&secret), "--out", arg(&shown)]).ends(0);
    duelog(["reveal", arg(&log), "--secret", arg(&secret), "--out", arg(&shown)])
        .fails(2, &["is not overwritten"]);
    duelog(["show", arg(&shown)]).ends(0);
    duelog(["reveal", arg(&shown), "--secret", arg(&secret), "--out", arg(&folder.path().join("x"))]).ends(1);
    let mut talk = Talk::start(&["play", "--resume", arg(&log)]);
    talk.prompt();
    talk.say("concede");
    talk.prompt();
    drop(talk);
    assert!(matches!(verdict(&log)["verdict"].as_str(), Some("incomplete" | "verified")));
}

#[test]
fn the_engine_hosts_a_draw_of_two_programs() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "fair": true, "decks": [BEASTS, FLYERS] });
    let fair = talk.ask(json!({ "setup": setup, "log": arg(&log) }).to_string());
    let binding = fair["fair"]["binding"].as_str().unwrap().to_string();
    assert_eq!((&fair["fair"]["awaited"], &fair["fair"]["wants"]), (&json!("seat 0"), &json!("commit")));
    let part = |seat: u8| folder.path().join(format!("part-{seat}"));
    let mut commitments = Vec::new();
    for seat in 0..2 {
        duelog(["part", "new", "--out", arg(&part(seat))]).ends(0);
        let (who, file) = (format!("seat {seat}"), part(seat));
        let args = ["part", "commit", arg(&file), "--as", &who, "--binding", &binding];
        commitments.push(duelog(args).ends(0).out.trim_end().to_string());
    }
    let commit =
        |seat: usize| json!({ "commit": { "seat": seat, "commitment": commitments[seat] } }).to_string();
    let show = |seat: u8, of: u8| {
        let shown = &duelog(["part", "show", "--format", "json", arg(&part(of))]).ends(0).json()[0];
        json!({ "show": { "seat": seat, "salt": shown["salt"], "seed": shown["seed"] } }).to_string()
    };
    assert_eq!(talk.ask(commit(1))["error"]["kind"], "fair");
    assert_eq!(talk.ask(commit(0))["fair"]["awaited"], "seat 1");
    assert_eq!(talk.ask(show(0, 0))["error"]["kind"], "fair");
    assert_eq!(talk.ask(commit(1))["fair"]["wants"], "show");
    assert_eq!(talk.ask(json!({ "setup": setup }).to_string())["error"]["kind"], "running");
    let wrong = talk.ask(show(0, 1));
    assert!(wrong["error"]["message"].as_str().unwrap().starts_with("seat 0 shows another part"), "{wrong}");
    assert_eq!(talk.ask(show(0, 0))["fair"]["awaited"], "seat 1");
    assert!(talk.ask(show(1, 1)).get("request").is_some());
    assert_eq!(
        talk.ask(json!({ "show": { "seat": 0, "salt": "0", "seed": "0" } }).to_string())["error"]["kind"],
        "malformed"
    );
    let ended = talk.ask(json!({ "answer": { "seat": 0, "choice": { "pick": ["concede"] } } }).to_string());
    assert!(ended.get("outcome").is_some() || ended.get("refused").is_some(), "{ended}");
    if ended.get("refused").is_some() {
        talk.ask(json!({ "answer": { "seat": 1, "choice": { "pick": ["concede"] } } }).to_string());
    }
    talk.ask(json!({ "quit": {} }).to_string());
    assert_eq!(verdict(&log)["verdict"], "verified");
}

#[test]
fn the_engine_draws_for_people_where_nothing_else_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let secret = folder.path().join("game.duelog.secret");
    let mut talk = Talk::start(&["engine"]);
    let short = json!({ "setup": { "game": "magic", "decks": [{ "cards": [[9, "Forest"]] }, FLYERS] }, "log": arg(&log) });
    let refused = talk.ask(short.to_string());
    assert!(refused["error"]["illegal"] == true && !secret.exists(), "{refused}");
    let begin = |more: Value| {
        let mut setup = json!({ "game": "magic", "decks": [BEASTS, FLYERS] });
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({ "setup": setup }).to_string()
    };
    for (more, fair) in [(json!({}), true), (json!({ "fair": false }), false), (json!({ "seed": 1 }), false)]
    {
        let response = talk.ask(begin(more));
        assert_eq!(
            (response["fair"].is_object(), response["request"].is_object()),
            (fair, !fair),
            "{response}"
        );
        talk.ask(json!({ "close": {} }).to_string());
    }
    let mut logged: Value = serde_json::from_str(&begin(json!({}))).unwrap();
    logged["log"] = json!(arg(&log));
    assert!(talk.ask(logged.to_string())["fair"].is_object() && secret.exists());
}

#[test]
fn the_engine_notes_who_withholds_a_part() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup =
        json!({ "setup": { "game": "magic", "fair": true, "decks": [BEASTS, FLYERS] }, "log": arg(&log) });
    talk.ask(setup.to_string());
    let closed = talk.ask(json!({ "withheld": { "seat": 0, "text": "gone" } }).to_string());
    assert_eq!(closed["closed"]["verdict"], "unfair");
    let report = verdict(&log);
    assert_eq!(report["verdict"], "unfair");
    assert!(report["message"].as_str().unwrap().starts_with("seat 0"), "{report}");
}
