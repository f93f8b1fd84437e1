//! Where two logs part.

use crate::fault::{Fault, Place};
use crate::reader::{Logged, Reader};

/// How two logs relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The same records.
    Same,
    /// The left log is the beginning of the right one.
    RightContinues,
    /// The right log is the beginning of the left one.
    LeftContinues,
    /// Two continuations of one beginning: evidence, never repaired.
    Forked,
    /// Not even the header is the same.
    Unrelated,
}

/// Where two logs part.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Parting {
    /// How they relate.
    pub relation: Relation,
    /// The end of what is common: its bytes, its records with the header, its decisions.
    pub common: Place,
    /// The left log's first record after that, if it has one.
    pub left: Option<Logged>,
    /// The right log's first record after that, if it has one.
    pub right: Option<Logged>,
    /// The left log's first fault. A log that is cut or damaged at the end of what is common proves no fork.
    pub left_fault: Option<Fault>,
    /// The right log's first fault.
    pub right_fault: Option<Fault>,
}

/// Compares two logs record by record.
///
/// # Errors
/// The [`Fault`] of the first log without a good header.
pub fn compare(left: &[u8], right: &[u8]) -> Result<Parting, Fault> {
    let (mut left, mut right) = (Reader::open(left)?, Reader::open(right)?);
    let mut parting = Parting {
        relation: Relation::Unrelated,
        common: Place::default(),
        left: None,
        right: None,
        left_fault: None,
        right_fault: None,
    };
    if left.header_payload() == right.header_payload() {
        loop {
            parting.common = left.progress().place();
            (parting.left, parting.right) = (step(&mut left), step(&mut right));
            if parting.left.is_none() || parting.left != parting.right {
                break;
            }
        }
        parting.relation = match (&parting.left, &parting.right) {
            (None, None) => Relation::Same,
            (None, Some(_)) => Relation::RightContinues,
            (Some(_), None) => Relation::LeftContinues,
            (Some(_), Some(_)) => Relation::Forked,
        };
    }
    parting.left_fault = left.check().err();
    parting.right_fault = right.check().err();
    Ok(parting)
}

fn step(reader: &mut Reader<'_>) -> Option<Logged> {
    reader.next_record().ok().flatten()
}
