//! How well players stand, for programs that think ahead.

use duelog_kernel::Seat;
use duelog_kernel::standing::Standing;

use crate::language::definition::ZoneKind;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::state::{Object, Zone};

/// How well each player stands.
pub fn standing(sight: &Sight<'_>) -> Vec<Standing> {
    let board = sight.board;
    let mut all: Vec<Standing> =
        (0..board.players.len() as u8).map(|seat| of_player(sight, Seat(seat))).collect();
    for object in sight.arena() {
        let seat = sight.controller(object.id).map(|seat| usize::from(seat.0));
        if let Some(own) = seat.and_then(|seat| all.get_mut(seat)) {
            own.board += permanent(sight, object);
        }
    }
    all
}

fn of_player(sight: &Sight<'_>, seat: Seat) -> Standing {
    let (board, player) = (sight.board, sight.board.player(seat));
    let life = i64::from(sight.life(player.hero).unwrap_or(0));
    let danger = (8 - life).max(0);
    let count = |kind: ZoneKind| board.zone(Zone::Of(kind, seat)).len() as i64;
    Standing {
        life: life * 34 - danger * danger * 4,
        cards: count(ZoneKind::Hand) * 90 + count(ZoneKind::Arsenal) * 100 + count(ZoneKind::Deck) * 3,
        board: 0,
        tempo: i64::from(player.resources) * 5 + i64::from(player.actions) * 10,
        out: player.lost.is_some(),
        ..Standing::default()
    }
}

/// What something in the arena is worth; a hero is worth its life.
fn permanent(sight: &Sight<'_>, object: &Object) -> i64 {
    if sight.is(object.id, CardType::Hero) || object.zone == Zone::Chain {
        return 0;
    }
    if sight.is(object.id, CardType::Equipment) {
        return 25 + 30 * i64::from(sight.defense(object.id).unwrap_or(0).max(0));
    }
    let life = i64::from(sight.life(object.id).unwrap_or(0));
    let counters: i64 = object.counters.iter().map(|(_, count)| i64::from(*count)).sum();
    50 + life * 15 + counters * 10
}
