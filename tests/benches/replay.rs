//! Replay: decisions a second, with the tag of the state and of the next request after each.

use divan::Bencher;
use divan::counter::ItemsCount;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::setup::Start;
use duelog_kernel::{Choice, Match, Seat, Setup};
use duelog_magic::Magic;
use duelog_tests::games::{Board, Played, decision, magic_setup, position, random, setup};

fn main() {
    divan::main();
}

/// A game from its start, and its decisions.
struct Line {
    start: Box<dyn Match>,
    decisions: Vec<(Seat, Choice)>,
}

/// Plays at random from a setup, for at most so many decisions.
fn line<G: Played>(setup: &Setup, seed: u64, most: usize) -> Line {
    let mut game = G::table(setup, false);
    let start = game.fork();
    let mut stream = random(seed);
    let mut decisions = Vec::new();
    while let Some((seat, choice)) = decision(&game, &mut stream).filter(|_| decisions.len() < most) {
        game.decide(seat, &choice).expect("offered");
        decisions.push((seat, choice));
    }
    Line { start, decisions }
}

fn games<G: Played>() -> Vec<Line> {
    (0..16).map(|seed| line::<G>(&setup::<G>(seed), seed, usize::MAX)).collect()
}

fn from_board(board: Board) -> Vec<Line> {
    (0..16).map(|seed| from_position(board, seed, 100)).collect()
}

fn from_position(board: Board, seed: u64, most: usize) -> Line {
    line::<Magic>(
        &Setup { decks: Vec::new(), start: Start::Position(position(board)), ..magic_setup(seed) },
        seed,
        most,
    )
}

fn count(lines: &[Line]) -> ItemsCount {
    ItemsCount::new(lines.iter().map(|line| line.decisions.len()).sum::<usize>())
}

fn replay(bencher: Bencher, lines: &[Line], after: impl Fn(&mut dyn Match) + Sync) {
    let forks = || lines.iter().map(|line| line.start.fork()).collect::<Vec<_>>();
    bencher.counter(count(lines)).with_inputs(forks).bench_local_values(|mut games| {
        for (game, line) in games.iter_mut().zip(lines) {
            for (seat, choice) in &line.decisions {
                game.decide(*seat, choice).expect("it was played");
                after(&mut **game);
            }
        }
        games
    });
}

/// The target: every decision with its tag, which needs the whole root and the request's digest.
#[divan::bench(sample_count = 20, types = [Magic, DuelMasters, FleshAndBlood])]
fn with_tags<G: Played>(bencher: Bencher) {
    replay(bencher, &games::<G>(), |game| divan::black_box_drop(game.state_tag()));
}

/// The engine alone: what the tags cost is the difference.
#[divan::bench(sample_count = 20, types = [Magic, DuelMasters, FleshAndBlood])]
fn without_tags<G: Played>(bencher: Bencher) {
    replay(bencher, &games::<G>(), |_| ());
}

/// With a journal, from which people are told what happened.
#[divan::bench(sample_count = 20, types = [Magic, DuelMasters, FleshAndBlood])]
fn with_tags_and_journal<G: Played>(bencher: Bencher) {
    let mut lines = games::<G>();
    for (seed, line) in (0..).zip(&mut lines) {
        line.start = Box::new(G::table(&setup::<G>(seed), true));
    }
    replay(bencher, &lines, |game| divan::black_box_drop(game.state_tag()));
}

/// Four lands and a creature a player.
#[divan::bench(sample_count = 20)]
fn small_board(bencher: Bencher) {
    replay(bencher, &from_board(Board::Small), |game| divan::black_box_drop(game.state_tag()));
}

/// Forty permanents, some of which change the others.
#[divan::bench(sample_count = 20)]
fn big_board(bencher: Bencher) {
    replay(bencher, &from_board(Board::Big), |game| divan::black_box_drop(game.state_tag()));
}

/// So many permanents, half of them lands and half creatures, and no effects: the target is a decision at most
/// in proportion to them.
#[divan::bench(sample_count = 5, args = [50, 100, 200, 500])]
fn permanents_alone(bencher: Bencher, count: usize) {
    let lines = [from_position(Board::Plain(count / 2), 1, 100)];
    replay(bencher, &lines, |game| divan::black_box_drop(game.state_tag()));
}

/// Definitions read, libraries shuffled, hands drawn.
#[divan::bench(types = [Magic, DuelMasters, FleshAndBlood])]
fn start<G: Played>(bencher: Bencher) {
    let setup = setup::<G>(1);
    bencher.bench(|| G::table(&setup, false));
}

/// 500 permanents with 200 effects: half of these give an ability, the others change types, colours,
/// abilities and sizes of what others of them have changed. The target is 20 ms a decision.
#[divan::bench(sample_count = 5)]
fn crowded_board(bencher: Bencher) {
    replay(bencher, &[from_position(Board::Crowded, 1, 40)], |game| divan::black_box_drop(game.state_tag()));
}

/// Combats in which 60 creatures must attack or block: what is required of them together has to be worked out
/// (508.1d, 509.1c).
#[divan::bench(sample_count = 5)]
fn required_combat(bencher: Bencher) {
    replay(bencher, &[from_position(Board::Required, 1, 60)], |game| divan::black_box_drop(game.state_tag()));
}
