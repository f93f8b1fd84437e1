//! Any cards on a table together: whatever their effects make of each other, the game goes on.

use std::collections::BTreeMap;

use duelog_kernel::rng::Stream;
use duelog_kernel::table::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Match, Setup};
use duelog_magic::factory::MagicFactory;
use duelog_magic::library::Card;
use duelog_tests::games::{decision, length, magic_setup, random};
use duelog_tests::{files, root};

/// Cards by what a position can do with them.
struct Pool {
    permanents: Vec<String>,
    cards: Vec<String>,
}

fn pool() -> Pool {
    let mut pool = Pool { permanents: Vec::new(), cards: Vec::new() };
    for (file, text) in files(&root(), "core/magic/cards", "ron") {
        let definition = Card::compile(&text).unwrap_or_else(|error| panic!("{file}: {error:?}")).definition;
        if definition.token {
            continue;
        }
        if definition.types.is_permanent() {
            pool.permanents.push(definition.name.clone());
        }
        pool.cards.push(definition.name);
    }
    pool
}

fn some(names: &[String], count: u32, stream: &mut Stream) -> Vec<Placed> {
    let one = |stream: &mut Stream| Placed { card: names[stream.below(names.len() as u32) as usize].clone(), ..Placed::default() };
    (0..count).map(|_| one(stream)).collect()
}

/// A table with random cards everywhere and lands to pay for them.
fn position(pool: &Pool, stream: &mut Stream) -> Position {
    let player = |stream: &mut Stream| {
        let mut board = some(&pool.permanents, 2 + stream.below(6), stream);
        for land in ["Plains", "Island", "Swamp", "Mountain", "Forest"] {
            board.push(Placed { card: land.to_string(), ..Placed::default() });
        }
        let zones = BTreeMap::from([
            ("battlefield".to_string(), board),
            ("hand".to_string(), some(&pool.cards, 6, stream)),
            ("graveyard".to_string(), some(&pool.cards, 3, stream)),
            ("library".to_string(), some(&pool.cards, 8, stream)),
        ]);
        PositionPlayer { facts: BTreeMap::new(), zones }
    };
    Position { turn: BTreeMap::new(), players: vec![player(stream), player(stream)] }
}

/// So many decisions of one table are enough.
const DECISIONS: u32 = 150;

#[test]
fn any_cards_together_play_on() {
    let factory = MagicFactory::default();
    let pool = pool();
    let mut seen = 0;
    let mut seed = 40_000;
    while seen < length() {
        let mut stream = random(seed);
        let setup = Setup { decks: Vec::new(), start: Start::Position(position(&pool, &mut stream)), ..magic_setup(seed) };
        let mut game = factory.table(&setup, false).unwrap_or_else(|error| panic!("table {seed}: {error}"));
        for _ in 0..DECISIONS {
            let Some((seat, choice)) = decision(&game, &mut stream) else { break };
            game.decide(seat, &choice).unwrap_or_else(|illegal| panic!("table {seed}: {choice:?} is refused: {illegal}"));
            seen += 1;
        }
        seed += 1;
    }
}
