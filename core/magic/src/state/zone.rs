//! The zones (400), and what is none.

use duelog_kernel::{Seat, data};

use super::SEATS;
use crate::cite;
use crate::language::definition::ZoneKind;

data! {
    /// A zone (400.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Zone {
        /// 403
        Battlefield,
        /// 405
        Stack,
        /// 406
        Exile,
        /// 408
        Command,
        /// 401
        Library(Seat),
        /// 402
        Hand(Seat),
        /// 404
        Graveyard(Seat),
        /// No zone: the object has ceased to exist and is kept as last known information (608.2g).
        Gone,
        /// A phased-out permanent: treated as though it did not exist, though it has not left the battlefield
        /// (702.25b, 702.25d). No list holds it, so that nothing finds it but what asks for phased-out ones.
        PhasedOut,
        /// No zone either: cards that a player can bring into the game (400.10).
        Outside(Seat),
    }
}

/// The place of the first of the zones that are none, behind those of the first two players: what is outside of the game.
const OUTSIDE: usize = 4 + 3 * SEATS as usize;

/// The place of the zones of the third player. From here on each player's four stand together.
const OTHERS: usize = OUTSIDE + SEATS as usize;

/// The place of a player's library, hand, graveyard or cards outside of the game.
fn own(seat: Seat, zone: usize) -> usize {
    let place = usize::from(seat.0);
    match place.checked_sub(usize::from(SEATS)) {
        Some(behind) => OTHERS + 4 * behind + zone,
        None if zone == 3 => OUTSIDE + place,
        None => 4 + 3 * place + zone,
    }
}

impl Zone {
    /// How many zones there are.
    pub fn count(seats: u8) -> usize {
        OTHERS + 4 * usize::from(seats.saturating_sub(SEATS))
    }

    /// The place of its contents in [`Board::zones`](crate::state::Board::zones); none for what is not treated
    /// as being anywhere.
    pub fn index(self) -> Option<usize> {
        crate::cite!("400.1");
        Some(match self {
            Zone::Battlefield => 0,
            Zone::Stack => 1,
            Zone::Exile => 2,
            Zone::Command => 3,
            Zone::Library(seat) => own(seat, 0),
            Zone::Hand(seat) => own(seat, 1),
            Zone::Graveyard(seat) => own(seat, 2),
            Zone::Gone | Zone::PhasedOut => return None,
            Zone::Outside(seat) => own(seat, 3),
        })
    }

    /// The zone whose contents stand at `index`.
    pub fn at(index: usize) -> Zone {
        let seat = Seat((index.saturating_sub(4) / 3) as u8);
        if let Some(behind) = index.checked_sub(OTHERS) {
            let seat = Seat(SEATS + (behind / 4) as u8);
            return [Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat), Zone::Outside(seat)]
                [behind % 4];
        }
        match index {
            0 => Zone::Battlefield,
            1 => Zone::Stack,
            2 => Zone::Exile,
            3 => Zone::Command,
            OUTSIDE.. => Zone::Outside(Seat((index - OUTSIDE) as u8)),
            _ => [Zone::Library(seat), Zone::Hand(seat), Zone::Graveyard(seat)][(index - 4) % 3],
        }
    }

    /// The player whose zone it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Zone::Library(seat) | Zone::Hand(seat) | Zone::Graveyard(seat) | Zone::Outside(seat) => {
                Some(seat)
            }
            Zone::Battlefield | Zone::Stack | Zone::Exile | Zone::Command | Zone::Gone | Zone::PhasedOut => {
                None
            }
        }
    }

    /// Whether it is of this kind.
    pub fn is(self, kind: ZoneKind) -> bool {
        match kind {
            ZoneKind::Battlefield => self == Zone::Battlefield,
            ZoneKind::Hand => matches!(self, Zone::Hand(_)),
            ZoneKind::Library => matches!(self, Zone::Library(_)),
            ZoneKind::Graveyard => matches!(self, Zone::Graveyard(_)),
            ZoneKind::Exile => self == Zone::Exile,
            ZoneKind::Stack => self == Zone::Stack,
            ZoneKind::Command => self == Zone::Command,
            ZoneKind::Outside => matches!(self, Zone::Outside(_)),
        }
    }

    /// Its kind; none for what is nowhere.
    pub fn kind(self) -> Option<ZoneKind> {
        let kinds = [
            ZoneKind::Battlefield,
            ZoneKind::Hand,
            ZoneKind::Library,
            ZoneKind::Graveyard,
            ZoneKind::Exile,
            ZoneKind::Stack,
            ZoneKind::Command,
            ZoneKind::Outside,
        ];
        kinds.into_iter().find(|kind| self.is(*kind))
    }

    /// Whether what is there exists, as far as rules and effects are concerned (608.2g, 702.25b).
    pub fn exists(self) -> bool {
        cite!("702.25b");
        !matches!(self, Zone::Gone | Zone::PhasedOut)
    }

    /// Whether its contents are hidden (400.2).
    pub fn is_hidden(self) -> bool {
        matches!(self, Zone::Library(_) | Zone::Hand(_) | Zone::Outside(_))
    }

    /// The zone's name.
    pub fn name(self) -> &'static str {
        match self {
            Zone::Battlefield => "battlefield",
            Zone::Stack => "stack",
            Zone::Exile => "exile",
            Zone::Command => "command",
            Zone::Library(_) => "library",
            Zone::Hand(_) => "hand",
            Zone::Graveyard(_) => "graveyard",
            Zone::Gone => "gone",
            Zone::Outside(_) => "outside",
            Zone::PhasedOut => "phased out",
        }
    }
}
