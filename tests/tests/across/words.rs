//! The words of all cards that are built in: what no sentence of a card has, and how telling cards read.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::info::CardInfo;
use duelog_kernel::prose::fault;
use duelog_kernel::{Factory, Match, Viewer};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, factories, random, setup};
use duelog_tests::root;

/// Returns what no card says: verbs and numbers that do not agree, and words of the language itself.
#[test]
fn cards_are_told_in_sentences() {
    for factory in factories() {
        let bad: Vec<String> =
            written(&*factory).iter().flat_map(|info| faults(&*factory, &info.name)).collect();
        assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), factory.game(), bad.join("\n"));
    }
}

/// The definitions that were written by hand.
fn written(factory: &dyn Factory) -> Vec<CardInfo> {
    factory.cards().into_iter().filter(|info| !info.compiled).collect()
}

/// The lines of a card that have a fault. Its name is printed.
fn faults(factory: &dyn Factory, name: &str) -> Vec<String> {
    let Some(card) = factory.card(name) else { return vec![format!("{name} is not found")] };
    let lines = card.reading.iter().skip(1);
    lines.filter_map(|line| Some(format!("{name}: {} in: {line}", fault(line)?))).collect()
}

/// Every line that tells what a card does is a sentence, or a list of keywords.
#[test]
fn sentences_of_cards_begin_and_end_as_sentences_do() {
    for factory in factories() {
        let cards = written(&*factory);
        let texts = cards.iter().filter_map(|info| Some((info, factory.card(&info.name)?)));
        let mut bad = Vec::new();
        for (info, card) in texts {
            for line in card.reading.iter().skip(2).filter(|line| line.split(' ').count() > 8) {
                let begins = line.chars().next().is_some_and(|first| !first.is_lowercase());
                let ends = line.ends_with(['.', '"', ')']);
                if !(begins && ends || line.contains(", pitch ") || line.contains("Also ")) {
                    bad.push(format!("{}: {line}", info.name));
                }
            }
        }
        assert!(bad.len() < 12, "{} of {}:\n{}", bad.len(), factory.game(), bad.join("\n"));
    }
}

/// Events are told in words that sentences have, with a subject, and abilities in the words of their cards.
#[test]
fn events_are_told_in_sentences() {
    events_of::<Magic>(3);
    events_of::<DuelMasters>(11);
    events_of::<FleshAndBlood>(5);
}

fn events_of<G: Played>(seed: u64) {
    const NEVER: [&str; 8] = [
        "it will enter the battlefield",
        "the exile ",
        " on the bottom of the library of",
        ", which goes to",
        "that it is attached to",
        "into the hand zone",
        "into the deck zone",
        "when the game starts, at the beginning",
    ];
    let mut game = G::table(&setup::<G>(seed), true);
    let mut stream = random(seed);
    while let Some((seat, choice)) = decision(&game, &mut stream) {
        game.decide(seat, &choice).unwrap();
    }
    let told = Match::told(&game, 0, Viewer::Judge);
    assert!(told.len() > 300, "{} events", told.len());
    for told in told.iter().filter(|told| !told.internal) {
        let never = NEVER.iter().find(|never| told.text.contains(**never)).map(ToString::to_string);
        let found = never.or_else(|| fault(&told.text));
        assert!(found.is_none() && told.text == told.text.trim(), "{found:?} in: {}", told.text);
    }
}

/// The words of some cards of each game, as `fixtures/words/<game>.txt` has them. `WORDS_BLESS=1` takes over what the
/// cards named there say now; a new card is named by a line `## Name`.
#[test]
fn telling_cards_read_as_written() {
    #[allow(clippy::disallowed_methods, reason = "a person asks for it, no game does")]
    let bless = std::env::var_os("WORDS_BLESS").is_some();
    for factory in factories() {
        let path = root().join(format!("fixtures/words/{}.txt", factory.game()));
        let known = std::fs::read_to_string(&path).unwrap();
        let names: Vec<&str> = known.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert!(names.len() >= 40, "{}: {} cards", factory.game(), names.len());
        let mut now = String::new();
        for name in names {
            let card = factory.card(name).unwrap_or_else(|| panic!("{name} is not defined"));
            writeln!(now, "## {name}\n{}\n", card.reading[1..].join("\n")).unwrap();
        }
        if bless {
            std::fs::write(&path, &now).unwrap();
        }
        let known = if bless { now.clone() } else { known };
        assert_eq!(known, now, "{}: WORDS_BLESS=1 takes these words over", path.display());
    }
}

/// `WORDS_OF_ALL=DIR` writes the words of all cards there, a file a game, to be read by people.
#[test]
fn words_of_all_cards_can_be_written() {
    #[allow(clippy::disallowed_methods, reason = "a person asks for it, no game does")]
    let Some(folder) = std::env::var_os("WORDS_OF_ALL") else {
        return;
    };
    for factory in factories() {
        let mut all = String::new();
        for info in factory.cards().iter().filter(|info| !info.test_only) {
            let card = factory.card(&info.name).unwrap();
            writeln!(all, "## {}\n   {}", info.name, card.reading[1..].join("\n   ")).unwrap();
        }
        std::fs::write(std::path::Path::new(&folder).join(format!("{}.txt", factory.game())), all).unwrap();
    }
}
