//! The one door: how each event changes the state. Nothing here decides, draws or asks.

mod combat;
mod lasting;
mod moving;
mod turn;

use duelog_kernel::rng::Purpose;
use duelog_kernel::{ObjectId, Seat, Touched};

use crate::cite;
use crate::language::definition::{Counter, Until, ZoneKind};
use crate::state::event::Event;
use crate::state::{
    Binding, Board, CardId, CodeRef, Combat, Kind, Lasting, LastingKind, Link, Note, Object, Occurrence,
    PastEvent, Place, Player, Properties, Stage, State, Turn, Waiting, Zone, component,
};

/// Changes `state` by `event` and marks what it touches.
#[expect(clippy::too_many_lines, reason = "one flat table of all events")]
pub fn apply(state: &mut State, event: Event, touched: &mut Touched) {
    let mut writer = StateWriter { state, touched };
    match event {
        Event::Pushed(frame) => writer.frames().push(frame),
        Event::Popped => drop(there(writer.frames().pop(), "a frame to go back from")),
        Event::Replaced(frame) => {
            if let Some(top) = there(writer.frames().last_mut(), "a frame to go on with") {
                *top = frame;
            }
        }

        Event::StartingPlayer(seat) => {
            let turn = writer.turn();
            (turn.starting, turn.active) = (seat, seat);
        }
        Event::TurnBegan(seat) => writer.turn_began(seat),
        Event::StepBegan(step) => {
            let turn = writer.turn();
            (turn.step, turn.stage, turn.priority) = (step, Stage::Begin(0), None);
            (turn.passed, turn.chain) = (0, 0);
        }
        Event::StageReached(stage) => writer.turn().stage = stage,
        Event::PriorityGiven(seat, passed) => {
            // Who had it before has it no more.
            cite!("1.11.2");
            let turn = writer.turn();
            (turn.priority, turn.passed) = (Some(seat), passed);
        }
        Event::PriorityTaken => {
            let turn = writer.turn();
            (turn.priority, turn.passed) = (None, 0);
        }
        Event::FirstSelected(seat) => writer.turn().first = seat,
        Event::ChainReached(chain) => writer.turn().chain = chain,
        Event::TurnEnded => writer.turn_ended(),
        Event::TurnAdded(seat) => writer.turn().extra.push(seat),
        Event::OrderStands(seat) => writer.turn().stands = seat,
        Event::Declined => writer.turn().declined = true,

        Event::Recorded(occurrence) => writer.note(occurrence),
        Event::Prevented { source, to, amount } => writer.note(Occurrence::Prevented(source, to, amount)),
        // What these tell changes nothing.
        Event::Stayed(..) | Event::ResultReplaced(_) | Event::ResultIgnored(_) | Event::Applied(_) => {}

        Event::Moved { object, new, from, to, bottom, public, why, by, controller, counters, last } => {
            let known = writer.moved(object, new, (from, to), place(bottom), public, controller, &last);
            for (kind, count) in counters {
                writer.with(new, |object| add_counters(object, kind, count));
            }
            writer.note(Occurrence::Moved { object, new, from, to, why, by, known });
        }
        Event::Made { new, card, seat, zone, kind, layer } => {
            let made = Object { public: true, layer, ..blank(new, card, seat, zone, kind) };
            writer.made(made, Place::Top, kind == Kind::Token);
        }
        Event::CardMade { new, card, seat, zone, bottom, public } => {
            let made = Object { public, ..blank(new, card, seat, zone, Kind::Card) };
            writer.made(made, place(bottom), zone.is_arena());
        }
        Event::Hidden { object, new, last } => writer.hide(object, new, &last),
        Event::Ceased(id, last) => writer.ceased(id, &last),
        Event::Forgotten(ids) => writer.forget(&ids),
        Event::Reordered(seat, order) => writer.reorder(Zone::Of(ZoneKind::Deck, seat), &order),
        Event::Shuffled(zone, order) => {
            writer.reorder(zone, &order);
            writer.drawn_from(Purpose::Shuffle);
        }
        Event::Chosen { .. } => writer.drawn_from(Purpose::Choice),
        Event::Rolled { .. } => writer.drawn_from(Purpose::Die),
        Event::Revealed(seat, ids) => {
            ids.iter().for_each(|id| writer.with(*id, |object| object.public = true));
            writer.note(Occurrence::Revealed(seat, ids.len() as u32));
        }
        Event::Turned(id, public) => writer.turned(id, public),
        Event::Flipped { object, face, lasting } => writer.flipped(object, face, lasting),
        Event::Identified(id, alters) => writer.with(id, |object| object.identity.extend(alters)),
        Event::Noted(id, note) => writer.noted(id, note),
        Event::Showing(id, layer) => writer.with(id, |object| {
            object.public = true;
            object.showing = Some(layer);
        }),
        Event::Equipped(id, zones) => writer.equipped(id, zones),
        Event::LayerSet(id, layer) => writer.with(id, |object| object.layer = Some(layer)),

        Event::Actions(seat, points) => writer.points(seat, points, |player| &mut player.actions),
        Event::Resources(seat, points) => writer.points(seat, points, |player| &mut player.resources),
        Event::Chi(seat, points) => writer.points(seat, points, |player| &mut player.chi),
        Event::Damaged { source, to, amount, kind, hit } => {
            writer.with(to, |object| object.life = object.life.saturating_sub_unsigned(amount));
            writer.hit(hit);
            writer.note(Occurrence::Damaged { source, to, amount, kind, hit });
            writer.note_life(to, false, amount);
        }
        Event::LifeGained(id, amount) => {
            // Once and for all, kept beside the base.
            cite!("2.5.3b");
            writer.with(id, |object| object.life = object.life.saturating_add_unsigned(amount));
            writer.note_life(id, true, amount);
        }
        Event::LifeLost(id, amount) => {
            writer.with(id, |object| object.life = object.life.saturating_sub_unsigned(amount));
            writer.note_life(id, false, amount);
        }
        Event::LifeReset(id) => writer.with(id, |object| object.life = 0),
        Event::CountersPut(id, kind, count) => writer.with(id, |object| add_counters(object, kind, count)),
        Event::CountersRemoved(id, kind, count) => {
            writer.with(id, |object| remove_counters(object, kind, count))
        }
        Event::Tapped(id) => writer.with(id, |object| object.tapped = true),
        Event::Untapped(id) => writer.with(id, |object| object.tapped = false),
        Event::ControlGained(id, seat) => writer.with(id, |object| object.controller = seat),
        Event::Marked(id, marked) => writer.with(id, |object| object.marked = marked),
        Event::Used(id, code) => writer.with(id, |object| use_once(object, code)),

        Event::EffectBegan(effect) => writer.effect_began(effect),
        Event::EffectBound(id, object, kind) => writer.effect_bound(id, object, kind),
        Event::EffectLeft(id, kind) => writer.effect(id, |effect| effect.kind = kind),
        Event::EffectWaits(id, left) => writer.effect(id, |effect| effect.binding = Binding::Next(left)),
        Event::EffectEnded(id) => writer.effects().effects.retain(|effect| effect.id != id),
        Event::StaticsApplied(applied) => writer.effects().applied = applied,
        Event::DelayedSet(delayed) => writer.effects().delayed.push(delayed),
        Event::DelayedDone(place) => drop_at(&mut writer.effects().delayed, place),
        Event::RevealOver(over) => writer.effects().revealed.retain(|id| !over.contains(id)),
        Event::Shown(ids, seats) => {
            writer.effects().looked.extend(ids.into_iter().map(|id| (id, seats)));
        }
        Event::Watched(watched) => writer.effects().watched = watched,
        Event::LookOver => writer.effects().looked.clear(),
        Event::ReturnSet(returning) => writer.effects().returning.push(returning),
        Event::ReturnDue(place) => {
            let returning = writer.effects().returning.get_mut(usize::from(place));
            if let Some(returning) = there(returning, "what returns") {
                returning.due = true;
            }
        }
        Event::ReturnDone(place) => drop_at(&mut writer.effects().returning, place),
        Event::Triggered(waiting) => {
            let id = writer.tick();
            writer.effects().waiting.push(Waiting { id, ..waiting });
        }
        Event::WaitingTold(place) => {
            let waiting = writer.effects().waiting.get_mut(usize::from(place));
            if let Some(waiting) = there(waiting, "what waits") {
                waiting.hidden = false;
            }
        }
        Event::WaitingDone(place) => drop_at(&mut writer.effects().waiting, place),
        Event::StatesMet(met) => writer.effects().met = met,
        Event::Quickened(objects) => writer.effects().quickened = objects,

        Event::ChainOpened(attack) => writer.chain_opened(attack),
        Event::AttackLayered(attack) => writer.combat().layer = Some(attack),
        Event::LinkMade(link) => writer.link_made(link),
        Event::AttackReplaced(attack) => writer.link(|link| {
            link.attack = attack;
            link.source = None;
        }),
        Event::TargetsOrdered(targets) => writer.link(|link| link.targets = targets),
        Event::Declared(declared) => writer.link(|link| link.declared.extend(declared)),
        Event::Defends(defenses) => writer.defends(defenses),
        Event::Calculated => writer.link(|link| link.calculated = true),
        Event::LinkResolved => writer.link_resolved(),
        Event::Closing => writer.combat().closing = true,
        Event::ChainClosed => writer.chain_closed(),

        Event::ActionBegun => {
            let before = Box::new(writer.state.board.clone());
            *writer.before() = Some(before);
        }
        Event::ActionDone => *writer.before() = None,
        Event::ActionReversed => writer.action_reversed(),

        Event::HeroTaken(seat, hero) => writer.player(seat).hero = hero,
        Event::DrawAgreed(seat, agreed) => writer.player(seat).draws = agreed,
        Event::PlayerLost(seat, loss) => writer.player(seat).lost = Some(loss),
        Event::GameEnded(ending) => {
            writer.touched.mark(component::CHANCE, 0);
            writer.state.board.ending = Some(ending);
        }
    }
}

/// What an event is about: events come from rules that have just seen it, so that it not being there is a
/// fault of theirs.
fn there<T>(found: Option<T>, what: &str) -> Option<T> {
    duelog_kernel::test_assert!(found.is_some(), "{what} is not there");
    found
}

fn place(bottom: bool) -> Place {
    if bottom { Place::Bottom } else { Place::Top }
}

/// Writes to the state and marks what it touches.
struct StateWriter<'a> {
    state: &'a mut State,
    touched: &'a mut Touched,
}

impl StateWriter<'_> {
    fn frames(&mut self) -> &mut Vec<crate::state::Frame> {
        self.touched.mark(component::FRAMES, 0);
        &mut self.state.board.frames
    }

    fn before(&mut self) -> &mut Option<Box<Board>> {
        self.touched.mark(component::FRAMES, 0);
        &mut self.state.before
    }

    fn turn(&mut self) -> &mut Turn {
        self.touched.mark(component::TURN, 0);
        &mut self.state.board.turn
    }

    fn combat(&mut self) -> &mut Combat {
        self.touched.mark(component::TURN, 0);
        &mut self.state.board.combat
    }

    /// The board, of which what lasts, is delayed or waits is written.
    fn effects(&mut self) -> &mut Board {
        self.touched.mark(component::EFFECTS, 0);
        &mut self.state.board
    }

    fn player(&mut self, seat: Seat) -> &mut Player {
        self.touched.mark(component::PLAYERS, u32::from(seat.0));
        &mut self.state.board.players[usize::from(seat.0)]
    }

    fn points(&mut self, seat: Seat, points: i32, which: impl FnOnce(&mut Player) -> &mut u32) {
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
        self.touched.mark(component::HISTORY, self.state.board.history.len() as u32);
        let combat = &self.state.board.combat;
        let chain = if combat.open { combat.serial } else { 0 };
        cite!("7.0.3e");
        let link = if combat.active().is_some() { combat.links.len() as u32 } else { 0 };
        self.state.board.history.push(PastEvent { what, chain, link });
    }

    fn drawn_from(&mut self, purpose: Purpose) {
        self.touched.mark(component::CHANCE, 0);
        self.state.board.rng.advance(purpose);
    }

    fn forget(&mut self, ids: &[ObjectId]) {
        for id in ids {
            self.touched.mark(component::OBJECTS, id.0);
            self.state.board.objects.forget(*id);
        }
    }

    fn end_effects(&mut self, over: impl Fn(&Lasting) -> bool) {
        if self.state.board.effects.iter().any(&over) {
            self.effects().effects.retain(|effect| !over(effect));
        }
    }

    fn reorder(&mut self, zone: Zone, order: &[ObjectId]) {
        if let Some(zone) = zone.index() {
            self.touched.mark(component::ZONES, zone as u32);
            self.state.board.zones.reorder(zone, order);
        }
    }

    fn flipped(&mut self, object: ObjectId, face: CardId, lasting: bool) {
        self.with(object, |object| {
            // It stays the object to which effects apply.
            cite!("9.1.2c", "9.1.3");
            object.card = face;
            object.front = if lasting { face } else { object.front };
        });
    }

    fn noted(&mut self, id: ObjectId, note: Note) {
        self.with(id, |object| {
            object.notes.retain(|known| known.leading != note.leading);
            object.notes.push(note);
        });
    }

    fn turned(&mut self, id: ObjectId, public: bool) {
        // What is turned face up has static abilities from now on.
        cite!("6.3.4a");
        let timestamp = self.tick();
        if public && self.state.board.get(id).is_some_and(|object| !object.public) {
            self.note(Occurrence::TurnedUp(id));
        }
        self.with(id, |object| {
            object.timestamp = if public && !object.public { timestamp } else { object.timestamp };
            object.public = public;
            object.showing = None;
        });
    }

    fn equipped(&mut self, id: ObjectId, zones: u8) {
        let worn = self.state.board.get(id).filter(|object| object.equipped == 0 && zones != 0);
        if let Some(seat) = worn.map(|object| object.controller) {
            self.note(Occurrence::Equipped(seat, id));
        }
        self.with(id, |object| object.equipped = zones);
    }

    fn hit(&mut self, hit: bool) {
        cite!("7.5.5d");
        if hit && let Some(link) = self.combat().links.last_mut() {
            link.hit = true;
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

    fn action_reversed(&mut self) {
        // Nothing triggers and nothing is replaced by going back: the board that was kept is the board
        // again.
        cite!("1.10.3", "1.10.3a", "1.10.3b");
        if let Some(mut before) = there(self.state.before.take(), "a board to go back to") {
            // What was told of an object that is taken back stays told of it alone.
            before.objects.keep_ids_of(&self.state.board.objects);
            let left = std::mem::replace(self.state, State { board: *before, before: None });
            component::mark_differences(&left, self.state, self.touched);
        }
    }
}

fn drop_at<T>(list: &mut Vec<T>, place: u16) {
    duelog_kernel::test_assert!(usize::from(place) < list.len(), "nothing waits at {place}");
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
            object.counters.sort();
        }
    }
}

fn remove_counters(object: &mut Object, kind: Counter, count: u32) {
    cite!("1.15.3");
    if let Some(entry) = object.counters.iter_mut().find(|entry| entry.0 == kind) {
        entry.1 = entry.1.saturating_sub(count);
    }
    object.counters.retain(|entry| entry.1 > 0);
}

fn use_once(object: &mut Object, code: CodeRef) {
    match object.used.iter_mut().find(|entry| entry.0 == code) {
        Some(entry) => entry.1 = entry.1.saturating_add(1),
        None => {
            object.used.push((code, 1));
            object.used.sort();
        }
    }
}
