//! A legal answer by search, where limits leave so few that random answers miss them.

use crate::decision::{Constraint, Item, Limit};
use crate::rng::Stream;

/// The number of steps after which the search gives up; requests of the games take a few dozen.
const STEPS: u32 = 100_000;

/// Amounts of `options`, at most `each` of one and from `least` to `most` in all, that meet the constraints;
/// none where the search finds none.
pub(super) fn amounts(
    options: &[Item],
    each: u32,
    (least, most): (u32, u32),
    constraints: &[Constraint],
    random: &mut Stream,
) -> Option<Vec<(Item, u32)>> {
    let mut options = options.to_vec();
    random.shuffle(&mut options);
    let mut search =
        Search { options: &options, each, least, most, constraints, amounts: Vec::new(), steps: STEPS };
    search.goes_on(random).then(|| options.iter().copied().zip(search.amounts).collect())
}

/// The options from the first on with an amount each; those behind are open.
struct Search<'a> {
    options: &'a [Item],
    each: u32,
    least: u32,
    most: u32,
    constraints: &'a [Constraint],
    amounts: Vec<u32>,
    steps: u32,
}

impl Search<'_> {
    fn goes_on(&mut self, random: &mut Stream) -> bool {
        if self.steps == 0 || !self.can_be_met() {
            return false;
        }
        self.steps -= 1;
        if self.amounts.len() == self.options.len() {
            return true;
        }
        let values = self.each.min(self.left()).saturating_add(1);
        let first = random.below(values);
        for step in 0..values {
            self.amounts.push((u64::from(first) + u64::from(step)).rem_euclid(u64::from(values)) as u32);
            if self.goes_on(random) {
                return true;
            }
            self.amounts.pop();
        }
        false
    }

    /// The amount left for the open options.
    fn left(&self) -> u32 {
        self.most.saturating_sub(self.amounts.iter().fold(0, |sum, amount| sum.saturating_add(*amount)))
    }

    /// The amount of an option, and how much more it may get.
    fn amount(&self, item: &Item) -> (u32, u32) {
        match self.options.iter().position(|option| option == item) {
            None => (0, 0),
            Some(place) => {
                self.amounts.get(place).map_or((0, self.each.min(self.left())), |amount| (*amount, 0))
            }
        }
    }

    /// The sum of some options, and the largest sum that they may reach.
    fn sum<'b>(&self, items: impl Iterator<Item = &'b Item>) -> (u32, u32) {
        let add = |sum: (u32, u32), amount: (u32, u32)| {
            (sum.0.saturating_add(amount.0), sum.1.saturating_add(amount.1))
        };
        let (has, more) = items.map(|item| self.amount(item)).fold((0, 0), add);
        (has, has.saturating_add(more.min(self.left())))
    }

    /// Returns whether the open options can still satisfy every limit; with none open, whether they do.
    fn can_be_met(&self) -> bool {
        self.sum(self.options.iter()).1 >= self.least
            && self.constraints.iter().all(|constraint| self.can_meet(&constraint.limit))
    }

    fn can_meet(&self, limit: &Limit) -> bool {
        match limit {
            Limit::AtMost { items, max } => self.sum(items.iter()).0 <= *max,
            Limit::AtLeast { items, min } => self.sum(items.iter()).1 >= *min,
            Limit::NoneOrAtLeast { items, min } => {
                let (has, could) = self.sum(items.iter());
                has == 0 || could >= *min
            }
            Limit::EachAtLeast(least) => {
                let open = self.options.len() - self.amounts.len();
                let needed = (open as u64).saturating_mul(u64::from(*least));
                self.amounts.iter().all(|amount| amount >= least)
                    && needed <= u64::from(self.left())
                    && (open == 0 || *least <= self.each)
            }
            Limit::OnlyIf { items, needs, least } => {
                let could = |item: &Item| {
                    let (has, more) = self.amount(item);
                    has.saturating_add(more)
                };
                let needed = || {
                    needs.iter().fold(0u32, |sum, (item, weight)| {
                        sum.saturating_add(could(item).saturating_mul(*weight))
                    })
                };
                self.sum(items.iter()).0 == 0 || needed() >= *least
            }
            Limit::Groups { groups, min } => {
                groups.iter().filter(|group| self.sum(group.iter()).1 > 0).count() as u32 >= *min
            }
        }
    }
}
