//! Triggered effects (6.6): noticing events and states, waiting, and going to the stack.

use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::Op;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat, trigger};

use crate::language::definition::{Condition, Deed, Filter, Occasion, Ref, When, Where, ZoneKind};
use crate::language::keywords::Keyword;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::hearing::could_hear;
use crate::rules::prompt::Prompt;
use crate::rules::recording::record;
use crate::rules::restrictions::permits;
use crate::rules::targets;
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{
    CodeRef, Context, Delayed, EventContext, Frame, Kind, Layer, LayerKind, MoveReason, Object, Occurrence,
    PastEvent, Placing, Step, Waiting, Zone, blank_layer, code_of,
};
use crate::{cite, rule};

impl FleshAndBlood {
    /// Makes one event happen and notices what it triggers.
    pub fn emit(&self, play: &mut Game<'_>, event: Event, rule: RuleId) {
        let since = play.state().board.history.len();
        play.emit(event, rule);
        self.notice(play, since);
    }

    /// Lets effects trigger on what has happened since the history was so long (6.6.5).
    pub fn notice(&self, play: &mut Game<'_>, since: usize) {
        if play.state().board.history.len() <= since {
            return;
        }
        self.looks_end(play);
        let (state, derived) = play.split();
        let (sight, listed) = derived.listen(&state.board, &self.card_pool);
        cite!("6.6.5a");
        let news = &state.board.history[since..];
        let chain = sight.board.turn.chain + 1;
        let mut triggered: Vec<Waiting> = Vec::new();
        let mut barred = Vec::new();
        for (past, at) in news.iter().zip(since..) {
            let happened = &past.what;
            // What ceased to exist in the event still notices it.
            cite!("5.4.6a");
            let gone = match happened {
                Occurrence::Moved { object, from, .. }
                    if sight.object(*object).is_some_and(|object| !object.exists()) =>
                {
                    Some((*object, *from))
                }
                _ => None,
            };
            let left: Vec<(ObjectId, CodeRef)> = gone
                .into_iter()
                .flat_map(|(id, from)| self.abilities_left(&sight, id, from))
                .filter(|entry| !listed.contains(entry))
                .collect();
            for (id, code) in listed.iter().copied().chain(left) {
                triggered.extend(self.hears(&sight, id, code, at, chain, &triggered));
                if triggered.len() > barred.len() {
                    // 6.6.5f: that an effect prevents it from triggering does not keep it from being counted.
                    barred.resize(triggered.len(), is_muted(&sight, id, happened));
                }
            }
        }
        let delayed = self.delayed_occurrences(&sight, news);
        let returning = self.returning_now(&sight, news);
        let mut completed = Vec::new();
        for (waiting, barred) in triggered.into_iter().zip(barred) {
            if let LayerKind::Triggered(source, code) = waiting.kind
                && self.card_pool.triggered(code).is_some_and(|ability| ability.contract)
            {
                // As often as it is done.
                cite!("8.4.7", "8.5.39", "8.5.39b");
                completed.push(Occurrence::Completed(waiting.controller, source));
            }
            if let LayerKind::Triggered(source, code) = waiting.kind
                && self.card_pool.triggered(code).is_some_and(|ability| ability.limit.is_some())
            {
                play.emit(Event::Used(source, code), if barred { rule!("6.6.5f") } else { rule!("6.6.1a") });
            }
            if !barred {
                trigger_effect(self, play, waiting, rule!("6.6.5"));
            }
        }
        returning.into_iter().for_each(|place| play.emit(Event::ReturnDue(place), rule!("8.5.1c")));
        for (place, waiting) in delayed.into_iter().rev() {
            place.into_iter().for_each(|place| play.emit(Event::DelayedDone(place), rule!("6.6.3")));
            trigger_effect(self, play, waiting, rule!("6.6.3"));
        }
        completed
            .into_iter()
            .for_each(|contract| self.emit(play, Event::Recorded(contract), rule!("8.5.39a")));
    }

    /// The triggered abilities with which an object that left a zone can still notice that it left: those
    /// that were functional there, and those that speak of where the object goes.
    fn abilities_left(&self, sight: &Sight<'_>, id: ObjectId, from: Zone) -> Vec<(ObjectId, CodeRef)> {
        let Some(object) = sight.object(id).filter(|object| object.is_source()) else { return Vec::new() };
        let Some(last) = &object.last else { return Vec::new() };
        let before = Object { zone: from, ..object.clone() };
        cite!("1.7.4i");
        let hears = |code: &CodeRef| {
            self.card_pool.triggered(*code).is_some_and(|ability| {
                moves_itself(&ability.when) || sight.functional(&before, ability.from, false)
            })
        };
        last.abilities.iter().copied().filter(hears).map(|code| (id, code)).collect()
    }

    /// 6.6.2: an inline-triggered effect triggers as it is generated or not at all (6.6.2a).
    pub fn trigger_inline(
        &self,
        play: &mut Game<'_>,
        running: &crate::state::Running,
        at: u16,
        condition: &Condition,
    ) {
        let context = &running.context;
        let about = running.last.first().and_then(|value| value.object());
        let event =
            EventContext { object: about.or(context.event.object), amount: running.amount, ..context.event };
        let it = running.cursor.it().copied();
        let sight = self.sight(play);
        let scope = Scope {
            it,
            event,
            amount: running.amount,
            last: &running.last,
            ..Scope::context(context, running.code.card)
        };
        cite!("6.6.5a");
        if !sight.holds(condition, &scope) {
            return;
        }
        let waiting = Waiting {
            id: 0,
            kind: LayerKind::Delayed(context.source, running.code, at),
            card: running.code.card,
            controller: context.controller,
            event,
            hidden: false,
            chain: sight.board.turn.chain + 1,
            context: Some((Context { worked: (running.began, sight.board.clock), ..context.clone() }, it)),
        };
        trigger_effect(self, play, waiting, rule!("6.6.2"));
    }

    /// What an ability makes of the event at this place of the history: the triggered-layers that it creates.
    fn hears(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        code: CodeRef,
        at: usize,
        chain: u32,
        others: &[Waiting],
    ) -> Vec<Waiting> {
        cite!("6.6.1");
        let (Some(object), Some(ability)) = (sight.object(id), self.card_pool.triggered(code)) else {
            return Vec::new();
        };
        // What triggers a number of times each turn triggers in turns only.
        cite!("4.1.8b");
        let no_turn = sight.board.turn.number == 0 && (ability.limit.is_some() || ability.ordinal.is_some());
        if no_turn || !could_hear(&ability.when, &sight.board.history[at].what) {
            return Vec::new();
        }
        cite!("1.7.1b");
        let Some(controller) = sight.holder(id) else { return Vec::new() };
        let scope = Scope::of(id, controller, code.card);
        cite!("6.6.5b");
        let contexts = heard(sight, &ability.when, at, &scope);
        if contexts.is_empty() {
            return Vec::new();
        }
        let about_itself = |when: &When| {
            matches!(when, When::Happens(Deed::Defend | Deed::DefendAlone, _) | When::DefendsTogether(..))
        };
        let about_itself = |when: &When| match when {
            When::Any(all) if self.card_pool.hears_either() => all.iter().any(about_itself),
            when => about_itself(when),
        };
        cite!("5.4.6", "6.6.4");
        cite!("1.7.4i");
        let here = !object.exists() || sight.functional(object, ability.from, about_itself(&ability.when));
        if !here {
            return Vec::new();
        }
        let kind = LayerKind::Triggered(id, code);
        cite!("8.3.18");
        // 5.4.7b: what a private source would do is its owner's to tell.
        let hidden = object.exists() && !object.public;
        let mut found = Vec::new();
        cite!("6.6.1c");
        for (place, context) in contexts.into_iter().enumerate() {
            let scope = Scope { event: context, ..scope };
            cite!("6.6.5e");
            let limited = ability.limit.is_some_and(|limit| {
                let pending = others.iter().chain(&found).filter(|waiting| waiting.kind == kind).count();
                usize::from(object.uses(code)) + pending >= usize::from(limit)
            });
            // The ordinal counts from the turn's beginning, whether or not the ability was there, up to the
            // one at hand.
            cite!("6.6.1b", "6.6.5d");
            let before = || (0..at).map(|at| heard(sight, &ability.when, at, &scope).len()).sum::<usize>();
            let in_order = ability.ordinal.is_none_or(|ordinal| before() + place + 1 == ordinal as usize);
            if !limited
                && in_order
                && ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
            {
                cite!("1.6.2c");
                found.push(Waiting {
                    id: 0,
                    kind,
                    card: code.card,
                    controller,
                    event: context,
                    hidden,
                    chain,
                    context: None,
                });
            }
        }
        found
    }

    /// Whether an ability triggers on some of the events that are coming and not on all, and asks which.
    pub fn hears_in_part(
        &self,
        sight: &Sight<'_>,
        id: ObjectId,
        code: CodeRef,
        coming: &[Occurrence],
    ) -> bool {
        let (Some(object), Some(ability)) = (sight.object(id), self.card_pool.triggered(code)) else {
            return false;
        };
        if !self.card_pool.is_selective(code) || sight.board.turn.number == 0 {
            return false;
        }
        let Some(controller) = sight.holder(id) else { return false };
        let scope = Scope::of(id, controller, code.card);
        let contexts = coming.iter().flat_map(|event| sight.occurrences(&ability.when, event, &scope));
        let contexts: Vec<EventContext> = contexts.collect();
        if !differ(&contexts) || !sight.functional(object, ability.from, false) {
            return false;
        }
        let fits = |context: &&EventContext| {
            let scope = Scope { event: **context, ..scope };
            ability.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
        };
        match (ability.ordinal, ability.limit) {
            (Some(ordinal), _) => {
                let history = 0..sight.board.history.len();
                let before = history.map(|at| heard(sight, &ability.when, at, &scope).len()).sum::<usize>();
                (before + 1..=before + contexts.len()).contains(&(ordinal as usize))
            }
            (None, Some(limit)) => {
                let left = limit.saturating_sub(object.uses(code));
                left > 0 && usize::from(left) < contexts.iter().filter(fits).count()
            }
            (None, None) => false,
        }
    }

    /// Whether a delayed-triggered effect waits for the first of several events that are coming, and asks which
    /// it was.
    pub fn waits_for_one_of(&self, sight: &Sight<'_>, delayed: &Delayed, coming: &[Occurrence]) -> bool {
        let Some(moment) = self.moment(delayed).filter(|_| self.card_pool.is_selective(delayed.code)) else {
            return false;
        };
        if matches!(moment, When::Every(..)) {
            return false;
        }
        let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context, delayed.code.card) };
        let contexts = coming.iter().flat_map(|event| sight.occurrences(moment, event, &scope));
        differ(&contexts.collect::<Vec<_>>())
    }

    /// The layers that delayed-triggered effects create, and the place of each such effect that is over by that.
    fn delayed_occurrences(
        &self,
        sight: &Sight<'_>,
        news: &[crate::state::PastEvent],
    ) -> Vec<(Option<u16>, Waiting)> {
        let chain = sight.board.turn.chain + 1;
        let mut found = Vec::new();
        for (place, delayed) in sight.board.delayed.iter().enumerate() {
            let Some(moment) = self.moment(delayed) else { continue };
            let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context, delayed.code.card) };
            let heard = |past: &crate::state::PastEvent| !is_muted(sight, delayed.context.source, &past.what);
            let contexts = news
                .iter()
                .filter(|past| heard(past))
                .flat_map(|past| sight.occurrences(moment, &past.what, &scope));
            // One that speaks of each event triggers on each, and stays.
            let every = matches!(moment, When::Every(..));
            for context in contexts.take(if every { usize::MAX } else { 1 }) {
                let mut memory = delayed.context.clone();
                memory.event = if context == EventContext::default() { memory.event } else { context };
                let waiting = Waiting {
                    id: 0,
                    kind: LayerKind::Delayed(delayed.context.source, delayed.code, delayed.at),
                    card: delayed.code.card,
                    controller: memory.controller,
                    event: memory.event,
                    hidden: false,
                    chain,
                    context: Some((memory, delayed.it)),
                };
                found.push(((!every).then_some(place as u16), waiting));
            }
        }
        found
    }

    /// What a delayed-triggered effect waits for.
    pub fn moment(&self, delayed: &Delayed) -> Option<&When> {
        moment(&self.card_pool, delayed.code, delayed.at)
    }

    /// State-based triggered effects (6.6.5c): those whose condition is met now and was not when last looked
    /// at.
    pub fn notice_states(&self, play: &mut Game<'_>) -> bool {
        let (state, derived) = play.split();
        let (sight, listed) = derived.listen(&state.board, &self.card_pool);
        let chain = sight.board.turn.chain + 1;
        let (mut met, mut triggered) = (Vec::new(), Vec::new());
        for (id, code) in listed.iter().copied() {
            let (Some(object), Some(ability)) = (sight.object(id), self.card_pool.triggered(code)) else {
                continue;
            };
            cite!("6.6.1c");
            let When::State(condition) = &ability.when else { continue };
            let Some(controller) = sight.holder(id) else { continue };
            if !sight.functional(object, ability.from, false)
                || !sight.holds(condition, &Scope::of(id, controller, code.card))
            {
                continue;
            }
            met.push((id, code));
            if !sight.board.met.contains(&(id, code)) {
                let kind = LayerKind::Triggered(id, code);
                triggered.push(Waiting {
                    id: 0,
                    kind,
                    card: code.card,
                    controller,
                    event: EventContext::default(),
                    hidden: false,
                    chain,
                    context: None,
                });
            }
        }
        if met == sight.board.met {
            return false;
        }
        play.emit(Event::StatesMet(met), rule!("6.6.5c"));
        let any = !triggered.is_empty();
        triggered.into_iter().for_each(|waiting| trigger_effect(self, play, waiting, rule!("6.6.5c")));
        any
    }

    /// Goes on with the triggered-layers that wait (6.6.6b); none when none waits.
    pub fn place_next(&self, play: &mut Game<'_>) -> Option<Flow> {
        let board = &play.state().board;
        if board.waiting.is_empty() {
            if board.turn.first.is_some() {
                play.emit(Event::FirstSelected(None), rule!("6.6.6b"));
            }
            return None;
        }
        if board.waiting.iter().any(|waiting| waiting.hidden) {
            return Some(Flow::Ask);
        }
        match self.next_waiting(board) {
            Some(trigger::Next::Place(place)) => {
                self.place_trigger(play, place);
                Some(Flow::Go)
            }
            Some(trigger::Next::Choose(..)) | None => Some(Flow::Ask),
            Some(trigger::Next::Nothing) => None,
        }
    }

    /// The next waiting layer; none while the turn-player has to select who begins.
    fn next_waiting(&self, board: &crate::state::Board) -> Option<trigger::Next> {
        let several = board.waiting.iter().any(|waiting| waiting.controller != board.waiting[0].controller);
        let first = match board.turn.first {
            Some(first) => first,
            None if several => return None,
            None => board.turn.active,
        };
        let waiting: Vec<(u8, Seat)> = board.waiting.iter().map(|waiting| (0, waiting.controller)).collect();
        Some(trigger::next(&waiting, &board.seats_from(first).collect::<Vec<_>>()))
    }

    /// Whether the next answer is about waiting layers.
    pub fn answers_waiting(&self, play: &Game<'_>) -> bool {
        !play.state().board.waiting.is_empty()
    }

    /// Asks who adds triggered-layers first, or a player which of the own goes next (6.6.6b).
    pub fn ask_waiting(&self, sight: &Sight<'_>) -> Option<Request> {
        let board = sight.board;
        if board.waiting.is_empty() {
            return None;
        }
        if let Some(waiting) = board.waiting.iter().find(|waiting| waiting.hidden) {
            let subject =
                if let LayerKind::Triggered(source, _) = waiting.kind { Some(source) } else { None };
            let ask = Ask::one_of(vec![Item::Flag(false), Item::Flag(true)]);
            return Some(Request {
                seat: waiting.controller,
                prompt: Prompt::LetTrigger.into(),
                rule: rule!("5.4.7b"),
                subject,
                ask,
            });
        }
        match self.next_waiting(board) {
            None => {
                let options = board.seats_from(Seat(0)).map(Item::Seat).collect();
                // Before the first turn it is the first turn-player.
                cite!("4.1.8a");
                let seat = board.turn.active;
                Some(Request {
                    seat,
                    prompt: Prompt::FirstTriggers.into(),
                    rule: rule!("6.6.6b"),
                    subject: None,
                    ask: Ask::one_of(options),
                })
            }
            Some(trigger::Next::Choose(seat, places)) => {
                let options = places.iter().map(|place| Item::Number(board.waiting[*place].id)).collect();
                Some(Request {
                    seat,
                    prompt: Prompt::OrderTriggers.into(),
                    rule: rule!("6.6.6b"),
                    subject: None,
                    ask: Ask::one_of(options),
                })
            }
            Some(trigger::Next::Place(_) | trigger::Next::Nothing) => None,
        }
    }

    /// Takes the answer about waiting layers.
    pub fn answer_waiting(&self, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        match items.first() {
            Some(Item::Flag(tells)) => {
                let Some(place) = play.state().board.waiting.iter().position(|waiting| waiting.hidden) else {
                    return;
                };
                let event =
                    if *tells { Event::WaitingTold(place as u16) } else { Event::WaitingDone(place as u16) };
                play.emit(event, rule!("5.4.7b"));
            }
            Some(Item::Seat(seat)) => play.emit(Event::FirstSelected(Some(*seat)), rule!("6.6.6b")),
            Some(Item::Number(id)) => {
                if let Some(place) = play.state().board.waiting.iter().position(|waiting| waiting.id == *id) {
                    self.place_trigger(play, place);
                }
            }
            Some(
                Item::Pass
                | Item::Ability(..)
                | Item::Act(..)
                | Item::Object(_)
                | Item::Mode(_)
                | Item::Symbol(_)
                | Item::Pair(..)
                | Item::PairSeat(..)
                | Item::Concede
                | Item::Draw,
            )
            | None => {}
        }
    }

    /// Puts the waiting layer at `place` on the stack (6.6.6).
    fn place_trigger(&self, play: &mut Game<'_>, place: usize) {
        let Some(waiting) = play.state().board.waiting.get(place).cloned() else { return };
        let new = play.state().board.next_id();
        let (targets, x, worked, it) =
            waiting.context.map_or((Vec::new(), 0, (0, 0), None), |(context, it)| {
                (context.targets, context.x, context.worked, it)
            });
        let layer = Box::new(Layer {
            targets,
            x,
            worked,
            it,
            event: waiting.event,
            chain: waiting.chain,
            ..blank_layer(waiting.kind)
        });
        play.emit(Event::WaitingDone(place as u16), rule!("6.6.6"));
        let (card, seat) = (waiting.card, waiting.controller);
        cite!("1.6.1a", "1.6.1b", "1.6.2c");
        play.emit(
            Event::Made { new, card, seat, zone: Zone::Stack, kind: Kind::Layer, layer: Some(layer) },
            rule!("6.6.6"),
        );
        if let LayerKind::Triggered(source, _) = waiting.kind
            && play.state().board.get(source).is_some_and(|object| object.exists() && !object.public)
        {
            play.emit(Event::Showing(source, new), rule!("5.4.7b"));
        }
        self.push(play, Frame::Placing(Placing { object: new, moded: false, group: 0 }), rule!("6.6.6a"));
        // The next attack is also one that is triggered.
        cite!("1.8.10");
        if self.sight(play).is_attack(new) {
            self.apply_next(play, new, seat, &[Occasion::Attack]);
        }
    }

    /// Writes a group of declared targets onto a layer.
    pub fn add_targets(&self, play: &mut Game<'_>, object: ObjectId, choice: &Choice) {
        let Some(mut layer) = play.state().board.get(object).and_then(|object| object.layer.clone()) else {
            return;
        };
        let chosen = match choice {
            Choice::Pick(items) => items.iter().filter_map(|item| targets::value(*item)).collect(),
            Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => Vec::new(),
        };
        layer.targets.push(chosen);
        play.emit(Event::LayerSet(object, layer), rule!("1.8.5"));
    }

    /// Writes the declared modes onto a layer.
    pub fn set_modes(&self, play: &mut Game<'_>, object: ObjectId, choice: &Choice) {
        let Some(mut layer) = play.state().board.get(object).and_then(|object| object.layer.clone()) else {
            return;
        };
        let mode = |item: &Item| if let Item::Mode(mode) = item { u8::try_from(*mode).ok() } else { None };
        // In the order in which the ability lists them, one that is chosen again again.
        cite!("1.7.5b", "1.7.5c");
        layer.modes = match choice {
            Choice::Pick(items) => items.iter().filter_map(mode).collect(),
            Choice::Split(shares) => shares
                .iter()
                .flat_map(|(item, times)| std::iter::repeat_n(mode(item), *times as usize))
                .flatten()
                .collect(),
            Choice::Number(_) | Choice::Name(_) => Vec::new(),
        };
        play.emit(Event::LayerSet(object, layer), rule!("1.7.5a"));
    }
}

impl FrameRules<FleshAndBlood> for Placing {
    /// Goes on with a triggered-layer that needs its modes and targets (6.6.6a).
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        match play.asked(rules) {
            None if !self.moded => {
                play.emit(Event::Replaced(Frame::Placing(Placing { moded: true, ..self })), rule!("6.6.6a"));
                Flow::Go
            }
            None => {
                rules.pop(play, rule!("6.6.6a"));
                let attacked = play
                    .state()
                    .board
                    .get(self.object)
                    .and_then(|object| object.layer.as_ref())
                    .map(|layer| layer.attacked.clone());
                if let Some(attacked) = attacked.filter(|attacked| !attacked.is_empty()) {
                    // An attack is on the stack.
                    cite!("8.5.38c");
                    rules.begin_layer_step(play, self.object);
                    for target in attacked {
                        rules.emit(
                            play,
                            Event::Recorded(Occurrence::Targeted(target, self.object)),
                            rule!("1.4.5"),
                        );
                    }
                }
                Flow::Go
            }
            Some(request) if matches!(&request.ask, Ask::Pick { options, min, .. } if (options.len() as u32) < *min) =>
            {
                rules.pop(play, rule!("6.6.6a"));
                play.emit(Event::Ceased(self.object, None), rule!("6.6.6a"));
                Flow::Go
            }
            Some(_) => play.wait(rules),
        }
    }

    /// Asks for the modes, then the targets of a triggered-layer.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        let object = sight.object(self.object)?;
        let layer = object.layer.as_ref()?;
        if matches!(layer.kind, LayerKind::Delayed(..)) {
            return None;
        }
        let code = code_of(object, layer);
        if !self.moded {
            return targets::ask_modes(sight, object, code);
        }
        let groups = rules.card_pool.targets(code, &layer.modes);
        match groups.get(usize::from(self.group)) {
            Some(target) => targets::request(sight, object, target),
            // 1.4.5: a layer with an attack effect needs an attack-target, where it can begin combat or go on
            // with it.
            None if sight.is_attack(object.id)
                && layer.attacked.is_empty()
                && can_attack_now(sight.board) =>
            {
                cite!("8.5.38d");
                let options = targets::attack_targets(
                    sight,
                    object.controller,
                    None,
                    &targets::scope_of(object, layer),
                );
                let options: Vec<Item> = options.into_iter().map(Item::Object).collect();
                let must = targets::must_be_attacked(sight, self.object, &options);
                let ask = Ask::pick(options, 1, 1).with(must);
                Some(Request {
                    seat: object.controller,
                    prompt: Prompt::AttackTarget.into(),
                    rule: rule!("1.4.5"),
                    subject: Some(object.id),
                    ask,
                })
            }
            None => None,
        }
    }

    /// Takes the modes, targets or the attack-target of a triggered-layer.
    fn answer(self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        if play.asked(rules).is_some_and(|request| request.prompt == Prompt::AttackTarget) {
            let (Choice::Pick(items), Some(object)) = (choice, play.state().board.get(self.object)) else {
                return;
            };
            let attacked = items
                .iter()
                .filter_map(|item| targets::value(*item).and_then(crate::state::Value::object))
                .collect();
            let Some(layer) = object.layer.as_deref() else { return };
            return play.emit(
                Event::LayerSet(self.object, Box::new(Layer { attacked, ..layer.clone() })),
                rule!("1.4.5"),
            );
        }
        let next = if self.moded {
            rules.add_targets(play, self.object, choice);
            Placing { group: self.group + 1, ..self }
        } else {
            rules.set_modes(play, self.object, choice);
            Placing { moded: true, ..self }
        };
        play.emit(Event::Replaced(Frame::Placing(next)), rule!("6.6.6a"));
    }
}

/// Whether an attack can be added to the stack by an effect: players have priority, and no attack is under
/// way (7.0.2a, 7.6.3).
fn can_attack_now(board: &crate::state::Board) -> bool {
    let priority = board.frames.iter().rev().nth(1).is_some_and(|frame| matches!(frame, Frame::Priority));
    priority
        && (board.turn.step == Step::Resolution || (board.turn.step == Step::Action && !board.combat.open))
}

/// Whether an effect keeps what an object has from triggering on a hit, be it on the hit or on the damage
/// inside of it.
fn is_muted(sight: &Sight<'_>, id: ObjectId, happened: &Occurrence) -> bool {
    cite!("1.9.3b", "7.5.5c");
    matches!(happened, Occurrence::Damaged { hit: true, .. })
        && permits(sight, Deed::TriggerOnHit, id, None, Ok(())).is_err()
}

/// Whether what an ability waits for is that its own source goes somewhere.
fn moves_itself(when: &When) -> bool {
    let itself = |filter: &Filter| match filter {
        Filter::Is(Ref::This) => true,
        Filter::All(all) => all.contains(&Filter::Is(Ref::This)),
        _ => false,
    };
    match when {
        When::Moves(filter, Where::Zone(_), _) | When::Moves(filter, _, Where::Zone(_)) => itself(filter),
        When::Does(_, Deed::Discard | Deed::Pitch, filter) => itself(filter),
        When::Any(all) => all.iter().any(moves_itself),
        _ => false,
    }
}

/// Creates a triggered-layer; that its effect has triggered is told to other effects, but not what triggers by
/// that, which would have no end.
fn trigger_effect(rules: &FleshAndBlood, play: &mut Game<'_>, waiting: Waiting, rule: RuleId) {
    let (kind, controller) = (waiting.kind, waiting.controller);
    play.emit(Event::Triggered(waiting), rule);
    let (source, moment) = match kind {
        LayerKind::Triggered(source, code) => (source, rules.card_pool.triggered(code).map(|own| &own.when)),
        LayerKind::Delayed(source, code, at) => (source, moment(&rules.card_pool, code, at)),
        LayerKind::Card | LayerKind::Activated(..) => return,
    };
    if !moment.is_some_and(waits_for_triggers) {
        record(rules, play, Deed::Trigger, Occurrence::EffectTriggered(controller, source), rule);
    }
}

/// The event that a delayed-triggered effect waits for which is set up at this step of a script.
fn moment(card_pool: &CardPool, code: CodeRef, at: u16) -> Option<&When> {
    match card_pool.code(code)?.0.get(usize::from(at.checked_sub(1)?))? {
        Op::Delayed(moment, _) => Some(moment),
        _ => None,
    }
}

/// True if an effect waits for that effects trigger.
fn waits_for_triggers(when: &When) -> bool {
    match when {
        When::Happens(deed, _) | When::Does(_, deed, _) => *deed == Deed::Trigger,
        When::Any(all) => all.iter().any(waits_for_triggers),
        When::While(_, inner) | When::Every(_, inner) => waits_for_triggers(inner),
        _ => false,
    }
}

/// Whether it makes a difference which of these events one hears.
fn differ(contexts: &[EventContext]) -> bool {
    contexts.windows(2).any(|pair| pair[0] != pair[1])
}

/// How often, and with what, the event at this place of the history is what an effect waits for: of a
/// composite event and what is inside it, an effect that waits for both hears one.
fn heard(sight: &Sight<'_>, when: &When, at: usize, scope: &Scope<'_>) -> Vec<EventContext> {
    let (before, happened) = (&sight.board.history[..at], &sight.board.history[at].what);
    let waits = |other: &Occurrence| !sight.occurrences(when, other, scope).is_empty();
    cite!("1.9.3a");
    if matches!(when, When::Any(_)) && same_event(sight, before, happened).any(waits) {
        return Vec::new();
    }
    sight.occurrences(when, happened, scope)
}

/// What else of the same composite event has been noted before (1.9.3).
fn same_event<'a>(
    sight: &'a Sight<'_>,
    before: &'a [PastEvent],
    happened: &'a Occurrence,
) -> impl Iterator<Item = &'a Occurrence> {
    use Occurrence::{ClashWon, Damaged, Intimidated, KeywordUsed, LifeLost, Moved, Revealed, Transformed};
    // What cannot be far back.
    let most = match happened {
        LifeLost(..) => 1,
        ClashWon(_) => 2,
        Intimidated(_, Some(_)) | Transformed(..) | KeywordUsed(..) => before.len(),
        _ => 0,
    };
    let paid = |card: ObjectId, id: ObjectId| {
        sight.layer(card).is_some_and(|layer| layer.paid.iter().any(|paid| paid.1 == id))
    };
    let part = move |other: &Occurrence| match (happened, other) {
        (LifeLost(seat, _), Damaged { to, .. }) => sight.hero_seat(*to) == Some(*seat),
        (ClashWon(_), Revealed(..)) => true,
        (Intimidated(_, Some(card)), Moved { object, why: MoveReason::Intimidated, .. })
        | (Transformed(card, _), Moved { object, why: MoveReason::Transformed, .. }) => card == object,
        (KeywordUsed(Keyword::Boost, _, card), Moved { object, from, why: MoveReason::Banished, .. }) => {
            from.kind() == Some(ZoneKind::Deck) && paid(*card, *object)
        }
        (KeywordUsed(Keyword::Scrap, _, card), Moved { new, why: MoveReason::Banished, .. }) => card == new,
        (KeywordUsed(Keyword::BeatChest, _, card), Moved { object, why: MoveReason::Discarded, .. }) => {
            paid(*card, *object)
        }
        _ => false,
    };
    before.iter().rev().take(most).map(|past| &past.what).filter(move |other| part(other))
}
