//! Creating cards (8.5.40), tokens that are equipped (8.5.41d), and transforming (8.5.36).

use duelog_kernel::bounds;

use super::Act;
use crate::cite;
use crate::language::definition::{Counter, Destination, Group, Number, Ref, Shape};
use crate::language::types::CardType;
use crate::rules::equipping::exposed;
use crate::rules::event_batch::making::{can_transform, is_equipment_alone};
use crate::state::{MoveReason, PickPurpose, Proposal, Zone, moved, picking, zone_of};

impl Act<'_, '_> {
    /// 8.5.40: cards of this name and color, owned by the player.
    pub fn create_card(&mut self, who: &Ref, count: &Number, name: &str, to: Destination) {
        cite!("8.5.40a");
        let (Some(seat), count, Some(card)) =
            (self.seat(who), self.count(count), self.rules.card_pool.find(name))
        else {
            return;
        };
        // What is created is neither attacking nor defending, and no token is a card.
        let combat = matches!(to, Destination::Attacking | Destination::Defending);
        if combat || self.rules.card_pool.card(card).base.types.is(CardType::Token) {
            return;
        }
        let (to, bottom, public) = zone_of(to, seat);
        let batch = vec![Proposal::CreateCard { seat, card, to, bottom, public }; bounds::times(count)];
        self.rules.happen(self.play, batch);
    }

    /// 8.5.41d
    pub fn create_equipped(&mut self, who: &Ref, token: &str) {
        let (Some(seat), Some(card)) = (self.seat(who), self.rules.card_pool.find(token)) else { return };
        self.rules.happen(self.play, vec![Proposal::CreateEquipped(seat, card)]);
    }

    /// 8.5.2c: which of several zones is for the controller of the effect to choose.
    pub fn create_exposed(&mut self, who: &Ref, token: &str) {
        let (Some(seat), Some(card)) = (self.seat(who), self.rules.card_pool.find(token)) else { return };
        cite!("1.8.6");
        match exposed(&self.play.state().board, seat).as_slice() {
            [] => {}
            [slot] => self.rules.happen(self.play, vec![Proposal::CreateAt(seat, card, *slot)]),
            _ => {
                let (by, hero) = (self.controller(), self.play.state().board.player(seat).hero);
                let purpose = PickPurpose::Exposed(seat, card);
                self.rules.pick(self.play, picking(by, purpose, vec![hero], 1, 1));
            }
        }
    }

    /// 8.5.2b: the counters are on it as it enters.
    pub fn create_with(&mut self, who: &Ref, token: &str, kind: Counter, count: &Number) {
        let (seat, count) = (self.seat(who), self.count(count));
        let (Some(seat), Some(card)) = (seat, self.rules.card_pool.find(token)) else { return };
        self.rules.happen(self.play, vec![Proposal::CreateWith(seat, card, kind, count)]);
    }

    /// 8.5.36: it fails where one of the objects is gone, or there are too few.
    pub fn transform(&mut self, what: &Group, least: u32, into: &Shape) {
        let all = self.look(|sight, scope| sight.members(what, scope).len());
        let (objects, by) = (self.objects(what), self.controller());
        let able = self.look(|sight, _| objects.iter().all(|id| can_transform(sight, *id)));
        cite!("8.5.36d");
        if !able || objects.len() != all || objects.is_empty() || objects.len() < least as usize {
            return;
        }
        match into {
            Shape::Token(name) => {
                cite!("8.5.36c");
                let Some(card) = self.rules.card_pool.find(name) else { return };
                let then = vec![Proposal::Transform { objects, into: None, by }];
                self.rules.happen_in_turn(self.play, vec![Proposal::Create(by, card, 1)], then);
            }
            Shape::Object(of) => {
                let Some(top) = self.look(|sight, scope| sight.object_of(of, scope)) else { return };
                let then = vec![Proposal::Transform { objects, into: Some(top), by }];
                let permanent = self.look(|sight, _| sight.is_permanent(top));
                let Some(from) =
                    self.play.state().board.get(top).filter(|top| top.exists()).map(|top| top.zone)
                else {
                    return;
                };
                if permanent {
                    return self.rules.happen(self.play, then);
                }
                cite!("8.5.36b");
                if from == Zone::Stack {
                    let types = self
                        .look(|sight, _| sight.properties(top).map(|properties| properties.types))
                        .unwrap_or_default();
                    self.rules.turn_as_it_enters(self.play, top, &types);
                }
                let equipment = self.rules.card_pool.transforms_into_equipment()
                    && self.look(|sight, _| is_equipment_alone(sight, top));
                let why = match from {
                    _ if equipment => MoveReason::MadePermanent,
                    Zone::Stack => MoveReason::Resolved,
                    _ => MoveReason::Put,
                };
                self.rules.happen_in_turn(self.play, vec![moved(top, Zone::Permanent, why, by)], then);
            }
        }
    }
}
