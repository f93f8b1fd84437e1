//! Conditions on several parts of one answer.
//!
//! An option that is picked counts 1, and in a split as much as its share: each limit says the same of both
//! shapes.

use super::{Choice, Illegal, Item};
use crate::ids::RuleId;

/// A condition on several parts of one answer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Constraint {
    /// The rule that demands it.
    pub rule: RuleId,
    /// The demand.
    pub limit: Limit,
}

/// The closed set of conditions on several parts of one answer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// `items` add up to at most `max`.
    AtMost {
        /// Which options.
        items: Vec<Item>,
        /// How much.
        max: u32,
    },
    /// `items` add up to at least `min`.
    AtLeast {
        /// Which options.
        items: Vec<Item>,
        /// How much.
        min: u32,
    },
    /// `items` add up to 0 or to at least `min`.
    NoneOrAtLeast {
        /// Which options.
        items: Vec<Item>,
        /// How much, if anything.
        min: u32,
    },
    /// Every listed option gets at least this much.
    EachAtLeast(u32),
    /// `items` may be non-zero only if the weighted sum of `needs` is at least `least`.
    OnlyIf {
        /// Which options.
        items: Vec<Item>,
        /// The items that they need, with weights.
        needs: Vec<(Item, u32)>,
        /// How much of it.
        least: u32,
    },
    /// At least `min` of these groups get more than 0.
    Groups {
        /// Groups of options.
        groups: Vec<Vec<Item>>,
        /// How many of them.
        min: u32,
    },
}

impl Limit {
    /// The demand in words, with its items named by `name`.
    pub fn in_words(&self, mut name: impl FnMut(&Item) -> String) -> String {
        let mut all = |items: &[Item]| items.iter().map(&mut name).collect::<Vec<_>>().join("; ");
        match self {
            Limit::AtMost { items, max } => format!("at most {max} of these together: {}", all(items)),
            Limit::AtLeast { items, min } => format!("at least {min} of these: {}", all(items)),
            Limit::NoneOrAtLeast { items, min } => {
                format!("none or at least {min} of these together: {}", all(items))
            }
            Limit::EachAtLeast(least) => format!("at least {least} for each"),
            Limit::OnlyIf { items, needs, least } => {
                let needed: Vec<Item> = needs.iter().map(|need| need.0).collect();
                format!(
                    "something for these: {}; only if at least {least} goes to these: {}",
                    all(items),
                    all(&needed)
                )
            }
            Limit::Groups { groups, min } => {
                let groups: Vec<String> = groups.iter().map(|group| all(group)).collect();
                format!("something of at least {min} of these: {}", groups.join(" / "))
            }
        }
    }

    /// Returns whether the demand is met if each of `options` gets `amount`.
    pub fn met(&self, options: &[Item], amount: impl Fn(&Item) -> u32) -> bool {
        let sum = |items: &[Item]| items.iter().fold(0u32, |sum, item| sum.saturating_add(amount(item)));
        match self {
            Limit::AtMost { items, max } => sum(items) <= *max,
            Limit::AtLeast { items, min } => sum(items) >= *min,
            Limit::NoneOrAtLeast { items, min } => !(1..*min).contains(&sum(items)),
            Limit::EachAtLeast(least) => options.iter().all(|item| amount(item) >= *least),
            Limit::OnlyIf { items, needs, least } => {
                let needed = || {
                    needs.iter().fold(0u32, |sum, (item, weight)| {
                        sum.saturating_add(amount(item).saturating_mul(*weight))
                    })
                };
                sum(items) == 0 || needed() >= *least
            }
            Limit::Groups { groups, min } => {
                groups.iter().filter(|group| sum(group) > 0).count() as u32 >= *min
            }
        }
    }
}

impl Choice {
    /// The amount that an option gets in this answer.
    pub fn amount(&self, item: &Item) -> u32 {
        match self {
            Choice::Pick(items) => u32::from(items.contains(item)),
            Choice::Split(shares) => shares.iter().find(|share| share.0 == *item).map_or(0, |share| share.1),
            Choice::Number(_) | Choice::Name(_) => 0,
        }
    }
}

impl Constraint {
    /// Checks that an answer meets the limit.
    ///
    /// # Errors
    /// [`Illegal::Together`] with the rule.
    pub(super) fn check(&self, options: &[Item], choice: &Choice) -> Result<(), Illegal> {
        if self.limit.met(options, |item| choice.amount(item)) {
            return Ok(());
        }
        Err(Illegal::Together { why: self.limit.in_words(|item| format!("{item:?}")), rule: self.rule })
    }
}
