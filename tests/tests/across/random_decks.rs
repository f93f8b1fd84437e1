//! Games over decks that nobody has built, and over those that are built in: cards met by chance, from the first turn
//! to the end. Each log verifies, and decisions of it are reached by way of checkpoints.
//!
//! `DUELOG_RANDOM_GAMES` says how many, `DUELOG_RANDOM_SEED` from which seed on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::factory::{RandomDecks, RandomTable};
use duelog_kernel::{Choice, Factory, Item, Seat, Seed, Setup};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, magic_tables, number_from, random, setup};
use duelog_verifier::{Checkpoints, Games, Options, Recorder, Seeker, verify};
use rayon::prelude::*;

/// A game that is longer than this has not been ended by its rules.
const DECISIONS_MAX: u32 = 60_000;

/// How many decisions of each game are reached by way of checkpoints.
const JUMPS: u32 = 20;

#[test]
fn games_of_magic_over_random_decks_are_played_and_verified() {
    over_random_decks::<Magic>();
}

#[test]
fn games_of_duel_masters_over_random_decks_are_played_and_verified() {
    over_random_decks::<DuelMasters>();
}

#[test]
fn games_of_flesh_and_blood_over_random_decks_are_played_and_verified() {
    over_random_decks::<FleshAndBlood>();
}

#[test]
fn games_of_magic_over_built_decks_are_played_and_verified() {
    over_built_decks::<Magic>();
}

/// Four players with decks of a hundred cards, each led by a commander out of whose color identity it was drawn. Such a
/// game takes as long as many others, so there is one for each four of the others.
#[test]
fn games_of_commander_over_random_decks_are_played_and_verified() {
    over_seats(4, &[("variant", "commander")]);
}

/// Two teams of two players, who take their turns together and share their life.
#[test]
fn games_of_two_headed_giants_over_random_decks_are_played_and_verified() {
    over_seats(4, &[("variant", "two-headed-giant")]);
}

/// Three teams of two players that take their turns together, each player with a life total of their own.
#[test]
fn games_of_teams_that_share_turns_over_random_decks_are_played_and_verified() {
    over_seats(6, &[("teams", "2"), ("turns", "shared")]);
}

/// A game for each four of the others.
fn over_seats(seats: u8, terms: &[(&str, &str)]) {
    let setups = magic_tables(seats, terms);
    let games = [Magic::factory()];
    let first = number_from("DUELOG_RANDOM_SEED", 0);
    let seeds = first..first + number_from("DUELOG_RANDOM_GAMES", 4).div_ceil(4);
    let faults: Vec<String> = seeds
        .into_par_iter()
        .filter_map(|seed| fault(&games, &setups(Seed::from_number(seed)), seed))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn games_of_duel_masters_over_built_decks_are_played_and_verified() {
    over_built_decks::<DuelMasters>();
}

#[test]
fn games_of_flesh_and_blood_over_built_decks_are_played_and_verified() {
    over_built_decks::<FleshAndBlood>();
}

// A card was pitched and drawn again, an equipment equipped again, turn after turn.
#[test]
fn seed_1200081_of_flesh_and_blood_ends() {
    is_played_and_verified::<FleshAndBlood>(1_200_081);
}

// Each attack of a weapon did as much harm as what was pitched gave back.
#[test]
fn seed_2704005_of_flesh_and_blood_ends() {
    is_played_and_verified::<FleshAndBlood>(2_704_005);
}

// Cards of both decks that were looked at together all went back to one of them, and were in both lists.
#[test]
fn seed_1302998_of_duel_masters_ends() {
    is_played_and_verified::<DuelMasters>(1_302_998);
}

fn is_played_and_verified<G: Played>(seed: u64) {
    let factory = G::factory();
    let setups =
        factory.random_decks(false, &RandomTable::default()).expect("all definitions stand by themselves");
    assert_eq!(fault(&[factory], &setups(Seed::from_number(seed)), seed), None);
}

fn over_random_decks<G: Played>() {
    let setups = G::factory()
        .random_decks(false, &RandomTable::default())
        .expect("all definitions stand by themselves");
    are_played_and_verified::<G>(|seed| setups(Seed::from_number(seed)));
}

/// Number by number through all pairs of decks.
fn over_built_decks<G: Played>() {
    are_played_and_verified::<G>(setup::<G>);
}

fn are_played_and_verified<G: Played>(setup: impl Fn(u64) -> Setup + Sync) {
    let games = [G::factory()];
    let first = number_from("DUELOG_RANDOM_SEED", 0);
    let seeds = first..first + number_from("DUELOG_RANDOM_GAMES", 4);
    let faults: Vec<String> = seeds
        .into_par_iter()
        .filter_map(|seed| {
            let played = catch_unwind(AssertUnwindSafe(|| fault(&games, &setup(seed), seed)));
            let what = played.unwrap_or_else(|_| Some("it panics".to_string()))?;
            Some(format!("{} {seed}: {what}", G::GAME))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What goes wrong in a game and in what is made of its log, if anything does.
fn fault(games: &Games, setup: &Setup, seed: u64) -> Option<String> {
    let log = match log(&*games[0], setup, seed) {
        Ok(log) => log,
        Err(fault) => return Some(fault),
    };
    let report = verify(games, &log);
    if !report.verified() {
        return Some(format!("the log is {}: {}", report.verdict, report.message));
    }
    let open = |checkpoints| Seeker::open(games, &log, false, checkpoints);
    let mut keeper = open(Checkpoints::default()).ok()?;
    let decisions = keeper.decisions();
    if let Err(error) = keeper.seek(decisions) {
        return Some(error.to_string());
    }
    let stored = keeper.checkpoints().bytes();
    let mut seeker = open(Checkpoints::read(&stored)).ok()?;
    let mut stream = random(seed);
    for _ in 0..JUMPS {
        let to = stream.below(decisions + 1);
        if let Err(error) = seeker.seek(to) {
            return Some(format!("from the checkpoint before decision {to}: {error}"));
        }
    }
    if let Some(divergence) = seeker.divergence() {
        return Some(format!("from a checkpoint decision {} differs", divergence.decision));
    }
    seeker.checkpoints().changed().then(|| "a checkpoint is not what was kept".to_string())
}

fn log(factory: &dyn Factory, setup: &Setup, seed: u64) -> Result<Vec<u8>, String> {
    let mut recorder = Recorder::new(factory, setup, &Options::default(), Vec::new())
        .map_err(|error| format!("it does not begin: {error}"))?;
    let mut stream = random(seed);
    while let Some((seat, choice)) = decision(recorder.game(), &mut stream) {
        let number = recorder.game().decisions();
        recorder
            .decide(seat, &choice)
            .map_err(|error| format!("after decision {number} {choice:?} is refused: {error}"))?;
        if number > DECISIONS_MAX {
            return Err("it does not end".to_string());
        }
    }
    recorder.finish().map_err(|error| error.to_string())?;
    recorder.into_storage().map_err(|error| error.to_string())
}

/// Games of three to six players, in which players concede at any moment.
#[test]
fn games_of_several_players_go_on_without_those_who_leave() {
    let tables: [(u8, &[(&str, &str)]); 5] = [
        (3, &[]),
        (4, &[("teams", "2")]),
        (4, &[("range", "1")]),
        (5, &[("attack", "left")]),
        (6, &[("variant", "emperor")]),
    ];
    let games = [Magic::factory()];
    let first = number_from("DUELOG_RANDOM_SEED", 0);
    let count = number_from("DUELOG_RANDOM_GAMES", 4);
    let tables: Vec<RandomDecks> = tables.iter().map(|(seats, terms)| magic_tables(*seats, terms)).collect();
    let faults: Vec<String> = (first..first + count)
        .into_par_iter()
        .flat_map_iter(|seed| (0..tables.len()).map(move |place| (seed, place)))
        .filter_map(|(seed, place)| {
            let setup = tables[place](Seed::from_number(seed));
            let played = catch_unwind(AssertUnwindSafe(|| fault_of_many(&games, &setup, seed)));
            let what = played.unwrap_or_else(|_| Some("it panics".to_string()))?;
            Some(format!("table {place}, seed {seed}: {what}"))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn fault_of_many(games: &Games, setup: &Setup, seed: u64) -> Option<String> {
    let log = match log_with_concessions(&*games[0], setup, seed) {
        Ok(log) => log,
        Err(fault) => return Some(fault),
    };
    let report = verify(games, &log);
    (!report.verified()).then(|| format!("the log is {}: {}", report.verdict, report.message))
}

/// How many decisions go by between two concessions, on average.
const CONCESSION_EVERY: u32 = 150;

fn log_with_concessions(factory: &dyn Factory, setup: &Setup, seed: u64) -> Result<Vec<u8>, String> {
    let mut recorder = Recorder::new(factory, setup, &Options::default(), Vec::new())
        .map_err(|error| format!("it does not begin: {error}"))?;
    let mut stream = random(seed);
    let mut left: Vec<Seat> = (0..setup.decks.len() as u8).map(Seat).collect();
    while let Some((seat, choice)) = decision(recorder.game(), &mut stream) {
        let number = recorder.game().decisions();
        let concedes = stream.below(CONCESSION_EVERY) == 0;
        let (seat, choice) = match stream.below(left.len().max(1) as u32) {
            place if concedes && left.len() > 2 => (left.remove(place as usize), Choice::one(Item::Concede)),
            _ => (seat, choice),
        };
        let gives_up = choice == Choice::one(Item::Concede);
        match recorder.decide(seat, &choice) {
            // Who has lost before has left the game.
            Err(_) if gives_up => {}
            Err(error) => {
                return Err(format!("after decision {number} {choice:?} of {seat} is refused: {error}"));
            }
            Ok(_) => {}
        }
    }
    recorder.finish().map_err(|error| error.to_string())?;
    recorder.into_storage().map_err(|error| error.to_string())
}
