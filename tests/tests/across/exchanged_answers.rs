//! An answer that is exchanged for another one with the same consequence does not fit its tag.
#![allow(clippy::unwrap_used)]

use duelog_duel_masters::rules::game::DuelMasters;
use duelog_flesh_and_blood::engine::FleshAndBlood;
use duelog_kernel::decision::Ask;
use duelog_kernel::{Choice, Match, TagKey};
use duelog_magic::Magic;
use duelog_tests::games::{Played, over_random_play_of, setup};

/// How many simple answers, of those that could have been given at each fourth decision of some games, lead to the
/// same state and request as the one that was given.
fn same_consequence<G: Played>() -> u32 {
    let mut found = 0;
    let mut tags = TagKey::new(&setup::<G>(0).seed);
    over_random_play_of::<G>(0, |game, (seat, choice)| {
        if game.decisions() % 4 != 0 {
            return;
        }
        let Some(Ask::Pick { options, .. }) = game.request().map(|request| &request.ask) else { return };
        let others: Vec<Choice> =
            options.iter().map(|item| Choice::one(*item)).filter(|other| other != choice).take(2).collect();
        let after = |choice: &Choice| {
            let mut fork = game.fork();
            fork.decide(*seat, choice).ok().map(|()| fork.state_tag())
        };
        let given = after(choice).unwrap();
        for other in others.iter().filter(|other| after(other) == Some(given)) {
            let number = game.decisions() + 1;
            assert_ne!(tags.hide(number, *seat, choice, given), tags.hide(number, *seat, other, given));
            found += 1;
        }
    });
    found
}

#[test]
fn an_answer_with_the_same_consequence_has_another_tag() {
    let found =
        [same_consequence::<Magic>(), same_consequence::<DuelMasters>(), same_consequence::<FleshAndBlood>()];
    assert!(found.iter().sum::<u32>() > 0, "no answers with the same consequence were met: {found:?}");
}
