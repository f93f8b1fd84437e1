//! What makes matches of a game, and what tools ask of a game: its definitions and its rule index.

use crate::digest::Digest;
use crate::setup::{Setup, SetupError};
use crate::table::Match;

/// Makes matches of one game.
pub trait Factory: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The editions of the rules that are built in, newest first.
    fn editions(&self) -> &'static [&'static str];
    /// Every definition that a match of `setup` can use, by name, with its digest, ascending.
    ///
    /// # Errors
    /// [`SetupError`] when a card is unknown.
    fn definitions(&self, setup: &Setup) -> Result<Vec<(String, Digest)>, SetupError>;
    /// Starts a match.
    ///
    /// # Errors
    /// [`SetupError`] when the setup cannot be played.
    fn start(&self, setup: &Setup, journal: bool) -> Result<Box<dyn Match>, SetupError>;
    /// All definitions, ascending by name.
    fn cards(&self) -> Vec<CardInfo>;
    /// The text of a definition and a reading of it for people.
    fn card(&self, name: &str) -> Option<CardText>;
    /// Checks one definition's text.
    ///
    /// # Errors
    /// The first fault, with its place.
    fn check(&self, text: &str) -> Result<String, DefinitionError>;
    /// The game's rule index with the places that cite each rule.
    fn rules(&self) -> Vec<RuleInfo>;
}

/// A definition in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CardInfo {
    /// The game.
    pub game: &'static str,
    /// The card's name.
    pub name: String,
    /// The file that defines it.
    pub file: String,
    /// Whether it exists only for tests.
    pub test_only: bool,
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
    /// What is wrong.
    pub message: String,
}

/// One rule of the index.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct RuleInfo {
    /// The rule's number.
    pub number: &'static str,
    /// Its state.
    pub status: crate::ids::RuleStatus,
    /// Why it is not done; empty when it is.
    pub reason: &'static str,
    /// Where code cites it, as `file:line`.
    pub code: Vec<&'static str>,
}

/// A rule index out of what the build script generates, in byte order of the numbers.
pub fn rule_infos(
    index: &[(&'static str, crate::ids::RuleStatus)],
    reasons: &[&'static str],
    citations: &[&'static [&'static str]],
) -> Vec<RuleInfo> {
    let entries = index.iter().zip(reasons).zip(citations);
    entries.map(|((&(number, status), &reason), &code)| RuleInfo { number, status, reason, code: code.to_vec() }).collect()
}
