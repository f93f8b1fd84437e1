//! The decks that come with the program are made of real cards, and of every kind of them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameDefinition;
use duelog_kernel::setup::Setup;
use duelog_magic::Magic;
use duelog_tests::games::{Played, decks, magic_setup, mechanisms};

fn holds_real_cards_only<G: Played>(game: &str, with: usize) {
    let cards = <G as Played>::factory().cards();
    let decks = decks(game);
    assert!(decks.len() >= with, "{game} has {} decks", decks.len());
    for deck in decks {
        for (_, name) in deck.all() {
            let found = cards.iter().find(|card| card.name == *name);
            assert!(
                found.is_some_and(|card| !card.test_only),
                "{game}, {}: {name} is only for tests, or is not defined",
                deck.name
            );
        }
    }
}

#[test]
fn no_public_deck_holds_a_card_for_tests() {
    holds_real_cards_only::<Magic>("magic", 12);
    holds_real_cards_only::<DuelMasters>("duel-masters", 8);
    holds_real_cards_only::<FleshAndBlood>("flesh-and-blood", 4);
}

/// What makes a card of Magic one of a kind of its own.
const PARTS: [&str; 5] = ["levels", "chapters", "classes", "forecasts", "splices"];

/// What a definition of Magic is and has: its keywords and keyword actions, what players get by it, its faces,
/// its other parts, the kinds of its symbols, and its supertypes and card types.
fn kinds(text: &str) -> BTreeSet<String> {
    let node = <Magic as GameDefinition>::Card::node(text).expect("a definition");
    let found = RefCell::new(BTreeSet::new());
    node.any(&|node| {
        if node.kind == "Keyword" {
            found.borrow_mut().insert(node.word.to_string());
        }
        if ["Action", "Designation", "Faces"].contains(&node.kind)
            || node.kind == "Counter" && ["Poison", "Energy", "Experience"].contains(&node.word)
        {
            found.borrow_mut().insert(format!("{} {}", node.kind, node.word));
        }
        if node.kind == "Line" {
            found.borrow_mut().extend(node.field("keyword").map(|keyword| keyword.text.clone()));
        }
        false
    });
    let types = node.field("types").map(|types| types.text.clone()).unwrap_or_default();
    let before = types.split(" - ").next().unwrap_or_default().to_string();
    let mut found = found.into_inner();
    found.insert(before);
    let has = |part: &&&str| node.field(part).is_some_and(|field| !field.parts.is_empty());
    found.extend(PARTS.iter().filter(has).map(ToString::to_string));
    let symbols = ["{2/", "/P}", "{S}", "/U}", "/B}", "/R}", "/G}", "/W}"];
    found.extend(symbols.iter().filter(|symbol| text.contains(**symbol)).map(ToString::to_string));
    found
}

/// What no deck has is named.
#[test]
fn the_decks_of_magic_use_every_keyword_and_kind_of_card() {
    let factory = Magic::factory();
    let text = |name: &str| factory.card(name).expect("it is defined").definition;
    let setup = Setup { decks: decks("magic"), ..magic_setup(0) };
    let played = factory.definitions(&setup).expect("they can be played");
    let used: BTreeSet<String> = played.iter().flat_map(|(name, _)| kinds(&text(name))).collect();
    let real = factory.cards().into_iter().filter(|card| !card.test_only);
    let all: BTreeSet<String> = real.flat_map(|card| kinds(&text(&card.name))).collect();
    let unused: Vec<&String> = all.difference(&used).collect();
    assert!(unused.is_empty(), "no deck uses {unused:?}");
}

/// What no deck has is named. Where there is no real card of a kind, a deck of cards for tests has it.
#[test]
fn the_decks_of_duel_masters_use_every_card_type_and_special_type() {
    use duelog_duel_masters::language::parse::parse;
    let factory = DuelMasters::factory();
    let read = |name: &str| {
        let text = factory.card(name).unwrap_or_else(|| panic!("{name} is not defined")).definition;
        parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let types = |name: &str| {
        let card = read(name);
        let mut found: BTreeSet<String> = card.special.iter().map(|special| format!("{special:?}")).collect();
        found.insert(format!("{:?}", card.kind));
        (found, card.faces)
    };
    let mut used = BTreeSet::new();
    for (_, name) in
        decks("duel-masters").into_iter().chain(mechanisms("duel-masters")).flat_map(|deck| deck.cards)
    {
        let name = name.split(" (").next().unwrap_or_default();
        let (own, faces) = types(name);
        used.extend(own);
        faces.iter().for_each(|face| used.extend(types(face).0));
    }
    let all: BTreeSet<String> = factory.cards().iter().flat_map(|card| types(&card.name).0).collect();
    let unused: Vec<&String> = all.difference(&used).collect();
    assert!(unused.is_empty(), "no deck uses {unused:?}");
}
