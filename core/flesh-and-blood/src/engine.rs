//! Flesh and Blood on the kernel: the innermost frame decides the next step.

use duelog_kernel::bounds::Bound;
use duelog_kernel::table::{Flow, Play, Rules, Words};
use duelog_kernel::view::{Explanation, View};
use duelog_kernel::{Choice, Item, ObjectId, Outcome, Request, RuleId, Seat, Touched, Viewer};

use crate::language::definition::ZoneKind;
use crate::rule;
use crate::rules::game::look;
pub use crate::rules::game::{Derived, FleshAndBlood, verb};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::reads::outside;
use crate::state::{Ending, EndingKind, Frame, Loss, State, Zone, apply};
use crate::words::ending::ending;
use crate::words::label::may_know;

/// Whether an event only says who decides and what goes on: no game state action looks at that.
fn goes_on(event: &Event) -> bool {
    matches!(
        event,
        Event::Pushed(_)
            | Event::Popped
            | Event::Replaced(_)
            | Event::StageReached(_)
            | Event::PriorityGiven(..)
            | Event::PriorityTaken
            | Event::ActionBegun
            | Event::ActionDone
            | Event::Declined
            | Event::ChainReached(_)
            | Event::DrawAgreed(..)
            | Event::Forgotten(_)
    )
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
        derived.settled &= goes_on(event);
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
            | Event::Closing
            // The effects that end with it are missed by their number.
            | Event::TurnEnded => {}
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
            Event::ChainOpened(_) => derived.write(outside::COMBAT),
            Event::LinkMade(_) | Event::Defends(_) | Event::LinkResolved | Event::ChainClosed => {
                derived.write(outside::COMBAT | outside::HISTORY);
                derived.spoil_lists();
            }
            Event::StepBegan(_) => derived.write(outside::STEP),
            Event::TurnBegan(_) => derived.write(outside::TURN | outside::HISTORY),
            Event::Damaged { .. } | Event::Prevented { .. } | Event::LifeGained(..) | Event::LifeLost(..) => {
                derived.write(outside::LIFE | outside::HISTORY)
            }
            Event::Reordered(..) => derived.write(outside::zones(ZoneKind::Deck)),
            Event::LayerSet(..) => derived.write(outside::LAYERS),
            Event::Moved { from, to, .. }
                if [from, to].iter().all(|zone| !zone.is_arena() && !matches!(zone, Zone::Stack | Zone::Under(_))) =>
            {
                derived.write(outside::zone(*from) | outside::zone(*to) | outside::HISTORY);
                derived.spoil_lists();
            }
            Event::Moved { object, new, from, to, .. }
                if ![from, to].iter().any(|zone| matches!(zone, Zone::Under(_))) =>
            {
                derived.write(outside::zone(*from) | outside::zone(*to) | outside::HISTORY | outside::HERE);
                derived.spoil_one(*object);
                derived.spoil_one(*new);
            }
            Event::Made { new: id, zone, .. } | Event::CardMade { new: id, zone, .. } => {
                derived.write(outside::zone(*zone) | outside::HISTORY | outside::HERE);
                derived.spoil_one(*id);
            }
            Event::Ceased(id, _) | Event::Turned(id, _) => {
                derived.write(outside::HERE | outside::LAYERS | outside::ZONES);
                derived.spoil_one(*id);
            }
            Event::ActionReversed | Event::Flipped { .. } => {
                derived.forget();
            }
            _ => derived.spoil(),
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
            Frame::Paying { seat, resources, chi, layer } => {
                self.advance_paying(play, seat, resources, chi, layer)
            }
        }
    }

    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Stalemate }), rule!("4.5.4d"));
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("4.5.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        derived.refresh(&state.board, &self.card_pool);
        debug_assert!(
            derived.is_true(&state.board, &self.card_pool),
            "what is kept is not what would be worked out"
        );
        let sight = derived.sight(&state.board, &self.card_pool);
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
            Frame::Paying { seat, resources, chi, layer } => {
                self.ask_paying(&sight, *seat, *resources, *chi, *layer)
            }
        }
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        let Some(frame) = play.state().board.frames.last().cloned() else { return };
        // Passing is no action, and the order of what triggers ends nothing; any other choice makes a chain
        // of triggers one that somebody could stop.
        let order = |request: &Request| {
            matches!(Prompt::of(request), Some(Prompt::OrderTriggers | Prompt::FirstTriggers))
        };
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
        may_know(&state.board, viewer, object)
    }

    fn unknown(&self, _: &State, object: ObjectId) -> String {
        format!("card {object}")
    }

    fn refuse(
        &self,
        state: &State,
        derived: &mut Derived,
        request: &Request,
        item: &Item,
    ) -> (String, RuleId) {
        let (why, rule) = self.why_not(&look(&state.board, &self.card_pool, derived), request, item);
        (why.into_owned(), rule)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        ending(&state.board)
    }

    fn view(&self, state: &State, derived: &mut Derived, viewer: Viewer) -> View {
        crate::words::view::view(&look(&state.board, &self.card_pool, derived), viewer)
    }

    fn question(&self, state: &State, viewer: Viewer, request: &Request) -> String {
        crate::words::narrate::question(&state.board, &self.card_pool, viewer, request)
    }

    fn describe(
        &self,
        state: &State,
        derived: &mut Derived,
        viewer: Viewer,
        request: Option<&Request>,
        item: &Item,
    ) -> String {
        crate::words::narrate::describe(&look(&state.board, &self.card_pool, derived), viewer, request, item)
    }

    fn abilities(&self, state: &State, derived: &mut Derived, object: ObjectId) -> Vec<Item> {
        let sight = look(&state.board, &self.card_pool, derived);
        let count = sight.properties(object).map_or(0, |properties| properties.abilities.len() as u32);
        (0..count).map(|place| Item::Ability(object, place)).collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::words::narrate::tell(&state.board, &self.card_pool, event, viewer)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::words::explain::explain(&state.board, &self.card_pool, viewer, object)
    }
}
