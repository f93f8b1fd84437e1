//! Teams that take their turns together (805), and those whose players share one life total (810).

use duelog_kernel::Seat;

use super::{AttackOption, Board, SchemeDecks, Terms, Variant};
use crate::cite;

impl Terms {
    /// Makes teams of the players that share their turns, if that was agreed on or is part of the variant (805.1).
    ///
    /// # Errors
    /// The mismatch.
    pub(super) fn share_turns(&mut self, seats: u8) -> Result<(), String> {
        if self.variant == Variant::TwoHeadedGiant {
            // Three players of a team make three-headed giants, and so on.
            cite!("810.1", "810.2", "810.11");
            let size = if self.team == 0 { seats / 2 } else { self.team };
            if size < 2 || u16::from(seats) != 2 * u16::from(size) {
                return Err(format!(
                    "two-headed giants are two teams of two players or more, and {seats} players are not two of {size}"
                ));
            }
            (self.team, self.shared) = (size, true);
        }
        if !self.shared {
            return Ok(());
        }
        if self.schemes == SchemeDecks::One {
            cite!("904.2");
        }
        let fault = if self.team == 0 && self.schemes != SchemeDecks::One {
            "`turns` are shared by teams: say with `teams` how many players a team has"
        } else if self.alternating > 0 || self.variant == Variant::Emperor {
            "`turns` are shared only by teams that sit side by side, and not by those of emperors"
        } else if self.attack != AttackOption::Multiple {
            "teams that share their `turns` attack together, and not to the left or to the right"
        } else {
            return Ok(());
        };
        Err(fault.to_string())
    }

    /// The life total with which a team of two-headed giants begins: 15 for each player.
    pub(super) fn shared_life(&self) -> i32 {
        cite!("103.3a", "118.1a", "810.4", "810.11");
        i32::from(self.team) * 15
    }

    /// How many poison counters make a team of two-headed giants lose: 15 for two players, 5 more for each further one.
    pub fn deadly_poison(&self) -> u32 {
        cite!("704.5u", "810.8d", "810.11");
        5 * (u32::from(self.team) + 1)
    }
}

impl Board {
    /// True if teams take turns, and not players (805.4).
    pub fn shares_turns(&self) -> bool {
        self.terms.shared
    }

    /// True if the players of a team share its life total and its poison counters (810.4).
    pub fn shares_life(&self) -> bool {
        self.terms.variant == Variant::TwoHeadedGiant
    }

    /// The players of a player's team who are in the game, where they take their turns together; else that player alone.
    pub fn mates(&self, seat: Seat) -> Vec<Seat> {
        if !self.shares_turns() {
            return vec![seat];
        }
        self.each_from(Seat(0)).filter(|other| self.team(*other) == self.team(seat)).collect()
    }

    /// The player who decides for a team that takes its turns together: who sits farthest to the right (805.2). Any other
    /// player decides alone.
    pub fn primary(&self, seat: Seat) -> Seat {
        if !self.shares_turns() {
            return seat;
        }
        cite!("805.2");
        self.mates(seat).first().copied().unwrap_or(Seat(self.team(seat) * self.terms.team))
    }

    /// True if two players take their turns together, or are the same.
    pub fn are_mates(&self, one: Seat, other: Seat) -> bool {
        one == other || self.shares_turns() && self.team(one) == self.team(other)
    }

    /// True if it is the turn of a player or of the player's team (805.4a).
    pub fn is_active(&self, seat: Seat) -> bool {
        cite!("805.4a");
        self.are_mates(self.turn.active, seat)
    }

    /// The players whose turn it is: all of the active team, else the active player.
    pub fn active_players(&self) -> Vec<Seat> {
        cite!("805.4");
        self.mates(self.turn.active)
    }

    /// Who takes the turn after that of a player: the next player, or the primary player of the next team.
    pub fn next_turn(&self, seat: Seat) -> Seat {
        let next = Seat((seat.0 + 1) % self.players.len() as u8);
        self.each_from(next).find(|other| !self.are_mates(seat, *other)).unwrap_or(next)
    }

    /// All players who have the same life total and the same poison counters as a player, that player among them (810.5).
    pub fn sharers(&self, seat: Seat) -> Vec<Seat> {
        if !self.shares_life() {
            return vec![seat];
        }
        cite!("810.5");
        self.seats().into_iter().filter(|other| self.team(*other) == self.team(seat)).collect()
    }

    /// The first of these players in each team, where something happens to a team once.
    pub fn once_a_team(&self, seats: Vec<Seat>, team_of: impl Fn(&Board, Seat) -> Seat) -> Vec<Seat> {
        let mut teams = Vec::new();
        let mut once = seats;
        once.retain(|seat| {
            let team = team_of(self, *seat);
            let new = !teams.contains(&team);
            teams.push(team);
            new
        });
        once
    }

    /// The first of the players who share a life total with a player.
    pub fn first_sharer(&self, seat: Seat) -> Seat {
        self.sharers(seat).first().copied().unwrap_or(seat)
    }

    /// How many lands a player has played this turn (305.2, 805.4c).
    pub fn lands_played(&self, seat: Seat) -> u8 {
        if !self.shares_turns() {
            return self.turn.lands;
        }
        cite!("805.4c");
        self.player(seat).lands
    }

    /// True if a player has left the game and would have begun a turn just before the one at hand (702.25m).
    pub fn would_have_begun(&self, seat: Seat) -> bool {
        let count = self.players.len() as u8;
        let active = self.turn.active.0;
        cite!("702.25m");
        let mut before = (1..count).map(|step| Seat((active + count - step) % count));
        self.has_left(seat)
            && before.by_ref().take_while(|other| self.has_left(*other)).any(|other| other == seat)
    }

    /// The facts that all players of a team share, given to all of them as the one has them.
    pub fn share(&mut self, seat: Seat) {
        let (life, poison) = (self.player(seat).life, self.player(seat).poison);
        for mate in self.sharers(seat) {
            let player = &mut self.players[usize::from(mate.0)];
            (player.life, player.poison) = (life, poison);
        }
    }
}
