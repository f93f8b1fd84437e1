//! Magic on the kernel: what is going on decides what happens next.

pub use duelog_kernel::table::Flow;
use duelog_kernel::table::{Play, Rules, Words};
use duelog_kernel::view::{Explanation, View};
use duelog_kernel::{Choice, Item, ObjectId, Outcome, Request, RuleId, Seat, Touched, Viewer};

use crate::continuous::Layers;
use crate::definition::{Ability, Triggered, When};
use crate::eval::Sight;
use crate::event::Event;
use crate::library::{Card, Library, aspect};
use crate::mana::SYMBOLS;
use crate::restrictions::for_players;
use crate::state::{Board, Characteristics, Ending, EndingKind, Frame, State, Zone};
use crate::{apply, rule};

/// The verbs of `Item::Act`.
pub mod verb {
    /// Casting a spell (601).
    pub const CAST: u8 = 0;
    /// Playing a land (305).
    pub const PLAY: u8 = 1;
    /// Their names.
    pub const NAMES: [&str; 2] = ["cast", "play"];
}

/// A running game, as rules code sees it.
pub type Game<'a> = Play<'a, Magic>;

/// The rules of Magic with the definitions of one match.
#[derive(Debug)]
pub struct Magic {
    /// The definitions.
    pub library: Library,
}

/// A part of what an event writes when it may change what is on the board: such an event makes everything computed stale.
const EVERYTHING: u32 = 1 << 31;

/// What is computed from the state.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    fresh: bool,
    /// What the effects on the board read that events write.
    reads: u32,
    follows: bool,
    /// The characteristics of permanents by object id.
    pub computed: Vec<Option<Box<Characteristics>>>,
    /// Permanents with triggered abilities, by place.
    pub triggers: Vec<(ObjectId, u8)>,
    /// Permanents with abilities that trigger on a state (603.8), by place.
    pub states: Vec<(ObjectId, u8)>,
    /// Permanents with replacement abilities, by place.
    pub replacements: Vec<(ObjectId, u8)>,
    /// Permanents with abilities that change the rules for players, by place.
    pub rulings: Vec<(ObjectId, u8)>,
    /// Whether state-based actions have been checked since anything changed.
    pub checked: bool,
}

impl Derived {
    /// Brings the characteristics up to date.
    pub fn refresh(&mut self, board: &Board, library: &Library) {
        if self.fresh {
            return;
        }
        self.fresh = true;
        self.computed = Layers { board, library }.compute();
        self.triggers.clear();
        self.states.clear();
        self.replacements.clear();
        self.rulings.clear();
        // An ability that was lost may have begun to apply before (613.5).
        let printed = |card: &Card| card.printed.iter().fold(card.defining_reads, |reads, compiled| reads | compiled.reads);
        self.reads = self.computed.iter().flatten().fold(0, |reads, characteristics| reads | printed(library.card(characteristics.card)));
        self.follows = library.defines() || board.effects.iter().any(|lasting| board.zone(Zone::Stack).iter().any(|id| lasting.changes(*id)));
        for &id in board.zone(Zone::Battlefield) {
            let Some(Some(characteristics)) = self.computed.get(id.index()) else { continue };
            for (place, reference) in characteristics.abilities() {
                let Some(compiled) = library.card(reference.card).compiled(reference.place) else { continue };
                self.reads |= compiled.reads;
                match &compiled.ability {
                    Ability::Triggered(Triggered { when: When::State(_), .. }) => self.states.push((id, place)),
                    Ability::Triggered(_) => self.triggers.push((id, place)),
                    Ability::Replacement(_) => self.replacements.push((id, place)),
                    Ability::Static(ability) if ability.changes.iter().any(for_players) => self.rulings.push((id, place)),
                    Ability::Activated(_) | Ability::Static(_) => {}
                }
            }
        }
    }
}

/// The board with its characteristics brought up to date.
pub fn look<'a>(board: &'a Board, library: &'a Library, derived: &'a mut Derived) -> Sight<'a> {
    derived.refresh(board, library);
    Sight { board, library, computed: &derived.computed, replacements: &derived.replacements, rulings: &derived.rulings }
}

impl Magic {
    /// The board with its characteristics brought up to date.
    pub fn sight<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.parts();
        look(&state.board, &self.library, derived)
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

impl Rules for Magic {
    const GAME: &'static str = "magic";
    const WORDS: Words = Words { verbs: &verb::NAMES, symbols: &SYMBOLS };
    // So many steps without a decision are a loop of mandatory actions: the game is a draw (104.4b).
    const LONGEST_RUN: u32 = 100_000;
    type State = State;
    type Event = Event;
    type Derived = Derived;

    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        apply::apply(state, &event, touched);
    }

    fn invalidate(derived: &mut Derived, event: &Event) {
        let written = match event {
            Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::ChainReached(_)
            | Event::ManaAdded(..)
            | Event::ManaSpent(..)
            | Event::PoolsEmptied
            | Event::Applied(_)
            | Event::Impossible(_)
            | Event::StateChecked
            | Event::ActionBegun
            | Event::ActionDone
            | Event::EnteringSet(_)
            | Event::Joined(_)
            | Event::Forgotten(_) => return,
            Event::Moved { to, from, .. } if derived.follows || *to == Zone::Battlefield || *from == Zone::Battlefield => u32::MAX,
            Event::Moved { .. }
            | Event::AbilityMade { .. }
            | Event::StackCopied { .. }
            | Event::Ceased(..)
            | Event::Reordered(..)
            | Event::Shuffled(..)
            | Event::Shown(..) => aspect::CARDS,
            Event::Tapped(_) | Event::Untapped(_) => aspect::TAPPED,
            Event::Regenerated(_) => aspect::TAPPED | aspect::DAMAGE | aspect::COMBAT,
            Event::Damaged { .. } | Event::DamagePrevented { .. } => aspect::DAMAGE,
            Event::LifeGained(..) | Event::LifeLost(..) => aspect::LIFE,
            Event::TurnBegan(_) | Event::StartingPlayer(_) => aspect::TURN,
            Event::AttackersDeclared(_)
            | Event::BlockersDeclared(_)
            | Event::BlockersOrdered(..)
            | Event::AttackersOrdered(..)
            | Event::Assigned(_)
            | Event::AssignmentsTaken(_)
            | Event::RemovedFromCombat(_)
            | Event::AttackedNoMore(_) => aspect::COMBAT,
            Event::StepBegan(_)
            | Event::StackSet(..)
            | Event::SpellCast(..)
            | Event::BecameTarget(..)
            | Event::CameOff(..)
            | Event::ControlLost(..)
            | Event::TappedForMana(..)
            | Event::DrawRevealed(..)
            | Event::StayLeft(..)
            | Event::LandPlayed
            | Event::Triggered(_)
            | Event::WaitingDone(_)
            | Event::SicknessEnded(_) => 0,
            // What is left changes what there is on the board, or happens once a game.
            _ => u32::MAX,
        };
        derived.checked = false;
        derived.fresh &= written & (derived.reads | EVERYTHING) == 0;
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        let Some(frame) = play.state().board.frames.last().cloned() else { return Flow::Ask };
        match frame {
            Frame::Opening(opening) => self.advance_opening(play, &opening),
            Frame::Turn => self.advance_turn(play),
            Frame::Priority => self.advance_priority(play),
            Frame::Casting(casting) => self.advance_casting(play, casting),
            Frame::Placing(placing) => self.advance_placing(play, &placing),
            Frame::Resolving(object, done) => self.advance_resolving(play, object, done),
            Frame::Running(running) => self.advance_running(play, running),
            Frame::Happening(happening) => self.advance_happening(play, happening),
            Frame::Picking(picking) => self.advance_picking(play, picking),
            Frame::Retargeting(retargeting) => self.advance_retargeting(play, retargeting),
        }
    }

    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Loop }), rule!("104.4b"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        let sight = look(&state.board, &self.library, derived);
        match state.board.frames.last()? {
            Frame::Opening(opening) => self.ask_opening(&sight, opening),
            Frame::Turn => self.ask_combat(&sight),
            Frame::Priority => self.ask_priority(&sight),
            Frame::Casting(casting) => self.ask_casting(&sight, casting),
            Frame::Placing(placing) => self.ask_placing(&sight, placing),
            Frame::Resolving(..) => None,
            Frame::Running(running) => self.ask_running(&sight, running),
            Frame::Happening(happening) => self.ask_happening(&sight, happening),
            Frame::Picking(picking) => Some(self.ask_picking(&sight, picking)),
            Frame::Retargeting(retargeting) => self.ask_retargeting(&sight, retargeting),
        }
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        let Some(frame) = play.state().board.frames.last().cloned() else { return };
        // Passing is no action; any other choice makes a loop one that is not mandatory (104.4b).
        if play.state().board.turn.chain > 0 && *choice != Choice::one(Item::Pass) && !play.is_forced(self) {
            play.emit(Event::ChainReached(0), rule!("104.4b"));
        }
        match frame {
            Frame::Opening(opening) => self.answer_opening(play, &opening, choice),
            Frame::Turn => self.answer_combat(play, choice),
            Frame::Priority => self.answer_priority(play, choice),
            Frame::Casting(casting) => self.answer_casting(play, casting, choice),
            Frame::Placing(placing) => self.answer_placing(play, placing, choice),
            Frame::Resolving(..) => {}
            Frame::Running(running) => self.answer_running(play, running, choice),
            Frame::Happening(happening) => self.answer_happening(play, happening, choice),
            Frame::Picking(picking) => self.answer_picking(play, picking, choice),
            Frame::Retargeting(retargeting) => self.answer_retargeting(play, retargeting, choice),
        }
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        self.lose_by_conceding(play, seat);
    }

    fn refuse(&self, state: &State, derived: &mut Derived, request: &Request, item: &Item) -> (String, RuleId) {
        self.why_not(&look(&state.board, &self.library, derived), request, item)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.ending(&state.board)
    }

    fn view(&self, state: &State, derived: &mut Derived, viewer: Viewer) -> View {
        crate::view::view(&look(&state.board, &self.library, derived), viewer)
    }

    fn question(&self, state: &State, request: &Request) -> String {
        crate::narrate::question(&state.board, &self.library, request)
    }

    fn describe(&self, state: &State, derived: &mut Derived, request: Option<&Request>, item: &Item) -> String {
        crate::narrate::describe(&look(&state.board, &self.library, derived), request, item)
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::narrate::tell(&state.board, &self.library, event, viewer)
    }

    fn explain(&self, state: &State, object: ObjectId) -> Option<Explanation> {
        crate::explain::explain(&state.board, &self.library, object)
    }
}

/// The rule by which a frame without a better one is pushed or popped: players decide and the game goes on by the priority system (116.1).
pub const GOING_ON: RuleId = rule!("116.1");
