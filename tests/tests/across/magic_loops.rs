//! Loops of mandatory actions end the game in a draw, and the outcome says so. Those that a player keeps up
//! by actions go out.

use std::collections::BTreeMap;

use duelog_kernel::setup::{Placed, Position, PositionPlayer, Setup, Start};
use duelog_kernel::{Choice, Item, Match, Seed};
use duelog_magic::factory::MagicFactory;

fn game(definitions: &[&str], battlefield: &[&str]) -> Box<dyn Match> {
    let files = definitions
        .iter()
        .enumerate()
        .map(|(place, text)| (format!("{place}.ron"), (*text).to_string()))
        .collect();
    let factory = MagicFactory::with_overrides(files).expect("the definitions are valid");
    let placed =
        battlefield.iter().map(|card| Placed { card: (*card).to_string(), ..Placed::default() }).collect();
    let library =
        (0..5).map(|_| Placed { card: "Forest".to_string(), ..Placed::default() }).collect::<Vec<_>>();
    let player = |zones| PositionPlayer { facts: BTreeMap::new(), zones };
    let first = player(BTreeMap::from([
        ("battlefield".to_string(), placed),
        ("library".to_string(), library.clone()),
    ]));
    let second = player(BTreeMap::from([("library".to_string(), library)]));
    let position = Position {
        turn: BTreeMap::from([("step".to_string(), "upkeep".to_string())]),
        players: vec![first, second],
    };
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
    let returner = r#"Card(name: "Returner", cost: "{1}", types: "Artifact", abilities: [Replacement(MovesInstead(Moves(to: Graveyard), BattlefieldOwner))], test_only: true)"#;
    let frail =
        r#"Card(name: "Frail One", cost: "{1}", types: "Creature - Spirit", size: (0, 0), test_only: true)"#;
    let mut game = game(&[returner, frail], &["Returner", "Frail One"]);
    if let Some(request) = game.request() {
        let seat = request.seat;
        game.decide(seat, &Choice::one(Item::Pass)).expect("passing is legal");
    }
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winners, outcome.rule.as_str()), (Vec::new(), "104.4b"));
}

/// Passes, or declines what is offered, until the match is over.
fn do_nothing(game: &mut dyn Match) -> u32 {
    let mut free = 0;
    for _ in 0..20_000 {
        let Some(request) = game.request() else { break };
        let seat = request.seat;
        let nothing = [Choice::one(Item::Pass), Choice::one(Item::Flag(false)), Choice::Pick(Vec::new())];
        let choice =
            request.forced().or_else(|| nothing.into_iter().find(|choice| request.validate(choice).is_ok()));
        free += u32::from(request.forced().is_none());
        game.decide(seat, &choice.expect("one can do nothing")).expect("it is legal");
    }
    free
}

const CHOIR: &str = r#"Card(name: "Endless Choir", cost: "{W}", types: "Enchantment", abilities: [
    Triggered(Triggered(when: Does(who: You, deed: GainLife), effect: Do(GainLife(Of(You), N(1))))),
    Triggered(Triggered(when: Begins(step: End, whose: You), effect: Do(GainLife(Of(You), N(1))))),
], test_only: true)"#;

// covers: magic 104.4b, 720.4
#[test]
fn triggers_that_never_end_are_a_draw() {
    let mut game = game(&[CHOIR], &["Endless Choir"]);
    do_nothing(&mut *game);
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winners, outcome.rule.as_str()), (Vec::new(), "104.4b"));
}

// covers: magic 720.5
#[test]
fn nobody_has_to_end_a_loop() {
    let seal = r#"Card(name: "Seal", cost: "{W}", types: "Enchantment", abilities: [
        Activated((cost: [Deed(Sacrifice, N(1), Of(This))], targets: [Permanent(Type(Enchantment))], effect: Do(Destroy(Targets(0))))),
    ], test_only: true)"#;
    let mut game = game(&[CHOIR, seal], &["Endless Choir", "Seal"]);
    assert!(do_nothing(&mut *game) > 900, "the player could have ended it each time");
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winners, outcome.rule.as_str()), (Vec::new(), "104.4b"));
}

// covers: magic 720.6
#[test]
fn declining_goes_on_as_if_nothing_had_been_offered() {
    let tax = r#"Card(name: "Endless Tax", cost: "{W}", types: "Enchantment", abilities: [
        Triggered(Triggered(when: Does(who: You, deed: GainLife), effect: MayElse(You, Do(LoseLife(Of(You), N(7))), Do(GainLife(Of(You), N(1)))))),
        Triggered(Triggered(when: Begins(step: End, whose: You), effect: Do(GainLife(Of(You), N(1))))),
    ], test_only: true)"#;
    let mut game = game(&[tax], &["Endless Tax"]);
    do_nothing(&mut *game);
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winners, outcome.rule.as_str()), (Vec::new(), "104.4b"));
}

/// Does what is found whenever nothing is on the stack, and both players pass behind it; how many choices
/// there were until it was not offered.
fn act(game: &mut dyn Match, most: usize, acts: impl Fn(&Item) -> bool) -> usize {
    let mut passes = 0;
    for made in 0..most {
        let request = game.request().expect("the game goes on").clone();
        let item = if passes > 0 {
            Item::Pass
        } else {
            request.options().iter().copied().find(&acts).unwrap_or(Item::Pass)
        };
        passes = match (passes, item) {
            (0, Item::Pass) => return made,
            (0, _) => 2,
            (left, _) => left - 1,
        };
        game.decide(request.seat, &Choice::one(item)).expect("an option is legal");
    }
    most
}

// covers: magic 720.3
#[test]
fn what_changes_nothing_is_not_done_for_ever() {
    let idler = r#"Card(name: "Idler", cost: "{1}", types: "Artifact", abilities: [
        Activated((cost: [Mana("{0}")], effect: Do(Untap(Of(This))))),
    ], test_only: true)"#;
    let mut game = game(&[idler], &["Idler"]);
    let made = act(&mut *game, 1_000, |item| matches!(item, Item::Ability(..)));
    // 32 actions before positions are looked at, one round behind them, three answers each.
    assert_eq!(made, 33 * 3);
}

// covers: magic 720.3
#[test]
fn a_number_that_grows_is_no_loop() {
    let font = r#"Card(name: "Font", cost: "{1}", types: "Artifact", abilities: [
        Activated((cost: [Mana("{0}")], effect: Do(GainLife(Of(You), N(1))))),
    ], test_only: true)"#;
    let mut game = game(&[font], &["Font"]);
    assert_eq!(act(&mut *game, 600, |item| matches!(item, Item::Ability(..))), 600);
}

// covers: magic 720.3
#[test]
fn beginning_and_taking_back_comes_to_an_end() {
    let elixir = r#"Card(name: "Elixir", cost: "{1}", types: "Artifact", abilities: [
        Activated((cost: [Mana("{2}")], effect: Do(GainLife(Of(You), N(1))))),
    ], test_only: true)"#;
    let mut game = game(&[elixir], &["Elixir", "Forest", "Forest", "Forest"]);
    let elixir = game
        .request()
        .expect("asked")
        .options()
        .iter()
        .copied()
        .filter(|item| matches!(item, Item::Ability(..)))
        .min();
    let elixir = elixir.expect("the ability can be activated");
    let mut taken_back = 0;
    while game.request().is_some_and(|request| request.options().contains(&elixir)) {
        let seat = game.request().expect("asked").seat;
        game.decide(seat, &Choice::one(elixir)).expect("it is offered");
        while let Some(request) =
            game.request().filter(|request| request.prompt.name() == "pay-mana").cloned()
        {
            let back = request
                .options()
                .iter()
                .find(|item| **item == Item::Flag(false))
                .or(request.options().first());
            taken_back += u32::from(back == Some(&Item::Flag(false)));
            game.decide(seat, &Choice::one(*back.expect("there are options"))).expect("it is offered");
        }
        assert!(taken_back < 40);
    }
    assert!(taken_back > 15, "{taken_back}");
}
