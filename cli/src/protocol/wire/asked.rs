//! A question to a player.

use duelog_kernel::decision::{self, Constraint, Request};
use duelog_kernel::view::RequestView;
use schemars::JsonSchema;
use serde::Serialize;

use super::items::{Item, Items, Snake};

/// A question to one player, which states exactly what is legal.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Asked<'a> {
    /// Who must answer.
    seat: u8,
    /// The name of the question; `prompts` tells its meaning.
    prompt: Snake<'a>,
    /// The rule by which it is asked.
    rule: &'a str,
    /// The object that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<u32>,
    /// The shape of an answer, and the legal ones.
    ask: Ask<'a>,
    /// The question in words, where words were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'a str>,
    /// The options in words and in their order, where words were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Vec<&'a str>>,
}

/// The shape of an answer, and the legal answers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ask<'a> {
    /// Pick between `min` and `max` of the options.
    Pick {
        /// The options, ascending.
        options: Items<'a>,
        /// The least number of options.
        min: u32,
        /// The greatest number of options.
        max: u32,
        /// True if the order of the answer has a meaning.
        #[serde(skip_serializing_if = "is_false")]
        ordered: bool,
        /// The conditions on the picked options together.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        limits: Vec<Limited<'a>>,
    },
    /// A number from `min` to `max`.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// Split exactly `total` among the options.
    Split {
        /// The total.
        total: u32,
        /// The options, ascending.
        options: Items<'a>,
        /// The conditions on the shares together.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        limits: Vec<Limited<'a>>,
    },
    /// A name.
    Name {
        /// The names that are legal.
        among: Names<'a>,
    },
}

/// The names that are legal.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Names<'a> {
    /// These.
    Listed(&'a Vec<String>),
    /// All names of this kind that the edition knows, such as `artifact card`.
    Known(&'a str),
}

/// A condition on several parts of one answer. A picked option counts 1, in a split as much as its share.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Limited<'a> {
    /// The rule that demands it.
    rule: &'a str,
    /// The demand.
    limit: Limit<'a>,
}

/// The conditions that there are.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limit<'a> {
    /// The items add up to at most `max`.
    AtMost {
        /// Which options.
        items: Items<'a>,
        /// How much.
        max: u32,
    },
    /// The items add up to at least `min`.
    AtLeast {
        /// Which options.
        items: Items<'a>,
        /// How much.
        min: u32,
    },
    /// The items add up to 0 or to at least `min`.
    NoneOrAtLeast {
        /// Which options.
        items: Items<'a>,
        /// How much, if anything.
        min: u32,
    },
    /// Every option gets at least this much.
    EachAtLeast(u32),
    /// The items may get something only if the weighted sum of `needs` is at least `least`.
    OnlyIf {
        /// Which options.
        items: Items<'a>,
        /// The items that they need, with weights.
        needs: Vec<(Item, u32)>,
        /// How much of it.
        least: u32,
    },
    /// At least `min` of these groups get something.
    Groups {
        /// Groups of options.
        groups: Vec<Items<'a>>,
        /// How many of them.
        min: u32,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
pub(super) fn is_false(flag: &bool) -> bool {
    !flag
}

impl<'a> Asked<'a> {
    /// A question, with the words of it where they are wanted.
    pub fn of(request: &'a Request, words: Option<&'a RequestView>) -> Asked<'a> {
        Asked {
            seat: request.seat.0,
            prompt: Snake(request.prompt.name()),
            rule: request.rule.number(),
            subject: request.subject.map(|id| id.0),
            ask: Ask::of(&request.ask),
            question: words.map(|words| words.question.as_str()),
            texts: words.map(|words| words.options.iter().map(|option| option.text.as_str()).collect()),
        }
    }
}

impl<'a> Ask<'a> {
    fn of(ask: &'a decision::Ask) -> Ask<'a> {
        match ask {
            decision::Ask::Pick { options, min, max, ordered, constraints } => Ask::Pick {
                options: Items(options),
                min: *min,
                max: *max,
                ordered: *ordered,
                limits: limits(constraints),
            },
            decision::Ask::Number { min, max } => Ask::Number { min: *min, max: *max },
            decision::Ask::Split { total, options, constraints } => {
                Ask::Split { total: *total, options: Items(options), limits: limits(constraints) }
            }
            decision::Ask::Name { among: decision::Names::Listed(names) } => {
                Ask::Name { among: Names::Listed(names) }
            }
            decision::Ask::Name { among: decision::Names::Known(known) } => {
                Ask::Name { among: Names::Known(known.kind()) }
            }
        }
    }
}

fn limits(constraints: &[Constraint]) -> Vec<Limited<'_>> {
    constraints.iter().map(Limited::of).collect()
}

impl<'a> Limited<'a> {
    fn of(constraint: &'a Constraint) -> Limited<'a> {
        use decision::Limit as Known;
        let limit = match &constraint.limit {
            Known::AtMost { items, max } => Limit::AtMost { items: Items(items), max: *max },
            Known::AtLeast { items, min } => Limit::AtLeast { items: Items(items), min: *min },
            Known::NoneOrAtLeast { items, min } => Limit::NoneOrAtLeast { items: Items(items), min: *min },
            Known::EachAtLeast(least) => Limit::EachAtLeast(*least),
            Known::OnlyIf { items, needs, least } => Limit::OnlyIf {
                items: Items(items),
                needs: needs.iter().map(|(item, weight)| (Item::from(*item), *weight)).collect(),
                least: *least,
            },
            Known::Groups { groups, min } => {
                Limit::Groups { groups: groups.iter().map(|group| Items(group)).collect(), min: *min }
            }
        };
        Limited { rule: constraint.rule.number(), limit }
    }
}
