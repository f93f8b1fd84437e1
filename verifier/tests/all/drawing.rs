//! Matches whose seed host and players choose together: nobody steers the draws, nobody foresees them, and who
//! does not keep to it is named.

use crate::common::{games, mind, setup, step};
use duelog_kernel::{Seat, Seed};
use duelog_log_format::seeds::{self, KeptPart, Part};
use duelog_log_format::{FaultKind, Party, Reader, Unfair, WriteError};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{
    Checkpoints, Drawing, Options, Parts, RecordError, Recorder, ResumeError, Seeker, Stop, Verdict, fork,
    look_for, reveal, verify,
};

fn part(number: u64) -> Part {
    Part { salt: Seed::from_number(number + 1_000).0, seed: Seed::from_number(number) }
}

fn parts(host: u64, players: [u64; 2]) -> Parts {
    Parts { host: part(host), players: players.map(part).to_vec() }
}

fn with(parts: Parts) -> Options {
    Options { parts: Some(parts), ..Options::default() }
}

/// Begins a match and plays some decisions.
fn begun(options: &Options, decisions: u32) -> Recorder<Vec<u8>> {
    let mut recorder = Drawing::or_alone(&MagicFactory::default(), &setup(1), options, Vec::new()).unwrap();
    let mut minds = mind(1);
    while recorder.progress().line() < decisions && step(&mut recorder, &mut minds) {}
    recorder
}

fn whole(options: &Options) -> Vec<u8> {
    let mut recorder = begun(options, u32::MAX);
    recorder.finish().unwrap();
    recorder.into_storage().unwrap()
}

fn seed_of(log: &[u8]) -> Seed {
    Reader::open(log).unwrap().header().seed
}

#[test]
fn a_whole_match_verifies_and_each_party_has_a_share_in_its_seed() {
    let log = whole(&with(parts(1, [2, 3])));
    let report = verify(&games(), &log);
    assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    assert!(report.contents.unwrap().shared);
    let seed = seed_of(&log);
    assert_eq!(seed, seeds::combined(&[1, 2, 3].map(Seed::from_number)));
    for other in [parts(9, [2, 3]), parts(1, [9, 3]), parts(1, [2, 9]), parts(1, [3, 2])] {
        let recorder = begun(&with(other), 1);
        assert_ne!(recorder.header().seed, seed);
    }
    // It can be looked at and forked as any other; the fork knows the seed.
    let mut seeker = Seeker::open(&games(), &log, false, Checkpoints::default()).unwrap();
    seeker.seek(seeker.last()).unwrap();
    let forked = fork(&games(), &log, "log", 20, &Options::default(), Vec::new()).unwrap();
    assert_eq!(forked.header().seed, seed);
    let forked = forked.into_storage().unwrap();
    assert_eq!(verify(&games(), &forked).verdict, Verdict::Incomplete);
}

#[test]
fn an_unfinished_log_does_not_tell_the_seed_and_says_what_was_not_checked() {
    let options = with(parts(1, [2, 3]));
    let log = begun(&options, 70).into_storage().unwrap();
    assert_eq!(seed_of(&log), seeds::SHARED);
    let report = verify(&games(), &log);
    assert_eq!((report.verdict, report.decisions), (Verdict::Incomplete, 70));
    assert!(report.message.contains("the host has not shown its part"), "{}", report.message);
    assert!(report.message.contains("1 seals"), "{}", report.message);
    assert!(matches!(
        Seeker::open(&games(), &log, false, Checkpoints::default()),
        Err(Stop::Start(error)) if error.to_string().contains("not known yet")
    ));
    // Neither the seed nor the host's part stands anywhere in the bytes.
    let hidden =
        [Seed::from_number(1), seeds::combined(&[1, 2, 3].map(Seed::from_number)), Seed(part(1).salt)];
    for secret in hidden {
        assert!(!log.windows(32).any(|bytes| bytes == secret.0), "{secret:?}");
    }
    // Who has the part sees everything, and goes on.
    let shown = reveal(&log, part(1)).unwrap();
    let report = verify(&games(), &shown);
    assert_eq!((report.verdict, report.at), (Verdict::Incomplete, Some(70)), "{report:?}");
    assert!(report.message.contains("the match is not over"), "{}", report.message);
    let factory = MagicFactory::default();
    let resumed = Recorder::resume(&factory, &log, &Options::default(), log.clone());
    assert!(matches!(resumed, Err(ResumeError::Definitions(_))));
    let mut recorder = Recorder::resume(&factory, &log, &options, log.clone()).unwrap();
    let mut minds = mind(5);
    while step(&mut recorder, &mut minds) {}
    recorder.finish().unwrap();
    let log = recorder.into_storage().unwrap();
    assert_eq!(verify(&games(), &log).verdict, Verdict::Verified);
}

#[test]
fn another_part_than_was_committed_to_is_refused() {
    let log = begun(&with(parts(1, [2, 3])), 5).into_storage().unwrap();
    let unfair = |what| Some(FaultKind::Unfair { party: Party::HOST, what });
    assert_eq!(reveal(&log, part(4)).err().map(|fault| fault.kind), unfair(Unfair::False));
    // A host that tries one part after the other after the players have shown theirs finds none that fits.
    for number in 4..200 {
        assert!(reveal(&log, part(number)).is_err());
        let other_salt = Part { salt: part(number).salt, ..part(1) };
        assert!(reveal(&log, other_salt).is_err());
    }
    let shown = reveal(&log, part(1)).unwrap();
    assert_eq!(reveal(&shown, part(1)).err().map(|fault| fault.verdict().word()), Some("tampered"));
}

#[test]
fn players_choose_in_their_order_and_before_the_match() {
    let factory = MagicFactory::default();
    let drawing = || Drawing::new(&factory, &setup(1), part(1), &Options::default(), Vec::new()).unwrap();
    let commitment = |drawing: &Drawing<Vec<u8>>, seat: u8, number| {
        part(number).commitment(&drawing.binding(), Party::seat(Seat(seat)).0)
    };
    let refused = |result: Result<(), RecordError>| match result {
        Err(RecordError::Write(WriteError::Refused(kind))) => kind,
        other => panic!("{other:?}"),
    };
    let mut log = drawing();
    assert_eq!(log.progress().awaited(), Some(Party::seat(Seat(0))));
    let (first, second) = (commitment(&log, 0, 2), commitment(&log, 1, 3));
    assert!(matches!(refused(log.commit(Seat(1), second)), FaultKind::Seed { .. }));
    log.commit(Seat(0), first).unwrap();
    assert!(matches!(refused(log.commit(Seat(0), first)), FaultKind::Seed { .. }));
    // Nobody shows a part while another one is not bound yet: going last gives no choice.
    assert!(matches!(refused(log.show(Seat(0), part(2))), FaultKind::Seed { .. }));
    log.commit(Seat(1), second).unwrap();
    assert!(matches!(refused(log.commit(Seat(2), second)), FaultKind::Seed { .. }));
    let party = Party::seat(Seat(0));
    assert_eq!(refused(log.show(Seat(0), part(3))), FaultKind::Unfair { party, what: Unfair::False });
    log.show(Seat(0), part(2)).unwrap();
    let party = Party::seat(Seat(1));
    let unfair = FaultKind::Unfair { party, what: Unfair::Withheld };
    match log.begin(&factory) {
        Err(RecordError::Write(WriteError::Refused(kind))) => assert_eq!(kind, unfair),
        other => panic!("{:?}", other.err()),
    }
    // A part that was made for one seat or one match fits no other.
    let mut log = drawing();
    let first = commitment(&log, 0, 2);
    log.commit(Seat(0), first).unwrap();
    log.commit(Seat(1), first).unwrap();
    log.show(Seat(0), part(2)).unwrap();
    assert_eq!(refused(log.show(Seat(1), part(2))), FaultKind::Unfair { party, what: Unfair::False });
}

#[test]
fn a_player_who_withholds_its_part_is_named() {
    let factory = MagicFactory::default();
    let mut log = Drawing::new(&factory, &setup(1), part(1), &Options::default(), Vec::new()).unwrap();
    let binding = log.binding();
    for (seat, number) in [(0, 2), (1, 3)] {
        log.commit(Seat(seat), part(number).commitment(&binding, seat + 1)).unwrap();
    }
    log.show(Seat(0), part(2)).unwrap();
    let (told, bytes) = log.withheld(Seat(1), "left the table").unwrap();
    let report = verify(&games(), &bytes);
    assert_eq!((told, report.verdict), (Verdict::Unfair, Verdict::Unfair), "{report:?}");
    assert!(report.message.starts_with("seat 1 has not shown its part"), "{}", report.message);
    // A note about somebody whose turn it is not says nothing.
    let mut log = Drawing::new(&factory, &setup(1), part(1), &Options::default(), Vec::new()).unwrap();
    log.commit(Seat(0), part(2).commitment(&binding, 1)).unwrap();
    let (told, bytes) = log.withheld(Seat(0), "it was quick").unwrap();
    let report = verify(&games(), &bytes);
    assert_eq!((told, report.verdict), (Verdict::Incomplete, Verdict::Incomplete), "{report:?}");
    assert!(report.message.contains("seat 1 has not put its part"), "{}", report.message);
}

#[test]
fn a_seed_of_zeros_is_no_seed_of_a_match() {
    let zeros = duelog_kernel::Setup { seed: seeds::SHARED, ..setup(1) };
    let begun = Recorder::new(&MagicFactory::default(), &zeros, &Options::default(), Vec::new());
    assert!(matches!(begun.err(), Some(RecordError::Header(_))));
}

/// A host that was shown the players' parts can draw again with parts of its own; each log of that verifies. Who
/// looks for the own fresh part, and for what the others had committed to, is not taken in.
#[test]
fn a_part_is_found_in_its_own_match_alone() {
    let seat = |seat| Party::seat(Seat(seat));
    let log = whole(&with(parts(1, [2, 3])));
    let mut reader = Reader::open(&log).unwrap();
    let binding = seeds::binding(reader.header());
    let progress = *reader.check().unwrap();
    let all = (0..3).filter_map(|party| progress.commitment(Party(party))).collect::<Vec<_>>();
    let fresh = |number| KeptPart::fresh(part(number));
    let shown = KeptPart { used: Some((seat(0), binding)), shown: Some(all), ..fresh(2) };
    let found = |own: &KeptPart, party, log: &[u8]| look_for(own, party, log).unwrap();
    let place = |own: &KeptPart, party| found(own, party, &log).map(|seen| (seen.party, seen.others));
    assert_eq!(place(&fresh(2), None), Ok(("seat 0".to_string(), false)));
    assert_eq!(place(&fresh(3), Some(seat(1))), Ok(("seat 1".to_string(), false)));
    assert_eq!(place(&fresh(1), Some(Party::HOST)), Ok(("host".to_string(), false)));
    assert_eq!(place(&shown, Some(seat(0))), Ok(("seat 0".to_string(), true)));
    let without = |own: &KeptPart, party, log: &[u8], part: &str| {
        let said = found(own, party, log).expect_err("it is not there");
        assert!(said.contains(part), "{said}");
        let report = verify(&games(), log);
        assert_eq!(report.verdict, Verdict::Verified);
        let report = report.with_part(own, party, log);
        assert_eq!((report.verdict, report.message), (Verdict::WithoutPart, said));
    };
    without(&fresh(4), None, &log, "no party has committed to this part");
    without(&fresh(2), Some(seat(1)), &log, "seat 1 has not committed to this part");
    // A host that draws again: the part is there, and the host's commitment is another one.
    let again = whole(&with(parts(9, [2, 3])));
    assert!(found(&fresh(2), None, &again).is_ok(), "this is why the others' commitments are kept");
    without(&shown, None, &again, "the commitment of the host in this log is not the one that stood there");
    let together = whole(&with(parts(1, [2, 8])));
    without(&shown, None, &together, "the commitment of seat 1 in this log");
    // The same decks with a label are another match.
    let labelled = whole(&with(parts(1, [2, 3])).label("round", "2"));
    without(&shown, None, &labelled, "seat 0 committed to this part for the match with the binding");
    let alone = whole(&Options::default());
    without(&shown, None, &alone, "the host alone chose the seed");
    // Where the bytes are at fault, that is told.
    let report = verify(&games(), &log[..log.len() - 1]);
    assert_eq!(report.with_part(&fresh(4), None, &log[..log.len() - 1]).verdict, Verdict::Torn);
}
