//! `fixtures/vectors/` is what its generator gives, and every log in it gets the verdict that its name
//! promises.

#[path = "../examples/vectors/generate/mod.rs"]
mod generate;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use duelog_log_format::clock::{ClockTerms, GameClock};
use duelog_log_format::{Disclosure, Fault, Place, Reader, Relation, Undisclosed, ViewLog, compare, recover};

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/vectors")
}

/// The verdict on a log and where reading stops.
fn verdict(bytes: &[u8]) -> (&'static str, Place, Option<Fault>) {
    let mut place = Place::default();
    let result = Reader::open(bytes).and_then(|mut reader| {
        let result = reader.check().map(drop);
        place = reader.progress().place();
        result
    });
    match result {
        Ok(()) => ("ok", place, None),
        Err(fault) => (fault.verdict().word(), fault.at, Some(fault)),
    }
}

/// The clock of a log up to its first fault, as the table of vectors tells it.
fn clock(bytes: &[u8]) -> (&'static str, u32, String) {
    let mut reader = Reader::open(bytes).expect("a log");
    let header = reader.header();
    let mut clock = match ClockTerms::of(&header.labels) {
        Err(fault) => return ("mistimed", fault.decision, String::new()),
        Ok(terms) => terms.map(|terms| GameClock::new(terms, header.seats)),
    };
    let mut fault = None;
    while let Some(logged) = reader.next_record().expect("a record") {
        fault = fault.or_else(|| clock.as_mut()?.take(&logged.record).err());
    }
    let left = clock.iter().flat_map(GameClock::left_ms).map(u64::to_string).collect::<Vec<_>>().join(" ");
    match fault {
        Some(fault) => ("mistimed", fault.decision, left),
        None => ("right", reader.progress().decisions(), left),
    }
}

#[test]
fn every_clock_is_judged() {
    let clocks = generate::clocks();
    for known in &clocks {
        assert_eq!(
            clock(&known.bytes),
            (known.found, known.decision, known.left.to_string()),
            "{}",
            known.name
        );
        assert!(known.name.starts_with(known.found), "{} is named for what is found", known.name);
    }
    assert!(clocks.len() >= 20);
}

/// Who reads the specification must know whether the bytes can still change.
#[test]
fn the_specification_says_whether_it_is_a_draft() {
    let text = fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("SPEC.md"))
        .expect("the specification");
    let status = if duelog_log_format::DRAFT { "\nStatus: draft." } else { "\nStatus: final." };
    assert!(text.contains(status), "SPEC.md does not say {status:?}");
}

#[test]
fn the_committed_files_are_what_the_generator_gives() {
    let expected: BTreeMap<String, Vec<u8>> = generate::files().into_iter().collect();
    for (name, bytes) in &expected {
        let found = fs::read(directory().join(name)).unwrap_or_default();
        assert!(&found == bytes, "{name} differs: run `cargo run -p duelog-log-format --example vectors`");
    }
    for entry in fs::read_dir(directory()).expect("the vectors") {
        let name = entry.expect("a file").file_name().into_string().expect("a plain name");
        let made = [".duelog", ".duelview", ".disclosure", ".tsv"];
        // The table of matches of several games is the verifier's.
        let known = expected.contains_key(&name)
            || name == "matches.tsv"
            || !made.iter().any(|ending| name.ends_with(ending));
        assert!(known, "{name} is not one of the generator's files");
    }
}

#[test]
fn every_log_gets_its_verdict() {
    let vectors = generate::vectors();
    for vector in &vectors {
        let (word, at, fault) = verdict(&vector.bytes);
        assert_eq!((word, at), (vector.verdict, vector.at), "{}: {fault:?}", vector.name);
        assert!(vector.name.starts_with(vector.verdict), "{} is named for its verdict", vector.name);
        let recovery = recover(&vector.bytes);
        assert_eq!(recovery.fault, fault, "{}", vector.name);
        assert!(recovery.complete, "{}", vector.name);
        if let Some(verified) = recovery.verified {
            let prefix = &vector.bytes[..verified.bytes() as usize];
            assert_eq!(verdict(prefix), ("ok", verified.place(), None), "{}", vector.name);
        }
    }
    assert!(vectors.len() >= 40);
}

#[test]
fn every_viewers_log_gets_its_verdict() {
    for view in generate::views() {
        let (word, at) = match ViewLog::read(&view.bytes) {
            Ok(_) => ("ok", (view.bytes.len() as u64, view.at.1)),
            Err(fault) => (fault.verdict.word(), (fault.offset, fault.record)),
        };
        assert_eq!((word, at), (view.verdict, view.at), "{}", view.name);
        assert!(view.name.starts_with(view.verdict), "{} is named for its verdict", view.name);
    }
}

#[test]
fn every_disclosure_gets_its_verdict() {
    let view = fs::read(directory().join("ok-view-public.duelview")).expect("a vector");
    let view = ViewLog::read(&view).expect("a good one");
    for shows in generate::disclosures() {
        let found = match Disclosure::read(&shows.bytes).and_then(|disclosure| disclosure.check(&view)) {
            Ok(()) => "holds",
            Err(Undisclosed::Unreadable) => "unreadable",
            Err(Undisclosed::OtherMatch) => "other match",
            Err(Undisclosed::NoSeal(_)) => "no seal",
            Err(Undisclosed::False(_)) => "false",
        };
        assert_eq!(found, shows.verdict, "{}", shows.name);
        assert!(shows.name.replace('-', " ").starts_with(found), "{} is named for its verdict", shows.name);
    }
}

#[test]
fn the_forked_pair_parts_after_decision_70() {
    let read = |name: &str| fs::read(directory().join(name)).expect("a vector");
    let parting = compare(&read("ok-fork-left.duelog"), &read("ok-fork-right.duelog")).expect("good headers");
    assert_eq!(parting.relation, Relation::Forked);
    assert_eq!((parting.common.record, parting.common.decision), (72, 70));
    assert!(parting.left != parting.right && parting.left_fault.is_none() && parting.right_fault.is_none());
}

#[test]
fn skimming_finds_what_the_framing_shows() {
    // What only decoding finds, skimming passes over, but it never finds more.
    for vector in generate::vectors() {
        if let Ok(mut reader) = Reader::open(&vector.bytes)
            && let Err(fault) = reader.skim()
        {
            assert!(fault.at.offset >= vector.at.offset && vector.verdict != "ok", "{}", vector.name);
        }
    }
}
