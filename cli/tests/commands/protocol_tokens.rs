//! `duelog engine --protocol 2`: tokens that a host gives out for one match, and those who try more with them.

use serde_json::{Value, json};

use crate::protocol::{Speaks, kind, setup};
use crate::protocol_sockets::{Engine, HOST, Line};

/// An engine with a host who has opened the match `a`.
fn hosted() -> (Engine, Line) {
    let engine = Engine::start("unix:DIR/s", true);
    let mut host = engine.socket();
    host.ok(json!({ "do": "hello", "token": HOST }));
    host.open("a");
    (engine, host)
}

fn token(host: &mut Line, table: &str, viewer: &Value) -> String {
    let given = host.ok(json!({ "do": "token", "match": table, "viewer": viewer }));
    given["token"].as_str().unwrap().to_string()
}

/// A connection that has shown a new token.
fn seated(engine: &Engine, host: &mut Line, viewer: &Value) -> Line {
    let token = token(host, "a", viewer);
    shown(engine, &token)
}

fn shown(engine: &Engine, token: &str) -> Line {
    let mut line = engine.socket();
    line.ok(json!({ "do": "hello", "token": token }));
    line
}

/// The code of the error that a request gives.
fn code(line: &mut Line, request: Value) -> String {
    let answer = response(line, request.clone());
    answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{request} is obeyed: {answer}")).to_string()
}

/// The response to a request, behind notifications.
fn response(line: &mut Line, request: Value) -> Value {
    line.say(&request);
    loop {
        let message = line.hear();
        if kind(&message) != "notification" {
            return message;
        }
    }
}

fn at(request: Value) -> Value {
    let mut request = request;
    request["match"] = json!("a");
    request
}

fn ok(line: &mut Line, request: Value) -> Value {
    let answer = response(line, at(request.clone()));
    answer.get("ok").unwrap_or_else(|| panic!("{request}: {answer}")).clone()
}

#[test]
fn players_play_a_match_by_their_own_tokens() {
    let (engine, mut host) = hosted();
    let mut players = [0, 1].map(|seat| seated(&engine, &mut host, &json!({ "seat": seat })));
    let greeting = players[1].ok(json!({ "do": "hello" }));
    assert_eq!((&greeting["role"], &greeting["match"]), (&json!({ "seat": 1 }), &json!("a")));
    let requests = greeting["requests"].as_array().unwrap();
    assert!(requests.contains(&json!("answer")) && !requests.contains(&json!("close")), "{requests:?}");
    for (seat, player) in players.iter_mut().enumerate() {
        ok(player, json!({ "do": "watch", "viewer": { "seat": seat } }));
    }
    let mut asked = host.ok(at(json!({ "do": "request" })))["next"]["seat"].as_u64().unwrap() as usize;
    for seed in 0..80 {
        let (own, other) = (asked, 1 - asked);
        let view = ok(&mut players[own], json!({ "do": "request", "view": "whole" }));
        assert_eq!((&view["next"]["seat"], view.get("awaits")), (&json!(own), None), "{view}");
        assert!(view["view"]["zones"][format!("hand_{own}")]["cards"].is_array(), "{view}");
        let waits = ok(&mut players[other], json!({ "do": "request", "view": "whole", "words": true }));
        assert_eq!((&waits["next"], &waits["awaits"]), (&Value::Null, &json!(own)));
        assert_eq!((waits.get("view"), waits.get("changes")), (None, None), "the table of the other player");
        let sample = ok(&mut players[own], json!({ "do": "sample", "seed": seed }));
        let answer = json!({ "do": "answer", "seat": own, "choice": sample["choices"][0], "view": "whole" });
        let next = ok(&mut players[own], answer);
        asked = match (next.get("awaits"), &next["next"]) {
            (Some(awaits), Value::Null) => {
                assert_eq!(next.get("view"), None, "the table of the other player");
                let mut told = players[other].hear();
                while told["event"] != "asked" {
                    told = players[other].hear();
                }
                assert_eq!((&told["next"]["seat"], &told["decision"]), (awaits, &next["decision"]));
                awaits.as_u64().unwrap() as usize
            }
            (None, question) => question["seat"].as_u64().unwrap() as usize,
            (Some(_), question) => panic!("{question}"),
        };
        let events = next["events"].as_array().into_iter().flatten();
        events.for_each(|watched| assert_eq!(watched["viewer"], json!({ "seat": own })));
    }
    // Giving up is a player's own, at any time.
    let loses = json!({ "do": "answer", "seat": 1 - asked, "choice": { "pick": ["concede"] } });
    assert_eq!(ok(&mut players[1 - asked], loses)["outcome"]["winners"], json!([asked]));
}

#[test]
fn a_player_who_tries_more_than_the_own_seat_is_refused() {
    let (engine, mut host) = hosted();
    host.open("b");
    let own = 1 - host.ok(at(json!({ "do": "request" })))["next"]["seat"].as_u64().unwrap();
    let other = 1 - own;
    let mut player = seated(&engine, &mut host, &json!({ "seat": own }));
    let sample = host.ok(at(json!({ "do": "sample" })))["choices"][0].clone();
    let before = host.ok(at(json!({ "do": "view", "viewer": "judge" })));
    let seat = json!({ "seat": other });
    for request in [
        // The other player's cards, and everybody's.
        json!({ "do": "view", "viewer": seat }),
        json!({ "do": "view", "viewer": "judge" }),
        json!({ "do": "view", "viewer": seat, "changes": true }),
        json!({ "do": "history", "viewer": seat, "all": true }),
        json!({ "do": "history", "viewer": "judge" }),
        json!({ "do": "watch", "viewer": seat }),
        json!({ "do": "watch", "viewer": "judge" }),
        json!({ "do": "disclose", "zone": "hand", "seat": other }),
        // Answers for the other one, draws and time.
        json!({ "do": "answer", "seat": other, "choice": sample }),
        json!({ "do": "check", "seat": other, "choice": sample }),
        json!({ "do": "answer", "seat": own, "choice": sample,
            "draws": [{ "purpose": "die", "number": 0, "result": [3] }] }),
        json!({ "do": "draws" }),
        json!({ "do": "answer", "seat": own, "choice": sample, "used_ms": 0 }),
        json!({ "do": "answer", "seat": own, "choice": sample, "time_ms": 1 }),
        json!({ "do": "commit", "seat": other, "commitment": "0".repeat(64) }),
        json!({ "do": "show", "seat": other, "salt": "0".repeat(64), "seed": "0".repeat(64) }),
        // The deeds of hosts and judges.
        json!({ "do": "token", "viewer": "judge" }),
        json!({ "do": "token", "viewer": { "seat": own }, "renew": true }),
        json!({ "do": "forfeit", "seat": other, "reason": "time" }),
        json!({ "do": "away", "seat": other }),
        json!({ "do": "back", "seat": other }),
        json!({ "do": "note", "text": "they cheat" }),
        json!({ "do": "penalty", "seat": other, "text": "they cheat" }),
        json!({ "do": "pause" }),
        json!({ "do": "unpause" }),
        json!({ "do": "back_up", "to": 0, "consent": [0, 1] }),
        json!({ "do": "withheld", "seat": other }),
        json!({ "do": "seal" }),
        json!({ "do": "sign", "note": "", "key": "" }),
        json!({ "do": "close" }),
    ] {
        assert_eq!(code(&mut player, at(request.clone())), "role", "{request}");
    }
    for request in [
        json!({ "do": "open", "setup": setup(1) }),
        json!({ "do": "open", "match": "a", "setup": setup(1) }),
        json!({ "do": "resume", "record": "/etc/hostname" }),
        json!({ "do": "matches" }),
        // Another match: whether it is there is not told.
        json!({ "do": "request", "match": "b" }),
        json!({ "do": "view", "match": "b", "viewer": { "seat": own } }),
        json!({ "do": "request", "match": "nobody-has-this" }),
    ] {
        assert_eq!(code(&mut player, request.clone()), "role", "{request}");
    }
    // The other one is asked: neither the options nor whether an answer of theirs would be legal is told.
    for request in [json!({ "do": "legal" }), json!({ "do": "sample" })] {
        assert_eq!(code(&mut player, at(request)), "wrong_seat");
    }
    for choice in [&sample, &json!({ "pick": [{ "object": 3 }] })] {
        assert_eq!(
            code(&mut player, at(json!({ "do": "answer", "seat": own, "choice": choice }))),
            "wrong_seat"
        );
        let check = ok(&mut player, json!({ "do": "check", "seat": own, "choice": choice }));
        assert_eq!(check["why"]["code"], "wrong_seat", "{check}");
    }
    assert_eq!(host.ok(at(json!({ "do": "view", "viewer": "judge" }))), before, "nothing has changed");
}

#[test]
fn a_token_holds_for_its_match_as_long_as_that_is_there() {
    let (engine, mut host) = hosted();
    let seat = json!({ "seat": 0 });
    let old = token(&mut host, "a", &seat);
    let mut player = shown(&engine, &old);
    ok(&mut player, json!({ "do": "watch", "viewer": seat }));
    // Somebody else has it: a new one makes it void, here and now.
    let renewed = ok(&mut host, json!({ "do": "token", "viewer": seat, "renew": true }));
    assert_eq!(code(&mut player, at(json!({ "do": "request" }))), "token");
    assert_eq!(code(&mut player, json!({ "do": "hello" })), "token");
    assert_eq!(code(&mut player, json!({ "do": "hello", "token": old })), "token");
    host.answer("a", 1);
    let mut player = shown(&engine, renewed["token"].as_str().unwrap());
    ok(&mut player, json!({ "do": "watch", "viewer": seat }));
    host.ok(at(json!({ "do": "close" })));
    assert_eq!(player.hear()["event"], "watch_ended");
    // Another match has the id: the token of the first one is none for it.
    host.open("a");
    for request in [json!({ "do": "request" }), json!({ "do": "view", "viewer": seat })] {
        assert_eq!(code(&mut player, at(request)), "token");
    }
    assert_eq!(code(&mut player, json!({ "do": "hello", "token": renewed["token"] })), "token");
    let mut stranger = engine.socket();
    for guess in
        ["a.", "a", "", ".", &format!("a.{}", "0".repeat(64)), &renewed["token"].as_str().unwrap()[2..]]
    {
        assert_eq!(code(&mut stranger, json!({ "do": "hello", "token": guess })), "token", "{guess}");
    }
    // A watch with a void token tells nothing: the next thing heard is a response.
    host.answer("a", 1);
    assert_eq!(kind(&player.ask(json!({ "do": "hello" }))), "refusal");
    // There is a bound on what one token takes, and on tokens.
    let (seats, new) =
        (host.ask(at(json!({ "do": "token", "viewer": { "seat": 2 } }))), token(&mut host, "a", &seat));
    assert_eq!(seats["error"]["code"], "seat");
    let mut watching: Vec<Line> = (0..8).map(|_| shown(&engine, &new)).collect();
    for player in &mut watching {
        ok(player, json!({ "do": "watch", "viewer": seat }));
    }
    assert_eq!(code(&mut shown(&engine, &new), at(json!({ "do": "watch", "viewer": seat }))), "limit");
    for _ in 1..256 {
        token(&mut host, "a", &json!("public"));
    }
    assert_eq!(code(&mut host, at(json!({ "do": "token", "viewer": "judge" }))), "limit");
}

#[test]
fn a_spectator_and_a_judge_see_and_do_what_is_theirs() {
    let (engine, mut host) = hosted();
    let mut spectator = seated(&engine, &mut host, &json!("public"));
    let watched = ok(&mut spectator, json!({ "do": "watch", "viewer": "public" }));
    assert_eq!((&watched["next"], watched.get("awaits")), (&Value::Null, None));
    let view = ok(&mut spectator, json!({ "do": "view", "viewer": "public" }));
    assert_eq!(view["view"]["zones"]["hand_0"]["cards"], json!([]), "{view}");
    ok(&mut spectator, json!({ "do": "history", "viewer": "public" }));
    let later = ok(&mut host, json!({ "do": "token", "viewer": "public", "delay_turns": 2 }));
    assert_eq!(later["role"], json!({ "public": 2 }));
    let mut later = shown(&engine, later["token"].as_str().unwrap());
    for request in
        [json!({ "do": "view", "viewer": "public" }), json!({ "do": "history", "viewer": "public" })]
    {
        assert_eq!(code(&mut later, at(request)), "role");
    }
    for request in [
        json!({ "do": "view", "viewer": { "seat": 0 } }),
        json!({ "do": "watch", "viewer": "judge" }),
        json!({ "do": "history", "viewer": "judge" }),
        json!({ "do": "request" }),
        json!({ "do": "legal" }),
        json!({ "do": "answer", "seat": 0, "choice": { "pick": ["concede"] } }),
        json!({ "do": "disclose", "zone": "hand", "seat": 0 }),
    ] {
        for line in [&mut spectator, &mut later] {
            assert_eq!(code(line, at(request.clone())), "role", "{request}");
        }
    }
    assert_eq!(code(&mut spectator, json!({ "do": "matches" })), "role");
    let mut judge = seated(&engine, &mut host, &json!("judge"));
    host.answer("a", 1);
    for request in [
        json!({ "do": "view", "viewer": "judge" }),
        json!({ "do": "view", "viewer": { "seat": 0 } }),
        json!({ "do": "watch", "viewer": "judge" }),
        json!({ "do": "note", "text": "late", "seat": 0 }),
        json!({ "do": "pause", "text": "a call" }),
        json!({ "do": "unpause" }),
        json!({ "do": "back_up", "to": 0, "ruling": "a wrong call" }),
        json!({ "do": "legal" }),
    ] {
        ok(&mut judge, request);
    }
    for request in [
        json!({ "do": "answer", "seat": 0, "choice": { "pick": ["concede"] } }),
        json!({ "do": "draws" }),
        json!({ "do": "note", "text": "late", "time_ms": 5 }),
        json!({ "do": "forfeit", "seat": 0, "reason": "time" }),
        json!({ "do": "token", "viewer": "judge" }),
        json!({ "do": "close" }),
    ] {
        assert_eq!(code(&mut judge, at(request.clone())), "role", "{request}");
    }
}
