//! Turning double-faced cards over and linking them, seals, and cards that go under others (701.18 to 701.31).

use duelog_kernel::ObjectId;

use super::Act;
use crate::language::definition::{Group, Number};
use crate::state::Piece;
use crate::state::event::Event;
use crate::{cite, rule};

impl Act<'_, '_> {
    /// Turns double-faced cards to one of their faces (701.20a, 701.22a, 701.25a); those that belong together
    /// become one creature (701.18).
    pub(super) fn flip(&mut self, what: &Group, face: u8) {
        let ids = self.elements(what);
        if self.rules.are_cells(&self.play.state().board, &ids, face) {
            return self.rules.assemble(self.play, &ids, face);
        }
        for id in ids {
            self.rules.flip(self.play, id, face);
        }
    }

    /// Puts seals on elements (701.24).
    pub(super) fn seal(&mut self, on: &Group, count: &Number) {
        let (ids, count) = (self.elements(on), self.count(count));
        self.rules.seal(self.play, &ids, count, rule!("701.24a"));
    }

    /// An element is put on another one, which goes under it, below all that is there, with the auras on it
    /// (403.4a, 310.8b).
    pub(super) fn put_under(&mut self, card: ObjectId, host: ObjectId) {
        let board = &self.play.state().board;
        let Some((own, other)) = board.get(card).zip(board.get(host)).filter(|_| card != host) else {
            return;
        };
        cite!("310.8b", "403.4a");
        let since = board.turn.number;
        let below = own.pieces.iter().map(|piece| piece.moved(since).stacked());
        let pieces: Vec<Piece> = below.chain(other.pieces.iter().copied()).collect();
        self.rules.emit(self.play, Event::Merged { into: host, others: vec![card], pieces }, rule!("403.4a"));
    }
}
