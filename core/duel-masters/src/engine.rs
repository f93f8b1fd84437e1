//! Duel Masters on the kernel: the innermost frame decides the next step.

use duelog_kernel::bounds::Bound;
use duelog_kernel::decision::is_asked_all_the_same;
use duelog_kernel::definition::Card as _;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::standing::Standing;
use duelog_kernel::table::{CardAt, Play, Rules, Words};
use duelog_kernel::turn_step::{StepName, TurnStep};
use duelog_kernel::view::{Asking, Explanation, View};
use duelog_kernel::{
    Choice, Item, ObjectId, Outcome, Request, Rng, RuleId, Seat, Seed, Touched, Viewer, test_assert,
};

use crate::language::types::{CardType, SYMBOLS};
use crate::rules::derived::{Derived, look};
use crate::rules::game::{DuelMasters, Flow, verb};
use crate::state::card_pool::ability_item;
use crate::state::event::Event;
use crate::state::passages::passages;
use crate::state::{CardId, Ending, EndingKind, Frame, State, Zone, apply, other};
use crate::words::{label, step_names};
use crate::{cite, rule};

impl Rules for DuelMasters {
    const GAME: &'static str = "duel-masters";
    const WORDS: Words = Words { verbs: &verb::NAMES, symbols: &SYMBOLS };
    type State = State;
    type Event = Event;
    type Derived = Derived;

    #[inline]
    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        apply::apply(state, &event, touched);
    }

    fn invalidate(derived: &mut Derived, event: &Event) {
        crate::rules::derived::invalidate(derived, event);
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event {
            FrameRules::<Self>::bulk(frame)
        } else {
            0
        }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        cite!("703.1");
        if self.settle(play) {
            return Flow::Go;
        }
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        match play.state().board.frames.last().cloned() {
            Some(frame) => frame.advance(self, play),
            None => Flow::Ask,
        }
    }

    // The rulebook has no number for it: the game is a draw.
    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        if play.in_one_effect() && self.card_pool.tells_limits() {
            return self.stop_at(play, Bound::Effect);
        }
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Run }), rule!("104.1"));
    }

    fn follows_instructions(state: &State) -> bool {
        state.board.frames.iter().any(|frame| matches!(frame, Frame::Running(_)))
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("104.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        test_assert!(
            derived.is_true(&state.board, &self.card_pool),
            "what is kept is not what would be worked out"
        );
        state.board.frames.last()?.ask(self, &look(&state.board, &self.card_pool, derived))
    }

    fn asks_all_the_same(&self, state: &State, _: &mut Derived, _: &Request) -> bool {
        match state.board.frames.last() {
            Some(Frame::Picking(picking)) => is_asked_all_the_same(picking.max, picking.options.len()),
            Some(_) | None => false,
        }
    }

    fn answer(&self, play: &mut Play<'_, Self>, choice: &Choice) {
        if let Some(frame) = play.state().board.frames.last().cloned() {
            frame.answer(self, play, choice);
        }
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        // The rulebook has no number for giving up: who does has lost, which ends the game.
        play.emit(
            Event::GameEnded(Ending { winner: Some(other(seat)), why: EndingKind::Conceded }),
            rule!("104.1"),
        );
    }

    fn may_identify(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        crate::state::secrecy::may_identify(&state.board, viewer, object)
    }

    fn located_for(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Option<usize>, u32)> {
        let (place, known) = (Self::place_of(state, object)?, state.board.get(object)?);
        let card = u32::from(known.top().card.0);
        self.may_identify(state, viewer, object).then_some((place, card))
    }

    fn place_of(state: &State, object: ObjectId) -> Option<Option<usize>> {
        let zone = state.board.get(object)?.zone;
        (zone != Zone::Gone).then(|| zone.index())
    }

    fn card_name(&self, card: u32) -> &str {
        &self.card_pool.card(CardId(card as u16)).name
    }

    fn zone_name(place: usize) -> (&'static str, Option<Seat>) {
        let zone = Zone::at(place);
        (zone.name(), zone.seat())
    }

    fn shows(event: &Event) -> Vec<ObjectId> {
        if let Event::Shown(ids, _) = event { ids.clone() } else { Vec::new() }
    }

    fn hidden_label(&self, state: &State, object: ObjectId) -> String {
        label::unknown(&state.board, object)
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
        crate::words::ending::outcome(&state.board)
    }

    fn view(&self, state: &State, derived: &mut Derived, viewer: Viewer) -> View {
        crate::words::view::view(&look(&state.board, &self.card_pool, derived), viewer)
    }

    fn question(&self, state: &State, viewer: Viewer, request: &Request) -> String {
        crate::words::narrate::question(&state.board, &self.card_pool, viewer, request)
    }

    fn asking(&self, state: &State) -> Option<Asking> {
        crate::words::asking::asking(&state.board, &self.card_pool)
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

    fn ways(&self, state: &State, _: &mut Derived, object: ObjectId) -> Vec<Item> {
        let Some(found) = state.board.get(object) else { return Vec::new() };
        let kinds = self.card_pool.card(found.top().card).faces.iter().map(|face| face.definition.kind);
        let is_gear = |kind: CardType| kind == CardType::CrossGear;
        let mut ways: Vec<Item> = match found.zone {
            Zone::Hand(_) => {
                kinds.filter(|kind| kind.is_used()).map(|kind| Item::Act(verb::of(kind), object)).collect()
            }
            Zone::Battle => {
                kinds.filter(|kind| is_gear(*kind)).map(|_| Item::Act(verb::CROSS, object)).collect()
            }
            _ => Vec::new(),
        };
        ways.dedup();
        ways
    }

    fn passages(state: &State, event: &Event) -> Vec<(CardAt, CardAt)> {
        passages(&state.board, event)
    }

    fn top_place(state: &State, object: ObjectId) -> u32 {
        state.board.get(object).map_or(0, |object| object.top_place() as u32)
    }

    fn becomes(state: &State, event: &Event) -> Vec<(ObjectId, ObjectId)> {
        match event {
            Event::Moved { object, top_only, new, .. } => {
                let cards = state.board.get(*object).map_or(1, |pile| pile.pieces.len() as u32);
                let cards = if *top_only { 1 } else { cards };
                (0..cards).map(|place| (*object, ObjectId(new.0 + place))).collect()
            }
            Event::Merged { into, others, .. } => others.iter().map(|other| (*other, *into)).collect(),
            Event::Split(object, parts) => parts.iter().map(|part| (*object, part.0)).collect(),
            _ => Vec::new(),
        }
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::words::telling::tell(&state.board, &self.card_pool, event, viewer)
    }

    const STEPS: &'static [StepName] = &step_names::STEPS;
    const FIRST_STEP: &'static str = "start of turn";
    const SCORE: &'static str = "shields";

    fn turn_step(state: &State) -> TurnStep {
        let turn = &state.board.turn;
        TurnStep { turn: turn.number, active: turn.active, step: step_names::STEPS[turn.step as usize] }
    }

    fn scores(&self, state: &State, _: &mut Derived) -> Vec<i64> {
        let seats = 0..state.board.players.len() as u8;
        seats.map(|seat| state.board.shields(Seat(seat)).count() as i64).collect()
    }

    fn standing(&self, state: &State, derived: &mut Derived) -> Vec<Standing> {
        crate::words::standing::standing(&look(&state.board, &self.card_pool, derived))
    }

    fn interchangeable(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Seat, u8)> {
        crate::state::secrecy::interchangeable(&state.board, viewer, object)
    }

    fn swap_hidden(state: &mut State, object: ObjectId, from: &State, other: ObjectId) {
        if let (Some(own), Some(other)) = (state.board.objects.get_mut(object), from.board.get(other)) {
            own.pieces[0].card = other.top().card;
        }
    }

    fn reseed(state: &mut State, seed: Seed) {
        state.board.rng = Rng::new(seed);
    }

    fn is_detail(event: &Event) -> bool {
        step_names::is_detail(event)
    }

    fn explain(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<Explanation> {
        crate::words::explain::explain(&state.board, &self.card_pool, viewer, object)
    }

    fn reading(&self, state: &State, object: ObjectId) -> Vec<String> {
        let found = state.board.get(object);
        found.map_or_else(Vec::new, |found| self.card_pool.card(found.top().card).reading())
    }
}
