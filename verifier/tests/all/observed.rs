//! Observed logs: viewers' logs and disclosures out of them, and what is found of forged ones.

use std::cmp::Ordering;

use crate::common::{forged, games, mind, observed, records, step};
use duelog_kernel::{Digest, Factory, Seat, Viewer};
use duelog_log_format::observed::{OpenedZone, Shown};
use duelog_log_format::{
    Disclosure, Observation, Opened, Record, Seal, Undisclosed, Verdict as Fault, ViewLog, put_observation,
};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{
    Disclosed, FactToOpen, NotOf, Options, Recorder, RedactError, Verdict, disclose, follows, redact, verify,
};

fn magic() -> MagicFactory {
    MagicFactory::default()
}

#[test]
fn what_is_written_while_the_match_runs_is_what_the_full_log_gives_later() {
    for (seed, most) in [(1, u32::MAX), (2, 130), (3, 3)] {
        let (full, views) = observed(seed, most);
        let report = verify(&games(), &full);
        let expected = if most == u32::MAX { Verdict::Verified } else { Verdict::Incomplete };
        assert_eq!(report.verdict, expected, "{report:?}");
        assert!(report.contents.is_some_and(|contents| contents.observed));
        assert_eq!(redact(&magic(), &full).expect("observed"), views);
        for (place, view) in views.iter().enumerate() {
            let log = ViewLog::read(view).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!((usize::from(log.header.viewer.0), log.closed()), (place, most == u32::MAX));
            assert_eq!(log.decisions, report.decisions);
            assert!(log.seals.iter().all(|seen| seen.signed.len() == 1));
            assert_eq!(follows(&magic(), view, &log, &full).expect("it does"), Ordering::Equal);
        }
    }
}

#[test]
fn a_log_goes_on_observed() {
    let (full, views) = observed(2, 100);
    let options = Options::default();
    let mut recorder = Recorder::resume(&magic(), &full, &options, full.clone()).expect("it goes on");
    recorder.write_views(vec![Vec::new(); 3], Some(views.clone()));
    let mut mind = mind(77);
    while step(&mut recorder, &mut mind) {}
    recorder.finish().expect("it is over");
    let (longer, grown) = recorder.into_storages().expect("memory");
    assert_eq!(verify(&games(), &longer).verdict, Verdict::Verified);
    assert_eq!(redact(&magic(), &longer).expect("observed"), grown);
    let log = ViewLog::read(&views[1]).expect("good");
    assert_eq!(follows(&magic(), &views[1], &log, &longer).expect("it does"), Ordering::Less);
    let log = ViewLog::read(&grown[1]).expect("good");
    assert_eq!(follows(&magic(), &grown[1], &log, &full).expect("it does"), Ordering::Greater);
    let (other, _) = observed(1, 100);
    assert!(matches!(follows(&magic(), &grown[1], &log, &other), Err(NotOf::OtherMatch)));
}

/// Nothing binds what a viewer was told since the last seal: only the full log shows that it was not so.
#[test]
fn a_viewers_log_that_is_sound_by_itself_need_not_follow_from_the_full_log() {
    let (full, views) = observed(3, 100);
    for view in &views {
        let honest = ViewLog::read(view).expect("good");
        let last = honest.observations.last().expect("one").clone();
        assert!(honest.unsealed() > 1, "some of it is not sealed yet");
        let mut frames = frames::all(view);
        frames.pop();
        for told in
            [Observation { scores: vec![1, 2], ..last.clone() }, Observation { counts: vec![(0, 9)], ..last }]
        {
            let mut forged = [&view[..8], &frames.concat()].concat();
            put_observation(&told.bytes(), &["as it was".to_string()], &mut forged);
            let read = ViewLog::read(&forged).expect("sound by itself");
            assert_eq!(read.match_id, honest.match_id);
            let found = follows(&magic(), &forged, &read, &full);
            assert!(matches!(found, Err(NotOf::Differs(_))), "{found:?}");
        }
    }
}

#[test]
fn a_log_that_is_not_observed_is_not_redacted() {
    let plain = crate::common::recorded(1, 70);
    assert!(matches!(redact(&magic(), &plain), Err(RedactError::NotObserved)));
    let wanted = FactToOpen::Told { seat: Seat(0) };
    assert!(matches!(disclose(&magic(), &plain, 3, &wanted), Err(RedactError::NotObserved)));
    assert!(!verify(&games(), &plain).contents.expect("good bytes").observed);
}

/// The full log with another thing bound by its first seal, written anew so that all else fits.
fn forged_observed(full: &[u8], forge: impl Fn(&mut Record)) -> Vec<u8> {
    let (header, mut all) = records(full);
    all.retain(|record| !matches!(record, Record::Signature(_)));
    all.iter_mut().for_each(forge);
    let mut writer =
        duelog_log_format::Writer::create(Vec::new(), &header, duelog_log_format::Durability::None)
            .expect("a header");
    for record in &all {
        let record = match record {
            Record::Seal(seal) => {
                Record::Seal(Seal { observed: seal.observed, ..writer.progress().next_seal(seal.root) })
            }
            other => other.clone(),
        };
        writer.append(&record).unwrap_or_else(|error| panic!("{record:?}: {error}"));
    }
    writer.into_storage().expect("memory")
}

#[test]
fn a_seal_that_says_something_else_of_what_was_told_is_mistold() {
    let (full, _) = observed(1, 140);
    let honest = forged_observed(&full, |_| {});
    assert_eq!(verify(&games(), &honest).verdict, Verdict::Incomplete);
    for at in [75, 139] {
        let lie = forged_observed(&full, |record| {
            if let Record::Seal(seal) = record
                && seal.decisions == at
            {
                seal.observed = Some(Digest([9; 32]));
            }
        });
        let report = verify(&games(), &lie);
        assert_eq!((report.verdict, report.at), (Verdict::Mistold, Some(at)), "{report:?}");
        assert!(matches!(redact(&magic(), &lie), Err(RedactError::Stop(_))));
    }
}

#[test]
fn a_log_is_observed_whole_or_not_at_all() {
    let (full, _) = observed(1, 70);
    let (header, all) = records(&full);
    let all: Vec<Record> = all.into_iter().filter(|record| !matches!(record, Record::Signature(_))).collect();
    let plain = |record| match record {
        Record::Seal(seal) => Record::Seal(Seal { observed: None, ..seal }),
        other => other,
    };
    let all: Vec<Record> = all.into_iter().map(plain).collect();
    let refused = |records: &[Record]| {
        let records = records.to_vec();
        std::panic::catch_unwind(|| forged(&header, &records)).is_err()
    };
    assert!(refused(&all), "a seal of another kind in an observed log");
    assert!(!refused(&all[1..]), "without the salt it is a log like any other");
    let mut late = all[1..].to_vec();
    late.insert(1, all[0].clone());
    assert!(refused(&late), "the salt stands right after the header");
    let twice = [&all[..1], &all[..1]].concat();
    assert!(refused(&twice), "there is one salt");
}

fn opened(full: &[u8], at: u32, wanted: &FactToOpen) -> Disclosed {
    disclose(&magic(), full, at, wanted).unwrap_or_else(|error| panic!("{error}"))
}

fn hand(seat: u8) -> FactToOpen {
    FactToOpen::Zone { name: "hand".to_string(), seat: Some(Seat(seat)), card: None }
}

#[test]
fn a_fact_is_disclosed_to_whoever_has_a_viewers_log() {
    let (full, views) = observed(1, 200);
    let library = FactToOpen::Zone { name: "library".to_string(), seat: Some(Seat(1)), card: Some(5) };
    let whole = FactToOpen::Zone { name: "library".to_string(), seat: Some(Seat(0)), card: None };
    let told = FactToOpen::Told { seat: Seat(1) };
    for view in &views {
        let log = ViewLog::read(view).expect("good");
        for wanted in [hand(0), hand(1), library.clone(), whole.clone(), told.clone()] {
            for at in [0, 1, 64, 75, 76, 130] {
                let disclosed = opened(&full, at, &wanted);
                assert!(disclosed.decisions >= at);
                let bytes = disclosed.disclosure.bytes();
                let read = Disclosure::read(&bytes).expect("what was written");
                assert_eq!(read.check(&log), Ok(()), "{wanted:?} at {at}");
            }
        }
    }
    // The hand is what a judge sees there.
    let disclosed = opened(&full, 75, &hand(1));
    assert_eq!(disclosed.decisions, 75);
    let (header, all) = records(&full);
    let until: Vec<Record> = all;
    let mut game = magic().start(&header.setup(), false).expect("it starts");
    let mut line = Vec::new();
    for record in until {
        match record {
            Record::Decision(made) => line.push((made.seat, made.choice)),
            Record::Rewind(rewind) => line.truncate(rewind.to as usize),
            Record::Seal(seal) if seal.decisions == 75 => break,
            _ => {}
        }
    }
    line.iter().for_each(|(seat, choice)| game.decide(*seat, choice).expect("legal"));
    let view = game.view(Viewer::Judge);
    let zone =
        view.zones.iter().find(|zone| zone.name == "hand" && zone.seat == Some(Seat(1))).expect("a hand");
    let names: Vec<&String> = zone.cards.iter().map(|card| &card.name).collect();
    let Opened::Zone(OpenedZone { shown: Shown::All { cards, .. }, .. }) = &disclosed.disclosure.fact else {
        panic!("a zone was asked for")
    };
    assert_eq!(cards.iter().map(|card| &card.name).collect::<Vec<_>>(), names);
}

#[test]
fn every_changed_byte_of_a_disclosure_is_noticed() {
    let (full, views) = observed(3, 70);
    let log = ViewLog::read(&views[0]).expect("good");
    for wanted in [hand(0), FactToOpen::Told { seat: Seat(0) }] {
        let bytes = opened(&full, 3, &wanted).disclosure.bytes();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            assert_eq!(Disclosure::read(&changed), Err(Undisclosed::Unreadable));
            assert_eq!(Disclosure::read(&bytes[..place]), Err(Undisclosed::Unreadable));
            // With a checksum that fits.
            let mut payload = frames::payload(&bytes);
            if let Some(byte) = payload.get_mut(place) {
                *byte ^= 1 << (place % 8);
                let mended = frames::again(&bytes, &payload);
                let checked = Disclosure::read(&mended).and_then(|disclosure| disclosure.check(&log));
                assert!(checked.is_err(), "byte {place} of {wanted:?}");
            }
        }
    }
}

/// Frames, written once more as the specification has them.
mod frames {
    /// The payload of the frame after the magic bytes.
    pub fn payload(file: &[u8]) -> Vec<u8> {
        let (_, width) = length(&file[8..]);
        file[8 + width..file.len() - 4].to_vec()
    }

    pub fn length(bytes: &[u8]) -> (usize, usize) {
        let width = bytes.iter().position(|byte| byte & 0x80 == 0).expect("it ends") + 1;
        let digits = bytes[..width].iter().rev();
        (digits.fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f)), width)
    }

    /// The same file with another payload of the same length.
    pub fn again(file: &[u8], payload: &[u8]) -> Vec<u8> {
        let (_, width) = length(&file[8..]);
        let mut again = [&file[..8 + width], payload].concat();
        let checksum = crc32c::crc32c(&again[8..]).to_le_bytes();
        again.extend_from_slice(&checksum);
        again
    }

    /// The frames of a file after its magic bytes.
    pub fn all(file: &[u8]) -> Vec<Vec<u8>> {
        let (mut at, mut frames) = (8, Vec::new());
        while at < file.len() {
            let (length, width) = length(&file[at..]);
            let end = at + width + length + 4;
            frames.push(file[at..end].to_vec());
            at = end;
        }
        frames
    }
}

#[test]
fn a_viewers_log_that_was_changed_gets_a_verdict() {
    // The words in it are bound by nothing: what is left is.
    let plain = |views: Vec<Vec<u8>>| -> Vec<Vec<u8>> {
        let plain = |view: &Vec<u8>| ViewLog::without_words(view).expect("good");
        views.iter().map(plain).collect()
    };
    let (views, strangers) = (plain(observed(3, 80).1), plain(observed(4, 80).1));
    let view = &views[2];
    let whole = ViewLog::read(view).expect("good");
    for place in (0..400).chain((400..view.len()).step_by(31)) {
        let mut flipped = view.clone();
        flipped[place] ^= 1 << (place % 8);
        assert!(ViewLog::read(&flipped).is_err(), "byte {place}");
        match ViewLog::read(&view[..place]) {
            Ok(shorter) => assert!(shorter.observations.len() <= whole.observations.len()),
            Err(fault) => assert!(matches!(fault.verdict, Fault::Torn | Fault::Unreadable), "{fault}"),
        }
    }
    let all = frames::all(view);
    let glue = |frames: &[Vec<u8>]| [&view[..8], &frames.concat()].concat();
    assert_eq!(glue(&all), *view);
    let is_seal = |frame: &Vec<u8>| frame[frames::length(frame).1] == 3;
    let last = all.iter().rposition(is_seal).expect("sealed");
    let is_signature = |frame: &Vec<u8>| frame[frames::length(frame).1] == 8;
    for place in 0..last {
        // A signature can be left out, and nobody who was not told of it can know.
        if is_signature(&all[place]) {
            continue;
        }
        // One left out, one twice, two exchanged, one of another match and of another viewer in its place.
        let mut gone = all.clone();
        gone.remove(place);
        assert!(ViewLog::read(&glue(&gone)).is_err(), "without record {place}");
        let mut twice = all.clone();
        twice.insert(place, all[place].clone());
        assert!(ViewLog::read(&glue(&twice)).is_err(), "record {place} twice");
        let mut exchanged = all.clone();
        exchanged.swap(place, place + 1);
        assert!(exchanged == all || ViewLog::read(&glue(&exchanged)).is_err(), "records {place} exchanged");
        for other in [&strangers[2], &views[1]] {
            let mut mixed = all.clone();
            let stranger = frames::all(other);
            let Some(stranger) = stranger.get(place).filter(|stranger| **stranger != all[place]) else {
                continue;
            };
            mixed[place].clone_from(stranger);
            assert!(ViewLog::read(&glue(&mixed)).is_err(), "record {place} of another log");
        }
    }
    // Every bit of every payload, with a checksum that fits.
    for (number, frame) in all[..last].iter().enumerate().filter(|(number, _)| number % 9 == 0) {
        let width = frames::length(frame).1;
        for place in width..frame.len() - 4 {
            let mut changed = frame.clone();
            changed[place] ^= 1 << (place % 8);
            let body = changed.len() - 4;
            let checksum = crc32c::crc32c(&changed[..body]).to_le_bytes();
            changed[body..].copy_from_slice(&checksum);
            let mut others = all.clone();
            others[number] = changed;
            assert!(ViewLog::read(&glue(&others)).is_err(), "record {number}, byte {place}");
        }
    }
}
