//! Two logs as one page: together up to where they part, side by side after that.

use duelog_verifier::divergence::{Relation, part};
use serde::Serialize;

use super::data::{Sort, Step};
use super::page_parts::Shown;
use crate::output::Failure;

/// Two logs as they are shown.
#[derive(Debug, Serialize)]
pub struct Pair {
    /// The left one.
    #[serde(flatten)]
    pub left: Shown,
    /// The right one.
    #[serde(rename = "other")]
    pub right: Shown,
    /// Where they part.
    pub parting: Parting,
}

/// Where two logs part, as every viewer may know it.
#[derive(Debug, Serialize)]
pub struct Parting {
    /// How they relate.
    pub relation: Relation,
    /// How many decisions they have in common.
    pub decisions: u32,
    /// The first step that is not the same in both.
    pub fork: usize,
    /// The name of the left log.
    left: String,
    /// The name of the right one.
    right: String,
}

impl Pair {
    /// Two shown logs, with their names and bytes.
    ///
    /// # Errors
    /// A system error if one of them is not a log after all.
    pub fn of(left: (Shown, String, &[u8]), right: (Shown, String, &[u8])) -> Result<Pair, Failure> {
        // The tables are on the page: of the comparison only the place is wanted, and no game is replayed for it.
        let parted = part(&[], left.2, right.2)
            .map_err(|fault| Failure::system(fault.to_string(), "the log changed while it was read"))?;
        let fork = match parted.relation {
            Relation::Unrelated => 0,
            Relation::Same | Relation::LeftContinues | Relation::RightContinues | Relation::Parted => {
                common(&left.0, &right.0, parted.decisions)
            }
        };
        let (relation, decisions) = (parted.relation, parted.decisions);
        let parting = Parting { relation, decisions, fork, left: left.1, right: right.1 };
        Ok(Pair { left: left.0, right: right.0, parting })
    }
}

/// Counts the common steps of two logs that agree for `decisions` decisions. The places of texts in the pools
/// depend on later steps, so the texts themselves are compared.
fn common(left: &Shown, right: &Shown, decisions: u32) -> usize {
    let mut pairs = left.steps.iter().zip(&right.steps);
    pairs
        .position(|(a, b)| a.decision > decisions || told(left, a) != told(right, b))
        .unwrap_or_else(|| left.steps.len().min(right.steps.len()))
}

/// The text of a step.
fn told<'a>(shown: &'a Shown, step: &Step) -> (Sort, u32, u32, usize, Option<&'a String>) {
    (step.sort, step.decision, step.turn, step.step, shown.pools.texts.get(step.text))
}
