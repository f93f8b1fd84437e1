//! The journal: what happened, in order, and by which rule.

use crate::ids::RuleId;
use crate::turn_step::TurnStep;

/// One event of a match.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Entry<E> {
    /// How many decisions had been made when it happened; 0 is the setup.
    pub decision: u32,
    /// The rule that caused it.
    pub rule: RuleId,
    /// The event.
    pub event: E,
}

/// The events of a match since its start, kept only when asked for.
#[derive(Debug, Clone)]
pub struct Journal<E> {
    entries: Option<Vec<Entry<E>>>,
}

impl<E> Default for Journal<E> {
    fn default() -> Self {
        Journal { entries: None }
    }
}

impl<E: Clone> Journal<E> {
    /// A journal that keeps events.
    pub fn kept() -> Journal<E> {
        Journal { entries: Some(Vec::new()) }
    }

    /// Notes an event.
    #[inline]
    pub fn note(&mut self, decision: u32, rule: RuleId, event: &E) {
        if let Some(entries) = &mut self.entries {
            entries.push(Entry { decision, rule, event: event.clone() });
        }
    }

    /// The events kept so far.
    pub fn entries(&self) -> &[Entry<E>] {
        self.entries.as_deref().unwrap_or_default()
    }
}

/// An event told to a person.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ToldEvent {
    /// How many decisions had been made when it happened.
    pub decision: u32,
    /// The rule that caused it.
    pub rule: RuleId,
    /// The event in words.
    pub text: String,
    /// The kind of event, as a stable name: `damaged`, `turn-began`.
    pub kind: String,
    /// True if it is only bookkeeping that a player would not see happen.
    pub internal: bool,
    /// True for details that people leave out when they tell a game: bookkeeping, the beginning of a step,
    /// tapping a land.
    pub detail: bool,
    /// The turn and step just after it.
    #[serde(flatten)]
    pub at: TurnStep,
    /// By seat, what the game is counted by as a turn begins, or as a match begins in the middle of one, see
    /// [`crate::Rules::SCORE`]; empty elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// Where `scores` are told, the players who have left a game that the others play on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<crate::Seat>,
    /// The event's data; absent where the viewer may not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<serde_json::Value>,
}

/// A moment of a match that is told once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retold {
    /// How many decisions had been made.
    pub decision: u32,
    /// The event; none once everything that followed from the decision has happened.
    pub told: Option<ToldEvent>,
}
