//! What happens to the whole table: a game that is restarted (718).

use duelog_kernel::{ObjectId, Seat};

use super::StateWriter;
use super::objects::blank;
use crate::cite;
use crate::state::{Board, CardId, Frame, Object, Opening, Place, State, Step, Zone, component};

/// Whether an object in a zone is a card, and no token, copy, ability or emblem.
pub fn is_card(object: &Object) -> bool {
    !object.token && !object.is_ability() && !matches!(object.zone, Zone::Command | Zone::Gone)
}

impl StateWriter<'_> {
    /// A new game begins with all cards of this one in their owners' decks, but those that are kept where
    /// they are; the instructions that say so go on.
    pub(super) fn game_restarted(&mut self, by: Seat, kept: &[ObjectId]) {
        let left = self.state.clone();
        let old = &left.board;
        let mut board = Board::new(Step::Opening, old.players.len() as u8, old.rng.clone());
        board.clock = old.clock;
        board.objects.keep_ids_of(&old.objects);
        let there =
            || old.zones.iter().flatten().filter_map(|id| old.get(*id)).filter(|object| is_card(object));
        cite!("718.5");
        for object in there().filter(|object| kept.contains(&object.id)) {
            place(&mut board, object.clone());
        }
        cite!("718.2");
        let cards: Vec<(CardId, Seat)> = there()
            .filter(|object| !kept.contains(&object.id))
            .map(|object| (object.card, object.owner))
            .collect();
        deck(&mut board, cards);
        cite!("718.4");
        let runs = |frame: &&Frame| matches!(frame, Frame::Running(_));
        let going_on = old.frames.iter().rev().take_while(runs).count();
        board.frames = vec![Frame::Turn];
        board.frames.extend_from_slice(&old.frames[old.frames.len() - going_on..]);
        board.frames.push(Frame::Opening(Opening::Again(by)));
        *self.state = State::of(board);
        component::mark_differences(&left, self.state, self.touched);
    }
}

/// Puts an object where it says that it is.
fn place(board: &mut Board, object: Object) {
    let (id, zone) = (object.id, object.zone);
    board.objects.put(id, object);
    if let Some(zone) = zone.index() {
        board.zones.put(zone, id, Place::Top);
    }
}

/// Puts cards into their owners' libraries.
fn deck(board: &mut Board, cards: Vec<(CardId, Seat)>) {
    for (card, owner) in cards {
        place(board, blank(board.next_id(), card, owner, Zone::Library(owner)));
    }
}
