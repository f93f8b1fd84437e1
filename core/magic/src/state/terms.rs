//! The terms of a table with more than two players: the variant that is played, and its options (800.2, 900).

use std::collections::BTreeMap;

use duelog_kernel::setup::CHOOSER;
use duelog_kernel::{Seat, data};

use super::Board;
use crate::cite;

/// The most players of a match.
pub const SEATS_MAX: u8 = 8;

/// The terms that players can agree on, with what they can be.
pub const TERMS: [(&str, &str); 10] = [
    ("attack", "multiple, left, right"),
    (CHOOSER, "the seat of the player who says who begins (103.2)"),
    ("deploy", "yes, no"),
    ("planes", "own, shared"),
    ("range", "seats that a player's influence reaches"),
    ("schemes", "one, each"),
    ("seating", "side-by-side, alternating"),
    ("teams", "players in a team"),
    ("turns", "own, shared"),
    ("variant", "emperor, commander, brawl, vanguard, planechase, archenemy, conspiracy, two-headed-giant"),
];

data! {
    /// The terms that the players of a match have agreed on (800.2).
    #[derive(Default)]
    pub struct Terms {
        /// Whom creatures can attack where there are several opponents.
        pub attack: AttackOption,
        /// How many players a team has; 0 where everybody plays alone.
        pub team: u8,
        /// How far the influence of each player reaches, by seat; empty where it reaches everybody (801).
        pub range: Vec<u8>,
        /// How many teams there are whose players sit alternately; 0 where they sit side by side (811.3).
        pub alternating: u8,
        /// The variant (806 to 811, 900).
        pub variant: Variant,
        /// True if creatures can be deployed to teammates (804).
        pub deploy: bool,
        /// Who has a planar deck (901).
        pub planes: PlanarDecks,
        /// Who has a scheme deck (904).
        pub schemes: SchemeDecks,
        /// True if the players of a team take their turns together (805).
        pub shared: bool,
        /// Who says who begins (103.2); chance names somebody where none is agreed on.
        pub chooser: Option<Seat>,
    }

    /// The variant of a match.
    #[derive(Copy, Default)]
    pub enum Variant {
        /// None, or everyone or team against everyone (806, 808).
        #[default]
        Usual,
        /// 809
        Emperor,
        /// 903
        Commander,
        /// 903.11
        Brawl,
        /// 902
        Vanguard,
        /// 905
        Conspiracy,
        /// 901
        Planechase,
        /// 904
        Archenemy,
        /// 810
        TwoHeadedGiant,
    }

    /// Who has a planar deck.
    #[derive(Copy, Default)]
    pub enum PlanarDecks {
        /// Nobody.
        #[default]
        None,
        /// Each player has one (901.3).
        Own,
        /// There is one for all (901.15).
        Shared,
    }

    /// Who has a scheme deck.
    #[derive(Copy, Default)]
    pub enum SchemeDecks {
        /// Nobody.
        #[default]
        None,
        /// One player against all others (904.2).
        One,
        /// Each player: all are archenemies (904.12).
        Each,
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
}

/// Whom creatures can attack, by the names that terms have for it.
const ATTACKS: [(&str, AttackOption); 3] =
    [("multiple", AttackOption::Multiple), ("left", AttackOption::Left), ("right", AttackOption::Right)];

/// The two states of an option, by the names that terms have for them.
const USED: [(&str, bool); 2] = [("yes", true), ("no", false)];

/// The two seatings of teams, by the names that terms have for them.
const SEATINGS: [(&str, bool); 2] = [("side-by-side", false), ("alternating", true)];

/// How the players of a team take their turns, by the names that terms have for it: `true` is together.
const TURNS: [(&str, bool); 2] = [("own", false), ("shared", true)];

/// The variants by the names that terms have for them.
const VARIANTS: [(&str, Variant); 8] = [
    ("emperor", Variant::Emperor),
    ("commander", Variant::Commander),
    ("brawl", Variant::Brawl),
    ("vanguard", Variant::Vanguard),
    ("planechase", Variant::Planechase),
    ("archenemy", Variant::Archenemy),
    ("conspiracy", Variant::Conspiracy),
    ("two-headed-giant", Variant::TwoHeadedGiant),
];

/// Who has a planar deck, by the names that terms have for it.
const PLANES: [(&str, PlanarDecks); 2] = [("own", PlanarDecks::Own), ("shared", PlanarDecks::Shared)];

/// Who has a scheme deck, by the names that terms have for it.
const SCHEMES: [(&str, SchemeDecks); 2] = [("one", SchemeDecks::One), ("each", SchemeDecks::Each)];

impl PlanarDecks {
    /// Who has a planar deck by these terms: each player where the variant alone is named.
    pub fn of(terms: &BTreeMap<String, String>) -> PlanarDecks {
        let usual =
            if Variant::of(terms) == Variant::Planechase { PlanarDecks::Own } else { PlanarDecks::None };
        one_of(terms, "planes", &PLANES).ok().flatten().unwrap_or(usual)
    }
}

impl SchemeDecks {
    /// Who has a scheme deck by these terms: one player where the variant alone is named.
    pub fn of(terms: &BTreeMap<String, String>) -> SchemeDecks {
        let usual =
            if Variant::of(terms) == Variant::Archenemy { SchemeDecks::One } else { SchemeDecks::None };
        one_of(terms, "schemes", &SCHEMES).ok().flatten().unwrap_or(usual)
    }
}

impl Variant {
    /// The variant that terms name; the usual game where they name none that there is.
    pub fn of(terms: &BTreeMap<String, String>) -> Variant {
        one_of(terms, "variant", &VARIANTS).ok().flatten().unwrap_or_default()
    }

    /// True if each player has a commander (903.1, 903.11a).
    pub fn has_commanders(self) -> bool {
        cite!("903.11a");
        matches!(self, Variant::Commander | Variant::Brawl)
    }
}

/// Reads a term that is one of a few words.
///
/// # Errors
/// A word that is none of them, and the words.
fn one_of<T: Copy>(
    terms: &BTreeMap<String, String>,
    term: &str,
    words: &[(&str, T)],
) -> Result<Option<T>, String> {
    let Some(value) = terms.get(term) else { return Ok(None) };
    let found = words.iter().find(|word| word.0 == value).map(|word| word.1);
    let known: Vec<&str> = words.iter().map(|word| word.0).collect();
    found.map(Some).ok_or_else(|| format!("`{term}` is one of {}, not \"{value}\"", known.join(", ")))
}

impl Terms {
    /// Reads the terms of a match of this size, which is played under a revision.
    ///
    /// # Errors
    /// The first term that is not understood or does not fit, and what would.
    pub fn read(terms: &BTreeMap<String, String>, seats: u8, revision: u32) -> Result<Terms, String> {
        let mut read = Terms::default();
        if let Some(attack) = one_of(terms, "attack", &ATTACKS)? {
            cite!("806.2b");
            read.attack = attack;
        }
        if let Some(value) = terms.get("range") {
            cite!("801.2", "806.2a");
            let range: u8 = value.parse().ok().filter(|range| *range > 0).ok_or_else(|| {
                format!("`range` is how many seats a player's influence reaches, 1 at least, not \"{value}\"")
            })?;
            read.range = vec![range; usize::from(seats)];
        }
        let alternates = one_of(terms, "seating", &SEATINGS)?.unwrap_or(false);
        if let Some(value) = terms.get("teams") {
            cite!("808.1");
            let fits = |size: &u8| *size > 1 && seats.is_multiple_of(*size) && *size < seats;
            read.team = value.parse().ok().filter(fits).ok_or_else(|| {
                format!("{seats} players do not make teams of \"{value}\": name how many a team has")
            })?;
        }
        read.variant = one_of(terms, "variant", &VARIANTS)?.unwrap_or_default();
        one_of(terms, "planes", &PLANES)?;
        one_of(terms, "schemes", &SCHEMES)?;
        cite!("901.2", "901.15", "904.12a");
        read.planes = PlanarDecks::of(terms);
        read.schemes = SchemeDecks::of(terms);
        if read.schemes == SchemeDecks::One && (read.team > 0 || read.variant == Variant::Emperor) {
            return Err("one archenemy plays against all others together: leave `teams` out".to_string());
        }
        if alternates {
            if read.team == 0 || read.variant != Variant::Usual {
                return Err(
                    "only `teams` of no variant sit alternately: say how many players a team has".to_string()
                );
            }
            read.alternating = seats / read.team;
        }
        if read.variant == Variant::Emperor {
            read.reign(seats)?;
        }
        cite!("809.3b");
        one_of(terms, "deploy", &USED)?;
        read.deploy = deploys(terms);
        if read.deploy && read.team == 0 {
            return Err("creatures are deployed to teammates: say how many players a team has with `teams`"
                .to_string());
        }
        let together = read.schemes == SchemeDecks::One && seats > 2 && unites_against_archenemies(revision);
        read.shared = one_of(terms, "turns", &TURNS)?.unwrap_or(together);
        read.share_turns(seats)?;
        Ok(read)
    }

    /// The player who says who begins. Chance says it of teams that sit side by side and take their turns alone.
    ///
    /// # Errors
    /// Why nobody says so at this table.
    pub fn chosen_by(&mut self, chooser: Option<Seat>) -> Result<(), String> {
        if chooser.is_some() && self.team > 0 && !self.shared && self.alternating == 0 {
            return Err("`chooser` is of tables at which a player says who begins".to_string());
        }
        self.chooser = chooser;
        Ok(())
    }

    /// The terms of the Emperor variant: teams of three, in whose middle the emperor sits (809.1, 809.2). Where a team
    /// has more players, the ranges are those that 809.6a asks for.
    fn reign(&mut self, seats: u8) -> Result<(), String> {
        let size = if self.team == 0 { 3 } else { self.team };
        if size < 3 || !seats.is_multiple_of(size) || seats == size {
            return Err(format!(
                "emperors reign over teams of three at least, and {seats} players are none of {size}"
            ));
        }
        self.team = size;
        cite!("809.3a", "809.6", "809.6a");
        if self.range.is_empty() {
            let emperor = size / 2;
            let reach = |place: u8| match place.cmp(&emperor) {
                // The nearest general of another team sits beside the end of the own one.
                std::cmp::Ordering::Equal => place.max(size - 1 - place) + 1,
                std::cmp::Ordering::Less => place + 1,
                std::cmp::Ordering::Greater => size - place,
            };
            self.range = (0..seats).map(|seat| reach(seat % size)).collect();
        }
        Ok(())
    }
}

/// True if creatures can be deployed on these terms: as they say, and by itself in the Emperor variant (804.1).
pub fn deploys(terms: &BTreeMap<String, String>) -> bool {
    let agreed = one_of(terms, "deploy", &USED).ok().flatten();
    agreed.unwrap_or_else(|| Variant::of(terms) == Variant::Emperor)
}

/// True if those who play against an archenemy take their turns together unless the table says otherwise (904.2), as they
/// do since revision 6.
fn unites_against_archenemies(revision: u32) -> bool {
    revision >= 6
}

impl Board {
    /// True if a player is an emperor (809.2).
    pub fn is_emperor(&self, seat: Seat) -> bool {
        let size = self.terms.team.max(1);
        self.terms.variant == Variant::Emperor && seat.0 % size == size / 2
    }

    /// True if a player is within the range of influence of another one, as it was as the turn began (801.2).
    pub fn in_range(&self, seat: Seat, other: Seat) -> bool {
        let Some(range) = self.terms.range.get(usize::from(seat.0)) else { return true };
        cite!("801.2b");
        if seat == other {
            return true;
        }
        let all = self.seats();
        let seated: Vec<Seat> = all.into_iter().filter(|seat| self.turn.gone & 1 << seat.0 == 0).collect();
        let place = |seat: Seat| seated.iter().position(|other| *other == seat);
        cite!("801.2c");
        place(seat).zip(place(other)).is_some_and(|(one, other)| {
            let apart = one.abs_diff(other);
            apart.min(seated.len() - apart) <= usize::from(*range)
        })
    }

    /// True if players sit beside each other.
    fn are_neighbours(&self, one: Seat, other: Seat) -> bool {
        let next = |seat: Seat| self.each_from(seat).nth(1);
        next(one) == Some(other) || next(other) == Some(one)
    }

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
        if self.terms.schemes == SchemeDecks::One {
            cite!("904.2a", "904.2b");
            return u8::from(!self.is_archenemy(seat));
        }
        match self.terms.alternating {
            0 => seat.0 / self.terms.team.max(1),
            teams => seat.0 % teams,
        }
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

    /// The opponents of a player within range, in turn order from the player.
    pub fn opponents_near(&self, seat: Seat) -> Vec<Seat> {
        self.opponents(seat).filter(|other| self.in_range(seat, *other)).collect()
    }

    /// The next opponent of a player in turn order, within range if there is one; with two players the other one.
    pub fn next_opponent(&self, seat: Seat) -> Seat {
        cite!("801.5c");
        let near = self.opponents(seat).find(|other| self.in_range(seat, *other));
        near.or_else(|| self.opponents(seat).next()).unwrap_or_else(|| self.next_seat(seat))
    }

    /// Whom the active player's creatures can attack, as the option in use says (802.2, 803.1).
    pub fn defenders(&self) -> Vec<Seat> {
        let active = self.turn.active;
        let beside = |seat: Option<Seat>| -> Vec<Seat> {
            seat.into_iter().filter(|seat| self.are_opponents(active, *seat)).collect()
        };
        match self.terms.attack {
            AttackOption::Multiple => {
                cite!("802.1", "802.2", "808.3a", "811.2b");
                let near = |seat: &Seat| {
                    cite!("801.3", "809.3c", "811.4");
                    let beside = self.terms.variant == Variant::Emperor || self.terms.alternating > 0;
                    self.in_range(active, *seat) && (!beside || self.are_neighbours(active, *seat))
                };
                self.opponents(active).filter(near).collect()
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
