//! What things are called, for those who may know what they are.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::language::definition::ZoneKind;
use crate::state::card_pool::CardPool;
use crate::state::{Board, Kind, LayerKind, Value};

/// Whether a viewer may know which card an object is (3.0.3), never of an id that names nothing: a public
/// one, one of the viewer's own outside of the deck (3.0.3a), one that was shown to the viewer.
pub fn may_know(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
    let Some(object) = board.get(id) else { return false };
    // Whatever zone it is in.
    cite!("3.0.3", "3.0.4c", "3.0.4d");
    if object.public || viewer == Viewer::Judge {
        return true;
    }
    match viewer {
        Viewer::Seat(seat) => {
            let own = object.owner == seat || object.zone.seat() == Some(seat);
            cite!("3.0.3a", "3.7.4", "4.1.7b");
            (own && object.zone.kind() != Some(ZoneKind::Deck)) || board.lookers(id) & 1 << seat.0 != 0
        }
        Viewer::Public | Viewer::Judge => shown_to_all(board, board.lookers(id)),
    }
}

/// The owner of a card that, for all that a viewer knows, could be any other such card of the same owner.
pub fn unknown_card(board: &Board, viewer: Viewer, id: ObjectId) -> Option<(Seat, u8)> {
    let object = board.get(id).filter(|object| object.kind == Kind::Card && !object.public)?;
    let dealt = matches!(object.zone.kind(), Some(ZoneKind::Deck | ZoneKind::Hand | ZoneKind::Arsenal));
    (dealt && !may_know(board, viewer, id)).then_some((object.owner, 0))
}

/// Whether these seats, as bits, are all seats of the match.
pub fn shown_to_all(board: &Board, seats: u8) -> bool {
    (0..board.players.len()).all(|seat| seats & 1 << seat != 0)
}

/// The name of an object: its card's with its colour, or for a layer or proxy its source's.
pub fn name(board: &Board, card_pool: &CardPool, id: ObjectId) -> String {
    let Some(object) = board.get(id) else { return "an object that is gone".to_string() };
    let own = match object.layer.as_ref().map(|layer| layer.kind) {
        Some(
            LayerKind::Activated(source, _)
            | LayerKind::Triggered(source, _)
            | LayerKind::Delayed(source, ..),
        ) if object.kind != Kind::Card => board.get(source).map_or(object.card, |source| source.card),
        _ => object.card,
    };
    let own = card_pool.name(own);
    match object.kind {
        Kind::Proxy => format!("attack of {own}"),
        Kind::Layer => format!("ability of {own}"),
        Kind::Card | Kind::Token | Kind::Macro => own.to_string(),
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
