//! A table on which nothing has happened yet: as a match begins, and as one begins anew (718, 719).

use duelog_kernel::objects::Objects;
use duelog_kernel::zone::Zones;
use duelog_kernel::{Rng, Seat};

use super::{Board, Combat, Edition, Player, Stage, Step, Supplements, Terms, Turn, Zone};
use crate::cite;

/// How many players a match has that says nothing else (100.1a).
pub const SEATS: u8 = 2;

/// The starting life total.
pub const STARTING_LIFE: i32 = 20;

impl Board {
    /// An empty table for these seats in the given step, on which nothing has begun.
    pub fn new(step: Step, seats: u8, rng: Rng) -> Board {
        let turn = Turn {
            number: 0,
            active: Seat(0),
            starting: Seat(0),
            step,
            stage: Stage::Begin(0),
            priority: None,
            passed: 0,
            lands: 0,
            extra: Vec::new(),
            chain: 0,
            past: Vec::new(),
            added: Vec::new(),
            steps: Vec::new(),
            phases: Vec::new(),
            spells_before: 0,
            monarch: None,
            control: None,
            control_next: Vec::new(),
            subgame: 0,
            gone: 0,
            stands: None,
            behind_next: Vec::new(),
        };
        Board {
            turn,
            combat: Combat::default(),
            players: (0..seats).map(|_| Player::new()).collect(),
            zones: Zones::new(Zone::count(seats)),
            objects: Objects::default(),
            effects: Vec::new(),
            delayed: Vec::new(),
            shown: Vec::new(),
            waiting: Vec::new(),
            frames: Vec::new(),
            rng,
            clock: 0,
            ending: None,
            history: Vec::new(),
            edition: Edition::First,
            revealed: Vec::new(),
            terms: Terms::default(),
            turned_up: Vec::new(),
        }
    }
}

impl Player {
    /// A player at the beginning of a game.
    fn new() -> Player {
        cite!("103.3");
        Player {
            life: STARTING_LIFE,
            pool: [0; 6],
            poison: 0,
            counters: Vec::new(),
            drew_from_empty: false,
            lost: None,
            mulligans: 0,
            kept: false,
            spells: 0,
            drawn: 0,
            blessed: false,
            marked: Vec::new(),
            left: false,
            commanders: Vec::new(),
            struck: Vec::new(),
            vanguard: None,
            supplements: Supplements::default(),
            last_hand: 0,
            conspiracies: Vec::new(),
            lands: 0,
            turns: 0,
            drawn_before: 0,
        }
    }
}
