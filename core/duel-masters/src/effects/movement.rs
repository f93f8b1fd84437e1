//! Moving cards between zones (400.5), destroying among it (701.6).

use duelog_kernel::{ObjectId, Seat};

use super::Act;
use crate::actions::movement;
use crate::definition::{Destination, Group};
use crate::state::{End, Entering, Frame, PickPurpose, Proposal, Value, Why, Zone};
use crate::{cite, rule};

/// The zone of an owner, the place in it and the manner that a destination means.
pub fn destination(to: Destination, owner: Seat) -> (Zone, End, Entering) {
    let plain = Entering::default();
    match to {
        Destination::Hand => (Zone::Hand(owner), End::Top, plain),
        Destination::Graveyard => (Zone::Graveyard(owner), End::Top, plain),
        Destination::Mana => (Zone::Mana(owner), End::Top, plain),
        Destination::ManaTapped => (Zone::Mana(owner), End::Top, Entering { tapped: true, ..plain }),
        Destination::ManaFaceDown => (Zone::Mana(owner), End::Top, Entering { face_down: true, ..plain }),
        Destination::Shield => (Zone::Shield(owner), End::Top, plain),
        Destination::DeckTop | Destination::DeckShuffled => (Zone::Deck(owner), End::Top, plain),
        Destination::DeckNth(nth) => (Zone::Deck(owner), End::Top, Entering { nth: Some(nth), ..plain }),
        Destination::DeckBottom => (Zone::Deck(owner), End::Bottom, plain),
        Destination::Battle | Destination::Stay => (Zone::Battle, End::Top, plain),
    }
}

impl Act<'_, '_> {
    /// Destroying is putting from the battle zone into the graveyard, all at once (701.6a, 701.6b).
    pub(super) fn destroy(&mut self, what: &Group) {
        let ids = self.elements(what);
        let board = &self.play.state().board;
        let owned = ids.into_iter().filter_map(|id| Some((id, board.get(id)?.owner)));
        let batch = owned.map(|(id, owner)| movement(id, Zone::Graveyard(owner), Entering::default(), Why::Destroyed)).collect();
        self.rules.happen(self.play, batch, rule!("701.6b"));
    }

    /// Objects go elsewhere; several that go to the same deck go in an order that their owner chooses (401.4).
    pub(super) fn move_to(&mut self, what: &Group, to: Destination) {
        let ids = self.objects(what);
        if to == Destination::Stay {
            return;
        }
        if ids.is_empty() {
            return self.came_to(Vec::new());
        }
        self.rules.send(self.play, ids.clone(), to);
        if matches!(to, Destination::DeckTop | Destination::DeckBottom) && ids.len() > 1 {
            self.order_in_decks(to);
        }
    }

    /// The owners put in order what has come to their decks.
    fn order_in_decks(&mut self, to: Destination) {
        let board = &self.play.state().board;
        let Some(Frame::Running(running)) = board.frames.last() else { return };
        let arrived: Vec<ObjectId> = running.last.iter().filter_map(|value| if let Value::Object(id) = value { Some(*id) } else { None }).collect();
        for seat in board.turn_order().into_iter().rev() {
            let board = &self.play.state().board;
            let own = arrived.iter().filter(|id| board.get(**id).is_some_and(|object| object.zone == Zone::Deck(seat)));
            let mut options: Vec<Value> = own.copied().map(Value::Object).collect();
            options.sort_unstable();
            let all = options.len() as u32;
            if all > 1 {
                self.pick(seat, PickPurpose::Order(to), options, all, all);
            }
        }
    }

    /// Only the top cards go elsewhere; what was below stays (801.4).
    pub(super) fn move_card(&mut self, what: &Group, to: Destination) {
        cite!("109.2a");
        let ids = self.objects(what);
        let board = &self.play.state().board;
        let owned = ids.into_iter().filter_map(|id| Some((id, board.get(id)?.owner)));
        let batch = owned
            .map(|(object, owner)| {
                let (zone, end, entering) = destination(to, owner);
                Proposal::Move { object, top_only: true, to: zone, end, entering, why: Why::Effect }
            })
            .collect();
        self.rules.happen(self.play, batch, rule!("801.4"));
    }
}
