//! Places that other places are told by: of abilities, of steps, of what is counted.

use duelog_magic::language::mana::Color;
use duelog_magic::state::card_pool::Card;
use duelog_magic::state::{AbilityPlace, Step};
use duelog_magic::words::step_names::STEPS;

#[test]
fn activations_are_counted_where_it_matters() {
    let card = r#"Card(
        name: "Counted", cost: "{1}", types: "Artifact", test_only: true,
        abilities: [
            Activated((cost: [Tap], effect: If(Exists(Players), Do(Draw(Of(You), N(1)))))),
            Activated((cost: [Tap], timing: (limit: 2), effect: Do(Draw(Of(You), N(1))))),
            Activated((cost: [Tap], effect: Do(GainLife(Of(You), Activations(2))))),
            Activated((cost: [Tap], timing: (ever: 1), effect: Do(Draw(Of(You), N(1))))),
        ],
    )"#;
    let counted = Card::compile(card).map(|card| card.counted).unwrap_or_default();
    assert_eq!(counted, [AbilityPlace::Printed(1), AbilityPlace::Printed(2)]);
}

#[test]
fn steps_stand_where_their_names_do() {
    for (place, step) in Step::ALL.into_iter().enumerate() {
        assert_eq!(step as usize, place);
    }
    assert_eq!(STEPS[Step::DeclareBlockers as usize].name, "blocks");
    assert_eq!(STEPS[Step::Cleanup as usize].name, "cleanup");
}

#[test]
fn each_place_has_a_number_of_its_own() {
    let counted = [0, 1, 36, 37, 41, 63, 64, 100, 191, 255, 256, 100_000];
    let mut places: Vec<AbilityPlace> = counted
        .into_iter()
        .flat_map(|place| [AbilityPlace::Printed(place), AbilityPlace::Granted(place)])
        .collect();
    places.extend(Color::ALL.map(AbilityPlace::Intrinsic));
    places.extend([0, 4, 6].map(AbilityPlace::Help));
    places.extend([AbilityPlace::Printed(1).mana(5), AbilityPlace::Spell.mana(0)]);
    places.extend([AbilityPlace::Loyalty, AbilityPlace::Spell, AbilityPlace::Defining]);
    places.push(AbilityPlace::Unmanifest);
    for place in places {
        assert_eq!(AbilityPlace::numbered(place.number()), Some(place));
    }
    let named = (0..1000).filter_map(|number| Some((number, AbilityPlace::numbered(number)?)));
    named.for_each(|(number, place)| assert_eq!(place.number(), number));
}
