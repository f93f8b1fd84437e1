//! Who may know what.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::language::definition::ZoneKind;
use crate::state::{Board, Kind};

/// Whether a viewer may know which card an object is (3.0.3), never of an id that names nothing: a public
/// one, one of the viewer's own outside of the deck (3.0.3a), one that was shown to the viewer.
pub fn may_identify(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
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
pub fn interchangeable(board: &Board, viewer: Viewer, id: ObjectId) -> Option<(Seat, u8)> {
    let object = board.get(id).filter(|object| object.kind == Kind::Card && !object.public)?;
    let dealt = matches!(object.zone.kind(), Some(ZoneKind::Deck | ZoneKind::Hand | ZoneKind::Arsenal));
    (dealt && !may_identify(board, viewer, id)).then_some((object.owner, 0))
}

/// Whether these seats, as bits, are all seats of the match.
pub fn shown_to_all(board: &Board, seats: u8) -> bool {
    (0..board.players.len()).all(|seat| seats & 1 << seat != 0)
}
