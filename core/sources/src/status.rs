//! How far a rule is implemented.

/// The state of one rule in a game's rule index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleStatus {
    /// Implemented, cited in code, and covered by a scenario or a test.
    Done,
    /// Not implemented yet.
    Todo,
    /// Implemented otherwise than written, for the stated reason.
    Deviation,
    /// Nothing for an engine to do, for the stated reason.
    NotApplicable,
}

impl RuleStatus {
    /// The words of the rule index.
    const WORDS: [(RuleStatus, &str); 4] = [
        (RuleStatus::Done, "done"),
        (RuleStatus::Todo, "todo"),
        (RuleStatus::Deviation, "deviation"),
        (RuleStatus::NotApplicable, "not-applicable"),
    ];

    /// The status that the rule index calls so.
    pub fn called(word: &str) -> Option<RuleStatus> {
        RuleStatus::WORDS.into_iter().find(|known| known.1 == word).map(|known| known.0)
    }

    /// Its word in the rule index.
    pub fn word(self) -> &'static str {
        RuleStatus::WORDS.into_iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }
}
