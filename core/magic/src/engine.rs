//! Magic on the kernel: the innermost frame decides the next step.

use duelog_kernel::bounds::Bound;
use duelog_kernel::table::{Play, Rules, Words};
use duelog_kernel::view::{Explanation, View};
use duelog_kernel::{Ask, Choice, Item, ObjectId, Outcome, Request, RuleId, Seat, Touched, Viewer};

use crate::language::mana::SYMBOLS;
use crate::rule;
use crate::rules::derived::{Derived, look};
use crate::rules::game::{Flow, Magic, verb};
use crate::rules::loops;
use crate::state::event::Event;
use crate::state::{Ending, EndingKind, Frame, State, apply};

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
        derived.invalidate(event);
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event { frame.bulk() } else { 0 }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        if self.show_tops(play) || self.end_showing(play) {
            return Flow::Go;
        }
        if self.card_pool.triggers_for_mana() && self.resolve_mana_trigger(play) {
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
            Frame::Paying(paying) => self.advance_paying(play, paying),
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
        let frame = state.board.frames.last()?;
        if let Frame::Priority = frame {
            return Some(self.without_loops(state, self.ask_priority(&state.board, derived)?));
        }
        let sight = look(&state.board, &self.card_pool, derived);
        let request = match frame {
            Frame::Opening(opening) => self.ask_opening(&sight, opening),
            Frame::Turn => self.ask_combat(&sight),
            Frame::Priority | Frame::Resolving(..) => None,
            Frame::Casting(casting) => self.ask_casting(&sight, casting),
            Frame::Placing(placing) => self.ask_placing(&sight, placing),
            Frame::Running(running) => self.ask_running(&sight, running),
            Frame::Happening(happening) => self.ask_happening(&sight, happening),
            Frame::Picking(picking) => Some(self.ask_picking(&sight, picking)),
            Frame::Paying(paying) => self.ask_paying(&sight, paying),
            Frame::Retargeting(retargeting) => self.ask_retargeting(&sight, retargeting),
        };
        Some(self.without_loops(state, request?))
    }

    fn take_back(derived: &mut Derived, request: Request) {
        if let Ask::Pick { mut options, .. } = request.ask {
            options.clear();
            derived.spare = options;
        }
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        let Some(frame) = play.state().board.frames.last().cloned() else { return };
        // Any action makes a loop one that is not mandatory (104.4b, 720.4).
        let ends_nothing =
            play.asked(self).is_some_and(|request| loops::ends_nothing(&frame, request, choice));
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
            Frame::Paying(paying) => self.answer_paying(play, paying, choice),
            Frame::Retargeting(retargeting) => self.answer_retargeting(play, retargeting, choice),
        }
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        self.lose_by_conceding(play, seat);
    }

    fn may_know(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        crate::words::label::may_know(&state.board, viewer, object)
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
        match self.why_barred(state, item) {
            Some(reason) => reason,
            None => self.why_not(&look(&state.board, &self.card_pool, derived), request, item),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.ending(&state.board)
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
        self.places(&look(&state.board, &self.card_pool, derived), object)
            .into_iter()
            .map(|place| Item::Ability(object, place.number()))
            .collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::words::narrate::tell(&state.board, &self.card_pool, event, viewer)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::words::explain::explain(&state.board, &self.card_pool, viewer, object)
    }
}
