//! Requirements on declarations (508.1d, 509.1c): as many are obeyed as can be without breaking a
//! restriction.
//!
//! How many that is, is a flow: from each creature over its ways to what it attacks or blocks, each unit of
//! it a way that is declared. A requirement is worth one unit of profit where the flow obeys it, so the flow
//! of the greatest profit obeys the most; it is found one way at a time. What a flow cannot say is that an
//! attacker is blocked by nobody or by two or more (702.110b), or another number: which of these attackers are blocked is
//! decided before, and attackers that the same creatures can block are alike.

use std::collections::{BTreeMap, VecDeque};

use duelog_kernel::{Constraint, Item, Limit, RuleId, budget};

/// A creature that may be declared.
#[derive(Debug, Clone, Default)]
pub struct Creature {
    /// What it can attack or block, by place among the targets.
    pub ways: Vec<usize>,
    /// How many of these at once.
    pub most: u32,
    /// Whether it is required to attack or block something.
    pub required: bool,
    /// Whether it cannot be declared unless another creature is.
    pub never_alone: bool,
    /// Which of its ways it is required to take, each as often as it stands here.
    pub told: Vec<usize>,
}

/// What can be attacked or blocked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target {
    /// Whether each creature that can is required to.
    pub by_all: bool,
    /// This number of creatures at least, or none; 0 and 1 are no limit.
    pub least: u32,
    /// This number of creatures at most.
    pub most: Option<u32>,
    /// Whether one creature at least is required to.
    pub by_one: bool,
}

impl Target {
    /// Returns true if it takes more than one creature or none.
    fn is_several(&self) -> bool {
        self.least > 1
    }
}

/// What can be declared.
#[derive(Debug, Clone, Default)]
pub struct Declaration {
    /// By which creatures.
    pub creatures: Vec<Creature>,
    /// Against what.
    pub targets: Vec<Target>,
    /// How many ways all together, where that is limited.
    pub most: Option<u32>,
}

/// So many choices of what is blocked by two creatures are tried. What comes out is exact as long as there
/// are no more: for nine attackers with menace, each of which other creatures can block, or for 511 that the
/// same creatures can block. Beyond that it is what the best of those that were tried obeys, which some legal
/// declaration does.
const TRIALS: usize = 512;

/// More than all requirements are worth together: what must be so.
const MUST: i64 = 1 << 32;

/// The constraints by which a declaration must obey as many of the requirements as any that breaks no
/// restriction. Each requirement is a group of ways, one of which must be taken.
pub fn demands(declaration: &Declaration, requirements: Vec<Vec<Item>>, rule: RuleId) -> Vec<Constraint> {
    if requirements.is_empty() {
        return Vec::new();
    }
    let most = declaration.obeyable();
    if most as usize == requirements.len() {
        return requirements
            .into_iter()
            .map(|items| Constraint { rule, limit: Limit::AtLeast { items, min: 1 } })
            .collect();
    }
    if most == 0 {
        Vec::new()
    } else {
        vec![Constraint { rule, limit: Limit::Groups { groups: requirements, min: most } }]
    }
}

/// The traits that make targets alike: whether all or one are required to block it, how many block it, and which creatures
/// can, each with how often it is told to.
type Alike = (bool, bool, (u32, Option<u32>), Vec<(usize, usize)>);

/// A legal declaration: how many requirements it obeys, and which creatures are declared.
type Found = (u32, Vec<usize>);

impl Declaration {
    /// How many requirements can be obeyed at once.
    pub fn obeyable(&self) -> u32 {
        self.best(&mut vec![true; self.creatures.len()])
    }

    /// The most that these creatures can obey. A creature that cannot be declared alone, and would be, needs
    /// another one beside it or stays out.
    fn best(&self, among: &mut [bool]) -> u32 {
        let mut best = 0;
        while let Some((obeyed, declared)) = self.flow(among, &[]) {
            let alone = match declared.as_slice() {
                [only] if self.creatures[*only].never_alone => *only,
                _ => return best.max(obeyed),
            };
            let others = (0..among.len()).filter(|other| among[*other] && *other != alone);
            let beside =
                others.filter_map(|other| self.flow(among, &[alone, other])).map(|found| found.0).max();
            best = best.max(beside.unwrap_or(0));
            if beside == Some(obeyed) {
                return best;
            }
            among[alone] = false;
        }
        best
    }

    /// The declaration of some of `among` that obeys the most, with all of `with` in it; none where they
    /// cannot all be.
    fn flow(&self, among: &[bool], with: &[usize]) -> Option<Found> {
        // As if one creature were enough for everything: nothing can be better.
        let loose = Network::new(self, among, with, None);
        let bound = loose.found()?;
        if (0..self.targets.len()).all(|target| {
            let blocking = loose.blocking(target);
            blocking == 0 || blocking >= self.targets[target].least as usize
        }) {
            return Some(bound);
        }
        let mut best: Option<Found> = None;
        for open in self.openings(among).take(TRIALS) {
            let found = Network::new(self, among, with, Some(&open)).found();
            if found.as_ref().is_some_and(|found| best.as_ref().is_none_or(|best| found.0 > best.0)) {
                best = found;
            }
            if best.as_ref().is_some_and(|best| best.0 == bound.0) {
                break;
            }
        }
        best
    }

    /// Which of the targets that take two creatures get them: so many of each kind, most of them first.
    fn openings(&self, among: &[bool]) -> impl Iterator<Item = Vec<bool>> {
        // What the same creatures can block, and are told to block as often, is alike.
        let mut kinds: BTreeMap<Alike, Vec<usize>> = BTreeMap::new();
        for (target, what) in self.targets.iter().enumerate().filter(|(_, what)| what.is_several()) {
            let able: Vec<(usize, usize)> = (0..among.len())
                .filter(|creature| among[*creature] && self.creatures[*creature].ways.contains(&target))
                .map(|creature| {
                    let told = self.creatures[creature].told.iter().filter(|told| **told == target);
                    (creature, told.count())
                })
                .collect();
            if able.len() >= what.least as usize {
                kinds
                    .entry((what.by_all, what.by_one, (what.least, what.most), able))
                    .or_default()
                    .push(target);
            }
        }
        let kinds: Vec<Vec<usize>> = kinds.into_values().collect();
        let open: Vec<bool> = self.targets.iter().map(|what| !what.is_several()).collect();
        let mut left: Option<Vec<usize>> = Some(kinds.iter().map(Vec::len).collect());
        std::iter::from_fn(move || {
            let counts = left.take()?;
            let mut opened = open.clone();
            kinds
                .iter()
                .zip(&counts)
                .flat_map(|(kind, count)| &kind[..*count])
                .for_each(|target| opened[*target] = true);
            // The next lower choice: one less of the last kind of which there is one, and all of those behind
            // it.
            if let Some(last) = counts.iter().rposition(|count| *count > 0) {
                let lower = (0..counts.len()).map(|kind| match kind.cmp(&last) {
                    std::cmp::Ordering::Less => counts[kind],
                    std::cmp::Ordering::Equal => counts[kind] - 1,
                    std::cmp::Ordering::Greater => kinds[kind].len(),
                });
                left = Some(lower.collect());
            }
            Some(opened)
        })
    }
}

/// One way for a unit of flow, and how much more of it there is. The way back stands beside it, at the place
/// with the lowest bit flipped.
struct Arc {
    to: usize,
    left: u32,
    profit: i64,
}

struct Network {
    arcs: Vec<Arc>,
    /// The arcs that leave each node: the source, the creatures, the targets, the sink.
    leaving: Vec<Vec<usize>>,
    creatures: usize,
    targets: usize,
    profit: i64,
    /// How much profit there is where everything is so that must be.
    must: i64,
}

impl Network {
    /// The flow of the greatest profit among some of the creatures; where it is said which targets are open,
    /// those of them that take several creatures must have them, and others have none.
    fn new(of: &Declaration, among: &[bool], with: &[usize], open: Option<&[bool]>) -> Network {
        let (creatures, targets) = (of.creatures.len(), of.targets.len());
        let (hub, sink) = (creatures + targets + 1, creatures + targets + 2);
        let leaving = vec![Vec::new(); creatures + targets + 3];
        let mut network = Network { arcs: Vec::new(), leaving, creatures, targets, profit: 0, must: 0 };
        network.arc(0, hub, of.most.unwrap_or(u32::MAX), 0);
        for (place, creature) in of.creatures.iter().enumerate().filter(|(place, _)| among[*place]) {
            let must = if with.contains(&place) { MUST } else { 0 };
            network.must += must;
            let most = creature.most.min(creature.ways.len() as u32);
            network.arc(hub, 1 + place, most.min(1), i64::from(creature.required) + must);
            network.arc(hub, 1 + place, most.saturating_sub(1), 0);
            for target in creature.ways.iter().filter(|target| open.is_none_or(|open| open[**target])) {
                let told = creature.told.iter().filter(|told| *told == target).count() as i64;
                let profit = i64::from(of.targets[*target].by_all) + told;
                network.arc(1 + place, 1 + creatures + target, 1, profit);
            }
        }
        for (place, target) in of.targets.iter().enumerate() {
            let node = 1 + creatures + place;
            let first = i64::from(target.by_one);
            let used = if target.is_several() && open.is_some_and(|open| open[place]) {
                network.arc(node, sink, 1, MUST + first);
                network.arc(node, sink, target.least - 1, MUST);
                network.must += i64::from(target.least) * MUST;
                target.least
            } else {
                network.arc(node, sink, first as u32, first);
                first as u32
            };
            network.arc(node, sink, target.most.map_or(u32::MAX, |most| most.saturating_sub(used)), 0);
        }
        while network.improve(sink) {}
        network
    }

    fn arc(&mut self, from: usize, to: usize, left: u32, profit: i64) {
        self.leaving[from].push(self.arcs.len());
        self.leaving[to].push(self.arcs.len() + 1);
        self.arcs.push(Arc { to, left, profit });
        self.arcs.push(Arc { to: from, left: 0, profit: -profit });
    }

    /// Adds a unit of flow along the path of the greatest profit; no where that brings nothing any more.
    fn improve(&mut self, sink: usize) -> bool {
        // No cycle brings profit: each unit took the best path. So a path is improved as often as there are
        // nodes, at most.
        let mut best: Vec<Option<(i64, usize)>> = vec![None; self.leaving.len()];
        best[0] = Some((0, usize::MAX));
        let mut open = VecDeque::from([0]);
        let mut waits = vec![false; self.leaving.len()];
        while let Some(node) = open.pop_front() {
            waits[node] = false;
            let Some((here, _)) = best[node] else { continue };
            budget::look(1 + self.leaving[node].len() / 4);
            for &arc in &self.leaving[node] {
                let Arc { to, left, profit } = self.arcs[arc];
                if left > 0 && to != 0 && best[to].is_none_or(|(known, _)| here + profit > known) {
                    best[to] = Some((here + profit, arc));
                    if !std::mem::replace(&mut waits[to], true) {
                        open.push_back(to);
                    }
                }
            }
        }
        let Some((profit, _)) = best[sink].filter(|(profit, _)| *profit > 0) else { return false };
        self.profit += profit;
        let mut node = sink;
        while let Some((_, arc)) = best[node].filter(|_| node != 0) {
            self.arcs[arc].left -= 1;
            self.arcs[arc ^ 1].left = self.arcs[arc ^ 1].left.saturating_add(1);
            node = self.arcs[arc ^ 1].to;
        }
        true
    }

    /// How many requirements it obeys, and which creatures it declares; none where something is not so that
    /// must be.
    fn found(&self) -> Option<Found> {
        let declared = (0..self.creatures).filter(|creature| self.ways_of(*creature) > 0).collect();
        (self.profit >= self.must).then(|| ((self.profit - self.must) as u32, declared))
    }

    /// How many ways of a creature are declared.
    fn ways_of(&self, creature: usize) -> usize {
        self.leaving[1 + creature].iter().filter(|arc| **arc % 2 == 0 && self.arcs[**arc].left == 0).count()
    }

    /// How many creatures are declared against a target.
    fn blocking(&self, target: usize) -> usize {
        duelog_kernel::test_assert!(target < self.targets, "a target");
        self.leaving[1 + self.creatures + target]
            .iter()
            .filter(|arc| **arc % 2 == 1 && self.arcs[**arc].left > 0)
            .count()
    }
}
