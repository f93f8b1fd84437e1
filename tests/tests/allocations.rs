//! What a passed priority takes from the heap: nothing, once a match is under way.
//!
//! With debug assertions every question is worked out twice, which takes memory; run it with `--release`.

use allocation_counter::measure;
use duelog_kernel::{Choice, Item, Match};
use duelog_magic::Magic;
use duelog_tests::games::{Played, decision, random, setup};

/// How many passes that only hand priority on took memory, and how many did not.
fn passes<G: Played>(seed: u64) -> (u32, u32) {
    let mut game = G::table(&setup::<G>(seed), false);
    let mut stream = random(seed);
    let pass = Choice::one(Item::Pass);
    let (mut some, mut none) = (0, 0);
    // What is asked after a pass, where that is the same again for another player.
    while let Some((seat, choice)) = decision(&game, &mut stream) {
        let before = game.request().map(|request| request.prompt.name());
        let number = game.decisions();
        let view = game.state_value();
        let is_pass = choice == pass && before == Some("priority");
        let taken = measure(|| {
            game.decide(seat, &choice).expect("offered");
            game.state_tag();
        });
        let handed_on = is_pass
            && number > 200
            && game
                .request()
                .is_some_and(|request| request.prompt.name() == "priority" && request.seat != seat)
            && game.state_value()["turn"]["turn"]["step"] == view["turn"]["turn"]["step"];
        if handed_on {
            *if taken.count_total == 0 { &mut none } else { &mut some } += 1;
        }
    }
    (some, none)
}

#[test]
#[cfg_attr(
    any(debug_assertions, feature = "traced"),
    ignore = "assertions of the engine work every question out twice"
)]
fn a_passed_priority_takes_nothing_from_the_heap() {
    let (mut some, mut none) = (0, 0);
    for seed in 0..4 {
        let (with, without) = passes::<Magic>(seed);
        some += with;
        none += without;
    }
    // Where a player's options have to be worked out, because something has happened, that takes a few lists.
    assert!(none > 600, "only {none} passes took nothing, {some} took something");
    assert!(some < 2 * none, "{some} passes took something from the heap, {none} nothing");
}
