//! What a viewer is told: one after the beginning of the match, after each decision, rewind and the outcome.

use duelog_kernel::{Choice, Outcome, Seat, codec};
use serde::{Deserialize, Serialize};

use crate::observed::ZoneCard;

/// What one viewer is told at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// What it is about.
    pub what: What,
    /// What happened then, in words, as the viewer may know it.
    pub told: Vec<String>,
    /// Whose answer is awaited now.
    pub awaited: Option<Seat>,
    /// What is asked, in the canonical encoding of requests, where the viewer is the one who is asked.
    pub request: Option<Vec<u8>>,
}

/// What an observation is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// The match has begun.
    Begun(Sight),
    /// A player has decided.
    Decided {
        /// Who.
        seat: Seat,
        /// The answer, as decision records have it, for the player alone.
        choice: Option<Vec<u8>>,
    },
    /// The match has gone back to where so many decisions of the line had been made.
    Rewound {
        /// How many.
        to: u32,
        /// The table as it is again.
        sight: Sight,
    },
    /// The match has ended.
    Ended(Outcome),
}

/// The table as a viewer sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sight {
    /// The state of the turn, as facts of a name and a value.
    pub turn: Vec<(String, String)>,
    /// Of each player, what is known.
    pub players: Vec<Vec<(String, String)>>,
    /// The zones.
    pub zones: Vec<SeenZone>,
}

/// A zone as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenZone {
    /// Its name.
    pub name: String,
    /// The player whose zone it is.
    pub seat: Option<Seat>,
    /// How many cards are in it.
    pub count: u32,
    /// The cards that the viewer may see.
    pub cards: Vec<ZoneCard>,
}

impl Observation {
    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// The observation in bytes; none where they are not the one encoding of it.
    pub fn read(bytes: &[u8]) -> Option<Observation> {
        codec::decode(bytes).ok()
    }

    /// The player's own answer, where it is about one that the viewer may know.
    pub fn choice(&self) -> Option<Choice> {
        match &self.what {
            What::Decided { choice: Some(bytes), .. } => Choice::decode(bytes),
            What::Decided { choice: None, .. } | What::Begun(_) | What::Rewound { .. } | What::Ended(_) => {
                None
            }
        }
    }
}
