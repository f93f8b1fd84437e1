//! The events of a match in words: told again from its beginning, or told on from where they were told last.

use serde_json::Value;

use super::{Rules, Table};
use crate::budget::{PER_EVENT, tick};
use crate::digest::Touched;
use crate::journal::{Entry, Retold, ToldEvent};
use crate::scope::in_json;
use crate::turn_step::{StepName, TurnStep};
use crate::view::Viewer;

/// A place in the journal, and the state there.
pub(super) struct Telling<R: Rules> {
    state: R::State,
    derived: R::Derived,
    turn: u32,
    /// The step of the turn before, where a turn has begun and its first step has not.
    stale: Option<StepName>,
    /// How many events have been told.
    next: usize,
}

/// An event that has just happened once more.
struct Moment {
    at: TurnStep,
    /// True where a turn begins, or the match.
    begins: bool,
}

impl<R: Rules> Telling<R> {
    fn new(initial: R::State) -> Telling<R> {
        Telling { state: initial, derived: R::Derived::default(), turn: 0, stale: None, next: 0 }
    }

    /// Makes the next event happen.
    fn step(&mut self, entry: &Entry<R::Event>) -> Moment {
        tick(PER_EVENT);
        self.next += 1;
        R::invalidate(&mut self.derived, &entry.event);
        let turn_before = R::turn_step(&self.state).turn;
        R::apply(&mut self.state, entry.event.clone(), &mut Touched::default());
        let mut at = R::turn_step(&self.state);
        let begins = std::mem::replace(&mut self.turn, at.turn) != at.turn;
        // A turn begins before its first step does: the step is still that of the turn before. A match that starts
        // within a turn is in its own step at once.
        let begun = at.turn != turn_before;
        self.stale = if begun { Some(at.step) } else { self.stale.filter(|step| *step == at.step) };
        if let (Some(_), Some(first)) = (self.stale, R::STEPS.get(1)) {
            at.step = *first;
        }
        Moment { at, begins }
    }

    /// The name of the step that a view must show in place of its own.
    fn first_step(&self) -> Option<&'static str> {
        self.stale.map(|_| R::FIRST_STEP)
    }

    /// The event that has just happened, as a viewer may know it. `data` keeps it as JSON for the next viewer.
    fn told(
        &mut self,
        rules: &R,
        entry: &Entry<R::Event>,
        moment: &Moment,
        viewer: Viewer,
        data: &mut Option<Value>,
    ) -> Option<ToldEvent> {
        let (text, internal) = rules.tell(&self.state, &entry.event, viewer)?;
        let event = data.get_or_insert_with(|| in_json(&entry.event));
        let begins = moment.begins;
        Some(ToldEvent {
            decision: entry.decision,
            rule: entry.rule,
            text,
            kind: kind_of(event),
            internal,
            detail: internal || R::is_detail(&entry.event),
            at: moment.at,
            scores: if begins { rules.scores(&self.state, &mut self.derived) } else { Vec::new() },
            left: if begins { rules.left(&self.state) } else { Vec::new() },
            event: (viewer == Viewer::Judge).then(|| event.clone()),
        })
    }
}

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
        let Some(initial) = self.initial.clone() else { return };
        let mut telling = Telling::<R>::new(initial);
        let mut entries = self.journal.entries().iter().peekable();
        while let Some(entry) = entries.next() {
            let moment = telling.step(entry);
            let decision = entry.decision;
            if decision < from {
                continue;
            }
            let first_step = telling.first_step();
            if let Some(told) = telling.told(&self.rules, entry, &moment, viewer, &mut None) {
                let told = Retold { decision, told: Some(told) };
                see(told, first_step, &telling.state, &mut telling.derived);
            }
            if entries.peek().is_none_or(|next| next.decision != decision) {
                see(Retold { decision, told: None }, first_step, &telling.state, &mut telling.derived);
            }
        }
    }

    /// Tells these viewers what has happened since the last call.
    pub(super) fn tell_on(&mut self, viewers: &[Viewer]) -> Vec<Vec<ToldEvent>> {
        let mut news = vec![Vec::new(); viewers.len()];
        if self.telling.is_none() {
            self.telling = self.initial.clone().map(|initial| Box::new(Telling::new(initial)));
        }
        let Some(telling) = &mut self.telling else { return news };
        for entry in &self.journal.entries()[telling.next..] {
            let (moment, mut data) = (telling.step(entry), None);
            for (viewer, told) in viewers.iter().zip(&mut news) {
                told.extend(telling.told(&self.rules, entry, &moment, *viewer, &mut data));
            }
        }
        news
    }
}

/// The name of an event's variant.
fn kind_of(event: &Value) -> String {
    let name = match event {
        Value::Object(fields) => fields.keys().next().map(String::as_str),
        event => event.as_str(),
    };
    name.unwrap_or_default().to_string()
}
