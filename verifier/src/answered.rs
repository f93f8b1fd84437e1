//! Answers: in words, and those that no request lists.

use duelog_kernel::decision::{Ask, Names};
use duelog_kernel::{Choice, Item, Match, ObjectId, Request, Seat, Viewer};

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

/// The same for an account of the match: where the words alone do not say what is done, a yes for instance or a card that
/// is chosen, behind the question, if `viewer` sees that.
pub fn answer_told(game: &mut dyn Match, viewer: Viewer, seat: Seat, choice: &Choice) -> String {
    let words = answer_in_words(game, viewer, choice);
    let bare = match choice {
        Choice::Pick(items) => items.iter().all(|item| {
            matches!(
                item,
                Item::Object(_)
                    | Item::Seat(_)
                    | Item::Flag(_)
                    | Item::Number(_)
                    | Item::Mode(_)
                    | Item::Symbol(_)
            )
        }),
        Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => true,
    };
    let asked = bare && viewer.sees(seat) && game.request().is_some_and(|request| request.seat == seat);
    match game.question(viewer).filter(|_| asked) {
        Some(question) => match question.strip_suffix('.') {
            // "Which creature attacks? Or end the attack step: nothing".
            Some(open) => format!("{open}: {words}"),
            None => format!("{question} {words}"),
        },
        None => words,
    }
}

/// Returns whether `viewer` sees this answer: its player does, and so does everybody who knows all objects
/// that it names and its subject. A card that is chosen out of a hand is known to others once it is shown.
pub fn is_open(game: &mut dyn Match, viewer: Viewer, seat: Seat, choice: &Choice) -> bool {
    if viewer.sees(seat) {
        return true;
    }
    let subject = game.request().and_then(|request| request.subject).map(Item::Object);
    let named: Vec<Item> = match choice {
        Choice::Pick(items) => items.clone(),
        Choice::Split(shares) => shares.iter().map(|share| share.0).collect(),
        Choice::Number(_) | Choice::Name(_) => Vec::new(),
    };
    let mut known = |item: &Item| game.describe(viewer, item) == game.describe(Viewer::Judge, item);
    named.len() <= WORDS_MAX && subject.iter().chain(&named).all(&mut known)
}

/// An answer that `viewer` could not see as it was made, in words, where what it led to shows all that it names:
/// a card that was hidden until it was played. `after` is the match just after the answer.
pub fn shown_by_outcome(after: &mut dyn Match, viewer: Viewer, choice: &Choice) -> Option<String> {
    let became = after.became(after.decisions());
    let mut now = |id: ObjectId| {
        let next = became.iter().find(|became| became.before == id)?.after;
        let item = Item::Object(next);
        (after.describe(viewer, &item) == after.describe(Viewer::Judge, &item)).then_some(next)
    };
    let named: Vec<Item> = match choice {
        Choice::Pick(items) => items.clone(),
        Choice::Split(_) | Choice::Number(_) | Choice::Name(_) => return None,
    };
    let objects: Vec<ObjectId> = named.iter().flat_map(Item::objects).flatten().collect();
    if objects.is_empty() || objects.len() > WORDS_MAX {
        return None;
    }
    let known: Vec<(ObjectId, ObjectId)> =
        objects.into_iter().map(|id| Some((id, now(id)?))).collect::<Option<_>>()?;
    let place = |id: ObjectId| known.iter().find(|known| known.0 == id).map_or(id, |known| known.1);
    let items = named.into_iter().map(|item| item.map_objects(place)).collect();
    Some(answer_in_words(after, viewer, &Choice::Pick(items)))
}

/// Returns whether a request does not list such an answer, so that its digest does not cover whether it is
/// legal.
pub(crate) fn is_beside(request: Option<&Request>, choice: &Choice) -> bool {
    let Some(request) = request else { return false };
    match (choice, &request.ask) {
        (Choice::Pick(items), _) => matches!(items.as_slice(), [Item::Concede | Item::Draw]),
        (Choice::Name(_), Ask::Name { among: Names::Known(_) }) => true,
        (Choice::Name(_) | Choice::Number(_) | Choice::Split(_), _) => false,
    }
}
