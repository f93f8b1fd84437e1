//! Branches of `duelog serve`: a log is played on against the bot, over HTTP.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

use serde_json::{Value, json};

use crate::running::{arg, duelog};
use crate::serve::{Server, misfits};
use crate::talking::recorded;

/// A match between bots, by its decks.
fn simulated(folder: &Path, name: &str, decks: [&str; 2]) {
    let out = folder.join(name);
    let args =
        ["simulate", "--decks", decks[0], decks[1], "--seed", "3", "--bot", "greedy", "--out", arg(&out)];
    duelog(args).ends(0);
    let made = fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
    fs::rename(made, folder.join(format!("{name}.duelog"))).unwrap();
}

fn posted(server: &Server, path: &str, status: u16) -> Value {
    let answer = server.ask("POST", path, "", b"");
    assert_eq!(answer.status, status, "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// The bytes of a branch as a log.
fn saved(server: &Server, branch: &str, to: &Path) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    let host = server.address;
    write!(stream, "GET /api/branch/{branch}/log HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut heard = Vec::new();
    stream.read_to_end(&mut heard).unwrap();
    let end = heard.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    assert!(heard.starts_with(b"HTTP/1.1 200 "), "{:?}", String::from_utf8_lossy(&heard[..end]));
    fs::write(to, &heard[end + 4..]).unwrap();
}

/// The names of cards in a table of `show`.
fn names(table: &Value) -> BTreeSet<String> {
    let zones = table["zones"].as_array().into_iter().flatten();
    zones
        .flat_map(|zone| zone["cards"].as_array().into_iter().flatten())
        .filter_map(|card| card["name"].as_str().map(str::to_string))
        .collect()
}

/// An answer to the question: the first option, as many as are wanted.
fn answer(asked: &Value) -> String {
    let wanted = asked["min"].as_u64().unwrap();
    match asked["ask"].as_str().unwrap() {
        _ if asked["done"] == true => "done".to_string(),
        _ if asked["pays"] == true => "auto".to_string(),
        "number" => wanted.to_string(),
        "split" => format!("1={wanted}"),
        "pick" if wanted == 0 => "none".to_string(),
        "pick" => (1..=wanted).map(|number| number.to_string()).collect::<Vec<_>>().join("%20"),
        other => panic!("{other}: {asked}"),
    }
}

/// No card is told that the person's seat does not see: neither at the beginning nor after an answer.
fn nothing_hidden_is_told(log: &Path, body: &Value, decisions: u64, seat: u64) {
    let show = |more: &[&str]| {
        let at = decisions.to_string();
        let args = [&["show", arg(log), "--at", &at, "--format", "json"], more].concat();
        duelog(args).json().remove(0)
    };
    let seen = names(&show(&["--seat", &seat.to_string()]));
    let all = names(&show(&[]));
    let text = body.to_string();
    let hidden: Vec<&String> = all.difference(&seen).collect();
    assert!(!hidden.is_empty());
    for name in hidden {
        assert!(!text.contains(name.as_str()), "{name} is told: {text}");
    }
}

/// In each game a log is played on from the middle, to its end or for a while, and saved as a log.
#[test]
fn a_log_is_played_on_against_the_bot() {
    let at = tempfile::tempdir().unwrap();
    let logs = at.path().join("logs");
    fs::create_dir_all(&logs).unwrap();
    simulated(&logs, "magic", ["red-green-beasts", "white-blue-flyers"]);
    simulated(&logs, "duel-masters", ["fire-nature-rush", "water-neo"]);
    simulated(&logs, "flesh-and-blood", ["katsu", "rhinar"]);
    let server = Server::start(&logs);
    let described: Value = serde_json::from_str(&server.get("/api/openapi.json").body).unwrap();
    let schema = json!({ "$ref": "#/components/schemas/Branch" });
    for game in ["magic", "duel-masters", "flesh-and-blood"] {
        let mut told = posted(&server, &format!("/api/branch?log={game}.duelog&at=30&bot=greedy"), 201);
        assert_eq!((&told["log"], &told["at"]), (&json!(format!("{game}.duelog")), &json!(30)), "{told}");
        let id = told["branch"].as_str().unwrap().to_string();
        let seat = told["seat"].as_u64().unwrap();
        let file = at.path().join(format!("{game}-branch.duelog"));
        for _ in 0..25 {
            let mut found = Vec::new();
            misfits(&described, &schema, &told, game, &mut found);
            assert!(found.is_empty(), "{found:#?}");
            let decisions = told["decisions"].as_u64().unwrap();
            let Some(asked) = told.get("asked") else { break };
            assert_eq!(asked["seat"], seat, "{asked}");
            assert!(asked["question"].as_str().is_some_and(|question| !question.is_empty()), "{asked}");
            if decisions.is_multiple_of(3) {
                saved(&server, &id, &file);
                nothing_hidden_is_told(&file, &told, decisions, seat);
            }
            let line = answer(asked);
            told = posted(&server, &format!("/api/branch/{id}?line={line}&after={decisions}"), 200);
            assert!(told["decisions"].as_u64().unwrap() > decisions, "{line}: {told}");
        }
        // A page that is loaded again shows the same.
        let again: Value = serde_json::from_str(&server.get(&format!("/api/branch/{id}")).body).unwrap();
        for part in ["decisions", "asked", "over", "seat"] {
            assert_eq!(again[part], told[part], "{game}: {part}");
        }
        saved(&server, &id, &file);
        let info = duelog(["info", arg(&file), "--format", "json"]).json().remove(0);
        assert_eq!(info["decisions"], told["decisions"], "{info}");
        assert!(info.to_string().contains(&format!("{game}.duelog after decision 30, chain ")), "{info}");
        let verdict = duelog(["verify", arg(&file), "--format", "json"]).json().remove(0);
        let right = if told["over"].is_string() { "verified" } else { "incomplete" };
        assert_eq!(verdict["verdict"], right, "{verdict}");
        taken_back(&server, &id, &told, &file);
        // Nothing of it comes into the folder.
        assert_eq!(fs::read_dir(&logs).unwrap().filter(|entry| is_log(entry.as_ref().unwrap())).count(), 3);
    }
}

/// Answers are taken back one by one, down to the first question; what is played again is played the same.
fn taken_back(server: &Server, id: &str, last: &Value, file: &Path) {
    let undo = |after: &Value| server.ask("POST", &format!("/api/branch/{id}/undo?after={after}"), "", b"");
    undo(&json!(99_999)).fails(400, "by now");
    server.ask("POST", &format!("/api/branch/{id}/undo?line=1"), "", b"").fails(400, "no parameter line");
    let (mut told, mut answers) = (last.clone(), last["answers"].as_u64().unwrap());
    assert!(answers > 0, "{told}");
    let mut again = None;
    while answers > 0 {
        let before: Value = serde_json::from_str(&undo(&told["decisions"]).body).unwrap();
        assert!(before["decisions"].as_u64() < told["decisions"].as_u64(), "{before}");
        assert!(before["asked"].is_object() && before.get("over").is_none(), "{before}");
        answers -= 1;
        assert_eq!(before["answers"], answers, "{before}");
        if again.is_none() {
            saved(server, id, file);
            let verdict = duelog(["verify", arg(file), "--format", "json"]).json().remove(0);
            assert_eq!(verdict["verdict"], "incomplete", "{verdict}");
            again = Some(before.clone());
        }
        told = before;
    }
    undo(&told["decisions"]).fails(400, "no answer that could be taken back");
    // The same answer leads to the same: chance and the bot have not been asked anew.
    let line = answer(&told["asked"]);
    let after = |told: &Value| format!("/api/branch/{id}?line={line}&after={}", told["decisions"]);
    let one = posted(server, &after(&told), 200);
    let back: Value = serde_json::from_str(&undo(&one["decisions"]).body).unwrap();
    assert_eq!((&back["decisions"], &back["asked"]), (&told["decisions"], &told["asked"]));
    let two = posted(server, &after(&back), 200);
    assert_eq!(
        (&one["decisions"], &one["asked"], &one["over"]),
        (&two["decisions"], &two["asked"], &two["over"])
    );
}

fn is_log(entry: &fs::DirEntry) -> bool {
    entry.path().extension().is_some_and(|ending| ending == "duelog")
}

#[test]
fn what_cannot_be_played_on_is_said() {
    let at = tempfile::tempdir().unwrap();
    let logs = at.path().join("logs");
    fs::create_dir_all(&logs).unwrap();
    fs::copy(recorded(at.path(), 51), logs.join("a.duelog")).unwrap();
    fs::write(logs.join("none.duelog"), "hello").unwrap();
    let server = Server::start(&logs);
    let post = |path: &str| server.ask("POST", path, "", b"");
    post("/api/branch?at=3").fails(400, "which log");
    post("/api/branch?log=a.duelog").fails(400, "where the log is left");
    post("/api/branch?log=a.duelog&at=99999").fails(400, "there is no decision 99999");
    post("/api/branch?log=a.duelog&at=end").fails(400, "the match is over there");
    post("/api/branch?log=a.duelog&at=3&seat=7").fails(400, "there is no seat 7");
    post("/api/branch?log=a.duelog&at=3&bot=strong").fails(400, "there is no bot strong");
    post("/api/branch?log=a.duelog&at=3&to=4").fails(400, "no parameter to");
    post("/api/branch?log=b.duelog&at=3").fails(404, "there is no log b.duelog");
    post("/api/branch?log=none.duelog&at=3").fails(400, "does not verify");
    let elsewhere =
        server.ask("POST", "/api/branch?log=a.duelog&at=3", "Origin: http://example.com\r\n", b"");
    elsewhere.fails(403, "from elsewhere");

    let told = posted(&server, "/api/branch?log=a.duelog&at=t3&seat=1&bot=random", 201);
    assert_eq!(told["seat"], 1);
    let id = told["branch"].as_str().unwrap();
    post(&format!("/api/branch/{id}?line=sing")).fails(400, "sing");
    post(&format!("/api/branch/{id}?line=1&after=2")).fails(400, "the branch is after decision");
    post(&format!("/api/branch/{id}")).fails(400, "there is no answer");
    server.get("/api/branch/0123456789abcdef").fails(404, "there is no branch");
    server.get("/api/branch").fails(405, "cannot be done");

    // Who begins another one leaves the first, and there are never more than eight.
    let other = posted(&server, &format!("/api/branch?log=a.duelog&at=9&instead={id}"), 201);
    server.get(&format!("/api/branch/{id}")).fails(404, "there is no branch");
    for _ in 0..8 {
        posted(&server, "/api/branch?log=a.duelog&at=9", 201);
    }
    server
        .get(&format!("/api/branch/{}", other["branch"].as_str().unwrap()))
        .fails(404, "there is no branch");
    assert!(server.get("/branch").body.contains("<title>Duelog</title>"));

    let wide = Server::start_at("0.0.0.0:0", &logs, &[]);
    let port = wide.address.port();
    let head = format!(
        "POST /api/branch?log=a.duelog&at=3 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    );
    wide.send(head.as_bytes()).fails(403, "on the machine of the server alone");
}
