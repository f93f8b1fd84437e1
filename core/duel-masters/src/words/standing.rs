//! How well players stand, for programs that think ahead.

use duelog_kernel::Seat;
use duelog_kernel::standing::{Standing, up_to};

use crate::rules::characteristics::INFINITY;
use crate::rules::eval::{Sight, read_power};
use crate::state::{Object, Zone};

/// How well each player stands.
pub fn standing(sight: &Sight<'_>) -> Vec<Standing> {
    let board = sight.board;
    (0..board.players.len() as u8).map(|seat| of_player(sight, Seat(seat))).collect()
}

fn of_player(sight: &Sight<'_>, seat: Seat) -> Standing {
    let board = sight.board;
    let count = |zone: Zone| board.zone(zone).count() as i64;
    let mine = board.zone(Zone::Battle).filter_map(|id| board.get(id)).filter(|object| object.owner == seat);
    let (mut board_points, mut ready) = (0, 0);
    for object in mine {
        board_points += element(sight, object);
        ready += i64::from(!object.tapped && sight.is_creature(object.id));
    }
    Standing {
        // Without a shield, one attack that gets through ends the match.
        life: up_to(board.shields(seat).count() as i64, 2, 330, 220),
        cards: up_to(count(Zone::Hand(seat)), 6, 100, 60) - (4 - count(Zone::Deck(seat))).max(0) * 200,
        board: board_points + up_to(count(Zone::Mana(seat)), 6, 120, 70),
        tempo: ready * 10,
        ..Standing::default()
    }
}

/// What an element in the battle zone is worth.
fn element(sight: &Sight<'_>, object: &Object) -> i64 {
    let price = 60 + 15 * i64::from(sight.cost(object.id));
    if !sight.is_creature(object.id) {
        return price + 30;
    }
    let power = sight.power(object.id);
    let thousands = if power == INFINITY { 20 } else { i64::from(read_power(power)) / 1000 };
    price + 40 + thousands.clamp(0, 20) * 20
}
