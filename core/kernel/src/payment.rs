//! Payments that a player leaves to the program: the fewest answers that pay a cost.

use std::collections::{BTreeSet, VecDeque};

use crate::decision::{Ask, Choice, Item, Request};
use crate::digest::Digest;
use crate::ids::ObjectId;
use crate::rng::{Purpose, Rng, Seed};
use crate::sample;
use crate::table::Match;
use crate::view::Viewer;

/// The number of tables after which the search takes any way to pay instead of the shortest.
const WIDE: usize = 3_000;

/// The number of tables after which the search gives up.
const TABLES: usize = 20_000;

/// The fewest answers that pay the cost in question, in order; none if there is nothing to pay or no way was
/// found.
///
/// Cards that are named together are found in one answer. Answers that read alike but for their object are as
/// good as each other, and a table that was reached before in another order is not looked at again.
pub fn find(game: &mut dyn Match) -> Option<Vec<Choice>> {
    let paid_for = game.request().filter(|request| request.prompt.pays())?.subject;
    let mut start = game.lean();
    let waits = paid_for.filter(|id| waits_for_payment(&mut *start, *id));
    let mut doubtful = None;
    let mut seen: BTreeSet<Digest> = BTreeSet::new();
    let mut ways: VecDeque<(Box<dyn Match>, Vec<Choice>)> = VecDeque::from([(start, Vec::new())]);
    while let Some((mut game, answers)) = if seen.len() < WIDE { ways.pop_front() } else { ways.pop_back() } {
        let Some(seat) =
            game.request().filter(|request| belongs_to_payment(request)).map(|request| request.seat)
        else {
            if waits.is_none_or(|id| waits_for_payment(&mut *game, id)) {
                return Some(answers);
            }
            // The thing to pay for is gone: it was taken back, or it is done already, as a mana ability is.
            // Another way is better.
            doubtful.get_or_insert(answers);
            continue;
        };
        for choice in steps(&mut *game) {
            let mut next = game.fork();
            if next.decide(seat, &choice).is_ok() && seen.insert(next.root()) {
                let answers = answers.iter().cloned().chain([choice]).collect();
                ways.push_back((next, answers));
            }
        }
        if seen.len() > TABLES {
            break;
        }
    }
    doubtful
}

/// Returns whether a question belongs to a payment: the cost itself, or which mana an ability gives.
fn belongs_to_payment(request: &Request) -> bool {
    let symbols = matches!(&request.ask, Ask::Pick { options, .. } if options.iter().all(|item| matches!(item, Item::Symbol(_))));
    request.prompt.pays() || symbols
}

/// Returns whether an object waits in a shared zone from which it is taken back if it cannot be paid for.
fn waits_for_payment(game: &mut dyn Match, id: ObjectId) -> bool {
    let view = game.view(Viewer::Judge);
    view.zones.iter().any(|zone| zone.seat.is_none() && zone.cards.iter().any(|card| card.id == id))
}

/// The possible answers, one of each kind: first those that end the payment, then those with the fewest uses,
/// so that the rest stays open.
fn steps(game: &mut dyn Match) -> Vec<Choice> {
    let several = game.request().filter(|request| !matches!(request.ask, Ask::Pick { min: 1, max: 1, .. }));
    if let Some(request) = several {
        return sample::answer(request, &mut Rng::new(Seed::from_number(0)).peek(Purpose::Choice))
            .into_iter()
            .collect();
    }
    let Some(asked) = game.asked() else { return Vec::new() };
    if asked.options.iter().any(|option| option.item == Item::Pass) {
        return vec![Choice::one(Item::Pass)];
    }
    let mut kinds: Vec<(usize, String, Item)> = Vec::new();
    for option in &asked.options {
        let (ways, id) = match option.item {
            Item::Ability(id, _) => {
                let same = |other: &&crate::view::OptionView| matches!(other.item, Item::Ability(other, _) if other == id);
                (asked.options.iter().filter(same).count(), Some(id))
            }
            Item::Act(_, id) | Item::Object(id) => (1, Some(id)),
            Item::Symbol(symbol) => (usize::from(symbol), None),
            // No way forward: taking back, giving up.
            Item::Flag(_) | Item::Concede | Item::Draw => continue,
            Item::Pass
            | Item::Mode(_)
            | Item::Number(_)
            | Item::Seat(_)
            | Item::Pair(..)
            | Item::PairSeat(..) => (1, None),
        };
        let text = id.map_or(option.text.clone(), |id| option.text.replace(&format!(" {id}"), ""));
        if !kinds.iter().any(|kind| (kind.0, &kind.1) == (ways, &text)) {
            kinds.push((ways, text, option.item));
        }
    }
    kinds.sort_by_key(|kind| kind.0);
    kinds.into_iter().map(|kind| Choice::one(kind.2)).collect()
}
