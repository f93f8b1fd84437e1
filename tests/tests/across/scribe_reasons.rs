//! The reasons that a scribe gives for lines that do not fit are those of the rules and of the cards.

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::setup::Start;
use duelog_kernel::{Seed, Setup};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decks};
use duelog_verifier::scenario::Scribe;

/// Plays some lines, and then tries others that do not fit, each with words of its reason, and behind `!`
/// with words that the reason does not have.
fn refused<G: Played>(names: [&str; 2], lines: &[&str], cases: &[(&str, &[&str])]) {
    let factory = G::factory();
    let known = decks(G::GAME);
    let deck = |name: &str| known.iter().find(|deck| deck.name == name).expect("the deck is there").clone();
    let setup = Setup {
        game: G::GAME.to_string(),
        edition: factory.editions()[0].to_string(),
        decks: names.map(deck).to_vec(),
        start: Start::Normal,
        seed: Seed::from_number(5),
    };
    let mut scribe = Scribe::new(&*factory, setup).expect("the cards are known");
    for line in lines {
        scribe.say(line, &[]).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    let before = scribe.deeds();
    for (line, words) in cases {
        let why = scribe.say(line, &[]).expect_err(line).to_string();
        for word in words.iter().chain(&["!say which"]) {
            match word.strip_prefix('!') {
                Some(word) => assert!(!why.contains(word), "{line}: {why}"),
                None => assert!(why.contains(word), "{line}: {word}: {why}"),
            }
        }
        assert_eq!(scribe.deeds(), before, "{line}");
    }
}

#[test]
fn a_line_of_magic_that_is_illegal_is_refused_by_the_rule_that_it_breaks() {
    let begun =
        ["chance: P2", "P2 chooses \"P1 takes the first turn\"", "P1 says \"keep\"", "P2 says \"keep\""];
    let lines = [&begun[..], &["P1 plays Forest", "P1 casts Llanowar Elves", "all pass"]].concat();
    refused::<Magic>(
        ["Red-Green Beasts", "White-Blue Flyers"],
        &lines,
        &[
            ("P1 plays Mountain", &["(305.2)"]),
            ("P1 attacks with Llanowar Elves", &["(302.6)"]),
            ("P1 attacks with Llanowar Elves on the battlefield", &["(302.6)"]),
            ("P1 activates Llanowar Elves", &["(302.6)"]),
            ("P1 casts Lightning Bolt targeting P2", &["(601.2h)"]),
            ("P2 casts Serra Angel", &["P2 answers, but P1 is asked", "as soon as P2 is asked", "(302.1)"]),
            ("pass to Declare Atackers", &["\"Declare Atackers\": did you mean \"declare attackers\"?"]),
        ],
    );
    let lines =
        [&begun[..], &["P1 plays Forest", "pass until turn is 2; step is precombat main", "P2 plays Island"]];
    refused::<Magic>(
        ["Red-Green Beasts", "White-Blue Flyers"],
        &lines.concat(),
        &[("P2 casts Serra Angel", &["(601.2h)"]), ("P2 casts Lightning Bolt", &["!P2's hand"])],
    );
    refused::<Magic>(
        ["Red-Green Beasts", "White-Blue Flyers"],
        &[&begun[..], &["P1 concedes"]].concat(),
        &[
            ("P1 plays Forest", &["the match is over", "`undo`"]),
            ("P2 casts Serra Angel", &["the match is over"]),
        ],
    );
}

#[test]
fn a_line_of_duel_masters_that_is_illegal_is_refused_by_the_rule_that_it_breaks() {
    refused::<DuelMasters>(
        ["Fire-Nature Rush", "Light-Water Wardens"],
        &["chance: P1", "P1 charges Brawler Zyler", "P1 summons Deadly Fighter Braid Claw"],
        &[
            ("P1 attacks with Deadly Fighter Braid Claw", &["(301.5)"]),
            ("P1 summons Gonta, the Warrior Savage", &["(112.2a)"]),
            ("P1 charges Gonta, the Warrior Savage", &["(503.1)"]),
            ("P1 hand: 3 Faerie Life, 2 Torcon", &["P1's hand has 3 cards, and 5 are named"]),
            ("pass to atack", &["\"atack\": did you mean \"attack\"?"]),
        ],
    );
}

/// How a match of Flesh and Blood begins.
const BEGUN: [&str; 4] =
    ["chance: P1", "P1 chooses P1", "P1 chooses Romping Club, Scabskin Leathers", "P2 chooses Dawnblade"];

#[test]
fn a_line_of_flesh_and_blood_that_is_illegal_is_refused_by_the_rule_that_it_breaks() {
    refused::<FleshAndBlood>(
        ["Rhinar", "Dorinthea"],
        &[&BEGUN[..], &["P1 activates Scabskin Leathers"]].concat(),
        &[
            ("P1 plays Alpha Rampage (red)", &["(8.1.1a)"]),
            ("P1 activates Romping Club", &["(8.1.1a)"]),
            ("P1 plays Romping Club", &["(5.1.1a)"]),
            ("P2 plays Overpower (red)", &["as soon as P2 is asked", "(8.1.2a)"]),
            ("P1 hand: 3 Wrecker Romp (red)", &["beside the others: P1's deck has 2"]),
            ("pass to aciton", &["\"aciton\": did you mean \"action\"?"]),
        ],
    );
    // A die that the next line rolls: what was said of it before is named.
    refused::<FleshAndBlood>(
        ["Rhinar", "Dorinthea"],
        &[&BEGUN[..], &["P1 activates Scabskin Leathers", "chance: 7"]].concat(),
        &[("all pass", &["the line `chance: 7` before does not fit", "not one of 6 results", "`undo`"])],
    );
}

#[test]
fn a_result_of_chance_that_cannot_be_is_refused_where_the_draw_is_known() {
    let decks = ["Red-Green Beasts", "White-Blue Flyers"];
    refused::<Magic>(
        decks,
        &[],
        &[
            ("chance: P3", &["there is no P3: the match has 2 players, P1 to P2"]),
            ("chance: 7", &["chance decides as the match begins: \"7\" is not one of 2 results", "!undo"]),
            ("P1 plays Forest", &["chance decides here, among 2", "!P3"]),
        ],
    );
}

#[test]
fn hidden_cards_that_cannot_lie_there_are_refused_with_the_true_reason() {
    refused::<Magic>(
        ["Red-Green Beasts", "White-Blue Flyers"],
        &[
            "chance: P1",
            "P1 chooses \"P1 takes the first turn\"",
            "P1 says \"keep\"",
            "P2 says \"keep\"",
            "P1 plays Forest",
        ],
        &[
            ("P1 hand: 7 Forest", &["P1's hand has 6 cards, and 7 are named"]),
            ("P3 hand: Forest", &["there is no P3"]),
            ("P1 hand: Island", &["no Island can be there: P1's deck has none"]),
            ("P2 hand: 5 Serra Angel", &["no Serra Angel can be there beside the others: P2's deck has "]),
        ],
    );
}

/// Checks that a game says the names of its steps among its words.
fn says<G: Played>(steps: impl IntoIterator<Item = &'static str>) {
    let factory = G::factory();
    for step in steps {
        assert!(factory.said().contains(&step), "{} {step}", G::GAME);
    }
}

#[test]
fn every_step_that_can_be_passed_to_is_among_the_words_of_its_game() {
    says::<Magic>(duelog_magic::state::Step::ALL.map(duelog_magic::state::Step::name));
    says::<DuelMasters>(duelog_duel_masters::state::Step::ALL.map(duelog_duel_masters::state::Step::name));
    says::<FleshAndBlood>(
        duelog_flesh_and_blood::state::Step::ALL.map(duelog_flesh_and_blood::state::Step::name),
    );
}
