//! Matches with a clock: `play` and `engine` keep it, `info`, `show` and `history` tell of it, `verify` judges it.

use std::fs;
use std::path::{Path, PathBuf};

use duelog_log_format::{Durability, Reader, Record, Writer};
use serde_json::json;

use crate::report::data;
use crate::running::{arg, duelog};
use crate::serve::Server;
use crate::talking::{BEASTS, FLYERS, Talk};

/// A time in the far future of each test.
const LATER: u64 = 4_000_000_000_000;

/// A match with a clock that has begun.
pub fn timed(folder: &Path) -> PathBuf {
    let log = folder.join("clock.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "setup": { "game": "magic", "seed": 1, "decks": [FLYERS, BEASTS], "clock": "1m" }, "log": log });
    talk.ask(setup.to_string());
    log
}

#[test]
fn an_engine_keeps_the_clock_and_the_host_decides() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("timed.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "setup": { "game": "magic", "seed": 1, "decks": [FLYERS, BEASTS], "clock": "1m+1s", "absence": "5m" }, "log": log });
    let asked = talk.ask(setup.to_string());
    assert_eq!(asked["clock"]["left_ms"], json!([60_000, 60_000]), "{asked}");
    let seat = asked["request"]["seat"].as_u64().unwrap();
    let answer = json!({ "answer": { "seat": seat, "choice": { "pick": [{ "seat": 0 }] }, "used_ms": 31_000, "time_ms": LATER } });
    let asked = talk.ask(answer.to_string());
    assert_eq!(asked["clock"]["left_ms"][seat as usize], 30_000, "{asked}");
    let seat = asked["request"]["seat"].as_u64().unwrap();
    let forfeit = |seat: u64, reason: &str, used: u64, time: u64| {
        json!({ "forfeit": { "seat": seat, "reason": reason, "used_ms": used, "time_ms": time } }).to_string()
    };
    let early = talk.ask(forfeit(seat, "time", 2_000, LATER + 2_000));
    assert_eq!(early["error"]["kind"], "clock", "{early}");
    assert!(early["error"]["message"].as_str().unwrap().contains("does not lose on time"), "{early}");
    let here = talk.ask(json!({ "back": { "seat": 0 } }).to_string());
    assert_eq!(here["error"]["kind"], "clock", "{here}");
    let over = talk.ask(forfeit(seat, "time", 90_000, LATER + 90_000));
    assert_eq!(over["outcome"]["winners"], json!([1 - seat]), "{over}");
    drop(talk);
    everybody_names_the_host(folder.path(), &log, seat);
    let info = duelog(["info", arg(&log)]).ends(0).out;
    assert!(info.contains("1 min 0.000 s for each player, 1.000 s of each decision free"), "{info}");
    assert!(info.contains("give up by decision 2: their time had run out"), "{info}");
    let told = duelog(["info", "--format", "json", arg(&log)]).ends(0).json();
    assert_eq!(told[0]["time"]["losses"], json!([{ "seat": seat, "reason": "time", "decision": 2 }]));
    let show = duelog(["show", arg(&log), "--at", "1"]).ends(0).out;
    assert!(show.contains("Time left: seat 0 "), "{show}");
    let history = duelog(["history", arg(&log), "--all"]).ends(0).out;
    assert!(history.contains("took 31.000 s and has 30.000 s left"), "{history}");
    assert!(history.contains("loss on time"), "{history}");
    page_tells_the_clock(folder.path(), &log);
    // Readings are no news: without --all nobody reads them.
    assert!(!duelog(["history", arg(&log)]).ends(0).out.contains(" took "));
    found_where_it_is_changed(&log);
}

/// Whatever tells the result says that the host decided it, and not only that a player conceded.
fn everybody_names_the_host(folder: &Path, log: &Path, seat: u64) {
    let host = format!("the host had seat {seat} give up by decision 2: their time had run out");
    let last = ["--at", "2"];
    for (command, more) in [("verify", &[][..]), ("show", &last), ("explain", &last)] {
        let told = duelog([command, arg(log)].iter().chain(more)).ends(0).out;
        assert!(told.contains(&host), "{command}: {told}");
    }
    let verdict = duelog(["verify", "--format", "json", arg(log)]).ends(0).json();
    assert_eq!(
        verdict[0]["losses"],
        json!([{ "seat": seat, "reason": "time", "decision": 2 }]),
        "{verdict:?}"
    );
    let server = Server::start(folder);
    let listed = server.judged("timed.duelog");
    assert!(listed["result"].as_str().unwrap().contains(&host), "{listed}");
    let history = duelog(["history", arg(log)]).ends(0).out;
    assert!(history.contains("loss on time; the host has them give up"), "{history}");
}

/// The page says why somebody lost, and readings as people read them, to those who want everything.
fn page_tells_the_clock(folder: &Path, log: &Path) {
    let page = folder.join("timed.html");
    duelog(["report", arg(log), "--out", arg(&page)]).ends(0);
    let page = data(&page);
    let message = page["head"]["message"].as_str().unwrap();
    assert!(
        message.contains("; the host had seat") && message.ends_with("their time had run out"),
        "{message}"
    );
    let text = |step: &serde_json::Value| {
        page["pools"]["texts"][step["x"].as_u64().unwrap() as usize].as_str().unwrap().to_string()
    };
    let notes: Vec<_> = page["steps"].as_array().unwrap().iter().filter(|step| step["k"] == "note").collect();
    let reading = notes.iter().find(|step| text(step).ends_with("took 31.000 s and has 30.000 s left"));
    assert_eq!(reading.unwrap()["f"], true);
    let penalty = notes.iter().find(|step| text(step).ends_with("loss on time; the host has them give up"));
    assert!(penalty.unwrap()["f"].is_null());
}

/// A reading that was changed, in a log that was written anew, is found.
fn found_where_it_is_changed(log: &std::path::Path) {
    let bytes = fs::read(log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let mut writer = Writer::create(Vec::new(), reader.header(), Durability::None).unwrap();
    while let Some(logged) = reader.next_record().unwrap() {
        let record = match logged.record {
            Record::Annotation(mut note) => {
                note.text = note.text.replace("left 30000", "left 31000");
                Record::Annotation(note)
            }
            Record::Seal(seal) => Record::Seal(writer.progress().next_seal(seal.root)),
            other => other,
        };
        writer.append(&record).unwrap();
    }
    let changed = log.with_file_name("changed.duelog");
    fs::write(&changed, writer.into_storage().unwrap()).unwrap();
    let ran = duelog(["verify", arg(&changed)]).ends(1);
    assert!(ran.out.contains("mistimed"), "{}", ran.out);
    assert!(ran.out.contains("31000 ms left by the log, and 30000 ms by its clock"), "{}", ran.out);
}

#[test]
fn whoever_has_no_time_left_at_the_terminal_gives_up() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("timed.duelog");
    let mut talk = Talk::start(&[
        "play",
        "--plain",
        "--bot",
        "none",
        "--seed",
        "1",
        "--clock",
        "1s",
        "--decks",
        FLYERS,
        BEASTS,
        "--out",
        arg(&log),
    ]);
    talk.prompt();
    // Nobody types anything.
    let said = talk.until_any(&["Verify it"]);
    assert!(said.contains("has no time left and gives up, as the host decides"), "{said}");
    duelog(["verify", arg(&log)]).ends(0);
    let told = duelog(["info", "--format", "json", arg(&log)]).ends(0).json();
    assert_eq!(told[0]["time"]["losses"][0]["reason"], "time", "{}", told[0]);
}

#[test]
fn a_clock_that_is_no_time_is_refused() {
    for (args, why) in [
        (["--clock", "25", "--seed", "1"], "is not a time from 1s to 168h"),
        (["--clock", "25m+x", "--seed", "1"], "is not a time from 1s to 168h"),
        (["--absence", "5m", "--seed", "1"], "--clock"),
    ] {
        duelog(["play", "--decks", FLYERS, BEASTS, "--out", "/nowhere/x.duelog"].iter().chain(&args))
            .fails(2, &[why]);
    }
    let mut talk = Talk::start(&["engine"]);
    for (more, why) in
        [("\"clock\":\"soon\"", "is not a time"), ("\"absence\":\"5m\"", "`absence` belongs to `clock`")]
    {
        let refused = talk.ask(format!(
            "{{\"setup\":{{\"game\":\"magic\",\"seed\":1,\"decks\":[\"{FLYERS}\",\"{BEASTS}\"],{more}}}}}"
        ));
        assert!(refused["error"]["message"].as_str().unwrap().contains(why), "{refused}");
    }
    let labels = "\"labels\":{\"clock-terms\":\"soon\"}";
    let refused = talk.ask(format!(
        "{{\"setup\":{{\"game\":\"magic\",\"seed\":1,\"decks\":[\"{FLYERS}\",\"{BEASTS}\"],{labels}}}}}"
    ));
    assert!(
        refused["error"]["message"].as_str().unwrap().contains("states no time in milliseconds"),
        "{refused}"
    );
    let untimed = talk.ask(format!(
        "{{\"setup\":{{\"game\":\"magic\",\"seed\":1,\"decks\":[\"{FLYERS}\",\"{BEASTS}\"]}}}}"
    ));
    assert!(untimed.get("clock").is_none(), "{untimed}");
    assert_eq!(talk.ask("{\"away\":{\"seat\":0}}")["error"]["kind"], "clock");
    assert_eq!(talk.ask("{\"forfeit\":{\"seat\":0,\"reason\":\"time\"}}")["error"]["kind"], "clock");
}

/// A first game of a match with a clock, which one player has lost on time.
fn game_with_a_clock(folder: &Path) -> PathBuf {
    let log = folder.join("game-1.duelog");
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({
        "game": "magic", "seed": 1, "decks": [FLYERS, BEASTS], "best_of": 3, "clock": "1m+1s", "absence": "5m",
    });
    let asked = talk.ask(json!({ "setup": setup, "log": log }).to_string());
    let seat = asked["request"]["seat"].as_u64().unwrap();
    let answer =
        json!({ "seat": seat, "choice": { "pick": [{ "seat": 0 }] }, "used_ms": 31_000, "time_ms": LATER });
    let asked = talk.ask(json!({ "answer": answer }).to_string());
    let seat = asked["request"]["seat"].as_u64().unwrap();
    let forfeit = json!({ "seat": seat, "reason": "time", "used_ms": 90_000, "time_ms": LATER + 90_000 });
    let over = talk.ask(json!({ "forfeit": forfeit }).to_string());
    assert!(over["outcome"]["winners"].is_array(), "{over}");
    log
}

#[test]
fn each_game_of_a_match_begins_with_the_whole_time_by_the_terms_of_the_game_before() {
    let folder = tempfile::tempdir().unwrap();
    let first = game_with_a_clock(folder.path());
    let second = folder.path().join("game-2.duelog");
    let next = |more: serde_json::Value, log: &Path| {
        let mut setup = json!({ "game": "magic", "seed": 2, "next_game_of": first });
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut talk = Talk::start(&["engine"]);
        talk.ask(json!({ "setup": setup, "log": log }).to_string())
    };
    let asked = next(json!({}), &second);
    assert_eq!(asked["clock"]["left_ms"], json!([60_000, 60_000]), "{asked}");
    let told = duelog(["info", "--format", "json", arg(&second)]).json();
    let terms = ["main_ms", "free_ms", "absence_ms"].map(|term| told[0]["time"][term].clone());
    assert_eq!(terms, [json!(60_000), json!(1_000), json!(300_000)], "{}", told[0]);
    // The host may state other terms, and the match is one all the same.
    let other = folder.path().join("game-2-other.duelog");
    let asked = next(json!({ "clock": "2m" }), &other);
    assert_eq!(asked["clock"]["left_ms"], json!([120_000, 120_000]), "{asked}");
    for second in [&second, &other] {
        let said = duelog(["verify", arg(&first), arg(second)]).ends(6).out;
        assert!(said.contains("best of 3, ") && !said.contains("mismatched"), "{said}");
    }
}

#[test]
fn a_game_at_the_terminal_keeps_the_clock_of_the_game_before() {
    let folder = tempfile::tempdir().unwrap();
    let first = game_with_a_clock(folder.path());
    for (more, ms) in [(&[][..], 60_000), (&["--clock", "10m"], 600_000)] {
        let second = folder.path().join(format!("at-{ms}.duelog"));
        let begun =
            ["play", "--plain", "--bot", "none", "--next-game-of", arg(&first), "--out", arg(&second)];
        let mut talk = Talk::start(&[&begun[..], more].concat());
        talk.prompt();
        drop(talk);
        let told = duelog(["info", "--format", "json", arg(&second)]).json();
        assert_eq!(told[0]["time"]["main_ms"], ms, "{}", told[0]);
    }
}

/// A match whose next question is that of a player, while the other one has no time left.
fn nothing_left(log: &Path) -> (Talk, u64) {
    let mut talk = Talk::start(&["engine"]);
    let setup = json!({ "game": "magic", "seed": 1, "decks": [FLYERS, BEASTS], "clock": "1m" });
    let asked = talk.ask(json!({ "setup": setup, "log": log }).to_string());
    let slow = asked["request"]["seat"].as_u64().unwrap();
    let begins = json!({ "pick": [{ "seat": 1 - slow }] });
    let answer = json!({ "seat": slow, "choice": begins, "used_ms": 61_000, "time_ms": LATER });
    let asked = talk.ask(json!({ "answer": answer }).to_string());
    assert_eq!(asked["clock"]["left_ms"][slow as usize], 0, "{asked}");
    assert_eq!(asked["request"]["seat"].as_u64(), Some(1 - slow), "{asked}");
    (talk, slow)
}

#[test]
fn a_player_who_is_not_asked_and_has_no_time_left_loses_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("engine.duelog");
    let (mut talk, slow) = nothing_left(&log);
    let forfeit = |seat: u64| {
        json!({ "forfeit": { "seat": seat, "reason": "time", "used_ms": 2_000, "time_ms": LATER + 2_000 } })
            .to_string()
    };
    let refused = talk.ask(forfeit(1 - slow));
    assert!(refused["error"]["message"].as_str().unwrap().contains("has 58000 ms left"), "{refused}");
    let over = talk.ask(forfeit(slow));
    assert_eq!(over["outcome"]["winners"], json!([1 - slow]), "{over}");
    drop(talk);
    duelog(["verify", arg(&log)]).ends(0);
    // At a terminal the host decides so by itself.
    let log = folder.path().join("terminal.duelog");
    drop(nothing_left(&log));
    let mut talk = Talk::start(&["play", "--plain", "--bot", "none", "--resume", arg(&log)]);
    talk.prompt();
    talk.say("keep");
    let said = talk.until_any(&["Verify it"]);
    assert!(said.contains(&format!("seat {slow} has no time left and gives up")), "{said}");
    duelog(["verify", arg(&log)]).ends(0);
}

/// Whose time runs out at a table of two terminals gives up without a line of anybody, and both are told so.
#[cfg(unix)]
#[test]
fn a_flag_falls_at_two_terminals() {
    for of_host in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("game.duelog");
        let begun =
            ["--name", "Ann", "--seed", "4", "--clock", "4s", "--out", arg(&log), "--decks", BEASTS, FLYERS];
        let (mut host, mut guest, _) = crate::play_whole::table(&log, &begun);
        assert!(host.prompt().contains("Ann is asked (103.2)"));
        let (flag, winner) = if of_host { ("Ann", "Bob") } else { ("Bob", "Ann") };
        if !of_host {
            host.say("1");
            host.prompt();
            host.say("keep");
            assert!(guest.prompt().contains("Bob is asked (103.4)"));
        }
        let gives_up = format!("{flag} has no time left and gives up, as the host decides");
        let over = format!("The match is over: {winner} wins");
        for talk in [&mut host, &mut guest] {
            let said = talk.until_any(&[&over]);
            assert!(said.contains(&gives_up) && said.ends_with(&over), "{of_host}: {said}");
        }
        assert_eq!((host.end().1, guest.end().1), (0, 0));
        duelog(["verify", arg(&log)]).ends(0);
        let told = duelog(["info", "--format", "json", arg(&log)]).json();
        let seat = u64::from(!of_host);
        let losses = &told[0]["time"]["losses"];
        assert_eq!((&losses[0]["seat"], &losses[0]["reason"]), (&json!(seat), &json!("time")), "{losses}");
        assert_eq!(told[0]["time"]["left_ms"][seat as usize], 0, "{}", told[0]);
    }
}
