//! Choosing (605.2b, 601.1h).

use duelog_kernel::Seat;
use duelog_kernel::decision::most_of;

use super::Act;
use crate::language::definition::{Group, Number, Ref, Stat, Subject};
use crate::state::{Awaited, Frame, PickPurpose, Picking, Value, Zone, other};
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
        let options = self.can_be_chosen(seat, from);
        let (max, least) =
            (self.most(seat, from, &options, (min, max)), min.min(options.len() as u32).min(max));
        let seat = if self.is_chosen_by_owner(seat, &options) { other(seat) } else { seat };
        self.pick(seat, PickPurpose::Chosen, options, least, max);
    }

    /// The player chooses one after the other as long as they have no more of something together.
    pub(super) fn choose_within(
        &mut self,
        who: &Ref,
        from: &Group,
        count: &Number,
        (stat, most): (Stat, &Number),
    ) {
        let seat = self.seat(who);
        let count = self.count(count);
        let most = self.look(|sight, scope| sight.number(most, scope));
        let mut options = self.can_be_chosen(seat, from);
        self.look(|sight, _| options.retain(|value| sight.stat(stat, *value) <= most));
        let max = self.most(seat, from, &options, (0, count));
        self.pick(seat, PickPurpose::Within(stat, most), options, 0, max);
    }

    /// How many of what can be chosen can be at most: more than there are where the player is asked although there is
    /// no choice, as cards that somebody may not know could be among them.
    fn most(&mut self, seat: Seat, from: &Group, options: &[Value], (min, max): (u32, u32)) -> u32 {
        let own = options.len();
        let possible = if self.rules.card_pool.asks_unseeing() {
            self.could_be_chosen(seat, from, true).len()
        } else {
            own
        };
        most_of(max, (min, own), (min, possible))
    }

    /// Whether a player would choose among shields of the other one, and that one does instead.
    fn is_chosen_by_owner(&mut self, seat: Seat, options: &[Value]) -> bool {
        self.look(|sight, _| {
            let theirs = |value: &Value| match value {
                Value::Object(id) => {
                    sight.object(*id).is_some_and(|own| own.zone == Zone::Shield(other(seat)) && !own.castle)
                }
                _ => false,
            };
            !options.is_empty() && options.iter().all(theirs) && sight.are_shields_chosen_by_owner()
        })
    }

    /// What of a group a player can choose, ascending.
    fn can_be_chosen(&mut self, seat: Seat, from: &Group) -> Vec<Value> {
        self.could_be_chosen(seat, from, false)
    }

    /// The same, or as everybody sees it.
    fn could_be_chosen(&mut self, seat: Seat, from: &Group, unseeing: bool) -> Vec<Value> {
        let mut options: Vec<Value> = self.look(|sight, scope| {
            let sight = if unseeing { sight.unseeing() } else { *sight };
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
        options.sort();
        options.dedup();
        options
    }

    pub(super) fn pick(&mut self, seat: Seat, purpose: PickPurpose, options: Vec<Value>, min: u32, max: u32) {
        self.rules.push(
            self.play,
            Frame::Picking(Picking { seat, purpose, options, min, max, taken: Vec::new() }),
            rule!("601.1h"),
        );
    }
}
