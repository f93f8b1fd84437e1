//! Finds tags of decisions that were made for another answer than the log's.

use duelog_kernel::decision::Ask;
use duelog_kernel::{Choice, Request, TagKey, Viewer};
use duelog_log_format::Decision;

use crate::answered::answer_in_words;
use crate::line::Timeline;

/// How many other answers are tried at most.
const TRIED_MAX: usize = 256;

/// The answer in words that fits the tag of decision record `number`, the last one of the line; none when no
/// simple answer does.
///
/// Tried are the answers that name at most one thing, or a number, in the place of the one that the log has.
pub(crate) fn made_for(
    line: &Timeline,
    tags: &mut TagKey,
    number: u32,
    decision: &Decision,
) -> Option<String> {
    let before = line.before_last();
    let choices: Vec<Choice> = before.request().map(simple).unwrap_or_default();
    choices.into_iter().filter(|choice| *choice != decision.choice).find_map(|choice| {
        let mut game = before.lean();
        game.decide(decision.seat, &choice).ok()?;
        let tag = tags.hide(number, decision.seat, &choice, game.state_tag());
        (tag == decision.tag).then(|| answer_in_words(&mut *before.lean(), Viewer::Judge, &choice))
    })
}

/// The answers to a request that name at most one thing, or a number.
fn simple(request: &Request) -> Vec<Choice> {
    match &request.ask {
        Ask::Pick { options, .. } => {
            let nothing = std::iter::once(Choice::Pick(Vec::new()));
            nothing.chain(options.iter().map(|item| Choice::one(*item))).take(TRIED_MAX).collect()
        }
        Ask::Number { min, max } => (*min..=*max).take(TRIED_MAX).map(Choice::Number).collect(),
        Ask::Split { total, options, .. } => {
            options.iter().take(TRIED_MAX).map(|item| Choice::Split(vec![(*item, *total)])).collect()
        }
        Ask::Name { among } => among.iter().take(TRIED_MAX).map(|name| Choice::Name(name.clone())).collect(),
    }
}
