//! `duelog serve`, asked over HTTP.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::budget::heavy;
use crate::report::data;
use crate::running::{arg, duelog, root, timed};
use crate::talking::{illegal, recorded};

/// A server that runs.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

/// What it answers.
pub struct Answer {
    pub status: u16,
    headers: BTreeMap<String, String>,
    pub body: String,
}

impl Server {
    pub fn start(folder: &Path) -> Server {
        Server::start_with(folder, &[])
    }

    fn start_with(folder: &Path, more: &[&str]) -> Server {
        Server::start_at("0", folder, more)
    }

    pub fn start_at(listen: &str, folder: &Path, more: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_duelog"))
            .args(["--format", "json", "serve", arg(folder), "--listen", listen])
            .args(more)
            .current_dir(root())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let address = said["address"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/');
        Server { child, address: address.parse().unwrap() }
    }

    /// Sends bytes as they are, and reads what comes until the connection is closed.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        // Who refuses a body that is too long need not read it.
        let _ = stream.write_all(bytes);
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
        let heard = String::from_utf8(heard).unwrap();
        let (head, body) = heard.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {heard:?}"));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_string()));
        Answer { status, headers: headers.collect(), body: body.to_string() }
    }

    pub fn ask(&self, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
        let host = self.address;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n{more}\r\n",
            body.len()
        );
        self.send(&[head.as_bytes(), body].concat())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"")
    }

    fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// The entry of a log, once its verdict is known.
    pub fn judged(&self, log: &str) -> Value {
        for _ in 0..600 {
            let logs = self.json("/api/logs");
            let entry = logs["logs"].as_array().unwrap().iter().find(|entry| entry["log"] == log).cloned();
            let entry = entry.unwrap_or_else(|| panic!("{log} is not listed: {logs}"));
            if entry["verdict"].is_string() {
                return entry;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{log} is not judged")
    }
}

impl Answer {
    /// Demands a failure that says why and what to do.
    pub fn fails(self, status: u16, part: &str) {
        assert_eq!(self.status, status, "{}", self.body);
        let told: Value = serde_json::from_str(&self.body).unwrap();
        assert!(told["error"].as_str().unwrap().contains(part), "{told}");
        assert!(told["remedy"].is_string(), "{told}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with a sound log, one with an illegal decision, one that is torn, and what is no log.
fn folder(at: &Path) -> PathBuf {
    let logs = at.join("logs");
    fs::create_dir_all(logs.join("cup/day 1")).unwrap();
    let log = recorded(at, 51);
    fs::copy(&log, logs.join("a.duelog")).unwrap();
    illegal(&log, &logs.join("cup/day 1/bad.duelog"), 20);
    let bytes = fs::read(&log).unwrap();
    fs::write(logs.join("torn.duelog"), &bytes[..bytes.len() / 2]).unwrap();
    fs::write(logs.join("none.duelog"), "hello").unwrap();
    fs::write(at.join("secret.duelog"), &bytes).unwrap();
    fs::write(logs.join("notes.txt"), "nothing for anybody").unwrap();
    logs
}

/// The matches of several games that a server lists once these logs are judged.
fn matches(server: &Server, logs: &[&str]) -> Vec<Value> {
    logs.iter().for_each(|log| drop(server.judged(log)));
    server.json("/api/logs")["matches"].as_array().unwrap().clone()
}

#[test]
fn the_list_names_the_games_of_a_match_and_those_that_are_missing() {
    let at = tempfile::tempdir().unwrap();
    let logs = at.path();
    let put = |file: &str| {
        fs::copy(root().join("fixtures/vectors/matches").join(file), logs.join(file)).unwrap();
    };
    put("1.duelog");
    put("3.duelog");
    fs::copy(recorded(at.path(), 51), logs.join("alone.duelog")).unwrap();
    let server = Server::start(logs);
    server.judged("alone.duelog");
    let [told] = &matches(&server, &["1.duelog", "3.duelog"])[..] else { panic!("one match") };
    let games: Vec<_> = told["games"].as_array().unwrap().iter().collect();
    let number = |game: &&Value| game["game"].as_u64().unwrap();
    assert_eq!(games.iter().map(number).collect::<Vec<_>>(), [1, 2, 3], "{told}");
    assert_eq!(games[0]["page"], "/report/1.duelog", "{told}");
    assert_eq!((&games[1]["end"], games[1].get("log")), (&Value::from("missing"), None), "{told}");
    assert!(told["findings"][0].as_str().unwrap().contains("game 2 is missing among the logs"), "{told}");
    // Its page names the same games.
    let page = at.path().join("page.html");
    fs::write(&page, server.get("/report/1.duelog").body).unwrap();
    let shown = data(&page)["head"]["games"].clone();
    assert_eq!((&shown["findings"], &shown["games"][1]), (&told["findings"], &told["games"][1]), "{shown}");
    put("2.duelog");
    let [told] = &matches(&server, &["1.duelog", "2.duelog", "3.duelog"])[..] else { panic!("one match") };
    assert_eq!(told["findings"], Value::Array(Vec::new()), "{told}");
    assert!(told["said"].as_str().unwrap().ends_with("has won the match"), "{told}");
    assert!(told["games"].as_array().unwrap().iter().all(|game| game["log"].is_string()), "{told}");
    // A second version of a game is told of, and so is another match.
    put("2-exchanged.duelog");
    put("observed-2.duelog");
    let told = matches(&server, &["2-exchanged.duelog", "observed-2.duelog"]);
    assert_eq!(told.len(), 2, "{told:?}");
    let findings = told.iter().map(|told| told["findings"].to_string()).collect::<String>();
    for part in ["is there in two versions", "game 1 is missing among the logs"] {
        assert!(findings.contains(part), "{part}: {findings}");
    }
}

#[test]
fn a_folder_is_listed_judged_and_shown() {
    let at = tempfile::tempdir().unwrap();
    let server = Server::start(&folder(at.path()));
    let page = server.get("/");
    assert_eq!((page.status, page.headers["content-type"].as_str()), (200, "text/html; charset=utf-8"));
    for part in ["default-src 'none'", "script-src 'sha256-", "connect-src 'self'"] {
        assert!(page.body.contains(part), "{part}");
    }
    assert!(
        !page.body.contains("unsafe-") && page.headers["content-security-policy"].contains("frame-ancestors")
    );
    let logs = server.json("/api/logs");
    let names: Vec<&str> =
        logs["logs"].as_array().unwrap().iter().map(|entry| entry["log"].as_str().unwrap()).collect();
    assert_eq!(names, ["a.duelog", "cup/day 1/bad.duelog", "none.duelog", "torn.duelog"]);
    for (log, verdict) in [
        ("a.duelog", "verified"),
        ("cup/day 1/bad.duelog", "illegal"),
        ("none.duelog", "unreadable"),
        ("torn.duelog", "torn"),
    ] {
        assert_eq!(server.judged(log)["verdict"], verdict);
    }
    let entry = server.judged("a.duelog");
    assert_eq!(entry["players"][0]["deck"], "White-Blue Flyers");
    assert!(entry["result"].as_str().unwrap().contains("wins"), "{entry}");
    let shown = server.get("/report/cup/day%201/bad.duelog?seat=0&names=Ann,Bob");
    assert!(shown.status == 200 && shown.body.contains("id=\"data\">"), "{}", shown.status);
    server.get("/report/none.duelog").fails(422, "none.duelog");
    let both = server.get("/compare?left=a.duelog&right=cup/day%201/bad.duelog&public");
    assert!(both.status == 200 && both.body.contains("id=\"data\">"), "{}", both.status);
    server.get("/compare?left=a.duelog").fails(400, "the right one");
    server.get("/compare?left=a.duelog&right=../secret.duelog").fails(404, "secret");
    server.get("/report/a.duelog?cards=/etc").fails(400, "no parameter cards");
    server.get("/report/a.duelog?seat=7").fails(400, "there is no seat 7");
    assert_eq!(server.ask("HEAD", "/", "", b"").status, 200);
}

#[test]
fn the_page_that_verifies_in_the_browser_is_given_out_where_it_is_given() {
    let at = tempfile::tempdir().unwrap();
    let (logs, page) = (folder(at.path()), at.path().join("verify.html"));
    Server::start(&logs).get("/verify").fails(404, "nothing here");
    fs::write(&page, "<!doctype html><title>Verify</title>").unwrap();
    let server = Server::start_with(&logs, &["--verifier", arg(&page)]);
    let answer = server.get("/verify");
    assert_eq!((answer.status, answer.body.as_str()), (200, "<!doctype html><title>Verify</title>"));
    assert_eq!(answer.headers["content-security-policy"], "frame-ancestors 'none'");

    let missing = at.path().join("missing.html");
    duelog(["serve", arg(&logs), "--verifier", arg(&missing)]).fails(3, &["missing.html", "--verifier"]);
}

#[test]
fn answers_are_those_of_the_commands() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    let server = Server::start(&logs);
    let log = logs.join("a.duelog");
    for (asked, args) in [
        ("show/a.duelog?at=t5&seat=0", vec!["show", arg(&log), "--at", "t5", "--seat", "0"]),
        ("show/a.duelog?public", vec!["show", arg(&log), "--public"]),
        ("history/a.duelog?turn=3&all=true", vec!["history", arg(&log), "--turn", "3", "--all"]),
        ("history/a.duelog?all=false&grep=casts", vec!["history", arg(&log), "--grep", "casts"]),
        ("explain/a.duelog?at=9&why=pass", vec!["explain", arg(&log), "--at", "9", "--why", "pass"]),
    ] {
        let printed = duelog(args.iter().chain(&["--format", "json"]));
        assert_eq!(server.get(&format!("/api/{asked}")).body, printed.out, "{asked}");
    }
    let printed = duelog(["info", arg(&log), "--format", "json"]).ends(0).json().remove(0);
    let info = server.json("/api/info/a.duelog");
    assert_eq!((&info["turns"], &info["verdict"]), (&printed["turns"], &printed["verdict"]));
    assert_eq!(info["log"], "a.duelog", "nobody learns where the folder is");
    let verdict = server.json("/api/verify/cup/day%201/bad.duelog");
    assert_eq!((&verdict["verdict"], &verdict["at"]), (&json!("illegal"), &json!(20)));
    let parting = server.json("/api/diff?left=a.duelog&right=cup/day%201/bad.duelog");
    assert_eq!((&parting["relation"], &parting["decisions"]), (&json!("parted"), &json!(19)));
}

#[test]
fn nothing_leads_out_of_the_folder() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    let secret = at.path().join("secret.duelog");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, logs.join("link.duelog")).unwrap();
        std::os::unix::fs::symlink(at.path(), logs.join("up")).unwrap();
    }
    let server = Server::start(&logs);
    let absolute = format!("/{}", arg(&secret));
    let escaped = arg(&secret).replace('/', "%2F");
    for command in ["report", "api/info", "api/show", "api/history", "api/explain", "api/verify"] {
        for name in [
            "../secret.duelog",
            "%2e%2e/secret.duelog",
            "..%2fsecret.duelog",
            "cup/..%2f..%2fsecret.duelog",
            "%252e%252e/secret.duelog",
            "link.duelog",
            "up/secret.duelog",
            "up%2Fsecret.duelog",
            "a.duelog%00",
            "notes.txt",
            "missing.duelog",
            "-",
            absolute.as_str(),
            escaped.as_str(),
            "upload:0123456789abcdef",
        ] {
            let answer = server.get(&format!("/{command}/{name}"));
            assert_eq!(answer.status, 404, "/{command}/{name}: {}", answer.body);
        }
    }
    server.get("/api/diff?left=a.duelog&right=../secret.duelog").fails(404, "secret");
    let names = server.get("/api/logs").body;
    assert!(!names.contains("link.duelog") && !names.contains("secret"), "{names}");
}

#[test]
fn what_makes_no_sense_is_said() {
    let at = tempfile::tempdir().unwrap();
    let server = Server::start(&folder(at.path()));
    server.get("/nowhere").fails(404, "nothing here");
    server.ask("DELETE", "/api/logs", "", b"").fails(405, "cannot be done");
    let refused = server.ask("POST", "/api/info/a.duelog", "", b"");
    assert_eq!(refused.headers["allow"], "GET,HEAD");
    refused.fails(405, "cannot be done");
    server.get("/api/show/a.duelog?at=t999").fails(400, "there is no turn 999");
    server.get("/api/show/a.duelog?at=x&at=y").fails(400, "");
    server.get("/api/show/a.duelog?cards=/etc").fails(400, "no parameter cards");
    server.get("/api/history/a.duelog?all=perhaps").fails(400, "all is perhaps");
    server.get("/api/verify/a.duelog?timeout=0").fails(400, "no parameter timeout");
    server.get("/api/verify/a.duelog?to=noon").fails(400, "to is noon");
    server.get("/api/verify/nowhere.duelog?to=1").fails(404, "nowhere.duelog");
    assert_eq!(server.json("/api/verify/a.duelog?to=3")["verdict"], "undecided");
    assert_eq!(server.json("/api/verify/a.duelog?to=end")["verdict"], "verified");
    let tables = server.json("/api/diff?left=a.duelog&right=a.duelog&at=5");
    assert_eq!(tables["left_at"]["decision"], 5);
    assert_eq!(tables["state"], serde_json::json!([]));
    server.get("/api/diff?left=a.duelog").fails(400, "the right one");
    server.get("/api/info/%ff.duelog").fails(400, "bad request");
    // A page elsewhere whose name was made to lead here, and one that posts here.
    let host = "GET /api/logs HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n";
    server.send(host.as_bytes()).fails(421, "evil.example");
    server.ask("POST", "/api/logs", "Origin: http://evil.example\r\n", b"x").fails(403, "from elsewhere");
    let garbage = server.send(b"\x16\x03\x01 nothing\r\n\r\n");
    assert_eq!(garbage.status, 400);
}

#[test]
fn a_log_that_is_handed_in_is_judged_and_shown() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    let server = Server::start(&logs);
    let bytes = fs::read(at.path().join("secret.duelog")).unwrap();
    let before = fs::read_dir(&logs).unwrap().count();
    let answer = server.ask("POST", "/api/logs?name=from%20Ann.duelog", "", &bytes);
    assert_eq!(answer.status, 201, "{}", answer.body);
    let entry: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((&entry["file"], &entry["verdict"]), (&json!("from Ann.duelog"), &json!("verified")));
    let log = entry["log"].as_str().unwrap();
    assert_eq!(server.get(&format!("/report/{log}")).status, 200);
    assert_eq!(server.json(&format!("/api/verify/{log}"))["verdict"], "verified");
    assert_eq!(server.json("/api/logs")["logs"][0]["log"], log);
    assert_eq!(server.json(&format!("/api/diff?left={log}&right=a.duelog"))["relation"], "same");
    let none = server.ask("POST", "/api/logs", "", b"no log at all");
    assert!(none.status == 201 && none.body.contains("\"unreadable\""), "{}", none.body);
    let huge = server.ask("POST", "/api/logs", "Expect: 100-continue\r\n", &[]);
    assert_eq!(huge.status, 201, "an empty one is unreadable: {}", huge.body);
    let host = server.address;
    let head = format!("POST /api/logs HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    let claimed = server.send(format!("{head}Content-Length: 99999999999\r\n\r\nDUELOG").as_bytes());
    claimed.fails(413, "at most 8388608 bytes");
    // Of unknown length: it is not read further than the limit.
    let mut chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
    for _ in 0..9 {
        chunked.extend_from_slice(b"100000\r\n");
        chunked.extend(std::iter::repeat_n(b'x', 1 << 20));
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    server.send(&chunked).fails(413, "at most 8388608 bytes");
    for number in 0..40 {
        assert_eq!(server.ask("POST", "/api/logs", "", format!("log {number}").as_bytes()).status, 201);
    }
    let listed = server.json("/api/logs");
    let kept = listed["logs"].as_array().unwrap().iter().filter(|entry| entry["file"].is_string()).count();
    assert_eq!(kept, 32, "the oldest are forgotten");
    assert_eq!(fs::read_dir(&logs).unwrap().count(), before, "the folder is not written to");
}

#[test]
fn a_verdict_is_kept_until_the_file_changes() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    let server = Server::start(&logs);
    assert_eq!(server.judged("torn.duelog")["verdict"], "torn");
    let first = server.get("/api/logs");
    let tag = &first.headers["etag"];
    for log in ["a.duelog", "none.duelog", "cup/day 1/bad.duelog"] {
        server.judged(log);
    }
    let settled = server.get("/api/logs");
    let known = format!("If-None-Match: {}\r\n", settled.headers["etag"]);
    assert_eq!(server.ask("GET", "/api/logs", &known, b"").status, 304);
    fs::copy(logs.join("a.duelog"), logs.join("torn.duelog")).unwrap();
    let again = server.judged("torn.duelog");
    assert_eq!(again["verdict"], "verified", "{again}");
    assert_ne!(&server.get("/api/logs").headers["etag"], tag);
    fs::remove_file(logs.join("torn.duelog")).unwrap();
    server.get("/api/verify/torn.duelog").fails(404, "torn.duelog");
    assert_eq!(server.json("/api/logs")["logs"].as_array().unwrap().len(), 3);
    // Limits are those of `verify`.
    let hasty = Server::start_with(&logs, &["--decisions", "5"]);
    assert_eq!(hasty.judged("a.duelog")["verdict"], "undecided");
}

#[test]
fn many_ask_at_once_and_get_the_same() {
    let at = tempfile::tempdir().unwrap();
    let golden = root().join("fixtures/golden/duel-masters/duel-masters-1.duelog");
    fs::copy(golden, at.path().join("a.duelog")).unwrap();
    let server = Server::start(at.path());
    let paths = ["/api/logs", "/api/verify/a.duelog", "/api/info/a.duelog", "/report/a.duelog"];
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..20)
            .map(|place| paths[place % paths.len()])
            .map(|path| (path, scope.spawn(|| server.get(path))))
            .collect();
        let mut known = BTreeMap::new();
        for (path, answer) in asked {
            let answer = answer.join().unwrap();
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            if path != "/api/logs" {
                assert_eq!(known.entry(path).or_insert_with(|| answer.body.clone()), &answer.body);
            }
        }
    });
}

#[test]
fn where_it_cannot_serve_it_says_why() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    let server = Server::start(&logs);
    let taken = server.address.to_string();
    duelog(["serve", arg(&logs), "--listen", &taken]).fails(3, &[&taken, "another program listens there"]);
    duelog(["serve", arg(&at.path().join("missing"))]).fails(3, &["missing", "name a folder"]);
    duelog(["serve", arg(&logs.join("a.duelog"))]).fails(3, &["it is a file, not a folder"]);
    duelog(["serve", arg(&logs), "--listen", "example.com"]).fails(2, &["it is not an address"]);
    duelog(["serve"]).fails(2, &["DIR"]);
}

#[cfg(unix)]
/// Asks and leaves before there is an answer.
fn ask_and_go(server: &Server, path: &str) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).unwrap();
    std::thread::sleep(Duration::from_millis(400));
}

/// How much processor time a process has used, in hundredths of a second.
#[cfg(target_os = "linux")]
fn used(server: &Server) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.child.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// Work on a log that takes long ends when nobody waits for it, and others are answered meanwhile.
#[test]
fn a_heavy_log_keeps_nobody_from_an_answer() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    fs::copy(heavy(at.path(), 120, 6), logs.join("heavy.duelog")).unwrap();
    let server = Server::start_with(&logs, &["--budget", "0", "--timeout", "0"]);
    server.get("/api/info/a.duelog");
    for path in ["show/heavy.duelog?at=end", "history/heavy.duelog"].iter().cycle().take(8) {
        ask_and_go(&server, &format!("/api/{path}"));
    }
    #[cfg(target_os = "linux")]
    {
        std::thread::sleep(Duration::from_secs(1));
        let before = used(&server);
        std::thread::sleep(Duration::from_secs(1));
        assert!(used(&server) - before < 20, "somebody is still at work for nobody");
    }
    // Those who do wait do not keep others waiting either.
    std::thread::scope(|scope| {
        for _ in 0..6 {
            // One after the other: on a slow machine the last ones wait for too long.
            scope.spawn(|| assert!([200, 503].contains(&server.get("/api/history/heavy.duelog").status)));
        }
        std::thread::sleep(Duration::from_millis(600));
        let (_, took) = timed(|| {
            assert_eq!(server.get("/api/show/a.duelog?at=3").status, 200);
            assert_eq!(server.get("/").status, 200);
        });
        assert!(took < Duration::from_secs(5), "{took:?}");
    });
}

#[test]
fn a_log_that_makes_too_much_work_is_told_so() {
    let at = tempfile::tempdir().unwrap();
    let server = Server::start_with(&folder(at.path()), &["--budget", "5000"]);
    server.get("/api/history/a.duelog").fails(422, "more than 5000 steps");
    server.get("/report/a.duelog").fails(422, "more than 5000 steps");
    assert_eq!(server.json("/api/verify/a.duelog")["verdict"], "undecided");
}

#[test]
fn who_stops_in_the_middle_is_not_waited_for() {
    let at = tempfile::tempdir().unwrap();
    let server = Server::start(&folder(at.path()));
    let host = server.address;
    std::thread::scope(|scope| {
        // One byte is missing.
        scope.spawn(|| {
            let head = format!("POST /api/logs HTTP/1.1\r\nHost: {host}\r\nContent-Length: 8\r\n\r\n1234567");
            server.send(head.as_bytes()).fails(408, "did not come");
        });
        for begun in ["", "GET / HTTP/1.1\r\nHos", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
            scope.spawn(move || {
                let mut stream = TcpStream::connect(host).unwrap();
                stream.write_all(begun.as_bytes()).unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
                let (_, took) = timed(|| stream.read_to_end(&mut Vec::new()).is_ok());
                assert!(took < Duration::from_secs(25), "{begun:?}: {took:?}");
                assert!(took > Duration::from_secs(5), "{begun:?}: {took:?}");
            });
        }
    });
    assert_eq!(server.get("/").status, 200);
}

/// A name of elsewhere that is made to lead here opens nothing, wherever it listens.
#[test]
fn it_answers_to_its_own_names_alone() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    let asked = |server: &Server, host: &str| {
        let port = server.address.port();
        let here = SocketAddr::new("127.0.0.1".parse().unwrap(), port);
        let mut stream = TcpStream::connect(here).unwrap();
        write!(stream, "GET /api/logs HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut heard = String::new();
        stream.read_to_string(&mut heard).unwrap();
        heard.split(' ').nth(1).unwrap().parse::<u16>().unwrap()
    };
    let server = Server::start_at("0.0.0.0:0", &logs, &["--host", "duels.example", "--host", "Cup"]);
    for (host, status) in [
        ("evil.example", 421),
        ("evil.example:80", 421),
        ("", 421),
        ("notduels.example", 421),
        ("duels.example", 200),
        ("DUELS.example:9", 200),
        ("cup", 200),
        ("192.0.2.7", 200),
        ("[2001:db8::1]:80", 200),
        ("localhost:1", 200),
    ] {
        assert_eq!(asked(&server, host), status, "{host}");
    }
    let server = Server::start_at("127.0.0.2:0", &logs, &[]);
    let port = server.address.port();
    assert_eq!(server.get("/api/logs").status, 200, "{port}");
    let asked = |host: &str| {
        server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes()).status
    };
    assert_eq!((asked("192.0.2.7"), asked("evil.example"), asked("localhost")), (421, 421, 200));
}

#[test]
fn it_ends_when_it_is_told_to() {
    let at = tempfile::tempdir().unwrap();
    let mut server = Server::start(&folder(at.path()));
    server.json("/api/logs");
    let told = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

/// What does not fit a schema: the parts of JSON Schema that `openapi.json` uses.
pub fn misfits(all: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/components/schemas/").unwrap();
        let schema = &all["components"]["schemas"][name];
        assert!(schema.is_object(), "there is no schema {name}");
        return misfits(all, schema, value, at, found);
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let fits = |way: &&Value| {
            let mut found = Vec::new();
            misfits(all, way, value, at, &mut found);
            found.is_empty()
        };
        if ways.iter().filter(fits).count() != 1 {
            misfits(all, &ways[0], value, at, found);
        }
        return;
    }
    let is = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some(other) => panic!("{at}: a type that is not known here: {other}"),
        None => true,
    };
    if !is || schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
        found.push(format!("{at}: {value} is no {schema}"));
    }
    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
        misfits(all, &schema["items"], item, &format!("{at}/{place}"), found);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap()).is_none() {
            found.push(format!("{at}: {name} is missing"));
        }
    }
    for (name, part) in value.as_object().into_iter().flatten() {
        let more = &schema["additionalProperties"];
        match schema["properties"].get(name) {
            Some(schema) => misfits(all, schema, part, &format!("{at}/{name}"), found),
            None if more.is_object() => misfits(all, more, part, &format!("{at}/{name}"), found),
            None if *more == json!(false) => found.push(format!("{at}: {name} is not described")),
            None => {}
        }
    }
}

#[test]
fn the_description_fits_the_answers() {
    let at = tempfile::tempdir().unwrap();
    let logs = folder(at.path());
    for game in ["duel-masters", "flesh-and-blood"] {
        let log = root().join(format!("fixtures/golden/{game}/{game}-1.duelog"));
        fs::copy(log, logs.join(format!("{game}.duelog"))).unwrap();
    }
    let server = Server::start(&logs);
    server.judged("a.duelog");
    let described = server.json("/api/openapi.json");
    let written = fs::read_to_string(root().join("cli/openapi.json")).unwrap();
    assert_eq!(described, serde_json::from_str::<Value>(&written).unwrap());
    let mut asked = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        let mut addresses = match path.as_str() {
            "/api/diff" => vec!["/api/diff?left=a.duelog&right=a.duelog&at=t2".to_string()],
            "/api/verify/{log}" => vec!["/api/verify/a.duelog?to=t2".to_string()],
            // Those of branches are asked in `branch.rs`.
            _ if path.starts_with("/api/branch") => continue,
            _ => Vec::new(),
        };
        for log in ["a", "duel-masters", "flesh-and-blood", "torn", "none", "cup/day%201/bad"] {
            let log = &format!("{log}.duelog");
            addresses.push(match path.as_str() {
                "/api/diff" => format!("/api/diff?left=a.duelog&right={log}"),
                "/api/explain/{log}" => format!("/api/explain/{log}?at=12&why=pass"),
                "/api/history/{log}" => format!("/api/history/{log}?all"),
                _ => path.replace("{log}", log),
            });
        }
        for address in addresses {
            let answer = server.get(&address);
            // Where there is nothing to explain, say.
            let response = &methods["get"]["responses"][answer.status.to_string()]["content"];
            let (kind, content) = response
                .as_object()
                .and_then(|kinds| kinds.iter().next())
                .unwrap_or_else(|| panic!("{address}: {} is not described: {}", answer.status, answer.body));
            assert_eq!(&answer.headers["content-type"], kind, "{address}");
            let mut found = Vec::new();
            for line in answer.body.lines().filter(|_| kind.ends_with("ndjson")) {
                misfits(
                    &described,
                    &content["schema"],
                    &serde_json::from_str(line).unwrap(),
                    &address,
                    &mut found,
                );
            }
            if !kind.ends_with("ndjson") {
                let value = serde_json::from_str(&answer.body).unwrap();
                misfits(&described, &content["schema"], &value, &address, &mut found);
            }
            assert!(found.is_empty(), "{found:#?}");
            asked += 1;
        }
        // Every parameter of the address is one that the command takes.
        for parameter in methods["get"]["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let both = if path == "/api/diff" { "left=a.duelog&right=a.duelog&" } else { "" };
            if parameter["in"] == "query" && !both.contains(name) {
                let answer = server.get(&format!("{}?{both}{name}=1", path.replace("{log}", "a.duelog")));
                assert!(!answer.body.contains("has no parameter"), "{path} {name}: {}", answer.body);
            }
        }
    }
    assert!(asked > 40, "{asked}");
    let handed_in = server.ask("POST", "/api/logs", "", b"x");
    let mut found = Vec::new();
    let schema =
        &described["paths"]["/api/logs"]["post"]["responses"]["201"]["content"]["application/json"]["schema"];
    misfits(&described, schema, &serde_json::from_str(&handed_in.body).unwrap(), "POST", &mut found);
    assert!(found.is_empty(), "{found:#?}");
}

/// Viewers' logs are listed and shown beside logs.
#[test]
fn viewers_logs_are_served() {
    let at = tempfile::tempdir().unwrap();
    let logs = at.path().join("logs");
    let decks = ["fire-nature-rush", "light-water-wardens"];
    let args = [
        "simulate",
        "--game",
        "duel-masters",
        "--observed",
        "--decks",
        decks[0],
        decks[1],
        "--out",
        arg(&logs),
    ];
    duelog(args).ends(0);
    let (full, own) = (logs.join("duel-masters-0.duelog"), logs.join("own.duelview"));
    duelog(["redact", arg(&full), "--seat", "1", "--out", arg(&own)]).ends(0);
    let bytes = fs::read(&own).unwrap();
    fs::write(logs.join("half.duelview"), &bytes[..bytes.len() / 2]).unwrap();
    let server = Server::start(&logs);
    let entry = server.judged("own.duelview");
    assert_eq!((&entry["verdict"], &entry["game"]), (&json!("holds"), &json!("duel-masters")));
    assert!(entry["labels"]["viewer"] == "seat 1" && entry["result"].is_string(), "{entry}");
    assert!(entry["message"].as_str().unwrap().contains("seals say"), "{entry}");
    assert_eq!(server.judged("half.duelview")["verdict"], "torn");
    for log in ["own", "half"] {
        assert!(server.get(&format!("/report/{log}.duelview")).body.contains("<html"));
    }
    server.get("/report/own.duelview?seat=0").fails(400, "what seat 1 was told");
    server.get("/compare?left=own.duelview&right=duel-masters-0.duelog").fails(400, "a viewer's log");
    let described = server.json("/api/openapi.json");
    for (command, parameters) in [("info", ""), ("show", "?at=t3"), ("history", "?all"), ("show", "")] {
        for log in ["own.duelview", "half.duelview"] {
            let answer = server.get(&format!("/api/{command}/{log}{parameters}"));
            assert_eq!(answer.status, 200, "{command} {log}: {}", answer.body);
            let content =
                &described["paths"][format!("/api/{command}/{{log}}")]["get"]["responses"]["200"]["content"];
            let schema = &content.as_object().unwrap().values().next().unwrap()["schema"];
            let mut found = Vec::new();
            for line in answer.body.lines() {
                misfits(&described, schema, &serde_json::from_str(line).unwrap(), command, &mut found);
            }
            assert!(found.is_empty(), "{found:#?}");
        }
    }
    let list = server.get("/api/logs").body;
    let mut found = Vec::new();
    let schema =
        &described["paths"]["/api/logs"]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    misfits(&described, schema, &serde_json::from_str(&list).unwrap(), "logs", &mut found);
    assert!(found.is_empty(), "{found:#?}");
}
