//! The engine's properties against those that a twin works out by the letter of 6.3, over random boards.

mod boards;
mod twin;

use duelog_flesh_and_blood::language::definition::{Deed, Ruling};
use duelog_flesh_and_blood::language::types::CardType;
use duelog_flesh_and_blood::rules::continuous::Stages;
use duelog_flesh_and_blood::state::card_pool::CardPool;
use duelog_flesh_and_blood::state::{Alter, Board, Properties};
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::{ObjectId, Seed};

use self::twin::{Face, Order, faces};
use boards::Plan;

fn stream(seed: u64) -> Stream {
    Rng::new(Seed::from_number(seed)).peek(Purpose::Choice)
}

/// How many boards are looked at.
const BOARDS: u64 = 5_000;

/// The engine's properties in the twin's words; what effects have added shows in the properties.
fn face(properties: &Properties, added: Vec<twin::What>) -> Face {
    Face {
        types: properties.types.types().map(CardType::name).collect(),
        subtypes: properties.types.subtypes().map(|subtype| subtype.name()).collect(),
        supertypes: properties.types.supertypes().map(|supertype| supertype.name()).collect(),
        keywords: properties.keywords.iter().map(|keyword| keyword.name()).collect(),
        abilities: properties.abilities.iter().copied().collect(),
        base: properties.base_power,
        power: properties.power,
        controller: properties.controller.expect("what is in the arena has a controller"),
        barred: properties
            .limits
            .iter()
            .any(|limit| matches!(limit, Alter::Rule(Ruling::Restriction, Deed::GainGoAgain, ..))),
        added,
    }
}

/// The objects on which engine and twin do not agree: engine, then twin.
fn disagreements(card_pool: &CardPool, board: &Board) -> Vec<(ObjectId, Face, Face)> {
    let computed = Stages::new(board, card_pool).compute();
    let all = faces(Order::Dependency, board, card_pool).into_iter();
    let pairs = all
        .map(|(id, twin)| (id, face(computed.get(id).expect("computed for each"), twin.added.clone()), twin));
    pairs.filter(|(_, engine, twin)| engine != twin).collect()
}

fn differs(plan: &Plan) -> bool {
    let (card_pool, board) = plan.board();
    !disagreements(&card_pool, &board).is_empty()
}

// covers: flesh-and-blood 6.3.1, 6.3.2, 6.3.2a, 6.3.2b, 6.3.2c, 6.3.3, 6.3.3a, 6.3.4, 6.3.5, 6.3.5a, 6.3.5b,
// 6.3.6
#[test]
fn random_boards_have_the_properties_that_the_letter_of_the_rules_gives() {
    for seed in 0..BOARDS {
        let plan = boards::random(&mut stream(seed));
        if differs(&plan) {
            let small = plan.shrink(differs);
            let (card_pool, board) = small.board();
            panic!("board {seed}: {small:#?}\n{:#?}", disagreements(&card_pool, &board));
        }
    }
}

/// The random boards are worth looking at: on many of them dependency makes a difference.
#[test]
fn dependency_matters_on_many_random_boards() {
    let matters = |seed: &u64| {
        let (card_pool, board) = boards::random(&mut stream(*seed)).board();
        faces(Order::Dependency, &board, &card_pool) != faces(Order::Independent, &board, &card_pool)
    };
    let found = (0..1_000).filter(matters).count();
    assert!(found >= 50, "only on {found} of 1,000");
}
