//! Events that are recorded only in matches with a card that asks for them.

use duelog_kernel::{ObjectId, RuleId, Seat};

use crate::language::definition::Deed;
use crate::rule;
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::Occurrence;
use crate::state::event::Event;

/// Records that a deed was done, where a card of the match asks for that.
pub fn record(rules: &FleshAndBlood, play: &mut Game<'_>, deed: Deed, done: Occurrence, rule: RuleId) {
    if rules.card_pool.told.has(deed) {
        rules.emit(play, Event::Recorded(done), rule);
    }
}

/// Records who fails to win a clash, or would fail with this outcome.
pub fn clash_failed(rules: &FleshAndBlood, play: &mut Game<'_>, seats: [Seat; 2], winner: Option<Seat>) {
    for seat in seats.into_iter().filter(|seat| Some(*seat) != winner) {
        record(rules, play, Deed::FailClash, Occurrence::ClashFailed(seat), rule!("8.5.45c"));
    }
}

/// Records what has gained go again by an effect since that was last looked at, where a card asks for it.
pub fn gains_go_again(rules: &FleshAndBlood, play: &mut Game<'_>) -> bool {
    if !rules.card_pool.told.has(Deed::GainGoAgain) {
        return false;
    }
    let (state, derived) = play.split();
    derived.refresh(&state.board, &rules.card_pool);
    let quick = derived.quickened(&state.board, &rules.card_pool);
    let known = &state.board.quickened;
    if quick == *known {
        return false;
    }
    let new: Vec<ObjectId> = quick.iter().filter(|id| !known.contains(id)).copied().collect();
    play.emit(Event::Quickened(quick), rule!("8.3.5c"));
    for id in new {
        rules.emit(play, Event::Recorded(Occurrence::GoAgainGained(id)), rule!("8.3.5c"));
    }
    true
}
