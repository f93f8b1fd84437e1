//! `disclose` of `duelog engine`: a judge opens one hidden fact.

use std::fs;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use duelog_kernel::digest::{hex, unhex};
use duelog_kernel::{Digest, Seed};
use duelog_log_format::seeds::Part;
use serde_json::json;

use crate::protocol::{Client, Speaks, setup};
use crate::running::{arg, duelog};

/// Both players commit to a part of the seed and show it; the match then begins.
fn choose_seed(client: &mut Client, binding: &str) {
    let binding = Digest(unhex(binding).unwrap());
    let part = |seat: u8| Part { salt: [seat + 1; 32], seed: Seed([seat + 7; 32]) };
    for seat in 0..2 {
        let commitment = part(seat).commitment(&binding, seat + 1).hex();
        client.ok(json!({ "do": "commit", "match": "a", "seat": seat, "commitment": commitment }));
    }
    for seat in 0..2 {
        let (salt, seed) = (hex(&part(seat).salt), hex(&part(seat).seed.0));
        client.ok(json!({ "do": "show", "match": "a", "seat": seat, "salt": salt, "seed": seed }));
    }
    assert!(client.ok(json!({ "do": "request", "match": "a" }))["next"].is_object());
}

#[test]
fn a_judge_opens_one_card_of_a_hand_and_no_other() {
    for fair in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("table.duelog");
        let mut client = Client::start(&[]);
        let mut setup = setup(3);
        setup["observed"] = json!(true);
        if fair {
            setup["fair"] = json!(true);
        }
        let opened = client.ok(json!({ "do": "open", "match": "a", "setup": setup, "record": arg(&log) }));
        if fair {
            choose_seed(&mut client, opened["fair"]["binding"].as_str().unwrap());
        }
        client.play("a", 12);
        let view = client.ok(json!({ "do": "view", "match": "a", "viewer": "judge" }))["view"].clone();
        let card = view["zones"]["hand_1"]["cards"][2].to_string();
        let name = view["cards"][&card]["name"].as_str().unwrap();

        let wanted = json!({ "do": "disclose", "match": "a", "zone": "hand", "seat": 1, "card": 2 });
        let opened = client.ok(wanted.clone());
        let fact = opened["fact"].to_string();
        assert!(fact.contains(name), "{name}: {fact}");
        assert_eq!(opened["decisions"], 12);
        assert_eq!(client.ok(wanted), opened, "the seal stands already");
        let told = client.ok(json!({ "do": "disclose", "match": "a", "seat": 0, "at": 3 }));
        assert_eq!(told["decisions"], 12);

        let file = folder.path().join("card.disclosure");
        fs::write(&file, BASE64_STANDARD.decode(opened["disclosure"].as_str().unwrap()).unwrap()).unwrap();
        let public = folder.path().join("table.public.duelview");
        let checked = duelog(["check", arg(&file), "--log", arg(&public)]).ends(0).out;
        assert!(checked.contains(name), "{checked}");

        let code = |client: &mut Client, more: serde_json::Value| {
            let mut wanted = json!({ "do": "disclose", "match": "a" });
            wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            client.code(wanted)
        };
        assert_eq!(code(&mut client, json!({})), "disclose");
        assert_eq!(code(&mut client, json!({ "zone": "pocket", "seat": 0 })), "disclose");
        assert_eq!(code(&mut client, json!({ "zone": "hand", "seat": 9 })), "disclose");
        assert_eq!(code(&mut client, json!({ "zone": "hand", "seat": 0, "at": 900 })), "disclose");
        client.ok(json!({ "do": "close", "match": "a" }));
    }
    let mut client = Client::start(&[]);
    client.ok(json!({ "do": "open", "match": "a", "setup": setup(3) }));
    assert_eq!(client.code(json!({ "do": "disclose", "match": "a", "zone": "hand", "seat": 0 })), "disclose");
}
