//! A word that `cards check` accepts in a place is settled in play and does something there: each is put into each
//! place, and the definitions that are accepted are played.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::factory::GameFactory;
use duelog_magic::Magic;
use duelog_tests::games::{Played, number_from};
use duelog_tests::probes::{Candidates, play};
use rayon::prelude::*;

/// How many words are tried; each in each place with `DUELOG_PROBES=1000000`.
const TRIED: u64 = 300;

fn every_word_is_settled<G: Played>() {
    let candidates = Candidates::read::<G>();
    let tried = number_from("DUELOG_PROBES", TRIED).max(1) as usize;
    let step = candidates.all.len().div_ceil(tried).max(1);
    let found: Vec<Vec<Option<String>>> = candidates
        .all
        .par_iter()
        .step_by(step)
        .map_init(GameFactory::<G>::default, |factory, candidate| {
            let fault = |probe| {
                let unknown = play::<G>(&probe, 7);
                let words: Vec<&str> = unknown.iter().map(String::as_str).collect();
                (!unknown.is_empty()).then(|| {
                    let (place, word) = (&probe.place, &probe.word);
                    format!("{place}: {word} is accepted; ignored: {}:\n{}", words.join(", "), probe.text)
                })
            };
            candidates.accepted(factory, candidate).into_iter().map(fault).collect()
        })
        .collect();
    let played: usize = found.iter().map(Vec::len).sum();
    let faults: Vec<String> = found.into_iter().flatten().flatten().collect();
    println!(
        "{} of {} words tried, {played} definitions played",
        candidates.all.len() / step,
        candidates.all.len()
    );
    assert!(candidates.all.len() > 1000, "{} words to be tried", candidates.all.len());
    assert!(played > 30, "{played} definitions played");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_word_of_magic_is_settled() {
    every_word_is_settled::<Magic>();
}

#[test]
fn every_word_of_duel_masters_is_settled() {
    every_word_is_settled::<DuelMasters>();
}

#[test]
fn every_word_of_flesh_and_blood_is_settled() {
    every_word_is_settled::<FleshAndBlood>();
}
