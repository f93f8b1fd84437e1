//! Shields: breaking them by effects, putting them into the hand, adding cards to them; and battles by effects.

use duelog_kernel::ObjectId;

use super::Act;
use crate::definition::{Group, Number, Ref};
use crate::rule;
use crate::state::{End, Entering, Proposal, Why, Zone};

impl Act<'_, '_> {
    /// The creature breaks so many shields at once (701.14c).
    pub(super) fn break_shields(&mut self, by: &Ref, count: &Number) {
        let (source, count, seat) = (self.object(by), self.count(count), self.running.context.controller);
        let _ = rule!("701.14c");
        self.rules.break_shields(self.play, source.unwrap_or(self.running.context.source), seat, Some(count));
    }

    /// Shields go to the hand like broken ones, but are not broken (701.14b).
    pub(super) fn shields_to_hand(&mut self, what: &Group) {
        let ids = self.objects(what);
        let board = &self.play.state().board;
        for seat in board.turn_order().into_iter().rev() {
            let own: Vec<ObjectId> = self.play.state().board.shields(seat).filter(|id| ids.contains(id)).collect();
            self.rules.shields_to_hand(self.play, own, seat, None);
        }
    }

    /// A card is put on a shield; the pile stays one shield (113.2).
    pub(super) fn shield_plus(&mut self, what: &Group, on: &Group) {
        let (Some(card), Some(shield)) = (self.objects(what).first().copied(), self.objects(on).first().copied()) else { return };
        let Some(owner) = self.play.state().board.get(shield).filter(|object| matches!(object.zone, Zone::Shield(_))).map(|object| object.owner)
        else {
            return;
        };
        let entering = Entering { onto: Some(shield), ..Entering::default() };
        let event = Proposal::Move { object: card, top_only: false, to: Zone::Shield(owner), end: End::Top, entering, why: Why::Effect };
        self.rules.happen(self.play, vec![event], rule!("113.2"));
    }

    /// Two creatures battle as a part of the effect (115.1a).
    pub(super) fn battle(&mut self, one: &Ref, two: &Ref) {
        let _ = rule!("115.1a");
        if let (Some(one), Some(two)) = (self.object(one), self.object(two)) {
            self.rules.battle(self.play, one, two);
        }
    }
}
