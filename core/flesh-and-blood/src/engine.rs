//! Flesh and Blood on the kernel: the innermost frame decides the next step.

use duelog_kernel::bounds::Bound;
use duelog_kernel::decision::is_asked_all_the_same;
use duelog_kernel::definition::Card as _;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::standing::Standing;
use duelog_kernel::table::{Flow, Play, Rules, Words};
use duelog_kernel::turn_step::{StepName, TurnStep};
use duelog_kernel::view::{Asking, Explanation, View};
use duelog_kernel::{Choice, Item, ObjectId, Outcome, Request, Rng, RuleId, Seat, Seed, Touched, Viewer};

use crate::language::definition::ZoneKind;
use crate::rule;
use crate::rules::game::look;
pub use crate::rules::game::{Derived, FleshAndBlood, verb};
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::reads::outside;
use crate::state::secrecy::may_identify;
use crate::state::{Awaited, CardId, Ending, EndingKind, Frame, Loss, PickPurpose, State, Zone, apply};
use crate::words::ending::ending;
use crate::words::step_names;

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

    #[inline]
    fn apply(state: &mut State, event: Event, touched: &mut Touched) {
        apply::apply(state, event, touched);
    }

    #[expect(clippy::too_many_lines, reason = "one flat table: what each event makes stale")]
    fn invalidate(derived: &mut Derived, event: &Event) {
        if !goes_on(event) {
            derived.settled = false;
            derived.drift();
        }
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
            | Event::Quickened(_)
            | Event::OrderStands(_)
            | Event::Applied(_)
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
            Event::Recorded(_) => derived.write(outside::HISTORY),
            Event::ChainOpened(_) => derived.write(outside::COMBAT),
            Event::LinkMade(_) | Event::Defends(_) | Event::LinkResolved | Event::ChainClosed => {
                derived.write(outside::COMBAT | outside::HISTORY);
                derived.spoil_combat();
            }
            Event::StepBegan(_) => derived.write(outside::STEP),
            Event::TurnBegan(_) => derived.write(outside::TURN | outside::HISTORY),
            Event::Damaged { .. } | Event::Prevented { .. } | Event::LifeGained(..) | Event::LifeLost(..) => {
                derived.write(outside::LIFE | outside::HISTORY)
            }
            Event::Reordered(..) => derived.write(outside::zones(ZoneKind::Deck)),
            Event::LayerSet(..) => derived.write(outside::LAYERS),
            Event::Moved { object, new, from, to, .. }
                if [from, to].iter().all(|zone| !zone.is_arena() && !matches!(zone, Zone::Stack | Zone::Under(_))) =>
            {
                derived.write(outside::zone(*from) | outside::zone(*to) | outside::HISTORY);
                // It may be the source of a layer (5.2.2a).
                derived.spoil_one(*object);
                derived.spoil_listed(*new);
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
            Event::EffectBegan(_)
            | Event::EffectBound(..)
            | Event::EffectLeft(..)
            | Event::EffectWaits(..)
            | Event::EffectEnded(_)
            | Event::StaticsApplied(_)
            | Event::CountersPut(..)
            | Event::CountersRemoved(..)
            | Event::Tapped(_)
            | Event::Untapped(_) => derived.spoil(),
            _ => derived.spoil_all(),
        }
    }

    fn bulk(event: &Event) -> usize {
        if let Event::Pushed(frame) | Event::Replaced(frame) = event {
            FrameRules::<Self>::bulk(frame)
        } else {
            0
        }
    }

    fn advance(&self, play: &mut Play<'_, Self>) -> Flow {
        if self.something_returns(play) || self.reveals_end(play) {
            return Flow::Go;
        }
        // A frame is cloned so that it can be looked at while events change the board; frames are small.
        match play.state().board.frames.last().cloned() {
            Some(frame) => frame.advance(self, play),
            None => Flow::Ask,
        }
    }

    fn stop_loop(&self, play: &mut Play<'_, Self>) {
        if play.in_one_effect() && self.card_pool.tells_limits() {
            return self.stop_at(play, Bound::Effect);
        }
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Stalemate }), rule!("4.5.4d"));
    }

    fn follows_instructions(state: &State) -> bool {
        state.board.frames.iter().any(|frame| matches!(frame, Frame::Running(_)))
    }

    fn stop_at(&self, play: &mut Play<'_, Self>, bound: Bound) {
        play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Bound(bound) }), rule!("4.5.1"));
    }

    fn ask(&self, state: &State, derived: &mut Derived) -> Option<Request> {
        derived.refresh(&state.board, &self.card_pool);
        duelog_kernel::test_assert!(
            derived.is_true(&state.board, &self.card_pool),
            "what is kept is not what would be worked out"
        );
        let sight = derived.sight(&state.board, &self.card_pool);
        state.board.frames.last()?.ask(self, &sight)
    }

    fn asks_all_the_same(&self, state: &State, derived: &mut Derived, _: &Request) -> bool {
        if !self.card_pool.asks_unseeing() {
            return false;
        }
        match state.board.frames.last() {
            Some(Frame::Picking(picking)) => {
                matches!(picking.purpose, PickPurpose::Defenders(_))
                    || is_asked_all_the_same(picking.max, picking.options.len())
            }
            Some(Frame::Running(running)) if matches!(running.wait, Awaited::MayNot(_)) => true,
            // Whether it leaves a choice as everybody sees it.
            Some(
                frame @ (Frame::Running(_) | Frame::Playing(_) | Frame::Paying { .. } | Frame::EventBatch(_)),
            ) => {
                let sight = look(&state.board, &self.card_pool, derived).unseeing();
                frame.ask(self, &sight).is_some_and(|request| request.forced().is_none())
            }
            Some(_) | None => false,
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
        frame.answer(self, play, choice);
    }

    fn is_playing(state: &State, seat: Seat) -> bool {
        state.board.player(seat).lost.is_none()
    }

    fn concede(&self, play: &mut Play<'_, Self>, seat: Seat) {
        self.lose(play, vec![(seat, Loss::Conceded)]);
    }

    const DRAWS_BY_AGREEMENT: bool = true;

    fn agree_to_draw(&self, play: &mut Play<'_, Self>, seat: Seat) {
        self.agree(play, seat);
    }

    fn may_identify(&self, state: &State, viewer: Viewer, object: ObjectId) -> bool {
        may_identify(&state.board, viewer, object)
    }

    fn located_for(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Option<usize>, u32)> {
        let (place, known) = (Self::place_of(state, object)?, state.board.get(object)?);
        let card = u32::from(known.card.0);
        self.may_identify(state, viewer, object).then_some((place, card))
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
            Event::Shown(ids, _) | Event::Revealed(_, ids) => ids.clone(),
            Event::Showing(id, _) => vec![*id],
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
        let sight = look(&state.board, &self.card_pool, derived);
        let count = sight.properties(object).map_or(0, |properties| properties.abilities.len() as u32);
        (0..count).map(|place| Item::Ability(object, place)).collect()
    }

    fn ways(&self, state: &State, derived: &mut Derived, object: ObjectId) -> Vec<Item> {
        let Some(found) = state.board.get(object) else { return Vec::new() };
        if matches!(found.zone.kind(), Some(ZoneKind::Hand | ZoneKind::Arsenal)) {
            return vec![Item::Act(verb::PLAY, object)];
        }
        let sight = look(&state.board, &self.card_pool, derived);
        self.activated_codes(&sight, found).map(|(place, _)| Item::Ability(object, place)).collect()
    }

    fn becomes(_: &State, event: &Event) -> Vec<(ObjectId, ObjectId)> {
        match event {
            Event::Moved { object, new, .. } | Event::Hidden { object, new, .. } => vec![(*object, *new)],
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

    fn scores(&self, state: &State, derived: &mut Derived) -> Vec<i64> {
        let sight = look(&state.board, &self.card_pool, derived);
        let players = state.board.players.iter();
        players.map(|player| i64::from(sight.life(player.hero).unwrap_or(0))).collect()
    }

    fn standing(&self, state: &State, derived: &mut Derived) -> Vec<Standing> {
        crate::words::standing::standing(&look(&state.board, &self.card_pool, derived))
    }

    fn interchangeable(&self, state: &State, viewer: Viewer, object: ObjectId) -> Option<(Seat, u8)> {
        crate::state::secrecy::interchangeable(&state.board, viewer, object)
    }

    fn swap_hidden(state: &mut State, object: ObjectId, from: &State, other: ObjectId) {
        if let (Some(own), Some(other)) = (state.board.objects.get_mut(object), from.board.get(other)) {
            (own.card, own.front) = (other.card, other.front);
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
        found.map_or_else(Vec::new, |found| self.card_pool.card(found.card).reading())
    }
}
