//! Duel Masters on the kernel: what is going on decides what happens next.

use duelog_kernel::bounds::Bound;
pub use duelog_kernel::table::Flow;
use duelog_kernel::table::{Play, Rules, Words};
use duelog_kernel::view::{Explanation, View};
use duelog_kernel::{Choice, Item, ObjectId, Outcome, Request, RuleId, Seat, Touched, Viewer};

use crate::continuous::{Computed, Layers};
use crate::eval::Sight;
use crate::event::Event;
use crate::library::Library;
use crate::state::{Board, Ending, EndingKind, Frame, State, Zone, other};
use crate::types::SYMBOLS;
use crate::{apply, cite, rule};

/// The verbs of `Item::Act`.
pub mod verb {
    use crate::types::CardType;

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
    /// Using a tamaseed (315.1).
    pub const USE: u8 = 6;
    /// Charging mana (701.8).
    pub const CHARGE: u8 = 7;
    /// Their names.
    pub const NAMES: [&str; 8] = ["summon", "cast", "generate", "cross", "fortify", "deploy", "use", "charge"];

    /// The verb for using a card of this type from where it is (601.1).
    pub fn of(kind: CardType) -> u8 {
        match kind {
            CardType::Creature => SUMMON,
            CardType::Spell => CAST,
            CardType::CrossGear => GENERATE,
            CardType::Castle => FORTIFY,
            CardType::Field => DEPLOY,
            CardType::Tamaseed => USE,
        }
    }
}

/// A running game, as rules code sees it.
pub type Game<'a> = Play<'a, DuelMasters>;

/// The rules of Duel Masters with the definitions of one match.
#[derive(Debug)]
pub struct DuelMasters {
    /// The definitions.
    pub library: Library,
}

/// What is computed from the state.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    fresh: bool,
    /// What effects make of objects.
    pub computed: Computed,
    /// Whether state-based actions have been checked since anything changed.
    pub checked: bool,
}

/// The board with its characteristics brought up to date.
pub fn look<'a>(board: &'a Board, library: &'a Library, derived: &'a mut Derived) -> Sight<'a> {
    if !derived.fresh {
        derived.computed = Layers { board, library }.compute();
        derived.fresh = true;
    }
    Sight { board, library, computed: &derived.computed }
}

impl DuelMasters {
    /// The board with its characteristics brought up to date.
    pub fn sight<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.parts();
        look(&state.board, &self.library, derived)
    }

    /// Makes an event happen unless the game is over, and ends it when a deck has become empty, were it for a moment (104.2b).
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
            Event::Held(id, crate::state::Hold::Pending) => board.get(*id)?.zone,
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

impl Rules for DuelMasters {
    const GAME: &'static str = "duel-masters";
    const WORDS: Words = Words { verbs: &verb::NAMES, symbols: &SYMBOLS };
    type State = State;
    type Event = Event;
    type Derived = Derived;

    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        apply::apply(state, &event, touched);
    }

    fn invalidate(derived: &mut Derived, event: &Event) {
        match event {
            Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::SentenceReplaced(_)
            | Event::StageReached(_)
            | Event::PoolReached(_)
            | Event::Forgotten(_) => {}
            // What no characteristic depends on.
            Event::Shown(..)
            | Event::Reordered(..)
            | Event::Shuffled(..)
            | Event::Chosen { .. }
            | Event::CardUsed(..)
            | Event::DelayedSet(_)
            | Event::DelayedDone(_)
            | Event::Triggered(_)
            | Event::StandbyDone(_)
            | Event::AttackReached(_)
            | Event::RedirectsChosen(_)
            | Event::Unblocked(_)
            | Event::AttackEnding(_)
            | Event::BattleBegan(..)
            | Event::BattleWon(..)
            | Event::BattleLost(..)
            | Event::BattleEnded(..)
            | Event::BreakChosen(..)
            | Event::DrawBegan(_)
            | Event::Broke(..)
            | Event::StepBegan(_)
            | Event::ExtraTurn(_) => derived.checked = false,
            _ => {
                derived.fresh = false;
                derived.checked = false;
            }
        }
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event { frame.bulk() } else { 0 }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        cite!("703.1");
        if self.settle(play) {
            return Flow::Go;
        }
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        let Some(frame) = play.state().board.frames.last().cloned() else { return Flow::Ask };
        match frame {
            Frame::Opening => self.advance_opening(play),
            Frame::Turn => self.advance_turn(play),
            Frame::Standing(standing) => self.advance_standing(play, &standing),
            Frame::Declaring(declaring) => self.advance_declaring(play, &declaring),
            Frame::Using(using) => self.advance_using(play, using),
            Frame::Putting(putting) => self.advance_putting(play, putting),
            Frame::UsingSeveral(several) => self.advance_using_several(play, several),
            Frame::Running(running) => self.advance_running(play, running),
            Frame::Happening(happening) => self.advance_happening(play, happening),
            Frame::Picking(_) | Frame::Rearranging(_) => play.wait(self),
            Frame::Drawing(seat, card) => self.advance_drawing(play, seat, card),
            Frame::Battle(battle) => self.advance_battle(play, battle),
            Frame::Breaking(breaking) => self.advance_breaking(play, breaking),
            Frame::ToHand(to_hand) => self.advance_to_hand(play, to_hand),
        }
    }

    // The rulebook has no number for it: the game is a draw.
    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Run }), rule!("104.1"));
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("104.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        let sight = look(&state.board, &self.library, derived);
        match state.board.frames.last()? {
            Frame::Opening => None,
            Frame::Turn => self.ask_turn(&sight),
            Frame::Standing(standing) => self.ask_standing(standing),
            Frame::Declaring(declaring) => self.ask_declaring(&sight, declaring),
            Frame::Using(using) => self.ask_using(&sight, using),
            Frame::Putting(putting) => self.ask_putting(&sight, putting),
            Frame::UsingSeveral(several) => Some(self.ask_using_several(several)),
            Frame::Running(running) => self.ask_running(&sight, running),
            Frame::Happening(happening) => self.ask_happening(happening),
            Frame::Picking(picking) => Some(self.ask_picking(picking)),
            Frame::Rearranging(rearranging) => Some(self.ask_rearranging(&state.board, rearranging)),
            Frame::Drawing(..) | Frame::Battle(_) => None,
            Frame::Breaking(breaking) => self.ask_breaking(&sight, breaking),
            Frame::ToHand(to_hand) => self.ask_to_hand(&sight, to_hand),
        }
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        let Some(frame) = play.state().board.frames.last().cloned() else { return };
        match frame {
            Frame::Opening | Frame::Drawing(..) | Frame::Battle(_) => {}
            Frame::Turn => self.answer_turn(play, choice),
            Frame::Standing(standing) => self.answer_standing(play, standing, choice),
            Frame::Declaring(declaring) => self.answer_declaring(play, &declaring, choice),
            Frame::Using(using) => self.answer_using(play, using, choice),
            Frame::Putting(putting) => self.answer_putting(play, putting, choice),
            Frame::UsingSeveral(several) => self.answer_using_several(play, several, choice),
            Frame::Running(running) => self.answer_running(play, running, choice),
            Frame::Happening(happening) => self.answer_happening(play, happening, choice),
            Frame::Picking(picking) => self.answer_picking(play, picking, choice),
            Frame::Rearranging(rearranging) => self.answer_rearranging(play, &rearranging, choice),
            Frame::Breaking(breaking) => self.answer_breaking(play, breaking, choice),
            Frame::ToHand(to_hand) => self.answer_to_hand(play, to_hand, choice),
        }
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        // The rulebook has no number for giving up: who does has lost, which ends the game.
        play.emit(Event::GameEnded(Ending { winner: Some(other(seat)), why: EndingKind::Conceded }), rule!("104.1"));
    }

    fn may_know(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        crate::view::may_know(&state.board, viewer, object)
    }

    fn unknown(&self, state: &State, object: ObjectId) -> String {
        crate::narrate::unknown(&state.board, object)
    }

    fn refuse(&self, state: &State, derived: &mut Derived, request: &Request, item: &Item) -> (String, RuleId) {
        self.why_not(&look(&state.board, &self.library, derived), request, item)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        crate::setup::ending(&state.board)
    }

    fn view(&self, state: &State, derived: &mut Derived, viewer: Viewer) -> View {
        crate::view::view(&look(&state.board, &self.library, derived), viewer)
    }

    fn question(&self, state: &State, viewer: Viewer, request: &Request) -> String {
        crate::narrate::question(&state.board, &self.library, viewer, request)
    }

    fn describe(&self, state: &State, derived: &mut Derived, viewer: Viewer, request: Option<&Request>, item: &Item) -> String {
        crate::narrate::describe(&look(&state.board, &self.library, derived), viewer, request, item)
    }

    fn abilities(&self, state: &State, _: &mut Derived, object: ObjectId) -> Vec<Item> {
        let faces = state.board.get(object).map_or(&[][..], |object| &self.library.card(object.top().card).faces);
        let of_face = |(face, abilities): (u8, u32)| (0..abilities).map(move |place| crate::happening::ability_item(object, face, place));
        (0..).zip(faces.iter().map(|face| face.definition.abilities.len() as u32)).flat_map(of_face).collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::narrate::tell(&state.board, &self.library, event, viewer)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::explain::explain(&state.board, &self.library, viewer, object)
    }
}

/// The rule by which a frame without a better one is pushed or popped: the game goes on step by step (500.2).
pub const GOING_ON: RuleId = rule!("500.2");
