//! Triggered abilities (603): noticing events, waiting, and going to the stack.

use duelog_kernel::script::Op;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, trigger};

use crate::casting::on_stack;
use crate::definition::{Ability, Ref, When};
use crate::engine::{Flow, Game, Magic};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::replacement::receives;
use crate::rule;
use crate::state::{AbilityRef, Board, Context, Delayed, EventContext, Frame, OnStack, Placing, StackKind, Step, Value, Waiting, Why, Zone};
use crate::targets;

/// Where a triggered ability that may trigger is.
struct Source {
    id: ObjectId,
    ability: AbilityRef,
    controller: Seat,
    /// Whether it was on the battlefield before the events: only such abilities look back (603.10a).
    before: bool,
    /// Whether it still is.
    after: bool,
}

impl Magic {
    /// Makes one event happen and notices what it triggers.
    pub fn emit(&self, play: &mut Game<'_>, event: Event, rule: duelog_kernel::RuleId) {
        play.emit(event.clone(), rule);
        self.notice(play, std::slice::from_ref(&event));
    }

    /// Lets abilities trigger on events that have just happened together (603.2).
    pub fn notice(&self, play: &mut Game<'_>, events: &[Event]) {
        self.notice_state(play);
        let (state, derived) = play.parts();
        derived.refresh(&state.board, &self.library);
        let leaves = |event: &Event| matches!(event, Event::Moved { from: Zone::Battlefield, .. });
        if derived.triggers.is_empty() && state.board.delayed.is_empty() && !events.iter().any(leaves) {
            return;
        }
        let listed = derived.triggers.clone();
        let sight = self.sight(play);
        let sources = self.listeners(&sight, &listed, events);
        let chain = sight.board.turn.chain + 1;
        let mut triggered = Vec::new();
        for event in events {
            for source in &sources {
                if !(if leaves(event) { source.before } else { source.after }) {
                    continue;
                }
                let Some(Ability::Triggered(ability)) = self.library.ability(source.ability) else { continue };
                let scope = Scope::of(source.id, source.controller);
                for context in occurrences(&sight, &ability.when, event, &scope) {
                    if ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &Scope { event: context, ..scope })) {
                        let AbilityRef { card, place } = source.ability;
                        let kind = StackKind::Triggered(source.id, place);
                        triggered.push(Waiting { id: 0, kind, card, controller: source.controller, event: context, chain, context: None });
                    }
                }
            }
        }
        let delayed = self.delayed_occurrences(&sight, events);
        for waiting in triggered {
            play.emit(Event::Triggered(waiting), rule!("603.2"));
        }
        for (place, waiting) in delayed.into_iter().rev() {
            play.emit(Event::DelayedDone(place), rule!("603.7b"));
            play.emit(Event::Triggered(waiting), rule!("603.7"));
        }
    }

    fn listeners(&self, sight: &Sight<'_>, listed: &[(ObjectId, u8)], events: &[Event]) -> Vec<Source> {
        let entered =
            |id: ObjectId| events.iter().any(|event| matches!(event, Event::Moved { new, .. } | Event::TokenMade { new, .. } if *new == id));
        let here = listed.iter().filter_map(|(id, place)| {
            Some(Source { id: *id, ability: sight.ability(*id, *place)?.0, controller: sight.controller(*id)?, before: !entered(*id), after: true })
        });
        let mut sources: Vec<Source> = here.collect();
        for event in events {
            let Event::Moved { object, from: Zone::Battlefield, last: Some(last), .. } = event else { continue };
            let Some(gone) = sight.object(*object) else { continue };
            for (_, ability) in last.abilities() {
                if matches!(self.library.ability(ability), Some(Ability::Triggered(_))) {
                    let controller = last.controller.unwrap_or(gone.controller);
                    sources.push(Source { id: *object, ability, controller, before: true, after: false });
                }
            }
        }
        sources
    }

    fn delayed_occurrences(&self, sight: &Sight<'_>, events: &[Event]) -> Vec<(u16, Waiting)> {
        let chain = sight.board.turn.chain + 1;
        let mut found = Vec::new();
        for (place, delayed) in sight.board.delayed.iter().enumerate() {
            let Some(moment) = self.moment(delayed) else { continue };
            let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context) };
            if let Some(context) = events.iter().find_map(|event| occurrences(sight, moment, event, &scope).into_iter().next()) {
                let kind = StackKind::Delayed(delayed.context.source, delayed.code, delayed.at);
                let mut memory = delayed.context.clone();
                memory.event = if context == EventContext::default() { memory.event } else { context };
                found.push((
                    place as u16,
                    Waiting {
                        id: 0,
                        kind,
                        card: delayed.code.card,
                        controller: memory.controller,
                        event: memory.event,
                        chain,
                        context: Some((memory, delayed.it)),
                    },
                ));
            }
        }
        found
    }

    fn moment(&self, delayed: &Delayed) -> Option<&When> {
        match self.library.code(delayed.code)?.0.get(usize::from(delayed.at.checked_sub(1)?))? {
            Op::Delayed(moment, _) => Some(moment),
            _ => None,
        }
    }

    /// State triggers (603.8): those whose condition holds and that neither wait nor stand on the stack.
    pub fn notice_state(&self, play: &mut Game<'_>) {
        let (state, derived) = play.parts();
        derived.refresh(&state.board, &self.library);
        if derived.states.is_empty() {
            return;
        }
        let listed = derived.states.clone();
        let sight = self.sight(play);
        let chain = sight.board.turn.chain + 1;
        let mut triggered = Vec::new();
        for (id, place) in listed {
            let Some(controller) = sight.controller(id) else { continue };
            let Some((AbilityRef { card, place }, Ability::Triggered(ability))) = sight.ability(id, place) else { continue };
            let When::State(condition) = &ability.when else { continue };
            let kind = StackKind::Triggered(id, place);
            let pending = sight.board.waiting.iter().any(|waiting| waiting.kind == kind && waiting.card == card)
                || sight
                    .board
                    .zone(Zone::Stack)
                    .iter()
                    .any(|on| sight.object(*on).is_some_and(|on| on.card == card && on.stack.as_ref().is_some_and(|stack| stack.kind == kind)));
            if !pending && sight.holds(condition, &Scope::of(id, controller)) {
                triggered.push(Waiting { id: 0, kind, card, controller, event: EventContext::default(), chain, context: None });
            }
        }
        triggered.into_iter().for_each(|waiting| play.emit(Event::Triggered(waiting), rule!("603.8")));
    }

    /// The next waiting ability to go to the stack, by 603.3b.
    pub fn next_waiting(&self, play: &Game<'_>) -> trigger::Next {
        let board = &play.state().board;
        let waiting: Vec<(u8, Seat)> = board.waiting.iter().map(|waiting| (0, waiting.controller)).collect();
        trigger::next(&waiting, &board.apnap())
    }

    /// Asks a player which of several abilities goes to the stack next (603.3b).
    pub fn ask_order(&self, board: &Board, seat: Seat, places: &[usize]) -> Request {
        let options = places.iter().map(|place| Item::Number(board.waiting[*place].id)).collect();
        Request { seat, prompt: "order-triggers", rule: rule!("603.3b"), subject: None, ask: Ask::one_of(options) }
    }

    /// Puts the waiting ability of this id on the stack (603.3b).
    pub fn place_waiting(&self, play: &mut Game<'_>, id: u32) {
        if let Some(place) = play.state().board.waiting.iter().position(|waiting| waiting.id == id) {
            self.place_trigger(play, place);
        }
    }

    /// Puts the waiting ability at `place` on the stack (603.3).
    pub fn place_trigger(&self, play: &mut Game<'_>, place: usize) {
        let Some(waiting) = play.state().board.waiting.get(place).cloned() else { return };
        let new = play.state().board.next_id();
        let (context, it) = waiting.context.map_or((None, None), |(context, it)| (Some(context), it));
        let stack = OnStack { event: waiting.event, it, chain: waiting.chain, ..on_stack(waiting.kind) };
        let stack = Box::new(match context {
            Some(Context { targets, modes, x, shares, .. }) => OnStack { targets, modes, x, shares, ..stack },
            None => stack,
        });
        play.emit(Event::WaitingDone(place as u16), rule!("603.3"));
        play.emit(Event::AbilityMade { card: waiting.card, controller: waiting.controller, new, stack }, rule!("603.3"));
        self.push(play, Frame::Placing(Placing { object: new, moded: false, group: 0 }), rule!("603.3d"));
    }

    /// Goes on with a triggered ability that needs its targets (603.3d).
    pub fn advance_placing(&self, play: &mut Game<'_>, placing: &Placing) -> Flow {
        match self.asked(play) {
            None if !placing.moded => {
                play.emit(Event::Replaced(Frame::Placing(Placing { moded: true, ..placing.clone() })), rule!("603.3c"));
                Flow::Go
            }
            None => {
                self.pop(play, rule!("603.3d"));
                self.notice_targets(play, placing.object);
                Flow::Go
            }
            Some(request) if matches!(&request.ask, Ask::Pick { options, min, .. } if (options.len() as u32) < *min) => {
                play.emit(Event::Ceased(placing.object, None), rule!("603.3d"));
                self.pop(play, rule!("603.3d"));
                Flow::Go
            }
            Some(_) => self.wait(play),
        }
    }

    /// Asks for the targets of a triggered ability.
    pub fn ask_placing(&self, sight: &Sight<'_>, placing: &Placing) -> Option<Request> {
        let object = sight.object(placing.object)?;
        let stack = object.stack.as_ref()?;
        if matches!(stack.kind, StackKind::Delayed(..)) {
            return None;
        }
        if !placing.moded {
            return self.ask_modes(sight, object, stack);
        }
        targets::request(sight, object, self.library.targets(targets::code_of(object, stack)), usize::from(placing.group), u32::MAX)
    }

    /// Takes the targets of a triggered ability.
    pub fn answer_placing(&self, play: &mut Game<'_>, mut placing: Placing, choice: &Choice) {
        if placing.moded {
            self.add_targets(play, placing.object, choice);
            placing.group += 1;
        } else {
            self.set_modes(play, placing.object, choice);
            placing.moded = true;
        }
        play.emit(Event::Replaced(Frame::Placing(placing)), rule!("603.3d"));
    }

    /// Writes a group of chosen targets onto a spell or ability.
    pub fn add_targets(&self, play: &mut Game<'_>, object: ObjectId, choice: &Choice) {
        let Some(stack) = play.state().board.get(object).and_then(|object| object.stack.clone()) else { return };
        let mut stack = stack;
        let chosen = match choice {
            Choice::Pick(items) => items.iter().filter_map(|item| targets::value(*item)).collect(),
            Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => Vec::new(),
        };
        stack.targets.push(chosen);
        play.emit(Event::StackSet(object, stack), rule!("601.2c"));
    }

    /// Lets abilities trigger on what has become a target (603.2d).
    pub fn notice_targets(&self, play: &mut Game<'_>, object: ObjectId) {
        let chosen: Vec<ObjectId> = play.state().board.get(object).and_then(|object| object.stack.as_ref()).map_or(Vec::new(), |stack| {
            stack.targets.iter().flatten().filter_map(|value| if let Value::Object(id) = value { Some(*id) } else { None }).collect()
        });
        for target in chosen {
            self.emit(play, Event::BecameTarget(target, object), rule!("601.2c"));
        }
    }
}

fn of_object(object: ObjectId) -> EventContext {
    EventContext { object: Some(object), ..EventContext::default() }
}

fn of_player(player: Seat, amount: u32) -> EventContext {
    EventContext { player: Some(player), amount, ..EventContext::default() }
}

/// How often, and with what, an event is the one that a triggered ability waits for (603.2c).
fn occurrences(sight: &Sight<'_>, when: &When, event: &Event, scope: &Scope<'_>) -> Vec<EventContext> {
    let seat_is = |who: &Ref, seat: Seat| sight.seat(who, scope) == Some(seat);
    let one = |holds: bool, context: EventContext| if holds { vec![context] } else { Vec::new() };
    let step = |wanted: Step| matches!(event, Event::StepBegan(step) if *step == wanted);
    let active = sight.board.turn.active;
    match (when, event) {
        (When::Enters(filter), Event::Moved { to: Zone::Battlefield, new, .. } | Event::TokenMade { new, .. }) => {
            one(sight.matches(filter, *new, scope), EventContext { player: sight.controller(*new), ..of_object(*new) })
        }
        (When::Leaves(filter), Event::Moved { from: Zone::Battlefield, object, .. }) => {
            one(sight.matches(filter, *object, scope), EventContext { player: sight.controller(*object), ..of_object(*object) })
        }
        (When::Dies(filter), Event::Moved { from: Zone::Battlefield, to: Zone::Graveyard(_), object, .. }) => {
            one(sight.matches(filter, *object, scope), EventContext { player: sight.controller(*object), ..of_object(*object) })
        }
        (When::Attacks(filter), Event::AttackersDeclared(attacks)) => attacks
            .iter()
            .filter(|attack| sight.matches(filter, attack.attacker, scope))
            .map(|attack| match attack.defender {
                Value::Seat(seat) => EventContext { player: Some(seat), ..of_object(attack.attacker) },
                Value::Object(other) => EventContext { other: Some(other), ..of_object(attack.attacker) },
                Value::Number(_) => of_object(attack.attacker),
            })
            .collect(),
        (When::Blocks(filter), Event::BlockersDeclared(blocks)) => blocks
            .iter()
            .filter(|block| sight.matches(filter, block.0, scope))
            .map(|block| EventContext { other: block.1.first().copied(), ..of_object(block.0) })
            .collect(),
        (When::BecomesBlocked(filter), Event::BlockersDeclared(_)) => sight
            .board
            .combat
            .attacks
            .iter()
            .filter(|attack| attack.blocked && sight.matches(filter, attack.attacker, scope))
            .map(|attack| EventContext { other: attack.blockers.first().copied(), ..of_object(attack.attacker) })
            .collect(),
        (When::DealsDamage { source, to, combat }, Event::Damaged { source: dealer, to: hit, amount, combat: in_combat, .. }) => {
            let holds = (!combat || *in_combat) && sight.matches(source, *dealer, scope) && receives(sight, to, *hit, scope);
            let (other, player) = match hit {
                Value::Object(id) => (Some(*id), None),
                Value::Seat(seat) => (None, Some(*seat)),
                Value::Number(_) => (None, None),
            };
            one(holds, EventContext { object: Some(*dealer), other, player, amount: *amount })
        }
        (When::Upkeep(who), _) => one(step(Step::Upkeep) && seat_is(who, active), of_player(active, 0)),
        (When::DrawStep(who), _) => one(step(Step::Draw) && seat_is(who, active), of_player(active, 0)),
        (When::EndStep(who), _) => one(step(Step::End) && seat_is(who, active), of_player(active, 0)),
        (When::NextEndStep, _) => one(step(Step::End), of_player(active, 0)),
        (When::AnyUpkeep, _) => one(step(Step::Upkeep), of_player(active, 0)),
        (When::EndOfCombat, _) => one(step(Step::EndCombat), of_player(active, 0)),
        (When::Casts(who, filter), Event::SpellCast(seat, spell)) => {
            one(seat_is(who, *seat) && sight.matches(filter, *spell, scope), EventContext { player: Some(*seat), ..of_object(*spell) })
        }
        (When::AnyoneCasts(filter), Event::SpellCast(seat, spell)) => {
            one(sight.matches(filter, *spell, scope), EventContext { player: Some(*seat), ..of_object(*spell) })
        }
        (When::GainsLife(who), Event::LifeGained(seat, amount)) => one(seat_is(who, *seat), of_player(*seat, *amount)),
        (When::Draws(who), Event::Moved { why: Why::Drawn, to: Zone::Hand(seat), .. }) => one(seat_is(who, *seat), of_player(*seat, 1)),
        (When::Targeted(filter), Event::BecameTarget(target, by)) => {
            one(sight.matches(filter, *target, scope), EventContext { other: Some(*by), ..of_object(*target) })
        }
        (When::Prevented(who), Event::DamagePrevented { source, to: Value::Seat(seat), amount }) => {
            one(seat_is(who, *seat), EventContext { player: Some(*seat), amount: *amount, ..of_object(*source) })
        }
        (When::Taps(filter), Event::Tapped(id)) => one(sight.matches(filter, *id, scope), of_object(*id)),
        _ => Vec::new(),
    }
}
