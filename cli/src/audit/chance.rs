//! How likely a number of copies of a card is, where chance alone deals: exact sums of hypergeometric distributions.
#![expect(clippy::float_arithmetic, reason = "chances are told to people and kept out of every log")]

use std::collections::BTreeMap;

/// A number of cards dealt from others, with copies of one card among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deal {
    /// How many cards they are dealt from.
    pub cards: u32,
    /// How many of these are copies.
    pub copies: u32,
    /// How many are dealt.
    pub dealt: u32,
}

impl Deal {
    /// The number of copies that chance deals in the mean.
    pub fn expected(self) -> f64 {
        f64::from(self.copies) * f64::from(self.dealt) / f64::from(self.cards.max(1))
    }

    /// True if chance decides anything.
    pub fn is_open(self) -> bool {
        self.copies > 0 && self.dealt > 0 && self.copies < self.cards && self.dealt < self.cards
    }

    /// The probability of each number of copies, from none on.
    fn distribution(self) -> Spread {
        let least = (self.copies + self.dealt).saturating_sub(self.cards);
        let most = self.copies.min(self.dealt);
        let each = (least..=most).map(|number| {
            let ways = choose(self.copies, number) + choose(self.cards - self.copies, self.dealt - number);
            (ways - choose(self.cards, self.dealt)).exp()
        });
        Spread { from: least as usize, chances: each.collect() }
    }
}

/// The natural logarithm of the number of ways to choose some of all.
fn choose(all: u32, chosen: u32) -> f64 {
    (0..chosen.min(all - chosen)).map(|step| (f64::from(all - step) / f64::from(step + 1)).ln()).sum()
}

/// The probabilities of the numbers from `from` on.
#[derive(Debug, Clone)]
struct Spread {
    from: usize,
    chances: Vec<f64>,
}

/// Probabilities below this at either end of a distribution are left out: no sum of them is ever told.
const NEGLIGIBLE: f64 = 1e-60;

impl Spread {
    /// A sum of nothing.
    fn nothing() -> Spread {
        Spread { from: 0, chances: vec![1.0] }
    }

    /// The distribution of the sum of two.
    fn plus(&self, other: &Spread) -> Spread {
        let mut chances = vec![0.0; self.chances.len() + other.chances.len() - 1];
        for (place, chance) in self.chances.iter().enumerate() {
            for (sum, second) in chances[place..].iter_mut().zip(&other.chances) {
                *sum += chance * second;
            }
        }
        let front = chances.iter().take_while(|chance| **chance < NEGLIGIBLE).count();
        let back = chances.iter().rev().take_while(|chance| **chance < NEGLIGIBLE).count();
        let end = chances.len().saturating_sub(back).max(front + 1).min(chances.len());
        Spread { from: self.from + other.from + front, chances: chances[front..end].to_vec() }
    }

    /// The distribution of the sum of a number of alike ones.
    fn times(&self, mut number: u32) -> Spread {
        let (mut sum, mut power) = (Spread::nothing(), self.clone());
        while number > 0 {
            if number % 2 == 1 {
                sum = sum.plus(&power);
            }
            number /= 2;
            if number > 0 {
                power = power.plus(&power);
            }
        }
        sum
    }

    /// The probability of at most and of at least a number.
    fn tails(&self, number: u32) -> (f64, f64) {
        let place = (number as usize).checked_sub(self.from);
        let below: f64 = place.map_or(0.0, |place| self.chances.iter().take(place + 1).sum());
        let above: f64 = self.chances.iter().skip(place.unwrap_or(0)).sum();
        (below.min(1.0), above.min(1.0))
    }
}

/// The probability that deals by chance alone have a number of copies in all that is at least as far from the mean on
/// its side, doubled for the two sides.
pub fn probability(deals: &[Deal], copies: u32) -> f64 {
    let mut alike: BTreeMap<Deal, u32> = BTreeMap::new();
    for deal in deals {
        *alike.entry(*deal).or_default() += 1;
    }
    let sum = alike
        .iter()
        .map(|(deal, number)| deal.distribution().times(*number))
        .fold(Spread::nothing(), |sum, spread| sum.plus(&spread));
    let (below, above) = sum.tails(copies);
    (2.0 * below.min(above)).min(1.0)
}

/// Probabilities of many tests, each corrected for the number of all (Holm 1979): how likely it is that chance alone
/// gives one as small anywhere among them.
pub fn corrected(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|one, other| probabilities[*one].total_cmp(&probabilities[*other]));
    let mut corrected = vec![1.0; probabilities.len()];
    let mut so_far = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        so_far = so_far.max((probabilities[place] * left).min(1.0));
        corrected[place] = so_far;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9 * other.abs().max(1e-3)
    }

    #[test]
    fn one_deal_is_the_textbook_distribution() {
        // Seven of 60 cards, four of them copies: all four are among the other 53.
        let deal = Deal { cards: 60, copies: 4, dealt: 7 };
        let spread = deal.distribution();
        assert!(
            near(spread.chances[0], (53.0 * 52.0 * 51.0 * 50.0) / (60.0 * 59.0 * 58.0 * 57.0)),
            "{spread:?}"
        );
        assert!(near(spread.chances.iter().sum(), 1.0) && near(deal.expected(), 28.0 / 60.0));
        assert!(near(spread.tails(1).1, 1.0 - spread.chances[0]));
    }

    #[test]
    fn sums_are_those_of_counting_every_way() {
        let (one, other) = (Deal { cards: 6, copies: 2, dealt: 3 }, Deal { cards: 5, copies: 4, dealt: 2 });
        // 3 of 6 with 2 copies: 4, 12, 4 of 20 ways. 2 of 5 with 4 copies: 4, 6 of 10 ways with one and two.
        let ways = |copies: usize| -> f64 {
            let (first, second) = ([4.0, 12.0, 4.0], [0.0, 4.0, 6.0]);
            (0..=copies).filter(|n| *n < 3 && copies - n < 3).map(|n| first[n] * second[copies - n]).sum()
        };
        let least = (ways(4) / 200.0) * 2.0;
        assert!(near(probability(&[one, other], 4), least));
        assert!(near(probability(&[one, other], 1), ways(1) / 100.0));
        assert!(near(probability(&[one, other], 0), 0.0), "one is always dealt");
        let many = vec![one; 5_000];
        assert!(probability(&many, 5_000) > 0.9 && probability(&many, 6_000) < 1e-40);
    }

    #[test]
    fn many_tests_are_corrected_for() {
        let corrected = corrected(&[0.01, 0.5, 0.001, 0.04]);
        for (corrected, exact) in corrected.iter().zip([0.03, 0.5, 0.004, 0.08]) {
            assert!(near(*corrected, exact), "{corrected} {exact}");
        }
    }
}
