//! Events of planar decks and scheme decks: their changes (901, 904).

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use super::objects::blank;
use crate::cite;
use crate::state::{CardId, FaceUp, Last, Pile, Place, Zone};

impl StateWriter<'_> {
    /// The deck that a player's planes or schemes are kept in.
    fn pile(&mut self, pile: Pile, seat: Seat) -> &mut Vec<CardId> {
        let keeper = self.state.board.keeper(pile, seat);
        self.player(keeper).supplements.deck_mut(pile)
    }

    pub(super) fn pile_shuffled(&mut self, pile: Pile, seat: Seat, order: &[CardId]) {
        self.drawn(Purpose::Shuffle);
        *self.pile(pile, seat) = order.to_vec();
    }

    /// The top card of the deck is a new object, face up in the command zone.
    pub(super) fn turned_from_pile(&mut self, pile: Pile, seat: Seat, card: CardId, new: ObjectId) {
        let top = self.pile(pile, seat).pop();
        duelog_kernel::test_assert!(top == Some(card), "what is turned face up is on top of its deck");
        cite!("309.2", "312.2", "400.4b", "408.3", "904.4");
        // It has the timestamp of the moment at which it is turned face up.
        cite!("613.6g");
        self.enter(blank(new, card, seat, Zone::Command), Place::Top);
        self.turn();
        self.board().turned_up.push(FaceUp { pile, object: new });
    }

    /// A card that was face up is at the bottom of its owner's deck, and its object has ceased to exist.
    pub(super) fn turned_to_pile(&mut self, pile: Pile, id: ObjectId, last: &Option<Box<Last>>) {
        let Some((card, owner)) = self.state.board.get(id).map(|object| (object.card, object.owner)) else {
            duelog_kernel::test_assert!(false, "what is turned face down is there: {id}");
            return;
        };
        cite!("309.6", "310.6", "400.9", "901.7a");
        self.retire(id, last);
        self.pile(pile, owner).insert(0, card);
    }

    /// An object that has ceased to exist is not face up either.
    pub(super) fn face_up_no_more(&mut self, id: ObjectId) {
        if self.state.board.turned_up.iter().any(|card| card.object == id) {
            self.turn();
            self.board().turned_up.retain(|card| card.object != id);
        }
    }

    /// An ability on the stack stays there for another player.
    pub(super) fn ability_inherited(&mut self, id: ObjectId, seat: Seat) {
        if let Some(object) = self.object(id) {
            object.owner = seat;
            object.controller = seat;
        }
    }
}
