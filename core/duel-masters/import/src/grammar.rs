//! The grammar (`grammar.pest`) and its trees.

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
struct Grammar;

/// A node of a sentence's tree.
#[derive(Debug, Clone)]
pub struct Node<'a>(Pair<'a, Rule>);

/// Where a line is no sentence that the grammar knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// How many letters of the line were understood.
    pub at: usize,
    /// The wordings that could have gone on there.
    pub wanted: Vec<String>,
}

/// The most steps of the grammar that a line may take: many times those of the longest sentence of a card. A line
/// that takes more is not understood.
const STEPS_MAX: usize = 200_000;

/// Reads a whole line by a rule.
///
/// # Errors
/// How far it is understood.
pub fn read(rule: Rule, line: &str) -> Result<Node<'_>, Misread> {
    static LIMITED: Once = Once::new();
    LIMITED.call_once(|| pest::set_call_limit(NonZeroUsize::new(STEPS_MAX)));
    match Grammar::parse(rule, line) {
        Ok(mut pairs) => pairs.next().map(Node).ok_or(Misread { at: 0, wanted: Vec::new() }),
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
            };
            let wanted = match error.variant {
                pest::error::ErrorVariant::ParsingError { positives, .. } => {
                    positives.iter().map(|rule| format!("{rule:?}")).collect()
                }
                pest::error::ErrorVariant::CustomError { .. } => Vec::new(),
            };
            Err(Misread { at, wanted })
        }
    }
}

impl<'a> Node<'a> {
    /// What it is.
    pub fn rule(&self) -> Rule {
        self.0.as_rule()
    }

    /// Its words.
    pub fn text(&self) -> &'a str {
        self.0.as_str()
    }

    /// Its parts.
    pub fn parts(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.0.clone().into_inner().filter(|pair| pair.as_rule() != Rule::EOI).map(Node)
    }

    /// Its parts of a kind.
    pub fn all(&self, rule: Rule) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parts().filter(move |part| part.rule() == rule)
    }

    /// Its part of a kind, if it has one.
    pub fn get(&self, rule: Rule) -> Option<Node<'a>> {
        self.all(rule).next()
    }

    /// Whether it has a part of a kind.
    pub fn has(&self, rule: Rule) -> bool {
        self.get(rule).is_some()
    }

    /// Its first part.
    pub fn first(&self) -> Result<Node<'a>, String> {
        self.parts().next().ok_or_else(|| format!("`{}` says too little", self.text()))
    }

    /// The digits among its parts, as a number.
    pub fn digits(&self) -> Result<i32, String> {
        let found = self.get(Rule::digits).ok_or_else(|| format!("`{}` has no number", self.text()))?;
        number(&found)
    }

    /// Whether it speaks of shields.
    pub fn text_has_shields(&self) -> bool {
        self.all(Rule::cores).any(|cores| cores.all(Rule::core).any(|core| core.has(Rule::shield)))
    }
}

/// A number in digits or words.
pub fn number(node: &Node<'_>) -> Result<i32, String> {
    let text = node.text().trim();
    match text {
        "a" | "an" | "one" => Ok(1),
        "two" => Ok(2),
        "three" => Ok(3),
        digits => digits.parse().map_err(|_| format!("`{digits}` is not a number")),
    }
}
