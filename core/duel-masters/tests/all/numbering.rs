//! Places that other places are told by: of steps, of keywords.

use duelog_duel_masters::language::types::Step;
use duelog_duel_masters::state::card_pool::CardPool;
use duelog_duel_masters::words::step_names::STEPS;

#[test]
fn steps_stand_where_their_names_do() {
    assert_eq!(STEPS[Step::Opening as usize].name, "opening");
    assert_eq!(STEPS[Step::Charge as usize].name, "charge");
    assert_eq!(STEPS[Step::End as usize].name, "end");
}

#[test]
fn keywords_mean_what_their_file_says() {
    let cards = CardPool::default();
    let keywords = cards.keywords();
    assert!(!keywords.is_empty(), "keywords.ron is not read");
    assert_eq!(keywords.len(), cards.meanings().count());
    for (place, keyword) in keywords.iter().enumerate() {
        let first = keywords.iter().position(|own| own.is_kind_of(*keyword));
        assert_eq!(first, Some(place), "{} stands there twice", keyword.kind());
    }
}
