//! What things are called, for those who may know what they are.

use duelog_kernel::{ObjectId, Viewer};

use crate::state::card_pool::CardPool;
use crate::state::secrecy::may_identify;
use crate::state::{Board, Kind, LayerKind, Value};

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

/// A label as a sentence says it: attacks of weapons and abilities have an article.
pub fn with_article(label: String) -> String {
    let article = label.starts_with("attack of ") || label.starts_with("ability of ");
    if article { format!("the {label}") } else { label }
}

/// The name of an object with its id, for a viewer who may know it.
pub fn label(board: &Board, card_pool: &CardPool, viewer: Viewer, id: ObjectId) -> String {
    duelog_kernel::view::label(id, board.get(id).map(|_| may_identify(board, viewer, id)), || {
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
