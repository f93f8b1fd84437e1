//! Who may know what, and what it is called.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::language::races;
use crate::language::types::CardType;
use crate::state::card_pool::CardPool;
use crate::state::{Board, Hold, Object, Part, Value, Zone};

/// Whether a viewer may know which card an object is; never of an id that names nothing.
pub fn may_know(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
    // Decks, hands and shields are private, counted by all and not looked at; the other zones are public, but
    // for cards that are face down in the mana zone.
    cite!(
        "400.2", "400.2a", "400.2b", "401.2", "401.3", "402.3", "404.2", "405.2", "405.5", "406.2", "407.2",
        "408.2"
    );
    // 116.1: nobody looks at a seal.
    let Some(object) = board.get(id) else { return false };
    match viewer {
        Viewer::Judge => true,
        Viewer::Seat(seat) => object.known_to() & 1 << seat.0 != 0,
        Viewer::Public => object.known_to() == u8::MAX,
    }
}

/// The owner of a card that, for all that a viewer knows, could be any other such card of the same owner and sort.
/// What belongs in the ultra GR zone is nowhere else: those cards are a sort of their own.
pub fn unknown_card(board: &Board, viewer: Viewer, id: ObjectId) -> Option<(Seat, u8)> {
    let hidden = |object: &&Object| object.zone.is_private() || object.face_down;
    let object = board.get(id).filter(hidden).filter(|object| object.pieces.len() == 1)?;
    let sort = u8::from(matches!(object.zone, Zone::UltraGr(_)));
    (!may_know(board, viewer, id)).then_some((object.owner, sort))
}

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
    duelog_kernel::view::label(id, board.get(id).map(|_| may_know(board, viewer, id)), || {
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
