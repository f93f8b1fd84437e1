//! Flesh and Blood on the kernel: what is going on decides what happens next.

use duelog_kernel::bounds::Bound;
pub use duelog_kernel::table::Flow;
use duelog_kernel::table::{Play, Rules, Words};
use duelog_kernel::view::{Explanation, View};
use duelog_kernel::{Choice, Item, ObjectId, Outcome, Request, RuleId, Seat, Touched, Viewer};

use crate::continuous::reads::{Bits, outside};
use crate::continuous::{Bases, Computed, Stages, inherited, is_said};
use crate::definition::{Ability, From, ZoneKind};
use crate::eval::Sight;
use crate::event::Event;
use crate::library::Library;
use crate::state::{Applied, Board, CodeRef, Ending, EndingKind, Frame, Loss, Object, State, Zone};
use crate::{apply, cite, rule};

/// The verbs of `Item::Act`.
pub mod verb {
    /// Playing a card (5.1).
    pub const PLAY: u8 = 0;
    /// Pitching a card (1.14.3).
    pub const PITCH: u8 = 1;
    /// Equipping what is modular to the head, and to the chest, the arms and the legs by the next numbers (8.3.30).
    pub const EQUIP: u8 = 2;
    /// Their names.
    pub const NAMES: [&str; 6] = ["play", "pitch", "head", "chest", "arms", "legs"];
}

/// A running game, as rules code sees it.
pub type Game<'a> = Play<'a, FleshAndBlood>;

/// The rules with the definitions of one match.
#[derive(Debug)]
pub struct FleshAndBlood {
    /// The definitions.
    pub library: Library,
}

/// What is computed from the state.
#[derive(Debug, Clone, Default)]
pub struct Derived {
    /// Whether the properties are up to date.
    fresh: bool,
    /// Whether the lists of abilities are.
    listed: bool,
    /// What effects read of the game beside properties.
    reads: Bits,
    /// The properties of objects in the arena and on the stack by object id.
    computed: Computed,
    /// The properties before any effect, kept from one computation to the next.
    bases: Bases,
    /// The objects that may listen outside of the arena and the stack.
    listening: Listening,
    /// The power that static abilities give to objects.
    pub gains: Vec<Applied>,
    /// To what open effects of layers have begun to apply.
    pub begun: Vec<(u32, ObjectId)>,
    /// Objects with triggered abilities that can trigger where they are, by code; ascending.
    triggers: Vec<(ObjectId, CodeRef)>,
    /// Objects with replacement abilities, by code; ascending.
    replacements: Vec<(ObjectId, CodeRef)>,
    /// Objects of the arena with static abilities that say of others what is no property, by code; ascending.
    speakers: Vec<(ObjectId, CodeRef)>,
}

impl Derived {
    /// Brings the properties and the lists up to date.
    pub fn refresh(&mut self, board: &Board, library: &Library) {
        if !self.fresh {
            self.fresh = true;
            self.listed = false;
            cite!("6.3.5");
            (self.computed, self.gains, self.begun, self.reads) = Stages::new(board, library).compute_all(&mut self.bases);
        }
        if !self.listed {
            self.listed = true;
            self.list(board, library);
        }
    }

    /// The board with its properties brought up to date, and the triggered abilities.
    pub fn listen<'a>(&'a mut self, board: &'a Board, library: &'a Library) -> (Sight<'a>, &'a [(ObjectId, CodeRef)]) {
        self.refresh(board, library);
        (self.sight(board, library), &self.triggers)
    }

    fn sight<'a>(&'a self, board: &'a Board, library: &'a Library) -> Sight<'a> {
        Sight {
            board,
            library,
            computed: &self.computed,
            replacements: &self.replacements,
            speakers: Some(&self.speakers),
            plain_pitch: false,
            plain_ice: false,
        }
    }

    /// Whether everything is as it would be worked out from nothing.
    fn is_true(&self, board: &Board, library: &Library) -> bool {
        let mut anew = Derived::default();
        anew.refresh(board, library);
        let lists = |derived: &Derived| (derived.triggers.clone(), derived.replacements.clone(), derived.speakers.clone());
        (&self.computed, &self.gains) == (&anew.computed, &anew.gains) && lists(self) == lists(&anew)
    }

    /// Something has changed that no property depends on unless an effect reads it.
    fn write(&mut self, what: Bits) {
        self.fresh &= self.reads & what == 0;
    }

    fn list(&mut self, board: &Board, library: &Library) {
        self.triggers.clear();
        self.replacements.clear();
        self.speakers.clear();
        let Derived { computed, triggers, replacements, speakers, listening, .. } = self;
        let sight = Sight { board, library, computed, replacements: &[], speakers: None, plain_pitch: false, plain_ice: false };
        let mut listen = |object: &Object, code: CodeRef| match library.ability(code) {
            // What could not trigger where it is need not be asked at each event.
            Some(Ability::Triggered(ability)) => {
                if sight.functional(object, ability.from, false) || sight.functional(object, ability.from, true) {
                    triggers.push((object.id, code));
                }
            }
            Some(Ability::Replacement(_)) => replacements.push((object.id, code)),
            Some(Ability::Static(ability)) => {
                if object.zone.is_arena() && ability.changes.iter().any(is_said) {
                    speakers.push((object.id, code));
                }
            }
            Some(Ability::Activated(_) | Ability::Meta(_)) | None => {}
        };
        let here = computed.iter().filter_map(|(id, properties)| Some((board.get(id)?, properties)));
        for (object, properties) in here {
            properties.abilities.iter().filter(|code| !inherited(object, **code, computed)).for_each(|code| listen(object, *code));
        }
        if library.listens {
            let elsewhere = |object: &&Object| {
                let outside = !object.zone.is_arena() && object.zone != Zone::Stack;
                outside && object.exists()
            };
            // What is in an inventory is there for its own abilities only, which name it.
            let inside = |object: &Object| matches!(object.zone, Zone::Inventory(_));
            let names_it = |code: &CodeRef| library.triggered(*code).is_some_and(|ability| ability.from == From::Inventory);
            for object in listening.of(board, library).iter().filter_map(|id| board.get(*id)).filter(elsewhere) {
                let abilities = library.card(object.card).base.abilities.iter();
                abilities.filter(|code| !inside(object) || names_it(code)).for_each(|code| listen(object, *code));
            }
            triggers.sort_by_key(|entry| entry.0);
            replacements.sort_by_key(|entry| entry.0);
        }
    }
}

/// The objects that are printed with abilities which listen outside of the arena and the stack, among the ids that have been looked at.
#[derive(Debug, Clone, Default)]
struct Listening {
    found: Vec<ObjectId>,
    looked: u32,
}

impl Listening {
    /// These objects, ascending. What an object is printed as changes only where [`Rules::invalidate`] forgets this list.
    fn of(&mut self, board: &Board, library: &Library) -> &[ObjectId] {
        let new = (self.looked..board.next_id().0).filter_map(|id| board.get(ObjectId(id)));
        self.found.extend(new.filter(|object| object.is_card() && library.card(object.card).listens).map(|object| object.id));
        self.looked = board.next_id().0;
        &self.found
    }
}

/// The board with its properties brought up to date.
pub fn look<'a>(board: &'a Board, library: &'a Library, derived: &'a mut Derived) -> Sight<'a> {
    derived.refresh(board, library);
    derived.sight(board, library)
}

impl FleshAndBlood {
    /// The board with its properties brought up to date.
    pub fn sight<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.parts();
        look(&state.board, &self.library, derived)
    }

    /// The board with its properties as they were before the events that happen at this moment, of which some may have been done.
    pub fn glance<'a>(&'a self, play: &'a mut Game<'_>) -> Sight<'a> {
        let (state, derived) = play.parts();
        derived.sight(&state.board, &self.library)
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

impl Rules for FleshAndBlood {
    const GAME: &'static str = "flesh-and-blood";
    const WORDS: Words = Words { verbs: &verb::NAMES, symbols: &[] };
    type State = State;
    type Event = Event;
    type Derived = Derived;

    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        apply::apply(state, event, touched);
    }

    fn invalidate(derived: &mut Derived, event: &Event) {
        match event {
            Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::FirstSelected(_)
            | Event::ChainReached(_)
            | Event::Actions(..)
            | Event::Resources(..)
            | Event::Chi(..)
            | Event::ReturnSet(_)
            | Event::ReturnDue(_)
            | Event::ReturnDone(_)
            | Event::Triggered(_)
            | Event::WaitingTold(_)
            | Event::WaitingDone(_)
            | Event::StatesMet(_)
            | Event::ActionBegun
            | Event::ActionDone
            | Event::DrawAgreed(..)
            | Event::Declined
            | Event::Forgotten(_)
            // Who looks at what.
            | Event::Shown(..)
            | Event::Watched(_)
            | Event::LookOver
            // Of combat what no effect looks at.
            | Event::AttackLayered(_)
            | Event::Declared(_)
            | Event::Calculated
            | Event::Closing => {}
            // What no property depends on, unless an effect looks there.
            Event::Shuffled(zone, _) => derived.write(outside::HISTORY | outside::zone(*zone)),
            Event::Chosen { .. }
            | Event::Rolled { .. }
            | Event::Used(..)
            | Event::DelayedSet(_)
            | Event::DelayedDone(_) => {
                derived.write(outside::HISTORY);
            }
            Event::Happened(_) => derived.write(outside::HISTORY),
            Event::StepBegan(_) => derived.write(outside::STEP),
            Event::Damaged { .. } | Event::Prevented { .. } | Event::LifeGained(..) | Event::LifeLost(..) => {
                derived.write(outside::LIFE | outside::HISTORY)
            }
            Event::Reordered(..) => derived.write(outside::zones(ZoneKind::Deck)),
            Event::LayerSet(..) => derived.write(outside::LAYERS),
            Event::TurnEnded => derived.write(outside::EFFECTS),
            Event::Moved { from, to, .. }
                if [from, to].iter().all(|zone| !zone.is_arena() && !matches!(zone, Zone::Stack | Zone::Under(_))) =>
            {
                derived.write(outside::zone(*from) | outside::zone(*to) | outside::HISTORY);
                derived.listed = false;
            }
            Event::ActionReversed | Event::Flipped { .. } => {
                derived.listening = Listening::default();
                derived.fresh = false;
            }
            _ => derived.fresh = false,
        }
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event { frame.bulk() } else { 0 }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        if self.something_returns(play) || self.reveals_end(play) {
            return Flow::Go;
        }
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        let Some(frame) = play.state().board.frames.last().cloned() else { return Flow::Ask };
        match frame {
            Frame::Opening(part) => self.advance_opening(play, part),
            Frame::Turn => self.advance_turn(play),
            Frame::Priority => self.advance_priority(play),
            Frame::Settling => self.advance_settling(play),
            Frame::Playing(playing) => self.advance_playing(play, playing),
            Frame::Placing(placing) => self.advance_placing(play, placing),
            Frame::Resolving(resolving) => self.advance_resolving(play, resolving),
            Frame::Running(running) => self.advance_running(play, running),
            Frame::Happening(happening) => self.advance_happening(play, happening),
            Frame::Picking(picking) => self.advance_picking(play, picking),
            Frame::Paying { seat, resources, chi, layer } => self.advance_paying(play, seat, resources, chi, layer),
        }
    }

    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Stalemate }), rule!("4.5.4d"));
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("4.5.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        derived.refresh(&state.board, &self.library);
        debug_assert!(derived.is_true(&state.board, &self.library), "what is kept is not what would be worked out");
        let sight = derived.sight(&state.board, &self.library);
        match state.board.frames.last()? {
            Frame::Opening(part) => self.ask_opening(&sight, *part),
            Frame::Turn | Frame::Resolving(_) => None,
            Frame::Priority => self.ask_waiting(&sight).or_else(|| self.ask_priority(&sight)),
            Frame::Settling => self.ask_waiting(&sight),
            Frame::Playing(playing) => self.ask_playing(&sight, playing),
            Frame::Placing(placing) => self.ask_placing(&sight, placing),
            Frame::Running(running) => self.ask_running(&sight, running),
            Frame::Happening(happening) => self.ask_happening(&sight, happening),
            Frame::Picking(picking) => Some(self.ask_picking(&sight, picking)),
            Frame::Paying { seat, resources, chi, layer } => self.ask_paying(&sight, *seat, *resources, *chi, *layer),
        }
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        let Some(frame) = play.state().board.frames.last().cloned() else { return };
        // Passing is no action, and the order of what triggers ends nothing; any other choice makes a chain of triggers one that somebody could stop.
        let order = |request: &Request| matches!(request.prompt, "order-triggers" | "first-triggers");
        let ends_nothing = *choice == Choice::one(Item::Pass) || play.asked(self).is_some_and(order);
        if play.state().board.turn.chain > 0 && !ends_nothing && !play.is_forced(self) {
            play.emit(Event::ChainReached(0), rule!("4.5.4d"));
        }
        self.decline_draws(play);
        let waits = self.answers_waiting(play);
        match frame {
            Frame::Opening(part) => self.answer_opening(play, part, choice),
            Frame::Turn | Frame::Resolving(_) => {}
            Frame::Priority | Frame::Settling if waits => self.answer_waiting(play, choice),
            Frame::Priority => self.answer_priority(play, choice),
            Frame::Settling => {}
            Frame::Playing(playing) => self.answer_playing(play, playing, choice),
            Frame::Placing(placing) => self.answer_placing(play, placing, choice),
            Frame::Running(running) => self.answer_running(play, running, choice),
            Frame::Happening(happening) => self.answer_happening(play, happening, choice),
            Frame::Picking(picking) => self.answer_picking(play, picking, choice),
            Frame::Paying { seat, layer, .. } => self.answer_paying(play, seat, layer, choice),
        }
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        self.lose(play, vec![(seat, Loss::Conceded)]);
    }

    const DRAWS_BY_AGREEMENT: bool = true;

    fn agree_to_draw(&self, play: &mut Play<'_, Self>, seat: Seat) {
        self.agree(play, seat);
    }

    fn may_know(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        crate::view::may_know(&state.board, viewer, object)
    }

    fn unknown(&self, _: &State, object: ObjectId) -> String {
        format!("card {object}")
    }

    fn refuse(&self, state: &State, derived: &mut Derived, request: &Request, item: &Item) -> (String, RuleId) {
        let (why, rule) = self.why_not(&look(&state.board, &self.library, derived), request, item);
        (why.into_owned(), rule)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.ending(&state.board)
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

    fn abilities(&self, state: &State, derived: &mut Derived, object: ObjectId) -> Vec<Item> {
        let sight = look(&state.board, &self.library, derived);
        let count = sight.properties(object).map_or(0, |properties| properties.abilities.len() as u32);
        (0..count).map(|place| Item::Ability(object, place)).collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::narrate::tell(&state.board, &self.library, event, viewer)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::explain::explain(&state.board, &self.library, viewer, object)
    }
}

/// The rule by which a frame without a better one is pushed or popped: the game goes from one state to the next (1.10.1).
pub const GOING_ON: RuleId = rule!("1.10.1");
