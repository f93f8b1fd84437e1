//! The order in which effects on standby are resolved (101.4), over random positions and random answers:
//! worked out from the events alone.

use std::fmt::Write as _;

use duelog_duel_masters::position;
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_duel_masters::state::Standby;
use duelog_duel_masters::state::card_pool::{Card, CardPool};
use duelog_duel_masters::state::event::Event;
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::setup::{Placed, Position, PositionPlayer};
use duelog_kernel::table::Table;
use duelog_kernel::{Match, Seat, Seed, sample};

/// How many positions are looked at, and how far each is played.
const POSITIONS: u64 = 150;
const DECISIONS: u32 = 60;

/// What triggers, for both players alike.
const WHEN: [&str; 7] = [
    "Moves(what: Kind(Creature), to: Battle)",
    "Moves(what: Kind(Creature), from: Battle)",
    "Becomes(Kind(Creature), Destroyed)",
    "Combat(role: Attacks, what: Kind(Creature))",
    "Does(TurnPlayer, Draw, Any)",
    "Begins(Start, TurnPlayer)",
    "Begins(End, TurnPlayer)",
];

/// What it does; much of it triggers other abilities in turn.
const EFFECTS: [&str; 5] = [
    "Do(Draw(You, N(1)))",
    "Do(Move(Top(You, N(1)), Mana))",
    "Seq([Do(Choose(You, Battle(Kind(Creature)), N(1), N(1))), Do(Destroy(Of(Chosen(0))))])",
    "Seq([Do(Choose(You, In(Graveyard, You, Kind(Creature)), N(0), N(2))), Do(Move(Of(Chosen(0)), Battle))])",
    "Seq([Do(Choose(You, Battle(Kind(Creature)), N(1), N(1))), Do(Turn(Of(Chosen(0)), Tapped))])",
];

const CARDS: usize = 8;

fn pick<T: Copy>(among: &[T], random: &mut Stream) -> T {
    among[random.below(among.len() as u32) as usize]
}

fn definition(place: usize, random: &mut Stream) -> String {
    let mut abilities = String::new();
    for _ in 0..random.below(3) {
        let _ = write!(
            abilities,
            "Triggered((when: {}, effect: {})), ",
            pick(&WHEN, random),
            pick(&EFFECTS, random)
        );
    }
    let keywords = pick(&["", "", "ShieldTrigger", "Slayer"], random);
    format!(
        "Card(name: \"Card {place}\", civilizations: [Fire], cost: 1, kind: Creature, races: [\"Alpha\"], power: {}, keywords: [{keywords}], \
         abilities: [{abilities}], test_only: true)",
        1_000 * (1 + random.below(4))
    )
}

fn table(random: &mut Stream, seed: u64) -> Table<DuelMasters> {
    let texts: Vec<String> = (0..CARDS).map(|place| definition(place, random)).collect();
    let card_pool =
        CardPool::new(texts.iter().flat_map(|text| Card::compile(text).expect("sound")).collect());
    let cards = |count: u32, random: &mut Stream| -> Vec<Placed> {
        (0..count)
            .map(|_| Placed { card: format!("Card {}", random.below(CARDS as u32)), ..Placed::default() })
            .collect()
    };
    let mut player = || {
        let zones = [
            ("battle zone", 4),
            ("hand", 3),
            ("mana zone", 3),
            ("shield zone", 3),
            ("deck zone", 25),
            ("graveyard", 3),
        ];
        let zones = zones.into_iter().map(|(zone, count)| (zone.to_string(), cards(count, random)));
        PositionPlayer { zones: zones.collect(), ..PositionPlayer::default() }
    };
    let position = Position { players: vec![player(), player()], ..Position::default() };
    let state = position::start(&card_pool, &position, Seed::from_number(seed)).expect("a position");
    Table::start(std::sync::Arc::new(DuelMasters { card_pool }), state, true)
}

/// Whether `other` had to be resolved before `next`, both being on standby in the turn of `active`:
/// S-Triggers and what counts as such come first (101.4, 101.4b), then the turn player's effects (101.4a),
/// also those that have come up in between (101.4c). What waits in a window further out waits for the inner
/// one (603.7b).
fn comes_before(other: &Standby, next: &Standby, active: Seat) -> bool {
    let rank = |standby: &Standby| (!standby.is_shield_trigger(), standby.controller != active);
    other.pool >= next.pool && rank(other) < rank(next)
}

// covers: duel-masters 101.4, 101.4a, 101.4b, 101.4c, 605.1
#[test]
fn effects_are_resolved_in_the_order_that_the_rules_say() {
    let (mut resolved, mut with_others, mut chosen) = (0u32, 0u32, 0u32);
    for seed in 0..POSITIONS {
        let mut random = Rng::new(Seed::from_number(seed)).peek(Purpose::Choice);
        let mut game = table(&mut random, seed);
        while game.decisions() < DECISIONS {
            let Some(request) = game.request().cloned() else { break };
            chosen += u32::from(request.prompt.name() == "order-effects");
            let choice = sample::answer(&request, &mut random).expect("an answer");
            game.decide(request.seat, &choice).expect("offered");
        }
        let mut active = Seat(0);
        let mut standby: Vec<Standby> = Vec::new();
        for entry in game.journal() {
            match &entry.event {
                Event::TurnBegan(seat) => active = *seat,
                Event::Triggered(new) => standby.push(new.clone()),
                Event::StandbyDone(id) => {
                    let place =
                        standby.iter().position(|waiting| waiting.id == *id).expect("it was on standby");
                    let next = standby.remove(place);
                    let passed_over = standby.iter().find(|other| comes_before(other, &next, active));
                    assert_eq!(
                        passed_over, None,
                        "position {seed}, decision {}: {next:?} was resolved first",
                        entry.decision
                    );
                    resolved += 1;
                    with_others += u32::from(standby.iter().any(|other| comes_before(&next, other, active)));
                }
                _ => {}
            }
        }
    }
    assert!(
        resolved >= 500 && with_others >= 50 && chosen >= 50,
        "{resolved} resolved, {with_others} before others, {chosen} orders chosen"
    );
}
