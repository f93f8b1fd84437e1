//! Compiled cards of Magic on tables of their own: how often each of their abilities is used while random answers are given.
//!
//! `DUELOG_USED_CARDS` says of how many cards, `DUELOG_USED_TABLES` on how many tables; what is never used is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use duelog_kernel::Match;
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Setup, Start};
use duelog_magic::Magic;
use duelog_magic::cards::COMPILED;
use duelog_magic::language::definition::{Ability, Definition, Faces};
use duelog_magic::language::types::CardType;
use duelog_magic::state::card_pool::CardPool;
use duelog_magic::state::{AbilityPlace, AbilityRef, StackKind, Zone};
use duelog_tests::games::{Played, decision, number_from, random, setup};

/// The most decisions that one table plays.
const DECISIONS: u32 = 140;

/// An ability is tried well once it has been used so often.
const OFTEN: u32 = 20;

/// A use of a card: casting it, or an ability at a place.
type Use = (String, String);

/// The definitions of a sample, every so manieth of those that stand by themselves.
fn sample(number: usize) -> Vec<Definition> {
    let all: Vec<Definition> = COMPILED
        .iter()
        .filter_map(|(_, text)| duelog_kernel::migration::read::<Definition>(text).ok())
        .filter(|own| !own.token && own.face_of.is_empty() && own.faces == Faces::None)
        .collect();
    let step = (all.len() / number.max(1)).max(1);
    all.into_iter().step_by(step).take(number).collect()
}

fn is_spell(definition: &Definition) -> bool {
    definition.types.is(CardType::Instant) || definition.types.is(CardType::Sorcery)
}

fn put(player: &mut PositionPlayer, zone: &str, name: &str) {
    let placed = Placed { card: name.to_string(), ..Placed::default() };
    player.zones.entry(zone.to_string()).or_default().push(placed);
}

/// A player with cards of the sample everywhere, and lands to pay with.
fn player(sample: &[Definition], stream: &mut duelog_kernel::rng::Stream) -> PositionPlayer {
    let mut player = PositionPlayer::default();
    player.facts.insert("life".to_string(), "40".to_string());
    for land in ["Plains", "Island", "Swamp", "Mountain", "Forest"] {
        (0..3).for_each(|_| put(&mut player, "battlefield", land));
    }
    put(&mut player, "battlefield", "Runeclaw Bear");
    let mut any = || &sample[stream.below(sample.len() as u32) as usize];
    for _ in 0..9 {
        let own = any();
        let here = !is_spell(own) && own.enchant.is_none();
        put(&mut player, if here { "battlefield" } else { "hand" }, &own.name);
    }
    for (zone, number) in [("hand", 5), ("graveyard", 4), ("library", 15)] {
        (0..number).for_each(|_| put(&mut player, zone, &any().name));
    }
    player
}

fn place_of(place: AbilityPlace) -> String {
    match place {
        AbilityPlace::Printed(number) => format!("{number}"),
        other => format!("{other:?}"),
    }
}

/// The uses on one table.
fn played(seed: u64, sample: &[Definition]) -> Result<BTreeMap<Use, u32>, String> {
    let mut stream = random(seed);
    let players = vec![player(sample, &mut stream), player(sample, &mut stream)];
    let position = Position { turn: BTreeMap::new(), players };
    let setup = Setup { decks: Vec::new(), start: Start::Position(position), ..setup::<Magic>(seed) };
    let mut game = Magic::table(&setup, false);
    let mut used: BTreeMap<Use, u32> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for number in 0..DECISIONS {
        let Some((seat, choice)) = decision(&game, &mut stream) else { break };
        if let Err(illegal) = game.decide(seat, &choice) {
            return Err(format!("decision {number}: {choice:?} is refused: {illegal}"));
        }
        let pool = &game.rules().card_pool;
        let board = &game.state().board;
        for id in board.zone(Zone::Stack) {
            let Some(object) = board.get(*id).filter(|_| seen.insert(*id)) else { continue };
            let name = pool.name(object.card).to_string();
            let what = match object.stack.as_ref().map(|stack| stack.kind) {
                Some(StackKind::Activated(_, place) | StackKind::Triggered(_, place)) => place_of(place),
                Some(StackKind::Spell) => "cast".to_string(),
                _ => continue,
            };
            *used.entry((name, what)).or_default() += 1;
        }
        for object in board.objects.iter().filter(|object| object.zone == Zone::Battlefield) {
            if seen.insert(object.id) {
                *used.entry((pool.name(object.card).to_string(), "there".to_string())).or_default() += 1;
            }
        }
    }
    Ok(used)
}

/// All that can be used of a card, and how it is told.
fn uses(pool: &CardPool, definition: &Definition) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if is_spell(definition) {
        all.push(("cast".to_string(), "it is cast".to_string()));
    }
    let Some(card) = pool.find(&definition.name) else { return all };
    for place in 0.. {
        let own = AbilityRef { card, place: AbilityPlace::Printed(place) };
        let Some(ability) = pool.ability(own) else { break };
        let told = duelog_kernel::scope::Node::of(ability).tree().to_string();
        match ability {
            // Mana that is added does not use the stack: it is there.
            Ability::Activated(_) if told.contains("AddMana") => all.push(("there".to_string(), told)),
            Ability::Activated(_) | Ability::Triggered(_) => all.push((place.to_string(), told)),
            _ => all.push(("there".to_string(), told)),
        }
    }
    all
}

#[test]
fn abilities_of_compiled_cards_are_used() {
    let cards = sample(number_from("DUELOG_USED_CARDS", 30) as usize);
    let tables = number_from("DUELOG_USED_TABLES", 12);
    let mut used: BTreeMap<Use, u32> = BTreeMap::new();
    let mut faults = Vec::new();
    for seed in 0..tables {
        let one = catch_unwind(AssertUnwindSafe(|| played(seed, &cards)));
        match one.unwrap_or_else(|_| Err("it panics".to_string())) {
            Ok(all) => all.into_iter().for_each(|(own, number)| *used.entry(own).or_default() += number),
            Err(fault) => faults.push(format!("table {seed}: {fault}")),
        }
    }
    report(&cards, &used);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Prints of how many cards all has been used often, and what was never used.
fn report(cards: &[Definition], used: &BTreeMap<Use, u32>) {
    let mut players = vec![PositionPlayer::default(), PositionPlayer::default()];
    cards.iter().for_each(|own| put(&mut players[0], "library", &own.name));
    let start = Start::Position(Position { turn: BTreeMap::new(), players });
    let table = Magic::table(&Setup { decks: Vec::new(), start, ..setup::<Magic>(0) }, false);
    let pool = &table.rules().card_pool;
    let (mut often, mut some) = (0, 0);
    for own in cards {
        let number = |what: &str| used.get(&(own.name.clone(), what.to_string())).copied().unwrap_or(0);
        let all = uses(pool, own);
        often += usize::from(all.iter().all(|(what, _)| number(what) >= OFTEN));
        some += usize::from(all.iter().all(|(what, _)| number(what) > 0));
        for (what, told) in all.iter().filter(|(what, _)| number(what) == 0) {
            let told: String = told.chars().take(150).collect();
            println!("never\t{}\t{what}\t{told}", own.name);
        }
    }
    println!("{} cards: {often} with all abilities used {OFTEN} times, {some} with all used", cards.len());
}
