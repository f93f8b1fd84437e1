//! The events of a match, as a viewer may know them.

use duelog_kernel::journal::ToldEvent;
use duelog_kernel::turn_step::TurnStep;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::asked::is_false;
use super::items::{Snake, Viewer};

/// The new events of one viewer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Watched<'a> {
    /// Who may know them.
    pub viewer: Viewer,
    /// The events, in order.
    pub events: Vec<Event<'a>>,
}

/// An event. `decision`, `turn`, `active` and `step` stand in the first event of a list, and in those for which they
/// are others than for the event before.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Event<'a> {
    /// How many decisions of the line had been made; 0 is the setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<u32>,
    /// The number of the turn; 0 before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    /// Whose turn it is; it says nothing before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    active: Option<u8>,
    /// The step or phase just after the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    step: Option<String>,
    /// The kind of event, a stable name.
    kind: Snake<'a>,
    /// The rule that caused it.
    rule: &'a str,
    /// The event in words.
    text: &'a str,
    /// True for details that people leave out when they tell a game.
    #[serde(skip_serializing_if = "is_false")]
    detail: bool,
    /// By seat, the score as a turn begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<&'a Vec<i64>>,
    /// Where scores are told, the seats of players who have left a game that the others play on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left: Vec<u8>,
    /// The event's data, for judges alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
}

/// Events, without bookkeeping unless that is wanted too.
pub fn events(told: &[ToldEvent], all: bool) -> Vec<Event<'_>> {
    let mut before: Option<(u32, TurnStep)> = None;
    let shown = told.iter().filter(|told| all || !told.internal);
    let event = |told| {
        let event = Event::after(before, told);
        before = Some((told.decision, told.at));
        event
    };
    shown.map(event).collect()
}

impl<'a> Event<'a> {
    fn after(before: Option<(u32, TurnStep)>, told: &'a ToldEvent) -> Event<'a> {
        let at = before.map(|before| before.1);
        let step = at.is_none_or(|at| at.step != told.at.step).then(|| told.at.step.to_string());
        Event {
            decision: before.is_none_or(|before| before.0 != told.decision).then_some(told.decision),
            turn: at.is_none_or(|at| at.turn != told.at.turn).then_some(told.at.turn),
            active: at.is_none_or(|at| at.active != told.at.active).then_some(told.at.active.0),
            step: step.map(|step| step.replace('-', "_")),
            kind: Snake(&told.kind),
            rule: told.rule.number(),
            text: &told.text,
            detail: told.detail,
            scores: Some(&told.scores).filter(|scores| !scores.is_empty()),
            left: told.left.iter().map(|seat| seat.0).collect(),
            data: told.event.as_ref(),
        }
    }
}
