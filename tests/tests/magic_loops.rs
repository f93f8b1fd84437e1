//! Loops of mandatory actions end the game in a draw, and the outcome says so.

use std::collections::BTreeMap;

use duelog_kernel::table::{Placed, Position, PositionPlayer, Setup, Start};
use duelog_kernel::{Choice, Item, Match, Seed};
use duelog_magic::factory::MagicFactory;

fn game(definitions: &[&str], battlefield: &[&str]) -> Box<dyn Match> {
    let files = definitions.iter().enumerate().map(|(place, text)| (format!("{place}.ron"), (*text).to_string())).collect();
    let factory = MagicFactory::with_overrides(files).expect("the definitions are valid");
    let placed = battlefield.iter().map(|card| Placed { card: (*card).to_string(), ..Placed::default() }).collect();
    let library = (0..5).map(|_| Placed { card: "Forest".to_string(), ..Placed::default() }).collect::<Vec<_>>();
    let player = |zones| PositionPlayer { facts: BTreeMap::new(), zones };
    let first = player(BTreeMap::from([("battlefield".to_string(), placed), ("library".to_string(), library.clone())]));
    let second = player(BTreeMap::from([("library".to_string(), library)]));
    let position = Position { turn: BTreeMap::from([("step".to_string(), "upkeep".to_string())]), players: vec![first, second] };
    let setup = Setup {
        game: "magic".to_string(),
        edition: "2019-01-25".to_string(),
        decks: Vec::new(),
        start: Start::Position(position),
        seed: Seed::from_number(1),
    };
    duelog_kernel::Factory::start(&factory, &setup, false).expect("the position is playable")
}

// covers: magic 104.4b
#[test]
fn state_based_actions_that_never_end_are_a_draw() {
    let returner = r#"Card(name: "Returner", cost: "{1}", types: "Artifact", abilities: [Replacement(GraveyardInstead(Any, BattlefieldOwner))], test_only: true)"#;
    let frail = r#"Card(name: "Frail One", cost: "{1}", types: "Creature - Spirit", size: (0, 0), test_only: true)"#;
    let mut game = game(&[returner, frail], &["Returner", "Frail One"]);
    if let Some(request) = game.request() {
        let seat = request.seat;
        game.decide(seat, &Choice::one(Item::Pass)).expect("passing is legal");
    }
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winners, outcome.rule.as_str()), (Vec::new(), "104.4b"));
}

// covers: magic 104.4b, 720.4
#[test]
fn triggers_that_never_end_are_a_draw() {
    let text = r#"Card(name: "Endless Choir", cost: "{W}", types: "Enchantment", abilities: [
        Triggered(Triggered(when: GainsLife(You), effect: Do(GainLife(Of(You), N(1))))),
        Triggered(Triggered(when: EndStep(You), effect: Do(GainLife(Of(You), N(1))))),
    ], test_only: true)"#;
    let mut game = game(&[text], &["Endless Choir"]);
    for _ in 0..20_000 {
        let Some(request) = game.request() else { break };
        let seat = request.seat;
        let choice = request.forced().unwrap_or(Choice::one(Item::Pass));
        let choice = if request.validate(&choice).is_ok() { choice } else { Choice::Pick(Vec::new()) };
        game.decide(seat, &choice).expect("passing is legal");
    }
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winners, outcome.rule.as_str()), (Vec::new(), "104.4b"));
}
