//! What rules code works on: the definitions of the match, and what is computed from its state.

use duelog_kernel::RuleId;
use duelog_kernel::frames::Framed;
pub use duelog_kernel::table::Flow;
use duelog_kernel::table::Play;

use crate::named;
use crate::rules::derived::look;
use crate::rules::eval::Sight;
use crate::state::Frame;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;

/// The verbs of `Item::Act`.
pub mod verb {
    /// Casting a spell (601).
    pub const CAST: u8 = 0;
    /// Playing a land (305).
    pub const PLAY: u8 = 1;
    /// Casting the left half of a split card (708.3).
    pub const LEFT: u8 = 2;
    /// Casting the right half of a split card.
    pub const RIGHT: u8 = 3;
    /// Casting both halves of a split card (702.101a).
    pub const FUSE: u8 = 4;
    /// Casting a card face down (707.4).
    pub const DOWN: u8 = 5;
    /// Turning a permanent face up for its morph cost (702.36e).
    pub const UP: u8 = 6;
    /// Turning a manifested permanent face up for its mana cost (701.33b).
    pub const UNMANIFEST: u8 = 7;
    /// Their names.
    pub const NAMES: [&str; 8] =
        ["cast", "play", "left-cast", "right-cast", "fuse", "down-cast", "up-turn", "unmanifest"];
}

/// A running game, as rules code sees it.
pub type Game<'a> = Play<'a, Magic>;

/// The rules of Magic with the definitions of one match.
#[derive(Debug)]
pub struct Magic {
    /// The definitions.
    pub card_pool: CardPool,
}

impl Framed for Magic {
    type Sight<'a> = Sight<'a>;
}

impl Magic {
    /// The board with its characteristics brought up to date.
    pub fn sight<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.split();
        look(&state.board, &self.card_pool, derived)
    }

    /// Ends the innermost frame.
    pub fn pop(&self, play: &mut Game<'_>, rule: RuleId) {
        play.emit(Event::Popped, rule);
    }

    /// Begins a frame.
    pub fn push(&self, play: &mut Game<'_>, frame: Frame, rule: RuleId) {
        play.emit(Event::Pushed(frame), rule);
    }
}

/// The rule by which a frame without a better one is pushed or popped: players decide and the game goes on by
/// the priority system (116.1).
pub const GOING_ON: RuleId = named!("116.1");
