//! Matches of several games: how their logs are bound, and what is found where they are not.

use std::fs;
use std::path::Path;

use duelog_kernel::Factory;
use duelog_kernel::setup::{Agreement, CHOOSER, Start};
use duelog_log_format::{Header, Record};
use duelog_verifier::several::{GameOf, Named, Several, together};
use duelog_verifier::{Verdict, verify};

use crate::common::{forged, records};

fn all_games() -> Vec<Box<dyn Factory>> {
    vec![
        Box::new(duelog_magic::factory::MagicFactory::default()),
        Box::new(duelog_duel_masters::factory::DuelMastersFactory::default()),
        Box::new(duelog_flesh_and_blood::factory::FleshAndBloodFactory::default()),
    ]
}

fn vectors() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/vectors"))
}

fn vector(file: &str) -> Vec<u8> {
    fs::read(vectors().join("matches").join(file)).unwrap()
}

/// The matches that some logs are of.
fn judged(logs: &[(&str, Vec<u8>)]) -> Vec<Several> {
    let games = all_games();
    let read = |(name, log): &(&str, Vec<u8>)| -> Option<Named> {
        Some((name.to_string(), GameOf::read(&games, log).transpose()?))
    };
    together(&logs.iter().filter_map(read).collect::<Vec<_>>())
}

#[test]
fn the_vectors_are_judged_as_they_say() {
    let rows = fs::read_to_string(vectors().join("matches.tsv")).unwrap();
    for row in rows.lines().skip(1) {
        let [files, expected, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let matches = judged(&files.split(' ').map(|file| (file, vector(file))).collect::<Vec<_>>());
        let right = matches.len() == 1 && matches[0].findings.is_empty();
        let score: Vec<String> = matches[0].score.iter().map(u32::to_string).collect();
        assert_eq!(if right { score.join(" to ") } else { "mismatched".to_string() }, expected, "{row}");
    }
}

/// The finding where a game is another one than was played.
fn found(file: &str, logs: &[&str], change: impl Fn(&mut Header)) -> String {
    let (mut header, played) = records(&vector(file));
    change(&mut header);
    let mut changed = Vec::new();
    for name in logs {
        let log = if *name == file { forged(&header, &played) } else { vector(name) };
        changed.push((*name, log));
    }
    let matches = judged(&changed);
    matches.iter().flat_map(|several| several.findings.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_forged_header_is_found() {
    const THREE: [&str; 3] = ["1.duelog", "2.duelog", "3.duelog"];
    let label = |name: &'static str, value: &'static str| {
        move |header: &mut Header| drop(header.labels.insert(name.to_string(), value.to_string()))
    };
    for (name, value, finding) in [
        ("match-score", "0 2", "says that the score was 0 to 2, and it was 1 to 1"),
        ("match-score", "1 2", "was played although seat 1 had won the match"),
        ("match-best-of", "5", "says best of 5, not best of 3"),
        ("player-0", "Mallory", "names other players"),
        ("match-game", "2", "is there in two versions"),
        ("match-game", "03", "\"03\", and not a number"),
        ("match-best-of", "2", "odd number of games"),
        ("match-previous", "00", "not 64 hexadecimal digits"),
        ("match-game", "4000000000", "goes from 2 to 999"),
    ] {
        let found = found("3.duelog", &THREE, label(name, value));
        assert!(found.contains(finding), "{name} {value}: {found}");
    }
    let cards = found("3.duelog", &THREE, |header| header.decks[0].cards[0].0 += 1);
    assert!(cards.contains("is played with other cards of seat 0"), "{cards}");
    let terms = found("3.duelog", &THREE, |header| {
        header.start = Start::by(Agreement { limited: true, ..Agreement::default() });
    });
    assert!(terms.contains("is played on other terms"), "{terms}");
}

#[test]
fn the_loser_says_who_begins() {
    let both = ["observed-1.duelog", "observed-2.duelog"];
    assert_eq!(found("observed-2.duelog", &both, |_| ()), "");
    let log = vector("observed-2.duelog");
    let (header, played) = records(&log);
    let Some(Record::Decision(first)) = played.iter().find(|record| matches!(record, Record::Decision(_)))
    else {
        panic!("no decision")
    };
    // Seat 0 has won the first game.
    assert_eq!(first.seat.0, 1);
    assert_eq!(header.setup().agreement().terms.get(CHOOSER).map(String::as_str), Some("1"));
    assert_eq!(verify(&all_games(), &log).verdict, Verdict::Verified);
    let found = found("observed-2.duelog", &both, |header| {
        let terms = [(CHOOSER.to_string(), "0".to_string())].into();
        header.start = Start::by(Agreement { terms, ..Agreement::default() });
    });
    assert!(
        found.contains("has seat 0 say who begins, and after observed-1.duelog seat 1 says so"),
        "{found}"
    );
}

#[test]
fn a_next_game_keeps_the_cards_and_ends_with_the_match() {
    let game = |file: &str| GameOf::read(&all_games(), &vector(file)).unwrap().unwrap();
    let decks = records(&vector("1.duelog")).0.setup().decks;
    let next = game("1.duelog").next(&decks).unwrap();
    assert_eq!(
        next.labels,
        records(&vector("2.duelog")).0.labels.into_iter().filter(|label| label.0 != "bot").collect()
    );
    let mut more = decks.clone();
    more[1].cards[0].0 += 1;
    assert!(game("1.duelog").next(&more).unwrap_err().contains("seat 1 has other cards than in game 1"));
    assert!(game("3.duelog").next(&decks).unwrap_err().contains("the match is over: seat 1 has won it"));
    let log = vector("1.duelog");
    let cut = GameOf::read(&all_games(), &log[..log.len() - 60]).unwrap().unwrap();
    assert!(cut.next(&decks).unwrap_err().contains("no sealed end"));
}
