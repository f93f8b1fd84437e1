//! Duel Masters on the kernel: the innermost frame decides the next step.

use duelog_kernel::bounds::Bound;
use duelog_kernel::table::{Play, Rules, Words};
use duelog_kernel::view::{Explanation, View};
use duelog_kernel::{Choice, Item, ObjectId, Outcome, Request, RuleId, Seat, Touched, Viewer};

use crate::language::types::SYMBOLS;
use crate::rules::derived::{Derived, look};
use crate::rules::game::{DuelMasters, Flow, verb};
use crate::state::card_pool::ability_item;
use crate::state::event::Event;
use crate::state::{Ending, EndingKind, Frame, State, apply, other};
use crate::words::label;
use crate::{cite, rule};

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
        crate::rules::derived::invalidate(derived, event);
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
            Frame::Standby(standing) => self.advance_standby(play, &standing),
            Frame::Declaring(declaring) => self.advance_declaring(play, &declaring),
            Frame::Using(using) => self.advance_using(play, using),
            Frame::Putting(putting) => self.advance_putting(play, putting),
            Frame::UsingSeveral(several) => self.advance_using_several(play, several),
            Frame::Running(running) => self.advance_running(play, running),
            Frame::EventBatch(events) => self.advance_event_batch(play, events),
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
        let sight = look(&state.board, &self.card_pool, derived);
        match state.board.frames.last()? {
            Frame::Opening => None,
            Frame::Turn => self.ask_turn(&sight),
            Frame::Standby(standing) => self.ask_standby(standing),
            Frame::Declaring(declaring) => self.ask_declaring(&sight, declaring),
            Frame::Using(using) => self.ask_using(&sight, using),
            Frame::Putting(putting) => self.ask_putting(&sight, putting),
            Frame::UsingSeveral(several) => Some(self.ask_using_several(several)),
            Frame::Running(running) => self.ask_running(&sight, running),
            Frame::EventBatch(events) => self.ask_event_batch(&sight, events),
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
            Frame::Standby(standing) => self.answer_standby(play, standing, choice),
            Frame::Declaring(declaring) => self.answer_declaring(play, &declaring, choice),
            Frame::Using(using) => self.answer_using(play, using, choice),
            Frame::Putting(putting) => self.answer_putting(play, putting, choice),
            Frame::UsingSeveral(several) => self.answer_using_several(play, several, choice),
            Frame::Running(running) => self.answer_running(play, running, choice),
            Frame::EventBatch(events) => self.answer_event_batch(play, events, choice),
            Frame::Picking(picking) => self.answer_picking(play, picking, choice),
            Frame::Rearranging(rearranging) => self.answer_rearranging(play, &rearranging, choice),
            Frame::Breaking(breaking) => self.answer_breaking(play, breaking, choice),
            Frame::ToHand(to_hand) => self.answer_to_hand(play, to_hand, choice),
        }
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        // The rulebook has no number for giving up: who does has lost, which ends the game.
        play.emit(
            Event::GameEnded(Ending { winner: Some(other(seat)), why: EndingKind::Conceded }),
            rule!("104.1"),
        );
    }

    fn may_know(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        label::may_know(&state.board, viewer, object)
    }

    fn unknown(&self, state: &State, object: ObjectId) -> String {
        label::unknown(&state.board, object)
    }

    fn refuse(
        &self,
        state: &State,
        derived: &mut Derived,
        request: &Request,
        item: &Item,
    ) -> (String, RuleId) {
        self.why_not(&look(&state.board, &self.card_pool, derived), request, item)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        crate::words::ending::outcome(&state.board)
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
        let Some(found) = state.board.get(object) else { return Vec::new() };
        let sight = look(&state.board, &self.card_pool, derived);
        let given = sight.characteristics(object).map_or(0, |own| own.given.len() as u32);
        let faces = self.card_pool.card(found.top().card).faces.iter().map(|face| face.printed);
        let of_face = |(face, printed): (u8, u32)| {
            let count = printed + if face == 0 { given } else { 0 };
            (0..count).map(move |place| ability_item(object, face, place))
        };
        (0..).zip(faces).flat_map(of_face).collect()
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::words::telling::tell(&state.board, &self.card_pool, event, viewer)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::words::explain::explain(&state.board, &self.card_pool, viewer, object)
    }
}
