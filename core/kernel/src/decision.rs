//! Decisions: what a player is asked, what an answer looks like, and the one validator between them.
//!
//! The answer shapes are a closed set: pick from what is listed, a number, a split of a total, a name. A
//! choice names objects, players, abilities, modes and numbers, never a position in a list of options.

mod asked;
mod encoding;
mod legal;
mod limits;
mod names;

pub use asked::{Asked, AskedShape};
pub use encoding::LIST_LIMIT;
pub use limits::{Constraint, Limit};
pub use names::{Known, Names};

use crate::budget::look;
use crate::ids::{ObjectId, RuleId, Seat};
use crate::prompt::Prompt;

/// One thing that an answer can name.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// Doing nothing now.
    Pass,
    /// Yes or no.
    Flag(bool),
    /// A player.
    Seat(Seat),
    /// An object.
    Object(ObjectId),
    /// An ability of an object, by the number that the game gives to the ability's place.
    Ability(ObjectId, u32),
    /// A mode or an alternative, by its place in the text.
    Mode(u32),
    /// A number.
    Number(u32),
    /// A symbol of the game, for instance a colour of mana, by the game's own numbering.
    Symbol(u8),
    /// An action with an object; the verbs are the game's.
    Act(u8, ObjectId),
    /// Two objects set against each other, for instance a blocker and its attacker.
    Pair(ObjectId, ObjectId),
    /// An object set against a player, for instance an attacker and the player it attacks.
    PairSeat(ObjectId, Seat),
    /// Giving up the match: any player may do so at any request, and no request lists it.
    Concede,
    /// Agreeing to a draw, in games that have it: any player may do so at any request, and no request lists
    /// it.
    Draw,
}

impl Item {
    /// The objects that it names.
    pub fn objects(&self) -> [Option<ObjectId>; 2] {
        match *self {
            Item::Object(id) | Item::Ability(id, _) | Item::Act(_, id) | Item::PairSeat(id, _) => {
                [Some(id), None]
            }
            Item::Pair(one, other) => [Some(one), Some(other)],
            Item::Pass
            | Item::Flag(_)
            | Item::Seat(_)
            | Item::Mode(_)
            | Item::Number(_)
            | Item::Symbol(_)
            | Item::Concede
            | Item::Draw => [None, None],
        }
    }

    /// The same with other objects.
    pub fn map_objects(self, of: impl Fn(ObjectId) -> ObjectId) -> Item {
        match self {
            Item::Object(id) => Item::Object(of(id)),
            Item::Ability(id, place) => Item::Ability(of(id), place),
            Item::Act(verb, id) => Item::Act(verb, of(id)),
            Item::PairSeat(id, seat) => Item::PairSeat(of(id), seat),
            Item::Pair(one, other) => Item::Pair(of(one), of(other)),
            Item::Pass
            | Item::Flag(_)
            | Item::Seat(_)
            | Item::Mode(_)
            | Item::Number(_)
            | Item::Symbol(_)
            | Item::Concede
            | Item::Draw => self,
        }
    }
}

/// An answer.
#[derive(
    Debug,
    Clone,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Some of the listed options: in ascending order, or in the order that the player wants where order
    /// matters.
    Pick(Vec<Item>),
    /// A number in a range.
    Number(u32),
    /// A total split among the listed options; options with nothing are left out, the rest ascend.
    Split(Vec<(Item, u32)>),
    /// Something named, as printed.
    Name(String),
}

/// The shape of the answer and the legal answers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Pick between `min` and `max` of the options.
    Pick {
        /// The options, ascending.
        options: Vec<Item>,
        /// The least number of options to pick.
        min: u32,
        /// The greatest number of options to pick.
        max: u32,
        /// True if the order of the answer has a meaning.
        ordered: bool,
        /// The constraints on the picked options together.
        constraints: Vec<Constraint>,
    },
    /// A number from `min` to `max`.
    Number {
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
    },
    /// Split exactly `total` among the options.
    Split {
        /// The total to split.
        total: u32,
        /// The options, ascending.
        options: Vec<Item>,
        /// The constraints on the shares together.
        constraints: Vec<Constraint>,
    },
    /// A name.
    Name {
        /// The names that are legal.
        among: Names,
    },
}

/// A question to one player.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Request {
    /// Who must answer.
    pub seat: Seat,
    /// The question.
    pub prompt: Prompt,
    /// The rule by which it is asked.
    pub rule: RuleId,
    /// The object that it is about, if any.
    pub subject: Option<ObjectId>,
    /// The legal answers.
    pub ask: Ask,
}

/// Why an answer is refused; the state is untouched. In order of precedence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "refusal")]
pub enum Illegal {
    /// The match has ended.
    #[error("the match is over: no further decision is possible")]
    Over,
    /// Another player is asked.
    #[error("{found} answers, but {expected} is asked")]
    WrongSeat {
        /// Who is asked.
        expected: Seat,
        /// Who answered.
        found: Seat,
    },
    /// The answer has the wrong shape.
    #[error("the answer has the wrong shape: {expected} is asked ({rule})")]
    WrongShape {
        /// The shape that is asked.
        expected: &'static str,
        /// The rule by which it is asked.
        rule: RuleId,
    },
    /// Something is named that is not legal here.
    #[error("{what}: {why} ({rule})")]
    NotOffered {
        /// The name in the answer.
        what: String,
        /// Why it is not legal.
        why: String,
        /// The rule that it breaks.
        rule: RuleId,
    },
    /// Too few or too many things, or a number out of range.
    #[error("{} ({rule})", range_in_words(*.found, *.min, *.max))]
    OutOfRange {
        /// The number in the answer.
        found: u32,
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// The rule by which it is asked.
        rule: RuleId,
    },
    /// The same thing twice, or unordered things that do not ascend.
    #[error("an answer names each thing once, ascending where order has no meaning ({rule})")]
    NotCanonical {
        /// The rule by which it is asked.
        rule: RuleId,
    },
    /// The parts are legal alone but not together.
    #[error("{why} ({rule})")]
    Together {
        /// The constraint that the parts break.
        why: String,
        /// The rule that demands it.
        rule: RuleId,
    },
}

impl Illegal {
    /// The rule that the answer breaks; none when the match is over, or when somebody else is asked.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Illegal::Over | Illegal::WrongSeat { .. } => None,
            Illegal::WrongShape { rule, .. }
            | Illegal::NotOffered { rule, .. }
            | Illegal::OutOfRange { rule, .. }
            | Illegal::NotCanonical { rule }
            | Illegal::Together { rule, .. } => Some(*rule),
        }
    }
}

impl Choice {
    /// The answer that names one thing.
    pub fn one(item: Item) -> Choice {
        Choice::Pick(vec![item])
    }

    /// The answer with its unordered parts ascending, as `request` wants it.
    pub fn canonical(mut self, request: &Request) -> Choice {
        match (&mut self, &request.ask) {
            (Choice::Pick(items), Ask::Pick { ordered: false, .. }) => items.sort(),
            (Choice::Split(shares), _) => {
                shares.retain(|share| share.1 > 0);
                shares.sort();
            }
            (Choice::Pick(_) | Choice::Number(_) | Choice::Name(_), _) => {}
        }
        self
    }
}

impl Request {
    /// The first condition on several parts that `choice` breaks.
    pub fn broken(&self, choice: &Choice) -> Option<&Constraint> {
        match (&self.ask, choice) {
            (Ask::Pick { constraints, options, .. }, Choice::Pick(_))
            | (Ask::Split { constraints, options, .. }, Choice::Split(_)) => {
                constraints.iter().find(|constraint| constraint.check(options, choice).is_err())
            }
            _ => None,
        }
    }

    /// Checks that `choice` is legal. Conceding and agreeing to a draw do not answer a request; the table
    /// takes them at any time.
    ///
    /// # Errors
    /// The first [`Illegal`] in order of precedence, with the rule that it breaks.
    pub fn validate(&self, choice: &Choice) -> Result<(), Illegal> {
        let rule = self.rule;
        match (&self.ask, choice) {
            (Ask::Pick { options, min, max, ordered, constraints }, Choice::Pick(items)) => {
                for item in items {
                    if options.binary_search(item).is_err() {
                        return Err(self.not_offered(format!("{item:?}")));
                    }
                }
                let distinct = if *ordered {
                    look(items.len() * items.len() / 64);
                    items.iter().enumerate().all(|(i, item)| !items[..i].contains(item))
                } else {
                    items.windows(2).all(|pair| pair[0] < pair[1])
                };
                if !distinct {
                    return Err(Illegal::NotCanonical { rule });
                }
                in_range(items.len() as u32, *min, *max, rule)?;
                look(constraints.len() * (1 + items.len() / 16));
                constraints.iter().try_for_each(|constraint| constraint.check(options, choice))
            }
            (Ask::Number { min, max }, Choice::Number(number)) => in_range(*number, *min, *max, rule),
            (Ask::Split { total, options, constraints }, Choice::Split(shares)) => {
                for (item, _) in shares {
                    if options.binary_search(item).is_err() {
                        return Err(self.not_offered(format!("{item:?}")));
                    }
                }
                if !shares.windows(2).all(|pair| pair[0].0 < pair[1].0)
                    || shares.iter().any(|share| share.1 == 0)
                {
                    return Err(Illegal::NotCanonical { rule });
                }
                let sum = shares.iter().fold(0u32, |sum, share| sum.saturating_add(share.1));
                in_range(sum, *total, *total, rule)?;
                look(constraints.len() * (1 + shares.len() / 16));
                constraints.iter().try_for_each(|constraint| constraint.check(options, choice))
            }
            (Ask::Name { among }, Choice::Name(name)) => {
                if among.binary_search(name).is_ok() {
                    Ok(())
                } else {
                    Err(Illegal::NotOffered { what: name.clone(), why: among.why_not(name), rule })
                }
            }
            (ask, _) => Err(Illegal::WrongShape { expected: ask.shape(), rule }),
        }
    }

    /// The reason for which an answer is not offered, if the prompt has no further one.
    pub const fn plain_refusal(&self) -> (&'static str, RuleId) {
        ("it is not among what can be chosen here", self.rule)
    }

    fn not_offered(&self, what: String) -> Illegal {
        Illegal::NotOffered { what, why: "not among what is legal here".to_string(), rule: self.rule }
    }

    /// Returns whether it has one legal answer and is asked so that nobody learns that. Where passing is that
    /// answer, a player is always asked.
    pub fn asks_for_nothing(&self) -> bool {
        self.forced().is_some() && !self.passes()
    }

    /// Returns whether passing is among its options.
    fn passes(&self) -> bool {
        match &self.ask {
            Ask::Pick { options, .. } => options.contains(&Item::Pass),
            Ask::Number { .. } | Ask::Split { .. } | Ask::Name { .. } => false,
        }
    }

    /// The only legal answer, when there is exactly one.
    pub fn forced(&self) -> Option<Choice> {
        match &self.ask {
            Ask::Pick { options, min, max, ordered, constraints } if constraints.is_empty() => {
                let all = options.len() as u32;
                if *max == 0 || all == 0 {
                    Some(Choice::Pick(Vec::new()))
                } else if *min == all && (!*ordered || all == 1) {
                    Some(Choice::Pick(options.clone()))
                } else {
                    None
                }
            }
            Ask::Number { min, max } if min == max => Some(Choice::Number(*min)),
            Ask::Split { total: 0, .. } => Some(Choice::Split(Vec::new())),
            Ask::Split { total, options, .. } if options.len() == 1 => {
                Some(Choice::Split(vec![(options[0], *total)]))
            }
            Ask::Pick { .. } | Ask::Number { .. } | Ask::Split { .. } | Ask::Name { .. } => None,
        }
    }
}

/// The most that a pick can take, where up to `max` are wanted. `own` says how many at least, and out of how many
/// things; `possible` the same for all that everybody knows: of what could be among them, too. Where only the
/// latter leaves a choice, it is more than there are, and by that such a pick is known
/// ([`is_asked_all_the_same`]).
pub fn most_of(max: u32, own: (u32, usize), possible: (u32, usize)) -> u32 {
    let leaves_choice = |(min, count): (u32, usize)| count > 0 && max > 0 && (min as usize) < count;
    let count = own.1 as u32;
    if leaves_choice(possible) && !leaves_choice(own) { count.saturating_add(1) } else { max.min(count) }
}

/// Returns whether a pick of up to `max` out of `own` things is asked although it leaves no choice
/// ([`most_of`]).
pub fn is_asked_all_the_same(max: u32, own: usize) -> bool {
    max as usize > own
}

impl Ask {
    /// How many, or which number, in words.
    pub fn amount_in_words(&self) -> String {
        let number =
            |item: &Item| if let Item::Number(number) = item { Some(number.to_string()) } else { None };
        match self {
            Ask::Pick { options, min: 1, max: 1, .. }
                if !options.is_empty() && options.iter().all(|item| number(item).is_some()) =>
            {
                crate::prose::listed(options.iter().filter_map(number), "or")
            }
            Ask::Pick { min, max, .. } if min == max => max.to_string(),
            Ask::Pick { min: 0, max, .. } => format!("up to {max}"),
            Ask::Pick { min, max, .. } | Ask::Number { min, max } => format!("{min} to {max}"),
            Ask::Split { total, .. } => total.to_string(),
            Ask::Name { .. } => "one".to_string(),
        }
    }

    /// Pick between `min` and `max` of the options, which are put in order.
    pub fn pick(mut options: Vec<Item>, min: u32, max: u32) -> Ask {
        options.sort();
        Ask::Pick { options, min, max, ordered: false, constraints: Vec::new() }
    }

    /// Pick exactly one of the options.
    pub fn one_of(options: Vec<Item>) -> Ask {
        Ask::pick(options, 1, 1)
    }

    /// Returns the question whether something is done, or nothing where everybody sees that it cannot be. It is asked
    /// with "no" alone where it cannot be done and `could` says that not everybody sees that.
    pub fn whether(can: bool, could: impl FnOnce() -> bool) -> Option<Ask> {
        let flags = match can {
            true => vec![Item::Flag(false), Item::Flag(true)],
            false if could() => vec![Item::Flag(false)],
            false => return None,
        };
        Some(Ask::one_of(flags))
    }

    /// Returns the question how often something is done, up to `most` times; as [`Ask::whether`] where that is 0.
    pub fn how_often(most: u32, could: impl FnOnce() -> bool) -> Option<Ask> {
        (most > 0 || could()).then_some(Ask::Number { min: 0, max: most })
    }

    /// Put all options in an order.
    pub fn order_of(options: Vec<Item>) -> Ask {
        let all = options.len() as u32;
        Ask::pick(options, all, all).ordered()
    }

    /// The same, where the order of the answer has a meaning.
    pub fn ordered(mut self) -> Ask {
        if let Ask::Pick { ordered, .. } = &mut self {
            *ordered = true;
        }
        self
    }

    /// Split exactly `total` among the options, which are put in order.
    pub fn split(mut options: Vec<Item>, total: u32) -> Ask {
        options.sort();
        Ask::Split { total, options, constraints: Vec::new() }
    }

    /// The same with conditions on several parts of the answer.
    pub fn with(mut self, more: Vec<Constraint>) -> Ask {
        if let Ask::Pick { constraints, .. } | Ask::Split { constraints, .. } = &mut self {
            *constraints = more;
        }
        self
    }

    /// The answer's shape as a word.
    pub fn shape(&self) -> &'static str {
        match self {
            Ask::Pick { .. } => "a pick",
            Ask::Number { .. } => "a number",
            Ask::Split { .. } => "a split",
            Ask::Name { .. } => "a name",
        }
    }
}

fn range_in_words(found: u32, min: u32, max: u32) -> String {
    if min == max {
        format!("it must be exactly {min}, not {found}")
    } else {
        format!("it must be from {min} to {max}, not {found}")
    }
}

fn in_range(found: u32, min: u32, max: u32, rule: RuleId) -> Result<(), Illegal> {
    if (min..=max).contains(&found) { Ok(()) } else { Err(Illegal::OutOfRange { found, min, max, rule }) }
}
