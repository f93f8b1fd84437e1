//! Descriptions of a game's definitions and rules.

use duelog_sources::RuleStatus;

use crate::digest::Digest;

/// A definition in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CardInfo {
    /// The game.
    pub game: &'static str,
    /// The card's name.
    pub name: String,
    /// The file that defines it.
    pub file: String,
    /// True if it exists only for tests.
    pub test_only: bool,
    /// True if it was compiled out of a printed text.
    pub compiled: bool,
}

/// A definition to read.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CardText {
    /// The definition as written.
    pub definition: String,
    /// The card as a person would read it, line by line.
    pub reading: Vec<String>,
    /// The digest that logs pin.
    pub digest: Digest,
}

/// A fault in a definition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error("{line}:{column}: {message}")]
pub struct DefinitionError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The fault.
    pub message: String,
}

/// One rule of the index.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RuleInfo {
    /// The rule's number.
    pub number: String,
    /// Its state, in JSON the word of the rule index.
    #[serde(serialize_with = "word")]
    pub status: RuleStatus,
    /// Why it is not done; empty when it is.
    pub reason: String,
    /// Where code cites it, as `file:line`.
    pub code: Vec<String>,
}

fn word<S: serde::Serializer>(status: &RuleStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.word())
}
