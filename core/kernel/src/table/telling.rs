//! The events of a match, told again from its beginning.

use super::{Rules, Table};
use crate::budget::{PER_EVENT, tick};
use crate::digest::Touched;
use crate::journal::{Retold, ToldEvent};
use crate::scope::in_json;
use crate::view::Viewer;

impl<R: Rules> Table<R> {
    /// Goes through the journal once more, and shows from decision `from` on what `viewer` may know of it: each
    /// event, and with none where all that followed from a decision has happened. A state in which a turn has begun
    /// and its first step has not comes with the name of that step: its own step is still the turn's before.
    pub(super) fn retell(
        &self,
        from: u32,
        viewer: Viewer,
        mut see: impl FnMut(Retold, Option<&'static str>, &R::State, &mut R::Derived),
    ) {
        let Some(mut state) = self.initial.clone() else { return };
        let (mut touched, mut derived) = (Touched::default(), R::Derived::default());
        let (mut turn, mut stale) = (0, None);
        let mut entries = self.journal.entries().iter().peekable();
        while let Some(entry) = entries.next() {
            tick(PER_EVENT);
            R::invalidate(&mut derived, &entry.event);
            let turn_before = R::turn_step(&state).turn;
            R::apply(&mut state, entry.event.clone(), &mut touched);
            let mut at = R::turn_step(&state);
            let begins = std::mem::replace(&mut turn, at.turn) != at.turn;
            // A turn begins before its first step does: the step is still that of the turn before. A match that starts
            // within a turn is in its own step at once.
            let begun = at.turn != turn_before;
            stale = if begun { Some(at.step) } else { stale.filter(|step| *step == at.step) };
            let first_step = stale.map(|_| R::FIRST_STEP);
            if let (Some(_), Some(first)) = (stale, R::STEPS.get(1)) {
                at.step = *first;
            }
            let decision = entry.decision;
            if decision < from {
                continue;
            }
            if let Some((text, internal)) = self.rules.tell(&state, &entry.event, viewer) {
                let event = in_json(&entry.event);
                let kind = kind_of(&event);
                let event = (viewer == Viewer::Judge).then_some(event);
                let detail = internal || R::is_detail(&entry.event);
                let scores = if begins { self.rules.scores(&state, &mut derived) } else { Vec::new() };
                let left = if begins { self.rules.left(&state) } else { Vec::new() };
                let rule = entry.rule;
                let told = ToldEvent { decision, rule, text, kind, internal, detail, at, scores, left, event };
                see(Retold { decision, told: Some(told) }, first_step, &state, &mut derived);
            }
            if entries.peek().is_none_or(|next| next.decision != decision) {
                see(Retold { decision, told: None }, first_step, &state, &mut derived);
            }
        }
    }
}

/// The name of an event's variant.
fn kind_of(event: &serde_json::Value) -> String {
    let name = match event {
        serde_json::Value::Object(fields) => fields.keys().next().map(String::as_str),
        event => event.as_str(),
    };
    name.unwrap_or_default().to_string()
}
