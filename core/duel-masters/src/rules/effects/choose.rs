//! Choosing (605.2b, 601.1h).

use duelog_kernel::Seat;

use super::Act;
use crate::language::definition::{Group, Number, Ref, Subject};
use crate::state::{Awaited, Frame, PickPurpose, Picking, Value};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// The player chooses as many as there are, up to the number; what cannot be chosen by the player is left
    /// out (605.2b).
    pub(super) fn choose(&mut self, who: &Ref, from: &Group, min: &Number, max: &Number) {
        // What is chosen in a private zone, and what was not there to be chosen, is shown to nobody.
        cite!("400.2c", "400.2d");
        let seat = self.seat(who);
        if *from == Group::CardNames {
            return self.wait(Awaited::Naming(seat));
        }
        let (min, max) = (self.count(min), self.count(max));
        let mut options: Vec<Value> = self.look(|sight, scope| {
            let may = |value: &Value| match value {
                Value::Object(id) => {
                    let others = sight.object(*id).is_some_and(|object| object.owner != seat);
                    !(others && sight.board.in_battle(*id) && sight.is_forbidden(*id, Subject::BeChosen))
                }
                Value::Seat(_)
                | Value::Number(_)
                | Value::Civilization(_)
                | Value::Race(_)
                | Value::Name(_) => true,
            };
            sight.members(from, scope).into_iter().filter(may).collect()
        });
        options.sort_unstable();
        options.dedup();
        let max = max.min(options.len() as u32);
        self.pick(seat, PickPurpose::Chosen, options, min.min(max), max);
    }

    pub(super) fn pick(&mut self, seat: Seat, purpose: PickPurpose, options: Vec<Value>, min: u32, max: u32) {
        self.rules.push(
            self.play,
            Frame::Picking(Picking { seat, purpose, options, min, max }),
            rule!("601.1h"),
        );
    }
}
