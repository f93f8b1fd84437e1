//! From two decks to the first turn (103), and which decks may be played (100.2a).

use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Choice, Factory, Item, Match, ObjectId, Seat, Seed, Setup, SetupError, Viewer, deck};
use duelog_magic::factory::MagicFactory;

const FLYERS: &str = include_str!("../../../../fixtures/decks/magic/white-blue-flyers.deck");
const BEASTS: &str = include_str!("../../../../fixtures/decks/magic/red-green-beasts.deck");

fn setup(decks: Vec<Deck>, seed: u64) -> Setup {
    Setup {
        game: "magic".to_string(),
        edition: "2019-01-25".to_string(),
        decks,
        start: Start::Normal,
        seed: Seed::from_number(seed),
    }
}

fn both(seed: u64) -> Setup {
    setup(vec![deck::parse(FLYERS).unwrap(), deck::parse(BEASTS).unwrap()], seed)
}

fn begin(seed: u64) -> Box<dyn Match> {
    MagicFactory::default().start(&both(seed), true).unwrap()
}

/// The asked player answers with one thing, after the prompt has been checked.
fn answer(game: &mut Box<dyn Match>, prompt: &str, item: Item) -> Seat {
    let request = game.request().unwrap();
    assert_eq!(request.prompt.name(), prompt);
    let seat = request.seat;
    game.decide(seat, &Choice::one(item)).unwrap();
    seat
}

fn count(game: &mut Box<dyn Match>, zone: &str, seat: Seat) -> u32 {
    let view = game.view(Viewer::Judge);
    view.zones.iter().find(|view| view.name == zone && view.seat == Some(seat)).map_or(0, |view| view.count)
}

fn legality(cards: &[(u16, &str)]) -> String {
    let list = cards.iter().map(|(count, name)| (*count, (*name).to_string())).collect();
    let decks = vec![deck::parse(BEASTS).unwrap(), Deck { cards: list, ..Deck::default() }];
    match MagicFactory::default().start(&setup(decks, 1), false) {
        Ok(_) => "legal".to_string(),
        Err(error) => error.to_string(),
    }
}

// covers: magic 103.2
#[test]
fn a_chosen_player_chooses_who_starts() {
    let mut choosers = [0, 0];
    for seed in 0..20 {
        let mut game = begin(seed);
        let chooser = answer(&mut game, "starting-player", Item::Seat(Seat(1)));
        choosers[usize::from(chooser.0)] += 1;
        assert_eq!(game.request().unwrap().seat, Seat(1), "the starting player says first whether to keep");
    }
    assert!(choosers.iter().all(|times| *times > 3), "{choosers:?}");
}

// covers: magic 103.4, 103.7
#[test]
fn kept_hands_lead_to_the_first_upkeep() {
    let mut game = begin(1);
    answer(&mut game, "starting-player", Item::Seat(Seat(1)));
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(false)), Seat(1));
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(false)), Seat(0));
    let request = game.request().unwrap();
    assert_eq!((request.prompt.name(), request.seat), ("priority", Seat(1)));
    for seat in [Seat(0), Seat(1)] {
        assert_eq!((count(&mut game, "hand", seat), count(&mut game, "library", seat)), (7, 53));
    }
}

// covers: magic 103.4
#[test]
fn mulligans_happen_together_and_cost_a_card_each() {
    let mut game = begin(2);
    answer(&mut game, "starting-player", Item::Seat(Seat(0)));
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(true)), Seat(0));
    assert_eq!(count(&mut game, "hand", Seat(0)), 7, "the other player has yet to say");
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(true)), Seat(1));
    assert_eq!((count(&mut game, "hand", Seat(0)), count(&mut game, "hand", Seat(1))), (6, 6));
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(false)), Seat(0));
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(true)), Seat(1));
    assert_eq!((count(&mut game, "hand", Seat(0)), count(&mut game, "hand", Seat(1))), (6, 5));
    assert_eq!(answer(&mut game, "mulligan", Item::Flag(false)), Seat(1));
}

// covers: magic 103.4
#[test]
fn the_last_hand_has_no_cards_and_is_kept() {
    let mut game = begin(3);
    answer(&mut game, "starting-player", Item::Seat(Seat(0)));
    answer(&mut game, "mulligan", Item::Flag(true));
    answer(&mut game, "mulligan", Item::Flag(false));
    for _ in 0..6 {
        answer(&mut game, "mulligan", Item::Flag(true));
    }
    assert_eq!(count(&mut game, "hand", Seat(0)), 0);
    assert_eq!(answer(&mut game, "opening-scry", Item::Flag(false)), Seat(0));
    assert_eq!(game.request().unwrap().prompt.name(), "priority");
}

/// The library from its bottom to its top.
fn card_pool(game: &dyn Match, seat: Seat) -> Vec<ObjectId> {
    let zones = game.state_value()["zones"].clone();
    serde_json::from_value(zones[(4 + 3 * usize::from(seat.0)).to_string()].clone()).unwrap()
}

// covers: magic 103.4
#[test]
fn a_smaller_hand_may_look_at_the_top_card() {
    let mut game = begin(4);
    answer(&mut game, "starting-player", Item::Seat(Seat(1)));
    answer(&mut game, "mulligan", Item::Flag(true));
    answer(&mut game, "mulligan", Item::Flag(false));
    answer(&mut game, "mulligan", Item::Flag(false));
    let before = card_pool(&*game, Seat(1));
    let top = *before.last().unwrap();
    assert_eq!(game.request().unwrap().subject, None);
    assert_eq!(answer(&mut game, "opening-scry", Item::Flag(true)), Seat(1));
    assert_eq!(game.request().unwrap().subject, Some(top));
    let mut kept = game.fork();
    answer(&mut kept, "opening-scry", Item::Flag(false));
    assert_eq!(card_pool(&*kept, Seat(1)), before);
    answer(&mut game, "opening-scry", Item::Flag(true));
    let after = card_pool(&*game, Seat(1));
    assert_eq!((after[0], &after[1..]), (top, &before[..before.len() - 1]));
    assert_eq!(game.request().unwrap().prompt.name(), "priority");
}

// covers: magic 100.2a
#[test]
fn decks_that_the_rules_do_not_allow_are_refused() {
    let player = "the deck of seat 1 is illegal: ";
    assert_eq!(legality(&[(60, "Forest")]), "legal");
    assert_eq!(
        legality(&[(59, "Forest")]),
        format!("{player}it has 59 cards, a constructed deck has 60 at least (100.2a)")
    );
    assert_eq!(
        legality(&[(56, "Forest"), (3, "Craw Wurm"), (2, "Craw Wurm")]),
        format!("{player}it has 5 of \"Craw Wurm\", no more than 4 are allowed (100.2a)")
    );
    assert_eq!(
        legality(&[(60, "Forest"), (1, "Insect")]),
        format!("{player}\"Insect\" is a token, not a card (100.2a)")
    );
    assert_eq!(
        legality(&[(60_000, "Forest")]),
        "60060 cards, more than the 4000 that a match of this engine can begin with"
    );
    assert_eq!(legality(&[(60, "Forrest")]), "unknown card \"Forrest\": did you mean \"Forest\"?");
    assert_eq!(legality(&[(60, "Forest"), (1, "Zzz of Nothing")]), "unknown card \"Zzz of Nothing\"");
}

#[test]
fn other_games_and_editions_are_not_available() {
    let factory = MagicFactory::default();
    let start = |setup: &Setup| factory.start(setup, false).err().unwrap();
    assert!(matches!(start(&Setup { game: "chess".to_string(), ..both(1) }), SetupError::Unavailable { .. }));
    assert!(matches!(
        start(&Setup { edition: "1993-08-05".to_string(), ..both(1) }),
        SetupError::Unavailable { .. }
    ));
    assert_eq!(start(&setup(vec![Deck::default()], 1)), SetupError::Seats { expected: 2, most: 8, found: 1 });
}

#[test]
fn definitions_are_those_of_the_decks_and_the_tokens_that_they_make() {
    let definitions = MagicFactory::default().definitions(&both(1)).unwrap();
    assert!(definitions.windows(2).all(|pair| pair[0].0 < pair[1].0));
    let has = |name: &str| definitions.iter().any(|entry| entry.0 == name);
    assert!(has("Captain of the Watch") && has("Soldier") && has("Forest") && !has("Swamp"));
}
