//! Golden logs: identical, changed, refused, blessed. And where logs part.

use crate::common::{forged, games, place_of, recorded, records};
use duelog_kernel::{Choice, Digest, Factory, Item, ObjectId, Seat, Tag, TagKey};
use duelog_log_format::{Annotation, Record, Rewind, Topic};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::divergence::{Relation, part};
use duelog_verifier::golden::{Class, check};
use duelog_verifier::{Options, Verdict, fork, outcome_in_words, verify};
use serde_json::json;

/// The log with another tag at decision 50.
fn with_other_tag(log: &[u8]) -> Vec<u8> {
    let (header, mut records) = records(log);
    let place = place_of(&records, 50);
    if let Record::Decision(made) = &mut records[place] {
        made.tag.0[5] ^= 0x30;
    }
    forged(&header, &records)
}

/// The games with another definition of a creature.
fn changed_games() -> Vec<Box<dyn Factory>> {
    let text = MagicFactory::default().card("Serra Angel").unwrap().definition;
    let other = text.replace("Creature - Angel", "Creature - Angel Wizard");
    assert_ne!(text, other);
    vec![Box::new(MagicFactory::with_overrides(vec![("changed.ron".into(), other)]).unwrap())]
}

#[test]
fn a_log_of_this_engine_is_identical() {
    for seed in [2, 3] {
        let log = recorded(seed, u32::MAX);
        let golden = check(&games(), &log);
        assert_eq!((golden.class, golden.differing), (Class::Identical, 0), "{}", golden.message);
        assert!(golden.blessed == Some(log));
    }
}

#[test]
fn a_changed_log_is_blessed_and_then_identical() {
    let log = recorded(3, u32::MAX);
    let (header, mut records) = records(&with_other_tag(&log));
    let mut engine = header;
    engine.engine = "an older engine".into();
    let seal = records.iter().rposition(|record| matches!(record, Record::Seal(_))).unwrap();
    if let Record::Seal(seal) = &mut records[seal] {
        seal.root = Digest([9; 32]);
    }
    if let Some(Record::Outcome(outcome)) =
        records.iter_mut().find(|record| matches!(record, Record::Outcome(_)))
    {
        outcome.reason = "said otherwise".into();
    }
    let golden = check(&games(), &forged(&engine, &records));
    assert_eq!(
        (golden.class, golden.at, golden.differing),
        (Class::Changed, Some(50), 3),
        "{}",
        golden.message
    );
    assert!(golden.path.as_ref().unwrap().starts_with("objects"), "{}", golden.message);
    assert_ne!(golden.expected, golden.found);
    let blessed = golden.blessed.unwrap();
    assert!(blessed == log, "blessing gives the log that this engine records");
    assert_eq!(check(&games(), &blessed).class, Class::Identical);
}

#[test]
fn another_engine_version_alone_is_no_change() {
    let (mut header, records) = records(&recorded(3, u32::MAX));
    header.engine = "an older engine".into();
    assert_eq!(check(&games(), &forged(&header, &records)).class, Class::Identical);
}

#[test]
fn rewinds_and_notes_are_kept_by_blessing() {
    let (header, records) = records(&recorded(3, 80));
    let mut with = records.clone();
    with.push(Record::Rewind(Rewind { to: 30 }));
    // The same decisions again, which now have other numbers, and so other tags.
    let mut tags = TagKey::new(&header.seed);
    for (before, now) in (31..60).zip(81..) {
        let Record::Decision(mut made) = records[place_of(&records, before)].clone() else {
            unreachable!("it is a decision")
        };
        let state = tags.reveal(before as u32, made.seat, &made.choice, made.tag);
        made.tag = tags.hide(now, made.seat, &made.choice, state);
        with.push(Record::Decision(made));
    }
    let log = forged(&header, &with);
    assert_eq!(verify(&games(), &log).verdict, Verdict::Incomplete);
    let golden = check(&games(), &log);
    assert_eq!(golden.class, Class::Identical, "{}", golden.message);
    assert!(golden.blessed == Some(log));
}

#[test]
fn a_changed_definition_is_a_change() {
    // Both players have Serra Angels.
    let log = recorded(4, u32::MAX);
    let golden = check(&changed_games(), &log);
    assert_eq!(golden.class, Class::Changed, "{}", golden.message);
    assert!(
        golden.at.is_some() && golden.path.is_some() && golden.message.contains("Serra Angel"),
        "{}",
        golden.message
    );
    assert_eq!(verify(&changed_games(), &log).verdict, Verdict::Unsupported);
    assert_eq!(check(&changed_games(), &golden.blessed.unwrap()).class, Class::Identical);
}

#[test]
fn what_cannot_be_played_is_refused_and_not_blessed() {
    let log = recorded(3, u32::MAX);
    let (header, good) = records(&log);
    let mut illegal = good.clone();
    let place = place_of(&illegal, 70);
    if let Record::Decision(made) = &mut illegal[place] {
        made.choice = Choice::one(Item::Object(ObjectId(4000)));
    }
    let golden = check(&games(), &forged(&header, &illegal));
    assert_eq!(
        (golden.class, golden.at, golden.decisions),
        (Class::Refused, Some(70), 69),
        "{}",
        golden.message
    );
    assert!(golden.rule.is_some() && golden.blessed.is_none());

    // A match that no longer ends with its decisions.
    let mut early = good[..place_of(&good, 20)].to_vec();
    early.extend(good[good.len() - 2..].iter().cloned());
    let golden = check(&games(), &forged(&header, &early));
    assert_eq!(
        (golden.class, golden.path.as_deref()),
        (Class::Refused, Some("outcome")),
        "{}",
        golden.message
    );

    let mut damaged = log;
    damaged[2000] ^= 1;
    assert_eq!(check(&games(), &damaged).class, Class::Refused);
}

#[test]
fn logs_part_where_they_part() {
    let log = recorded(3, u32::MAX);
    let same = part(&games(), &log, &log).unwrap();
    assert_eq!((same.relation, same.header.len()), (Relation::Same, 0));

    let shorter = recorded(3, 80);
    let longer = part(&games(), &shorter, &log).unwrap();
    assert_eq!((longer.relation, longer.decisions), (Relation::RightContinues, 80), "{longer:?}");
    assert_eq!(part(&games(), &log, &shorter).unwrap().relation, Relation::LeftContinues);
    assert_eq!(part(&games(), &log, &recorded(4, 80)).unwrap().relation, Relation::Unrelated);

    // A fork that is played on differently.
    let mut forked = fork(&games(), &log, "log", 40, &Options::default(), Vec::new()).unwrap();
    let mut minds = crate::common::mind(5);
    while forked.progress().line() < 200 && crate::common::step(&mut forked, &mut minds) {}
    let forked = forked.into_storage().unwrap();
    let parted = part(&games(), &log, &forked).unwrap();
    assert_eq!(parted.relation, Relation::Parted, "{parted:?}");
    assert!(parted.decisions >= 40 && !parted.same_input && !parted.state.is_empty(), "{parted:?}");
    assert!(
        parted
            .state
            .iter()
            .all(|difference| difference.path.contains('/') && difference.left != difference.right)
    );
    assert_eq!(
        parted.header.iter().map(|difference| difference.path.as_str()).collect::<Vec<_>>(),
        ["labels/forked-from"]
    );
    assert!(parted.left_says.is_some() && parted.right_says.is_some() && parted.not_compared.is_none());
}

/// A note shifts the records behind it, and the chains of the seals; the match is still the same.
#[test]
fn a_note_of_one_log_does_not_part_it_from_the_other() {
    let log = recorded(3, u32::MAX);
    let (header, mut noted) = records(&log);
    let note = Annotation { topic: Topic::Penalty, seat: Some(Seat(1)), time_ms: None, text: "late".into() };
    noted.insert(40, Record::Annotation(note));
    let noted = forged(&header, &noted);
    for (left, right, notes) in [(&noted, &log, (1, 0)), (&log, &noted, (0, 1))] {
        let parting = part(&games(), left, right).unwrap();
        assert_eq!(parting.relation, Relation::Same, "{parting:?}");
        assert_eq!((parting.left_notes, parting.right_notes), notes);
    }
    // Records behind it are compared at the same decision.
    let parting = part(&games(), &noted, &with_other_tag(&log)).unwrap();
    assert_eq!((parting.relation, parting.decisions, parting.same_input), (Relation::Parted, 49, true));
    assert!(parting.state.is_empty(), "{parting:?}");
}

#[test]
fn two_claims_about_one_input_are_told_apart_by_this_engine() {
    let log = recorded(3, u32::MAX);
    let parting = part(&games(), &log, &with_other_tag(&log)).unwrap();
    assert_eq!(
        (parting.relation, parting.decisions, parting.same_input),
        (Relation::Parted, 49, true),
        "{parting:?}"
    );
    let tag = |logged: &Option<duelog_log_format::Logged>| match logged.as_ref().map(|logged| &logged.record)
    {
        Some(Record::Decision(made)) => made.tag,
        _ => Tag([0; 8]),
    };
    assert_eq!(parting.here, Some(tag(&parting.left).hex()));
    assert_ne!(parting.here, Some(tag(&parting.right).hex()));
    assert!(parting.state.is_empty());
}

/// The log with this done to its first seal or its outcome.
fn with_other(log: &[u8], change: impl Fn(&mut Record) -> bool) -> Vec<u8> {
    let (header, mut records) = records(log);
    assert!(records.iter_mut().any(change), "there is such a record");
    forged(&header, &records)
}

#[test]
fn this_engine_tells_which_root_and_which_outcome_it_gives() {
    let log = recorded(3, u32::MAX);
    let root = with_other(&log, |record| {
        let Record::Seal(seal) = record else { return false };
        seal.root = Digest([7; 32]);
        true
    });
    let parting = part(&games(), &root, &log).unwrap();
    let (_, good) = records(&log);
    let sealed = good.iter().find_map(|record| match record {
        Record::Seal(seal) => Some(seal.root.hex()),
        _ => None,
    });
    assert_eq!((parting.same_input, parting.here), (true, sealed));

    let outcome = with_other(&log, |record| {
        let Record::Outcome(outcome) = record else { return false };
        outcome.winners.clear();
        true
    });
    let parting = part(&games(), &log, &outcome).unwrap();
    let won = verify(&games(), &log).outcome.map(|outcome| outcome_in_words(&outcome));
    assert_eq!((parting.same_input, parting.here), (true, won));
    assert!(parting.left_says.unwrap().contains(" wins: "));
    assert!(parting.right_says.unwrap().contains("the end: a draw: "));
}

/// The chains of their seals differ with their headers, which says nothing of the matches.
#[test]
fn two_records_of_one_match_with_other_labels_are_the_same() {
    let log = recorded(3, u32::MAX);
    let (mut header, records) = records(&log);
    header.labels.insert("table".into(), "4".into());
    let parting = part(&games(), &log, &forged(&header, &records)).unwrap();
    assert_eq!((parting.relation, parting.records), (Relation::Same, records.len() as u64), "{parting:?}");
    assert_eq!(parting.header[0].path, "labels/table");
}

#[test]
fn other_decks_are_compared_by_how_many_of_each_card_they_have() {
    let log = recorded(3, 20);
    let (header, _) = records(&log);
    let (count, place) = header.decks[0].cards[0];
    let mut more = header.clone();
    more.decks[0].cards[0].0 += 2;
    // The same card in two places of the list is the same card.
    let mut twice = header.clone();
    twice.decks[0].cards[0].0 -= 1;
    twice.decks[0].cards.push((3, place));
    for other in [more, twice] {
        let parting = part(&games(), &log, &forged(&other, &[])).unwrap();
        assert_eq!(parting.relation, Relation::Unrelated);
        let name = &header.definitions[place as usize].name;
        let [difference] = &parting.header[..] else { panic!("{:?}", parting.header) };
        assert_eq!(difference.path, format!("decks/0/cards/{name}"));
        assert_eq!((&difference.left, &difference.right), (&json!(count), &json!(count + 2)));
    }
}

#[test]
fn tables_that_cannot_be_played_are_not_compared() {
    let (mut header, records) = records(&recorded(3, 80));
    header.definitions[0].digest[3] ^= 1;
    let log = forged(&header, &records);
    let mut other = records.clone();
    other.truncate(place_of(&records, 60));
    other.push(Record::Rewind(Rewind { to: 3 }));
    let parting = part(&games(), &log, &forged(&header, &other)).unwrap();
    assert_eq!((parting.relation, parting.decisions), (Relation::Parted, 59), "{parting:?}");
    assert!(parting.not_compared.unwrap().contains(&header.definitions[0].name));
}

#[test]
fn the_golden_logs_are_identical() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/golden/magic");
    let mut logs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    logs.retain(|path| path.extension().is_some_and(|extension| extension == "duelog"));
    logs.sort();
    assert!(logs.len() >= 20, "{} golden logs", logs.len());
    let games = games();
    for path in logs {
        let log = std::fs::read(&path).unwrap();
        let golden = check(&games, &log);
        let why = format!(
            "{}: {}\nWhere this is meant: duelog golden bless fixtures/golden",
            path.display(),
            golden.message
        );
        assert_eq!(golden.class, Class::Identical, "{why}");
        assert!(golden.decisions >= 100, "{why}");
        let report = verify(&games, &log);
        assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    }
}
