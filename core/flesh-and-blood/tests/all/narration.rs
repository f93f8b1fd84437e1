//! Definitions as people read them.

use duelog_flesh_and_blood::state::card_pool::Card;
use duelog_flesh_and_blood::words::narrate::reading::reading;
use duelog_kernel::definition::Card as _;

/// The lines of a definition's first variant behind its name, types and numbers.
fn text(definition: &str) -> Vec<String> {
    let cards = Card::read(definition).unwrap();
    reading(&cards[0]).split_off(3)
}

macro_rules! card {
    ($file:literal) => {
        include_str!(concat!("../../cards/", $file, ".ron"))
    };
}

#[test]
fn cards_read_as_people_say_them() {
    let cases: [(&str, &[&str]); 8] = [
        (
            card!("anothos"),
            &[
                "once a turn, action - 3{r}: attack",
                "this: +2{p} while there are 2 or more cards with cost 3 or more in your pitch zone",
            ],
        ),
        (
            card!("ancestral-empowerment"),
            &["target Ninja attack action card: +1{p} this turn, then draw a card"],
        ),
        (
            card!("crippling-crush"),
            &[
                "crush",
                "Bravo specialization",
                "when this deals 4 or more damage to a hero: the target's controller: discard 2 cards at random",
            ],
        ),
        (
            card!("nimble-strike"),
            &[
                "optional additional cost: banish a card named Nimblism from your graveyard; if paid: +1{p}, gains go again",
            ],
        ),
        (
            card!("heart-of-fyendal"),
            &[
                "legendary",
                "when you pitch this, if your life total is less than your opponent's life total: gain 1 life",
            ],
        ),
        (
            card!("drone-of-brutality"),
            &["if this would be put into the graveyard: instead put it on the bottom of the owner's deck"],
        ),
        (
            card!("awakening-bellow"),
            &[
                "go again",
                "the next Brute attack action card that you play: +3{p} this turn, then intimidate target opposing hero",
            ],
        ),
        (
            card!("scabskin-leathers"),
            &[
                "battleworn",
                "once a turn, action - 0: roll a die of 6 sides, then gain action points equal to half of that number",
            ],
        ),
    ];
    for (definition, expected) in cases {
        assert_eq!(text(definition), expected);
    }
}

#[test]
fn the_number_of_a_variant_is_its_own() {
    let blue = &Card::read(card!("awakening-bellow")).unwrap()[2];
    assert!(reading(blue).iter().any(|line| line.contains("+1{p}")), "{:?}", reading(blue));
}
