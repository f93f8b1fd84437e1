//! Arbitrary positions in words.

use duelog_kernel::setup::{Placed, Position, PositionPlayer, Start};
use duelog_kernel::{Choice, Factory, Item, Match, Seat, Seed, Setup, SetupError};
use duelog_magic::factory::MagicFactory;
use serde_json::Value;

/// A position from lines such as `turn step upkeep`, `P1 life 12`, `P1 battlefield Forest`, and behind a card
/// `tapped=yes`, `label=A`.
fn position(lines: &str) -> Position {
    let mut position = Position {
        players: vec![PositionPlayer::default(), PositionPlayer::default()],
        ..Position::default()
    };
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (who, rest) = line.split_once(' ').unwrap();
        let (what, value) = rest.split_once(' ').unwrap();
        if who == "turn" {
            position.turn.insert(what.to_string(), value.to_string());
            continue;
        }
        let player = &mut position.players[if who == "P1" { 0 } else { 1 }];
        if let Some(fact) = what.strip_prefix("fact:") {
            player.facts.insert(fact.to_string(), value.to_string());
            continue;
        }
        let mut parts = value.split("; ");
        let mut placed = Placed { card: parts.next().unwrap().to_string(), ..Placed::default() };
        for part in parts {
            let (fact, value) = part.split_once('=').unwrap();
            if fact == "label" {
                placed.label = value.to_string();
            } else {
                placed.facts.insert(fact.to_string(), value.to_string());
            }
        }
        player.zones.entry(what.to_string()).or_default().push(placed);
    }
    position
}

fn start(lines: &str) -> Result<Box<dyn Match>, SetupError> {
    let setup = Setup {
        game: "magic".to_string(),
        edition: "2019-01-25".to_string(),
        decks: Vec::new(),
        start: Start::Position(position(lines)),
        seed: Seed::from_number(1),
    };
    MagicFactory::default().start(&setup, true)
}

fn refusal(lines: &str) -> String {
    match start(lines) {
        Ok(_) => "accepted".to_string(),
        Err(error) => error.to_string(),
    }
}

/// The object of this id in the state.
fn object(game: &dyn Match, id: u32) -> Value {
    game.state_value()["objects"][id.to_string()].clone()
}

#[test]
fn a_position_begins_where_the_active_player_has_priority() {
    let game = start("turn step main\nturn active P2\nP2 hand Forest").unwrap();
    let request = game.request().unwrap();
    assert_eq!((request.prompt.name(), request.seat), ("priority", Seat(1)));
    assert_eq!(game.state_value()["turn"]["turn"]["number"], 2);
}

#[test]
fn another_player_can_have_priority() {
    let mut game = start("turn step upkeep\nturn priority P2\nP1 library Forest").unwrap();
    assert_eq!(game.request().unwrap().seat, Seat(1));
    // The active player has passed already, so the step ends.
    game.decide(Seat(1), &Choice::one(Item::Pass)).unwrap();
    assert_eq!(game.state_value()["turn"]["turn"]["step"], "Draw");
    assert!(
        refusal("turn step untap\nturn priority P1")
            .contains("nobody has priority as the step \"untap\" begins")
    );
}

#[test]
fn every_step_that_gives_priority_can_be_the_beginning() {
    for step in ["upkeep", "draw", "precombat main", "postcombat-main", "combat", "end of combat", "end"] {
        let game = start(&format!("turn step {step}")).unwrap();
        assert_eq!(game.request().unwrap().prompt.name(), "priority", "{step}");
    }
}

#[test]
fn facts_of_players_are_as_given() {
    let game = start("turn number 7\nP1 fact:life -3\nP1 fact:poison 4\nP1 fact:mana {G}{G}{C}\nP1 fact:lands-played 1\nP2 fact:life 12").unwrap();
    // A player of -3 life has lost before anyone gets priority.
    assert_eq!(game.outcome().unwrap().rule, "104.3b");
    let state = game.state_value();
    assert_eq!(state["players"]["0"]["pool"], serde_json::json!([0, 0, 0, 0, 2, 1]));
    assert_eq!((&state["players"]["0"]["poison"], &state["players"]["1"]["life"]), (&4.into(), &12.into()));
    assert_eq!((&state["turn"]["turn"]["number"], &state["turn"]["turn"]["lands"]), (&7.into(), &1.into()));
}

#[test]
fn permanents_are_as_given() {
    let game = start(
        "P1 battlefield Serra Angel; tapped=yes; damage=2; counters=+1/+1 x2, charge 3; label=A; owner=P2
         P1 battlefield Craw Wurm; sick=yes
         P2 battlefield Pacifism; attached-to=A
         P2 battlefield Soldier",
    )
    .unwrap();
    let angel = &object(&*game, 0)["permanent"];
    assert_eq!(
        (&angel["tapped"], &angel["sick"], &angel["damage"]),
        (&true.into(), &false.into(), &2.into())
    );
    assert_eq!(angel["counters"], serde_json::json!([["PlusOne", 2], ["Charge", 3]]));
    assert_eq!((&object(&*game, 0)["owner"], &object(&*game, 0)["controller"]), (&1.into(), &0.into()));
    assert_eq!(object(&*game, 1)["permanent"]["sick"], true);
    assert_eq!(object(&*game, 2)["permanent"]["attached"], 0);
    assert_eq!(object(&*game, 3)["token"], true);
    let stamps: Vec<Value> = (0..4).map(|id| object(&*game, id)["timestamp"].clone()).collect();
    assert_eq!(stamps, [1, 2, 3, 4]);
}

#[test]
fn the_first_card_of_a_library_is_its_top() {
    let game = start("P1 library Forest\nP1 library Plains").unwrap();
    assert_eq!(game.state_value()["zones"]["4"], serde_json::json!([1, 0]));
}

#[test]
fn what_is_not_understood_is_named() {
    let impossible =
        |lines: &str, why: &str| assert_eq!(refusal(lines), format!("the position is impossible: {why}"));
    impossible(
        "turn phase main",
        "a turn has no \"phase\" (known: active, number, priority, starting, step)",
    );
    impossible("turn active P3", "\"P3\" is not a player (known: P1, P2, or the seats 0, 1)");
    impossible(
        "P1 fact:lives 3",
        "player 1: a player has no \"lives\" (known: counters, lands-played, life, mana, poison)",
    );
    impossible("P1 fact:life many", "player 1: \"life\" is a number, not \"many\"");
    impossible("P2 fact:lands-played 1", "player 2: only the active player can have played lands");
    impossible(
        "P1 battlefield Forest; upside-down=yes",
        "\"Forest\" in player 1's battlefield: a permanent has no \"upside-down\" (known: attached-to, commander, counters, damage, face-down, manifested, owner, renowned, sick, tapped)",
    );
    impossible(
        "P1 hand Forest; tapped=yes",
        "\"Forest\" in player 1's hand: a card outside the battlefield has no \"tapped\" (no fact but \"commander\" and, of a conspiracy, \"named\")",
    );
    impossible("P1 hand Soldier", "\"Soldier\" in player 1's hand: tokens can only be on the battlefield");
    impossible(
        "P1 battlefield Lightning Bolt",
        "\"Lightning Bolt\" in player 1's battlefield: it is not a permanent card and cannot be on the battlefield",
    );
    impossible(
        "P1 battlefield Pacifism; attached-to=B",
        "nothing on the battlefield is labelled \"B\" to be attached to",
    );
    impossible(
        "P1 battlefield Forest; label=A\nP2 battlefield Forest; label=A",
        "\"Forest\" in player 2's battlefield: the label \"A\" is already another card's",
    );
    impossible(
        "P1 battlefield Forest; counters=moss 2",
        "\"Forest\" in player 1's battlefield: \"moss\" is not a counter (known: +1/+1, -1/-1, loyalty, charge, mark, age, fade, time, level, lore, energy, experience, +1/+0, +0/+1, +0/+2, +1/+2, +2/+0, +2/+2, -0/-1, -0/-2, -1/-0, -2/-1, -2/-2, ice, fate, silver, spore, divinity, feather, bounty, bribery, slime, trap, awakening)",
    );
    impossible(
        "P1 limbo Forest",
        "there is no zone \"limbo\" to place cards in (known: battlefield, command, exile, graveyard, hand, library, outside, planar-deck, scheme-deck)",
    );
    assert!(
        refusal("turn step upkeep\nturn chooser 0").contains("chooser"),
        "nobody says who begins any more"
    );
    assert!(refusal("turn step teatime").contains("precombat main, beginning of combat"));
    assert!(refusal("P1 fact:mana {2}").contains("mana in a pool has a type"));
    assert_eq!(refusal("P1 hand Forrest"), "unknown card \"Forrest\": did you mean \"Forest\"?");
}
