//! Shields: breaking them by effects, putting them into the hand, adding cards to them; and battles by
//! effects.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request};

use super::Act;
use crate::language::definition::{Group, Number, Ref};
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{End, Entering, Frame, MoveReason, Piece, Proposal, Rearranging, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// The creature breaks this many shields at once (701.14c).
    pub(super) fn break_shields(&mut self, by: &Ref, count: &Number) {
        let (source, count, seat) = (self.object(by), self.count(count), self.running.context.controller);
        cite!("701.14c");
        self.rules.break_shields(self.play, source.unwrap_or(self.running.context.source), seat, Some(count));
    }

    /// Shields go to the hand like broken ones, but are not broken (701.14b).
    pub(super) fn shields_to_hand(&mut self, what: &Group) {
        let ids = self.objects(what);
        let board = &self.play.state().board;
        for seat in board.turn_order().into_iter().rev() {
            let own: Vec<ObjectId> =
                self.play.state().board.shields(seat).filter(|id| ids.contains(id)).collect();
            self.rules.shields_to_hand(self.play, own, seat, None);
        }
    }

    /// A card is put on another: a cross gear in the battle zone is crossed to a creature there (303.3c),
    /// everything else is put on a shield, and the pile stays one shield (113.2).
    pub(super) fn put_on(&mut self, what: &Group, on: &Group) {
        if let (Group::Top(_, count), false) = (what, self.elements(on).is_empty()) {
            return self.seal(on, count);
        }
        let (Some(card), Some(shield)) =
            (self.objects(what).first().copied(), self.objects(on).first().copied())
        else {
            return;
        };
        let board = &self.play.state().board;
        let gear = board.get(card).is_some_and(|object| {
            self.rules.card_pool.card(object.top().card).front().definition.kind == CardType::CrossGear
        });
        if board.in_battle(card) && board.in_battle(shield) && !gear {
            return self.put_under(shield, card);
        }
        if board.in_battle(card) && board.in_battle(shield) {
            return self.rules.emit(self.play, Event::Crossed(card, Some(shield)), rule!("303.3c"));
        }
        if board.in_battle(shield) {
            return self.equip(card, shield);
        }
        let Some(owner) = self
            .play
            .state()
            .board
            .get(shield)
            .filter(|object| matches!(object.zone, Zone::Shield(_)))
            .map(|object| object.owner)
        else {
            return;
        };
        let entering = Entering { onto: Some(shield), ..Entering::default() };
        let event = Proposal::Move {
            object: card,
            top_only: false,
            to: Zone::Shield(owner),
            end: End::Top,
            entering,
            why: MoveReason::Effect,
        };
        self.rules.happen(self.play, vec![event], rule!("113.2"));
    }

    /// A weapon is put into the battle zone on a creature (305.1, 305.2).
    fn equip(&mut self, weapon: ObjectId, creature: ObjectId) {
        let Some(found) = self.play.state().board.get(weapon) else { return };
        if self.rules.card_pool.card(found.top().card).front().definition.kind != CardType::Weapon {
            return;
        }
        cite!("305.1", "305.2", "305.2a", "806.4a");
        let entering = Entering { onto: Some(creature), ..Entering::default() };
        let event = Proposal::movement(weapon, Zone::Battle, entering, MoveReason::Attached);
        self.rules.happen(self.play, vec![event], rule!("305.2"));
    }

    /// The player looks at all cards of the own shields and puts them in another order (113.2a).
    pub(super) fn rearrange(&mut self, who: &Ref) {
        let seat = self.seat(who);
        let shields: Vec<ObjectId> = self.play.state().board.shields(seat).collect();
        self.rules.emit_quietly(self.play, Event::Shown(shields.clone(), 1 << seat.0), rule!("400.2b"));
        if shields.len() > 1 {
            self.rules.push(self.play, Frame::Rearranging(Rearranging { seat, shields }), rule!("113.2a"));
        }
    }

    /// Two creatures battle as a part of the effect (115.1a).
    pub(super) fn battle(&mut self, one: &Ref, two: &Ref) {
        cite!("115.1a");
        if let (Some(one), Some(two)) = (self.object(one), self.object(two)) {
            self.rules.battle(self.play, one, two);
        }
    }
}

impl FrameRules<DuelMasters> for Rearranging {
    fn advance(self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        play.wait(rules)
    }

    /// Asks for the order of the cards: each is named by its shield and how deep it lies there.
    fn ask(&self, _: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        let cards = |id: &ObjectId| {
            let count = sight.board.get(*id).map_or(0, |object| object.pieces.len()) as u32;
            (0..count).map(|depth| Item::Ability(*id, depth)).collect::<Vec<_>>()
        };
        let options: Vec<Item> = self.shields.iter().flat_map(cards).collect();
        let all = options.len() as u32;
        let ask = Ask::pick(options, all, all).ordered();
        Some(Request {
            seat: self.seat,
            prompt: Prompt::Rearrange.into(),
            rule: rule!("113.2a"),
            subject: None,
            ask,
        })
    }

    /// Every shield gets as many cards as it had, the first ones in the first shield; castles stay at their
    /// places.
    fn answer(self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        rules.pop(play, rule!("113.2a"));
        let board = &play.state().board;
        let card = |item: &Item| match item {
            Item::Ability(id, depth) => board.get(*id)?.pieces.iter().rev().nth(*depth as usize).copied(),
            _ => None,
        };
        let mut cards = items.iter().filter_map(card);
        let deal = |id: &ObjectId| {
            let count = board.get(*id).map_or(0, |object| object.pieces.len());
            let mut pieces: Vec<Piece> = cards.by_ref().take(count).collect();
            pieces.reverse();
            (*id, pieces)
        };
        let dealt = self.shields.iter().map(deal).collect();
        rules.emit_quietly(play, Event::Rearranged(dealt), rule!("113.2a"));
    }
}
