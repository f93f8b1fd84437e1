//! What is written is what is read.

mod common;

use common::{Log, script};
use duelog_log_format::{Durability, FaultKind, Reader, Record, Stage, Verdict, WriteError, Writer};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_record_comes_back(script in script(0..300)) {
        let log = Log::written(&script);
        let mut reader = Reader::open(&log.bytes).expect("a good header");
        prop_assert_eq!(reader.header(), &log.header);
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
