//! Events on their way to happen: replaced or prevented first (614-616), then done together, then noticed.

use duelog_kernel::replacement::{Next, Policy, next};
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::definition::Counter;
use crate::engine::{Flow, GOING_ON, Game, Magic};
use crate::eval::Sight;
use crate::event::Event;
use crate::keywords::Keyword;
use crate::rule;
use crate::state::{Characteristics, EffectKey, Entering, Frame, Happening, Place, Proposal, Proposed, Value, Why, Zone};
use crate::types::CardType;

impl Why {
    /// The rule by which an object moves for this reason.
    pub fn rule(self) -> RuleId {
        match self {
            Why::Drawn => rule!("120.1"),
            Why::Discarded => rule!("701.8a"),
            Why::Sacrificed => rule!("701.16a"),
            Why::Destroyed => rule!("701.7a"),
            Why::Countered => rule!("701.5a"),
            Why::Resolved => rule!("608.3"),
            Why::Cast => rule!("601.2a"),
            Why::Played => rule!("305.1"),
            Why::ZeroToughness => rule!("704.5f"),
            Why::LethalDamage => rule!("704.5g"),
            Why::DeathtouchDamage => rule!("704.5h"),
            Why::NoLoyalty => rule!("704.5i"),
            Why::Legend => rule!("704.5j"),
            Why::Unattached => rule!("704.5m"),
            Why::Fizzled => rule!("608.2b"),
            Why::Effect => rule!("400.7"),
        }
    }
}

impl EffectKey {
    /// The item that names the effect in a choice.
    pub fn item(self) -> Item {
        match self {
            EffectKey::Lasting(id) => Item::Number(id),
            EffectKey::Ability(id, place) => Item::Ability(id, place),
            EffectKey::Protection(id) => Item::Object(id),
        }
    }
}

impl Magic {
    /// Makes events happen at the same time: at once where nothing can change them, else through a frame.
    pub fn happen(&self, play: &mut Game<'_>, batch: Vec<Proposal>) {
        self.propose(play, batch, false);
    }

    fn propose(&self, play: &mut Game<'_>, batch: Vec<Proposal>, quiet: bool) {
        if batch.is_empty() {
            return;
        }
        let sight = self.sight(play);
        let batch: Vec<Proposal> = if batch.iter().all(|event| self.candidates(&sight, event).is_empty()) {
            let settled: Vec<Proposal> = batch.iter().map(|event| self.settled(&sight, event)).collect();
            if settled.iter().all(|event| self.candidates(&sight, event).is_empty()) {
                return self.perform(play, settled, quiet);
            }
            settled
        } else {
            batch
        };
        let batch = batch.into_iter().map(|event| Proposed { event, applied: Vec::new() }).collect();
        self.push(play, Frame::Happening(Happening { batch, at: 0, among: None, quiet }), rule!("614.1"));
    }

    /// What a destruction that nothing replaced comes to: its object goes to the graveyard (701.7a).
    fn settled(&self, sight: &Sight<'_>, event: &Proposal) -> Proposal {
        match event {
            Proposal::Destroy { object, why, .. } => {
                let owner = sight.object(*object).map_or(Seat(0), |object| object.owner);
                to_graveyard(*object, owner, *why)
            }
            other => other.clone(),
        }
    }

    /// Goes on with events that replacement effects may change.
    pub fn advance_happening(&self, play: &mut Game<'_>, mut happening: Happening) -> Flow {
        if happening.among.is_some() {
            return Flow::Ask;
        }
        while let Some(proposed) = happening.batch.get(usize::from(happening.at)).cloned() {
            let sight = self.sight(play);
            let candidates = self.candidates(&sight, &proposed.event);
            match next(Policy::OnceEach, &candidates, &proposed.applied) {
                Next::Happen => {
                    let settled = self.settled(&sight, &proposed.event);
                    if settled == proposed.event {
                        happening.at += 1;
                    } else {
                        happening.batch[usize::from(happening.at)].event = settled;
                    }
                }
                Next::Apply(key) => self.replace_at(play, &mut happening, key),
                Next::Choose(seat, keys) => {
                    happening.among = Some((seat, keys));
                    play.emit(Event::Replaced(Frame::Happening(happening)), rule!("616.1"));
                    return Flow::Ask;
                }
            }
        }
        self.pop(play, rule!("614.6"));
        self.perform(play, happening.batch.into_iter().map(|proposed| proposed.event).collect(), happening.quiet);
        Flow::Go
    }

    fn replace_at(&self, play: &mut Game<'_>, happening: &mut Happening, key: EffectKey) {
        let at = usize::from(happening.at);
        let proposed = happening.batch.remove(at);
        let mut applied = proposed.applied;
        applied.push(key);
        let instead = self.replace(play, &proposed.event, key);
        for (offset, event) in instead.into_iter().enumerate() {
            happening.batch.insert(at + offset, Proposed { event, applied: applied.clone() });
        }
    }

    /// Asks which of several effects applies (616.1).
    pub fn ask_happening(&self, sight: &Sight<'_>, happening: &Happening) -> Option<Request> {
        let (seat, keys) = happening.among.as_ref()?;
        let subject = happening.batch.get(usize::from(happening.at)).and_then(|proposed| self.affected(sight, &proposed.event).1);
        let options = keys.iter().map(|key| key.item()).collect();
        Some(Request { seat: *seat, prompt: "replacement", rule: rule!("616.1"), subject, ask: Ask::one_of(options) })
    }

    /// Takes the choice among several effects.
    pub fn answer_happening(&self, play: &mut Game<'_>, mut happening: Happening, choice: &Choice) {
        let (Choice::Pick(items), Some((_, keys))) = (choice, happening.among.take()) else { return };
        let Some(key) = keys.iter().find(|key| Some(&key.item()) == items.first()) else { return };
        self.replace_at(play, &mut happening, *key);
        play.emit(Event::Replaced(Frame::Happening(happening)), rule!("616.1d"));
    }

    /// Makes events happen together, notices what they trigger, and goes on with what follows from them.
    fn perform(&self, play: &mut Game<'_>, batch: Vec<Proposal>, quiet: bool) {
        let mut doing = Doing { quiet, ..Doing::default() };
        let lasts: Vec<Option<Box<Characteristics>>> = {
            let sight = self.sight(play);
            batch.iter().map(|event| if let Proposal::Move { object, .. } = event { last_known(&sight, *object) } else { None }).collect()
        };
        for (event, last) in batch.into_iter().zip(lasts) {
            self.perform_one(play, event, last, &mut doing);
        }
        self.notice(play, &doing.events);
        if !doing.quiet {
            self.report(play, doing.amount, doing.last);
        }
        self.propose(play, doing.follows, true);
    }

    fn perform_one(&self, play: &mut Game<'_>, event: Proposal, last: Option<Box<Characteristics>>, doing: &mut Doing) {
        match event {
            Proposal::Damage { source, to, amount, combat } => self.deal_damage(play, source, to, amount, combat, doing),
            // Turned into a move before it gets here.
            Proposal::Destroy { .. } => {}
            Proposal::Move { object, to, place, entering, why } => {
                let new = play.state().board.next_id();
                let Some(from) = play.state().board.get(object).map(|object| object.zone).filter(|zone| *zone != Zone::Gone) else { return };
                doing.emit(play, Event::Moved { object, from, to, place, new, entering, why, last }, why.rule());
                doing.amount += 1;
                doing.last.push(Value::Object(new));
            }
            Proposal::Token { card, controller, entering } => {
                let new = play.state().board.next_id();
                doing.emit(play, Event::TokenMade { card, controller, new, entering }, rule!("110.5a"));
                doing.amount += 1;
                doing.last.push(Value::Object(new));
            }
            Proposal::Draw(seat) => match play.state().board.zone(Zone::Library(seat)).last().copied() {
                Some(object) => {
                    let (new, from, to) = (play.state().board.next_id(), Zone::Library(seat), Zone::Hand(seat));
                    let moved = Event::Moved { object, from, to, place: Place::Top, new, entering: Entering::default(), why: Why::Drawn, last: None };
                    doing.emit(play, moved, rule!("120.1"));
                    doing.amount += 1;
                    doing.last.push(Value::Object(new));
                }
                None => doing.emit(play, Event::DrewFromEmpty(seat), rule!("120.4")),
            },
            Proposal::GainLife(seat, amount) if amount > 0 => {
                doing.amount += amount;
                doing.emit(play, Event::LifeGained(seat, amount), rule!("118.3"));
            }
            Proposal::LoseLife(seat, amount) if amount > 0 => {
                doing.amount += amount;
                doing.emit(play, Event::LifeLost(seat, amount), rule!("118.3"));
            }
            Proposal::GainLife(..) | Proposal::LoseLife(..) => {}
            Proposal::PutCounters(object, kind, count) => {
                if count > 0 {
                    doing.amount += count;
                    doing.emit(play, Event::CountersPut(object, kind, count), rule!("121.6"));
                }
            }
        }
    }

    /// 119.3: what damage does depends on what it is dealt to and on what its source can do.
    fn deal_damage(&self, play: &mut Game<'_>, source: ObjectId, to: Value, amount: u32, combat: bool, doing: &mut Doing) {
        if amount == 0 {
            return;
        }
        let sight = self.sight(play);
        let deathtouch = sight.has(source, Keyword::Deathtouch);
        let gains = sight.has(source, Keyword::Lifelink).then(|| sight.controller(source)).flatten();
        let loyal = matches!(to, Value::Object(id) if sight.has_type(id, CardType::Planeswalker));
        let here = match to {
            Value::Object(id) => sight.object(id).is_some_and(|object| object.zone == Zone::Battlefield),
            Value::Seat(_) => true,
            Value::Number(_) => false,
        };
        if !here {
            return;
        }
        doing.emit(play, Event::Damaged { source, to, amount, combat, deathtouch }, if combat { rule!("510.2") } else { rule!("119.3") });
        doing.amount += amount;
        doing.last.push(to);
        match to {
            Value::Seat(seat) => doing.follows.push(Proposal::LoseLife(seat, amount)),
            Value::Object(id) if loyal => doing.emit(play, Event::CountersRemoved(id, Counter::Loyalty, amount), rule!("119.3c")),
            Value::Object(_) | Value::Number(_) => {}
        }
        if let Some(seat) = gains {
            doing.follows.push(Proposal::GainLife(seat, amount));
        }
    }

    /// Tells the script that waits for an action what it came to.
    pub fn report(&self, play: &mut Game<'_>, amount: u32, last: Vec<Value>) {
        if let Some(Frame::Running(running)) = play.state().board.frames.last() {
            let mut running = running.clone();
            running.amount = amount;
            running.last = last;
            play.emit(Event::Replaced(Frame::Running(running)), GOING_ON);
        }
    }
}

/// What a batch of events comes to while it happens.
#[derive(Default)]
struct Doing {
    events: Vec<Event>,
    follows: Vec<Proposal>,
    amount: u32,
    last: Vec<Value>,
    quiet: bool,
}

impl Doing {
    fn emit(&mut self, play: &mut Game<'_>, event: Event, rule: RuleId) {
        play.emit(event.clone(), rule);
        self.events.push(event);
    }
}

/// The characteristics of an object that may be looked back at when it leaves (608.2g).
pub fn last_known(sight: &Sight<'_>, id: ObjectId) -> Option<Box<Characteristics>> {
    let object = sight.object(id)?;
    if !matches!(object.zone, Zone::Battlefield | Zone::Stack) {
        return None;
    }
    let mut last = sight.characteristics(id)?.clone();
    last.controller = sight.controller(id);
    last.card = last.card.or(Some(object.card));
    Some(Box::new(last))
}

/// The move of an object to its owner's graveyard.
pub fn to_graveyard(object: ObjectId, owner: Seat, why: Why) -> Proposal {
    Proposal::Move { object, to: Zone::Graveyard(owner), place: Place::Top, entering: Entering::default(), why }
}
