//! Answers: in words, and those that no request lists.

use duelog_kernel::decision::{Ask, Names};
use duelog_kernel::{Choice, Item, Match, Request, Viewer};

/// How many parts of an answer are put into words: a forged one can have thousands.
const WORDS_MAX: usize = 40;

/// An answer in the words of the match, as `viewer` may know it.
pub fn answer_in_words(game: &mut dyn Match, viewer: Viewer, choice: &Choice) -> String {
    let (words, parts): (Vec<String>, usize) = match choice {
        Choice::Pick(items) if items.is_empty() => (vec!["nothing".to_string()], 1),
        Choice::Pick(items) => {
            (items.iter().take(WORDS_MAX).map(|item| game.describe(viewer, item)).collect(), items.len())
        }
        Choice::Number(number) => (vec![number.to_string()], 1),
        Choice::Split(shares) => {
            let share = |(item, share): &(Item, u32)| format!("{share} to {}", game.describe(viewer, item));
            (shares.iter().take(WORDS_MAX).map(share).collect(), shares.len())
        }
        Choice::Name(name) => (vec![name.chars().take(10 * WORDS_MAX).collect()], 1),
    };
    let more = if parts > words.len() { format!(" and {} more", parts - words.len()) } else { String::new() };
    format!("{}{more}", words.join(", "))
}

/// Whether an answer is one that a request does not list, so that its digest does not cover whether it is
/// legal.
pub(crate) fn is_beside(request: Option<&Request>, choice: &Choice) -> bool {
    let Some(request) = request else { return false };
    match (choice, &request.ask) {
        (Choice::Pick(items), _) => matches!(items.as_slice(), [Item::Concede | Item::Draw]),
        (Choice::Name(_), Ask::Name { among: Names::Known(_) }) => true,
        (Choice::Name(_) | Choice::Number(_) | Choice::Split(_), _) => false,
    }
}
