//! What observed logs cost: the rates of recording and of replay beside those of logs that are not observed, played
//! in turn within one run, and how large logs and viewers' logs are.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a benchmark looks at the clock")]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::ItemsCount;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::{Choice, Factory, Seat, Setup};
use duelog_log_format::Reader;
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, setup};
use duelog_verifier::{Options, Recorder, Replay, redact};

/// How often each of two ways is tried; the best counts.
const TURNS: usize = 12;

fn main() {
    ratios::<Magic>();
    ratios::<DuelMasters>();
    ratios::<FleshAndBlood>();
    divan::main();
}

/// A game with its decisions.
struct Line {
    setup: Setup,
    decisions: Vec<(Seat, Choice)>,
}

fn lines<G: Played>() -> Vec<Line> {
    let line = |seed| {
        let setup = setup::<G>(seed);
        let (mut game, mut stream, mut decisions) = (G::table(&setup, false), random(seed), Vec::new());
        while let Some((seat, choice)) = decision(&game, &mut stream) {
            duelog_kernel::Match::decide(&mut game, seat, &choice).expect("offered");
            decisions.push((seat, choice));
        }
        Line { setup, decisions }
    };
    (0..12).map(line).collect()
}

/// How a match is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kept {
    /// Not observed.
    Plain,
    /// Observed.
    Observed,
    /// Observed, with the logs of the public and both seats beside it.
    WithViews,
}

fn record(factory: &dyn Factory, line: &Line, kept: Kept) -> Vec<u8> {
    let observed = (kept != Kept::Plain).then_some([7; 32]);
    let options = Options { observed, ..Options::default() };
    let mut recorder = Recorder::new(factory, &line.setup, &options, Vec::new()).expect("it starts");
    if kept == Kept::WithViews {
        recorder.write_views(vec![Vec::new(); 3], None);
    }
    for (seat, choice) in &line.decisions {
        recorder.decide(*seat, choice).expect("it was played");
    }
    recorder.finish().expect("it is over");
    recorder.into_storages().expect("memory").0
}

fn record_all(factory: &dyn Factory, lines: &[Line], kept: Kept) -> Vec<Vec<u8>> {
    lines.iter().map(|line| record(factory, line, kept)).collect()
}

/// `told` says whether what viewers were told is followed and compared too, as a verdict does.
fn replay_all(factory: &dyn Factory, logs: &[Vec<u8>], told: bool) {
    for log in logs {
        let replay = Replay::with(factory, log, false).expect("a good log");
        let mut replay = if told { replay.observing() } else { replay };
        replay.finish().expect("it replays");
    }
}

/// The time that this thread has had of a processor, where Linux tells it, so that what else the machine does counts
/// less; else the time that has passed.
fn spent() -> Duration {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = told.and_then(|text| text.split(' ').next()?.parse().ok());
    ran.map_or_else(|| BEGUN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// The best times of all ways, each tried in turn.
fn best<const N: usize>(ways: [&dyn Fn(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..TURNS {
        for (way, best) in ways.iter().zip(&mut best) {
            let begun = spent();
            way();
            *best = (spent() - begun).min(*best);
        }
    }
    best
}

fn ratios<G: Played>() {
    let (factory, lines) = (G::factory(), lines::<G>());
    let way = |kept| {
        let (factory, lines) = (&*factory, &lines);
        move || drop(record_all(factory, lines, kept))
    };
    let [plain, observed, views] = best([&way(Kept::Plain), &way(Kept::Observed), &way(Kept::WithViews)]);
    let logs = [Kept::Plain, Kept::Observed].map(|kept| record_all(&*factory, &lines, kept));
    let [bare, seen, told] = best([
        &|| replay_all(&*factory, &logs[0], false),
        &|| replay_all(&*factory, &logs[1], false),
        &|| replay_all(&*factory, &logs[1], true),
    ]);
    let kept = |of: Duration, by: Duration| 100 * of.as_nanos() / by.as_nanos().max(1);
    println!("{}, {} games, rates beside those of logs that are not observed:", G::GAME, lines.len());
    println!("  recording, observed              {:3} %", kept(plain, observed));
    println!("  recording, with viewers' logs    {:3} %", kept(plain, views));
    println!("  replay                           {:3} %", kept(bare, seen));
    println!("  replay, with all that was told   {:3} %", kept(bare, told));
    let bytes = |logs: &[Vec<u8>]| logs.iter().map(Vec::len).sum::<usize>();
    // The header is the same in both.
    println!("  bytes of logs                    {:3} %", 100 * bytes(&logs[1]) / bytes(&logs[0]).max(1));
    let decisions: usize = lines.iter().map(|line| line.decisions.len()).sum();
    let views: Vec<Vec<Vec<u8>>> =
        logs[1].iter().map(|log| redact(&*factory, log).expect("observed")).collect();
    for place in 0..3 {
        let all: usize = views.iter().map(|views| views[place].len()).sum();
        let name = ["the public", "seat 0", "seat 1"][place];
        println!("  a log of 1,000 decisions for {name}: {} KiB", all * 1000 / decisions / 1024);
    }
}

fn count(lines: &[Line]) -> ItemsCount {
    ItemsCount::new(lines.iter().map(|line| line.decisions.len()).sum::<usize>())
}

#[divan::bench(types = [Magic, DuelMasters, FleshAndBlood], args = [Kept::Plain, Kept::Observed, Kept::WithViews], sample_count = 10)]
fn recording<G: Played>(bencher: Bencher, kept: Kept) {
    let (factory, lines) = (G::factory(), lines::<G>());
    bencher.counter(count(&lines)).bench_local(|| record_all(&*factory, &lines, kept));
}

#[divan::bench(types = [Magic, DuelMasters, FleshAndBlood], args = [Kept::Plain, Kept::Observed], sample_count = 10)]
fn replay<G: Played>(bencher: Bencher, kept: Kept) {
    let (factory, lines) = (G::factory(), lines::<G>());
    let logs = record_all(&*factory, &lines, kept);
    assert!(logs.iter().all(|log| Reader::open(log).is_ok()));
    bencher.counter(count(&lines)).bench_local(|| replay_all(&*factory, &logs, false));
}
