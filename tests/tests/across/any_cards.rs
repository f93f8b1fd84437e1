//! Any cards on a table together: whatever their effects make of each other, the game goes on.

use std::collections::BTreeMap;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameFactory;
use duelog_kernel::rng::Stream;
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Match, Setup};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, length, random, setup};
use duelog_tests::{files, root};

/// How a random table of a game is laid.
struct Table {
    /// The zones of a player, each with how many cards at most; the first is the one in which not all cards
    /// have room beside each other.
    zones: &'static [(&'static str, u32)],
    /// What every player has besides, to pay with.
    always: &'static [(&'static str, &'static str)],
}

const MAGIC: Table = Table {
    zones: &[("battlefield", 7), ("hand", 6), ("graveyard", 3), ("library", 8)],
    always: &[
        ("battlefield", "Plains"),
        ("battlefield", "Island"),
        ("battlefield", "Swamp"),
        ("battlefield", "Mountain"),
        ("battlefield", "Forest"),
    ],
};
const DUEL_MASTERS: Table = Table {
    zones: &[
        ("battle zone", 6),
        ("mana zone", 8),
        ("hand", 6),
        ("graveyard", 3),
        ("shield zone", 5),
        ("deck zone", 10),
    ],
    always: &[],
};
const FLESH_AND_BLOOD: Table = Table {
    zones: &[
        ("arena", 8),
        ("hero", 1),
        ("hand", 6),
        ("arsenal", 1),
        ("graveyard", 3),
        ("banished", 3),
        ("pitch", 2),
        ("soul", 2),
        ("deck", 20),
    ],
    always: &[],
};

type Zones = BTreeMap<&'static str, Vec<String>>;

/// The names of a game's cards, in each zone those that it can hold.
fn pool<G: Played>(table: &Table, factory: &GameFactory<G>) -> Zones {
    let mut names = Vec::new();
    for (file, text) in files(&root(), &format!("core/{}/cards", G::GAME), "ron") {
        let cards = G::Card::read(&text).unwrap_or_else(|error| panic!("{file}: {error:?}"));
        names.extend(cards.iter().filter(|card| !card.is_token()).map(|card| card.name().to_string()));
    }
    let holds = |zone: &str, name: &String| {
        let mut player = PositionPlayer::default();
        put(&mut player, zone, name);
        factory.table(&laid::<G>(0, vec![player, PositionPlayer::default()]), false).is_ok()
    };
    table
        .zones
        .iter()
        .map(|(zone, _)| (*zone, names.iter().filter(|name| holds(zone, name)).cloned().collect()))
        .collect()
}

fn put(player: &mut PositionPlayer, zone: &str, name: &str) {
    player
        .zones
        .entry(zone.to_string())
        .or_default()
        .push(Placed { card: name.to_string(), ..Placed::default() });
}

fn laid<G: Played>(seed: u64, players: Vec<PositionPlayer>) -> Setup {
    Setup {
        decks: Vec::new(),
        start: Start::Position(Position { turn: BTreeMap::new(), players }),
        ..setup::<G>(seed)
    }
}

/// A player with random cards everywhere.
fn player(table: &Table, pool: &Zones, stream: &mut Stream) -> PositionPlayer {
    let mut player = PositionPlayer::default();
    table.always.iter().for_each(|(zone, name)| put(&mut player, zone, name));
    for (zone, most) in table.zones {
        let names = &pool[zone];
        for _ in 0..most.div_ceil(2) + stream.below(most / 2 + 1) {
            put(&mut player, zone, &names[stream.below(names.len() as u32) as usize]);
        }
    }
    player
}

/// The most decisions that one table plays.
const DECISIONS: u32 = 150;

fn play_on<G: Played>(table: &Table) {
    let factory = GameFactory::<G>::default();
    let pool = pool::<G>(table, &factory);
    let tight = table.zones[0].0;
    let (mut seen, mut seed) = (0, 40_000);
    while seen < length() {
        let mut stream = random(seed);
        let mut players = vec![player(table, &pool, &mut stream), player(table, &pool, &mut stream)];
        let mut game = loop {
            match factory.table(&laid::<G>(seed, players.clone()), false) {
                Ok(game) => break game,
                // What has no room beside the others is left out.
                Err(error) => {
                    let fuller =
                        players.iter_mut().max_by_key(|player| player.zones.get(tight).map_or(0, Vec::len));
                    let dropped = fuller.and_then(|player| player.zones.get_mut(tight)?.pop());
                    assert!(dropped.is_some(), "table {seed}: {error}");
                }
            }
        };
        for _ in 0..DECISIONS {
            let Some((seat, choice)) = decision(&game, &mut stream) else { break };
            game.decide(seat, &choice)
                .unwrap_or_else(|illegal| panic!("table {seed}: {choice:?} is refused: {illegal}"));
            seen += 1;
        }
        seed += 1;
    }
}

#[test]
fn any_cards_of_magic_together_play_on() {
    play_on::<Magic>(&MAGIC);
}

#[test]
fn any_cards_of_duel_masters_together_play_on() {
    play_on::<DuelMasters>(&DUEL_MASTERS);
}

#[test]
fn any_cards_of_flesh_and_blood_together_play_on() {
    play_on::<FleshAndBlood>(&FLESH_AND_BLOOD);
}
