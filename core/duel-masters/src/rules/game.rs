//! What rules code works on: the definitions of the match, and what is computed from its state.

use duelog_kernel::frames::Framed;
pub use duelog_kernel::table::Flow;
use duelog_kernel::table::Play;
use duelog_kernel::{Choice, Item, ObjectId, RuleId, Seat};

use crate::rules::derived::look;
use crate::rules::eval::Sight;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{Board, Ending, EndingKind, Frame, Hold, Zone, other};
use crate::{cite, named, rule};

/// The verbs of `Item::Act`.
pub mod verb {
    use crate::language::types::CardType;

    /// Summoning a creature (701.3).
    pub const SUMMON: u8 = 0;
    /// Casting a spell (701.4).
    pub const CAST: u8 = 1;
    /// Generating a cross gear (701.16).
    pub const GENERATE: u8 = 2;
    /// Crossing a cross gear (701.17).
    pub const CROSS: u8 = 3;
    /// Fortifying a shield with a castle (701.19).
    pub const FORTIFY: u8 = 4;
    /// Deploying a field (701.27).
    pub const DEPLOY: u8 = 5;
    /// Using a tamaseed, an aura or an artifact (315.1, 310.1, 312.1).
    pub const USE: u8 = 6;
    /// Charging mana (701.8).
    pub const CHARGE: u8 = 7;
    /// Their names.
    pub const NAMES: [&str; 8] =
        ["summon", "cast", "generate", "cross", "fortify", "deploy", "use", "charge"];

    /// The verb for using a card of this type from where it is (601.1).
    pub fn of(kind: CardType) -> u8 {
        match kind {
            CardType::Creature | CardType::Cell => SUMMON,
            CardType::Spell => CAST,
            CardType::CrossGear => GENERATE,
            CardType::Castle => FORTIFY,
            CardType::Field => DEPLOY,
            CardType::Tamaseed
            | CardType::Aura
            | CardType::Artifact
            // Nothing else is used.
            | CardType::Weapon
            | CardType::Fortress
            | CardType::Heartbeat
            | CardType::Core
            | CardType::Ritual
            | CardType::Nebula
            | CardType::Land
            | CardType::RulePlus => USE,
        }
    }
}

/// A running game, as rules code sees it.
pub type Game<'a> = Play<'a, DuelMasters>;

/// The rules of Duel Masters with the definitions of one match.
#[derive(Debug)]
pub struct DuelMasters {
    /// The definitions.
    pub card_pool: CardPool,
}

impl Framed for DuelMasters {
    type Sight<'a> = Sight<'a>;
}

impl DuelMasters {
    /// The board with its characteristics brought up to date.
    pub fn sight<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.split();
        look(&state.board, &self.card_pool, derived)
    }

    /// Makes an event happen unless the game is over, and ends it when a deck has become empty, were it for a
    /// moment (104.2b).
    pub fn emit_quietly(&self, play: &mut Game<'_>, event: Event, rule: RuleId) {
        if play.state().board.ending.is_some() {
            return;
        }
        let deck = self.deck_left(&play.state().board, &event);
        play.emit(event, rule);
        cite!("703.4b");
        if let Some(seat) = deck.filter(|seat| play.state().board.is_empty_deck(*seat)) {
            let ending = Ending { winner: Some(other(seat)), why: EndingKind::EmptyDeck };
            play.emit(Event::GameEnded(ending), rule!("104.2b"));
        }
    }

    /// The player from whose deck a card is taken, or no longer counted there.
    fn deck_left(&self, board: &Board, event: &Event) -> Option<Seat> {
        let zone = match event {
            Event::Moved { from, .. } => *from,
            Event::Held(id, Hold::Pending) => board.get(*id)?.zone,
            _ => return None,
        };
        if let Zone::Deck(seat) = zone { Some(seat) } else { None }
    }

    /// Makes an event happen and notices what it triggers.
    pub fn emit(&self, play: &mut Game<'_>, event: Event, rule: RuleId) {
        self.emit_quietly(play, event.clone(), rule);
        self.notice(play, &[event]);
    }

    /// Ends the innermost frame.
    pub fn pop(&self, play: &mut Game<'_>, rule: RuleId) {
        play.emit(Event::Popped, rule);
    }

    /// Begins a frame.
    pub fn push(&self, play: &mut Game<'_>, frame: Frame, rule: RuleId) {
        play.emit(Event::Pushed(frame), rule);
    }

    /// Goes on with the innermost frame.
    pub fn replace_frame(&self, play: &mut Game<'_>, frame: Frame, rule: RuleId) {
        play.emit(Event::Replaced(frame), rule);
    }
}

/// The objects that an answer picks.
pub fn picked(choice: &Choice) -> Vec<ObjectId> {
    let Choice::Pick(items) = choice else { return Vec::new() };
    items.iter().filter_map(|item| if let Item::Object(id) = item { Some(*id) } else { None }).collect()
}

/// The rule by which a frame without a better one is pushed or popped: the game goes on step by step (500.2).
pub const GOING_ON: RuleId = named!("500.2");
