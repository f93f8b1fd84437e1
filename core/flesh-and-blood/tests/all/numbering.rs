//! Places of steps, and names by their parts.

use duelog_flesh_and_blood::state::Step;
use duelog_flesh_and_blood::state::names::{has_part, is_same};
use duelog_flesh_and_blood::words::step_names::STEPS;

#[test]
fn steps_stand_where_their_names_do() {
    for (place, step) in Step::ALL.into_iter().enumerate() {
        assert_eq!(step as usize, place);
    }
    assert_eq!(STEPS[Step::Defend as usize].name, "defend");
}

#[test]
fn names_are_compared_by_whole_words() {
    assert!(is_same("Blazing Aether", "blazing  AETHER"));
    assert!(is_same("ÉLAN Stone", "élan stone"));
    assert!(!is_same("Blazing Aether", "Trailblazing Aether"));
    assert!(!is_same("Blazing Aether", "Aether Blazing"));
    assert!(has_part("Dawnblade, Resplendent", "dawnblade"));
    assert!(!has_part("Trailblazing Aether", "Blazing"));
    assert!(!has_part("Head Jab", "Jab Head") && !has_part("Head Jab", " "));
}
