//! Reflexive triggered abilities (603.12).

use super::Act;
use crate::rule;
use crate::state::event::Event;
use crate::state::{AbilityPlace, EventContext, StackKind, Value, Waiting};

impl Act<'_, '_> {
    /// The ability triggers on what the script has just done; it knows the object that the last action moved,
    /// as it was before.
    pub(super) fn trigger(&mut self, place: u8) {
        let (object, other) = self.look(|sight, scope| {
            let last = scope
                .last
                .first()
                .and_then(|last| if let Value::Object(id) = last { Some(*id) } else { None });
            (last.map(|id| sight.before_move(id).unwrap_or(id)), last)
        });
        let context = &self.running.context;
        let event =
            EventContext { object, other, player: Some(context.controller), amount: self.running.amount };
        let kind = StackKind::Triggered(context.source, AbilityPlace::Printed(place.into()));
        let chain = self.play.state().board.turn.chain + 1;
        let finds = context.finds.clone();
        let waiting = Waiting {
            id: 0,
            kind,
            card: self.running.code.card,
            controller: context.controller,
            event,
            chain,
            finds,
            context: None,
        };
        self.play.emit(Event::Triggered(waiting), rule!("603.12"));
    }
}
