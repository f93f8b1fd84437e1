//! The events of a match, told again from its beginning.

use super::{Rules, Table};
use crate::budget::{PER_EVENT, tick};
use crate::digest::Touched;
use crate::journal::{Retold, Told};
use crate::scope::in_json;
use crate::view::Viewer;

impl<R: Rules> Table<R> {
    /// Goes through the journal once more, and shows from decision `from` on what `viewer` may know of it: each
    /// event, and with none where all that followed from a decision has happened.
    pub(super) fn retell(
        &self,
        from: u32,
        viewer: Viewer,
        mut see: impl FnMut(Retold, &R::State, &mut R::Derived),
    ) {
        let Some(mut state) = self.initial.clone() else { return };
        let (mut touched, mut derived) = (Touched::default(), R::Derived::default());
        let (mut turn, mut stale) = (0, None);
        // A match that starts from a position is in the middle of a turn.
        let set_up = R::turn_step(&state).turn;
        let mut entries = self.journal.entries().iter().peekable();
        while let Some(entry) = entries.next() {
            tick(PER_EVENT);
            R::invalidate(&mut derived, &entry.event);
            R::apply(&mut state, entry.event.clone(), &mut touched);
            let mut at = R::turn_step(&state);
            let begins = std::mem::replace(&mut turn, at.turn) != at.turn;
            // A turn begins before its first step does: the step is still that of the turn before.
            stale = if begins && at.turn != set_up {
                Some(at.step)
            } else {
                stale.filter(|step| *step == at.step)
            };
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
                let rule = entry.rule;
                let told = Told { decision, rule, text, kind, internal, detail, at, scores, event };
                see(Retold { decision, told: Some(told) }, &state, &mut derived);
            }
            if entries.peek().is_none_or(|next| next.decision != decision) {
                see(Retold { decision, told: None }, &state, &mut derived);
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
