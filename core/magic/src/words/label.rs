//! Who may know what, and what it is called.

use duelog_kernel::{ObjectId, Viewer};

use crate::cite;
use crate::state::card_pool::CardPool;
use crate::state::{Board, StackKind, Value, Zone};

/// Whether a viewer may know which card an object is (400.2), never of an id that names nothing; a card that
/// is shown to somebody is known to them for so long (701.15a).
pub fn may_know(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
    let Some(object) = board.get(id) else { return false };
    let shown = match viewer {
        Viewer::Judge => true,
        Viewer::Seat(seat) => board.shown_to(id) & board.eyes(seat) != 0,
        Viewer::Public => shown_to_all(board, board.shown_to(id)),
    };
    match object.zone {
        Zone::Hand(seat) => {
            cite!("402.3");
            board.sees(viewer, seat) || shown
        }
        Zone::Library(_) => {
            cite!("401.2");
            shown
        }
        Zone::Battlefield
        | Zone::Stack
        | Zone::Exile
        | Zone::Command
        | Zone::Graveyard(_)
        | Zone::Gone
        | Zone::PhasedOut => {
            cite!("400.2", "404.2");
            true
        }
    }
}

/// Whether these seats, as bits, are all seats of the match.
pub fn shown_to_all(board: &Board, seats: u8) -> bool {
    (0..board.players.len()).all(|seat| seats & 1 << seat != 0)
}

/// The name of an object: its card's, or for an ability on the stack its source's.
pub fn name(board: &Board, card_pool: &CardPool, id: ObjectId) -> String {
    let Some(object) = board.get(id) else { return "an object that is gone".to_string() };
    let name = card_pool.name(card_pool.card_of(board, object));
    match &object.stack {
        Some(stack) if !matches!(stack.kind, StackKind::Spell) => format!("ability of {name}"),
        Some(_) | None => name.to_string(),
    }
}

/// The name of an object with its id, for a viewer who may know it.
pub fn label(board: &Board, card_pool: &CardPool, viewer: Viewer, id: ObjectId) -> String {
    duelog_kernel::view::label(id, board.get(id).map(|_| may_know(board, viewer, id)), || {
        name(board, card_pool, id)
    })
}

/// An object, player or number.
pub fn value_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, value: Value) -> String {
    match value {
        Value::Object(id) => label(board, card_pool, viewer, id),
        Value::Seat(seat) => seat.to_string(),
        Value::Number(number) => number.to_string(),
    }
}
