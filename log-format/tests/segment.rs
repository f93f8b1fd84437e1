//! A decision is proved against the last seal of a log, and nothing else is.

use duelog_kernel::{Choice, Digest, Item, Outcome, Seat, Tag};
use duelog_log_format::{Durability, Reader, Segment, Writer};

mod common;

/// A closed log of so many decisions, and the hash of its last seal.
fn closed(decisions: u32) -> (Vec<u8>, Digest) {
    let mut writer = Writer::create(Vec::new(), &common::header(), Durability::None).expect("memory");
    for number in 0..decisions {
        if writer.seal_due() {
            writer.seal(common::root(number)).expect("it fits");
        }
        let choice = Choice::one(Item::Number(number));
        writer.decision(Seat((number % 2) as u8), &choice, Tag([number as u8; 8])).expect("it fits");
    }
    let outcome = Outcome { winners: vec![Seat(0)], reason: "why".into(), rule: "1".into() };
    writer.finish(outcome, common::root(decisions)).expect("it fits");
    let last = writer.progress().seal_hash();
    (writer.into_storage().expect("memory"), last)
}

#[test]
fn every_decision_of_a_closed_log_is_proved() {
    let (log, last) = closed(150);
    for number in 1..=150 {
        let segment = Segment::of(&log, number).expect("a good log").expect("a decision");
        let read = Segment::read(&segment.bytes()).expect("its bytes");
        let (found, decision) = read.check(&last).expect("it fits");
        assert_eq!((found, decision.choice), (number, Choice::one(Item::Number(number - 1))));
        assert_eq!(read.check(&Digest([1; 32])).map(|found| found.0), Err(broken(&segment)));
    }
    assert_eq!(Segment::of(&log, 0), Ok(None));
    assert_eq!(Segment::of(&log, 151), Ok(None));
}

fn broken(segment: &Segment) -> duelog_log_format::Broken {
    segment.check(&Digest::default()).expect_err("no seal has that hash")
}

#[test]
fn a_decision_without_a_seal_after_it_is_not_proved() {
    let (log, _) = closed(70);
    let mut reader = Reader::open(&log).expect("a header");
    while reader.progress().decisions() < 66 {
        reader.next_frame().expect("a good log");
    }
    let open = &log[..reader.progress().bytes() as usize];
    assert!(Segment::of(open, 64).expect("a good log").is_some());
    assert_eq!(Segment::of(open, 65), Ok(None));
}

#[test]
fn no_flipped_bit_proves_anything_else() {
    let (log, last) = closed(100);
    let segment = Segment::of(&log, 40).expect("a good log").expect("a decision");
    let right = segment.check(&last).expect("it fits");
    let bytes = segment.bytes();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            if let Ok(Ok(found)) = Segment::read(&changed).map(|read| read.check(&last)) {
                assert_eq!(found, right, "byte {place}, bit {bit}");
            }
        }
    }
    for length in 0..bytes.len() {
        assert!(Segment::read(&bytes[..length]).is_err(), "{length} bytes");
    }
}
