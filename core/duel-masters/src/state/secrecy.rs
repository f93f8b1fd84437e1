//! Who may know what.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::state::{Board, Object, Zone};

/// Whether a viewer may know which card an object is; never of an id that names nothing.
pub fn may_identify(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
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
pub fn interchangeable(board: &Board, viewer: Viewer, id: ObjectId) -> Option<(Seat, u8)> {
    let hidden = |object: &&Object| object.zone.is_private() || object.face_down;
    let object = board.get(id).filter(hidden).filter(|object| object.pieces.len() == 1)?;
    let sort = u8::from(matches!(object.zone, Zone::UltraGr(_)));
    (!may_identify(board, viewer, id)).then_some((object.owner, sort))
}
