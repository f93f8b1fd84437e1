//! The one door: how each event changes the state. Nothing here decides, draws or asks.

mod combat;
mod lasting;

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, Seat, Touched};

use crate::cite;
use crate::language::definition::{Counter, Until};
use crate::state::event::Event;
use crate::state::{
    Binding, CodeRef, Combat, Kind, LastingKind, Object, Occurrence, Past, Place, Stage, State, Zone,
    component,
};

/// Changes `state` by `event` and marks what it touches.
pub fn apply(state: &mut State, event: Event, touched: &mut Touched) {
    let mut change = Change { state, touched };
    match event {
        Event::Pushed(frame) => change.frames().push(frame),
        Event::Popped => drop(there(change.frames().pop(), "a frame to go back from")),
        Event::Replaced(frame) => {
            if let Some(top) = there(change.frames().last_mut(), "a frame to go on with") {
                *top = frame;
            }
        }
        Event::StartingPlayer(_)
        | Event::TurnBegan(_)
        | Event::StepBegan(_)
        | Event::StageReached(_)
        | Event::PriorityGiven(..)
        | Event::PriorityTaken
        | Event::FirstSelected(_)
        | Event::ChainReached(_)
        | Event::TurnEnded
        | Event::TurnAdded(_)
        | Event::Declined => change.turn(&event),
        Event::Happened(occurrence) => change.note(occurrence),
        Event::Moved { .. }
        | Event::Made { .. }
        | Event::CardMade { .. }
        | Event::Ceased(..)
        | Event::Hidden { .. } => change.objects(&event),
        // What these tell changes nothing.
        Event::Prevented { source, to, amount } => change.note(Occurrence::Prevented(source, to, amount)),
        Event::Stayed(..) | Event::ResultReplaced(_) | Event::ResultIgnored(_) => {}
        Event::Forgotten(_)
        | Event::Reordered(..)
        | Event::Shuffled(..)
        | Event::Chosen { .. }
        | Event::Rolled { .. }
        | Event::Revealed(..)
        | Event::Turned(..)
        | Event::Flipped { .. }
        | Event::Identified(..)
        | Event::Noted(..)
        | Event::Showing(..)
        | Event::Equipped(..) => change.cards(&event),
        Event::LayerSet(id, layer) => change.with(id, |object| object.layer = Some(layer)),
        Event::Actions(seat, points) => change.points(seat, points, |player| &mut player.actions),
        Event::Resources(seat, points) => change.points(seat, points, |player| &mut player.resources),
        Event::Chi(seat, points) => change.points(seat, points, |player| &mut player.chi),
        Event::Damaged { .. }
        | Event::LifeGained(..)
        | Event::LifeLost(..)
        | Event::LifeReset(_)
        | Event::CountersPut(..)
        | Event::CountersRemoved(..)
        | Event::Tapped(_)
        | Event::Untapped(_)
        | Event::ControlGained(..)
        | Event::Marked(..)
        | Event::Used(..) => change.body(&event),
        Event::EffectBegan(_)
        | Event::EffectBound(..)
        | Event::EffectLeft(..)
        | Event::EffectWaits(..)
        | Event::EffectEnded(_)
        | Event::DelayedSet(_)
        | Event::DelayedDone(_)
        | Event::RevealOver(_)
        | Event::Shown(..)
        | Event::Watched(_)
        | Event::LookOver
        | Event::ReturnSet(_)
        | Event::ReturnDue(_)
        | Event::ReturnDone(_)
        | Event::Triggered(_)
        | Event::WaitingTold(_)
        | Event::WaitingDone(_)
        | Event::Applied(_)
        | Event::StatesMet(_) => change.effects(&event),
        Event::ChainOpened(_)
        | Event::AttackLayered(_)
        | Event::LinkMade(_)
        | Event::AttackReplaced(_)
        | Event::TargetsOrdered(_)
        | Event::Declared(_)
        | Event::Defends(_)
        | Event::Calculated
        | Event::LinkResolved
        | Event::Closing
        | Event::ChainClosed => change.combat(&event),
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
            // Nothing triggers and nothing is replaced by going back: the board that was kept is the board
            // again.
            cite!("1.10.3", "1.10.3a", "1.10.3b");
            if let Some(mut before) = there(change.state.before.take(), "a board to go back to") {
                // What was told of an object that is taken back stays told of it alone.
                before.objects.keep_ids_of(&change.state.board.objects);
                let left = std::mem::replace(change.state, State { board: *before, before: None });
                component::mark_differences(&left, change.state, change.touched);
            }
        }
        Event::HeroTaken(seat, hero) => change.player(seat).hero = hero,
        Event::DrawAgreed(seat, agreed) => change.player(seat).draws = agreed,
        Event::PlayerLost(seat, loss) => {
            change.player(seat).lost = Some(loss);
        }
        Event::GameEnded(ending) => {
            change.touched.mark(component::CHANCE, 0);
            change.state.board.ending = Some(ending);
        }
    }
}

/// What an event is about: events come from rules that have just seen it, so that it not being there is a
/// fault of theirs.
fn there<T>(found: Option<T>, what: &str) -> Option<T> {
    debug_assert!(found.is_some(), "{what} is not there");
    found
}

/// An event that belongs to another group: [`apply`] sends each to the group that knows it.
fn astray(event: &Event) {
    debug_assert!(false, "nothing is done for {event:?}");
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

    fn player(&mut self, seat: Seat) -> &mut crate::state::Player {
        self.touched.mark(component::PLAYERS, u32::from(seat.0));
        &mut self.state.board.players[usize::from(seat.0)]
    }

    fn points(&mut self, seat: Seat, points: i32, which: impl FnOnce(&mut crate::state::Player) -> &mut u32) {
        let own = which(self.player(seat));
        *own = own.saturating_add_signed(points);
    }

    fn object(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.touched.mark(component::OBJECTS, id.0);
        self.state.board.objects.get_mut(id)
    }

    fn with(&mut self, id: ObjectId, action: impl FnOnce(&mut Object)) {
        if let Some(object) = there(self.object(id), "the object of an event") {
            action(object);
        }
    }

    fn all(&mut self, wanted: impl Fn(&Object) -> bool, action: impl Fn(&mut Object)) {
        let found: Vec<ObjectId> =
            self.state.board.objects.iter().filter(|object| wanted(object)).map(|object| object.id).collect();
        found.into_iter().for_each(|id| self.with(id, &action));
    }

    fn tick(&mut self) -> u32 {
        self.touched.mark(component::CHANCE, 0);
        self.state.board.clock += 1;
        self.state.board.clock
    }

    fn note(&mut self, what: Occurrence) {
        self.touched.mark(component::EFFECTS, 0);
        let combat = &self.state.board.combat;
        let chain = if combat.open { combat.serial } else { 0 };
        cite!("7.0.3e");
        let link = if combat.active().is_some() { combat.links.len() as u32 } else { 0 };
        self.state.board.history.push(Past { what, chain, link });
    }

    fn turn(&mut self, event: &Event) {
        self.touched.mark(component::TURN, 0);
        let turn = &mut self.state.board.turn;
        match event {
            Event::StartingPlayer(seat) => {
                turn.starting = *seat;
                turn.active = *seat;
            }
            Event::TurnBegan(seat) => {
                turn.number = turn.number.saturating_add(1);
                cite!("4.0.3b");
                turn.active = *seat;
                let advances = |past: &Past| {
                    use Occurrence::{Created, Damaged, LifeGained, LifeLost, Moved};
                    matches!(
                        past.what,
                        Moved { .. } | Created(..) | Damaged { .. } | LifeGained(..) | LifeLost(..)
                    )
                };
                let idle = !self.state.board.history.iter().any(advances);
                turn.idle = if idle { turn.idle.saturating_add(1) } else { 0 };
                turn.declined &= idle;
                if turn.extra.last() == Some(seat) {
                    turn.extra.pop();
                }
                self.touched.mark(component::EFFECTS, 0);
                self.state.board.history.clear();
                // As long as something is frozen where the text names no duration.
                cite!("8.5.34b");
                self.end_effects(|effect| effect.until == Until::YourNextTurn && effect.controller == *seat);
                self.all(|object| !object.used.is_empty(), |object| object.used.clear());
            }
            Event::StepBegan(step) => {
                turn.step = *step;
                turn.stage = Stage::Begin(0);
                turn.priority = None;
                turn.passed = 0;
                turn.chain = 0;
            }
            Event::StageReached(stage) => turn.stage = *stage,
            Event::PriorityGiven(seat, passed) => {
                // Who had it before has it no more.
                cite!("1.11.2");
                turn.priority = Some(*seat);
                turn.passed = *passed;
            }
            Event::PriorityTaken => {
                turn.priority = None;
                turn.passed = 0;
            }
            Event::FirstSelected(seat) => turn.first = *seat,
            Event::ChainReached(chain) => turn.chain = *chain,
            Event::TurnAdded(seat) => turn.extra.push(*seat),
            Event::Declined => turn.declined = true,
            Event::TurnEnded => {
                let (number, active) = (turn.number, turn.active);
                self.end_effects(|effect| match effect.until {
                    Until::EndOfTurn | Until::TurnThenChainLink => true,
                    Until::EndOfTheirNextTurn => effect.controller != active && effect.since.0 < number,
                    _ => false,
                });
                self.touched.mark(component::EFFECTS, 0);
            }
            other => astray(other),
        }
    }

    fn end_effects(&mut self, over: impl Fn(&crate::state::Lasting) -> bool) {
        if self.state.board.effects.iter().any(&over) {
            self.touched.mark(component::EFFECTS, 0);
            self.state.board.effects.retain(|effect| !over(effect));
        }
    }

    fn leave_zone(&mut self, id: ObjectId) {
        if let Some(zone) = self.state.board.get(id).and_then(|object| object.zone.index()) {
            self.touched.mark(component::ZONES, zone as u32);
            cite!("3.15.6");
            self.state.board.zones.take(zone, id);
        }
    }

    fn enter_zone(&mut self, id: ObjectId, zone: Zone, place: Place) {
        if let Some(zone) = zone.index() {
            self.touched.mark(component::ZONES, zone as u32);
            cite!("3.15.4");
            self.state.board.zones.put(zone, id, place);
        }
    }

    fn put(&mut self, object: Object, place: Place) {
        let (id, zone) = (object.id, object.zone);
        self.touched.mark(component::OBJECTS, id.0);
        let board = &mut self.state.board;
        board.objects.put(id, object);
        self.enter_zone(id, zone, place);
    }

    /// Takes an object out of the game; it is remembered as it last was (1.2.3).
    fn retire(&mut self, id: ObjectId, last: &Option<std::sync::Arc<crate::state::Properties>>) {
        cite!("1.2.3b");
        self.leave_zone(id);
        self.end_effects(|effect| effect.until == Until::SourceLeaves && effect.source == id);
        self.with(id, |object| {
            object.zone = Zone::Gone;
            object.last.clone_from(last);
        });
    }

    /// An object becomes another, private one in its place (3.0.9).
    fn hide(&mut self, id: ObjectId, new: ObjectId, last: &Option<std::sync::Arc<crate::state::Properties>>) {
        let Some(old) = there(self.state.board.get(id), "the object that becomes private") else { return };
        cite!("9.1.3b");
        let (zone, equipped, controller, fresh) =
            (old.zone, old.equipped, old.controller, blank(new, old.front, old.owner, old.zone, old.kind));
        let place = self.state.board.zone(zone).iter().position(|other| *other == id);
        let timestamp = self.tick();
        self.retire(id, last);
        self.with(id, |object| object.became = Some(new));
        self.put(Object { public: false, equipped, controller, timestamp, ..fresh }, Place::Top);
        cite!("8.5.17c");
        if let (Some(index), Some(place)) = (zone.index(), place) {
            let mut order = self.state.board.zones.list(index).to_vec();
            order.pop();
            order.insert(place, new);
            self.state.board.zones.reorder(index, &order);
        }
    }

    fn objects(&mut self, event: &Event) {
        match event {
            Event::Moved { object, new, from, to, bottom, public, why, by, controller, counters, last } => {
                let Some(old) = there(self.state.board.get(*object), "the object that moves") else { return };
                debug_assert!(
                    old.exists() && old.zone == *from,
                    "{object} moves from {:?}, not from {from:?}",
                    old.zone
                );
                cite!("3.0.7", "3.0.7a", "9.1.3b");
                let (known, fresh) =
                    (*public || old.public, blank(*new, old.front, old.owner, *to, old.kind));
                let place = if *bottom { Place::Bottom } else { Place::Top };
                let timestamp = self.tick();
                if object == new {
                    if from != to {
                        self.leave_zone(*object);
                        self.enter_zone(*object, *to, place);
                    }
                    // Within the arena its static abilities go on, and their effects are as old as they were.
                    let goes_on = from.is_arena() && to.is_arena();
                    cite!("6.3.4a");
                    self.with(*object, |object| {
                        object.zone = *to;
                        object.from = *from;
                        object.public = *public;
                        object.showing = None;
                        object.controller = *controller;
                        object.timestamp = if goes_on { object.timestamp } else { timestamp };
                    });
                    if from.is_arena() && !to.is_arena() {
                        self.end_effects(|effect| {
                            effect.until == Until::SourceLeaves && effect.source == *object
                        });
                    }
                } else {
                    self.retire(*object, last);
                    self.with(*object, |object| object.became = Some(*new));
                    cite!("3.0.9c", "1.15.3");
                    self.put(
                        Object { from: *from, public: *public, controller: *controller, timestamp, ..fresh },
                        place,
                    );
                }
                if *from == Zone::Chain && *to != Zone::Chain {
                    self.touched.mark(component::TURN, 0);
                    let leaves = |defense: &crate::state::Defense| defense.card == *object;
                    self.state
                        .board
                        .combat
                        .links
                        .iter_mut()
                        .for_each(|link| link.defenses.retain(|defense| !leaves(defense)));
                }
                for (kind, count) in counters {
                    self.with(*new, |object| add_counters(object, *kind, *count));
                }
                self.note(Occurrence::Moved {
                    object: *object,
                    new: *new,
                    from: *from,
                    to: *to,
                    why: *why,
                    by: *by,
                    known,
                });
            }
            Event::Made { new, card, seat, zone, kind, layer } => {
                let timestamp = self.tick();
                cite!("1.3.1a");
                self.put(
                    Object {
                        timestamp,
                        public: true,
                        layer: layer.clone(),
                        ..blank(*new, *card, *seat, *zone, *kind)
                    },
                    Place::Top,
                );
                if *kind == Kind::Token {
                    self.note(Occurrence::Created(*new, *seat));
                }
            }
            Event::CardMade { new, card, seat, zone, bottom, public } => {
                let timestamp = self.tick();
                let place = if *bottom { Place::Bottom } else { Place::Top };
                cite!("1.3.1a");
                self.put(
                    Object { timestamp, public: *public, ..blank(*new, *card, *seat, *zone, Kind::Card) },
                    place,
                );
                if zone.is_arena() {
                    self.note(Occurrence::Created(*new, *seat));
                }
            }
            Event::Hidden { object, new, last } => self.hide(*object, *new, last),
            Event::Ceased(id, last) => {
                self.retire(*id, last);
                let shown = |object: &mut Object| {
                    object.public = false;
                    object.showing = None;
                };
                self.all(|object| object.exists() && object.showing == Some(*id), shown);
            }
            other => astray(other),
        }
    }

    fn cards(&mut self, event: &Event) {
        match event {
            Event::Forgotten(ids) => {
                for id in ids {
                    self.touched.mark(component::OBJECTS, id.0);
                    self.state.board.objects.forget(*id);
                }
            }
            Event::Reordered(seat, order) => {
                self.reorder(Zone::Of(crate::language::definition::ZoneKind::Deck, *seat), order)
            }
            Event::Shuffled(zone, order) => {
                self.reorder(*zone, order);
                self.touched.mark(component::CHANCE, 0);
                self.state.board.rng.advance(Purpose::Shuffle);
            }
            Event::Chosen { .. } => {
                self.touched.mark(component::CHANCE, 0);
                self.state.board.rng.advance(Purpose::Choice);
            }
            Event::Rolled { .. } => {
                self.touched.mark(component::CHANCE, 0);
                self.state.board.rng.advance(Purpose::Die);
            }
            Event::Revealed(seat, ids) => {
                ids.iter().for_each(|id| self.with(*id, |object| object.public = true));
                self.note(Occurrence::Revealed(*seat, ids.len() as u32));
            }
            Event::Flipped { object, face, lasting } => self.with(*object, |object| {
                // It stays the object to which effects apply.
                cite!("9.1.2c", "9.1.3");
                object.card = *face;
                object.front = if *lasting { *face } else { object.front };
            }),
            Event::Noted(id, note) => self.with(*id, |object| {
                object.notes.retain(|known| known.leading != note.leading);
                object.notes.push(note.clone());
            }),
            Event::Identified(id, alters) => self.with(*id, |object| object.identity.extend(alters)),
            Event::Turned(id, public) => {
                // What is turned face up has static abilities from now on.
                cite!("6.3.4a");
                let timestamp = self.tick();
                if *public && self.state.board.get(*id).is_some_and(|object| !object.public) {
                    self.note(Occurrence::TurnedUp(*id));
                }
                self.with(*id, |object| {
                    object.timestamp = if *public && !object.public { timestamp } else { object.timestamp };
                    object.public = *public;
                    object.showing = None;
                });
            }
            Event::Showing(id, layer) => self.with(*id, |object| {
                object.public = true;
                object.showing = Some(*layer);
            }),
            Event::Equipped(id, zones) => {
                let worn = self.state.board.get(*id).filter(|object| object.equipped == 0 && *zones != 0);
                if let Some(seat) = worn.map(|object| object.controller) {
                    self.note(Occurrence::Equipped(seat, *id));
                }
                self.with(*id, |object| object.equipped = *zones);
            }
            other => astray(other),
        }
    }

    fn reorder(&mut self, zone: Zone, order: &[ObjectId]) {
        if let Some(zone) = zone.index() {
            self.touched.mark(component::ZONES, zone as u32);
            self.state.board.zones.reorder(zone, order);
        }
    }

    fn body(&mut self, event: &Event) {
        match event {
            Event::Damaged { source, to, amount, kind, hit } => {
                self.with(*to, |object| object.life = object.life.saturating_sub_unsigned(*amount));
                cite!("7.5.5d");
                if *hit {
                    self.touched.mark(component::TURN, 0);
                    if let Some(link) = self.state.board.combat.links.last_mut() {
                        link.hit = true;
                    }
                }
                self.note(Occurrence::Damaged {
                    source: *source,
                    to: *to,
                    amount: *amount,
                    kind: *kind,
                    hit: *hit,
                });
                self.note_life(*to, false, *amount);
            }
            Event::LifeGained(id, amount) => {
                // Once and for all, kept beside the base.
                cite!("2.5.3b");
                self.with(*id, |object| object.life = object.life.saturating_add_unsigned(*amount));
                self.note_life(*id, true, *amount);
            }
            Event::LifeLost(id, amount) => {
                self.with(*id, |object| object.life = object.life.saturating_sub_unsigned(*amount));
                self.note_life(*id, false, *amount);
            }
            Event::LifeReset(id) => self.with(*id, |object| object.life = 0),
            Event::CountersPut(id, kind, count) => {
                self.with(*id, |object| add_counters(object, *kind, *count))
            }
            Event::CountersRemoved(id, kind, count) => self.with(*id, |object| {
                cite!("1.15.3");
                if let Some(entry) = object.counters.iter_mut().find(|entry| entry.0 == *kind) {
                    entry.1 = entry.1.saturating_sub(*count);
                }
                object.counters.retain(|entry| entry.1 > 0);
            }),
            Event::Tapped(id) => self.with(*id, |object| object.tapped = true),
            Event::Untapped(id) => self.with(*id, |object| object.tapped = false),
            Event::ControlGained(id, seat) => self.with(*id, |object| object.controller = *seat),
            Event::Marked(id, marked) => self.with(*id, |object| object.marked = *marked),
            Event::Used(id, code) => self.with(*id, |object| use_once(object, *code)),
            other => astray(other),
        }
    }

    fn note_life(&mut self, id: ObjectId, gained: bool, amount: u32) {
        let hero = self.state.board.players.iter().position(|player| player.hero == id);
        if let Some(seat) = hero.map(|place| Seat(place as u8)) {
            self.note(if gained {
                Occurrence::LifeGained(seat, amount)
            } else {
                Occurrence::LifeLost(seat, amount)
            });
        }
    }
}

fn drop_at<T>(list: &mut Vec<T>, place: u16) {
    debug_assert!(usize::from(place) < list.len(), "nothing waits at {place}");
    if usize::from(place) < list.len() {
        list.remove(usize::from(place));
    }
}

/// An object as it comes to be.
pub fn blank(id: ObjectId, card: crate::state::CardId, owner: Seat, zone: Zone, kind: Kind) -> Object {
    // Nothing is tapped as it comes to be.
    cite!("1.3.3b");
    Object {
        id,
        card,
        front: card,
        owner,
        controller: owner,
        zone,
        kind,
        public: !zone.is_private(),
        showing: None,
        timestamp: 0,
        from: zone,
        layer: None,
        tapped: false,
        counters: Vec::new(),
        life: 0,
        equipped: 0,
        defended: false,
        used: Vec::new(),
        marked: false,
        last: None,
        became: None,
        identity: Vec::new(),
        notes: Vec::new(),
    }
}

fn add_counters(object: &mut Object, kind: Counter, count: u32) {
    // Each kind is counted for itself.
    cite!("1.15.4");
    match object.counters.iter_mut().find(|entry| entry.0 == kind) {
        Some(entry) => entry.1 = entry.1.saturating_add(count),
        None => {
            object.counters.push((kind, count));
            object.counters.sort_unstable();
        }
    }
}

fn use_once(object: &mut Object, code: CodeRef) {
    match object.used.iter_mut().find(|entry| entry.0 == code) {
        Some(entry) => entry.1 = entry.1.saturating_add(1),
        None => {
            object.used.push((code, 1));
            object.used.sort_unstable();
        }
    }
}
