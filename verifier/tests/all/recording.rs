//! Recording, going back, going on with a log, forks, and storage that fails.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use crate::common::{games, mind, records, setup, step};
use duelog_kernel::{Choice, Factory, Item, Outcome, Seat, Seed, Viewer, sample};
use duelog_log_format::{
    Annotation, Durability, Reader, Record, SeedCommitment, SeedReveal, Storage, Topic, seeds,
};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{
    Checkpoints, ForkError, Options, RecordError, Recorder, ResumeError, Seeker, Stop, Verdict,
    answer_in_words, fork, outcome_in_words, verify,
};

fn recorder(seed: u64) -> Recorder<Vec<u8>> {
    Recorder::new(&MagicFactory::default(), &setup(seed), &Options::default().label("round", "3"), Vec::new())
        .unwrap()
}

#[test]
fn going_back_is_recorded_and_verifies() {
    let mut recorder = recorder(2);
    let mut minds = mind(2);
    let mut rewinds = 0;
    while step(&mut recorder, &mut minds) {
        let line = recorder.progress().line();
        // Back by a little and by much, again and again.
        if recorder.progress().decisions() % 50 == 17 && rewinds < 12 {
            let to = line.saturating_sub([1, 3, 20, 90][rewinds % 4]);
            let again = recorder.game().fork();
            recorder.rewind(to).unwrap();
            assert_eq!((recorder.progress().line(), recorder.game().decisions()), (to, to));
            drop(again);
            rewinds += 1;
        }
    }
    assert_eq!(rewinds, 12);
    let end = recorder.finish().unwrap();
    assert_eq!(recorder.finish().unwrap(), end);
    let line = recorder.progress().line();
    let log = recorder.into_storage().unwrap();
    let report = verify(&games(), &log);
    assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    assert_eq!(report.outcome, Some(end));
    let contents = report.contents.unwrap();
    assert_eq!((contents.rewinds, contents.taken_back), (12, report.decisions - line));
    let words = contents.in_words();
    assert_eq!(words, [format!("12 rewinds, {} decisions taken back", contents.taken_back)]);

    // Every decision can be reached, also those that were taken back, and is what the log says.
    let mut seeker = Seeker::open(&games(), &log, false, Checkpoints::default()).unwrap();
    assert!(seeker.line_to(seeker.last()).len() < seeker.decisions() as usize);
    for number in (0..=seeker.decisions()).rev().step_by(13) {
        let state = seeker.seek(number).unwrap().state_tag();
        assert_eq!(seeker.difference(number, state), None, "decision {number}");
        assert_eq!(seeker.game().decisions() as usize, seeker.line_to(number).len());
    }
    assert_eq!(seeker.divergence(), None);
}

#[test]
fn a_log_cut_anywhere_goes_on_as_if_nothing_had_happened() {
    let mut whole = recorder(3);
    let mut answers = Vec::new();
    let mut minds = mind(3);
    while let Some(request) = whole.game().request() {
        let (seat, choice) = (request.seat, sample::answer(request, &mut minds).unwrap());
        whole.decide(seat, &choice).unwrap();
        answers.push((seat, choice));
    }
    whole.finish().unwrap();
    let whole = whole.into_storage().unwrap();
    let ends: Vec<u64> = Reader::open(&whole)
        .unwrap()
        .map(|logged| logged.unwrap().at.offset)
        .chain([whole.len() as u64])
        .collect();
    let last = ends.len() - 1;
    for place in [0, 1, 63, 64, 65, 66, 67, 130, last / 2, last - 3, last - 2, last - 1, last] {
        let beginning = &whole[..ends[place] as usize];
        let factory = MagicFactory::default();
        let mut again =
            Recorder::resume(&factory, beginning, &Options::default(), beginning.to_vec()).unwrap();
        assert_eq!(again.header().labels["round"], "3");
        for (seat, choice) in &answers[again.progress().line() as usize..] {
            again.decide(*seat, choice).unwrap();
        }
        again.finish().unwrap();
        assert!(again.into_storage().unwrap() == whole, "cut at record {place}");
    }
    let torn = &whole[..ends[70] as usize - 2];
    let error =
        Recorder::resume(&MagicFactory::default(), torn, &Options::default(), torn.to_vec()).err().unwrap();
    assert!(matches!(error, ResumeError::Fault(_)), "{error}");
}

#[test]
fn what_is_refused_leaves_match_and_log_as_they_were() {
    let mut recorder = recorder(1);
    step(&mut recorder, &mut mind(1));
    let before = (*recorder.progress(), recorder.game().root());
    let request = recorder.game().request().unwrap().clone();
    let wrong = duelog_kernel::Seat(1 - request.seat.0);
    let choice = sample::answer(&request, &mut mind(4)).unwrap();
    assert!(matches!(recorder.decide(wrong, &choice), Err(RecordError::Illegal(_))));
    assert!(matches!(recorder.finish(), Err(RecordError::Running { decisions: 1 })));
    assert!(matches!(recorder.rewind(1), Err(RecordError::Write(_))));
    assert_eq!((*recorder.progress(), recorder.game().root()), before);
}

/// Storage that is full while the switch is on.
struct Fills {
    bytes: Vec<u8>,
    full: Rc<Cell<bool>>,
}

impl Storage for Fills {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.full.get() {
            self.bytes.extend_from_slice(&bytes[..bytes.len() / 2]);
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        self.bytes.truncate(length as usize);
        Ok(())
    }
}

#[test]
fn a_full_disk_loses_nothing_and_the_match_goes_on_when_there_is_room() {
    let full = Rc::new(Cell::new(false));
    let storage = Fills { bytes: Vec::new(), full: full.clone() };
    let options = Options { durability: Durability::EveryRecord, ..Options::default() };
    let mut recorder = Recorder::new(&MagicFactory::default(), &setup(1), &options, storage).unwrap();
    let mut minds = mind(1);
    let mut number = 0;
    while let Some(request) = recorder.game().request() {
        let (seat, choice) = (request.seat, sample::answer(request, &mut minds).unwrap());
        number += 1;
        if number % 32 == 1 {
            let root = recorder.game().root();
            full.set(true);
            let error = recorder.decide(seat, &choice).unwrap_err();
            assert!(
                matches!(&error, RecordError::Write(duelog_log_format::WriteError::Full { .. })),
                "{error}"
            );
            assert_eq!((recorder.game().root(), recorder.game().decisions()), (root, number - 1));
            full.set(false);
        }
        assert_eq!(recorder.decide(seat, &choice).unwrap(), number);
    }
    full.set(true);
    recorder.finish().unwrap_err();
    full.set(false);
    recorder.finish().unwrap();
    let log = recorder.into_storage().unwrap().bytes;
    assert_eq!(verify(&games(), &log).verdict, Verdict::Verified);
}

#[test]
fn notes_and_seed_commitments_go_with_the_match() {
    let salt = [3; 32];
    let mut recorder = recorder(3);
    let binding = seeds::binding(recorder.header());
    let commitment = seeds::commitment(&binding, seeds::HOST, &salt, &setup(3).seed);
    recorder.commit(SeedCommitment { party: seeds::HOST, commitment }).unwrap();
    recorder
        .annotate(Annotation { topic: Topic::Note, seat: None, time_ms: Some(1), text: "table 4".into() })
        .unwrap();
    let mut minds = mind(3);
    while step(&mut recorder, &mut minds) {}
    let wrong = SeedReveal { party: seeds::HOST, salt, seed: Seed::from_number(99) };
    assert!(matches!(recorder.reveal(wrong), Err(RecordError::Write(_))));
    recorder.reveal(SeedReveal { party: seeds::HOST, salt, seed: setup(3).seed }).unwrap();
    recorder.finish().unwrap();
    let report = verify(&games(), &recorder.into_storage().unwrap());
    assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    assert!(!report.message.contains("not revealed"));
}

#[test]
fn a_fork_is_the_same_match_up_to_there() {
    let log = crate::common::recorded(3, u32::MAX);
    let mut seeker = Seeker::open(&games(), &log, false, Checkpoints::default()).unwrap();
    // The first seal tells the chain at 64.
    let sealed = records(&log).1.into_iter().find_map(|record| match record {
        Record::Seal(seal) => Some((seal.decisions, seal.chain)),
        _ => None,
    });
    let (sealed, chain) = sealed.unwrap();
    let forked = fork(&games(), &log, "old.duelog", sealed, &Options::default(), Vec::new()).unwrap();
    let from = format!("old.duelog after decision {sealed}, chain {}", chain.hex());
    assert_eq!(forked.header().labels["forked-from"], from);
    for at in [0, 1, 64, 100, seeker.decisions()] {
        let options = Options::default().label("judge", "A");
        let mut forked = fork(&games(), &log, "old.duelog", at, &options, Vec::new()).unwrap();
        assert_eq!(forked.game().root(), seeker.seek(at).unwrap().root());
        assert!(
            forked.header().labels["forked-from"]
                .starts_with(&format!("old.duelog after decision {at}, chain "))
        );
        assert_eq!(forked.header().labels["judge"], "A");
        let mut minds = mind(77);
        while step(&mut forked, &mut minds) {}
        forked.finish().unwrap();
        let report = verify(&games(), &forked.into_storage().unwrap());
        assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    }
    let beyond = fork(&games(), &log, "old", seeker.decisions() + 1, &Options::default(), Vec::new());
    assert!(matches!(beyond.err(), Some(ForkError::Beyond { .. })));

    // A damaged log can still be forked before the damage.
    let damaged = &log[..log.len() / 2];
    fork(&games(), damaged, "old", 100, &Options::default(), Vec::new()).map(drop).unwrap();
    let error =
        fork(&games(), damaged, "old", seeker.decisions(), &Options::default(), Vec::new()).err().unwrap();
    assert!(matches!(error, ForkError::Stop(Stop::Fault(_))), "{error}");
}

#[test]
fn a_fork_keeps_notes_and_penalties_also_of_what_was_taken_back() {
    let mut recorder =
        Recorder::new(&MagicFactory::default(), &setup(1), &Options::default(), Vec::new()).unwrap();
    let mut minds = mind(5);
    let say = |recorder: &mut Recorder<Vec<u8>>, topic, text: &str| {
        recorder.annotate(Annotation { topic, seat: None, time_ms: None, text: text.into() }).unwrap();
    };
    for decision in 1..=6 {
        assert!(step(&mut recorder, &mut minds));
        say(&mut recorder, Topic::Note, &format!("after {decision}"));
    }
    recorder.rewind(2).unwrap();
    say(&mut recorder, Topic::Penalty, "a warning");
    for _ in 0..4 {
        assert!(step(&mut recorder, &mut minds));
    }
    let log = recorder.into_storage().unwrap();
    let kept = |at: u32| -> Vec<String> {
        let forked = fork(&games(), &log, "old", at, &Options::default(), Vec::new()).unwrap();
        let (_, forked) = records(&forked.into_storage().unwrap());
        let notes = forked.into_iter().filter_map(|record| match record {
            Record::Annotation(note) => Some(note.text),
            _ => None,
        });
        notes.collect()
    };
    assert_eq!(kept(3), ["after 1", "after 2", "after 3"]);
    assert_eq!(kept(8), ["after 1", "after 2", "after 3", "after 4", "after 5", "after 6", "a warning"]);
}

#[test]
fn texts_make_a_log_explain_itself() {
    let options = Options { texts: true, ..Options::default() };
    let recorder = Recorder::new(&MagicFactory::default(), &setup(1), &options, Vec::new()).unwrap();
    let (header, _) = records(&recorder.into_storage().unwrap());
    assert_eq!(header.texts.len(), header.definitions.len());
    let name = &header.definitions[0].name;
    assert_eq!(header.texts[&0], MagicFactory::default().card(name).unwrap().definition);
}

#[test]
fn an_outcome_names_those_who_win() {
    let words = |winners: &[u8]| {
        let winners = winners.iter().map(|seat| Seat(*seat)).collect();
        outcome_in_words(&Outcome { winners, reason: "time is up".into(), rule: "104.4".into() })
    };
    assert_eq!(words(&[]), "a draw: time is up (104.4)");
    assert_eq!(words(&[1]), "seat 1 wins: time is up (104.4)");
    assert_eq!(words(&[0, 2]), "seat 0 and seat 2 win: time is up (104.4)");
}

#[test]
fn an_answer_is_put_into_words_of_bounded_length() {
    let mut game = MagicFactory::default().start(&setup(1), false).unwrap();
    let mut words = |choice: Choice| answer_in_words(&mut *game, Viewer::Judge, &choice);
    assert_eq!(words(Choice::Pick(Vec::new())), "nothing");
    assert_eq!(words(Choice::Number(3)), "3");
    let numbers = |count| (0..count).map(Item::Number);
    let one = words(Choice::one(Item::Number(0)));
    assert!(!one.is_empty() && one != "nothing");
    assert!(!words(Choice::Pick(numbers(40).collect())).contains("more"));
    let many = words(Choice::Pick(numbers(45).collect()));
    assert!(many.starts_with(&one) && many.ends_with(" and 5 more"), "{many}");
    let share = words(Choice::Split(vec![(Item::Number(0), 2)]));
    assert_eq!(share, format!("2 to {one}"));
    assert!(words(Choice::Split(numbers(41).map(|item| (item, 1)).collect())).ends_with(" and 1 more"));
    assert_eq!(words(Choice::Name("a".repeat(500))).len(), 400);
}
