//! Damage is always noticed, and what was good before it is never lost.

mod common;

use common::{Log, script};
use duelog_kernel::codec;
use duelog_log_format::{
    Durability, FaultKind, Looks, Progress, Reader, Record, Relation, Verdict, Writer, compare, recover,
};
use proptest::prelude::*;

fn checked(bytes: &[u8]) -> Progress {
    *Reader::open(bytes).expect("a good header").check().expect("a good log")
}

/// A frame, written without the crate's help.
fn framed(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut length = payload.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(payload);
    let checksum = crc32c::crc32c(&bytes).to_le_bytes();
    bytes.extend_from_slice(&checksum);
    bytes
}

/// The number of the record at byte `at`.
fn record_at(log: &Log, at: usize) -> usize {
    log.ends.iter().take_while(|end| **end <= at).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_flipped_bit_is_noticed_where_it_is(script in script(1..120), place in any::<prop::sample::Index>(), bit in 0..8) {
        let log = Log::written(&script);
        let mut bytes = log.bytes.clone();
        let at = place.index(bytes.len());
        bytes[at] ^= 1u8 << bit;
        match Reader::open(&bytes) {
            Err(fault) => prop_assert!(at < log.ends[0], "{}", fault),
            Ok(mut reader) => {
                let fault = reader.check().expect_err("a flipped bit").clone();
                let expected = record_at(&log, at);
                prop_assert_eq!(fault.at.record, expected as u64, "{}", fault);
                prop_assert!(matches!(fault.verdict(), Verdict::Corrupt | Verdict::Torn), "{}", fault);
                let recovery = recover(&bytes);
                prop_assert_eq!(recovery.cut.start, log.ends[expected - 1] as u64);
                if expected + 1 < log.ends.len() {
                    prop_assert_eq!(fault.verdict(), Verdict::Corrupt);
                    let salvaged: Vec<Record> = recovery.islands.iter().flat_map(|island| island.records(&bytes)).collect();
                    prop_assert_eq!(&salvaged, &log.records[expected..]);
                    prop_assert_eq!(recovery.damaged(), vec![log.ends[expected - 1] as u64..log.ends[expected] as u64]);
                }
            }
        }
    }

    #[test]
    fn any_truncation_recovers_to_the_last_whole_record(script in script(1..120), place in any::<prop::sample::Index>()) {
        let log = Log::written(&script);
        let length = place.index(log.bytes.len());
        let bytes = &log.bytes[..length];
        let recovery = recover(bytes);
        prop_assert!(recovery.islands.is_empty() && recovery.complete);
        if length < log.ends[0] {
            let expected = if length == 0 { Verdict::Unreadable } else { Verdict::Torn };
            prop_assert_eq!(recovery.fault.expect("no header").verdict(), expected);
            prop_assert_eq!(recovery.verified, None);
        } else {
            let whole = log.ends[record_at(&log, length) - 1];
            prop_assert_eq!(recovery.cut, whole as u64..length as u64);
            prop_assert_eq!(recovery.fault.map(|fault| fault.verdict()), (whole < length).then_some(Verdict::Torn));
            prop_assert_eq!(recovery.verified, Some(checked(&bytes[..whole])));
        }
    }

    #[test]
    fn unwritten_blocks_at_the_end_are_torn(script in script(1..60), zeros in 1..5000usize, place in any::<prop::sample::Index>()) {
        let log = Log::written(&script);
        let length = log.ends[0] + place.index(log.bytes.len() - log.ends[0] + 1);
        let whole = log.ends[record_at(&log, length) - 1];
        let mut bytes = log.bytes[..length].to_vec();
        bytes.resize(length + zeros, 0);
        // The zeros may be the bytes that were missing.
        let fault = recover(&bytes).fault.expect("zeros are no records");
        prop_assert_eq!(fault.verdict(), Verdict::Torn);
        prop_assert!(fault.at.offset >= whole as u64);
    }

    #[test]
    fn a_changed_record_with_a_good_checksum_breaks_the_seal(script in script(70..120), place in any::<prop::sample::Index>()) {
        let log = Log::written(&script);
        let starts: Vec<usize> = (1..log.ends.len()).filter(|record| matches!(log.records[record - 1], Record::Decision(_))).collect();
        let record = starts[place.index(starts.len())];
        let (start, end) = (log.ends[record - 1], log.ends[record]);
        let sealed = log.records[record..].iter().any(|record| matches!(record, Record::Seal(_)));
        let mut bytes = log.bytes[..end - 4].to_vec();
        // The last byte of the tag.
        bytes[end - 5] ^= 1;
        let checksum = crc32c::crc32c(&bytes[start..]).to_le_bytes();
        bytes.extend_from_slice(&checksum);
        bytes.extend_from_slice(&log.bytes[end..]);
        let recovery = recover(&bytes);
        match recovery.fault {
            None => prop_assert!(!sealed),
            Some(fault) => {
                prop_assert_eq!(fault.verdict(), Verdict::Tampered);
                let is_chain = matches!(fault.kind, FaultKind::SealChain { .. });
                prop_assert!(is_chain, "{}", fault.kind);
                prop_assert!(recovery.cut.start <= start as u64);
                let verified = recovery.verified.expect("the header is good");
                prop_assert!(verified.sealed() || verified.records() == 1);
            }
        }
    }

    #[test]
    fn seals_confirm_what_follows_damage(script in script(100..300)) {
        let log = Log::written(&script);
        let mut bytes = log.bytes.clone();
        let at = log.ends[10] + 3;
        bytes[at] ^= 255;
        let recovery = recover(&bytes);
        prop_assert_eq!(recovery.islands.len(), 1);
        let island = &recovery.islands[0];
        let seals = log.records[11..].iter().filter(|record| matches!(record, Record::Seal(_))).count();
        prop_assert_eq!(island.confirmed.is_some(), seals > 1);
        if let Some(confirmed) = &island.confirmed {
            let is_seal = |record: &usize| matches!(log.records[*record], Record::Seal(_));
            let first = (11..log.records.len()).find(is_seal).expect("there is a seal");
            let last = (11..log.records.len()).rfind(is_seal).expect("there is a seal");
            prop_assert_eq!(&confirmed.bytes, &(log.ends[first] as u64..log.ends[last + 1] as u64));
            let between = log.records[first..last].iter().filter(|record| matches!(record, Record::Decision(_))).count();
            prop_assert_eq!(confirmed.decisions, between as u32);
        }
        let before = log.records[..11].iter().filter(|record| matches!(record, Record::Decision(_))).count();
        prop_assert_eq!(island.decisions_before, (seals > 0).then_some(before as u32));
    }

    #[test]
    fn seals_do_not_confirm_what_was_changed(script in script(150..300), place in any::<prop::sample::Index>()) {
        let log = Log::written(&script);
        let mut bytes = log.bytes.clone();
        bytes[log.ends[10] + 3] ^= 255;
        let is_seal = |record: &usize| matches!(log.records[*record], Record::Seal(_));
        let seals: Vec<usize> = (11..log.records.len()).filter(is_seal).collect();
        prop_assume!(seals.len() > 1);
        let is_decision = |record: &usize| matches!(log.records[*record], Record::Decision(_));
        let between: Vec<usize> = (seals[0]..seals[1]).filter(is_decision).collect();
        prop_assume!(!between.is_empty());
        let record = between[place.index(between.len())];
        let (start, end) = (log.ends[record], log.ends[record + 1]);
        // The last byte of the tag, with a checksum that fits.
        bytes[end - 5] ^= 1;
        let checksum = crc32c::crc32c(&bytes[start..end - 4]).to_le_bytes();
        bytes[end - 4..end].copy_from_slice(&checksum);
        let recovery = recover(&bytes);
        prop_assert_eq!(recovery.islands.len(), 1);
        prop_assert_eq!(&recovery.islands[0].confirmed, &None);
    }

    #[test]
    fn a_fork_is_found_where_it_begins(script in script(2..100), other in script(1..30), place in any::<prop::sample::Index>()) {
        let log = Log::written(&script);
        let kept = place.index(log.ends.len());
        let mut forked = log.bytes[..log.ends[kept]].to_vec();
        let progress = checked(&forked);
        let mut writer = Writer::append_to(&mut forked, progress, Durability::None).expect("memory");
        for record in &Log::written(&other).records {
            // What does not fit here is left out.
            let _ = writer.append(record);
        }
        drop(writer);
        let parting = compare(&log.bytes, &forked).expect("good headers");
        prop_assert!(parting.common.offset >= log.ends[kept] as u64);
        prop_assert_eq!(&log.bytes[..parting.common.offset as usize], &forked[..parting.common.offset as usize]);
        prop_assert_eq!((parting.left_fault, parting.right_fault), (None, None));
        let expected = match (parting.left.is_some(), parting.right.is_some()) {
            (false, false) => Relation::Same,
            (false, true) => Relation::RightContinues,
            (true, false) => Relation::LeftContinues,
            (true, true) => Relation::Forked,
        };
        prop_assert_eq!(parting.relation, expected);
        prop_assert!(parting.left != parting.right || parting.relation == Relation::Same);
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600), with_magic in any::<bool>()) {
        let bytes = if with_magic { [b"DUELOG\r\n".as_slice(), &bytes].concat() } else { bytes };
        prop_assert!(Reader::open(&bytes).is_err());
        prop_assert!(recover(&bytes).fault.is_some());
    }

    #[test]
    fn arbitrary_payloads_never_panic(
        payloads in prop::collection::vec((0..10u8, prop::collection::vec(any::<u8>(), 0..80)), 1..12),
        script in script(0..20),
    ) {
        let log = Log::written(&script);
        let mut bytes = log.bytes.clone();
        for (head, body) in &payloads {
            let head = if *head == 9 { 0x80 | body.first().copied().unwrap_or(0) } else { *head };
            bytes.extend(framed(&[[head].as_slice(), body].concat()));
        }
        let recovery = recover(&bytes);
        let verified = recovery.verified.expect("the header is good");
        prop_assert!(recovery.complete && verified.bytes() <= bytes.len() as u64);
        // Whatever is accepted is canonical: written again, it gives the same bytes.
        let mut again = bytes[..log.ends[0]].to_vec();
        let start = checked(&again);
        let mut writer = Writer::append_to(&mut again, start, Durability::None).expect("memory");
        for logged in Reader::open(&bytes[..verified.bytes() as usize]).expect("a good header") {
            writer.append(&logged.expect("verified").record).expect("fits");
        }
        drop(writer);
        prop_assert_eq!(&again[..], &bytes[..verified.bytes() as usize]);
    }
}

#[test]
fn every_single_bit_of_a_log_is_noticed() {
    let mut bytes = Vec::new();
    let mut writer = Writer::create(&mut bytes, &common::header(), Durability::None).expect("memory");
    for number in 0..140 {
        if writer.seal_due() {
            writer.seal(common::root(number)).expect("due");
        }
        common::decide(&mut writer, 1, number).expect("fits");
    }
    writer.finish(common::outcome(), common::root(140)).expect("fits");
    drop(writer);
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let fault =
            Reader::open(&bytes).and_then(|mut reader| reader.check().map(drop)).expect_err("a flipped bit");
        assert!(fault.at.offset as usize <= bit / 8, "bit {bit}: {fault}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    checked(&bytes);
}

/// At each byte: a length of two or three bytes may end in the zeros too, and then be 0 or another length.
#[test]
fn a_record_that_ends_in_unwritten_blocks_is_torn_wherever_it_ends() {
    let mut whole = Vec::new();
    let mut writer = Writer::create(&mut whole, &common::header(), Durability::None).expect("memory");
    common::decide(&mut writer, 0, 0).expect("fits");
    drop(writer);
    let lengths = (9..=520)
        .chain((1..=5).flat_map(|times| times * 4096 - 2..=times * 4096 + 2))
        .chain([128 << 7, 256 << 7]);
    for length in lengths {
        let mut bytes = whole.clone();
        bytes.extend(framed(&vec![0x80; length]));
        let frame = bytes[whole.len()..].to_vec();
        let places = (1..frame.len())
            .filter(|at| *at < 8 || at + 8 > frame.len() || at.is_multiple_of(length.div_ceil(16)));
        for (cut, zeros) in places.flat_map(|cut| [1, 2, 3, 5, 700].map(|zeros| (cut, zeros))) {
            if frame[cut..].iter().all(|byte| *byte == 0) {
                continue;
            }
            bytes.truncate(whole.len());
            bytes.extend_from_slice(&frame[..cut]);
            bytes.resize(whole.len() + cut + zeros, 0);
            let fault = Reader::open(&bytes)
                .and_then(|mut reader| reader.check().map(drop))
                .expect_err("zeros are no records");
            assert_eq!(fault.verdict(), Verdict::Torn, "{length} bytes cut at {cut}, {zeros} zeros: {fault}");
            assert_eq!(fault.at.offset as usize, whole.len(), "{length} bytes cut at {cut}, {zeros} zeros");
        }
    }
}

/// A seat that the match does not have is found by the quick look at frames and by the thorough one.
#[test]
fn a_decision_of_a_seat_too_many_is_found_without_decoding_it() {
    let writer = Writer::create(Vec::new(), &common::header(), Durability::None).expect("memory");
    let seats = writer.progress().seats();
    let log = writer.into_storage().expect("memory");
    for (seat, is_there) in [(0, true), (seats - 1, true), (seats, false), (7, false)] {
        let payload = [&[0x80 | seat << 4][..], &[0; 8]].concat();
        let bytes = [log.clone(), framed(&payload)].concat();
        let skimmed = Reader::open(&bytes).expect("a header").skim().map(drop).map_err(|fault| fault.kind);
        let checked = Reader::open(&bytes).expect("a header").check().map(drop).map_err(|fault| fault.kind);
        assert_eq!(skimmed, if is_there { Ok(()) } else { Err(FaultKind::WrongSeat { seat, seats }) });
        assert_eq!(skimmed, checked);
    }
}

#[test]
fn a_header_is_checked_before_it_is_believed() {
    let payload = |version: u16, change: &dyn Fn(&mut duelog_log_format::Header)| {
        let mut header = common::header();
        change(&mut header);
        let mut payload = vec![1];
        payload.extend_from_slice(&version.to_le_bytes());
        codec::encode_into(&header, &mut payload);
        payload
    };
    let open = |payload: &[u8]| {
        Reader::open(&[b"DUELOG\r\n".as_slice(), &framed(payload)].concat())
            .map(drop)
            .map_err(|fault| fault.kind)
    };
    assert_eq!(open(&payload(1, &|_| {})), Ok(()));
    assert_eq!(open(&payload(2, &|_| {})), Err(FaultKind::UnknownVersion { found: 2 }));
    assert_eq!(open(&[1, 9, 0]), Err(FaultKind::UnknownVersion { found: 9 }));
    assert_eq!(open(&[7, 1, 0]), Err(FaultKind::HeaderMissing { found: 7 }));
    let refused = |change: &dyn Fn(&mut duelog_log_format::Header)| match open(&payload(1, change)) {
        Err(FaultKind::NonCanonical { why }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&|header| header.revision = 0), "revision 0, but revisions are counted from 1");
    assert_eq!(refused(&|header| header.seats = 0), "0 seats, but a log has room for 1 to 8");
    assert_eq!(refused(&|header| header.seats = 3), "3 seats, but 2 decks or players");
    assert_eq!(
        refused(&|header| header.definitions.swap(0, 1)),
        "the definitions do not ascend by name at \"Alpha\""
    );
    assert_eq!(refused(&|header| header.decks[1].cards[0].1 = 3), "there is no definition 3");
}

#[test]
fn a_damaged_first_byte_leaves_the_rest_to_recover() {
    let mut bytes = Vec::new();
    let mut writer = Writer::create(&mut bytes, &common::header(), Durability::None).expect("memory");
    for number in 0..10 {
        common::decide(&mut writer, 0, number).expect("fits");
    }
    writer.finish(common::outcome(), common::root(10)).expect("fits");
    drop(writer);
    bytes[0] = b'd';
    let recovery = recover(&bytes);
    assert_eq!(recovery.fault.as_ref().map(|fault| fault.verdict()), Some(Verdict::Unreadable));
    assert_eq!(recovery.header, Some(common::header()));
    assert_eq!(recovery.islands.iter().map(|island| island.records).collect::<Vec<_>>(), [12]);
}

/// Latin-1 read as such and written as UTF-8: each byte beyond ASCII is two of them.
#[test]
fn a_log_whose_bytes_were_changed_as_text_is_told() {
    let log = std::fs::read("../fixtures/golden/magic/magic-1.duelog").expect("a golden log");
    let changed: String = log.iter().copied().map(char::from).collect();
    let fault = Reader::open(changed.as_bytes()).expect_err("no header can be read");
    assert_eq!(fault.kind, FaultKind::NotALog { looks: Looks::Recoded });
    // A torn log is still torn.
    for end in 9..200 {
        let fault = Reader::open(&log[..end]).expect_err("half a header");
        assert_eq!(fault.verdict(), Verdict::Torn, "{end} bytes");
    }
}
