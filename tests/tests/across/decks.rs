//! The decks that come with the program are made of real cards, and of every kind of them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use duelog_duel_masters::language::definition::{Ability, Definition};
use duelog_duel_masters::language::parse::parse;
use duelog_duel_masters::language::types::{CardType, Special};
use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::definition::Card;
use duelog_kernel::factory::GameDefinition;
use duelog_kernel::scope::Node;
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

/// The kinds of cards that no built-in deck has. Games over random decks play them, but for vanguards;
/// planes, phenomena, schemes and conspiracies stand beside decks.
const IN_NO_DECK: [&str; 17] = [
    "Action Abandon",
    "Action Planeswalk",
    "Action RollPlanarDie",
    "Conspiracy",
    "Instant Sorcery",
    "Land Creature",
    "Legendary Artifact Creature",
    "Legendary Artifact Enchantment",
    "Legendary Enchantment Creature",
    "Legendary Snow Land",
    "Ongoing Scheme",
    "Partner",
    "Phenomenon",
    "Plane",
    "Scheme",
    "Tribal Sorcery",
    "Vanguard",
];

/// What no deck has is named.
#[test]
fn the_decks_of_magic_use_every_keyword_and_kind_of_card() {
    let factory = Magic::factory();
    let text = |name: &str| factory.card(name).expect("it is defined").definition;
    let setup = Setup { decks: decks("magic"), ..magic_setup(0) };
    let played = factory.definitions(&setup).expect("they can be played");
    let used: BTreeSet<String> = played.iter().flat_map(|(name, _)| kinds(&text(name))).collect();
    let real = factory.cards().into_iter().filter(|card| !card.test_only && !card.compiled);
    let all: BTreeSet<String> = real.flat_map(|card| kinds(&text(&card.name))).collect();
    let unused: Vec<&str> = all.difference(&used).map(String::as_str).collect();
    assert_eq!(unused, IN_NO_DECK, "no deck uses them");
}

/// What no deck has is named. Where there is no real card of a kind, a deck of cards for tests has it.
#[test]
fn the_decks_of_duel_masters_use_every_card_type_and_special_type() {
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

/// What a card of Duel Masters lets a match meet: its card type, the zones that it speaks of, and the
/// mechanisms of chapters 3 and 8 that it has.
fn met(card: &Definition) -> BTreeSet<String> {
    let node = Node::of(card);
    let says = |kind: &str, word: &str| node.any(&|node| node.is(kind, word));
    let is = |special: Special| card.special.contains(&special);
    let turns = !card.faces.is_empty() && says("Verb", "Flip");
    let seals = |node: &Node| {
        let parts: Vec<&str> = node.parts.iter().map(|part| part.word).collect();
        node.is("Verb", "PutOn") && parts == ["Top", "Battle"]
    };
    let adds = |ability: &Ability| matches!(ability, Ability::Costs(costs) if costs.may);
    let mechanisms = [
        ("evolution on two creatures (801.1b)", card.evolution.len() > 1),
        ("NEO (802)", is(Special::Neo)),
        ("gods that link (803)", !card.links.is_empty()),
        ("awakening (804)", is(Special::Psychic) && turns),
        ("psychic creatures that link (805)", is(Special::Psychic) && !card.belongs.whole.is_empty()),
        ("release (805.1b)", card.belongs.release),
        ("dragsolution (806)", is(Special::Dragheart) && turns),
        ("a forbidden creature (807)", is(Special::Forbidden) && !card.belongs.whole.is_empty()),
        ("what is there as the game starts (100.5)", card.belongs.starts.is_some()),
        ("seals (116)", node.any(&seals)),
        ("twinpact (808)", card.twin.is_some()),
        ("GR summon (809)", says("Place", "UltraGr")),
        ("star evolution (811)", is(Special::StarEvolution)),
        ("King Cells (812)", card.kind == CardType::Cell && card.belongs.cost > 0),
        ("S-MAX evolution (813)", is(Special::SMax)),
        ("hyper mode (814)", says("Special", "HyperMode")),
        ("dream (815)", is(Special::Dream)),
        ("more cards in a deck (314.3a)", card.belongs.more > 0),
        ("D2 field (204.3c)", card.d2),
        ("an additional cost (112.2d)", card.abilities.iter().any(adds)),
    ];
    let places = RefCell::new(BTreeSet::new());
    node.any(&|node| {
        if node.kind == "Place" {
            places.borrow_mut().insert(format!("the zone {}", node.word));
        }
        false
    });
    let mut found = places.into_inner();
    found.extend(mechanisms.into_iter().filter(|own| own.1).map(|own| own.0.to_string()));
    found.insert(card.kind.name().to_string());
    found
}

/// What no card of the six decks has is named.
#[test]
fn the_decks_of_test_cards_meet_every_zone_card_type_and_mechanism() {
    let factory = DuelMasters::factory();
    let read = |name: &str| {
        let text = factory.card(name).unwrap_or_else(|| panic!("{name} is not defined")).definition;
        parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let decks = mechanisms("duel-masters");
    assert_eq!(decks.len(), 6);
    let mut used = BTreeSet::new();
    for (_, name) in decks.into_iter().flat_map(|deck| deck.cards) {
        let card = read(&name);
        used.extend(met(&card));
        card.twin.iter().for_each(|twin| used.extend(met(twin)));
        card.faces.iter().for_each(|face| used.extend(met(&read(face))));
    }
    let all: BTreeSet<String> = factory.cards().iter().flat_map(|card| met(&read(&card.name))).collect();
    assert!(all.len() >= 44, "only {} of what there is are found: {all:?}", all.len());
    let unused: Vec<&String> = all.difference(&used).collect();
    assert!(unused.is_empty(), "none of the six decks uses {unused:?}");
}
