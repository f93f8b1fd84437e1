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
                "Once per turn, as an action, pay 3{r}: Attack with this.",
                "While there are 2 or more cards with cost 3 or more in your pitch zone, this gets +2{p}.",
            ],
        ),
        (
            card!("ancestral-empowerment"),
            &["Target Ninja attack action card gets +1{p} this turn. Draw a card."],
        ),
        (
            card!("crippling-crush"),
            &[
                "Crush",
                "Bravo specialization",
                "When this deals 4 or more damage to a hero, they discard 2 cards at random.",
            ],
        ),
        (
            card!("nimble-strike"),
            &[
                "As an additional cost to play this, you may banish a card named Nimblism from your graveyard. If you do, this gets +1{p} and gains go again.",
            ],
        ),
        (
            card!("heart-of-fyendal"),
            &[
                "Legendary",
                "When you pitch this, if an opponent controls a hero without life total your life total or less, gain 1 life.",
            ],
        ),
        (
            card!("drone-of-brutality"),
            &["If this would be put into the graveyard, put it on the bottom of its owner's deck instead."],
        ),
        (
            card!("awakening-bellow"),
            &[
                "Go again",
                "The next Brute attack action card you play gets +3{p} this turn. Intimidate target opposing hero.",
            ],
        ),
        (
            card!("scabskin-leathers"),
            &[
                "Battleworn",
                "Once per turn, as an action: Roll a 6-sided die. Gain a number of action points equal to half that number.",
            ],
        ),
    ];
    for (definition, expected) in cases {
        assert_eq!(text(definition), expected);
    }
}

#[test]
fn an_effect_that_hears_each_event_says_so() {
    let card = "Card(name: \"Own\", types: \"Action\", cost: [0], resolve: (effect: \
                Delayed(Every(Turn, Hits(Sub(\"Arrow\"), Any)), Do(Draw(You, N(1))))))";
    assert_eq!(text(card), ["Whenever an arrow hits this turn, draw a card."]);
}

#[test]
fn the_number_of_a_variant_is_its_own() {
    let blue = &Card::read(card!("awakening-bellow")).unwrap()[2];
    assert!(reading(blue).iter().any(|line| line.contains("+1{p}")), "{:?}", reading(blue));
}
