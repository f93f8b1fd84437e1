//! A word that `cards check` accepts in a place is settled in play: each is put into each place, and the
//! definitions that are accepted are played.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_magic::Magic;
use duelog_tests::games::{Played, number_from};
use duelog_tests::probes::{play, probes};
use rayon::prelude::*;

/// How many of the definitions are played; all of them with `DUELOG_PROBES=100000`.
const PLAYED: u64 = 120;

fn every_word_is_settled<G: Played>() {
    let probes = probes::<G>();
    let played = number_from("DUELOG_PROBES", PLAYED).max(1) as usize;
    let step = probes.len().div_ceil(played).max(1);
    let faults: Vec<String> = probes
        .par_iter()
        .step_by(step)
        .filter_map(|probe| {
            let unknown = play::<G>(probe, 7);
            let words: Vec<&str> = unknown.iter().map(String::as_str).collect();
            (!unknown.is_empty()).then(|| {
                let (place, word) = (&probe.place, &probe.word);
                format!("{place}: {word} is accepted; nothing knows {}:\n{}", words.join(", "), probe.text)
            })
        })
        .collect();
    println!("{} of {} definitions played", probes.len().div_ceil(step), probes.len());
    assert!(probes.len() > 100, "{} probes", probes.len());
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
