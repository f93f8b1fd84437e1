//! A thousand games between bots that know nothing but what is legal, over all pairs of decks.

use std::collections::BTreeMap;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::Match;
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, decks, number_from, random, setup};
use rayon::prelude::*;

/// A game that is longer than this has not been ended by its rules: libraries run out long before.
const DECISIONS_MAX: u32 = 50_000;

// covers: magic 104.1, 104.2, 104.3, 104.4
#[test]
fn a_thousand_games_of_magic_are_ended_by_the_rules() {
    are_ended_by_the_rules::<Magic>("104.");
}

// covers: duel-masters 104.1, 104.2a, 104.2b
#[test]
fn a_thousand_games_of_duel_masters_are_ended_by_the_rules() {
    are_ended_by_the_rules::<DuelMasters>("104.");
}

// covers: flesh-and-blood 4.5.2a, 4.5.3a, 4.5.4e
#[test]
fn a_thousand_games_of_flesh_and_blood_are_ended_by_the_rules() {
    are_ended_by_the_rules::<FleshAndBlood>("4.5.");
}

fn are_ended_by_the_rules<G: Played>(ending: &str) {
    let games = number_from("DUELOG_GAMES", 1_000);
    let pairs = (decks(G::GAME).len() as u64).pow(2);
    assert!(games >= pairs, "every pair of decks plays");
    let ends: Vec<String> = (0..games)
        .into_par_iter()
        .map(|seed| {
            let mut game = G::table(&setup::<G>(seed), false);
            let mut stream = random(seed);
            while let Some((seat, choice)) = decision(&game, &mut stream) {
                game.decide(seat, &choice)
                    .unwrap_or_else(|illegal| panic!("seed {seed}: {choice:?} is refused: {illegal}"));
                assert!(game.decisions() <= DECISIONS_MAX, "seed {seed} does not end");
            }
            let outcome = game.outcome().unwrap_or_else(|| panic!("seed {seed} ends without an outcome"));
            outcome.rule
        })
        .collect();
    let mut by_rule: BTreeMap<&str, u32> = BTreeMap::new();
    ends.iter().for_each(|rule| *by_rule.entry(rule).or_default() += 1);
    assert!(by_rule.keys().all(|rule| rule.starts_with(ending)), "{by_rule:?}");
}
