//! Triggered abilities (603): noticing events, waiting, and going to the stack.

mod mana;
mod occurrences;

use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::Op;
use duelog_kernel::unsettled::Knows;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, trigger};
use occurrences::{could_hear, looks_back, may_look_back, occurrences, parts};

use crate::language::definition::{
    Ability, Deed, Fact, Filter, Number, Reason, Ref, Ruling, Triggered, TurnPart, When, ZoneKind,
};
use crate::rules::eval::{Computed, Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::pattern::Path;
use crate::rules::prompt::Prompt;
use crate::rules::targets;
use crate::rules::teams::{triggers_for, waiting_next};
use crate::state::card_pool::CardPool;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, Board, Context, Delayed, EventContext, Frame, OnStack, Placing, PlanarDecks,
    StackKind, Step, TurnFact, Value, Waiting, Zone,
};
use crate::{cite, rule};

/// A triggered ability of an object where it works.
#[derive(Clone, Copy)]
struct TriggerSource {
    id: ObjectId,
    ability: AbilityRef,
    controller: Seat,
    /// How many others of the same object, given by effects, are the very same.
    nth: u32,
}

/// The table just before events, for the abilities that look back at it (603.10).
pub struct Before {
    board: Board,
    computed: Computed,
    sources: Vec<TriggerSource>,
}

impl Before {
    fn sight<'a>(&'a self, card_pool: &'a CardPool) -> Sight<'a> {
        Sight {
            board: &self.board,
            card_pool,
            computed: &self.computed,
            replacements: &[],
            rulings: &[],
            sources: &[],
            unseeing: false,
        }
    }
}

/// What happened, seen from just before it or from just after it.
struct Noticed<'a> {
    event: &'a Event,
    /// This event and what happened together with it after it.
    rest: &'a [Event],
    /// All that happened together.
    all: &'a [Event],
    /// The table at which conditions on the event are looked at.
    seen: Sight<'a>,
    /// Whether that is the table before.
    back: bool,
    /// The table after it.
    now: Sight<'a>,
}

impl Noticed<'_> {
    /// How often the event is one that a trigger condition waits for, with what the ability then knows and
    /// which objects it finds where they have moved: the one that the event moved (400.7d), and an Aura
    /// that was attached to it (400.7e).
    fn occurrences(&self, when: &When, scope: &Scope<'_>) -> Vec<(EventContext, Vec<ObjectId>)> {
        cite!("400.7e", "603.6e");
        let own = parts(when).into_iter().filter(|part| looks_back(part, self.event) == self.back);
        let found = own.flat_map(|part| match part {
            When::Damages { sum: true, .. } => self.summed(part, scope),
            part => occurrences(&self.seen, part, self.event, scope),
        });
        let moved = if let Event::Moved { object, .. } = self.event { Some(*object) } else { None };
        let finds = |context: &EventContext| {
            let Some(moved) = moved.filter(|_| context.object == moved) else { return Vec::new() };
            let host = |id: ObjectId| self.seen.object(id).and_then(|source| source.permanent.attached);
            let aura = scope.source.filter(|source| host(*source) == Some(moved));
            [moved].into_iter().chain(aura).collect()
        };
        found.map(|context| (context, finds(&context))).collect()
    }
}

impl Noticed<'_> {
    /// Damage that counts once for what it is dealt to at the same time: at the first of it, with all of it as its amount.
    fn summed(&self, part: &When, scope: &Scope<'_>) -> Vec<EventContext> {
        cite!("603.2c");
        let of = |event: &Event| occurrences(&self.seen, part, event, scope).pop();
        let Some(own) = of(self.event) else { return Vec::new() };
        let hit = |context: &EventContext| (context.other, context.player);
        let together: Vec<(bool, EventContext)> = self
            .all
            .iter()
            .filter_map(|event| Some((std::ptr::eq(event, self.event), of(event)?)))
            .filter(|(_, context)| hit(context) == hit(&own))
            .collect();
        if together.first().is_none_or(|(first, _)| !first) {
            return Vec::new();
        }
        let amount = together.iter().fold(0u32, |sum, (_, context)| sum.saturating_add(context.amount));
        vec![EventContext { amount, ..own }]
    }

    /// The occurrences that count: where only the so manieth one in a turn does, that one.
    fn counted(&self, when: &When, scope: &Scope<'_>) -> Vec<(EventContext, Vec<ObjectId>)> {
        let found = self.occurrences(when, scope);
        let When::Nth(number, inner) = when else { return found };
        let of = |event| Noticed { event, ..*self }.occurrences(inner, scope).len();
        let to_come: usize = self.rest.iter().map(of).sum();
        let before = (self.now.times(inner, scope) as usize).saturating_sub(to_come);
        let at = (*number as usize).checked_sub(before + 1);
        at.and_then(|at| found.into_iter().nth(at)).into_iter().collect()
    }
}

/// Which objects an event was about: what moves is also what it becomes. What it was then is kept of what deals
/// damage.
fn recall(
    now: &Sight<'_>,
    pattern: u16,
    seat: Seat,
    event: &Event,
    context: EventContext,
) -> Option<TurnFact> {
    // A drawn card is known to its owner alone, and only what looks at a hand asks.
    let drawn = match (event, &now.card_pool.recalled().get(usize::from(pattern))) {
        (Event::Moved { object, .. }, Some(When::Moves { why: Some(Reason::Drawn), .. })) => Some(*object),
        _ => None,
    };
    let object = context.object.or(drawn)?;
    let kept = matches!(event, Event::Damaged { .. }) && now.card_pool.asks_kin();
    let types = now.characteristics(object).filter(|_| kept).map(|face| face.types.clone());
    let (became, other) = match event {
        Event::Moved { new, .. } => (Some(*new), None),
        _ => (None, context.other),
    };
    let same = |did: &&TurnFact| (did.pattern, did.seat, did.object) == (pattern, seat, object);
    let nth = if now.card_pool.counts_facts() {
        now.board.history.iter().filter(same).count() as u32 + 1
    } else {
        0
    };
    Some(TurnFact { pattern, seat, object, became, other, types, nth })
}

/// The patterns that remember one combat, where a combat phase begins or is over by these events.
fn forgotten(recalled: &[When], events: &[Event]) -> Vec<u16> {
    let ends = |event: &Event| matches!(event, Event::StepBegan(step) if *step == Step::BeginCombat || !step.is_in(TurnPart::Combat));
    if !events.iter().any(ends) {
        return Vec::new();
    }
    let of_combat = recalled.iter().zip(0u16..).filter(|(when, _)| matches!(when, When::ThisCombat(_)));
    of_combat.map(|(_, place)| place).collect()
}

/// True if an effect keeps what has entered the battlefield from making abilities trigger (101.2).
fn silences(now: &Sight<'_>, entered: ObjectId) -> bool {
    now.forbidden(Deed::TriggerByEntering).iter().any(|ruling| ruling.is_about(now, entered))
}

/// How many more times a triggered ability of a permanent triggers by what has entered the battlefield (603.2).
fn again(now: &Sight<'_>, entered: ObjectId, (source, controller): (ObjectId, Seat)) -> usize {
    if !now.card_pool.triggers_again() || !now.board.is_permanent(source) {
        return 0;
    }
    now.ruled_times(controller, (Ruling::Allow, Deed::TriggerByEntering), entered)
}

/// The permanent that meets a condition as it enters the battlefield by an event.
fn entered_for(when: &When, event: &Event) -> Option<ObjectId> {
    let (Event::Moved { to: Zone::Battlefield, new, .. } | Event::TokenMade { new, .. }) = event else {
        return None;
    };
    let enters = |part: &When| Path::of(part).is_some_and(|path| path.to == Some(ZoneKind::Battlefield));
    parts(when).into_iter().any(|part| enters(part) && could_hear(part, event)).then_some(*new)
}

/// Returns whether a trigger condition is that the very object is discarded or cycled.
fn hears_own_discard(when: &When) -> bool {
    let own = |part: &When| {
        Path::of(part).is_some_and(|path| {
            path.to.is_none()
                && *path.what == Filter::Is(Ref::This)
                && matches!(path.why, Some(Reason::Discarded | Reason::Cycled))
        })
    };
    parts(when).into_iter().all(own)
}

impl Magic {
    /// Keeps what has happened this turn as far as definitions ask about it, as each player sees it.
    fn remember(&self, play: &mut Game<'_>, events: &[Event], before: Option<&Before>) {
        let (asked, recalled) = (self.card_pool.asked(), self.card_pool.recalled());
        if asked.is_empty() && recalled.is_empty() {
            return;
        }
        let forgotten = forgotten(recalled, events);
        if !forgotten.is_empty() {
            play.emit(Event::CombatForgotten(forgotten), rule!("506.1"));
        }
        let now = self.sight(play);
        let could = |when: &When| events.iter().any(|event| could_hear(when, event));
        let occurred = |when: &When, seat: Seat, event: &Event| -> Vec<EventContext> {
            let scope = Scope { controller: Some(seat), ..Scope::default() };
            let moment = |seen, back| Noticed { event, rest: events, all: events, seen, back, now };
            let back = before.map(|before| moment(before.sight(&self.card_pool), true));
            let both = back.into_iter().chain([moment(now, false)]);
            both.flat_map(|moment| moment.occurrences(when, &scope)).map(|found| found.0).collect()
        };
        let mut noted = Vec::new();
        for (pattern, when) in asked.iter().enumerate().filter(|(_, when)| could(when)) {
            for seat in now.board.apnap() {
                let times: usize = events.iter().map(|event| occurred(when, seat, event).len()).sum();
                if times > 0 {
                    noted.push(Event::Noted(pattern as u16, seat, times as u32));
                }
            }
        }
        let mut all = Vec::new();
        for (pattern, when) in recalled.iter().enumerate().filter(|(_, when)| could(when)) {
            for seat in now.board.apnap() {
                for event in events {
                    let found = occurred(when, seat, event).into_iter();
                    all.extend(
                        found.filter_map(|context| recall(&now, pattern as u16, seat, event, context)),
                    );
                }
            }
        }
        if !all.is_empty() {
            noted.push(Event::Recalled(all));
        }
        noted.into_iter().for_each(|event| play.emit(event, rule!("603.2")));
    }

    /// Makes one event happen and notices what it triggers.
    pub fn emit(&self, play: &mut Game<'_>, event: Event, rule: duelog_kernel::RuleId) {
        self.emit_together(play, vec![event], rule);
    }

    /// Makes events happen together and then notices what they trigger.
    pub fn emit_together(&self, play: &mut Game<'_>, events: Vec<Event>, rule: duelog_kernel::RuleId) {
        if !events.is_empty() {
            let seen = |event: &Event| match event {
                Event::Moved { from, .. } | Event::LeftGame { from, .. } => !from.is_hidden(),
                event => matches!(event, Event::PlayerLost(..) | Event::PhasedOut(..)),
            };
            let before = if events.iter().any(seen) { self.before(play) } else { None };
            events.iter().for_each(|event| play.emit(event.clone(), rule));
            self.notice(play, &events, before.as_ref());
        }
    }

    /// The table as it is, where there is an ability that could look back at it from after the next events
    /// (603.10).
    pub fn before(&self, play: &mut Game<'_>) -> Option<Before> {
        let (state, derived) = play.split();
        derived.refresh(&state.board, &self.card_pool);
        let listed = std::mem::take(&mut derived.triggers);
        let sight = self.sight(play);
        let looks_back = |when: &When| parts(when).into_iter().any(may_look_back);
        let sources = self.listeners(&sight, &listed, |ability| looks_back(&ability.when));
        let waits = sight.board.delayed.iter().any(|delayed| self.moment(delayed).is_some_and(looks_back));
        let asked = self.card_pool.asked().iter().chain(self.card_pool.recalled()).any(looks_back);
        let before = (waits || asked || !sources.is_empty()).then(|| Before {
            board: sight.board.clone(),
            computed: sight.computed.to_vec(),
            sources,
        });
        play.derived.triggers = listed;
        before
    }

    /// Lets abilities trigger on events that have just happened together (603.2): those that look back by
    /// what was there before them.
    pub fn notice(&self, play: &mut Game<'_>, events: &[Event], before: Option<&Before>) {
        cite!("603.10", "603.10a");
        self.remember(play, events, before);
        self.part_pairs(play);
        if self.ascend(play) {
            cite!("702.130d");
        }
        self.notice_state(play);
        let (state, derived) = play.split();
        derived.refresh(&state.board, &self.card_pool);
        let idle = derived.triggers.is_empty()
            && state.board.delayed.is_empty()
            && state.board.turn.monarch.is_none()
            && state.board.terms.planes == PlanarDecks::None
            && !self.card_pool.triggers_elsewhere();
        if idle && before.is_none() {
            return;
        }
        let listed = std::mem::take(&mut derived.triggers);
        cite!("603.6a", "603.6b");
        let now = self.sight(play);
        let sources = self
            .listeners(&now, &listed, |ability| events.iter().any(|event| could_hear(&ability.when, event)));
        let mut triggered = Vec::new();
        for (at, event) in events.iter().enumerate() {
            let rest = &events[at..];
            if let Some(before) = before {
                let moment = Noticed {
                    event,
                    rest,
                    all: events,
                    seen: before.sight(&self.card_pool),
                    back: true,
                    now,
                };
                before.sources.iter().for_each(|source| self.trigger_from(&moment, *source, &mut triggered));
            }
            let moment = Noticed { event, rest, all: events, seen: now, back: false, now };
            sources.iter().for_each(|source| self.trigger_from(&moment, *source, &mut triggered));
        }
        let delayed = self.delayed_occurrences(&now, before, events);
        play.derived.triggers = listed;
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

    /// How often the cost was paid that came with a triggered ability as both were given to a spell (702.55b, 702.77b).
    fn paid_for(&self, sight: &Sight<'_>, source: TriggerSource, place: u8) -> u32 {
        let Some((spell, cast)) =
            sight.object(source.id).and_then(|spell| Some((spell.printed(), spell.cast()?)))
        else {
            return 0;
        };
        cite!("702.55b", "702.77b");
        self.card_pool.paid_given(source.ability.card, place, spell, cast, source.nth as usize)
    }

    /// Adds the times that an ability triggers on an event, by those of its conditions that are looked at
    /// from this side of it.
    fn trigger_from(&self, moment: &Noticed<'_>, source: TriggerSource, triggered: &mut Vec<Waiting>) {
        let Some(Ability::Triggered(ability)) = self.card_pool.ability(source.ability) else { return };
        let hears = could_hear(&ability.when, moment.event);
        if !hears && !duelog_kernel::TESTED {
            return;
        }
        let entered = entered_for(&ability.when, moment.event);
        if entered.is_some_and(|entered| silences(&moment.now, entered)) {
            cite!("101.2", "603.2");
            return;
        }
        // 603.10d: whose it was before control changed.
        let before =
            if matches!(moment.event, Event::ControlLost(..)) { moment.now.object(source.id) } else { None };
        let controller = before.and_then(|object| object.permanent.held).unwrap_or(source.controller);
        let scope = Scope { written: Some(source.ability.card), ..Scope::of(source.id, controller) };
        let mut found = moment.counted(&ability.when, &scope);
        if let Some(entered) = entered.filter(|_| !found.is_empty()) {
            let more = again(&moment.now, entered, (source.id, controller));
            found = found.into_iter().flat_map(|own| std::iter::repeat_n(own, more + 1)).collect();
        }
        if let [(context, _)] = found.as_slice() {
            let context = *context;
            let others = triggers_for(moment.now.board, ability).into_iter();
            let others = others.filter(|seat| Some(*seat) != context.player);
            found.extend(others.map(|seat| (EventContext { player: Some(seat), ..context }, Vec::new())));
        }
        for (mut context, finds) in found {
            duelog_kernel::test_assert!(hears, "it triggers on an event that it could not be about");
            if let Some(amount) = &ability.amount {
                context.amount = match amount {
                    Number::Cast(Fact::Paid(place)) if *place >= Fact::GIVEN => {
                        self.paid_for(&moment.now, source, *place - Fact::GIVEN)
                    }
                    amount => moment.now.count(amount, &Scope { event: context, ..scope }),
                };
            }
            cite!("603.4");
            let met = |condition| moment.now.holds_for_one(condition, &Scope { event: context, ..scope });
            let AbilityRef { card, place } = source.ability;
            let kind = StackKind::Triggered(source.id, place);
            // One or more at once: the events that happened together are one; else each of them counts.
            cite!("603.2c");
            let counted = matches!(ability.when, When::Together(_))
                && triggered.iter().any(|waiting| waiting.kind == kind && waiting.card == card);
            if !counted && ability.condition.as_ref().is_none_or(met) {
                let chain = moment.now.board.turn.chain + 1;
                cite!("603.2a", "603.3a");
                triggered.push(Waiting {
                    id: 0,
                    kind,
                    card,
                    controller,
                    event: context,
                    chain,
                    finds,
                    context: None,
                });
            }
        }
    }

    /// The triggered abilities of permanents, and of objects in other zones whose abilities work there
    /// (112.6).
    fn listeners(
        &self,
        sight: &Sight<'_>,
        listed: &[(ObjectId, AbilityPlace)],
        wanted: impl Fn(&Triggered) -> bool,
    ) -> Vec<TriggerSource> {
        let wants = |ability: AbilityRef| match self.card_pool.ability(ability) {
            Some(Ability::Triggered(ability)) => wanted(ability),
            _ => false,
        };
        let here = listed.iter().filter_map(|(id, place)| {
            let ability = sight.ability(*id, *place)?.0;
            let meant = wants(ability) && self.functions_in(ability, Zone::Battlefield);
            meant.then_some(TriggerSource { id: *id, ability, controller: sight.controller(*id)?, nth: 0 })
        });
        let mut sources: Vec<TriggerSource> = here.collect();
        if self.card_pool.triggers_elsewhere() {
            self.listeners_elsewhere(sight, &mut sources, wants);
        }
        // The abilities of being the monarch have no source.
        if let (Some(controller), Some(card)) = (sight.board.turn.monarch, self.card_pool.monarch()) {
            let places = 0..self.card_pool.card(card).printed.len() as u32;
            let abilities = places.map(|place| AbilityRef { card, place: AbilityPlace::Printed(place) });
            cite!("717.2");
            sources.extend(abilities.filter(|ability| wants(*ability)).map(|ability| TriggerSource {
                id: ObjectId::NOTHING,
                ability,
                controller,
                nth: 0,
            }));
        }
        self.planeswalking(sight, &mut sources, wants);
        sources
    }

    /// The planeswalking ability of each player, which has no source either.
    fn planeswalking(
        &self,
        sight: &Sight<'_>,
        sources: &mut Vec<TriggerSource>,
        wants: impl Fn(AbilityRef) -> bool,
    ) {
        let die = self.card_pool.planar_die().filter(|_| sight.board.terms.planes != PlanarDecks::None);
        let Some(card) = die else { return };
        let places = 0..self.card_pool.card(card).printed.len() as u32;
        let abilities = places.map(|place| AbilityRef { card, place: AbilityPlace::Printed(place) });
        cite!("901.8");
        for ability in abilities.filter(|ability| wants(*ability)) {
            sources.extend(sight.board.apnap().into_iter().map(|controller| TriggerSource {
                id: ObjectId::NOTHING,
                ability,
                controller,
                nth: 0,
            }));
        }
    }

    /// Whether a triggered ability works in a zone (112.6).
    fn functions_in(&self, ability: AbilityRef, zone: Zone) -> bool {
        cite!("112.6j");
        let Some(Ability::Triggered(ability)) = self.card_pool.ability(ability) else { return false };
        match ability.zone {
            ZoneKind::Battlefield => zone == Zone::Battlefield,
            ZoneKind::Graveyard => {
                // The discarded card may have gone elsewhere (702.28c).
                let elsewhere = zone == Zone::Exile && self.card_pool.hears_discards_anywhere();
                matches!(zone, Zone::Graveyard(_)) || (elsewhere && hears_own_discard(&ability.when))
            }
            ZoneKind::Stack => zone == Zone::Stack,
            ZoneKind::Exile => zone == Zone::Exile,
            ZoneKind::Command => zone == Zone::Command,
            // Definitions say no such ability: what not all players can see does not trigger.
            ZoneKind::Hand | ZoneKind::Library | ZoneKind::Outside => false,
        }
    }

    /// Cards in other zones whose abilities work there (112.6).
    fn listeners_elsewhere(
        &self,
        sight: &Sight<'_>,
        sources: &mut Vec<TriggerSource>,
        wants: impl Fn(AbilityRef) -> bool,
    ) {
        for object in sight.board.objects.iter().filter(|object| {
            matches!(object.zone, Zone::Graveyard(_) | Zone::Stack | Zone::Exile | Zone::Command)
        }) {
            if object.is_ability() {
                continue;
            }
            let Some(characteristics) = sight.characteristics(object.id) else { continue };
            for (_, ability) in characteristics.abilities() {
                if self.functions_in(ability, object.zone) && wants(ability) {
                    let controller = sight.controller(object.id).unwrap_or(object.owner);
                    let same = |other: &&TriggerSource| (other.id, other.ability) == (object.id, ability);
                    let nth = sources.iter().filter(same).count() as u32;
                    sources.push(TriggerSource { id: object.id, ability, controller, nth });
                }
            }
        }
    }

    /// The delayed abilities that events trigger, by place where they are then over (603.7b).
    fn delayed_occurrences(
        &self,
        now: &Sight<'_>,
        before: Option<&Before>,
        events: &[Event],
    ) -> Vec<(Option<u16>, Waiting)> {
        let chain = now.board.turn.chain + 1;
        let mut found = Vec::new();
        for (place, delayed) in now.board.delayed.iter().enumerate() {
            let Some(when) = self.moment(delayed) else { continue };
            let scope = Scope { it: delayed.it, ..Scope::context(&delayed.context) };
            let looked = |event| {
                let back = before.map(|before| Noticed {
                    event,
                    rest: events,
                    all: events,
                    seen: before.sight(&self.card_pool),
                    back: true,
                    now: *now,
                });
                let both = back.into_iter().chain([Noticed {
                    event,
                    rest: events,
                    all: events,
                    seen: *now,
                    back: false,
                    now: *now,
                }]);
                both.flat_map(|moment| moment.occurrences(when, &scope)).collect::<Vec<_>>()
            };
            let heard = |event: &&Event| {
                could_hear(when, event)
                    && !entered_for(when, event).is_some_and(|entered| silences(now, entered))
            };
            let all = events.iter().filter(heard).flat_map(looked);
            let stays = delayed.this_turn && !delayed.once || delayed.always || delayed.until_turn;
            for (context, finds) in all.take(if stays { usize::MAX } else { 1 }) {
                let kind = StackKind::Delayed(delayed.context.source, delayed.code, delayed.at);
                let mut memory = delayed.context.clone();
                // What the ability was set up with is remembered unless the new event has an object of its
                // own (603.7c).
                let remembers = context.object.is_none() && memory.event != EventContext::default();
                memory.event = if remembers { memory.event } else { context };
                memory.finds.extend(finds);
                let waiting = Waiting {
                    id: 0,
                    kind,
                    card: delayed.code.card,
                    controller: memory.controller,
                    event: memory.event,
                    chain,
                    finds: memory.finds.clone(),
                    context: Some((memory, delayed.it)),
                };
                found.push(((!stays).then_some(place as u16), waiting));
            }
        }
        found
    }

    fn moment(&self, delayed: &Delayed) -> Option<&When> {
        match self.card_pool.code(delayed.code)?.0.get(usize::from(delayed.at.checked_sub(1)?))? {
            Op::Delayed(moment, _) => Some(moment),
            _ => None,
        }
    }

    /// State triggers (603.8): those whose condition holds and that neither wait nor stand on the stack.
    pub fn notice_state(&self, play: &mut Game<'_>) {
        let (state, derived) = play.split();
        derived.refresh(&state.board, &self.card_pool);
        if derived.states.is_empty() {
            return;
        }
        let listed = derived.states.clone();
        let sight = self.sight(play);
        let chain = sight.board.turn.chain + 1;
        let mut triggered = Vec::new();
        for (id, place) in listed {
            let Some(controller) = sight.controller(id) else { continue };
            let Some((AbilityRef { card, place }, Ability::Triggered(ability))) = sight.ability(id, place)
            else {
                continue;
            };
            let When::State(condition) = &ability.when else { continue };
            let kind = StackKind::Triggered(id, place);
            let pending =
                sight.board.waiting.iter().any(|waiting| waiting.kind == kind && waiting.card == card)
                    || sight.board.zone(Zone::Stack).iter().any(|on| {
                        sight.object(*on).is_some_and(|on| {
                            on.card == card && on.stack.as_ref().is_some_and(|stack| stack.kind == kind)
                        })
                    });
            if !pending && sight.holds(condition, &Scope::of(id, controller)) {
                let event = EventContext::default();
                triggered.push(Waiting {
                    id: 0,
                    kind,
                    card,
                    controller,
                    event,
                    chain,
                    finds: Vec::new(),
                    context: None,
                });
            }
        }
        triggered.into_iter().for_each(|waiting| play.emit(Event::Triggered(waiting), rule!("603.8")));
    }

    /// The next waiting ability to go to the stack, by 603.3b.
    pub fn next_waiting(&self, play: &Game<'_>) -> trigger::Next {
        let board = &play.state().board;
        if board.waiting.is_empty() {
            return trigger::Next::Nothing;
        }
        cite!("405.3");
        waiting_next(board)
    }

    /// Asks a player which of several abilities goes to the stack next (603.3b).
    pub fn ask_order(&self, board: &Board, seat: Seat, places: &[usize]) -> Request {
        let options = places.iter().map(|place| Item::Number(board.waiting[*place].id)).collect();
        Request {
            seat,
            prompt: Prompt::OrderTriggers.into(),
            rule: rule!("603.3b"),
            subject: None,
            ask: Ask::one_of(options),
        }
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
        let stack = OnStack {
            event: waiting.event,
            it,
            chain: waiting.chain,
            finds: waiting.finds,
            since: context.as_ref().map_or(0, |context| context.since),
            ..OnStack::new(waiting.kind)
        };
        let stack = Box::new(match context {
            Some(Context { targets, modes, x, shares, .. }) => OnStack { targets, modes, x, shares, ..stack },
            None => stack,
        });
        cite!("112.3c", "112.8");
        play.emit(Event::WaitingDone(place as u16), rule!("603.3"));
        cite!("603.5");
        play.emit(
            Event::AbilityMade { card: waiting.card, controller: waiting.controller, new, stack },
            rule!("603.3"),
        );
        self.push(play, Frame::Placing(Placing { object: new, moded: false, group: 0 }), rule!("603.3d"));
    }

    /// Writes a division among the first target group onto a triggered ability (601.2d).
    fn add_shares(&self, play: &mut Game<'_>, object: ObjectId, shares: &[(Item, u32)]) {
        let Some(mut stack) = play.state().board.get(object).and_then(|object| object.stack.clone()) else {
            return;
        };
        let share = |target: &Value| {
            shares.iter().find(|share| share.0 == targets::item(*target)).map_or(0, |share| share.1)
        };
        stack.shares = stack.targets.first().into_iter().flatten().map(share).collect();
        play.emit(Event::StackSet(object, stack), rule!("601.2d"));
    }

    /// Writes a group of chosen targets onto a spell or ability.
    pub fn add_targets(&self, play: &mut Game<'_>, object: ObjectId, choice: &Choice) {
        let Some(stack) = play.state().board.get(object).and_then(|object| object.stack.clone()) else {
            return;
        };
        let mut stack = stack;
        let chosen = match choice {
            Choice::Pick(items) => items.iter().filter_map(|item| targets::value(*item)).collect(),
            Choice::Number(_) | Choice::Split(_) | Choice::Name(_) => Vec::new(),
        };
        stack.targets.push(chosen);
        play.emit(Event::StackSet(object, stack), rule!("601.2c"));
    }
}

impl FrameRules<Magic> for Placing {
    /// Goes on with a triggered ability that needs its targets (603.3d).
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        match play.asked(rules) {
            None if !self.moded => {
                play.emit(
                    Event::Replaced(Frame::Placing(Placing { moded: true, ..self.clone() })),
                    rule!("603.3c"),
                );
                Flow::Go
            }
            None => {
                rules.pop(play, rule!("603.3d"));
                rules.notice_targets(play, self.object);
                Flow::Go
            }
            Some(request) if matches!(&request.ask, Ask::Pick { options, min, .. } if (options.len() as u32) < *min) =>
            {
                let rule = if self.moded { rule!("603.3d") } else { rule!("603.3c") };
                play.emit(Event::Ceased(self.object, None), rule);
                rules.pop(play, rule!("603.3d"));
                Flow::Go
            }
            Some(_) => play.wait(rules),
        }
    }

    /// Asks for the targets of a triggered ability.
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let object = sight.object(self.object)?;
        let stack = object.stack.as_ref()?;
        if matches!(stack.kind, StackKind::Delayed(..)) {
            return None;
        }
        if !self.moded {
            return rules.ask_modes(sight, object, stack, &[stack.x]);
        }
        let code = targets::code_of(object, stack);
        let total = rules.card_pool.divided(code).map(|amount| {
            let source = targets::source_of(object.id, stack);
            sight.count(
                amount,
                &Scope { event: stack.event, knows: Knows::Context, ..Scope::of(source, object.controller) },
            )
        });
        let groups = rules.card_pool.targets(code);
        match total {
            Some(total) if usize::from(self.group) >= groups.len() => {
                if stack.shares.is_empty() {
                    targets::division(object, total)
                } else {
                    None
                }
            }
            // 601.2d: each target gets at least one.
            Some(total) if self.group == 0 => targets::request(sight, object, groups, 0, total),
            _ => {
                cite!("603.1a");
                targets::request(sight, object, groups, usize::from(self.group), u32::MAX)
            }
        }
    }

    /// Takes the targets of a triggered ability.
    fn answer(mut self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        match choice {
            _ if !self.moded => {
                rules.set_modes(play, self.object, choice);
                self.moded = true;
            }
            Choice::Split(shares) => rules.add_shares(play, self.object, shares),
            _ => {
                rules.add_targets(play, self.object, choice);
                self.group += 1;
            }
        }
        play.emit(Event::Replaced(Frame::Placing(self)), rule!("603.3d"));
    }
}
