//! The decks that come with the program are made of real cards.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_magic::Magic;
use duelog_tests::games::{Played, decks};

fn holds_real_cards_only<G: Played>(game: &str, with: usize) {
    let cards = <G as Played>::factory().cards();
    let decks = decks(game);
    assert!(decks.len() >= with, "{game} has {} decks", decks.len());
    for deck in decks {
        for (_, name) in &deck.cards {
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
    holds_real_cards_only::<Magic>("magic", 4);
    holds_real_cards_only::<DuelMasters>("duel-masters", 4);
    holds_real_cards_only::<FleshAndBlood>("flesh-and-blood", 4);
}
