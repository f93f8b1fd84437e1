//! Measures replaying and seeking on this machine: `measure LOG…`.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a measurement"
)]

use std::time::{Duration, Instant};

use duelog_kernel::Factory;
use duelog_magic::factory::MagicFactory;
use duelog_verifier::{Checkpoints, Seeker, verify};

fn main() {
    let games: Vec<Box<dyn Factory>> = vec![Box::new(MagicFactory::default())];
    let logs: Vec<(String, Vec<u8>)> =
        std::env::args().skip(1).map(|path| (path.clone(), std::fs::read(&path).unwrap())).collect();
    let (mut decisions, mut bytes, mut taken) = (0, 0, Duration::MAX);
    for _ in 0..5 {
        let begin = Instant::now();
        decisions = logs.iter().map(|log| u64::from(verify(&games, &log.1).decisions)).sum();
        bytes = logs.iter().map(|log| log.1.len()).sum();
        taken = taken.min(begin.elapsed());
    }
    let seconds = taken.as_secs_f64();
    println!(
        "verify: {} logs, {decisions} decisions in {seconds:.4} s: {:.0} decisions/s on one core",
        logs.len(),
        decisions as f64 / seconds
    );
    println!("size: {:.2} bytes a decision over all", bytes as f64 / decisions as f64);

    let Some((name, log)) = logs.iter().max_by_key(|log| log.1.len()) else { return };
    let begin = Instant::now();
    let mut seeker = Seeker::open(&games, log, false, Checkpoints::default()).unwrap();
    let opened = begin.elapsed();
    let begin = Instant::now();
    seeker.seek(seeker.decisions()).unwrap();
    let through = begin.elapsed();
    println!(
        "{name}: {} decisions; open {opened:?}; once through with checkpoints made {through:?}",
        seeker.decisions()
    );
    let stored = seeker.checkpoints().bytes();
    let begin = Instant::now();
    let read = Checkpoints::read(&stored);
    println!("checkpoints: {} in {} bytes, read in {:?}", read.len(), stored.len(), begin.elapsed());
    let mut seeker = Seeker::open(&games, log, false, read).unwrap();
    // The same steps five times over, the best of each: other programs on the machine are not what is
    // measured.
    let mut times = vec![Duration::MAX; 2000];
    for _ in 0..5 {
        for (step, best) in (0..2000u32).zip(&mut times) {
            let number = step.wrapping_mul(2_654_435_761) % (seeker.decisions() + 1);
            let begin = Instant::now();
            seeker.seek(number).unwrap();
            *best = begin.elapsed().min(*best);
        }
    }
    times.sort();
    println!("seek: median {:?}, 99 of 100 within {:?}, worst {:?}", times[1000], times[1980], times[1999]);
}
