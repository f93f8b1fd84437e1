//! The one door: how each event changes the state. Nothing here decides, draws or asks.

mod combat;

use duelog_kernel::recurrence::Loops;
use duelog_kernel::rng::Purpose;
use duelog_kernel::zone::Zones;
use duelog_kernel::{ObjectId, Seat, Touched};

use crate::cite;
use crate::language::definition::{Counter, Until};
use crate::state::event::Event;
use crate::state::{
    AbilityRef, Board, Entering, Frame, Last, Lasting, LastingKind, Object, Past, Permanent, Place, Proposal,
    Proposed, Shown, StackKind, Stage, State, Step, Value, Waiting, Why, Zone, component,
};

/// Changes `state` by `event` and marks what it touches.
pub fn apply(state: &mut State, event: &Event, touched: &mut Touched) {
    let mut change = Change { state, touched };
    match event {
        Event::Pushed(frame) => change.frames().push(frame.clone()),
        Event::Popped => drop(change.frames().pop()),
        Event::Replaced(frame) => {
            if let Some(top) = change.frames().last_mut() {
                *top = frame.clone();
            }
        }
        Event::EnteringSet(_) | Event::Joined(_) => change.happening(event),
        Event::StartingPlayer(_)
        | Event::MulliganTaken(_)
        | Event::HandKept(_)
        | Event::TurnBegan(_)
        | Event::StepBegan(_)
        | Event::StageReached(_)
        | Event::PriorityGiven(..)
        | Event::PriorityTaken
        | Event::ExtraTurn(_)
        | Event::TurnSkipped(_)
        | Event::ChainReached(_)
        | Event::Noted(..)
        | Event::LandPlayed => change.turn(event),
        Event::Moved { .. }
        | Event::TokenMade { .. }
        | Event::AbilityMade { .. }
        | Event::StackCopied { .. }
        | Event::Ceased(..)
        | Event::Forgotten(_)
        | Event::StackSet(..)
        | Event::Reordered(..)
        | Event::Shuffled(..)
        | Event::Chosen { .. }
        | Event::Shown(..)
        | Event::TopShown(..)
        | Event::ShownNoMore => change.objects(event),
        Event::Damaged { .. }
        | Event::DamagePrevented { .. }
        | Event::Tapped(_)
        | Event::Untapped(_)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::Regenerated(_)
        | Event::Attached(..)
        | Event::Linked(..)
        | Event::ControlChanged(..)
        | Event::LoyaltyUsed(_)
        | Event::SicknessEnded(_)
        | Event::CleanedUp
        | Event::StateChecked => change.permanents(event),
        Event::LifeGained(..)
        | Event::LifeLost(..)
        | Event::ManaAdded(..)
        | Event::ManaSpent(..)
        | Event::PoolsEmptied
        | Event::DrewFromEmpty(_)
        | Event::SpellCast(..)
        | Event::PlayerLost(..)
        | Event::GameEnded(_) => change.players(event),
        Event::EffectBegan(_)
        | Event::StayLeft(..)
        | Event::ShieldLeft(..)
        | Event::EffectEnded(_)
        | Event::DelayedSet(_)
        | Event::DelayedDone(_)
        | Event::Triggered(_)
        | Event::WaitingDone(_) => change.effects(event),
        Event::AttackersDeclared(_)
        | Event::BlockersDeclared(_)
        | Event::BlockersOrdered(..)
        | Event::AttackersOrdered(..)
        | Event::Assigned(_)
        | Event::AssignmentsTaken(_)
        | Event::RemovedFromCombat(_)
        | Event::AttackedNoMore(_)
        | Event::CombatEnded => change.combat(event),
        Event::BecameTarget(..)
        | Event::Applied(_)
        | Event::Impossible(_)
        | Event::CameOff(..)
        | Event::ControlLost(..)
        | Event::TappedForMana(..)
        | Event::DrawRevealed(..) => {}
        Event::Acted | Event::Visited(_) | Event::LoopClosed(..) => change.loops(event),
        Event::ActionBegun => {
            let before = Box::new(change.state.board.clone());
            change.touched.mark(component::FRAMES, 0);
            change.state.before = Some(before);
        }
        Event::ActionDone => {
            change.touched.mark(component::FRAMES, 0);
            change.state.before = None;
        }
        Event::ActionReversed => {
            if let Some(mut before) = change.state.before.take() {
                // What was told of an object that is taken back stays told of it alone.
                before.objects.keep_ids_of(&change.state.board.objects);
                let loops = std::mem::take(&mut change.state.loops);
                let left = std::mem::replace(change.state, State { board: *before, before: None, loops });
                component::mark_differences(&left, change.state, change.touched);
            }
        }
    }
}

struct Change<'a> {
    state: &'a mut State,
    touched: &'a mut Touched,
}

impl Change<'_> {
    fn frames(&mut self) -> &mut Vec<crate::state::Frame> {
        self.touched.mark(component::FRAMES, 0);
        &mut self.state.board.frames
    }

    fn happening(&mut self, event: &Event) {
        let innermost =
            self.frames().iter_mut().rev().find_map(|frame| {
                if let Frame::Happening(happening) = frame { Some(happening) } else { None }
            });
        let Some(happening) = innermost else {
            debug_assert!(false, "nothing waits to happen for {event:?}");
            return;
        };
        match event {
            Event::EnteringSet(set) => {
                if let Some(Proposal::Move { entering, .. } | Proposal::Token { entering, .. }) =
                    happening.batch.get_mut(usize::from(happening.at)).map(|proposed| &mut proposed.event)
                {
                    *entering = set.clone();
                }
            }
            Event::Joined(events) => happening
                .batch
                .extend(events.iter().map(|event| Proposed { event: event.clone(), applied: Vec::new() })),
            _ => {}
        }
    }

    fn player(&mut self, seat: Seat) -> &mut crate::state::Player {
        self.touched.mark(component::PLAYERS, u32::from(seat.0));
        &mut self.state.board.players[usize::from(seat.0)]
    }

    fn object(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.touched.mark(component::OBJECTS, id.0);
        self.state.board.objects.get_mut(id)
    }

    fn permanent(&mut self, id: ObjectId, action: impl FnOnce(&mut Permanent)) {
        let object = self.object(id);
        debug_assert!(object.is_some(), "what changes is there: {id}");
        if let Some(object) = object {
            action(&mut object.permanent);
        }
    }

    fn board(&mut self) -> &mut Board {
        &mut self.state.board
    }

    fn tick(&mut self) -> u32 {
        self.touched.mark(component::CHANCE, 0);
        self.state.board.clock += 1;
        self.state.board.clock
    }

    fn turn(&mut self, event: &Event) {
        self.touched.mark(component::TURN, 0);
        let turn = &mut self.state.board.turn;
        match event {
            Event::StartingPlayer(seat) => {
                turn.starting = *seat;
                turn.active = *seat;
            }
            Event::MulliganTaken(seat) => {
                self.player(*seat).mulligans = self.state.board.player(*seat).mulligans.saturating_add(1)
            }
            Event::HandKept(seat) => self.player(*seat).kept = true,
            Event::TurnBegan(seat) => {
                self.state.loops = Loops::default();
                turn.number = turn.number.saturating_add(1);
                turn.active = *seat;
                turn.lands = 0;
                turn.past.clear();
                if turn.extra.last() == Some(seat) && turn.number > 1 {
                    turn.extra.pop();
                }
                for place in 0..self.state.board.players.len() {
                    let player = self.player(Seat(place as u8));
                    player.spells = 0;
                    player.drawn = 0;
                }
                for id in self.state.board.zone(Zone::Battlefield).to_vec() {
                    if self.state.board.get(id).is_some_and(|object| object.permanent.loyalty_used) {
                        self.permanent(id, |permanent| permanent.loyalty_used = false);
                    }
                }
            }
            Event::StepBegan(step) => {
                self.state.loops = Loops::default();
                turn.step = *step;
                turn.stage = Stage::Begin(0);
                turn.priority = None;
                turn.passed = 0;
                turn.chain = 0;
            }
            Event::StageReached(stage) => turn.stage = *stage,
            Event::PriorityGiven(seat, passed) => {
                turn.priority = Some(*seat);
                turn.passed = *passed;
            }
            Event::PriorityTaken => {
                turn.priority = None;
                turn.passed = 0;
            }
            Event::ChainReached(chain) => turn.chain = *chain,
            Event::Noted(pattern, seat, times) => {
                match turn.past.iter_mut().find(|past| (past.pattern, past.seat) == (*pattern, *seat)) {
                    Some(past) => past.times = past.times.saturating_add(*times),
                    None => turn.past.push(Past { pattern: *pattern, seat: *seat, times: *times }),
                }
            }
            Event::ExtraTurn(seat) => turn.extra.push(*seat),
            Event::TurnSkipped(seat) if turn.extra.last() == Some(seat) => drop(turn.extra.pop()),
            Event::LandPlayed => turn.lands = turn.lands.saturating_add(1),
            _ => {}
        }
    }

    fn loops(&mut self, event: &Event) {
        self.touched.mark(component::TURN, 0);
        let loops = &mut self.state.loops;
        match event {
            Event::Acted => loops.actions = loops.actions.saturating_add(1),
            Event::Visited(visit) => loops.visit(*visit),
            Event::LoopClosed(from, barred) => loops.close(*from, *barred),
            _ => {}
        }
    }

    fn zones(&mut self, zone: usize) -> &mut Zones {
        self.touched.mark(component::ZONES, zone as u32);
        &mut self.state.board.zones
    }

    fn leave_zone(&mut self, id: ObjectId) {
        if let Some(zone) = self.state.board.get(id).and_then(|object| object.zone.index()) {
            self.zones(zone).take(zone, id);
        }
    }

    fn reorder(&mut self, seat: Seat, order: &[ObjectId]) {
        if let Some(zone) = Zone::Library(seat).index() {
            debug_assert!(
                self.state.board.zone(Zone::Library(seat)).len() == order.len(),
                "all cards of a library are put in order"
            );
            self.zones(zone).reorder(zone, order);
        }
    }

    fn end_showing(&mut self, ends: impl Fn(&Shown) -> bool) {
        if self.state.board.shown.iter().any(&ends) {
            self.touched.mark(component::EFFECTS, 0);
            self.state.board.shown.retain(|shown| !ends(shown));
        }
    }

    /// Takes an object out of its zone; what may be looked back at stays as last known information (608.2g).
    fn retire(&mut self, id: ObjectId, last: &Option<Box<Last>>) {
        self.leave_zone(id);
        self.leave_combat(id);
        self.end_effects(|effect| effect.until == Until::SourceLeaves && effect.source == id);
        self.end_showing(|shown| shown.object == id);
        self.touched.mark(component::OBJECTS, id.0);
        if last.is_some() {
            if let Some(object) = self.object(id) {
                object.zone = Zone::Gone;
                object.last.clone_from(last);
            }
        } else {
            self.state.board.objects.forget(id);
        }
    }

    /// Effects that changed a spell go on for the permanent that it becomes (400.7a).
    fn follow(&mut self, spell: ObjectId, permanent: ObjectId) {
        if !self.state.board.effects.iter().any(|lasting| lasting.changes(spell)) {
            return;
        }
        self.touched.mark(component::EFFECTS, 0);
        for lasting in &mut self.board().effects {
            if let LastingKind::Alter { objects, .. } | LastingKind::Copy { objects, .. } = &mut lasting.kind
            {
                objects.iter_mut().filter(|id| **id == spell).for_each(|id| *id = permanent);
            }
        }
    }

    fn enter(&mut self, mut object: Object, place: Place) {
        cite!("613.6c");
        object.timestamp = self.tick();
        let (id, zone) = (object.id, object.zone);
        self.touched.mark(component::OBJECTS, id.0);
        let board = self.board();
        board.objects.put(id, object);
        if let Some(zone) = zone.index() {
            self.zones(zone).put(zone, id, place);
        }
    }

    /// 611.2e: an effect that says what a permanent is applies as it enters.
    fn alter_entering(&mut self, id: ObjectId, entering: &Entering) {
        if let Some((source, controller, alters)) = &entering.altered {
            let timestamp = self.tick();
            self.touched.mark(component::EFFECTS, 0);
            let kind = LastingKind::Alter { objects: vec![id], alters: alters.clone() };
            let (source, controller) = (*source, *controller);
            self.board().effects.push(Lasting {
                id: timestamp,
                source,
                controller,
                timestamp,
                until: Until::Forever,
                kind,
            });
        }
    }

    fn objects(&mut self, event: &Event) {
        match event {
            Event::Moved { object, from, to, place, new, entering, why, last, .. } => {
                let Some(old) = self.state.board.get(*object) else {
                    debug_assert!(false, "what moves is somewhere: {object}");
                    return;
                };
                debug_assert!(old.zone == *from, "{object} moves from {:?}, not from {from:?}", old.zone);
                let (card, owner, token, old_controller, kept_stack) =
                    (old.card, old.owner, old.token, old.controller, old.stack.clone());
                self.retire(*object, last);
                if *to == Zone::Battlefield && kept_stack.is_some() {
                    self.follow(*object, *new);
                }
                if let Some(gone) = self.state.board.objects.get_mut(*object) {
                    gone.became = Some(*new);
                }
                let controller = match to {
                    Zone::Battlefield => entering.controller.unwrap_or(old_controller),
                    Zone::Stack => entering.controller.unwrap_or(owner),
                    _ => owner,
                };
                let mut permanent = if *to == Zone::Battlefield {
                    permanent(entering, controller)
                } else {
                    Permanent::default()
                };
                if *to == Zone::Battlefield {
                    permanent.cast = kept_stack.as_ref().map(|stack| Box::new(stack.cast.clone()));
                }
                let stack = if *to == Zone::Stack { kept_stack } else { None };
                let made = Object {
                    id: *new,
                    card,
                    owner,
                    controller,
                    zone: *to,
                    copy: entering.copy.clone(),
                    timestamp: 0,
                    token,
                    permanent,
                    stack,
                    last: None,
                    became: None,
                };
                self.enter(made, *place);
                self.alter_entering(*new, entering);
                if *why == Why::Drawn {
                    let player = self.player(owner);
                    player.drawn = player.drawn.saturating_add(1);
                }
                if *why == Why::Played {
                    self.touched.mark(component::TURN, 0);
                }
            }
            Event::TokenMade { card, controller, new, entering } => {
                let made = Object {
                    id: *new,
                    card: *card,
                    owner: *controller,
                    controller: entering.controller.unwrap_or(*controller),
                    zone: Zone::Battlefield,
                    copy: entering.copy.clone(),
                    timestamp: 0,
                    token: true,
                    permanent: permanent(entering, entering.controller.unwrap_or(*controller)),
                    stack: None,
                    last: None,
                    became: None,
                };
                self.enter(made, Place::Top);
            }
            Event::AbilityMade { card, controller, new, stack } => {
                if let StackKind::Activated(source, place) = stack.kind {
                    let ability = AbilityRef { card: *card, place };
                    self.permanent(source, |permanent| {
                        match permanent.activations.iter_mut().find(|entry| entry.0 == ability) {
                            Some(entry) => entry.1 = entry.1.saturating_add(1),
                            None => permanent.activations.push((ability, 1)),
                        }
                    });
                }
                let made = Object {
                    id: *new,
                    card: *card,
                    owner: *controller,
                    controller: *controller,
                    zone: Zone::Stack,
                    copy: None,
                    timestamp: 0,
                    token: false,
                    permanent: Permanent::default(),
                    stack: Some(stack.clone()),
                    last: None,
                    became: None,
                };
                self.enter(made, Place::Top);
            }
            Event::StackCopied { of, controller, new } => {
                let Some(original) = self.state.board.get(*of) else {
                    debug_assert!(false, "what is copied was on the stack: {of}");
                    return;
                };
                let made = Object {
                    id: *new,
                    owner: *controller,
                    controller: *controller,
                    token: original.is_spell(),
                    // 608.2g: the original may have left the stack; it is copied as it was there.
                    zone: Zone::Stack,
                    last: None,
                    became: None,
                    ..original.clone()
                };
                self.enter(made, Place::Top);
            }
            Event::Ceased(id, last) => self.retire(*id, last),
            Event::Forgotten(ids) => {
                for id in ids {
                    self.touched.mark(component::OBJECTS, id.0);
                    self.state.board.objects.forget(*id);
                }
            }
            Event::StackSet(id, stack) => {
                let object = self.object(*id);
                debug_assert!(object.is_some(), "what is being cast is there: {id}");
                if let Some(object) = object {
                    object.stack = Some(stack.clone());
                }
            }
            Event::Reordered(seat, order) => {
                let before = self.state.board.zone(Zone::Library(*seat)).to_vec();
                let stays = |id: ObjectId| {
                    order.iter().rev().zip(before.iter().rev()).any(|(new, old)| *new == id && *old == id)
                };
                self.end_showing(|shown| order.contains(&shown.object) && !stays(shown.object));
                self.reorder(*seat, order);
            }
            Event::Shuffled(seat, order) => {
                self.reorder(*seat, order);
                self.end_showing(|shown| order.contains(&shown.object));
                self.touched.mark(component::CHANCE, 0);
                self.state.board.rng.advance(Purpose::Shuffle);
            }
            Event::Chosen { .. } => {
                self.touched.mark(component::CHANCE, 0);
                self.state.board.rng.advance(Purpose::Choice);
            }
            Event::Shown(ids, seats) => {
                self.touched.mark(component::EFFECTS, 0);
                let shown = ids.iter().map(|id| Shown { object: *id, seats: *seats, top_of: None });
                self.state.board.shown.extend(shown);
            }
            Event::TopShown(seat, top) => {
                self.end_showing(|shown| shown.top_of == Some(*seat));
                self.touched.mark(component::EFFECTS, 0);
                let shown = top.map(|(object, seats)| Shown { object, seats, top_of: Some(*seat) });
                self.state.board.shown.extend(shown);
            }
            Event::ShownNoMore => self.end_showing(|shown| shown.top_of.is_none()),
            _ => {}
        }
    }

    fn permanents(&mut self, event: &Event) {
        match event {
            Event::Linked(id, card, objects) => self.permanent(*id, |permanent| {
                permanent.linked.extend(objects.iter().map(|object| (*card, *object)))
            }),
            Event::Damaged { to: Value::Object(id), amount, deathtouch, marked, .. } => {
                self.permanent(*id, |permanent| {
                    if *marked {
                        permanent.damage = permanent.damage.saturating_add(*amount);
                    }
                    permanent.damaged = true;
                    permanent.deathtouched |= deathtouch;
                })
            }
            Event::Tapped(id) => self.permanent(*id, |permanent| {
                debug_assert!(!permanent.tapped, "what becomes tapped is not tapped: {id}");
                permanent.tapped = true;
            }),
            Event::Untapped(id) => self.permanent(*id, |permanent| {
                debug_assert!(permanent.tapped, "what becomes untapped is tapped: {id}");
                permanent.tapped = false;
            }),
            Event::CountersPut(id, kind, count) => {
                self.permanent(*id, |permanent| put_counters(permanent, *kind, *count))
            }
            Event::CountersRemoved(id, kind, count) => self.permanent(*id, |permanent| {
                debug_assert!(
                    permanent.counters.iter().any(|entry| entry.0 == *kind && entry.1 >= *count),
                    "{id} has {count} counters to remove"
                );
                permanent
                    .counters
                    .iter_mut()
                    .filter(|entry| entry.0 == *kind)
                    .for_each(|entry| entry.1 = entry.1.saturating_sub(*count));
                permanent.counters.retain(|entry| entry.1 > 0);
            }),
            Event::Regenerated(id) => {
                self.permanent(*id, |permanent| {
                    permanent.damage = 0;
                    permanent.deathtouched = false;
                    permanent.tapped = true;
                });
                self.leave_combat(*id);
            }
            Event::Attached(id, to) => {
                let timestamp = self.tick();
                if let Some(object) = self.object(*id) {
                    object.timestamp = timestamp;
                    attach(&mut object.permanent, *to);
                }
            }
            Event::ControlChanged(id, seat) => {
                self.permanent(*id, |permanent| {
                    permanent.held = Some(*seat);
                    permanent.sick = true;
                });
                self.leave_combat(*id);
            }
            Event::LoyaltyUsed(id) => self.permanent(*id, |permanent| permanent.loyalty_used = true),
            Event::SicknessEnded(ids) => ids.iter().for_each(|id| {
                self.permanent(*id, |permanent| permanent.sick = false);
            }),
            Event::CleanedUp => {
                for id in self.state.board.zone(Zone::Battlefield).to_vec() {
                    let marked = self.state.board.get(id).is_some_and(|object| {
                        let permanent = &object.permanent;
                        permanent.damage > 0 || permanent.damaged || !permanent.activations.is_empty()
                    });
                    if marked {
                        self.permanent(id, |permanent| {
                            permanent.damage = 0;
                            permanent.damaged = false;
                            permanent.deathtouched = false;
                            permanent.activations.clear();
                        });
                    }
                }
                if self.state.board.delayed.iter().any(|delayed| delayed.this_turn) {
                    self.touched.mark(component::EFFECTS, 0);
                    self.state.board.delayed.retain(|delayed| !delayed.this_turn);
                }
                self.end_effects(|effect| effect.until == Until::EndOfTurn);
            }
            Event::StateChecked => {
                for id in self.state.board.zone(Zone::Battlefield).to_vec() {
                    if self.state.board.get(id).is_some_and(|object| object.permanent.deathtouched) {
                        self.permanent(id, |permanent| permanent.deathtouched = false);
                    }
                }
                for place in 0..self.state.board.players.len() {
                    if self.state.board.players[place].drew_from_empty {
                        self.player(Seat(place as u8)).drew_from_empty = false;
                    }
                }
            }
            _ => {}
        }
    }

    fn end_effects(&mut self, ends: impl Fn(&Lasting) -> bool) {
        if self.state.board.effects.iter().any(&ends) {
            self.touched.mark(component::EFFECTS, 0);
            self.state.board.effects.retain(|effect| !ends(effect));
        }
    }

    fn players(&mut self, event: &Event) {
        match event {
            Event::LifeGained(seat, amount) => {
                let player = self.player(*seat);
                player.life = player.life.saturating_add_unsigned(*amount);
            }
            Event::LifeLost(seat, amount) => {
                let player = self.player(*seat);
                player.life = player.life.saturating_sub_unsigned(*amount);
            }
            Event::ManaAdded(seat, symbol, amount) => {
                let pool = &mut self.player(*seat).pool[usize::from(*symbol)];
                *pool = pool.saturating_add(*amount);
            }
            Event::ManaSpent(seat, symbol, amount) => {
                let pool = &mut self.player(*seat).pool[usize::from(*symbol)];
                debug_assert!(*pool >= *amount, "{seat} spends {amount} of {pool} mana");
                *pool = pool.saturating_sub(*amount);
                let casts = |frame: &Frame| {
                    if let Frame::Casting(casting) = frame { Some(casting.object) } else { None }
                };
                let spell = self.state.board.frames.last().and_then(casts);
                if let Some(stack) = spell.and_then(|id| self.object(id)).and_then(|it| it.stack.as_mut()) {
                    let spent = &mut stack.cast.spent[usize::from(*symbol)];
                    *spent = spent.saturating_add(*amount);
                }
            }
            Event::PoolsEmptied => {
                for place in 0..self.state.board.players.len() {
                    self.player(Seat(place as u8)).pool = [0; 6];
                }
            }
            Event::DrewFromEmpty(seat) => self.player(*seat).drew_from_empty = true,
            Event::SpellCast(seat, _) => {
                let player = self.player(*seat);
                player.spells = player.spells.saturating_add(1);
            }
            Event::PlayerLost(seat, loss) => self.player(*seat).lost = Some(*loss),
            Event::GameEnded(ending) => {
                self.touched.mark(component::CHANCE, 0);
                self.touched.mark(component::FRAMES, 0);
                self.state.board.ending = Some(ending.clone());
                self.state.board.frames.clear();
                self.state.before = None;
            }
            _ => {}
        }
    }

    fn effects(&mut self, event: &Event) {
        self.touched.mark(component::EFFECTS, 0);
        match event {
            Event::EffectBegan(lasting) => {
                let mut lasting = lasting.clone();
                lasting.timestamp = self.tick();
                self.board().effects.push(lasting);
            }
            Event::ShieldLeft(id, left) => {
                for effect in self.board().effects.iter_mut().filter(|effect| effect.id == *id) {
                    if let LastingKind::Shield(shield) = &mut effect.kind {
                        shield.left = Some(*left);
                    }
                }
            }
            Event::StayLeft(id, left) => {
                for effect in self.board().effects.iter_mut().filter(|effect| effect.id == *id) {
                    if let LastingKind::Stay { objects, .. } = &mut effect.kind {
                        objects.clone_from(left);
                    }
                }
            }
            Event::EffectEnded(id) => {
                debug_assert!(
                    self.state.board.effects.iter().any(|effect| effect.id == *id),
                    "the effect that ends is there: {id}"
                );
                self.board().effects.retain(|effect| effect.id != *id);
            }
            Event::DelayedSet(delayed) => self.board().delayed.push(delayed.clone()),
            Event::DelayedDone(place) => drop(self.board().delayed.remove(usize::from(*place))),
            Event::Triggered(waiting) => {
                let waiting = Waiting { id: self.tick(), ..waiting.clone() };
                self.board().waiting.push(waiting);
            }
            Event::WaitingDone(place) => drop(self.board().waiting.remove(usize::from(*place))),
            _ => {}
        }
    }
}

fn permanent(entering: &Entering, controller: Seat) -> Permanent {
    let mut permanent =
        Permanent { tapped: entering.tapped, held: Some(controller), sick: true, ..Permanent::default() };
    entering.counters.iter().for_each(|(kind, count)| put_counters(&mut permanent, *kind, *count));
    attach(&mut permanent, entering.attached);
    permanent.chosen.clone_from(&entering.chosen);
    permanent.maker = entering.maker;
    permanent
}

fn put_counters(permanent: &mut Permanent, kind: Counter, count: u32) {
    match permanent.counters.iter_mut().find(|entry| entry.0 == kind) {
        Some(entry) => entry.1 = entry.1.saturating_add(count),
        None => {
            permanent.counters.push((kind, count));
            permanent.counters.sort_unstable();
        }
    }
}

fn attach(permanent: &mut Permanent, to: Option<Value>) {
    permanent.attached = match to {
        Some(Value::Object(id)) => Some(id),
        _ => None,
    };
    permanent.enchanting = match to {
        Some(Value::Seat(seat)) => Some(seat),
        _ => None,
    };
}

/// Whether a step gives no player priority by itself (502.3, 514.3).
pub fn is_silent(step: Step) -> bool {
    matches!(step, Step::Opening | Step::Untap | Step::Cleanup)
}
