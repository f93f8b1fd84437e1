//! What a verdict tells beside the verdict, where it gives up, and that an id means one object.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use duelog_duel_masters::factory::DuelMastersFactory;
use duelog_flesh_and_blood::factory::FleshAndBloodFactory;
use duelog_kernel::{Factory, Viewer};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::Replay;

use crate::running::{arg, duelog};
use crate::talking::{BEASTS, FLYERS, Talk, recorded};

#[test]
fn verify_tells_what_replaying_does_not_prove() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.duelog");
    let mut talk = Talk::start(&["engine"]);
    let position = r#"{"turn":{"step":"precombat main"},"players":[{"zones":{"hand":["Plains"],"library":["Plains"]}},{"zones":{"library":["Plains"]}}]}"#;
    let setup = format!(
        r#"{{"setup":{{"game":"magic","seed":1,"decks":[],"position":{position}}},"log":"{}"}}"#,
        arg(&log)
    );
    let mut asked = talk.ask(setup);
    let mut pass = |talk: &mut Talk, times: u32| {
        for _ in 0..times {
            let seat = asked["request"]["seat"].as_u64().unwrap_or_else(|| panic!("{asked}"));
            asked = talk.ask(format!(r#"{{"answer":{{"seat":{seat},"choice":{{"pick":["pass"]}}}}}}"#));
        }
    };
    pass(&mut talk, 3);
    asked_back(&mut talk, 1);
    asked_back(&mut talk, 0);
    for topic in ["note", "note", "penalty", "clock", "fault"] {
        talk.ask(format!(r#"{{"annotate":{{"topic":"{topic}","seat":0,"text":"x"}}}}"#));
    }
    for time in [1_795_824_000_007_u64, 1_795_824_061_507] {
        talk.ask(format!(r#"{{"annotate":{{"topic":"clock","seat":1,"time_ms":{time},"text":""}}}}"#));
    }
    let seat = talk.ask(r#"{"request":{}}"#)["request"]["seat"].as_u64().unwrap();
    assert!(
        talk.ask(format!(r#"{{"answer":{{"seat":{seat},"choice":{{"pick":["concede"]}}}}}}"#))["outcome"]
            .is_object()
    );
    talk.ask(r#"{"quit":{}}"#);

    let line = duelog(["verify", arg(&log), "--format", "json"]).ends(0).json().remove(0);
    let contents = serde_json::json!({
        "position": true, "rewinds": 2, "taken_back": 3, "notes": 2, "observed": false, "penalties": 1, "clock_readings": 3, "faults": 1,
        "commitment": false, "revealed": false, "shared": false, "signatures": 0,
    });
    assert_eq!(line["contents"], contents);
    // When the clock was read, in words.
    let told = duelog(["history", arg(&log)]).ends(0).out;
    assert!(told.contains("clock (seat 1) at 2026-11-28 00:00:00.007 UTC"), "{told}");
    let info = duelog(["info", arg(&log)]).ends(0).out;
    let clock = "2 readings with a time, from 2026-11-28 00:00:00.007 UTC to 2026-11-28 00:01:01.507 UTC: 1 min 1.500 s";
    assert!(info.contains(clock), "{info}");
    let text = duelog(["verify", arg(&log)]).ends(0).out;
    for part in [
        "the match starts from a position",
        "2 rewinds, 3 decisions taken back",
        "1 penalty",
        "2 notes",
        "3 readings of the clock",
    ] {
        assert!(text.contains(&format!("  it holds  {part}")), "{text}");
    }
    // A log without any of it is told without.
    let plain = recorded(folder.path(), 1);
    assert!(!duelog(["verify", arg(&plain)]).ends(0).out.contains("it holds"));
    let line = duelog(["verify", arg(&plain), "--format", "json"]).ends(0).json().remove(0);
    assert_eq!((&line["contents"]["position"], &line["contents"]["rewinds"]), (&false.into(), &0.into()));
}

fn asked_back(talk: &mut Talk, to: u32) {
    assert!(talk.ask(format!(r#"{{"rewind":{{"to":{to}}}}}"#))["request"].is_object());
}

#[test]
fn a_log_beyond_a_limit_is_undecided_and_that_is_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let log = recorded(folder.path(), 1);
    let text = duelog(["verify", "--decisions", "10", arg(&log)]).ends(1).out;
    assert!(
        text.starts_with("undecided ")
            && text.contains("more than 10 decisions")
            && text.contains("--decisions"),
        "{text}"
    );
    assert!(text.contains("0 verified, 1 not"), "{text}");
    let line =
        duelog(["verify", "--decisions", "10", "--format", "json", arg(&log)]).ends(1).json().remove(0);
    assert_eq!((&line["verdict"], &line["at"]), (&"undecided".into(), &0.into()));
    let all = crate::talking::decisions(&log).to_string();
    duelog(["verify", "--decisions", &all, "--timeout", "60", arg(&log)]).ends(0);
    duelog(["verify", "--decisions", "0", "--timeout", "0", arg(&log)]).ends(0);
}

#[test]
fn an_object_that_is_taken_back_leaves_its_id_to_no_other() {
    let games: [(&dyn Factory, [&str; 2]); 3] = [
        (&MagicFactory::default(), [FLYERS, BEASTS]),
        (
            &DuelMastersFactory::default(),
            [
                "fixtures/decks/duel-masters/light-water-wardens.deck",
                "fixtures/decks/duel-masters/fire-nature-rush.deck",
            ],
        ),
        (
            &FleshAndBloodFactory::default(),
            ["fixtures/decks/flesh-and-blood/bravo.deck", "fixtures/decks/flesh-and-blood/katsu.deck"],
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (factory, decks) in games {
        let out = folder.path().join(factory.game());
        duelog([
            "simulate",
            "--game",
            factory.game(),
            "--decks",
            decks[0],
            decks[1],
            "--games",
            "12",
            "--out",
            arg(&out),
        ])
        .ends(0);
        let taken_back: u32 = (0..12)
            .map(|seed| one_object_an_id(factory, &out.join(format!("{}-{seed}.duelog", factory.game()))))
            .sum();
        assert!(
            taken_back > 0 || factory.game() == "duel-masters",
            "{}: nothing was taken back",
            factory.game()
        );
    }
}

/// Replays a log: an id that is new on the table is greater than every one that has been there. How often
/// something was taken back.
fn one_object_an_id(factory: &dyn Factory, log: &Path) -> u32 {
    let bytes = fs::read(log).unwrap();
    let mut replay = Replay::with(factory, &bytes, true).unwrap();
    let mut seen = BTreeSet::new();
    while replay.step().unwrap().is_some() {
        let view = replay.game().view(Viewer::Judge);
        let highest = seen.last().copied();
        let ids: BTreeSet<_> = view.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.id).collect();
        for id in ids.difference(&seen) {
            assert!(
                highest.is_none_or(|highest| *id > highest),
                "{}: {id} after {highest:?} at {}",
                log.display(),
                view.decisions
            );
        }
        seen.extend(ids);
    }
    let told = replay.game().told(0, Viewer::Judge);
    told.iter().filter(|told| told.text.contains("taken back") || told.text.contains("is reversed")).count()
        as u32
}
