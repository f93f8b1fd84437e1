//! Random legal answers, drawn through the one validator.

mod search;

use crate::decision::{Ask, Choice, Constraint, Item, Limit, Request};
use crate::rng::Stream;

/// How many random answers are tried.
const TRIES: u32 = 64;

/// How often an answer is mended before it is given up.
const MENDS: u32 = 200;

/// A random legal answer. It never concedes and never takes an action back (`Flag(false)` among
/// abilities or acts) while it can go on.
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
        // What is in the way goes: what may not be there, what leaves no room for what is wanted, or
        // anything.
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
