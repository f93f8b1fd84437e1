//! How well players stand, for programs that think ahead.

use duelog_kernel::Seat;
use duelog_kernel::standing::{Standing, up_to};

use crate::language::keyword::Keyword;
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::keywords::haste;
use crate::state::{Object, Zone};

/// What makes a creature better in a fight.
const FIGHTS: [(Keyword, i64); 14] = [
    (Keyword::Flying, 35),
    (Keyword::DoubleStrike, 60),
    (Keyword::FirstStrike, 20),
    (Keyword::Deathtouch, 30),
    (Keyword::Lifelink, 30),
    (Keyword::Trample, 15),
    (Keyword::Vigilance, 15),
    (Keyword::Hexproof, 20),
    (Keyword::Shroud, 15),
    (Keyword::Indestructible, 50),
    (Keyword::Menace, 15),
    (Keyword::Reach, 10),
    (Keyword::Wither, 20),
    (Keyword::Defender, -30),
];

/// How well each player stands.
pub fn standing(sight: &Sight<'_>) -> Vec<Standing> {
    let board = sight.board;
    let seats = (0..board.players.len() as u8).map(Seat);
    let mut all: Vec<Standing> = seats.map(|seat| of_player(sight, seat)).collect();
    let mut lands = vec![0; all.len()];
    for object in board.zone(Zone::Battlefield).iter().filter_map(|id| board.get(*id)) {
        let seat = sight.controller(object.id).unwrap_or(object.controller);
        let place = usize::from(seat.0);
        let Some(own) = all.get_mut(place) else { continue };
        if sight.has_type(object.id, CardType::Land) {
            lands[place] += 1;
        } else {
            own.board += 70 + 15 * i64::from(sight.mana_value(object.id));
        }
        if sight.is_creature(object.id) {
            own.board += creature(sight, object);
            let ready = !object.permanent.tapped && !haste::rests(sight, object.id);
            own.tempo += if ready { 5 } else { 0 };
        }
    }
    for (own, lands) in all.iter_mut().zip(lands) {
        own.board += up_to(lands, 5, 125, 105);
    }
    all
}

/// Life and cards of a player. Life counts more where there is little of it.
fn of_player(sight: &Sight<'_>, seat: Seat) -> Standing {
    let (board, player) = (sight.board, sight.board.player(seat));
    let life = i64::from(player.life);
    let danger = (10 - life).max(0);
    let drawn = board.zone(Zone::Library(seat)).len() as i64;
    let cards = board.zone(Zone::Hand(seat)).len() as i64;
    Standing {
        life: life * 25 - danger * danger * 5 - i64::from(player.poison) * 60,
        cards: up_to(cards, 7, 100, 20) - (5 - drawn).max(0) * 200,
        team: Some(board.team(seat)),
        out: player.lost.is_some(),
        ..Standing::default()
    }
}

/// What a creature is worth beside being a permanent.
fn creature(sight: &Sight<'_>, object: &Object) -> i64 {
    let Some(own) = sight.characteristics(object.id) else { return 0 };
    let keywords: i64 =
        FIGHTS.iter().filter(|(keyword, _)| own.keywords.has(*keyword)).map(|own| own.1).sum();
    i64::from(own.power.max(0)) * 30 + i64::from(own.toughness.max(0)) * 18 + keywords
}
