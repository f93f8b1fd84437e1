//! Requirements on declarations (508.1d, 509.1c): as many are obeyed as can be without breaking a restriction.

use std::collections::BTreeMap;

use duelog_kernel::{Constraint, Item, Limit, ObjectId, RuleId};

/// What a creature may be declared to do: some of its ways at once, and how many requirements that obeys.
struct Plan {
    items: Vec<Item>,
    obeyed: u32,
}

/// The constraints by which a declaration must obey as many of the requirements as any that breaks no restriction. Each requirement is
/// a group of ways of one creature, one of which must be taken.
pub fn demands(options: &[Item], restrictions: &[Constraint], requirements: Vec<Vec<Item>>, rule: RuleId) -> Vec<Constraint> {
    let most = obeyable(options, restrictions, &requirements);
    if most as usize == requirements.len() {
        return requirements.into_iter().map(|items| Constraint { rule, limit: Limit::AtLeast { items, min: 1 } }).collect();
    }
    if most == 0 { Vec::new() } else { vec![Constraint { rule, limit: Limit::Groups { groups: requirements, min: most } }] }
}

/// How many requirements can be obeyed at once.
fn obeyable(options: &[Item], restrictions: &[Constraint], requirements: &[Vec<Item>]) -> u32 {
    let mut ways: BTreeMap<ObjectId, Vec<Item>> = BTreeMap::new();
    for item in options {
        if let Item::Pair(creature, _) | Item::PairSeat(creature, _) = item {
            ways.entry(*creature).or_default().push(*item);
        }
    }
    let mut plans: Vec<Vec<Plan>> = ways.values().map(|ways| plans(ways, restrictions, requirements)).collect();
    // Creatures of which something is required come first.
    plans.sort_by_key(|plans| std::cmp::Reverse(plans[0].obeyed));
    let best: u32 = plans.iter().map(|plans| plans[0].obeyed).sum();
    let cap = restrictions.iter().filter_map(|restriction| match &restriction.limit {
        Limit::AtMost { items, max } if requirements.iter().flatten().all(|item| items.contains(item)) => Some(*max),
        _ => None,
    });
    let bound = cap.min().map_or(best, |cap| cap.min(best));
    let required = plans.iter().take_while(|plans| plans[0].obeyed > 0).count();
    let mut search = Search { restrictions, plans: &plans[..required], bound, best: 0 };
    search.go(0, 0, &mut Vec::new());
    if search.best < bound {
        search.plans = &plans;
        search.go(0, 0, &mut Vec::new());
    }
    search.best
}

/// All that one creature may be declared to do, what obeys the most first.
fn plans(ways: &[Item], restrictions: &[Constraint], requirements: &[Vec<Item>]) -> Vec<Plan> {
    let most = restrictions.iter().filter_map(|restriction| match &restriction.limit {
        Limit::AtMost { items, max } if ways.iter().all(|way| items.contains(way)) => Some(*max),
        _ => None,
    });
    let most = most.min().unwrap_or(u32::MAX).min(ways.len() as u32) as usize;
    let mut sets: Vec<Vec<Item>> = vec![Vec::new()];
    for way in ways {
        let longer: Vec<Vec<Item>> = sets.iter().filter(|set| set.len() < most).map(|set| [set.as_slice(), &[*way]].concat()).collect();
        sets.extend(longer);
    }
    let obeyed = |set: &Vec<Item>| requirements.iter().filter(|group| group.iter().any(|item| set.contains(item))).count() as u32;
    let mut plans: Vec<Plan> = sets.into_iter().map(|items| Plan { obeyed: obeyed(&items), items }).collect();
    plans.sort_by_key(|plan| std::cmp::Reverse(plan.obeyed));
    plans
}

struct Search<'a> {
    restrictions: &'a [Constraint],
    plans: &'a [Vec<Plan>],
    bound: u32,
    best: u32,
}

impl Search<'_> {
    fn go(&mut self, creature: usize, obeyed: u32, taken: &mut Vec<Item>) {
        let all = self.plans;
        let rest: u32 = all[creature..].iter().map(|plans| plans[0].obeyed).sum();
        if self.best >= self.bound || (obeyed + rest <= self.best && self.best > 0) {
            return;
        }
        let Some(plans) = all.get(creature) else {
            let legal = self.restrictions.iter().all(|restriction| restriction.limit.met(&[], |item| u32::from(taken.contains(item))));
            if legal {
                self.best = self.best.max(obeyed);
            }
            return;
        };
        for plan in plans {
            taken.extend(&plan.items);
            if !self.too_many(taken) {
                self.go(creature + 1, obeyed + plan.obeyed, taken);
            }
            taken.truncate(taken.len() - plan.items.len());
        }
    }

    fn too_many(&self, taken: &[Item]) -> bool {
        self.restrictions.iter().any(|restriction| match &restriction.limit {
            Limit::AtMost { items, max } => items.iter().filter(|item| taken.contains(item)).count() as u32 > *max,
            _ => false,
        })
    }
}
