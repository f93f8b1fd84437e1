//! What somebody tries who wants to know or change more than the format gives: each is answered with no.

use crate::common::{mind, observed, records, setup, step, the_deck};
use duelog_kernel::{Seat, Setup};
use duelog_log_format::observed::{OpenedObservation, OpenedZone, Shown, ViewerCode, ZoneCard};
use duelog_log_format::seeds::Part;
use duelog_log_format::{
    Disclosure, FaultKind, ObservedFact, Opened, Party, Reader, Record, Undisclosed, Unfair, ViewLog,
    WriteError,
};
use duelog_magic::factory::MagicFactory;
use duelog_verifier::signing::{Keyring, SecretKey, SignedStatement, provenance};
use duelog_verifier::{
    Drawing, FactToOpen, NotOf, Options, RecordError, Recorder, disclose, follows, redact, verify,
};

fn magic() -> MagicFactory {
    MagicFactory::default()
}

fn opened(full: &[u8], at: u32, wanted: &FactToOpen) -> Disclosure {
    disclose(&magic(), full, at, wanted).unwrap_or_else(|error| panic!("{error}")).disclosure
}

fn hand(seat: u8) -> FactToOpen {
    FactToOpen::Zone { name: "hand".to_string(), seat: Some(Seat(seat)), card: None }
}

fn told(seat: u8) -> FactToOpen {
    FactToOpen::Told { seat: Seat(seat) }
}

fn public(views: &[Vec<u8>]) -> ViewLog {
    ViewLog::read(&views[0]).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The same log played on in another way, up to so many decisions.
fn played_on(log: &[u8], minds: u64, most: u32) -> Vec<u8> {
    let options = Options::default();
    let mut recorder = Recorder::resume(&magic(), log, &options, log.to_vec()).unwrap();
    let mut mind = mind(minds);
    while recorder.progress().decisions() < most && step(&mut recorder, &mut mind) {}
    recorder.seal().unwrap();
    recorder.into_storage().unwrap()
}

/// The zone that a disclosure opens, to be changed.
fn zone(disclosure: &Disclosure) -> OpenedZone {
    match &disclosure.fact {
        Opened::Zone(zone) => zone.clone(),
        Opened::Told(_) => panic!("a zone was asked for"),
    }
}

fn with_zone(disclosure: &Disclosure, zone: OpenedZone) -> Disclosure {
    Disclosure { fact: Opened::Zone(zone), ..disclosure.clone() }
}

#[test]
fn a_disclosure_of_another_log_of_the_same_match_is_refused() {
    let (begun, _) = observed(1, 70);
    let (one, other) = (played_on(&begun, 5, 140), played_on(&begun, 6, 140));
    let log = public(&redact(&magic(), &one).unwrap());
    assert_eq!(public(&redact(&magic(), &other).unwrap()).match_id, log.match_id);
    for wanted in [hand(0), hand(1), told(1)] {
        // As far as both are the same, what one says the other says.
        assert_eq!(opened(&other, 20, &wanted).check(&log), Ok(()));
        let at = 130;
        assert_eq!(opened(&one, at, &wanted).check(&log), Ok(()));
        let foreign = opened(&other, at, &wanted);
        assert_eq!(foreign.check(&log), Err(Undisclosed::False(foreign.seal)));
        let with_roots = Disclosure { roots: opened(&one, at, &wanted).roots, ..foreign.clone() };
        assert_eq!(with_roots.check(&log), Err(Undisclosed::False(foreign.seal)), "{wanted:?}");
    }
}

#[test]
fn a_disclosure_of_another_moment_is_refused() {
    let (full, views) = observed(1, 200);
    let log = public(&views);
    for wanted in [hand(1), told(1)] {
        let (good, later) = (opened(&full, 75, &wanted), opened(&full, 100, &wanted));
        assert_eq!((good.check(&log), later.check(&log)), (Ok(()), Ok(())));
        for seal in [good.seal - 1, good.seal + 1, later.seal] {
            assert_eq!(Disclosure { seal, ..good.clone() }.check(&log), Err(Undisclosed::False(seal)));
        }
        let moved = Disclosure { fact: good.fact.clone(), ..later.clone() };
        assert_eq!(moved.check(&log), Err(Undisclosed::False(later.seal)), "with all else of that moment");
        for seal in [0, 99] {
            assert_eq!(Disclosure { seal, ..good.clone() }.check(&log), Err(Undisclosed::NoSeal(seal)));
        }
    }
}

#[test]
fn a_disclosure_of_another_seat_is_refused() {
    let (full, views) = observed(1, 200);
    let log = public(&views);
    let (good, other) = (opened(&full, 75, &hand(1)), opened(&full, 75, &hand(0)));
    let refused = Err(Undisclosed::False(good.seal));
    let (own, theirs) = (zone(&good), zone(&other));
    // The opening of one hand in the place of the other's; a list of zones that calls it another one's.
    let swapped = OpenedZone { zone: own.zone, ..theirs };
    assert_eq!(with_zone(&good, swapped).check(&log), refused);
    let mut renamed = own.clone();
    renamed.zones[own.zone as usize].seat = Some(Seat(0));
    assert_eq!(with_zone(&good, renamed).check(&log), refused);
    let good = opened(&full, 70, &told(1));
    let Opened::Told(opening) = &good.fact else { panic!("told") };
    for viewer in [ViewerCode(0), ViewerCode(1), ViewerCode(3), ViewerCode(99)] {
        let other = OpenedObservation { viewer, ..opening.clone() };
        let said = Disclosure { fact: Opened::Told(other), ..good.clone() };
        assert_eq!(said.check(&log), Err(Undisclosed::False(good.seal)), "{viewer}");
    }
}

#[test]
fn a_disclosure_of_another_match_is_refused() {
    let ((full, views), (elsewhere, _)) = (observed(1, 200), observed(2, 200));
    let log = public(&views);
    for wanted in [hand(1), told(1)] {
        let foreign = opened(&elsewhere, 75, &wanted);
        assert_eq!(foreign.check(&log), Err(Undisclosed::OtherMatch));
        let good = opened(&full, 75, &wanted);
        let renamed = Disclosure { match_id: good.match_id, ..foreign.clone() };
        assert_eq!(renamed.check(&log), Err(Undisclosed::False(foreign.seal)));
        let with_roots = Disclosure { roots: good.roots, ..renamed };
        assert_eq!(with_roots.check(&log), Err(Undisclosed::False(foreign.seal)));
    }
}

#[test]
fn a_false_disclosure_is_refused() {
    let (full, views) = observed(1, 200);
    let log = public(&views);
    let good = opened(&full, 75, &hand(1));
    let refused = Err(Undisclosed::False(good.seal));
    // Another card, one less, another order, another id.
    let changed = |change: &dyn Fn(&mut Vec<ZoneCard>)| {
        let mut zone = zone(&good);
        let Shown::All { cards, .. } = &mut zone.shown else { panic!("the whole hand was asked for") };
        change(cards);
        with_zone(&good, zone).check(&log)
    };
    assert_eq!(changed(&|_| {}), Ok(()));
    assert_eq!(changed(&|cards| cards[0].name = "Black Lotus".to_string()), refused);
    assert_eq!(changed(&|cards| drop(cards.pop())), refused);
    assert_eq!(changed(&|cards| cards.reverse()), refused);
    assert_eq!(changed(&|cards| cards[0].id.0 += 1), refused);
    // What was told: another text, another place, another way up.
    let good = opened(&full, 70, &told(1));
    let Opened::Told(opening) = &good.fact else { panic!("told") };
    let changed = |change: &dyn Fn(&mut OpenedObservation)| {
        let mut opening = opening.clone();
        change(&mut opening);
        Disclosure { fact: Opened::Told(opening), ..good.clone() }.check(&log)
    };
    let (refused, last) = (Err(Undisclosed::False(good.seal)), opening.observation.len() - 1);
    assert_eq!(changed(&|_| {}), Ok(()));
    assert_eq!(changed(&|told| told.first += 1), refused);
    assert_eq!(changed(&|told| told.within += 1), refused);
    assert_eq!(changed(&|told| told.count += 1), refused);
    assert_eq!(changed(&|told| told.salt[0] ^= 1), refused);
    assert_eq!(changed(&|told| told.path.clear()), refused);
    assert_eq!(changed(&|told| told.observation[last] ^= 1), refused);
}

/// The beginning of an observed match of these decks.
fn begun(setup: &Setup, salt: [u8; 32]) -> (Vec<u8>, ViewLog) {
    let options = Options { observed: Some(salt), ..Options::default() };
    let mut recorder = Recorder::new(&magic(), setup, &options, Vec::new()).unwrap();
    recorder.seal().unwrap();
    let full = recorder.into_storage().unwrap();
    let log = public(&redact(&magic(), &full).unwrap());
    (full, log)
}

/// Decks, names, position and seed stand behind a commitment: the public part is the same for all that look the same,
/// and who has the full log opens it.
#[test]
fn the_hidden_part_of_a_header_is_bound_and_not_told() {
    let one = setup(1);
    let mut other = one.clone();
    other.decks[0] = the_deck(0);
    other.decks[1] = the_deck(0);
    assert!(one.decks != other.decks);
    assert_eq!(cards(&one), cards(&other));
    let ((full, log), (_, twin)) = (begun(&one, [7; 32]), begun(&other, [7; 32]));
    assert_eq!(log.header.public, twin.header.public);
    assert_ne!(log.header.veiled, twin.header.veiled);
    assert_ne!(log.match_id, twin.match_id);
    // The full log opens it: its match is this one, and that of no other deck, name or seed.
    assert_eq!(Reader::open(&full).unwrap().check().unwrap().begun(), log.match_id);
    let mut renamed = one.clone();
    renamed.decks[0].name.push('x');
    for changed in [other.clone(), renamed, Setup { seed: setup(2).seed, ..one.clone() }] {
        let (changed, _) = begun(&changed, [7; 32]);
        let (view, read) = (redact(&magic(), &full).unwrap().remove(0), &log);
        assert!(matches!(follows(&magic(), &view, read, &changed), Err(NotOf::OtherMatch)));
    }
    // Who knows both lists of decks and guesses at salts does not find out which it is.
    for guess in [[0; 32], log.header.key, log.header.veiled.0, log.match_id.0] {
        for decks in [&one, &other] {
            assert_ne!(begun(decks, guess).1.header.veiled, log.header.veiled);
        }
    }
}

fn cards(setup: &Setup) -> Vec<u32> {
    setup.decks.iter().map(|deck| deck.cards.iter().map(|card| u32::from(card.0)).sum()).collect()
}

fn part(number: u8) -> Part {
    Part { salt: [number; 32], seed: setup(u64::from(number)).seed }
}

/// Whoever goes last has seen all that the others have shown, and can choose nothing by it.
#[test]
fn who_goes_last_finds_no_other_part_that_fits() {
    let draw = || {
        let mut drawing =
            Drawing::new(&magic(), &setup(1), part(1), &Options::default(), Vec::new()).unwrap();
        let binding = drawing.binding();
        for seat in 0..2 {
            drawing.commit(Seat(seat), part(seat + 2).commitment(&binding, seat + 1)).unwrap();
        }
        drawing.show(Seat(0), part(2)).unwrap();
        drawing
    };
    let mut drawing = draw();
    let unfair = FaultKind::Unfair { party: Party::seat(Seat(1)), what: Unfair::False };
    for number in (4..=255).chain([1, 2]) {
        for tried in [part(number), Part { salt: part(3).salt, ..part(number) }] {
            match drawing.show(Seat(1), tried) {
                Err(RecordError::Write(WriteError::Refused(kind))) => assert_eq!(kind, unfair),
                other => panic!("{other:?}"),
            }
        }
    }
    drawing.show(Seat(1), part(3)).unwrap();
    let honest = drawing.begin(&magic()).unwrap().header().seed;
    // Who stops instead is named, and whoever begins again begins with new parts: what was seen is of no use.
    let stopped = verify(&crate::common::games(), &draw().withheld(Seat(1), "has left").unwrap().1);
    assert!(stopped.message.starts_with("seat 1 has not shown its part"), "{}", stopped.message);
    let again = Drawing::or_alone(
        &magic(),
        &setup(1),
        &Options {
            parts: Some(duelog_verifier::Parts { host: part(9), players: vec![part(2), part(3)] }),
            ..Options::default()
        },
        Vec::new(),
    );
    assert_ne!(again.unwrap().header().seed, honest, "another part of the host alone makes another seed");
}

/// A match in which host and both players sign each seal, with what seat 1 keeps of it.
fn all_sign(minds: u64, most: u32) -> (Vec<u8>, Vec<SignedStatement>) {
    let keys = [0, 1, 2].map(key);
    let options = Options { observed: Some([3; 32]), key: Some(keys[0].clone()), ..Options::default() };
    let mut recorder = Recorder::new(&magic(), &setup(1), &options, Vec::new()).unwrap();
    let (mut mind, mut kept) = (mind(minds), Vec::new());
    while recorder.progress().decisions() < most && step(&mut recorder, &mut mind) {
        if recorder.progress().decisions() % 20 == 0 {
            recorder.seal().unwrap();
            for party in [Party(1), Party(2)] {
                let statement = recorder.progress().statement(party).unwrap();
                recorder.signature(keys[usize::from(party.0)].sign(&statement).unwrap()).unwrap();
                if party == Party(2) {
                    let note = SignedStatement::sign(&statement, &keys[2]).unwrap();
                    kept.push(SignedStatement::read(&note).unwrap());
                }
            }
        }
    }
    (recorder.into_storage().unwrap(), kept)
}

fn key(party: u8) -> SecretKey {
    SecretKey::new("example.com/party", &[party + 1; 32]).unwrap()
}

/// What a player answered stands in what it was told, which it signs: it cannot say later that the host made that up,
/// and the host cannot put another answer there.
#[test]
fn a_player_cannot_blame_its_answer_on_the_host_nor_the_host_its_own_on_a_player() {
    let (full, kept) = all_sign(1, 90);
    let log = public(&redact(&magic(), &full).unwrap());
    let mut number = 0;
    for record in records(&full).1 {
        let Record::Decision(made) = record else { continue };
        number += 1;
        if made.seat != Seat(1) || number > 80 || number % 5 != 0 {
            continue;
        }
        let disclosure = opened(&full, number, &told(1));
        assert_eq!(disclosure.check(&log), Ok(()));
        let Opened::Told(opening) = &disclosure.fact else { panic!("told") };
        let said = duelog_log_format::Observation::read(&opening.observation).unwrap();
        assert_eq!(said.choice(), Some(made.choice), "decision {number}");
        // That seal is signed by the player.
        let seen = &log.seals[disclosure.seal as usize - 1];
        assert!(
            seen.signed.iter().any(|signed| signed.party == Party(2) && signed.key == key(2).public().key)
        );
        // With another answer in it, it is not what was signed.
        let mut other = opening.clone();
        let place = other.observation.iter().position(|byte| *byte == 1).unwrap();
        other.observation[place] ^= 2;
        let lie = Disclosure { fact: Opened::Told(other), ..disclosure.clone() };
        assert_eq!(lie.check(&log), Err(Undisclosed::False(disclosure.seal)));
    }
    // A host that writes other answers for the player than those that it signed is convicted by what the player keeps.
    let ring = Keyring::read(&format!("seat 1 {}", key(2).public().text())).unwrap();
    let (rewritten, _) = all_sign(2, 90);
    let found = provenance(&rewritten, &ring, &kept, &[]).unwrap().finding.map(|found| found.0);
    assert_eq!(found, Some(duelog_verifier::signing::Against::Contradicted));
    assert_eq!(provenance(&full, &ring, &kept, &[]).unwrap().finding, None);
}

/// Every viewer is told of a rewind; a log of the same match without it has other seals.
#[test]
fn the_host_does_not_go_back_unseen() {
    let (full, views) = observed(1, 140);
    let rewinds = records(&full).1.iter().filter(|record| matches!(record, Record::Rewind(_))).count();
    assert_eq!(rewinds, 2);
    for view in &views {
        let log = ViewLog::read(view).unwrap();
        let told =
            log.observations.iter().filter(|told| matches!(told.what, ObservedFact::Rewound { .. })).count();
        assert_eq!(told, rewinds, "{}", log.header.viewer);
        assert_eq!(log.decisions, 140, "those that were taken back stay told");
    }
}
