//! `duelog engine --protocol 2 --listen`: a local socket and WebSocket connections, tokens, spectators, clients that stall,
//! vanish and come back.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::protocol::{Speaks, schema, setup, whole};
use crate::running::arg;
use crate::talking::Talk;

pub const HOST: &str = "a-token-for-the-host";
const PUBLIC: &str = "a-token-for-everybody";

/// How long a message is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// An engine that listens, with its folder.
pub struct Engine {
    talk: Option<Talk>,
    place: String,
    pub folder: tempfile::TempDir,
}

impl Engine {
    pub fn start(at: &str, tokens: bool) -> Engine {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("tokens");
        fs::write(&list, format!("# tokens\nhost {HOST}\npublic 1 {PUBLIC}\n")).unwrap();
        let at = at.replace("DIR", arg(folder.path()));
        let mut args = vec!["engine", "--protocol", "2", "--format", "json", "--listen", &at];
        if tokens {
            args.extend(["--token-file", arg(&list)]);
        }
        let mut talk = Talk::start(&args);
        let place = talk.hear()["listening"].as_str().unwrap().to_string();
        Engine { talk: Some(talk), place, folder }
    }

    pub fn socket(&self) -> Line {
        let stream = UnixStream::connect(self.place.strip_prefix("unix:").unwrap()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Line { read: BufReader::new(stream.try_clone().unwrap()), write: stream, schema: schema() }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(talk) = self.talk.take() {
            talk.kill();
        }
    }
}

/// A client at a local socket.
pub struct Line {
    read: BufReader<UnixStream>,
    write: UnixStream,
    schema: Value,
}

impl Speaks for Line {
    fn send(&mut self, line: &str) {
        self.write.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.read.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    fn schema(&self) -> &Value {
        &self.schema
    }
}

impl Line {
    pub fn open(&mut self, table: &str) -> Value {
        self.ok(json!({ "do": "open", "match": table, "setup": setup(4) }))
    }

    pub fn answer(&mut self, table: &str, seed: u64) -> Value {
        let sample = self.ok(json!({ "do": "sample", "match": table, "seed": seed }));
        let choice = &sample["choices"][0];
        self.ok(json!({ "do": "answer", "match": table, "seat": sample["seat"], "choice": choice }))
    }
}

#[test]
fn a_connection_shows_a_token_and_does_what_it_allows() {
    let engine = Engine::start("unix:DIR/s", true);
    let mut host = engine.socket();
    assert_eq!(host.ask(json!({ "do": "matches" }))["error"]["code"], "token");
    assert_eq!(host.ask(json!({ "do": "hello" }))["error"]["code"], "token");
    assert_eq!(host.ask(json!({ "do": "hello", "token": "a-token-for-nobody!" }))["error"]["code"], "token");
    assert_eq!(host.ok(json!({ "do": "hello", "token": HOST }))["role"], "host");
    host.open("a");
    let mut guest = engine.socket();
    assert_eq!(guest.ok(json!({ "do": "hello", "token": PUBLIC }))["role"], json!({ "public": 1 }));
    for request in [
        json!({ "do": "view", "match": "a", "viewer": "judge" }),
        json!({ "do": "watch", "match": "a", "viewer": { "seat": 0 } }),
        json!({ "do": "request", "match": "a" }),
        json!({ "do": "close", "match": "a" }),
    ] {
        assert_eq!(guest.ask(request.clone())["error"]["code"], "role", "{request}");
    }
    // Nothing of what hands hold comes with a watch.
    let watched = guest.ok(json!({ "do": "watch", "match": "a", "viewer": "public" }));
    assert_eq!(watched["next"], Value::Null);
    assert_eq!(watched.get("view"), None);
}

#[test]
fn a_spectator_follows_a_match_turns_later_and_comes_back() {
    let engine = Engine::start("unix:DIR/s", true);
    let (mut host, mut guest) = (engine.socket(), engine.socket());
    host.ok(json!({ "do": "hello", "token": HOST }));
    guest.ok(json!({ "do": "hello", "token": PUBLIC }));
    host.open("a");
    guest.ok(json!({ "do": "watch", "match": "a", "viewer": "public" }));
    let mut seed = 0;
    let mut turn = 0;
    while turn < 3 {
        seed += 1;
        host.answer("a", seed);
        let view = host.ok(json!({ "do": "view", "match": "a", "viewer": "public" }));
        turn = view["view"]["turn"]["turn"].as_u64().unwrap();
    }
    // The events up to the turn before the last one have come, and none of a later one.
    let public = json!({ "do": "history", "match": "a", "viewer": "public" });
    let history = whole(&host.ok(public)["events"]);
    // The events of one decision are told at once.
    let begins = history.iter().find(|event| event["turn"] == 3).unwrap()["decision"].clone();
    let until = history.iter().position(|event| event["decision"] == begins).unwrap();
    let mut heard = Vec::new();
    let mut last = Value::Null;
    while heard.len() < until {
        let news = guest.hear();
        assert_eq!((&news["event"], &news["viewer"]), (&json!("news"), &json!("public")));
        heard.extend(news["events"].as_array().unwrap().iter().cloned());
        last = news;
    }
    let texts = |events: &[Value]| events.iter().map(|event| event["text"].clone()).collect::<Vec<_>>();
    assert_eq!(texts(&heard), texts(&history[..until]));
    // It vanishes, and another connection gets the rest, once that is due.
    drop(guest);
    let mut guest = engine.socket();
    guest.ok(json!({ "do": "hello", "token": PUBLIC }));
    let after = json!({ "decision": last["decision"], "taken_back": last["taken_back"] });
    let rest = guest.ok(json!({ "do": "watch", "match": "a", "viewer": "public", "after": after }));
    assert_eq!(rest.get("events"), None, "{rest}");
    while turn < 4 {
        seed += 1;
        host.answer("a", seed);
        let view = host.ok(json!({ "do": "view", "match": "a", "viewer": "public" }));
        turn = view["view"]["turn"]["turn"].as_u64().unwrap();
    }
    let news = guest.hear();
    assert!(news["events"][0]["decision"].as_u64() > last["decision"].as_u64(), "{news}");
    // Who gives up ends it, and everybody learns how.
    let seat = host.ok(json!({ "do": "request", "match": "a" }))["next"]["seat"].clone();
    let concede = json!({ "do": "answer", "match": "a", "seat": seat, "choice": { "pick": ["concede"] } });
    host.ok(concede);
    let end = loop {
        let news = guest.hear();
        if news.get("outcome").is_some() {
            break news;
        }
    };
    assert!(end["outcome"]["winners"].is_array());
}

#[test]
fn spectators_learn_that_decisions_were_taken_back() {
    let engine = Engine::start("unix:DIR/s", false);
    let (mut host, mut judge) = (engine.socket(), engine.socket());
    host.open("a");
    (0..4).for_each(|seed| drop(host.answer("a", seed)));
    judge.ok(json!({ "do": "watch", "match": "a", "viewer": "judge" }));
    host.ok(json!({ "do": "back_up", "match": "a", "to": 2, "consent": [0, 1] }));
    let told = judge.hear();
    assert_eq!(
        (&told["event"], &told["decision"], &told["taken_back"]),
        (&json!("taken_back"), &json!(2), &json!(2))
    );
    // The events of the line follow, and no event twice.
    host.answer("a", 9);
    assert_eq!(judge.hear()["events"][0]["decision"], 3);
    let stale = json!({ "decision": 4, "taken_back": 0 });
    let anew = judge.ok(json!({ "do": "watch", "match": "a", "viewer": "judge", "after": stale }));
    assert_eq!(anew["events"][0]["events"][0]["decision"], 0);
    host.ok(json!({ "do": "close", "match": "a" }));
    assert_eq!(judge.hear()["event"], "watch_ended");
}

#[test]
fn a_client_that_floods_and_does_not_read_holds_nobody_up() {
    let engine = Engine::start("unix:DIR/s", false);
    let (mut flood, mut other) = (engine.socket(), engine.socket());
    flood.open("a");
    other.open("b");
    flood.write.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
    // Nobody reads the responses: at some point nothing more is taken.
    let line = format!("{}\n", json!({ "do": "view", "match": "a", "viewer": "judge" }));
    let taken = (0..200_000).take_while(|_| flood.write.write_all(line.as_bytes()).is_ok()).count();
    assert!(taken < 200_000);
    assert_eq!(other.answer("b", 1)["decision"], 1);
    // It is let go in the end, and its match stays.
    std::thread::sleep(Duration::from_secs(13));
    flood.write.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let ended = flood.read.read_to_end(&mut Vec::new());
    let closed = ended.map_or_else(|error| error.kind() == std::io::ErrorKind::ConnectionReset, |_| true);
    assert!(closed, "nobody closed the connection");
    assert_eq!(other.answer("a", 1)["decision"], 1);
    assert!(Path::new(engine.place.strip_prefix("unix:").unwrap()).starts_with(engine.folder.path()));
}

/// A WebSocket client as small as one can be.
struct Web {
    stream: TcpStream,
    schema: Value,
}

impl Web {
    /// The status line that a request for a WebSocket gets, and the client.
    fn connect(address: &str, host: &str, origin: Option<&str>) -> (String, Web) {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
        let request = format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        let status = String::from_utf8(head).unwrap().lines().next().unwrap().to_string();
        (status, Web { stream, schema: schema() })
    }
}

impl Speaks for Web {
    fn send(&mut self, text: &str) {
        let length = text.len() as u64;
        let mut frame = vec![0x81];
        match length {
            0..=125 => frame.push(0x80 | length as u8),
            126..=65_535 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 127);
                frame.extend(length.to_be_bytes());
            }
        }
        let mask = [1, 2, 3, 4];
        frame.extend(mask);
        frame.extend(text.bytes().zip(mask.into_iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.stream.write_all(&frame).unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).unwrap();
        assert_eq!(head[0], 0x81, "a whole text");
        let length = match head[1] {
            126 => {
                let mut long = [0; 2];
                self.stream.read_exact(&mut long).unwrap();
                u64::from(u16::from_be_bytes(long))
            }
            127 => {
                let mut long = [0; 8];
                self.stream.read_exact(&mut long).unwrap();
                u64::from_be_bytes(long)
            }
            short => u64::from(short),
        };
        let mut text = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn schema(&self) -> &Value {
        &self.schema
    }
}

#[test]
fn a_match_is_played_over_websocket_and_pages_from_elsewhere_are_not_let_in() {
    let engine = Engine::start("127.0.0.1:0", true);
    let address = engine.place.trim_start_matches("ws://").trim_end_matches('/').to_string();
    let (status, mut client) = Web::connect(&address, &address, None);
    assert!(status.contains("101"), "{status}");
    assert_eq!(client.ask(json!({ "id": 1, "do": "matches" }))["error"]["code"], "token");
    assert_eq!(client.ask(json!({ "id": 2, "do": "hello", "token": HOST }))["ok"]["role"], "host");
    let opened = client.ask(json!({ "do": "open", "match": "a", "setup": setup(4), "watch": ["public"] }));
    assert_eq!(opened["ok"]["decision"], 0);
    let legal = client.ask(json!({ "do": "legal", "match": "a" }));
    let (seat, choice) = (&legal["ok"]["seat"], &legal["ok"]["choices"][0]);
    let answered = client.ask(json!({ "do": "answer", "match": "a", "seat": seat, "choice": choice }));
    assert_eq!(answered["ok"]["decision"], 1);
    assert_eq!(client.raw("nonsense")["error"]["code"], "malformed");

    let local = address.replace("127.0.0.1", "localhost");
    assert!(Web::connect(&address, &local, Some(&format!("http://{local}"))).0.contains("101"));
    assert!(Web::connect(&address, &address, Some("http://elsewhere.example")).0.contains("403"));
    assert!(Web::connect(&address, "elsewhere.example", None).0.contains("421"));
}

#[test]
fn a_socket_that_is_there_is_not_taken() {
    let engine = Engine::start("unix:DIR/s", false);
    let taken = crate::running::duelog(["engine", "--protocol", "2", "--listen", engine.place.as_str()]);
    taken.fails(2, &["somebody listens there"]);
    let file = format!("unix:{}", arg(&engine.folder.path().join("tokens")));
    crate::running::duelog(["engine", "--protocol", "2", "--listen", &file])
        .fails(2, &["is not overwritten"]);
}
