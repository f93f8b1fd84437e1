//! Magic on the kernel: the innermost frame decides the next step.

use duelog_kernel::bounds::Bound;
use duelog_kernel::decision::is_asked_all_the_same;
use duelog_kernel::definition::Card as _;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::standing::Standing;
use duelog_kernel::table::{Play, Rules, Words};
use duelog_kernel::turn_step::{StepName, TurnStep};
use duelog_kernel::view::{Asking, Explanation, View};
use duelog_kernel::{
    Ask, Choice, Item, ObjectId, Outcome, Request, Rng, RuleId, Seat, Seed, Touched, Viewer,
};

use crate::language::mana::SYMBOLS;
use crate::language::types::CardType;
use crate::rules::derived::{Derived, look};
use crate::rules::game::{Flow, Magic, verb};
use crate::rules::loops;
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::secrecy::may_identify;
use crate::state::{
    Awaited, Board, CardId, CastingStage, Ending, EndingKind, Frame, Opening, State, Zone, apply,
};
use crate::words::step_names;
use crate::{cite, rule};

impl Magic {
    /// What is asked, of the player whose decision it is.
    fn asked(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        let frame = state.board.frames.last()?;
        // What a player can do with priority is kept from one question to the next.
        let request = match frame {
            Frame::Priority => self.ask_priority(&state.board, derived),
            _ => frame.ask(self, &look(&state.board, &self.card_pool, derived)),
        }?;
        Some(who_decides(&state.board, &request).unwrap_or(request))
    }

    /// Whose decision a request is about: that of the player who answers, or who is controlled (715.5).
    fn asked_of(&self, state: &State, derived: &mut Derived, request: &Request) -> Seat {
        if state.board.decides_for_others(request.seat) {
            self.asked(state, derived).map_or(request.seat, |asked| asked.seat)
        } else {
            request.seat
        }
    }
}

/// Where an object asks a player who has left the game, its controller is asked first who decides instead (800.4f).
fn who_decides(board: &Board, request: &Request) -> Option<Request> {
    if !board.has_left(request.seat) || request.forced().is_some() {
        return None;
    }
    let running = board.asks_by()?;
    if running.deputies.iter().any(|deputy| deputy.0 == request.seat) {
        return None;
    }
    let controller = running.context.controller;
    let options = board.deputies_for(request.seat, controller).into_iter().map(Item::Seat).collect();
    Some(Request {
        seat: controller,
        prompt: Prompt::Depute.into(),
        rule: rule!("800.4f"),
        subject: Some(running.context.source),
        ask: Ask::one_of(options),
    })
}

/// Whether a frame asks something to which cards of a hand could allow an answer.
fn depends_on_hands(frame: &Frame) -> bool {
    match frame {
        Frame::Casting(casting) => matches!(
            casting.stage,
            CastingStage::Modes
                | CastingStage::Cost
                | CastingStage::Besides(_)
                | CastingStage::Either
                | CastingStage::X
                | CastingStage::Splice
        ),
        Frame::Running(running) => matches!(running.wait, Awaited::Pay(_) | Awaited::May(_)),
        _ => false,
    }
}

impl Rules for Magic {
    const GAME: &'static str = "magic";
    const WORDS: Words = Words { verbs: &verb::NAMES, symbols: &SYMBOLS };
    type State = State;
    type Event = Event;
    type Derived = Derived;

    #[inline]
    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        apply::apply(state, &event, touched);
    }

    fn invalidate(derived: &mut Derived, event: &Event) {
        derived.invalidate(event);
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event {
            FrameRules::<Self>::bulk(frame)
        } else {
            0
        }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        if play.state().board.ending.is_some() {
            play.emit(Event::SubgameEnded, rule!("719.5"));
            return Flow::Go;
        }
        if self.see_off(play) {
            return Flow::Go;
        }
        if self.settle_copies(play) || self.show_tops(play) || self.show_hands(play) || self.end_showing(play)
        {
            return Flow::Go;
        }
        if self.ascend(play) || self.part_pairs(play) {
            return Flow::Go;
        }
        if self.card_pool.triggers_for_mana() && self.resolve_mana_trigger(play) {
            return Flow::Go;
        }
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        let Some(frame) = play.state().board.frames.last().cloned() else { return Flow::Ask };
        let flow = frame.advance(self, play);
        if flow == Flow::Ask {
            self.close_loop(play);
        }
        flow
    }

    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        if play.in_one_effect() && self.card_pool.tells_limits() {
            return self.stop_at(play, Bound::Effect);
        }
        self.end_by_loop(play, rule!("104.4b"));
    }

    fn follows_instructions(state: &State) -> bool {
        state.board.frames.iter().any(|frame| matches!(frame, Frame::Running(_)))
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("104.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        let mut request = self.without_loops(state, self.asked(state, derived)?);
        let decider = state.board.decider(request.seat);
        if decider != request.seat {
            cite!("715.5", "715.5a");
            request.seat = decider;
        } else if state.board.turn.control.is_some() {
            cite!("715.8", "715.9");
        }
        Some(request)
    }

    fn asks_all_the_same(&self, state: &State, derived: &mut Derived, request: &Request) -> bool {
        if !self.card_pool.asks_unseeing() {
            return false;
        }
        match state.board.frames.last() {
            Some(Frame::Picking(picking)) => is_asked_all_the_same(picking.max, picking.options.len()),
            Some(Frame::Opening(Opening::Hand(..))) => true,
            Some(_) if Prompt::of(request) == Some(Prompt::PayMana) => {
                let hidden = |id: &ObjectId| !may_identify(&state.board, Viewer::Public, *id);
                self.card_pool.gives_mana_from_hands()
                    && state.board.zone(Zone::Hand(request.seat)).iter().any(hidden)
            }
            // Whether it leaves a choice as everybody sees it.
            Some(frame) if depends_on_hands(frame) => {
                let sight = look(&state.board, &self.card_pool, derived).unseeing();
                frame.ask(self, &sight).is_some_and(|request| request.forced().is_none())
            }
            Some(_) | None => false,
        }
    }

    fn recycle(derived: &mut Derived, request: Request) {
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
        let deputes = play.state().board.is_multiplayer()
            && play.asked(self).is_some_and(|request| Prompt::of(request) == Some(Prompt::Depute));
        if let (true, Choice::Pick(items)) = (deputes, choice) {
            let left = {
                let (state, derived) = play.split();
                frame.ask(self, &look(&state.board, &self.card_pool, derived)).map(|request| request.seat)
            };
            if let (Some(left), Some(Item::Seat(by))) = (left, items.first()) {
                play.emit(Event::Deputed(left, *by), rule!("800.4f"));
            }
            return;
        }
        frame.answer(self, play, choice);
    }

    fn is_playing(state: &State, seat: Seat) -> bool {
        !state.board.has_left(seat)
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        // Whoever makes the other decisions: this is said by the player alone.
        cite!("715.6");
        self.lose_by_conceding(play, seat);
    }

    fn may_identify(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        crate::state::secrecy::may_identify(&state.board, viewer, object)
    }

    fn located_for(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Option<usize>, u32)> {
        let board = &state.board;
        let (place, known) = (Self::place_of(state, object)?, board.get(object)?);
        let looks = || board.may_look(viewer, object);
        // A face-down object looks to everybody as it lies, except to those who may look at it.
        let card =
            if known.down.is_some() && !looks() { self.card_pool.card_of(board, known) } else { known.card };
        self.may_identify(state, viewer, object).then_some((place, u32::from(card.0)))
    }

    fn place_of(state: &State, object: ObjectId) -> Option<Option<usize>> {
        let zone = state.board.get(object)?.zone;
        (zone != Zone::Gone).then(|| zone.index())
    }

    fn card_name(&self, card: u32) -> &str {
        self.card_pool.name(CardId(card as u16))
    }

    fn zone_name(place: usize) -> (&'static str, Option<Seat>) {
        let zone = Zone::at(place);
        (zone.name(), zone.seat())
    }

    fn shows(event: &Event) -> Vec<ObjectId> {
        match event {
            Event::Shown(ids, _) | Event::ShownFor(ids, _) | Event::HandShown(_, ids) => ids.clone(),
            Event::TopShown(_, Some((id, _))) | Event::DrawRevealed(id, _) => vec![*id],
            _ => Vec::new(),
        }
    }

    fn hidden_label(&self, _: &State, object: ObjectId) -> String {
        format!("card {object}")
    }

    fn refuse(
        &self,
        state: &State,
        derived: &mut Derived,
        request: &Request,
        item: &Item,
    ) -> (String, RuleId) {
        let seat = self.asked_of(state, derived, request);
        let sight = look(&state.board, &self.card_pool, derived);
        let (why, rule) = match self.why_barred(state, item) {
            Some(reason) => reason,
            None if seat == request.seat => self.why_not(&sight, request, item),
            None => self.why_not(&sight, &Request { seat, ..request.clone() }, item),
        };
        (why.into_owned(), rule)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        // A subgame that has ended ends no match, unless it has grown too large.
        let own = |ending: &Ending| state.outer.is_empty() || matches!(ending.why, EndingKind::Bound(_));
        state.board.ending.as_ref().is_some_and(own).then(|| self.ending(&state.board)).flatten()
    }

    fn view(&self, state: &State, derived: &mut Derived, viewer: Viewer) -> View {
        crate::words::view::view(&look(&state.board, &self.card_pool, derived), viewer)
    }

    fn question(&self, state: &State, viewer: Viewer, request: &Request) -> String {
        let question = crate::words::narrate::question(&state.board, &self.card_pool, viewer, request);
        match self.asked_of(state, &mut Derived::default(), request) {
            seat if seat == request.seat => question,
            seat => format!("For {seat}: {question}"),
        }
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
        self.places(&look(&state.board, &self.card_pool, derived), object)
            .into_iter()
            .map(|place| Item::Ability(object, place.number()))
            .collect()
    }

    fn ways(&self, state: &State, derived: &mut Derived, object: ObjectId) -> Vec<Item> {
        let Some(found) = state.board.get(object) else { return Vec::new() };
        let sight = look(&state.board, &self.card_pool, derived);
        let act = |verb: u8| Item::Act(verb, object);
        match found.zone {
            Zone::Hand(_) if sight.has_type(object, CardType::Land) => vec![act(verb::PLAY)],
            Zone::Hand(_) if !self.card_pool.halves(found.card).is_empty() => {
                [verb::LEFT, verb::RIGHT].map(act).into()
            }
            Zone::Hand(_) => vec![act(verb::CAST)],
            Zone::Command if state.board.is_commander(object) => vec![act(verb::CAST)],
            Zone::Command if found.down.is_some() => vec![act(verb::UP)],
            Zone::Battlefield => {
                let up = found.down.map(|down| if down.manifested { verb::UNMANIFEST } else { verb::UP });
                let activated = self.activated_places(&sight, object);
                let abilities = activated.into_iter().map(|place| Item::Ability(object, place.number()));
                up.map(act).into_iter().chain(abilities).collect()
            }
            _ => Vec::new(),
        }
    }

    fn becomes(_: &State, event: &Event) -> Vec<(ObjectId, ObjectId)> {
        match event {
            Event::Moved { object, new, also, .. } => {
                [Some(*new), *also].into_iter().flatten().map(|new| (*object, new)).collect()
            }
            Event::Renewed(object, new) => vec![(*object, *new)],
            _ => Vec::new(),
        }
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<(String, bool)> {
        crate::words::narrate::tell(&state.board, &self.card_pool, event, viewer)
    }

    const STEPS: &'static [StepName] = &step_names::STEPS;
    const SCORE: &'static str = "life";

    fn turn_step(state: &State) -> TurnStep {
        let turn = &state.board.turn;
        TurnStep { turn: turn.number, active: turn.active, step: step_names::STEPS[turn.step as usize] }
    }

    fn scores(&self, state: &State, _: &mut Derived) -> Vec<i64> {
        state.board.players.iter().map(|player| i64::from(player.life)).collect()
    }

    fn left(&self, state: &State) -> Vec<Seat> {
        state.board.seats().into_iter().filter(|seat| state.board.has_left(*seat)).collect()
    }

    fn standing(&self, state: &State, derived: &mut Derived) -> Vec<Standing> {
        crate::words::standing::standing(&look(&state.board, &self.card_pool, derived))
    }

    fn interchangeable(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Seat, u8)> {
        crate::state::secrecy::interchangeable(&state.board, viewer, object)
    }

    fn swap_hidden(state: &mut State, object: ObjectId, from: &State, other: ObjectId) {
        if let (Some(own), Some(other)) = (state.board.objects.get_mut(object), from.board.get(other)) {
            own.card = other.card;
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
        let Some(found) = state.board.get(object) else { return Vec::new() };
        let shown = found.down.map_or(found.card, |down| down.shows);
        self.card_pool.card(shown).reading()
    }
}
