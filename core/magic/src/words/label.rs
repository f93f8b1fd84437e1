//! Who may know what, and what it is called.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::rules::continuous::text_of;
use crate::state::card_pool::CardPool;
use crate::state::{Board, Object, StackKind, Value, Zone, renamed};

/// Whether a viewer may know which card an object is (400.2), never of an id that names nothing; a card that
/// is shown to somebody is known to them for so long (701.15a).
pub fn may_know(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
    let Some(object) = board.get(id) else { return false };
    let shown = match viewer {
        Viewer::Judge => true,
        Viewer::Seat(seat) => board.shown_to(id) & board.eyes(seat) != 0,
        Viewer::Public => board.all_seats(board.shown_to(id)),
    };
    match object.zone {
        // Drawn while a spell is being cast.
        Zone::Hand(_) if object.down.is_some() => viewer == Viewer::Judge,
        Zone::Hand(seat) => {
            cite!("402.3");
            board.sees(viewer, seat) || shown
        }
        Zone::Outside(seat) => board.sees(viewer, seat) || shown,
        Zone::Library(_) => {
            cite!("401.2");
            shown
        }
        Zone::Exile if object.down.is_some() => board.may_look(viewer, id),
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

/// The owner of a card that, for all that a viewer knows, could be any other such card of the same owner. A
/// face-down permanent is there for all to see, and which card it is only for those who may look.
pub fn unknown_card(board: &Board, viewer: Viewer, id: ObjectId) -> Option<(Seat, u8)> {
    let object = board.get(id).filter(|object| !object.token)?;
    let down = object.down.is_some();
    let known = may_know(board, viewer, id) && (!down || board.may_look(viewer, id));
    ((object.zone.is_hidden() || down) && !known).then_some((object.owner, 0))
}

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
