//! Who may know what.

use duelog_kernel::{ObjectId, Seat, Viewer};

use crate::cite;
use crate::state::{Board, Zone};

/// Whether a viewer may know which card an object is (400.2), never of an id that names nothing; a card that
/// is shown to somebody is known to them for so long (701.15a).
pub fn may_identify(board: &Board, viewer: Viewer, id: ObjectId) -> bool {
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
        Zone::Command if object.down.is_some() => {
            cite!("313.7", "702.105e");
            board.may_look(viewer, id)
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

/// The owner of a card that, for all that a viewer knows, could be any other such card of the same owner. A
/// face-down permanent is there for all to see, and which card it is only for those who may look.
pub fn interchangeable(board: &Board, viewer: Viewer, id: ObjectId) -> Option<(Seat, u8)> {
    let object = board.get(id).filter(|object| !object.token)?;
    let down = object.down.is_some();
    let known = may_identify(board, viewer, id) && (!down || board.may_look(viewer, id));
    // A conspiracy is in the command zone, and nothing else is face down there.
    let group = u8::from(object.zone == Zone::Command);
    ((object.zone.is_hidden() || down) && !known).then_some((object.owner, group))
}
