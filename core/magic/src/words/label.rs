//! Who may know what, and what it is called.

use duelog_kernel::{ObjectId, Viewer};

use crate::cite;
use crate::rules::continuous::text_of;
use crate::state::card_pool::CardPool;
use crate::state::secrecy::may_identify;
use crate::state::{Board, Object, StackKind, Value, Zone, renamed};

/// The name of an object: its card's, or for an ability on the stack its source's.
pub fn name(board: &Board, card_pool: &CardPool, id: ObjectId) -> String {
    let Some(object) = board.get(id) else { return "an object that is gone".to_string() };
    // Each face-down permanent and spell has an id of its own.
    cite!("707.6");
    // Nobody but who may look asks what is exiled face down.
    let unseen = object.zone == Zone::Exile && object.down.is_some();
    let card = |object: &Object| if unseen { object.card } else { text_of(board, card_pool, object) };
    // An ability that an effect has given is one of the permanent that has it, or had it as it left.
    let had = |source: &&Object| match &source.last {
        Some(last) => last.face.granted.iter().any(|given| given.card == object.card),
        None => matches!(source.zone, Zone::Battlefield | Zone::PhasedOut),
    };
    let source = match object.stack.as_ref().map(|stack| stack.kind) {
        Some(StackKind::Activated(source, _) | StackKind::Triggered(source, _)) => {
            board.get(source).filter(had)
        }
        Some(StackKind::Delayed(..) | StackKind::Spell) | None => None,
    };
    let shown = source.unwrap_or(object);
    let text = card(shown);
    let renamed = match &shown.last {
        Some(last) => last.face.renamed(),
        // The text of another card comes with its name.
        None if card_pool.rewrites() && text != card_pool.card_of(board, shown) => None,
        None => renamed(board.copiable(shown).1),
    };
    let name = renamed.unwrap_or_else(|| card_pool.name(text));
    if object.is_ability() { format!("ability of {name}") } else { name.to_string() }
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
