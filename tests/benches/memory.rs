//! Memory: what a running match holds, and what a decision takes on disk.

use divan::{AllocProfiler, Bencher};
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Match;
use duelog_log_format::{Reader, RecordKind};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, recorded_of, setup};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    on_disk::<Magic>();
    on_disk::<DuelMasters>();
    on_disk::<FleshAndBlood>();
    divan::main();
}

fn on_disk<G: Played>() {
    let (mut decisions, mut all, mut headers, mut frames) = (0, 0, 0, 0);
    for seed in 0..100 {
        let log = recorded_of::<G>(seed);
        let mut reader = Reader::open(&log).expect("a good log");
        all += log.len() as u64;
        headers += reader.progress().bytes();
        while let Some(frame) = reader.next_frame().expect("a good log") {
            if frame.kind == RecordKind::Decision {
                decisions += 1;
                frames += reader.progress().bytes() - frame.at.offset;
            }
        }
    }
    let each = |bytes: u64| format!("{}.{:02}", bytes / decisions, bytes * 100 / decisions % 100);
    println!(
        "{}: on disk, 100 games: {decisions} decisions; bytes a decision: {} all told, {} without headers, {} for the decision records alone; a header {} bytes",
        G::GAME,
        each(all),
        each(all - headers),
        each(frames),
        headers / 100
    );
    let sizes: Vec<usize> = (0..16).map(|seed| last_but_one::<G>(seed).checkpoint().len()).collect();
    println!(
        "{}: a checkpoint at the end of a game: {} to {} bytes",
        G::GAME,
        sizes.iter().min().unwrap_or(&0),
        sizes.iter().max().unwrap_or(&0)
    );
}

/// A game just before its last decision.
fn last_but_one<G: Played>(seed: u64) -> Box<dyn Match> {
    let mut game = G::table(&setup::<G>(seed), false);
    let mut stream = random(seed);
    loop {
        let (seat, choice) = decision(&game, &mut stream).expect("it has not ended");
        let before = game.fork();
        game.decide(seat, &choice).expect("offered");
        if game.request().is_none() {
            return before;
        }
    }
}

/// What a match without a journal holds at its end: a copy allocates exactly that, the definitions left out.
#[divan::bench(types = [Magic, DuelMasters, FleshAndBlood])]
fn a_match_at_its_end<G: Played>(bencher: Bencher) {
    let game = last_but_one::<G>(1);
    bencher.bench_local(|| game.fork());
}

/// The most that a whole game needs at any moment, its definitions included.
#[divan::bench(sample_count = 10, types = [Magic, DuelMasters, FleshAndBlood])]
fn a_whole_game<G: Played>(bencher: Bencher) {
    bencher.bench(|| {
        let mut game = G::table(&setup::<G>(1), false);
        let mut stream = random(1);
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            game.state_tag();
        }
    });
}

/// The same with a journal, as play and the judge's view need it.
#[divan::bench(sample_count = 10, types = [Magic, DuelMasters, FleshAndBlood])]
fn a_whole_game_with_journal<G: Played>(bencher: Bencher) {
    bencher.bench(|| {
        let mut game = G::table(&setup::<G>(1), true);
        let mut stream = random(1);
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            game.decide(seat, &choice).expect("offered");
            game.state_tag();
        }
    });
}
