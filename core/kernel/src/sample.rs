//! Random legal answers, drawn through the one validator.

mod search;

use crate::decision::{Ask, Choice, Constraint, Item, Limit, Request};
use crate::rng::Stream;

/// How many random answers are tried.
const TRIES: u32 = 64;

/// How often an answer is mended before it is given up.
const MENDS: u32 = 200;

/// A random legal answer. It never concedes and never takes an action back (`Flag(false)` among abilities or
/// acts) while another answer is legal.
///
/// Returns none only for a request that no answer satisfies, which is a fault of the game that asks, or whose
/// limits are too tangled to be searched.
pub fn answer(request: &Request, random: &mut Stream) -> Option<Choice> {
    let drawn = (0..TRIES).map(|_| draw(request, random)).find(|choice| request.validate(choice).is_ok());
    drawn.or_else(|| searched(request, random).filter(|choice| request.validate(choice).is_ok()))
}

/// An answer that is searched for, where drawing has found none.
fn searched(request: &Request, random: &mut Stream) -> Option<Choice> {
    let choice = match &request.ask {
        Ask::Pick { options, min, max, constraints, .. } => {
            let search = |options: &[Item], random: &mut Stream| {
                search::amounts(options, 1, (*min, *max), constraints, random)
            };
            let found = search(&forward(options), random).or_else(|| search(options, random))?;
            let mut picked: Vec<Item> =
                found.into_iter().filter(|(_, amount)| *amount > 0).map(|(item, _)| item).collect();
            random.shuffle(&mut picked);
            Choice::Pick(picked)
        }
        Ask::Split { total, options, constraints } => {
            Choice::Split(search::amounts(options, *total, (*total, *total), constraints, random)?)
        }
        Ask::Number { .. } | Ask::Name { .. } => return None,
    };
    Some(choice.canonical(request))
}

/// The options without taking an action back, where there is another one.
fn forward(options: &[Item]) -> Vec<Item> {
    let goes_on = options.iter().any(|item| matches!(item, Item::Ability(..) | Item::Act(..)));
    options.iter().copied().filter(|item| !goes_on || *item != Item::Flag(false)).collect()
}

fn draw(request: &Request, random: &mut Stream) -> Choice {
    let choice = match &request.ask {
        Ask::Pick { options, min, max, constraints, .. } => {
            Choice::Pick(pick(options, *min, *max, constraints, random))
        }
        Ask::Number { min, max } => Choice::Number(min + random.below((max - min).saturating_add(1))),
        Ask::Split { total, options, constraints } => {
            Choice::Split(split(*total, options, constraints, random))
        }
        Ask::Name { among } => {
            Choice::Name(among.get(random.below(among.len() as u32) as usize).cloned().unwrap_or_default())
        }
    };
    choice.canonical(request)
}

fn pick(options: &[Item], min: u32, max: u32, constraints: &[Constraint], random: &mut Stream) -> Vec<Item> {
    let mut left = forward(options);
    let count = min + random.below(max.min(left.len() as u32).saturating_sub(min) + 1);
    let mut picked = Vec::new();
    while (picked.len() as u32) < count && !left.is_empty() {
        let item = left.swap_remove(random.below(left.len() as u32) as usize);
        add(&mut picked, item, constraints);
    }
    mend(&mut picked, constraints, random);
    picked
}

/// Picks one more option unless that would be too many of some.
fn add(picked: &mut Vec<Item>, item: Item, constraints: &[Constraint]) -> bool {
    if picked.contains(&item) {
        return false;
    }
    picked.push(item);
    let full = |constraint: &Constraint| match &constraint.limit {
        Limit::AtMost { items, max } => {
            items.iter().filter(|item| picked.contains(item)).count() as u32 > *max
        }
        _ => false,
    };
    if constraints.iter().any(full) {
        picked.pop();
        return false;
    }
    true
}

/// Picks more where a limit asks for it, and drops what a limit does not allow without more; a few times,
/// since each may upset another.
fn mend(picked: &mut Vec<Item>, constraints: &[Constraint], random: &mut Stream) {
    for _ in 0..MENDS {
        let amount = |picked: &[Item], item: &Item| u32::from(picked.contains(item));
        let Some(broken) =
            constraints.iter().find(|constraint| !constraint.limit.met(&[], |item| amount(picked, item)))
        else {
            return;
        };
        let (mut wanted, droppable): (Vec<Item>, &[Item]) = match &broken.limit {
            Limit::AtLeast { items, .. } => (items.clone(), &[]),
            Limit::NoneOrAtLeast { items, .. } => (items.clone(), items),
            Limit::OnlyIf { items, needs, .. } => (needs.iter().map(|need| need.0).collect(), items),
            Limit::Groups { groups, .. } => (
                groups
                    .iter()
                    .filter(|group| !group.iter().any(|item| picked.contains(item)))
                    .flatten()
                    .copied()
                    .collect(),
                &[],
            ),
            Limit::AtMost { .. } | Limit::EachAtLeast(_) => return,
        };
        wanted.retain(|item| !picked.contains(item));
        random.shuffle(&mut wanted);
        let more = wanted.iter().any(|item| add(picked, *item, constraints));
        if more && random.below(8) > 0 {
            continue;
        }
        // Remove an obstacle: an item that may not be there, one that leaves no room for a wanted one, or
        // any.
        if let Some(item) = wanted.first().filter(|_| !more && droppable.is_empty()) {
            make_room(picked, *item, constraints);
        } else if !droppable.is_empty() {
            picked.retain(|item| !droppable.contains(item));
        } else if !picked.is_empty() {
            picked.swap_remove(random.below(picked.len() as u32) as usize);
        }
    }
}

/// Picks an option in place of those that leave no room for it.
fn make_room(picked: &mut Vec<Item>, item: Item, constraints: &[Constraint]) {
    for constraint in constraints {
        if let Limit::AtMost { items, max } = &constraint.limit
            && items.contains(&item)
        {
            while items.iter().filter(|other| picked.contains(other)).count() as u32 >= (*max).max(1) {
                let Some(place) = picked.iter().rposition(|other| items.contains(other)) else { break };
                picked.remove(place);
            }
        }
    }
    add(picked, item, constraints);
}

/// A share of the total for each option, given piece by piece to what may have more.
fn split(total: u32, options: &[Item], constraints: &[Constraint], random: &mut Stream) -> Vec<(Item, u32)> {
    let least = constraints
        .iter()
        .map(|constraint| if let Limit::EachAtLeast(least) = constraint.limit { least } else { 0 })
        .max()
        .unwrap_or(0);
    let mut shares: Vec<(Item, u32)> = Vec::new();
    let mut left = total;
    for item in options {
        let share = least.min(left);
        shares.push((*item, share));
        left -= share;
    }
    while left > 0 {
        let open: Vec<(usize, u32)> = (0..shares.len())
            .filter_map(|place| Some((place, room(&shares, place, left, constraints)?)))
            .collect();
        if open.is_empty() {
            break;
        }
        let (place, room) = open[random.below(open.len() as u32) as usize];
        let more = 1 + random.below(room);
        shares[place].1 += more;
        left -= more;
    }
    shares
}

/// How much more an option may have now; none where it may have nothing.
fn room(shares: &[(Item, u32)], place: usize, left: u32, constraints: &[Constraint]) -> Option<u32> {
    let item = shares[place].0;
    let amount = |item: &Item| shares.iter().find(|share| share.0 == *item).map_or(0, |share| share.1);
    let mut room = left;
    for constraint in constraints {
        match &constraint.limit {
            Limit::AtMost { items, max } if items.contains(&item) => {
                room = room.min(max.saturating_sub(items.iter().map(amount).sum()))
            }
            Limit::OnlyIf { items, needs, least } if items.contains(&item) => {
                let needed = needs.iter().fold(0u32, |sum, (item, weight)| {
                    sum.saturating_add(amount(item).saturating_mul(*weight))
                });
                if needed < *least {
                    return None;
                }
            }
            Limit::AtMost { .. }
            | Limit::OnlyIf { .. }
            | Limit::AtLeast { .. }
            | Limit::NoneOrAtLeast { .. }
            | Limit::EachAtLeast(_)
            | Limit::Groups { .. } => {}
        }
    }
    (room > 0).then_some(room)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ids::{RuleId, Seat};
    use crate::prompt::Prompt;
    use crate::rng::{Purpose, Rng, Seed};

    const ITEMS: [Item; 3] = [Item::Number(1), Item::Number(2), Item::Number(3)];

    fn limited(limit: Limit) -> Constraint {
        Constraint { rule: RuleId::new("1.1"), limit }
    }

    fn stream() -> Stream {
        Rng::new(Seed::from_number(1)).peek(Purpose::Choice)
    }

    /// Without a search behind it.
    #[test]
    fn a_drawn_split_gives_everything_away_within_its_limits() {
        let limits =
            [limited(Limit::EachAtLeast(1)), limited(Limit::AtMost { items: ITEMS[..2].to_vec(), max: 4 })];
        let mut random = stream();
        let mut seen = BTreeSet::new();
        for _ in 0..300 {
            let shares = split(7, &ITEMS, &limits, &mut random);
            let amounts: Vec<u32> = shares.iter().map(|share| share.1).collect();
            assert_eq!(amounts.iter().sum::<u32>(), 7, "{amounts:?}");
            assert!(amounts.iter().all(|amount| *amount > 0) && amounts[0] + amounts[1] <= 4, "{amounts:?}");
            seen.insert(amounts);
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
    }

    #[test]
    fn what_is_searched_for_is_legal() {
        let limit = limited(Limit::AtMost { items: ITEMS[..2].to_vec(), max: 1 });
        let request = Request {
            seat: Seat(0),
            prompt: Prompt::new("choose", false),
            rule: RuleId::new("1.1"),
            subject: None,
            ask: Ask::pick(ITEMS.to_vec(), 2, 2).with(vec![limit]),
        };
        let mut random = stream();
        let found: BTreeSet<Option<Choice>> = (0..60).map(|_| searched(&request, &mut random)).collect();
        let pair = |first: usize| Some(Choice::Pick(vec![ITEMS[first], ITEMS[2]]));
        assert_eq!(found, BTreeSet::from([pair(0), pair(1)]));
    }
}
