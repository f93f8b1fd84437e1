//! Observations of a viewer: one after the beginning of the match, and one after each decision, rewind and
//! the outcome.

use duelog_kernel::{Choice, ObjectId, Outcome, Seat, codec};
use serde::{Deserialize, Serialize};

/// One observation of one viewer: facts, without any words of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Its subject.
    pub what: ObservedFact,
    /// The zones, by their places, in which another number of cards lies than was told before, and that number;
    /// at first all that are not empty.
    pub counts: Vec<(u32, u32)>,
    /// The scores of all players (life, shields), where one is another than was told before; else nothing.
    pub scores: Vec<i64>,
    /// The cards about which the viewer's knowledge changed, ascending by id; several entries of one card in
    /// the order of time.
    pub cards: Vec<SeenCard>,
    /// Whose answer is awaited now.
    pub awaited: Option<Seat>,
    /// The request in its canonical encoding, if it is for this viewer.
    pub request: Option<Vec<u8>>,
}

/// The subject of an observation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObservedFact {
    /// The match has begun, with these zones.
    Begun(Vec<SeenZone>),
    /// A player has decided.
    Decided {
        /// Who.
        seat: Seat,
        /// The answer, as decision records have it, for the player alone.
        choice: Option<Vec<u8>>,
    },
    /// The match was rewound to this number of decisions of the line. All known facts of the table are told
    /// again.
    Rewound {
        /// How many.
        to: u32,
    },
    /// The match has ended.
    Ended(Outcome),
}

/// A zone, by its place in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenZone {
    /// Its name.
    pub name: String,
    /// The player whose zone it is.
    pub seat: Option<Seat>,
}

/// The viewer's new knowledge of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCard {
    /// Its id.
    pub id: ObjectId,
    /// Where it is; none where the viewer does not know that any more, or it is gone.
    pub place: Option<SeenPlace>,
}

/// Where a card is, and which it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPlace {
    /// The place of the zone in the list; none where it lies in no zone.
    pub zone: Option<u32>,
    /// The name of the card.
    pub name: String,
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
            ObservedFact::Decided { choice: Some(bytes), .. } => Choice::decode(bytes),
            ObservedFact::Decided { choice: None, .. }
            | ObservedFact::Begun(_)
            | ObservedFact::Rewound { .. }
            | ObservedFact::Ended(_) => None,
        }
    }
}
