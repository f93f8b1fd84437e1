//! The zones (400.1).

use duelog_kernel::{Seat, data};

use crate::cite;
use crate::language::types::Place;
use crate::state::SEATS;

data! {
    /// A zone (400.1).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Zone {
        /// 403
        Battle,
        /// 401
        Deck(Seat),
        /// 402
        Hand(Seat),
        /// 404
        Graveyard(Seat),
        /// 405
        Mana(Seat),
        /// 406
        Shield(Seat),
        /// No zone: the object is gone and is kept for those who look back (110.5a).
        Gone,
        /// 407
        Hyperspatial(Seat),
        /// 408
        UltraGr(Seat),
    }
}

impl Zone {
    /// The place of its contents in [`Board::zones`](crate::state::Board::zones); none for [`Zone::Gone`].
    pub fn index(self) -> Option<usize> {
        cite!("400.1");
        let (kind, seat) = match self {
            Zone::Battle => return Some(0),
            Zone::Deck(seat) => (0, seat),
            Zone::Hand(seat) => (1, seat),
            Zone::Graveyard(seat) => (2, seat),
            Zone::Mana(seat) => (3, seat),
            Zone::Shield(seat) => (4, seat),
            // Behind those of the main part of the game, of both players.
            Zone::Hyperspatial(seat) => return Some(Zone::main(SEATS) + 2 * usize::from(seat.0)),
            Zone::UltraGr(seat) => return Some(Zone::main(SEATS) + 1 + 2 * usize::from(seat.0)),
            Zone::Gone => return None,
        };
        Some(1 + kind + 5 * usize::from(seat.0))
    }

    /// The zone whose contents stand at `index`.
    pub fn at(index: usize) -> Zone {
        let behind = Zone::main(SEATS);
        let own = |seat: usize, kind: usize| {
            let seat = Seat(seat as u8);
            [Zone::Deck(seat), Zone::Hand(seat), Zone::Graveyard(seat), Zone::Mana(seat), Zone::Shield(seat)]
                [kind]
        };
        match index.checked_sub(behind) {
            Some(place) => {
                let seat = Seat((place / 2) as u8);
                [Zone::Hyperspatial(seat), Zone::UltraGr(seat)][place % 2]
            }
            None => index.checked_sub(1).map_or(Zone::Battle, |place| own(place / 5, place % 5)),
        }
    }

    fn main(seats: u8) -> usize {
        1 + 5 * usize::from(seats)
    }

    /// How many zones there are for this many players.
    pub fn count(seats: u8) -> usize {
        Zone::main(seats) + 2 * usize::from(seats)
    }

    /// The zone of a player that a definition means.
    pub fn of(place: Place, seat: Seat) -> Zone {
        match place {
            Place::Battle => Zone::Battle,
            Place::Hand => Zone::Hand(seat),
            Place::Mana => Zone::Mana(seat),
            Place::Graveyard => Zone::Graveyard(seat),
            Place::Shield => Zone::Shield(seat),
            Place::Deck => Zone::Deck(seat),
            Place::Hyperspatial => Zone::Hyperspatial(seat),
            Place::UltraGr => Zone::UltraGr(seat),
        }
    }

    /// How definitions call it; none for [`Zone::Gone`].
    pub fn place(self) -> Option<Place> {
        Some(match self {
            Zone::Battle => Place::Battle,
            Zone::Hand(_) => Place::Hand,
            Zone::Mana(_) => Place::Mana,
            Zone::Graveyard(_) => Place::Graveyard,
            Zone::Shield(_) => Place::Shield,
            Zone::Deck(_) => Place::Deck,
            Zone::Hyperspatial(_) => Place::Hyperspatial,
            Zone::UltraGr(_) => Place::UltraGr,
            Zone::Gone => return None,
        })
    }

    /// The zone's name.
    pub fn name(self) -> &'static str {
        self.place().map_or("gone", Place::name)
    }

    /// The player whose zone it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Zone::Deck(seat)
            | Zone::Hand(seat)
            | Zone::Graveyard(seat)
            | Zone::Mana(seat)
            | Zone::Shield(seat)
            | Zone::Hyperspatial(seat)
            | Zone::UltraGr(seat) => Some(seat),
            Zone::Battle | Zone::Gone => None,
        }
    }

    /// Whether its cards are private (400.2b).
    pub fn is_private(self) -> bool {
        matches!(self, Zone::Deck(_) | Zone::Hand(_) | Zone::Shield(_) | Zone::UltraGr(_))
    }
}
