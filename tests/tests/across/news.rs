//! The news of a match, told piece by piece, is the whole of what is told, and takes as long late as early.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::budget::{Budget, used, within};
use duelog_kernel::{Match, Seat, Viewer};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, setup};

const VIEWERS: [Viewer; 4] = [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Judge];

/// Steps of work; no limit.
fn steps<T>(work: impl FnOnce() -> T) -> (T, u64) {
    within(Budget::steps(1 << 60), || (work(), used())).expect("there is no limit")
}

fn piece_by_piece<G: Played>(seed: u64) {
    let mut game = G::table(&setup::<G>(seed), true);
    let mut stream = random(seed);
    let (mut told, mut spent) = (vec![Vec::new(); VIEWERS.len()], 0);
    loop {
        let (news, took) = steps(|| game.news(&VIEWERS));
        spent += took;
        told.iter_mut().zip(news).for_each(|(told, news)| told.extend(news));
        let Some((seat, choice)) = decision(&game, &mut stream) else { break };
        game.decide(seat, &choice).expect("offered");
    }
    assert!(game.news(&VIEWERS).iter().all(Vec::is_empty));
    let mut whole = 0;
    for (viewer, told) in VIEWERS.into_iter().zip(told) {
        let (again, took) = steps(|| game.told(0, viewer));
        assert_eq!(told, again, "{viewer:?}");
        whole = took.max(whole);
    }
    // A walk through the whole match for each piece would take some hundred times as long.
    assert!(spent <= 4 * whole, "{spent} steps for {whole}");
    // A copy begins anew, as does a match that goes back.
    assert_eq!(game.fork().news(&[Viewer::Public]), [game.told(0, Viewer::Public)]);
}

#[test]
fn news_is_told_once_and_all_of_it() {
    piece_by_piece::<Magic>(41);
    piece_by_piece::<DuelMasters>(41);
    piece_by_piece::<FleshAndBlood>(41);
}
