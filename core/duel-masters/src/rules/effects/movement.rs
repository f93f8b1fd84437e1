//! Moving cards between zones (400.5), destroying among it (701.6).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Destination, Group};
use crate::state::{Entering, Frame, MoveReason, PickPurpose, Proposal, Value, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Destroying is putting from the battle zone into the graveyard, all at once (701.6a, 701.6b).
    pub(super) fn destroy(&mut self, what: &Group) {
        let ids = self.elements(what);
        let board = &self.play.state().board;
        let owned = ids.into_iter().filter_map(|id| Some((id, board.get(id)?.owner)));
        let batch = owned
            .map(|(id, owner)| {
                Proposal::movement(id, Zone::Graveyard(owner), Entering::default(), MoveReason::Destroyed)
            })
            .collect();
        self.rules.happen(self.play, batch, rule!("701.6b"));
    }

    /// Objects go elsewhere; several that go to the same deck go in an order that their owner chooses
    /// (401.4).
    pub(super) fn move_to(&mut self, what: &Group, to: Destination) {
        let ids = self.objects(what);
        if to == Destination::Stay {
            return;
        }
        if ids.is_empty() {
            return self.came_to(Vec::new());
        }
        // Cards from the top of a deck go all at once (400.7); that is no drawing, even into the hand.
        cite!("114.3");
        self.rules.send(self.play, ids.clone(), to);
        if matches!(to, Destination::DeckTop | Destination::DeckBottom) && ids.len() > 1 {
            self.order_in_decks(to);
        }
    }

    /// The owners put in order what has come to their decks.
    fn order_in_decks(&mut self, to: Destination) {
        let board = &self.play.state().board;
        let Some(Frame::Running(running)) = board.frames.last() else { return };
        let arrived: Vec<ObjectId> = running
            .last
            .iter()
            .filter_map(|value| if let Value::Object(id) = value { Some(*id) } else { None })
            .collect();
        for seat in board.turn_order().into_iter().rev() {
            let board = &self.play.state().board;
            let own = arrived
                .iter()
                .filter(|id| board.get(**id).is_some_and(|object| object.zone == Zone::Deck(seat)));
            let mut options: Vec<Value> = own.copied().map(Value::Object).collect();
            options.sort();
            let all = options.len() as u32;
            if all > 1 {
                self.pick(seat, PickPurpose::Order(to), options, all, all);
            }
        }
    }

    /// Only the top cards go elsewhere; what was below stays (801.4).
    pub(super) fn move_card(&mut self, what: &Group, to: Destination) {
        // What stays keeps the position that it had.
        cite!("109.2a", "109.2b");
        let ids = self.objects(what);
        let board = &self.play.state().board;
        let owned = ids.into_iter().filter_map(|id| Some((id, board.get(id)?.owner)));
        let batch = owned
            .map(|(object, owner)| Proposal::sent(object, true, to, owner, MoveReason::Effect))
            .collect();
        self.rules.happen(self.play, batch, rule!("801.4"));
    }
}
