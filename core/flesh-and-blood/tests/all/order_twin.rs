//! The orders that players determine, against twins that go by the letter: of replacement effects (6.5) and
//! of triggered-layers (6.6.6b).

mod twin;

use std::fmt::Write as _;

use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_flesh_and_blood::factory::GAME;
use duelog_flesh_and_blood::language::definition::ZoneKind;
use duelog_flesh_and_blood::state::{Occurrence, Zone};
use duelog_kernel::factory::GameFactory;
use duelog_kernel::rng::{Purpose, Rng, Stream};
use duelog_kernel::setup::{Placed, Position, PositionPlayer, Setup, Start};
use duelog_kernel::table::Table;
use duelog_kernel::{Ask, Choice, Item, Match, ObjectId, Request, Seat, Seed};

use self::twin::{Effect, Kind, Plan, Step, Twin};

/// How many cards are in the deck: nobody draws more.
const DECK: u32 = 60;

/// How many events are looked at.
const EVENTS: u64 = 1_500;

fn stream(seed: u64) -> Stream {
    Rng::new(Seed::from_number(seed)).peek(Purpose::Choice)
}

/// The definitions of a plan: a spell that makes the event, and an item for each effect.
fn files(plan: &Plan) -> Vec<(String, String)> {
    let item = |(place, effect): (usize, &Effect)| {
        let mut text = format!(
            "Card(name: \"Effect {place}\", types: \"Action - Item\", cost: [0], abilities: [Replacement(("
        );
        let _ = write!(
            text,
            "when: {}, condition: {}, cost: [{}], ",
            plan.kind.waits(),
            effect.condition(),
            if effect.costs { "Deed(Destroy, 1, Of(This))" } else { "" }
        );
        let _ = write!(
            text,
            "tier: {}, instead: {}))], test_only: true)",
            effect.tier.word(),
            effect.change.word()
        );
        text
    };
    let spell = format!(
        "Card(name: \"Spell\", types: \"Instant\", cost: [0], resolve: (effect: {}), test_only: true)",
        plan.spell()
    );
    let names =
        (0..plan.effects.len()).map(|place| format!("effect-{place}.ron")).chain(["spell.ron".to_string()]);
    names.zip(plan.effects.iter().enumerate().map(item).chain([spell])).collect()
}

/// A table on which the spell is in the first player's hand and each effect under the control of its player.
fn table(files: Vec<(String, String)>, seats: u8, owners: &[u8]) -> (Table<FleshAndBlood>, Vec<ObjectId>) {
    let factory = GameFactory::<FleshAndBlood>::with_overrides(files)
        .unwrap_or_else(|(file, error)| panic!("{file}: {error}"));
    let mut position =
        Position { players: vec![PositionPlayer::default(); usize::from(seats)], ..Position::default() };
    let mut put = |seat: u8, zone: &str, card: &str| {
        let placed = Placed { card: card.to_string(), ..Placed::default() };
        position.players[usize::from(seat)].zones.entry(zone.to_string()).or_default().push(placed);
    };
    put(0, "hand", "Spell");
    owners.iter().enumerate().for_each(|(place, owner)| put(*owner, "arena", &format!("Effect {place}")));
    (0..DECK).for_each(|_| put(0, "deck", "Spell"));
    let setup = Setup {
        game: GAME.to_string(),
        edition: "2026".to_string(),
        decks: Vec::new(),
        start: Start::Position(position),
        seed: Seed::from_number(1),
    };
    let table = factory.table(&setup, true).unwrap_or_else(|error| panic!("{error}"));
    let card_pool = &table.rules().card_pool;
    let place =
        |id: &ObjectId| table.state().board.get(*id).map(|object| card_pool.name(object.card).to_string());
    let arena: Vec<ObjectId> = table.state().board.arena().map(|object| object.id).collect();
    let ids = (0..owners.len()).map(|number| {
        let wanted = Some(format!("Effect {number}"));
        *arena.iter().find(|id| place(id) == wanted).expect("in the arena")
    });
    let ids = ids.collect();
    (table, ids)
}

fn options(request: &Request) -> &[Item] {
    let Ask::Pick { options, .. } = &request.ask else { return &[] };
    options
}

/// The first player plays the spell.
fn cast(table: &mut Table<FleshAndBlood>) {
    let spell = options(table.request().expect("priority"))
        .iter()
        .find(|item| matches!(item, Item::Act(..)))
        .copied()
        .expect("the spell");
    table.decide(Seat(0), &Choice::Pick(vec![spell])).expect("offered");
}

/// Life lost, or cards drawn.
fn came_to(plan: &Plan, table: &Table<FleshAndBlood>) -> u32 {
    let board = &table.state().board;
    match plan.kind {
        Kind::Damage => board.get(board.player(Seat(1)).hero).map_or(0, |hero| hero.life.unsigned_abs()),
        Kind::Draw => board.zone(Zone::Of(ZoneKind::Hand, Seat(0))).len() as u32,
    }
}

/// Plays the event with random answers; the steps of the twin are those of the engine. How many choices there
/// were.
fn plays_as_the_twin(seed: u64, plan: &Plan) -> usize {
    let mut random = stream(seed ^ 0xF1E5);
    let owners: Vec<u8> = plan.effects.iter().map(|effect| effect.seat).collect();
    let (mut table, ids) = table(files(plan), plan.seats, &owners);
    let mut twin = Twin::new(plan);
    let mut choices = 0;
    cast(&mut table);
    while let Some(request) = table.request().cloned() {
        if request.prompt.name() == "priority" {
            if table.state().board.zone(Zone::Stack).is_empty() {
                break;
            }
            table.decide(request.seat, &Choice::Pick(vec![Item::Pass])).expect("offered");
            continue;
        }
        choices += 1;
        let picked = options(&request)[random.below(options(&request).len() as u32) as usize];
        let meant = |item: &Item| match item {
            Item::Seat(seat) => Step::First(seat.0),
            Item::Flag(_) => Step::Decline,
            Item::Object(_) => Step::Own,
            Item::Ability(id, _) => Step::Apply(ids.iter().position(|known| known == id).expect("an effect")),
            other => panic!("event {seed}: {other:?} is offered"),
        };
        let offered: Vec<Step> = options(&request).iter().map(meant).collect();
        let (seat, expected) = twin.asks().unwrap_or_else(|| {
            panic!("event {seed}: the twin asks nothing, the engine {offered:?} of {plan:#?}")
        });
        let mut offered = offered;
        offered.sort_unstable();
        assert_eq!((request.seat.0, offered), (seat, expected), "event {seed}: {plan:#?}");
        table.decide(request.seat, &Choice::Pick(vec![picked])).expect("offered");
        twin.take(meant(&picked));
    }
    assert_eq!(twin.asks(), None, "event {seed}: the engine is done, the twin asks: {plan:#?}");
    let expected = if plan.kind == Kind::Draw { twin.result().min(DECK) } else { twin.result() };
    assert_eq!(came_to(plan, &table), expected, "event {seed}: {plan:#?}");
    choices
}

// covers: flesh-and-blood 6.4.2a, 6.4.4, 6.4.5, 6.5.1, 6.5.2, 6.5.2a, 6.5.2b, 6.5.3, 6.5.4, 6.5.5, 6.5.6,
// 1.9.2b
#[test]
fn replacement_effects_apply_in_the_order_that_the_letter_of_the_rules_gives() {
    let (mut several, mut chosen, mut selected) = (0, 0, 0);
    for seed in 0..EVENTS {
        let plan = Plan::random(&mut stream(seed));
        let choices = plays_as_the_twin(seed, &plan);
        let mut twin = Twin::new(&plan);
        several += usize::from(twin.open() >= 2);
        chosen += usize::from(choices > 0);
        selected +=
            usize::from(matches!(twin.asks(), Some((_, steps)) if matches!(steps[0], Step::First(_))));
    }
    let least = EVENTS as usize / 4;
    assert!(
        several >= least && chosen >= least && selected >= least,
        "{several} with several effects, {chosen} with choices, {selected} with a first player"
    );
}

/// How many times effects trigger together.
const TRIGGERS: u64 = 300;

/// Plays a spell on which effects trigger together, with random answers; the seats whose layers were added,
/// in order, and whether a player was selected.
fn adds_triggered_layers(seed: u64, seats: u8, owners: &[u8]) -> (Vec<u8>, Option<u8>) {
    let waits = "Triggered((when: Does(TurnPlayer, Gain(Life), Any), resolve: (effect: Do(Lose(You, Resources, N(1))))))";
    let item = |place| {
        format!(
            "Card(name: \"Effect {place}\", types: \"Action - Item\", cost: [0], abilities: [{waits}], test_only: true)"
        )
    };
    let spell = "Card(name: \"Spell\", types: \"Instant\", cost: [0], resolve: (effect: Do(Gain(You, Life, N(1)))), test_only: true)".to_string();
    let texts = (0..owners.len())
        .map(|place| (format!("effect-{place}.ron"), item(place)))
        .chain([("spell.ron".to_string(), spell)]);
    let (mut table, _) = table(texts.collect(), seats, owners);
    let mut random = stream(seed ^ 0x7216);
    let mut first = None;
    let mut left: Vec<usize> =
        (0..seats).map(|seat| owners.iter().filter(|owner| **owner == seat).count()).collect();
    cast(&mut table);
    while table.state().board.history.iter().all(|past| !matches!(past.what, Occurrence::LifeGained(..))) {
        let seat = table.request().expect("priority").seat;
        table.decide(seat, &Choice::Pick(vec![Item::Pass])).expect("offered");
    }
    loop {
        let request = table.request().cloned().expect("a request");
        let offered = options(&request).to_vec();
        let picked = offered[random.below(offered.len() as u32) as usize];
        // One layer left of a player is added unasked.
        match (request.prompt.name(), picked) {
            ("first-triggers", Item::Seat(seat)) => {
                assert_eq!(
                    (request.seat, first, offered.len()),
                    (Seat(0), None, usize::from(seats)),
                    "case {seed}: the turn-player selects once"
                );
                first = Some(seat.0);
            }
            ("order-triggers", _) => {
                let from = first.unwrap_or(0);
                let next =
                    (0..seats).map(|place| (from + place) % seats).find(|seat| left[usize::from(*seat)] >= 2);
                assert_eq!(
                    (Some(request.seat.0), offered.len()),
                    (next, next.map_or(0, |seat| left[usize::from(seat)])),
                    "case {seed}: {owners:?}"
                );
                left[usize::from(request.seat.0)] -= 1;
            }
            _ => break,
        }
        table.decide(request.seat, &Choice::Pick(vec![picked])).expect("offered");
    }
    let board = &table.state().board;
    let controllers =
        board.zone(Zone::Stack).iter().filter_map(|id| board.get(*id)).map(|object| object.controller.0);
    (controllers.collect(), first)
}

// covers: flesh-and-blood 6.6.6, 6.6.6b
#[test]
fn triggered_layers_are_added_player_by_player() {
    let (mut selected, mut several) = (0, 0);
    for seed in 0..TRIGGERS {
        let mut random = stream(seed);
        let seats = 2 + random.below(2) as u8;
        let owners: Vec<u8> =
            (0..2 + random.below(4)).map(|_| random.below(u32::from(seats)) as u8).collect();
        let (added, first) = adds_triggered_layers(seed, seats, &owners);
        let players = (0..seats).filter(|seat| owners.contains(seat)).count();
        assert_eq!(
            first.is_some(),
            players > 1,
            "case {seed}: a player is selected where several have layers: {owners:?}"
        );
        let from = first.unwrap_or(0);
        let clockwise = (0..seats).map(|place| (from + place) % seats);
        let expected: Vec<u8> =
            clockwise.flat_map(|seat| owners.iter().copied().filter(move |owner| *owner == seat)).collect();
        assert_eq!(added, expected, "case {seed}: {owners:?}, from {first:?}");
        selected += usize::from(first.is_some());
        several += usize::from(players > 1 && owners.len() > players);
    }
    assert!(
        selected >= TRIGGERS as usize / 4 && several >= TRIGGERS as usize / 4,
        "{selected} with a first player, {several} with an order"
    );
}
