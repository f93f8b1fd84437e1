//! Reaching any decision of a log, and the verdict on a whole one.

use divan::Bencher;
use divan::counter::ItemsCount;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Factory;
use duelog_log_format::Reader;
use duelog_magic::Magic;
use duelog_tests::games::{Played, random, recorded_of};
use duelog_verifier::{Checkpoints, Seeker, verify};

fn main() {
    divan::main();
}

fn games<G: Played>() -> Vec<Box<dyn Factory>> {
    vec![G::factory()]
}

/// The longest of some games.
fn longest<G: Played>() -> Vec<u8> {
    let decisions =
        |log: &Vec<u8>| Reader::open(log).expect("a good log").check().expect("a good log").decisions();
    (0..64).map(recorded_of::<G>).max_by_key(decisions).expect("there are some")
}

/// The target: a decision at random, in a log whose checkpoints are there.
#[divan::bench(sample_count = 500, sample_size = 1, types = [Magic, DuelMasters, FleshAndBlood])]
fn with_checkpoints<G: Played>(bencher: Bencher) {
    let log = longest::<G>();
    let mut seeker = Seeker::open(&games::<G>(), &log, false, Checkpoints::default()).expect("a good log");
    let decisions = seeker.decisions();
    seeker.seek(decisions).expect("a good log");
    let mut stream = random(1);
    bencher
        .with_inputs(|| stream.below(decisions + 1))
        .bench_local_values(|decision| seeker.seek(decision).expect("a good log").decisions());
}

/// The first look at a log whose checkpoints are in a file: all of it, from the bytes on.
#[divan::bench(sample_count = 50, types = [Magic, DuelMasters, FleshAndBlood])]
fn opened_with_stored_checkpoints<G: Played>(bencher: Bencher) {
    let (log, games) = (longest::<G>(), games::<G>());
    let mut seeker = Seeker::open(&games, &log, false, Checkpoints::default()).expect("a good log");
    let decisions = seeker.decisions();
    seeker.seek(decisions).expect("a good log");
    let stored = seeker.checkpoints().bytes();
    bencher.bench(|| {
        let mut seeker = Seeker::open(&games, &log, false, Checkpoints::read(&stored)).expect("a good log");
        seeker.seek(decisions - 1).expect("a good log").decisions()
    });
}

/// The same without checkpoints: a replay.
#[divan::bench(sample_count = 20, types = [Magic, DuelMasters, FleshAndBlood])]
fn opened_without_checkpoints<G: Played>(bencher: Bencher) {
    let (log, games) = (longest::<G>(), games::<G>());
    bencher.bench(|| {
        let mut seeker = Seeker::open(&games, &log, false, Checkpoints::default()).expect("a good log");
        let last = seeker.decisions() - 1;
        seeker.seek(last).expect("a good log").decisions()
    });
}

/// Frames, chain, seals, definitions, every decision and every tag.
#[divan::bench(sample_count = 20, types = [Magic, DuelMasters, FleshAndBlood])]
fn verdict<G: Played>(bencher: Bencher) {
    let (log, games) = (longest::<G>(), games::<G>());
    let decisions = verify(&games, &log).decisions;
    bencher.counter(ItemsCount::new(decisions)).bench(|| verify(&games, &log).verdict);
}
