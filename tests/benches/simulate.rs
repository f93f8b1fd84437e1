//! Simulation: whole games between random bots, on one core and on all.

use divan::Bencher;
use divan::counter::ItemsCount;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Match;
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, recorded_of, setup};
use rayon::prelude::*;

const GAMES: u32 = 64;

fn main() {
    divan::main();
}

fn play<G: Played>(seed: u64) -> u32 {
    let mut game = G::table(&setup::<G>(seed), false);
    let mut stream = random(seed);
    while let Some((seat, choice)) = decision(&game, &mut stream) {
        game.decide(seat, &choice).expect("offered");
    }
    game.decisions()
}

fn decisions<G: Played>() -> ItemsCount {
    ItemsCount::new((0..GAMES).map(|seed| play::<G>(seed.into())).sum::<u32>())
}

#[divan::bench(sample_count = 10, types = [Magic, DuelMasters, FleshAndBlood])]
fn one_core<G: Played>(bencher: Bencher) {
    bencher.counter(decisions::<G>()).bench(|| (0..GAMES).map(|seed| play::<G>(seed.into())).sum::<u32>());
}

#[divan::bench(sample_count = 10, types = [Magic, DuelMasters, FleshAndBlood])]
fn all_cores<G: Played>(bencher: Bencher) {
    bencher
        .counter(decisions::<G>())
        .bench(|| (0..GAMES).into_par_iter().with_max_len(1).map(|seed| play::<G>(seed.into())).sum::<u32>());
}

/// The same with a log of each game.
#[divan::bench(sample_count = 10, types = [Magic, DuelMasters, FleshAndBlood])]
fn one_core_recorded<G: Played>(bencher: Bencher) {
    bencher
        .counter(decisions::<G>())
        .bench(|| (0..GAMES).map(|seed| recorded_of::<G>(seed.into()).len()).sum::<usize>());
}
