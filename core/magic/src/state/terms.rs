//! The terms of a table with more than two players: the variant that is played, and its options (800.2, 900).

use std::collections::BTreeMap;

use duelog_kernel::{Seat, data};

use super::Board;
use crate::cite;

/// The most players of a match.
pub const SEATS_MAX: u8 = 8;

/// The terms that players can agree on, with what they can be.
pub const TERMS: [(&str, &str); 3] = [
    ("attack", "multiple, left, right"),
    ("teams", "players in a team"),
    ("variant", "commander, brawl, vanguard"),
];

data! {
    /// What the players of a match have agreed on (800.2).
    #[derive(Default)]
    pub struct Terms {
        /// Whom creatures can attack where there are several opponents.
        pub attack: AttackOption,
        /// How many players a team has, side by side; 0 where everybody plays alone.
        pub team: u8,
        /// The variant that is played.
        pub variant: Variant,
    }

    /// Whom a player's creatures can attack (806.2b).
    #[derive(Copy, Default)]
    pub enum AttackOption {
        /// Each opponent (802).
        #[default]
        Multiple,
        /// The player to the left, who is next in turn order (803.1a).
        Left,
        /// The player to the right (803.1b).
        Right,
    }

    /// A variant of the game (900).
    #[derive(Copy, Default)]
    pub enum Variant {
        /// None: the game as it usually is.
        #[default]
        Usual,
        /// 903
        Commander,
        /// 903.11
        Brawl,
        /// 902
        Vanguard,
    }
}

/// The variants by the names that terms have for them.
const VARIANTS: [(&str, Variant); 3] =
    [("commander", Variant::Commander), ("brawl", Variant::Brawl), ("vanguard", Variant::Vanguard)];

impl Variant {
    /// The variant that terms name; none where they name none that there is.
    pub fn of(terms: &BTreeMap<String, String>) -> Variant {
        let named = terms.get("variant");
        let known = VARIANTS.into_iter().find(|variant| Some(variant.0) == named.map(String::as_str));
        known.map_or(Variant::Usual, |variant| variant.1)
    }

    /// True if each player has a commander (903.1, 903.11a).
    pub fn has_commanders(self) -> bool {
        cite!("903.11a");
        matches!(self, Variant::Commander | Variant::Brawl)
    }
}

impl Terms {
    /// Reads the terms of a match for so many players.
    ///
    /// # Errors
    /// The first term that is not understood or does not fit, and what would.
    pub fn read(terms: &BTreeMap<String, String>, seats: u8) -> Result<Terms, String> {
        let mut read = Terms::default();
        for (term, value) in terms {
            match term.as_str() {
                "attack" => {
                    cite!("806.2b");
                    read.attack = match value.as_str() {
                        "multiple" => AttackOption::Multiple,
                        "left" => AttackOption::Left,
                        "right" => AttackOption::Right,
                        other => {
                            return Err(format!("`attack` is multiple, left or right, not \"{other}\""));
                        }
                    };
                }
                "teams" => {
                    cite!("808.1");
                    let fits = |size: &u8| *size > 1 && seats.is_multiple_of(*size) && *size < seats;
                    read.team = value.parse().ok().filter(fits).ok_or_else(|| {
                        format!("{seats} players do not make teams of \"{value}\": name how many a team has")
                    })?;
                }
                "variant" => {
                    let named = VARIANTS.into_iter().find(|variant| variant.0 == value);
                    let names = VARIANTS.map(|variant| variant.0).join(", ");
                    read.variant =
                        named.ok_or_else(|| format!("`variant` is one of {names}, not \"{value}\""))?.1;
                }
                other => return Err(format!("there is no term \"{other}\" (known: attack, teams, variant)")),
            }
        }
        Ok(read)
    }
}

impl Board {
    /// All seats of the match, also those of players who have left the game.
    pub fn seats(&self) -> Vec<Seat> {
        (0..self.players.len() as u8).map(Seat).collect()
    }

    /// True if a match has more than two players (800.1).
    pub fn is_multiplayer(&self) -> bool {
        self.players.len() > 2
    }

    /// True if a player has left the game (800.4).
    pub fn has_left(&self, seat: Seat) -> bool {
        self.players.get(usize::from(seat.0)).is_some_and(|player| player.left)
    }

    /// The team of a player; each player is one where there are no teams.
    pub fn team(&self, seat: Seat) -> u8 {
        seat.0 / self.terms.team.max(1)
    }

    /// True if two players are opponents (102.2, 102.3).
    pub fn are_opponents(&self, one: Seat, other: Seat) -> bool {
        cite!("102.3");
        self.team(one) != self.team(other)
    }

    /// The opponents of a player who are in the game, in turn order from the player.
    pub fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        self.each_from(seat).filter(move |other| self.are_opponents(seat, *other))
    }

    /// The next opponent of a player in turn order; with two players the other one.
    pub fn next_opponent(&self, seat: Seat) -> Seat {
        self.opponents(seat).next().unwrap_or_else(|| self.next_seat(seat))
    }

    /// Whom the active player's creatures can attack, as the option in use says (802.2, 803.1).
    pub fn defenders(&self) -> Vec<Seat> {
        let active = self.turn.active;
        let beside = |seat: Option<Seat>| -> Vec<Seat> {
            seat.into_iter().filter(|seat| self.are_opponents(active, *seat)).collect()
        };
        match self.terms.attack {
            AttackOption::Multiple => {
                cite!("802.1", "802.2");
                self.opponents(active).collect()
            }
            AttackOption::Left => {
                cite!("803.1a");
                beside(self.each_from(active).find(|seat| *seat != active))
            }
            AttackOption::Right => {
                cite!("803.1b");
                beside(self.each_from(active).filter(|seat| *seat != active).last())
            }
        }
    }
}
