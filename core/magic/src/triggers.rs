//! Triggered abilities (603): noticing events, waiting, and going to the stack.

mod occurrences;

use duelog_kernel::script::Op;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, trigger};

use crate::casting::on_stack;
use crate::definition::{Ability, When, ZoneKind};
use crate::engine::{Flow, Game, Magic};
use crate::eval::{Scope, Sight};
use crate::event::Event;
use crate::rule;
use crate::state::{AbilityRef, Board, Context, Delayed, EventContext, Frame, OnStack, Placing, StackKind, Value, Waiting, Zone};
use crate::targets;
use occurrences::{looks_back, occurrences};

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

    /// Makes events happen together and then notices what they trigger.
    pub fn emit_together(&self, play: &mut Game<'_>, events: Vec<Event>, rule: duelog_kernel::RuleId) {
        if !events.is_empty() {
            events.iter().for_each(|event| play.emit(event.clone(), rule));
            self.notice(play, &events);
        }
    }

    /// Lets abilities trigger on events that have just happened together (603.2).
    pub fn notice(&self, play: &mut Game<'_>, events: &[Event]) {
        self.notice_state(play);
        let (state, derived) = play.parts();
        derived.refresh(&state.board, &self.library);
        let leaves = |event: &Event| matches!(event, Event::Moved { from: Zone::Battlefield, .. });
        let idle = derived.triggers.is_empty() && state.board.delayed.is_empty() && !self.library.triggers_elsewhere();
        if idle && !events.iter().any(leaves) {
            return;
        }
        let listed = derived.triggers.clone();
        let sight = self.sight(play);
        let sources = self.listeners(&sight, &listed, events);
        let chain = sight.board.turn.chain + 1;
        let mut triggered = Vec::new();
        for event in events {
            for source in &sources {
                let Some(Ability::Triggered(ability)) = self.library.ability(source.ability) else { continue };
                if !(if looks_back(&ability.when, event) { source.before } else { source.after }) {
                    continue;
                }
                // 603.10d: whose it was before control changed.
                let before = if matches!(event, Event::ControlLost(..)) { sight.object(source.id) } else { None };
                let controller = before.and_then(|object| object.permanent.held).unwrap_or(source.controller);
                let scope = Scope::of(source.id, controller);
                for context in occurrences(&sight, &ability.when, event, &scope) {
                    if ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &Scope { event: context, ..scope })) {
                        let AbilityRef { card, place } = source.ability;
                        let kind = StackKind::Triggered(source.id, place);
                        triggered.push(Waiting { id: 0, kind, card, controller, event: context, chain, context: None });
                    }
                }
            }
        }
        let delayed = self.delayed_occurrences(&sight, events);
        for waiting in triggered {
            play.emit(Event::Triggered(waiting), rule!("603.2"));
        }
        for (place, waiting) in delayed.into_iter().rev() {
            // 603.7d-e: whose it is and where it comes from; one with a duration stays (603.7b).
            let of_spell = matches!(waiting.kind, StackKind::Delayed(_, code, _) if code.ability.is_none());
            let rule = match place {
                None => rule!("603.7"),
                Some(_) if of_spell => rule!("603.7d"),
                Some(_) => rule!("603.7e"),
            };
            if let Some(place) = place {
                play.emit(Event::DelayedDone(place), rule!("603.7b"));
            }
            play.emit(Event::Triggered(waiting), rule);
        }
    }

    fn listeners(&self, sight: &Sight<'_>, listed: &[(ObjectId, u8)], events: &[Event]) -> Vec<Source> {
        let entered =
            |id: ObjectId| events.iter().any(|event| matches!(event, Event::Moved { new, .. } | Event::TokenMade { new, .. } if *new == id));
        let here = listed.iter().filter_map(|(id, place)| {
            Some(Source { id: *id, ability: sight.ability(*id, *place)?.0, controller: sight.controller(*id)?, before: !entered(*id), after: true })
        });
        let mut sources: Vec<Source> = here.filter(|source| self.functions_in(source.ability, Zone::Battlefield)).collect();
        if self.library.triggers_elsewhere() {
            self.listeners_elsewhere(sight, &mut sources, &entered);
        }
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

    /// Whether a triggered ability works in a zone (112.6).
    fn functions_in(&self, ability: AbilityRef, zone: Zone) -> bool {
        let Some(Ability::Triggered(ability)) = self.library.ability(ability) else { return false };
        match ability.zone {
            ZoneKind::Battlefield => zone == Zone::Battlefield,
            ZoneKind::Graveyard => matches!(zone, Zone::Graveyard(_)),
            ZoneKind::Stack => zone == Zone::Stack,
            ZoneKind::Exile => zone == Zone::Exile,
            // 603.2e: what not all players can see does not trigger.
            ZoneKind::Hand | ZoneKind::Library => false,
        }
    }

    /// Cards in other zones whose abilities work there (112.6).
    fn listeners_elsewhere(&self, sight: &Sight<'_>, sources: &mut Vec<Source>, entered: &dyn Fn(ObjectId) -> bool) {
        for object in sight.board.objects.iter().filter(|object| matches!(object.zone, Zone::Graveyard(_) | Zone::Stack | Zone::Exile)) {
            if object.stack.is_some() && !object.is_spell() {
                continue;
            }
            let Some(characteristics) = sight.characteristics(object.id) else { continue };
            for (_, ability) in characteristics.abilities() {
                if self.functions_in(ability, object.zone) {
                    let controller = sight.controller(object.id).unwrap_or(object.owner);
                    sources.push(Source { id: object.id, ability, controller, before: !entered(object.id), after: true });
                }
            }
        }
    }

    /// The delayed abilities that events trigger, by place where they are then over (603.7b).
    fn delayed_occurrences(&self, sight: &Sight<'_>, events: &[Event]) -> Vec<(Option<u16>, Waiting)> {
        let chain = sight.board.turn.chain + 1;
        let mut found = Vec::new();
        for (place, delayed) in sight.board.delayed.iter().enumerate() {
            let Some(moment) = self.moment(delayed) else { continue };
            let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context) };
            let all = events.iter().flat_map(|event| occurrences(sight, moment, event, &scope));
            for context in all.take(if delayed.this_turn { usize::MAX } else { 1 }) {
                let kind = StackKind::Delayed(delayed.context.source, delayed.code, delayed.at);
                let mut memory = delayed.context.clone();
                // What the ability was set up with is remembered unless the new event has an object of its own (603.7c).
                let remembers = context.object.is_none() && memory.event != EventContext::default();
                memory.event = if remembers { memory.event } else { context };
                found.push((
                    (!delayed.this_turn).then_some(place as u16),
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
        match play.asked(self) {
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
            Some(_) => play.wait(self),
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
        let code = targets::code_of(object, stack);
        let total = self.library.divided(code).map(|amount| {
            let source = targets::source_of(object.id, stack);
            sight.count(amount, &Scope { event: stack.event, ..Scope::of(source, object.controller) })
        });
        let groups = self.library.targets(code);
        match total {
            Some(total) if usize::from(placing.group) >= groups.len() => {
                if stack.shares.is_empty() {
                    targets::division(object, total)
                } else {
                    None
                }
            }
            // 601.2d: each target gets at least one.
            Some(total) if placing.group == 0 => targets::request(sight, object, groups, 0, total),
            _ => targets::request(sight, object, groups, usize::from(placing.group), u32::MAX),
        }
    }

    /// Takes the targets of a triggered ability.
    pub fn answer_placing(&self, play: &mut Game<'_>, mut placing: Placing, choice: &Choice) {
        match choice {
            _ if !placing.moded => {
                self.set_modes(play, placing.object, choice);
                placing.moded = true;
            }
            Choice::Split(shares) => self.add_shares(play, placing.object, shares),
            _ => {
                self.add_targets(play, placing.object, choice);
                placing.group += 1;
            }
        }
        play.emit(Event::Replaced(Frame::Placing(placing)), rule!("603.3d"));
    }

    /// Writes a division among the first target group onto a triggered ability (601.2d).
    fn add_shares(&self, play: &mut Game<'_>, object: ObjectId, shares: &[(Item, u32)]) {
        let Some(mut stack) = play.state().board.get(object).and_then(|object| object.stack.clone()) else { return };
        let share = |target: &Value| shares.iter().find(|share| share.0 == targets::item(*target)).map_or(0, |share| share.1);
        stack.shares = stack.targets.first().into_iter().flatten().map(share).collect();
        play.emit(Event::StackSet(object, stack), rule!("601.2d"));
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
