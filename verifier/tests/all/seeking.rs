//! Reaching any decision, with checkpoints that are right, wrong, stale or damaged.

use crate::common::{games, recorded};
use duelog_kernel::{Digest, Viewer};
use duelog_verifier::{Checkpoints, INTERVAL, SeekError, Seeker};

fn seeker(log: &[u8], checkpoints: Checkpoints) -> Seeker {
    Seeker::open(&games(), log, false, checkpoints).unwrap()
}

/// The roots after every decision, found in order.
fn roots(log: &[u8]) -> Vec<Digest> {
    let mut seeker = seeker(log, Checkpoints::default());
    (0..=seeker.decisions()).map(|number| seeker.seek(number).unwrap().root()).collect()
}

/// Checks decisions in a restless order against `roots`.
fn agrees(mut seeker: Seeker, roots: &[Digest]) -> Seeker {
    let count = roots.len();
    for step in 0..60 {
        let number = step * 7919 % count;
        assert_eq!(seeker.seek(number as u32).unwrap().root(), roots[number], "decision {number}");
        assert_eq!(seeker.game().decisions(), number as u32);
    }
    assert_eq!(seeker.divergence(), None);
    seeker
}

#[test]
fn every_decision_is_reached_with_and_without_checkpoints() {
    let log = recorded(1, u32::MAX);
    let roots = roots(&log);
    let mut without = agrees(seeker(&log, Checkpoints::default()), &roots);
    without.seek(0).unwrap();
    without.seek(without.decisions()).unwrap();
    let made = without.checkpoints();
    assert!(made.changed());
    let stored = made.bytes();
    let read = Checkpoints::read(&stored);
    assert_eq!((read.len(), read.changed()), (made.len(), false));
    let with = agrees(seeker(&log, read), &roots);
    assert!(with.checkpoints().has(INTERVAL) && !with.checkpoints().has(INTERVAL + 1));
    assert_eq!(with.checkpoints().len(), (roots.len() - 1) / INTERVAL as usize);
    assert!(!with.checkpoints().changed(), "good checkpoints are all used");
}

#[test]
fn bad_checkpoints_are_rebuilt_in_silence() {
    let log = recorded(3, u32::MAX);
    let roots = roots(&log);
    let mut source = seeker(&log, Checkpoints::default());
    source.seek(source.decisions()).unwrap();
    let good = source.checkpoints().bytes();

    // Of another match.
    let mut other = seeker(&recorded(4, u32::MAX), Checkpoints::default());
    other.seek(other.decisions()).unwrap();
    let rebuilt = agrees(seeker(&log, Checkpoints::read(&other.checkpoints().bytes())), &roots);
    assert!(rebuilt.checkpoints().changed());

    // Cut, empty, of no form at all.
    for bytes in [&good[..good.len() / 2], &good[..good.len() - 1], b"", b"DUELOG\r\n and so on"] {
        agrees(seeker(&log, Checkpoints::read(bytes)), &roots);
    }
    // Flipped bits: they are refused when read, or by the root that they must reproduce, or do no harm.
    for place in (0..good.len()).step_by(good.len() / 97) {
        let mut flipped = good.clone();
        flipped[place] ^= 1 << (place % 8);
        let mut seeker = seeker(&log, Checkpoints::read(&flipped));
        for number in [INTERVAL + 3, 5 * INTERVAL + 1, 3 * INTERVAL] {
            assert_eq!(seeker.seek(number).unwrap().root(), roots[number as usize], "byte {place}");
        }
    }
}

#[test]
fn what_the_log_does_not_have_is_not_reached() {
    let log = recorded(3, 100);
    let mut seeker = seeker(&log, Checkpoints::default());
    assert!(matches!(seeker.seek(101), Err(SeekError::Beyond { asked: 101, decisions: 100 })));
    assert_eq!(seeker.seek(100).unwrap().decisions(), 100);
}

#[test]
fn a_damaged_log_is_reached_up_to_the_damage() {
    let log = recorded(3, u32::MAX);
    let mut seeker = seeker(&log[..log.len() / 2], Checkpoints::default());
    assert!(seeker.fault().is_some() && seeker.decisions() > 100);
    seeker.seek(seeker.decisions()).unwrap();
}

#[test]
fn one_decision_on_always_has_its_journal() {
    let log = recorded(3, u32::MAX);
    let mut seeker = Seeker::open(&games(), &log, true, Checkpoints::default()).unwrap();
    seeker.seek(seeker.decisions()).unwrap();
    for number in [500, 3, 200, 129, 64, 65] {
        seeker.seek(number - 1).unwrap();
        let told = seeker.seek(number).unwrap().told(number, Viewer::Judge);
        assert!(
            !told.is_empty() && told.iter().all(|told| told.decision == number),
            "decision {number}: {told:?}"
        );
    }
}
