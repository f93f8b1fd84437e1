//! Turning double-faced cards over, linking cards, seals, GR summons, names (701.18 to 701.31), and cards that
//! go under others.

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Number, Ref};
use crate::state::event::Event;
use crate::state::{Awaited, Piece, Zone};
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Turns double-faced cards to one of their faces (701.20a, 701.22a, 701.25a).
    pub(super) fn flip(&mut self, what: &Group, face: u8) {
        for id in self.elements(what) {
            self.rules.flip(self.play, id, face);
        }
    }

    /// Links cards to one creature (701.18).
    pub(super) fn assemble(&mut self, what: &Group) {
        let ids = self.elements(what);
        self.rules.assemble(self.play, &ids);
    }

    /// Puts seals on cards (701.24).
    pub(super) fn seal(&mut self, what: &Group, count: &Number) {
        let (ids, count) = (self.elements(what), self.count(count));
        self.rules.seal(self.play, &ids, count, rule!("701.24a"));
    }

    /// GR-summons: the top card of the ultra GR zone is summoned as if paid for (701.30a).
    pub(super) fn gr_summon(&mut self, who: &Ref, count: &Number) {
        let (seat, count) = (self.seat(who), self.count(count));
        cite!("701.30a");
        let zone: Vec<ObjectId> = self.play.state().board.zone(Zone::UltraGr(seat)).rev().collect();
        let cards: Vec<(ObjectId, u8)> = zone.into_iter().take(count as usize).map(|id| (id, 0)).collect();
        match cards.as_slice() {
            [] => {}
            [(only, face)] => self.rules.use_for_no_cost(self.play, *only, *face, seat),
            _ => self.rules.use_several(self.play, seat, cards),
        }
    }

    /// The player names a card (202.2).
    pub(super) fn name_card(&mut self, who: &Ref) {
        let seat = self.seat(who);
        self.wait(Awaited::Naming(seat));
    }

    /// A card goes under an element, below all that is there, with its owner's auras on it (403.4a, 310.8b).
    pub(super) fn put_under(&mut self, what: &Group, under: &Group) {
        let (Some(card), Some(host)) =
            (self.objects(what).first().copied(), self.elements(under).first().copied())
        else {
            return;
        };
        let board = &self.play.state().board;
        let Some((own, other)) = board.get(card).zip(board.get(host)).filter(|_| board.in_battle(card))
        else {
            return;
        };
        if card == host {
            return;
        }
        cite!("310.8b", "403.4a");
        let since = board.turn.number;
        let below = own.pieces.iter().map(|piece| piece.moved(since).stacked());
        let pieces: Vec<Piece> = below.chain(other.pieces.iter().copied()).collect();
        self.rules.emit(self.play, Event::Merged { into: host, others: vec![card], pieces }, rule!("403.4a"));
    }
}
