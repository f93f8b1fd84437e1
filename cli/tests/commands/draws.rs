//! Matches whose draws a host states to `duelog engine`.

use duelog_verifier::Verdict;
use serde_json::{Value, json};

use crate::protocol::{Client, Speaks, setup};
use crate::running::{arg, duelog};
use crate::talking::verdict;

fn with_draws(draws: &Value) -> Value {
    let mut setup = setup(3);
    setup["draws"] = draws.clone();
    setup
}

/// The draws of a response as a host would state them, and each shuffle the other way round.
fn reversed(told: &Value) -> Vec<Value> {
    let draw = |made: &Value| {
        let mut result = made["result"].clone();
        if made["purpose"] == "shuffle" {
            let places = made["cards"].as_array().unwrap().len();
            assert_eq!(made["among"], places);
            result = (0..places).rev().collect();
        }
        json!({ "purpose": made["purpose"], "number": made["number"], "result": result })
    };
    told["draws"].as_array().unwrap().iter().map(draw).collect()
}

/// The names of the first cards of a shuffle as they lay before, in order of the alphabet.
fn bottom(made: &Value, count: usize) -> Vec<String> {
    let cards = made["cards"].as_array().unwrap().iter().take(count);
    let mut names: Vec<String> = cards.map(|card| card.as_str().unwrap().to_string()).collect();
    names.sort();
    names
}

/// The names of the cards in a player's hand, in order of the alphabet.
fn hand(client: &mut Client, seat: u64) -> Vec<String> {
    let response = client.ok(json!({ "do": "view", "match": "a", "viewer": { "seat": seat } }));
    let view = &response["view"];
    let ids = view["zones"][format!("hand_{seat}")]["cards"].as_array().unwrap();
    let name = |id: &Value| view["cards"][id.to_string()]["name"].as_str().unwrap().to_string();
    let mut names: Vec<String> = ids.iter().map(name).collect();
    names.sort();
    names
}

#[test]
fn a_host_states_how_the_cards_lie_at_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("table.duelog");
    let mut client = Client::start(&[]);
    // A match that nobody records tells the draws of the start.
    client.ok(json!({ "do": "open", "match": "a", "setup": with_draws(&json!([])) }));
    let seeded = client.ok(json!({ "do": "draws", "match": "a" }));
    assert!(seeded["draws"].as_array().unwrap().iter().all(|made| made["stated"] == false));
    client.ok(json!({ "do": "close", "match": "a" }));

    let draws = reversed(&seeded);
    let open = json!({ "do": "open", "match": "a", "setup": with_draws(&json!(draws)), "record": arg(&log) });
    client.ok(open);
    let stated = client.ok(json!({ "do": "draws", "match": "a" }));
    assert!(stated["draws"].as_array().unwrap().iter().all(|made| made["stated"] == true));
    let shuffles = |told: &Value| -> Vec<Value> {
        let all = told["draws"].as_array().unwrap().iter();
        all.filter(|made| made["purpose"] == "shuffle").cloned().collect()
    };
    let mut mulligan = client.ok(json!({ "do": "request", "match": "a" }))["next"].clone();
    while mulligan["prompt"] != "mulligan" {
        let answer = client.answer("a", 1);
        mulligan = client.ok(answer)["next"].clone();
    }
    for (seat, shuffle) in (0..).zip(shuffles(&stated)) {
        assert_eq!(hand(&mut client, seat), bottom(&shuffle, 7), "the last card is on top");
    }

    // One player takes a mulligan; when the other one keeps, cards are shuffled.
    let pick = |next: &Value, flag: bool| {
        let choice = json!({ "pick": [{ "flag": flag }] });
        json!({ "do": "answer", "match": "a", "seat": next["seat"], "choice": choice })
    };
    let keep = client.ok(pick(&mulligan, true))["next"].clone();
    assert_eq!(keep["prompt"], "mulligan");
    let choice = pick(&keep, false)["choice"].clone();
    // An answer is tried, then given with the draws that it leads to.
    let before = client.ok(json!({ "do": "draws", "match": "a" }));
    let tried = client.ok(json!({ "do": "draws", "match": "a", "choice": choice }));
    assert_eq!(client.ok(json!({ "do": "draws", "match": "a" })), before, "nothing was played");
    assert_eq!(shuffles(&tried).len(), 1);
    let answer = |draws: Value| {
        let mut answer = pick(&keep, false);
        answer["draws"] = draws;
        answer
    };
    let late = json!([{ "purpose": "shuffle", "number": 0, "result": [0] }]);
    assert_eq!(client.code(answer(late)), "draw");
    let short = json!([{ "purpose": "shuffle", "number": 2, "result": [1, 0] }]);
    assert_eq!(client.code(answer(short)), "draw");
    client.ok(answer(json!(reversed(&tried))));
    client.ok(json!({ "do": "close", "match": "a" }));

    let report = verdict(&log);
    assert_eq!(report.verdict, Verdict::Incomplete);
    // Another engine is told of the draws, too.
    let real = env!("CARGO_BIN_EXE_duelog");
    duelog(["verify", arg(&log), "--engine", real]).ends(6);
    assert_eq!(client.talk.end(), (String::new(), 0));
}

#[test]
fn draws_that_no_match_can_have_are_refused_before_it_begins() {
    let mut client = Client::start(&[]);
    let die = json!({ "purpose": "die", "number": 0, "result": [1] });
    let other = json!({ "purpose": "die", "number": 0, "result": [2] });
    let twice = json!({ "purpose": "shuffle", "number": 0, "result": [1, 1] });
    let short = json!({ "purpose": "shuffle", "number": 0, "result": [1, 0] });
    for draws in [json!([die, other]), json!([twice]), json!([short])] {
        assert_eq!(
            client.code(json!({ "do": "open", "match": "a", "setup": with_draws(&draws) })),
            "setup",
            "{draws}"
        );
    }
    let mut fair = with_draws(&json!([die]));
    fair.as_object_mut().unwrap().remove("seed");
    let refused = client.ask(json!({ "do": "open", "match": "a", "setup": fair }));
    assert!(refused["error"]["message"].as_str().unwrap().contains("the host alone chooses"), "{refused}");
    // Without `draws` in the setup all of them are those of the seed.
    client.ok(json!({ "do": "open", "match": "a", "setup": setup(3) }));
    assert_eq!(client.code(json!({ "do": "draws", "match": "a" })), "draw");
    let mut answer = client.answer("a", 1);
    answer["draws"] = json!([die]);
    assert_eq!(client.code(answer), "draw");
}
