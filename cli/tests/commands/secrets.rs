//! What a player may not know is said by no command: not by refusals of the engine, not by verdicts in a
//! history.

use std::collections::BTreeSet;

use duelog_kernel::{Choice, Item, ObjectId};
use duelog_log_format::Record;
use serde_json::json;

use crate::running::{arg, duelog};
use crate::talking::{Talk, recorded, rewritten};

#[test]
fn refusals_name_nothing_that_is_hidden() {
    let decks = ["fixtures/decks/flesh-and-blood/bravo.deck", "fixtures/decks/flesh-and-blood/katsu.deck"];
    let mut talk = Talk::start(&["engine"]);
    let begun =
        talk.ask(json!({ "setup": { "game": "flesh-and-blood", "seed": 1, "decks": decks } }).to_string());
    let seat = begun["request"]["seat"].clone();
    let zones = begun["view"]["zones"].as_array().unwrap();
    let known: BTreeSet<u64> = zones
        .iter()
        .flat_map(|zone| zone["cards"].as_array().unwrap())
        .filter_map(|card| card["id"].as_u64())
        .collect();
    let mut heard = BTreeSet::new();
    for id in (0..200).filter(|id| !known.contains(id)) {
        for item in [
            json!({ "object": id }),
            json!({ "act": [1, id] }),
            json!({ "ability": [id, 0] }),
            json!({ "pair-seat": [id, 0] }),
        ] {
            let refused =
                talk.ask(json!({ "answer": { "seat": seat, "choice": { "pick": [item] } } }).to_string());
            let message = refused["refused"]["message"].as_str().unwrap_or_else(|| panic!("{refused}"));
            heard.insert(message.replace(&format!("#{id}"), "#"));
        }
    }
    assert_eq!(heard.len(), 4, "cards that are hidden and ids that name nothing read the same: {heard:?}");
}

#[test]
fn a_verdict_tells_each_viewer_what_that_viewer_may_know() {
    let folder = tempfile::tempdir().unwrap();
    let (log, forged) = (recorded(folder.path(), 34), folder.path().join("forged.duelog"));
    let mut asked = None;
    rewritten(&log, &forged, |number, record| match record {
        Record::Decision(mut made) if number == 20 => {
            made.choice = Choice::one(Item::Act(0, ObjectId(3)));
            asked = Some(made.seat.0);
            vec![Record::Decision(made)]
        }
        record => vec![record],
    });
    let asked = asked.unwrap();
    let said = |more: &[&str]| duelog(["history", arg(&forged), "--to", "20"].iter().chain(more)).ends(1).err;
    let (own, other) = (asked.to_string(), (1 - asked).to_string());
    assert!(said(&[]).contains("was asked"));
    assert!(said(&["--seat", &own]).contains("was asked"));
    for closed in [said(&["--seat", &other]), said(&["--public"])] {
        assert!(closed.contains(&format!("the answer of seat {asked} is refused")), "{closed}");
    }
}

#[cfg(unix)]
#[test]
fn a_log_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("a.duelog");
    let mut talk = Talk::start(&["engine"]);
    talk.ask(json!({ "setup": { "game": "magic", "seed": 1, "decks": [crate::talking::FLYERS, crate::talking::BEASTS] }, "log": log }).to_string());
    assert_eq!(std::fs::metadata(&log).unwrap().permissions().mode() & 0o777, 0o600);
}
