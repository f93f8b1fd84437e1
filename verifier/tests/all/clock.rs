//! Matches with a clock: what is recorded, what is refused, and what `verify` finds of a clock that is not right.

use duelog_kernel::{Choice, Factory, Item, Seat};
use duelog_log_format::clock::{ClockTerms, LossReason};
use duelog_log_format::{Annotation, Record, Topic};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::timing::{clock_after, clock_of};
use duelog_verifier::{Options, RecordError, Recorder, Verdict, fork, verify};

use crate::common::{forged, games, mind, records, setup, step};

const BEGUN: u64 = 1_795_900_000_000;

/// A match with a minute for each seat, a second of each decision free, and five minutes to be away.
fn begun() -> Recorder<Vec<u8>> {
    let terms = ClockTerms { main_ms: 60_000, free_ms: 1_000, absence_ms: Some(300_000) };
    let options = Options { labels: terms.labels().into_iter().collect(), ..Options::default() };
    Recorder::new(&MagicFactory::default(), &setup(3), &options, Vec::new()).expect("it starts")
}

/// Plays decisions of one and a half seconds each; the time after them.
fn played(recorder: &mut Recorder<Vec<u8>>, decisions: u32) -> u64 {
    let (mut mind, mut now) = (mind(3), BEGUN);
    recorder.start_clock(now).expect("it is written");
    for _ in 0..decisions {
        now += 1_500;
        recorder.time(1_500, now);
        assert!(step(recorder, &mut mind));
    }
    now
}

/// A match that the asked player loses on time.
fn lost() -> Vec<u8> {
    let mut recorder = begun();
    let now = played(&mut recorder, 70) + 90_000;
    let seat = recorder.game().request().expect("the match is not over").seat;
    recorder.forfeit(seat, LossReason::Time, 90_000, now).expect("the time is up");
    recorder.finish().expect("it is over");
    recorder.into_storage().expect("memory")
}

#[test]
fn each_decision_has_a_reading_and_a_loss_on_time_is_borne_out() {
    let log = lost();
    assert_eq!(verify(&games(), &log).verdict, Verdict::Verified);
    let clock = clock_of(&log).expect("it is right").expect("there is one");
    let [loss] = clock.losses() else { panic!("{:?}", clock.losses()) };
    assert_eq!((loss.reason, loss.decision), (LossReason::Time, 71));
    assert_eq!(clock.left_ms()[usize::from(loss.seat.0)], 0);
    let before = clock_after(&log, 70).expect("it is right").expect("there is one");
    assert_eq!(before.left_ms().iter().sum::<u64>(), 120_000 - 70 * 500);
}

#[test]
fn a_loss_that_the_clock_does_not_bear_out_is_refused() {
    let mut recorder = begun();
    let now = played(&mut recorder, 5);
    let seat = recorder.game().request().expect("the match is not over").seat;
    let refused = |done: Result<u32, RecordError>, why: &str| {
        let error = done.expect_err("it is refused").to_string();
        assert!(error.contains(why), "{error}");
    };
    refused(
        recorder.forfeit(seat, LossReason::Time, 90_000, now + 30_000),
        "ms left, and does not lose on time",
    );
    let other = Seat(1 - seat.0);
    // It is the other player's time that passes.
    refused(recorder.forfeit(other, LossReason::Time, 90_000, now + 90_000), "ms left, and does not lose");
    refused(recorder.forfeit(other, LossReason::Absence, 0, now), "is at the table");
    recorder.seen(other, false, now).expect("it leaves");
    refused(recorder.forfeit(other, LossReason::Absence, 0, now + 299_999), "after 299999 of 300000 ms");
    recorder.forfeit(other, LossReason::Absence, 0, now + 300_000).expect("it was away long enough");
    recorder.finish().expect("it is over");
    let log = recorder.into_storage().expect("memory");
    assert_eq!(verify(&games(), &log).verdict, Verdict::Verified);
}

/// The seat that is asked, and the other one.
fn asked(recorder: &mut Recorder<Vec<u8>>) -> (Seat, Seat) {
    let seat = recorder.game().request().expect("the match is not over").seat;
    (seat, Seat(1 - seat.0))
}

#[test]
fn a_player_whose_time_ran_out_before_loses_by_it_while_the_other_one_is_asked() {
    let mut recorder = begun();
    let mut now = played(&mut recorder, 5);
    let (slow, other) = asked(&mut recorder);
    let mut mind = mind(7);
    now += 90_000;
    recorder.time(90_000, now);
    assert!(step(&mut recorder, &mut mind));
    while asked(&mut recorder).0 == slow {
        recorder.time(0, now);
        assert!(step(&mut recorder, &mut mind));
    }
    let before = recorder.clock().expect("there is one").left_ms()[usize::from(other.0)];
    recorder.forfeit(slow, LossReason::Time, 7_000, now + 7_000).expect("nothing is left");
    recorder.finish().expect("it is over");
    let log = recorder.into_storage().expect("memory");
    assert_eq!(verify(&games(), &log).verdict, Verdict::Verified);
    let clock = clock_of(&log).expect("it is right").expect("there is one");
    assert_eq!(clock.losses().len(), 1);
    assert_eq!(clock.left_ms()[usize::from(slow.0)], 0);
    assert_eq!(clock.left_ms()[usize::from(other.0)], before);
}

#[test]
fn whoever_gives_up_while_another_is_asked_has_used_nothing_of_its_own_time() {
    for absent in [false, true] {
        let mut recorder = begun();
        let now = played(&mut recorder, 5);
        let (_, other) = asked(&mut recorder);
        let before = recorder.clock().expect("there is one").left_ms().to_vec();
        let later = now + 400_000;
        if absent {
            recorder.seen(other, false, now).expect("it leaves");
            recorder.forfeit(other, LossReason::Absence, 400_000, later).expect("it was away long enough");
        } else {
            recorder.time(400_000, later);
            recorder.decide(other, &Choice::one(Item::Concede)).expect("a player may always give up");
        }
        recorder.finish().expect("it is over");
        assert_eq!(recorder.clock().expect("there is one").left_ms(), before);
        let log = recorder.into_storage().expect("memory");
        assert_eq!(verify(&games(), &log).verdict, Verdict::Verified);
    }
}

#[test]
fn a_clock_that_is_not_right_is_found() {
    let (header, right) = records(&lost());
    let reading = |record: &Record| match record {
        Record::Annotation(note) if note.text.starts_with("used ") => Some(note.clone()),
        _ => None,
    };
    let readings: Vec<usize> = (0..right.len()).filter(|place| reading(&right[*place]).is_some()).collect();
    assert_eq!(readings.len(), 71);
    let change = |place: usize, text: &str| {
        let mut changed = right.clone();
        let note = reading(&right[place]).expect("a reading");
        changed[place] = Record::Annotation(Annotation { text: text.to_string(), ..note });
        changed
    };
    let without =
        |place: usize| right.iter().take(place).chain(&right[place + 1..]).cloned().collect::<Vec<_>>();
    let penalty = right
        .iter()
        .position(|record| matches!(record, Record::Annotation(note) if note.topic == Topic::Penalty));
    for (records, at, found) in [
        (
            change(readings[0], "used 1500 left 60000"),
            1,
            "60000 ms left by the log, and 59500 ms by its clock",
        ),
        (change(readings[9], "used 9999 left 0"), 10, "used 9999 ms, and 1500 ms had passed"),
        (without(readings[4]), 5, "has no reading of the clock directly after it"),
        (change(readings[70], "used 1000 left 42000"), 71, ""),
        (without(penalty.expect("a penalty") + 1), 70, "does not give up next"),
    ] {
        let log = forged(&header, &records);
        let report = verify(&games(), &log);
        if report.verdict == Verdict::Diverged {
            // The decision that was left out is missed by the game first.
            continue;
        }
        assert_eq!((report.verdict, report.at), (Verdict::Mistimed, Some(at)), "{}", report.message);
        assert!(report.message.contains(found), "{}", report.message);
    }
    // Without the label there is no clock.
    let mut plain = header.clone();
    plain.labels.retain(|label, _| !label.starts_with("clock-"));
    assert_eq!(clock_of(&forged(&plain, &change(readings[0], "anything"))), Ok(None));
}

#[test]
fn a_resumed_match_owes_the_reading_that_was_not_written() {
    let mut recorder = begun();
    let now = played(&mut recorder, 10);
    let log = recorder.into_storage().expect("memory");
    let (header, mut all) = records(&log);
    // The power went after the decision.
    let last = all.pop();
    assert!(matches!(last, Some(Record::Annotation(_))), "{last:?}");
    let cut = forged(&header, &all);
    assert_eq!(verify(&games(), &cut).verdict, Verdict::Incomplete);
    let factory = MagicFactory::default();
    let mut resumed =
        Recorder::resume(&factory, &cut, &Options::default(), cut.clone()).expect("the match is not over");
    resumed.start_clock(now + 60_000).expect("it is written");
    assert!(step(&mut resumed, &mut mind(4)));
    let log = resumed.into_storage().expect("memory");
    assert_eq!(verify(&games(), &log).verdict, Verdict::Incomplete);
    let clock = clock_of(&log).expect("it is right").expect("there is one");
    assert_eq!(clock.left_ms().iter().sum::<u64>(), 120_000 - 9 * 500);
}

#[test]
fn a_fork_has_no_clock() {
    let all: Vec<Box<dyn Factory>> = games();
    let forked = fork(&all, &lost(), "a.duelog", 30, &Options::default(), Vec::new()).expect("it forks");
    assert_eq!(forked.clock(), None);
}
