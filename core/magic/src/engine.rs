//! Magic on the kernel: what is going on decides what happens next.

use duelog_kernel::bounds::Bound;
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
use crate::state::{AbilityPlace, Alter, Board, Characteristics, Ending, EndingKind, Frame, Lasting, LastingKind, State, Zone};
use crate::{apply, loops, rule};

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
    /// The characteristics by object id: of permanents, and of what effects could change elsewhere.
    pub computed: Vec<Option<Box<Characteristics>>>,
    /// Permanents with triggered abilities, by place.
    pub triggers: Vec<(ObjectId, AbilityPlace)>,
    /// Permanents with abilities that trigger on a state (603.8), by place.
    pub states: Vec<(ObjectId, AbilityPlace)>,
    /// Permanents with replacement abilities, by place.
    pub replacements: Vec<(ObjectId, AbilityPlace)>,
    /// Objects with abilities that change the rules for players, by place.
    pub rulings: Vec<(ObjectId, AbilityPlace)>,
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
        // An ability that was lost may have begun to apply before (613.5), also one that an effect gave.
        let written = |card: &Card| card.printed.iter().chain(&card.given).fold(card.defining_reads, |reads, compiled| reads | compiled.reads);
        let given = board.effects.iter().flat_map(|lasting| match &lasting.kind {
            LastingKind::Alter { alters, .. } => alters.as_slice(),
            _ => &[],
        });
        let given = given.filter_map(|alter| if let Alter::GainAbility(ability) = alter { Some(ability.card) } else { None });
        let cards = self.computed.iter().flatten().map(|characteristics| characteristics.card).chain(given);
        self.reads = cards.fold(0, |reads, card| reads | written(library.card(card)));
        let elsewhere = |id: &ObjectId| board.get(*id).is_some_and(|object| object.zone != Zone::Battlefield);
        self.follows = library.layers_elsewhere() || board.effects.iter().flat_map(Lasting::changed).any(elsewhere);
        // Permanents in their order, then what was computed elsewhere; there only static abilities count.
        let others = (0..self.computed.len() as u32).map(ObjectId).filter(|id| self.follows && self.computed[id.index()].is_some() && elsewhere(id));
        let others: Vec<ObjectId> = others.collect();
        for &id in board.zone(Zone::Battlefield).iter().chain(&others) {
            let Some(Some(characteristics)) = self.computed.get(id.index()) else { continue };
            let Some(zone) = board.get(id).map(|object| object.zone) else { continue };
            for (place, reference) in characteristics.abilities() {
                let Some(compiled) = library.card(reference.card).compiled(reference.place) else { continue };
                let works = match &compiled.ability {
                    Ability::Static(ability) => ability.works_in(zone),
                    Ability::Activated(_) | Ability::Triggered(_) | Ability::Replacement(_) => zone == Zone::Battlefield,
                };
                if !works {
                    continue;
                }
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
            | Event::Acted
            | Event::Visited(_)
            | Event::LoopClosed(..)
            | Event::ActionBegun
            | Event::ActionDone
            | Event::EnteringSet(_)
            | Event::Joined(_)
            | Event::Shown(..)
            | Event::TopShown(..)
            | Event::ShownNoMore
            | Event::Forgotten(_) => return,
            Event::Moved { to, from, .. } if *to == Zone::Battlefield || *from == Zone::Battlefield => u32::MAX,
            // Where effects reach other zones, whatever comes or goes there may bring or take one.
            Event::Moved { .. } | Event::Ceased(..) | Event::AbilityMade { .. } | Event::StackCopied { .. } if derived.follows => u32::MAX,
            Event::Moved { .. }
            | Event::AbilityMade { .. }
            | Event::StackCopied { .. }
            | Event::Ceased(..)
            | Event::StackSet(..)
            | Event::Reordered(..)
            | Event::Shuffled(..) => aspect::CARDS,
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
            | Event::Linked(..)
            | Event::SicknessEnded(_) => 0,
            // What is left changes what there is on the board, or happens once a game.
            _ => u32::MAX,
        };
        derived.checked = false;
        derived.fresh &= written & (derived.reads | EVERYTHING) == 0;
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event { frame.bulk() } else { 0 }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        if self.show_tops(play) || self.end_showing(play) {
            return Flow::Go;
        }
        if self.library.triggers_for_mana() && self.resolve_mana_trigger(play) {
            return Flow::Go;
        }
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        let Some(frame) = play.state().board.frames.last().cloned() else { return Flow::Ask };
        let flow = match frame {
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
        };
        if flow == Flow::Ask {
            self.close_loop(play);
        }
        flow
    }

    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Loop }), rule!("104.4b"));
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("104.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        let sight = look(&state.board, &self.library, derived);
        let request = match state.board.frames.last()? {
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
        };
        Some(self.without_loops(state, request?))
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        let Some(frame) = play.state().board.frames.last().cloned() else { return };
        // Any action makes a loop one that is not mandatory (104.4b, 720.4).
        let ends_nothing = play.asked(self).is_some_and(|request| loops::ends_nothing(&frame, request, choice));
        if play.state().board.turn.chain > 0 && !ends_nothing && !play.is_forced(self) {
            play.emit(Event::ChainReached(0), rule!("104.4b"));
        }
        self.watch(play, &frame, choice);
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

    fn may_know(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        crate::view::may_know(&state.board, viewer, object)
    }

    fn unknown(&self, _: &State, object: ObjectId) -> String {
        format!("card {object}")
    }

    fn refuse(&self, state: &State, derived: &mut Derived, request: &Request, item: &Item) -> (String, RuleId) {
        match self.why_barred(state, item) {
            Some(reason) => reason,
            None => self.why_not(&look(&state.board, &self.library, derived), request, item),
        }
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
        self.places(&look(&state.board, &self.library, derived), object).into_iter().map(|place| Item::Ability(object, place.number())).collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::narrate::tell(&state.board, &self.library, event, viewer)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::explain::explain(&state.board, &self.library, viewer, object)
    }
}

/// The rule by which a frame without a better one is pushed or popped: players decide and the game goes on by the priority system (116.1).
pub const GOING_ON: RuleId = rule!("116.1");
