//! Who may know what, and what it is called.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::language::races;
use crate::language::types::CardType;
use crate::state::card_pool::CardPool;
use crate::state::secrecy::may_identify;
use crate::state::{Board, Hold, Part, Value, Zone};

/// The name of an object: its top card's, of a twinpact card in the battle zone that of the creature alone
/// (808.4).
pub fn name(board: &Board, card_pool: &CardPool, id: ObjectId) -> String {
    let Some(object) = board.get(id) else { return "a card that is gone".to_string() };
    let card = card_pool.card(object.top().card);
    if object.zone != Zone::Battle {
        return card.name.clone();
    }
    // A linked creature is called by all its cards, one of cells by the name that they share.
    let definition = &card.front().definition;
    if let (CardType::Cell | CardType::Core, Some(name)) = (definition.kind, definition.names.first()) {
        return name.clone();
    }
    let linked = object.beside().filter(|piece| matches!(piece.part, Part::Linked(_)));
    let others = linked.map(|piece| card_pool.card(piece.card).front().definition.name.as_str());
    let names: Vec<&str> = others.chain([card.front().definition.name.as_str()]).collect();
    names.join(" + ")
}

/// The name of an object with its id, for a viewer who may know it.
pub fn label(board: &Board, card_pool: &CardPool, viewer: Viewer, id: ObjectId) -> String {
    duelog_kernel::view::label(id, board.get(id).map(|_| may_identify(board, viewer, id)), || {
        name(board, card_pool, id)
    })
}

/// What everybody sees of a card that not everybody may know: which shield it is.
pub fn unknown(board: &Board, id: ObjectId) -> String {
    let kind = match board.get(id) {
        Some(object) if matches!(object.zone, Zone::Shield(_)) => "shield",
        Some(object) if object.hold == Hold::Seal => "seal",
        _ => "card",
    };
    format!("{kind} {id}{}", position(board, id))
}

/// An object, player or number.
pub fn value_in_words(board: &Board, card_pool: &CardPool, viewer: Viewer, value: Value) -> String {
    match value {
        Value::Object(id) => label(board, card_pool, viewer, id),
        Value::Seat(seat) => seat.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Civilization(civilization) => civilization.name().to_string(),
        Value::Race(place) => races::name(place).to_string(),
        Value::Name(place) => format!("named card {}", u32::from(place) + 1),
    }
}

/// Which shield of its player a card is, if it is one.
pub fn position(board: &Board, id: ObjectId) -> String {
    let seats = [Seat(0), Seat(1)];
    let place = seats.into_iter().find_map(|seat| board.shields(seat).position(|other| other == id));
    place.map_or(String::new(), |place| format!(" (number {})", place + 1))
}
