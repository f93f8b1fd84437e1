//! The players, with the mana in their pools (106).

use duelog_kernel::{ObjectId, Seat, data};

use super::{CodeRef, Commander, Conspiracy, Struck, Supplements, Vanguard};
use crate::language::definition::Counter;

data! {
    /// A player.
    pub struct Player {
        /// Life total (118).
        pub life: i32,
        /// Mana pool: W, U, B, R, G, C (106.4).
        pub pool: [u16; 6],
        /// Poison counters (704.5c).
        pub poison: u32,
        /// Whether a card was to be drawn from an empty library since the last check (704.5b).
        pub drew_from_empty: bool,
        /// Whether the player has lost, and why.
        pub lost: Option<Loss>,
        /// How many mulligans were taken.
        pub mulligans: u8,
        /// Whether the opening hand is kept.
        pub kept: bool,
        /// Spells cast this turn.
        pub spells: u16,
        /// Cards drawn this turn.
        pub drawn: u32,
        /// Counters of all other kinds (121.1).
        pub counters: Vec<(Counter, u32)>,
        /// Whether the player has the city's blessing (702.130c).
        pub blessed: bool,
        /// Mana in the pool of which more is known than its type, apart from what `pool` counts.
        pub marked: Vec<Marked>,
        /// True if the player has left a game that others continue (800.4).
        pub left: bool,
        /// The player's commanders (903.3); two only with partner.
        pub commanders: Vec<Commander>,
        /// The combat damage that commanders have dealt the player (903.10a).
        pub struck: Vec<Struck>,
        /// The player's vanguard (902.3).
        pub vanguard: Option<Vanguard>,
        /// How many cards the player had in hand as the player left the game (800.4h).
        pub last_hand: u32,
        /// The conspiracies that the player has put into the command zone (905.4).
        pub conspiracies: Vec<Conspiracy>,
        /// The decks that the player has in the command zone (901.3, 904.3).
        pub supplements: Supplements,
        /// Lands played this turn, where teams take turns (805.4c).
        pub lands: u8,
        /// How many turns the player has begun, where a definition asks for that.
        pub turns: u32,
        /// Cards drawn this turn before its draw step, where a definition asks which one is the first of that.
        pub drawn_before: u32,
    }

    /// Mana in a pool of which more is known than its type (106.6, 107.4h).
    #[derive(Copy)]
    pub struct Marked {
        /// Its type.
        pub symbol: u8,
        /// How much.
        pub amount: u16,
        /// Whether a snow permanent produced it.
        pub snow: bool,
        /// What says what it can be spent on, and what happens where it is.
        pub mark: Option<Mark>,
    }

    /// The step of a script that gave mana and says something of it.
    #[derive(Copy)]
    pub struct Mark {
        /// The source of the ability or spell.
        pub source: ObjectId,
        /// Whose it was.
        pub controller: Seat,
        /// The script.
        pub code: CodeRef,
        /// The step.
        pub at: u16,
    }

    /// Why a player loses (104.3).
    #[derive(Copy)]
    pub enum Loss {
        /// 104.3a
        Conceded,
        /// 104.3b, 704.5a
        Life,
        /// 104.3c, 704.5b
        EmptyLibrary,
        /// 104.3d, 704.5c
        Poison,
        /// 104.3e
        Effect,
        /// With the rest of the team (809.5b).
        Team,
        /// The game is a draw for the player (104.4e, 801.15).
        Drawn,
        /// 104.3j, 704.5v
        Commander,
        /// The team has no life left (704.5t).
        TeamLife,
        /// The team has too many poison counters (704.5u).
        TeamPoison,
        /// With a teammate (810.8a).
        Mate,
    }
}

impl Marked {
    /// Whether it is such mana, however much.
    pub fn is_like(&self, other: &Marked) -> bool {
        (self.symbol, self.snow, self.mark) == (other.symbol, other.snow, other.mark)
    }
}

impl Player {
    /// Whether there is mana in the pool.
    pub fn has_mana(&self) -> bool {
        self.pool != [0; 6] || !self.marked.is_empty()
    }

    /// Puts mana into the pool.
    pub(in crate::state) fn add_marked(&mut self, mana: &Marked) {
        match self.marked.iter_mut().find(|known| known.is_like(mana)) {
            Some(known) => known.amount = known.amount.saturating_add(mana.amount),
            None => self.marked.push(*mana),
        }
    }

    /// How many counters of the kind the player has.
    pub fn counters(&self, kind: Counter) -> u32 {
        match kind {
            Counter::Poison => self.poison,
            kind => self.counters.iter().find(|entry| entry.0 == kind).map_or(0, |entry| entry.1),
        }
    }

    /// The kinds of counters that the player has.
    pub fn kinds_of_counters(&self) -> Vec<Counter> {
        let poison = (self.poison > 0).then_some(Counter::Poison);
        poison.into_iter().chain(self.counters.iter().map(|entry| entry.0)).collect()
    }

    /// The number of the player's counters of a kind, to be changed.
    pub(in crate::state) fn counters_mut(&mut self, kind: Counter) -> &mut u32 {
        if kind == Counter::Poison {
            return &mut self.poison;
        }
        let place = match self.counters.binary_search_by_key(&kind, |entry| entry.0) {
            Ok(place) => place,
            Err(place) => {
                self.counters.insert(place, (kind, 0));
                place
            }
        };
        &mut self.counters[place].1
    }
}
