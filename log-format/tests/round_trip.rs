//! What is written is what is read.

mod common;

use common::{Log, script};
use duelog_kernel::decision::LIST_LIMIT;
use duelog_kernel::{Choice, Digest, Item, Outcome, Seat, Tag};
use duelog_log_format::{
    Annotation, Durability, FaultKind, PinFault, Reader, Record, SeedCommitment, SeedReveal, Stage, Topic,
    Verdict, WriteError, Writer, seeds,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_record_comes_back(script in script(0..300)) {
        let log = Log::written(&script);
        let mut reader = Reader::open(&log.bytes).expect("a good header");
        prop_assert_eq!(reader.header(), &log.header);
        let outline = reader.outline();
        let rewinds = log.records.iter().filter(|record| matches!(record, Record::Rewind(_))).count();
        prop_assert_eq!((outline.decisions, outline.rewinds as usize), (log.progress.decisions(), rewinds));
        let read: Vec<Record> = reader.by_ref().map(|logged| logged.expect("a good record").record).collect();
        prop_assert_eq!(&read, &log.records);
        prop_assert_eq!(reader.progress(), &log.progress);
        let mut skimmed = Reader::open(&log.bytes).expect("a good header");
        prop_assert_eq!(skimmed.skim().expect("a good log"), &log.progress);
    }

    #[test]
    fn appending_later_gives_the_same_bytes(script in script(1..150), cut in any::<prop::sample::Index>()) {
        let log = Log::written(&script);
        let kept = cut.index(log.ends.len());
        let mut bytes = log.bytes[..log.ends[kept]].to_vec();
        let progress = *Reader::open(&bytes).expect("a good header").check().expect("a good log");
        bytes.extend_from_slice(b"half a record");
        let mut writer = Writer::append_to(&mut bytes, progress, Durability::EveryRecord).expect("memory");
        for record in &log.records[kept..] {
            writer.append(record).expect("fits");
        }
        drop(writer);
        prop_assert_eq!(bytes, log.bytes);
    }
}

#[test]
fn a_writer_refuses_what_a_reader_would() {
    let (header, mut bytes) = (common::header(), Vec::new());
    let mut writer = Writer::create(&mut bytes, &header, Durability::None).expect("memory");
    let refused = |result: Result<(), WriteError>| match result {
        Err(WriteError::Refused(kind)) => kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(common::decide(&mut writer, 2, 0)), FaultKind::WrongSeat { seat: 2, seats: 2 });
    assert_eq!(refused(writer.rewind(0)), FaultKind::RewindTarget { to: 0, line: 0 });
    for number in 0..64 {
        assert!(!writer.seal_due());
        common::decide(&mut writer, 0, number).expect("fits");
    }
    assert!(writer.seal_due());
    assert_eq!(refused(common::decide(&mut writer, 0, 64)), FaultKind::SealMissing);
    writer.seal(common::root(64)).expect("due");
    assert_eq!(refused(writer.seal(common::root(64))), FaultKind::DuplicateSeal);
    writer.finish(common::outcome(), common::root(64)).expect("fits");
    assert_eq!(writer.progress().stage(), Stage::Closed);
    assert_eq!(refused(common::decide(&mut writer, 0, 64)).verdict(), Verdict::Tampered);
    drop(writer);
    assert_eq!(Reader::open(&bytes).expect("a good header").check().expect("a good log").decisions(), 64);
}

#[test]
fn a_header_tells_which_definitions_are_others() {
    let (header, mut known) = (common::header(), common::definitions());
    assert_eq!(header.pin_faults(&known), []);
    let digest = |number: u32| common::root(number).hex()[..32].to_string();
    known[1].1 = common::root(9);
    known.remove(2);
    let fault =
        |name: &str, number, found| PinFault { name: name.to_string(), expected: digest(number), found };
    assert_eq!(header.pin_faults(&known), [fault("Beta", 1, Some(digest(9))), fault("Gamma", 2, None)]);
    // The second half of a digest is not pinned.
    let mut close = common::definitions();
    close[0].1.0[16] ^= 1;
    assert_eq!(header.pin_faults(&close), []);
    close[0].1.0[15] ^= 1;
    assert_eq!(header.pin_faults(&close).len(), 1);
}

#[test]
fn a_reader_tells_of_seeds_and_faults() {
    let header = common::header();
    let mut writer = Writer::create(Vec::new(), &header, Durability::None).expect("memory");
    assert_eq!((writer.progress().seed_commitment(), writer.progress().seed_revealed()), (None, false));
    let (party, salt, seed) = (seeds::HOST, [9; 32], header.seed);
    let commitment = seeds::commitment(&seeds::binding(&header), party, &salt, &seed);
    writer.append(&Record::SeedCommitment(SeedCommitment { party, commitment })).expect("fits");
    assert_eq!(writer.progress().seed_commitment(), Some(commitment));
    writer.append(&Record::SeedReveal(SeedReveal { party, salt, seed })).expect("fits");
    assert!(writer.progress().seed_revealed());
    writer.seal(Digest([4; 32])).expect("fits");
    assert_eq!(writer.progress().sealed_root(), Some(Digest([4; 32])));
    let mut bytes = writer.into_storage().expect("memory");
    let mut reader = Reader::open(&bytes).expect("a header");
    let payload = reader.header_payload().to_vec();
    assert_eq!((payload[..3].to_vec(), reader.fault()), (vec![1, 1, 0], None));
    assert!(bytes.windows(payload.len()).any(|window| window == payload));
    reader.check().expect("a good log");
    assert_eq!(reader.sealed_progress(), reader.progress());
    bytes.push(1);
    let mut reader = Reader::open(&bytes).expect("a header");
    let fault = reader.check().expect_err("half a record").clone();
    assert_eq!(reader.fault(), Some(&fault));
    assert_eq!(reader.next_record(), Err(fault));
    assert!(reader.next().is_none());
}

#[test]
fn winners_are_named_once_each() {
    for (winners, fits) in [(vec![0, 1], true), (vec![1, 1], false), (vec![1, 0], false), (vec![], true)] {
        let mut writer = Writer::create(Vec::new(), &common::header(), Durability::None).expect("memory");
        let winners = winners.into_iter().map(Seat).collect();
        let outcome = Outcome { winners, reason: String::new(), rule: "1".to_string() };
        assert_eq!(writer.append(&Record::Outcome(outcome)).is_ok(), fits);
    }
}

#[test]
fn a_choice_is_no_longer_than_a_choice_may_be() {
    let most = LIST_LIMIT as usize;
    let choices: [fn(usize) -> Choice; 3] = [
        |length| Choice::Name("a".repeat(length)),
        |length| Choice::Pick((0..length as u32).map(Item::Number).collect()),
        |length| Choice::Split((0..length as u32).map(|number| (Item::Number(number), 1)).collect()),
    ];
    for choice in choices {
        let mut writer = Writer::create(Vec::new(), &common::header(), Durability::None).expect("memory");
        let mut write = |length| writer.decision(Seat(0), &choice(length), Tag([0; 8]));
        assert!(matches!(write(most), Ok(1)));
        for length in [most + 1, most + 2] {
            assert!(matches!(write(length), Err(WriteError::Refused(FaultKind::NonCanonical { .. }))));
        }
        let bytes = writer.into_storage().expect("memory");
        assert_eq!(Reader::open(&bytes).expect("a header").check().expect("a good log").decisions(), 1);
    }
}

#[test]
fn a_note_is_written() {
    let mut writer = Writer::create(Vec::new(), &common::header(), Durability::None).expect("memory");
    let note = |seat| Annotation { topic: Topic::Note, seat, time_ms: Some(7), text: "late".to_string() };
    writer.annotate(note(Some(Seat(1)))).expect("fits");
    assert!(matches!(
        writer.annotate(note(Some(Seat(2)))),
        Err(WriteError::Refused(FaultKind::WrongSeat { seat: 2, seats: 2 }))
    ));
    let bytes = writer.into_storage().expect("memory");
    let records: Vec<Record> =
        Reader::open(&bytes).expect("a header").map(|logged| logged.expect("a good log").record).collect();
    assert_eq!(records, [Record::Annotation(note(Some(Seat(1))))]);
}
