//! Random legal answers, drawn through the one validator.

use crate::decision::{Ask, Choice, Constraint, Item, Limit, Request};
use crate::rng::Stream;

/// How many random answers are tried before one is built from the constraints.
const TRIES: u32 = 24;

/// A random legal answer. It never concedes while anything else is legal, and never takes a spell back (`Flag(false)` among
/// abilities) while it can go on.
///
/// Returns none only for a request that no answer satisfies, which is a fault of the game that asks.
pub fn answer(request: &Request, random: &mut Stream) -> Option<Choice> {
    let drawn = (0..TRIES).map(|attempt| draw(request, random, attempt)).find(|choice| request.validate(choice).is_ok());
    drawn.or_else(|| built(request)).filter(|choice| request.validate(choice).is_ok())
}

fn draw(request: &Request, random: &mut Stream, attempt: u32) -> Choice {
    let choice = match &request.ask {
        Ask::Pick { options, min, max, constraints, .. } => Choice::Pick(pick(options, *min, *max, constraints, random)),
        Ask::Number { min, max } => Choice::Number(min + random.below((max - min).saturating_add(1))),
        Ask::Split { total, options, constraints } => Choice::Split(split(*total, options, constraints, random, attempt)),
        Ask::Name { among } => Choice::Name(among.get(random.below(among.len() as u32) as usize).cloned().unwrap_or_default()),
    };
    choice.canonical(request)
}

fn pick(options: &[Item], min: u32, max: u32, constraints: &[Constraint], random: &mut Stream) -> Vec<Item> {
    let mut left: Vec<Item> = options.iter().copied().filter(|item| *item != Item::Concede).collect();
    if (left.len() as u32) < min {
        left = options.to_vec();
    }
    if left.iter().any(|item| matches!(item, Item::Ability(..))) {
        left.retain(|item| *item != Item::Flag(false));
    }
    let count = min + random.below(max.min(left.len() as u32).saturating_sub(min) + 1);
    let mut picked = Vec::new();
    while (picked.len() as u32) < count && !left.is_empty() {
        let item = left.swap_remove(random.below(left.len() as u32) as usize);
        picked.push(item);
        let full = |constraint: &Constraint| match &constraint.limit {
            Limit::AtMost { items, max } => items.iter().filter(|item| picked.contains(item)).count() as u32 > *max,
            Limit::AtLeast { .. } | Limit::NoneOrAtLeast { .. } | Limit::EachAtLeast(_) | Limit::InOrder(_) => false,
        };
        if constraints.iter().any(full) {
            picked.pop();
        }
    }
    picked
}

fn split(total: u32, options: &[Item], constraints: &[Constraint], random: &mut Stream, attempt: u32) -> Vec<(Item, u32)> {
    let mut order: Vec<(Item, u32)> = options.iter().map(|item| (*item, 0)).collect();
    let mut left = total;
    for constraint in constraints {
        match &constraint.limit {
            Limit::EachAtLeast(least) => order.iter_mut().for_each(|share| share.1 = share.1.max(*least)),
            Limit::InOrder(needs) => order = needs.clone(),
            Limit::AtMost { .. } | Limit::AtLeast { .. } | Limit::NoneOrAtLeast { .. } => {}
        }
    }
    for share in &mut order {
        share.1 = share.1.min(left);
        left -= share.1;
    }
    // What is left over goes to anyone who has what is needed before; the last tries give it all to the first.
    let reachable = order.iter().take_while(|share| share.1 > 0).count().max(1);
    let lucky = if attempt + 4 > TRIES { 0 } else { random.below(reachable as u32) as usize };
    if let Some(share) = order.get_mut(lucky) {
        share.1 += left;
    }
    order
}

/// The least answer that meets every demand for "at least" of some options.
fn built(request: &Request) -> Option<Choice> {
    let Ask::Pick { options, min, constraints, .. } = &request.ask else { return None };
    let mut picked: Vec<Item> = Vec::new();
    for constraint in constraints {
        if let Limit::AtLeast { items, min } = &constraint.limit {
            let missing = (*min as usize).saturating_sub(items.iter().filter(|item| picked.contains(item)).count());
            let more: Vec<Item> = items.iter().copied().filter(|item| !picked.contains(item)).take(missing).collect();
            picked.extend(more);
        }
    }
    let missing = (*min as usize).saturating_sub(picked.len());
    let more: Vec<Item> = options.iter().copied().filter(|item| !picked.contains(item)).take(missing).collect();
    picked.extend(more);
    Some(Choice::Pick(picked).canonical(request))
}
