//! Simulation: whole games between random bots, on one core and on all.

use divan::Bencher;
use divan::counter::ItemsCount;
use duelog_kernel::Match;
use duelog_tests::games::{decision, magic_setup, random, recorded, silent};
use rayon::prelude::*;

const GAMES: u64 = 64;

fn main() {
    divan::main();
}

fn play(seed: u64) -> u32 {
    let mut game = silent(&magic_setup(seed));
    let mut stream = random(seed);
    while let Some((seat, choice)) = decision(&game, &mut stream) {
        game.decide(seat, &choice).expect("offered");
    }
    game.decisions()
}

fn decisions() -> ItemsCount {
    ItemsCount::new((0..GAMES).map(play).sum::<u32>())
}

#[divan::bench(sample_count = 10)]
fn one_core(bencher: Bencher) {
    bencher.counter(decisions()).bench(|| (0..GAMES).map(play).sum::<u32>());
}

#[divan::bench(sample_count = 10)]
fn all_cores(bencher: Bencher) {
    bencher.counter(decisions()).bench(|| (0..GAMES).into_par_iter().map(play).sum::<u32>());
}

/// The same with a log of each game.
#[divan::bench(sample_count = 10)]
fn one_core_recorded(bencher: Bencher) {
    bencher.counter(decisions()).bench(|| (0..GAMES).map(|seed| recorded(seed).len()).sum::<usize>());
}
