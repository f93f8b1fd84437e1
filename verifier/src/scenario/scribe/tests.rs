//! Lines that name many cards, and lines for which no cards are found.

use duelog_kernel::budget::{Budget, used, within};
use duelog_kernel::setup::{Deck, Start};
use duelog_kernel::{Factory, Seed, Setup};
use duelog_magic::factory::MagicFactory;

use super::{STEPS, Scribe};

/// Four of each stand in each deck.
const NAMES: [&str; 9] = [
    "Air Elemental",
    "Cancel",
    "Divination",
    "Wind Drake",
    "Horned Turtle",
    "Jump",
    "Flying Men",
    "Negate",
    "Traumatize",
];

/// The setup of a match whose players have the same deck.
fn setup(factory: &dyn Factory) -> Setup {
    let cards = NAMES.iter().map(|name| (4, (*name).to_string()));
    let cards = cards.chain([(24, "Island".to_string())]).collect();
    let deck = Deck { name: "blue".to_string(), cards, sideboard: Vec::new() };
    Setup {
        game: factory.game().to_string(),
        edition: factory.editions()[0].to_string(),
        decks: vec![deck.clone(), deck],
        start: Start::Normal,
        seed: Seed::from_number(1),
    }
}

/// The lines of a match up to a turn: each player plays a land in each turn, and more happens in some.
fn lines(turns: u32, more: &[(u32, &str)]) -> Vec<String> {
    let begun =
        ["chance: P1", "P1 chooses \"P1 takes the first turn\"", "P1 says \"keep\"", "P2 says \"keep\""];
    let turn = |turn: u32| {
        let acting = 2 - turn % 2;
        let begins = format!("pass until turn is {turn}; step is precombat main; stack is empty");
        let own = more.iter().filter(move |more| more.0 == turn);
        [begins, format!("P{acting} plays Island")].into_iter().chain(own.map(|more| more.1.to_string()))
    };
    begun.into_iter().map(str::to_string).chain((1..=turns).flat_map(turn)).collect()
}

/// The steps of a line, and its error.
fn said(scribe: &mut Scribe<'_>, line: &str) -> (u64, Option<String>) {
    let said = within(Budget::steps(0), || {
        let heard = scribe.say(line, &[]);
        (used(), heard.err().map(|why| why.to_string()))
    });
    said.expect("there is no limit")
}

#[test]
fn many_cards_are_dealt_at_once_and_a_search_ends() {
    let factory = MagicFactory::default();
    let mut scribe = Scribe::new(&factory, setup(&factory)).expect("the cards are known");
    for line in lines(9, &[(9, "P1 casts Traumatize targeting P2")]) {
        assert_eq!(said(&mut scribe, &line).1, None, "{line}");
    }
    let shown: Vec<String> = NAMES[..6].iter().map(|name| format!("4 {name}")).collect();
    assert_eq!(said(&mut scribe, &format!("shown: {}", shown.join(", "))).1, None);
    let (steps, why) = said(&mut scribe, "all pass");
    assert_eq!(why, None);
    assert!(steps < STEPS / 2, "{steps}");
    // All four lie in one graveyard, and two of another name can be anywhere.
    let before = scribe.deeds();
    let (steps, why) = said(&mut scribe, "P1 casts Flying Men targeting Negate, Traumatize, Negate and Jump");
    let why = why.expect("nothing of it is possible");
    assert!(why.contains("no order of the unseen cards was found in which this fits"), "{why}");
    assert!((STEPS..STEPS + STEPS / 4).contains(&steps), "{steps}");
    assert_eq!(scribe.deeds(), before);
    assert_eq!(said(&mut scribe, "P1 passes").1, None);
}

#[test]
fn who_can_block_with_nothing_is_not_asked_and_nothing_else_is_answered() {
    let factory = MagicFactory::default();
    let mut scribe = Scribe::new(&factory, setup(&factory)).expect("the cards are known");
    let more = [
        (1, "P1 casts Flying Men"),
        (2, "P2 casts Flying Men"),
        (4, "P2 attacks with Flying Men"),
        (5, "P1 attacks with Flying Men"),
    ];
    for line in lines(5, &more) {
        assert_eq!(said(&mut scribe, &line).1, None, "{line}");
    }
    // Only in the next turn P2 is asked for something of that kind: which creatures attack.
    let before = scribe.deeds();
    let why = said(&mut scribe, "P2 does not block").1.expect("P2 has no creature that can block");
    assert!(why.contains("P2 answers, but P1 is asked"), "{why}");
    assert_eq!(scribe.deeds(), before);
}
