//! `duelog engine --protocol 2` over standard input and output: every message is held against the schema.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use duelog_log_format::{Annotation, Reader, Record, Topic};
use duelog_verifier::Verdict;
use serde_json::{Value, json};

use crate::running::{arg, duelog, root};
use crate::schema::misfit;
use crate::talking::{BEASTS, FLYERS, Talk, verdict};

/// The schema that is committed.
pub fn schema() -> Value {
    serde_json::from_str(&fs::read_to_string(root().join("docs/protocol.schema.json")).unwrap()).unwrap()
}

/// Demands that a message is one of the schema.
pub fn demand(schema: &Value, kind: &str, message: &Value) {
    let wanted = json!({ "$ref": format!("#/$defs/{kind}") });
    misfit(schema, &wanted, message).unwrap_or_else(|why| panic!("{message}\nis no {kind}: {why}"));
}

/// The kind of message that comes from the engine.
pub fn kind(message: &Value) -> &'static str {
    match message {
        message if message.get("ok").is_some() => "response",
        message if message.get("error").is_some() => "refusal",
        _ => "notification",
    }
}

/// A client, by whichever way its lines come and go: it holds every message against the schema.
pub trait Speaks {
    /// Sends a line as it is.
    fn send(&mut self, line: &str);
    /// The next message, as it is.
    fn receive(&mut self) -> Value;
    /// The schema.
    fn schema(&self) -> &Value;

    fn say(&mut self, request: &Value) {
        demand(self.schema(), "request", request);
        self.send(&request.to_string());
    }

    fn hear(&mut self) -> Value {
        let message = self.receive();
        demand(self.schema(), kind(&message), &message);
        message
    }

    fn ask(&mut self, request: Value) -> Value {
        self.say(&request);
        self.hear()
    }

    /// The response to a line that the schema may not know.
    fn raw(&mut self, line: &str) -> Value {
        self.send(line);
        self.hear()
    }

    /// The response to a request that is obeyed.
    fn ok(&mut self, request: Value) -> Value {
        let response = self.ask(request.clone());
        response.get("ok").unwrap_or_else(|| panic!("{request}: {response}")).clone()
    }
}

/// A client over standard input and output.
pub struct Client {
    pub talk: Talk,
    schema: Value,
}

impl Speaks for Client {
    fn send(&mut self, line: &str) {
        self.talk.say(line);
    }

    fn receive(&mut self) -> Value {
        self.talk.hear()
    }

    fn schema(&self) -> &Value {
        &self.schema
    }
}

impl Client {
    pub fn start(more: &[&str]) -> Client {
        let args: Vec<&str> = ["engine", "--protocol", "2"].into_iter().chain(more.iter().copied()).collect();
        Client { talk: Talk::start(&args), schema: schema() }
    }

    /// The code of a request that is not.
    pub fn code(&mut self, request: Value) -> String {
        let response = self.ask(request.clone());
        let code = response["error"]["code"].as_str();
        code.unwrap_or_else(|| panic!("{request}: {response}")).to_string()
    }

    /// A legal answer to the question of a match.
    pub fn answer(&mut self, table: &str, seed: u64) -> Value {
        let sample = self.ok(json!({ "do": "sample", "match": table, "seed": seed }));
        json!({ "do": "answer", "match": table, "seat": sample["seat"], "choice": sample["choices"][0] })
    }

    /// Plays on for this number of answers, or to the end; the last response.
    pub fn play(&mut self, table: &str, answers: u64) -> Value {
        let mut last = self.ok(json!({ "do": "request", "match": table }));
        for seed in 0..answers {
            if last["next"].is_null() {
                break;
            }
            let answer = self.answer(table, seed);
            last = self.ok(answer);
        }
        last
    }
}

pub fn setup(seed: u64) -> Value {
    json!({ "game": "magic", "decks": [FLYERS, BEASTS], "seed": seed })
}

fn open(table: &str, seed: u64) -> Value {
    json!({ "do": "open", "match": table, "setup": setup(seed) })
}

#[test]
fn the_committed_schema_is_that_of_the_types() {
    let printed = duelog(["engine", "--schema"]).ends(0).out;
    let path = root().join("docs/protocol.schema.json");
    if std::env::var_os("README_BLESS").is_some() {
        fs::write(&path, &printed).unwrap();
    }
    assert_eq!(printed, fs::read_to_string(path).unwrap(), "README_BLESS=1 writes it");
}

#[test]
fn the_greeting_says_what_is_spoken_here() {
    let mut client = Client::start(&[]);
    let greeting = client.ok(json!({ "id": "first", "do": "hello", "protocol": 2 }));
    assert_eq!((&greeting["protocol"], &greeting["role"]), (&json!(2), &json!("host")));
    assert_eq!(greeting["games"].as_array().unwrap().len(), 3);
    assert_eq!(client.code(json!({ "do": "hello", "protocol": 1 })), "protocol");
    let prompts = client.ok(json!({ "do": "prompts" }))["prompts"].clone();
    assert_eq!(prompts["magic"]["starting_player"], "Who takes the first turn?");
    assert!(prompts["duel-masters"]["pay_mana"].is_string() && prompts["flesh-and-blood"].is_object());
    assert_eq!(client.code(json!({ "do": "prompts", "game": "chess" })), "setup");
    assert_eq!(client.talk.end(), (String::new(), 0));
}

/// The events of a list with what stands only where it changes.
pub fn whole(events: &Value) -> Vec<Value> {
    let mut known: BTreeMap<&str, Value> = BTreeMap::new();
    let event = |event: &Value| {
        let mut event = event.clone();
        for name in ["decision", "turn", "active", "step"] {
            if let Some(now) = event.get(name) {
                known.insert(name, now.clone());
            }
            event[name] = known[name].clone();
        }
        event
    };
    events.as_array().unwrap().iter().map(event).collect()
}

#[test]
fn a_whole_match_is_told_piece_by_piece_and_its_log_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.duelog");
    let mut client = Client::start(&[]);
    let mut first = open("table-1", 5);
    first["record"] = json!(arg(&log));
    first["watch"] = json!([{ "seat": 0 }, { "seat": 1 }, "public"]);
    let mut last = client.ok(first);
    let mut told: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let (mut sizes, mut seed) = (Vec::new(), 0);
    loop {
        for watched in last["events"].as_array().into_iter().flatten() {
            told.entry(watched["viewer"].to_string()).or_default().extend(whole(&watched["events"]));
        }
        sizes.push(last.to_string().len());
        if last["next"].is_null() {
            break;
        }
        seed += 1;
        assert_eq!(last["next"].get("texts"), None);
        let answer = client.answer("table-1", seed);
        last = client.ok(answer);
    }
    assert!(last["outcome"]["winners"].is_array() && last["outcome"]["rule"].is_string(), "{last}");
    for viewer in [json!({ "seat": 0 }), json!({ "seat": 1 }), json!("public")] {
        let history = client.ok(json!({ "do": "history", "match": "table-1", "viewer": viewer }));
        assert_eq!(whole(&history["events"]), told[&viewer.to_string()], "{viewer}");
    }
    sizes.sort_unstable();
    assert!(sizes[sizes.len() / 2] < 2_000, "{}", sizes[sizes.len() / 2]);
    let pass = json!({ "do": "answer", "match": "table-1", "seat": 0, "choice": { "pick": ["pass"] } });
    assert_eq!(client.code(pass), "over");
    let closed = client.ok(json!({ "do": "close", "match": "table-1" }));
    assert_eq!((&closed["verdict"], &closed["decisions"]), (&json!("verified"), &last["decision"]));
    assert_eq!(verdict(&log).verdict, Verdict::Verified);
    assert_eq!(client.code(json!({ "do": "request", "match": "table-1" })), "no_match");
}

#[test]
fn seats_are_told_no_more_than_version_1_tells_them() {
    let mut client = Client::start(&[]);
    client.ok(open("a", 11));
    let mut old = Talk::start(&["engine"]);
    let mut asked = old.ask(json!({ "setup": setup(11) }).to_string());
    for seed in 0..60 {
        let answer = client.answer("a", seed);
        client.ok(answer.clone());
        let choice = answer["choice"].to_string().replace("pair_seat", "pair-seat");
        let choice: Value = serde_json::from_str(&choice).unwrap();
        asked = old.ask(json!({ "answer": { "seat": answer["seat"], "choice": choice } }).to_string());
        assert!(asked.get("refused").is_none(), "{asked}");
    }
    for viewer in [json!({ "seat": 0 }), json!({ "seat": 1 }), json!("public"), json!("judge")] {
        let new = client.ok(json!({ "do": "history", "match": "a", "viewer": viewer, "all": true }));
        let old = old.ask(json!({ "history": { "viewer": viewer, "all": true } }).to_string());
        let texts = |events: &Value| -> Vec<String> {
            events
                .as_array()
                .unwrap()
                .iter()
                .map(|event| event["text"].as_str().unwrap().to_string())
                .collect()
        };
        assert_eq!(texts(&new["events"]), texts(&old["history"]), "{viewer}");
        assert_eq!(new["events"][0].get("data").is_some(), viewer == "judge");
    }
    let words = client.ok(json!({ "do": "request", "match": "a", "words": true }));
    assert_eq!(words["next"]["question"], asked["request"]["question"]);
}

/// Applies a JSON Merge Patch.
fn patch(target: &mut Value, patch: &Value) {
    let Value::Object(fields) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = json!({});
    }
    for (name, value) in fields {
        if value.is_null() {
            target.as_object_mut().unwrap().remove(name);
        } else {
            self::patch(&mut target[name], value);
        }
    }
}

/// A view without what is null.
fn bare(view: &Value) -> Value {
    match view {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(name, value)| (name.clone(), bare(value))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn a_view_comes_only_when_it_is_asked_for_or_as_a_difference() {
    let mut client = Client::start(&[]);
    assert_eq!(client.ok(open("a", 3)).get("view"), None);
    let view = json!({ "do": "view", "match": "a", "viewer": { "seat": 0 } });
    let changes = json!({ "do": "view", "match": "a", "viewer": { "seat": 0 }, "changes": true });
    let mut kept = bare(&client.ok(changes.clone())["view"]);
    assert!(kept["players"]["0"]["life"].is_u64() && kept["players"]["0"]["kept"].is_boolean(), "{kept}");
    for seed in 0..80 {
        let answer = client.answer("a", seed);
        client.ok(answer);
        let changed = client.ok(changes.clone());
        assert_eq!(changed.get("view"), None);
        if !changed["changes"].is_null() {
            patch(&mut kept, &changed["changes"]);
        }
        // Another connection's differences are its own; a whole view is where the next difference begins.
        assert_eq!(kept, bare(&client.ok(view.clone())["view"]));
    }
    let mut answer = client.answer("a", 99);
    answer["view"] = json!("whole");
    let response = client.ok(answer);
    assert_eq!(response["view"]["waiting_for"], response["next"]["seat"]);
}

#[test]
fn two_hundred_matches_are_played_at_once_and_answers_keep_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let matches = folder.path().join("matches");
    let mut client = Client::start(&["--matches", arg(&matches)]);
    let names: Vec<String> = (0..200).map(|place| format!("m-{place}")).collect();
    // 200 requests wait at once; each match has its answers in the order in which they were asked for.
    for (seed, name) in (0..).zip(&names) {
        client.say(&open(name, seed));
    }
    for _ in &names {
        let opened = client.hear();
        assert_eq!(opened["ok"]["decision"], 0, "{opened}");
    }
    assert_eq!(client.ok(json!({ "do": "matches" }))["matches"].as_array().unwrap().len(), 200);
    for name in &names {
        client.say(&json!({ "id": name, "do": "legal", "match": name }));
    }
    let mut first: BTreeMap<String, Value> = BTreeMap::new();
    for _ in &names {
        let legal = client.hear();
        first.insert(legal["id"].as_str().unwrap().to_string(), legal["ok"].clone());
    }
    for (name, legal) in &first {
        let choice = &legal["choices"][0];
        client.say(&json!({ "id": name, "do": "answer", "match": name, "seat": legal["seat"], "choice": choice, "at": 0 }));
        client.say(&json!({ "id": name, "do": "answer", "match": name, "seat": legal["seat"], "choice": choice, "at": 0 }));
    }
    let mut heard: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for _ in 0..400 {
        let response = client.hear();
        heard.entry(response["id"].as_str().unwrap().to_string()).or_default().push(response);
    }
    for (name, responses) in heard {
        assert_eq!(responses[0]["ok"]["match"], name.as_str());
        assert_eq!(responses[0]["ok"]["decision"], 1);
        assert_eq!(responses[1]["error"]["code"], "elsewhere");
    }
    assert_eq!(client.code(open("m-7", 1)), "match_exists");
    assert_eq!(client.talk.end(), (String::new(), 0));
    assert_eq!(fs::read_dir(matches).unwrap().count(), 200);
}

#[test]
fn a_killed_engine_continues_all_its_matches_with_every_acknowledged_answer() {
    let folder = tempfile::tempdir().unwrap();
    let matches = folder.path().join("matches");
    let args = ["--matches", arg(&matches), "--durable"];
    let mut client = Client::start(&args);
    let mut known: BTreeMap<&str, (Value, Value)> = BTreeMap::new();
    for (table, seed, answers) in [("a", 1, 40), ("b", 2, 25), ("c", 3, 0)] {
        client.ok(open(table, seed));
        let last = client.play(table, answers);
        known.insert(table, (last["decision"].clone(), last["next"].clone()));
    }
    // Some are on their way when it is killed: each is in the log or it is not.
    let more = client.answer("a", 77);
    client.say(&more);
    client.talk.kill();

    let mut client = Client::start(&args);
    assert_eq!(client.ok(json!({ "do": "matches" })), json!({ "matches": ["a", "b", "c"] }));
    for (table, (decision, next)) in &known {
        let now = client.ok(json!({ "do": "request", "match": table }));
        let ahead = now["decision"].as_u64().unwrap() - decision.as_u64().unwrap();
        assert!(ahead == 0 || (*table == "a" && ahead == 1), "{table}: {now}");
        if ahead == 0 {
            assert_eq!(now["next"], *next);
        }
    }
    // A client is told whatever it has not seen, and a match that is over is not opened again.
    let seen = json!({ "decision": 20, "taken_back": 0 });
    let rest = client.ok(json!({ "do": "watch", "match": "b", "viewer": { "seat": 0 }, "after": seen }));
    let history = client.ok(json!({ "do": "history", "match": "b", "viewer": { "seat": 0 }, "from": 21 }));
    assert_eq!(rest["events"][0]["events"], history["events"]);
    assert!(rest["events"][0]["events"][0]["decision"].as_u64().unwrap() >= 21);
    assert_eq!(client.play("c", 20_000)["next"], Value::Null);
    client.talk.kill();
    let mut client = Client::start(&args);
    assert_eq!(client.ok(json!({ "do": "matches" })), json!({ "matches": ["a", "b"] }));
    assert_eq!(verdict(&matches.join("c.duelog")).verdict, Verdict::Verified);
}

#[test]
fn a_log_that_cannot_be_continued_is_named_and_left() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.duelog"), b"no log").unwrap();
    let mut client = Client::start(&["--matches", arg(folder.path())]);
    let matches = client.ok(json!({ "do": "matches" }));
    assert_eq!(matches["matches"], json!([]));
    assert!(matches["left"]["broken"].is_string(), "{matches}");
    assert_eq!(fs::read(folder.path().join("broken.duelog")).unwrap(), b"no log");
}

#[test]
fn bots_sit_at_seats_and_come_back_with_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--matches", arg(folder.path())];
    let mut client = Client::start(&args);
    let mut first = open("a", 4);
    first["bots"] = json!([{ "seat": 1, "bot": "greedy" }]);
    first["watch"] = json!([{ "seat": 0 }]);
    client.ok(first.clone());
    let last = client.play("a", 30);
    assert_eq!(last["next"]["seat"], 0);
    let pass = json!({ "do": "answer", "match": "a", "seat": 1, "choice": { "pick": ["concede"] } });
    assert_eq!(client.code(pass.clone()), "wrong_seat");
    client.talk.kill();
    let mut client = Client::start(&args);
    assert_eq!(client.ok(json!({ "do": "request", "match": "a" }))["next"], last["next"]);
    assert_eq!(client.code(pass), "wrong_seat");
    assert_eq!(client.play("a", 5)["next"]["seat"], 0);
    first["match"] = json!("b");
    first["bots"] = json!([{ "seat": 0, "bot": "greedy" }, { "seat": 1, "bot": "random" }]);
    assert_eq!(client.code(first.clone()), "setup");
    first["bots"] = json!([{ "seat": 2, "bot": "greedy" }]);
    assert_eq!(client.code(first), "seat");
}

/// The notes and penalties of a log.
fn notes(log: &Path) -> Vec<(Topic, Option<u8>, String)> {
    let bytes = fs::read(log).unwrap();
    let mut reader = Reader::open(&bytes).unwrap();
    let mut notes = Vec::new();
    while let Ok(Some(logged)) = reader.next_record() {
        if let Record::Annotation(Annotation { topic, seat, text, .. }) = logged.record {
            notes.push((topic, seat.map(|seat| seat.0), text));
        }
    }
    notes
}

#[test]
fn a_judge_stops_a_match_notes_and_takes_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--matches", arg(folder.path())];
    let mut client = Client::start(&args);
    client.ok(open("a", 4));
    client.play("a", 20);
    let next = client.answer("a", 1);
    assert_eq!(client.ok(json!({ "do": "pause", "match": "a", "text": "a fire" }))["paused"], true);
    assert_eq!(client.code(next.clone()), "paused");
    assert_eq!(client.code(json!({ "do": "pause", "match": "a" })), "paused");
    client.talk.kill();

    // It is still stopped.
    let mut client = Client::start(&args);
    assert_eq!(client.code(next.clone()), "paused");
    client.ok(json!({ "do": "note", "match": "a", "text": "the fire is out" }));
    client.ok(json!({ "do": "penalty", "match": "a", "seat": 1, "text": "game loss for fire" }));
    assert_eq!(client.code(json!({ "do": "penalty", "match": "a", "seat": 7, "text": "" })), "seat");
    assert_eq!(client.ok(json!({ "do": "unpause", "match": "a" })).get("paused"), None);
    client.ok(json!({ "do": "watch", "match": "a", "viewer": "public" }));
    assert_eq!(client.ok(next.clone())["decision"], 21);

    let back = |consent: Value| json!({ "do": "back_up", "match": "a", "to": 20, "consent": consent });
    assert_eq!(client.code(back(json!([0]))), "consent");
    let gone_back = client.ok(back(json!([0, 1])));
    assert_eq!((&gone_back["decision"], &gone_back["taken_back"]), (&json!(20), &json!(1)));
    assert_eq!(gone_back.get("events"), None);
    assert_eq!(client.code(back(json!([0, 1]))), "back_up");
    let again = client.ok(next);
    assert_eq!((&again["decision"], &again["taken_back"]), (&json!(21), &json!(1)));
    let mut ruled = back(json!([]));
    ruled["ruling"] = json!("a card too many");
    assert_eq!(client.ok(ruled)["taken_back"], 2);
    client.ok(json!({ "do": "close", "match": "a" }));
    let wanted = [
        (Topic::Note, None, "paused: a fire"),
        (Topic::Note, None, "the fire is out"),
        (Topic::Penalty, Some(1), "game loss for fire"),
        (Topic::Note, None, "continued after a pause"),
        (Topic::Note, None, "back-up to decision 20; agreed: seat 0, seat 1"),
        (Topic::Note, None, "back-up to decision 20; agreed: nobody; ruling: a card too many"),
    ];
    let kept = notes(&folder.path().join("a.duelog"));
    assert_eq!(kept, wanted.map(|(topic, seat, text)| (topic, seat, text.to_string())));
}

#[test]
fn a_clock_runs_and_who_has_no_time_left_gives_up() {
    let mut client = Client::start(&[]);
    let mut first = open("a", 4);
    first["setup"]["clock"] = json!("60s");
    let opened = client.ok(first);
    assert_eq!(opened["left_ms"], json!([60_000, 60_000]));
    let seat = opened["next"]["seat"].as_u64().unwrap() as usize;
    let soon = json!({ "do": "forfeit", "match": "a", "seat": seat, "reason": "time" });
    assert_eq!(client.code(soon.clone()), "clock");
    client.ok(json!({ "do": "away", "match": "a", "seat": 0 }));
    client.ok(json!({ "do": "back", "match": "a", "seat": 0 }));
    let mut late = soon;
    let far = 4_000_000_000_000_u64;
    (late["used_ms"], late["time_ms"]) = (json!(61_000), json!(far));
    let over = client.ok(late);
    assert_eq!(over["outcome"]["winners"], json!([1 - seat]));
    assert_eq!(over["left_ms"][seat], 0);
}

#[test]
fn host_and_players_choose_the_seed() {
    let mut client = Client::start(&[]);
    let setup = json!({ "game": "magic", "decks": [FLYERS, BEASTS] });
    let opened = client.ok(json!({ "do": "open", "match": "a", "setup": setup }));
    assert_eq!((&opened["fair"]["awaited"], &opened["fair"]["wants"]), (&json!(0), &json!("commit")));
    assert_eq!(opened["fair"]["commitments"].as_array().unwrap().len(), 1);
    assert_eq!(client.code(json!({ "do": "sample", "match": "a" })), "choosing");
    let commit = |digits: &str| json!({ "do": "commit", "match": "a", "seat": 0, "commitment": digits });
    assert_eq!(client.code(commit("12")), "malformed");
    assert_eq!(client.ok(commit(&"ab".repeat(32)))["fair"]["awaited"], 1);
    assert_eq!(client.code(commit(&"ab".repeat(32))), "fair");
    let closed = client.ok(json!({ "do": "withheld", "match": "a", "seat": 1, "text": "gone" }));
    assert_eq!(closed["verdict"], "unfair");
    assert_eq!(client.ok(json!({ "do": "matches" }))["matches"], json!([]));
}

#[test]
fn a_log_is_sealed_for_both_parties() {
    let mut client = Client::start(&[]);
    client.ok(open("a", 4));
    client.play("a", 3);
    let sealed = client.ok(json!({ "do": "seal", "match": "a" }));
    assert!(sealed["statements"]["seat 0"].is_string() && sealed["statements"]["host"].is_string());
    let sign = json!({ "do": "sign", "match": "a", "note": "none", "key": "none" });
    assert_eq!(client.code(sign), "signature");
}

#[test]
fn whoever_says_nonsense_is_told_so_and_nothing_changes() {
    let mut client = Client::start(&["--no-files"]);
    let decks = json!([{ "cards": [[60, "Mountain"]] }, { "cards": [[60, "Forest"]] }]);
    let setup = json!({ "game": "magic", "decks": decks, "seed": 1 });
    client.ok(json!({ "do": "open", "match": "a", "setup": setup }));
    for (line, code) in [
        ("", ""),
        ("x", "malformed"),
        ("[]", "malformed"),
        ("{}", "malformed"),
        (r#"{"do":"answer","match":"a","seat":0}"#, "malformed"),
        (r#"{"do":"answer","match":"a","seat":0,"choice":{"pick":["pass"]},"more":1}"#, "malformed"),
        (r#"{"do":"answer","match":"a","seat":0,"choice":{"pick":[{"flag":1}]}}"#, "malformed"),
        (r#"{"do":"answer","match":"a","seat":900,"choice":{"pick":[]}}"#, "malformed"),
        (r#"{"do":"answer","match":"nowhere","seat":0,"choice":{"pick":[]}}"#, "no_match"),
        (r#"{"do":"answer","seat":0,"choice":{"pick":[]}}"#, "malformed"),
        (r#"{"do":"asnwer"}"#, "unknown"),
        (r#"{"do":"view","match":"a","viewer":{"seat":9}}"#, "seat"),
        (r#"{"do":"watch","match":"a","viewer":{"seat":9}}"#, "seat"),
        (r#"{"do":"open","match":"../b","setup":{"game":"magic"}}"#, "match_id"),
        (r#"{"do":"open","match":"b","setup":{"game":"chess"}}"#, "setup"),
        (
            r#"{"do":"open","match":"b","setup":{"game":"magic","decks":["x.deck","y.deck"],"seed":1}}"#,
            "files",
        ),
        (r#"{"do":"open","match":"b","record":"x","setup":{"game":"magic","decks":[],"seed":1}}"#, "files"),
        (r#"{"do":"resume","match":"b","record":"x.duelog"}"#, "files"),
    ] {
        if line.is_empty() {
            client.send(line);
            continue;
        }
        let response = client.raw(line);
        assert_eq!(response["error"]["code"], code, "{line}: {response}");
    }
    let long = client.raw(&format!("{{\"do\":\"{}\"}}", "x".repeat(5 << 20)));
    assert_eq!(long["error"]["code"], "too_long");
    assert_eq!(client.ok(json!({ "do": "matches" }))["matches"], json!(["a"]));
    assert_eq!(client.ok(json!({ "do": "request", "match": "a" }))["decision"], 0);
    // A client that says much and reads nothing is not read from any further, and loses nothing.
    for id in 0..200 {
        client.say(&json!({ "id": id, "do": "request", "match": "a" }));
    }
    for id in 0..200 {
        assert_eq!(client.hear()["id"], id);
    }
    assert_eq!(client.talk.end(), (String::new(), 0));
}

#[test]
fn options_of_version_2_are_refused_in_version_1() {
    duelog(["engine", "--durable"]).fails(2, &["--durable belongs to version 2", "--protocol 2"]);
    duelog(["engine", "--protocol", "3"]).fails(2, &["--protocol"]);
    let open = ["engine", "--protocol", "2", "--listen", "0.0.0.0:0"];
    duelog(open).fails(2, &["others could reach", "--token-file"]);
}
