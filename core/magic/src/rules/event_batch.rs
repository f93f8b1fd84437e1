//! Events on their way to happen: replaced or prevented first (614-616), then done together, then noticed.

mod conflicting_moves;
mod entry_order;
mod graveyard_order;
mod hidden_discards;
mod linking;
mod meld_leaving;
mod performing;

pub use conflicting_moves::ways;
use conflicting_moves::{ask_conflict, conflicting_moves, take_conflict};
use duelog_kernel::bounds::{self, Bound};
use duelog_kernel::frames::FrameRules;
use duelog_kernel::replacement::{Next, Policy, next};
use duelog_kernel::value::pair;
use duelog_kernel::{Ask, Choice, Constraint, Item, Limit, ObjectId, Request, Seat};
use linking::Entered;
use meld_leaving::{ask_parting, parting, take_parting};
pub use performing::{BatchOutcome, count_turn};

use crate::language::definition::Until;
use crate::rules::eval::Sight;
use crate::rules::game::{Flow, GOING_ON, Game, Magic};
use crate::rules::looking_back::{last_known, mean_what_became};
use crate::rules::prompt::Prompt;
use crate::rules::targets::value;
use crate::state::event::{Application, Event};
use crate::state::{
    Board, CardId, EffectKey, Entering, EventBatch, FollowUp, Frame, Last, LastingKind, MoveReason, Object,
    Pending, Place, Proposal, Proposed, Running, Value, Zone,
};
use crate::{cite, rule};

/// The number by which choices name the effect that sends a commander to the command zone.
pub const COMMAND: u32 = u32::MAX;

impl EffectKey {
    /// The item that names the effect in a choice about an event that affects the object.
    pub fn item(self, subject: Option<ObjectId>) -> Item {
        match self {
            EffectKey::Lasting(id) => Item::Number(id),
            EffectKey::Ability(id, place) => Item::Ability(id, place.number()),
            EffectKey::Own(_, place) => {
                subject.map_or(Item::Mode(place.number()), |id| Item::Ability(id, place.number()))
            }
            EffectKey::Protection(id) => Item::Object(id),
            EffectKey::Command(_) => Item::Mode(COMMAND),
            EffectKey::OfPlayer(seat) => Item::Seat(seat),
        }
    }
}

impl Magic {
    /// Makes events happen at the same time: at once where nothing can change them, else through a frame.
    pub fn happen(&self, play: &mut Game<'_>, batch: Vec<Proposal>) {
        let lineage = lineage(play);
        self.propose(play, EventBatch { batch: proposed(batch, &lineage), lineage, ..EventBatch::default() });
    }

    /// Makes events happen at the same time, of which no script is told.
    pub fn happen_quietly(&self, play: &mut Game<'_>, batch: Vec<Proposal>) {
        let lineage = lineage(play);
        let batch = proposed(batch, &lineage);
        self.propose(play, EventBatch { batch, lineage, quiet: true, ..EventBatch::default() });
    }

    /// Makes events happen at the same time, and others once they have, whatever is made of the first.
    pub fn happen_then(&self, play: &mut Game<'_>, batch: Vec<Proposal>, then: Vec<Proposal>) {
        let lineage = lineage(play);
        let after = then.into_iter().map(FollowUp::Event).collect();
        self.propose(
            play,
            EventBatch { batch: proposed(batch, &lineage), after, lineage, ..EventBatch::default() },
        );
    }

    /// Makes events happen at the same time, and then what follows from them.
    pub fn happen_and(&self, play: &mut Game<'_>, batch: Vec<Proposal>, then: FollowUp) {
        let lineage = lineage(play);
        let batch = proposed(batch, &lineage);
        self.propose(play, EventBatch { batch, after: vec![then], lineage, ..EventBatch::default() });
    }

    /// Makes events happen one after the other; each is over before the next begins (120.2, 614.11a).
    pub fn happen_in_turn(&self, play: &mut Game<'_>, mut events: Vec<Proposal>) {
        if events.is_empty() {
            return self.happen(play, events);
        }
        cite!("120.2");
        let first = events.remove(0);
        let lineage = lineage(play);
        self.propose(
            play,
            EventBatch {
                batch: proposed(vec![first], &lineage),
                rest: events,
                lineage,
                ..EventBatch::default()
            },
        );
    }

    fn propose(&self, play: &mut Game<'_>, mut events: EventBatch) {
        if events.batch.len() + events.rest.len() > bounds::BATCH {
            return play.exceed(Bound::Batch);
        }
        loop {
            if !self.settle_if_unchanged(play, &mut events.batch) {
                return self.push(play, Frame::EventBatch(events), rule!("614.1"));
            }
            let follows = self.perform(play, &mut events);
            if events.rest.is_empty() {
                self.report_from(play, &events);
                return self.follow(play, follows, events.after);
            }
            cite!("120.6b");
            events.batch = proposed(vec![events.rest.remove(0)], &events.lineage);
            if !follows.is_empty() {
                self.push(play, Frame::EventBatch(events), rule!("120.2"));
                return self.follow(play, follows, Vec::new());
            }
        }
    }

    /// Whether nothing changes the events; then they are settled.
    fn settle_if_unchanged(&self, play: &mut Game<'_>, batch: &mut Vec<Proposed>) -> bool {
        let sight = self.sight(play);
        let free = |event: &Proposal, applied: &[EffectKey]| {
            let unchanged = || {
                self.candidates(&sight, event, batch).iter().all(|candidate| applied.contains(&candidate.key))
            };
            !self.impossible(&sight, event)
                && !self.needs_host(&sight, event)
                && !self.needs_foe(&sight, event)
                && parting(&sight, event).is_none()
                && unchanged()
        };
        if !batch.iter().all(|proposed| free(&proposed.event, &proposed.applied)) {
            return false;
        }
        let mut settled = Vec::with_capacity(batch.len());
        for proposed in batch.iter() {
            match settle(&sight, &proposed.event) {
                Some(parts) if parts.iter().all(|part| free(part, &proposed.applied)) => {
                    settled.extend(self::proposed(parts, &proposed.applied))
                }
                Some(_) => return false,
                None => settled.push(proposed.clone()),
            }
        }
        if conflicting_moves(&sight, &settled).is_some() || self.burying(sight.board, &settled, 0).is_some() {
            return false;
        }
        *batch = settled;
        true
    }

    /// The next of the events to which an effect applies and what must happen to it. Events without any are
    /// settled: what they contain comes after them (616.1f). What cannot happen is left out (614.17c).
    fn next_effect(&self, play: &mut Game<'_>, events: &mut EventBatch) -> Option<(u16, Next<EffectKey>)> {
        let sight = self.sight(play);
        let batch = &mut events.batch;
        let order = sight.board.apnap();
        let mut best: Option<(usize, u16, Next<EffectKey>)> = None;
        let mut dropped = Vec::new();
        let mut at = 0;
        while at < batch.len() {
            if self.impossible(&sight, &batch[at].event) {
                cite!("614.17");
                dropped.push(batch.remove(at).event);
                continue;
            }
            let candidates = self.candidates(&sight, &batch[at].event, batch);
            let next = next(Policy::OnceEach, &candidates, &batch[at].applied);
            if next != Next::Happen {
                // A choice that a choice leads to comes before those of players who are later in turn order.
                cite!("101.4d");
                let asked = self.asked_first(&sight, &batch[at].event, &next);
                let chooser = candidates.first().map_or(Seat(0), |candidate| candidate.chooser);
                let chooser = asked.unwrap_or(chooser);
                let place = order.iter().position(|seat| *seat == chooser).unwrap_or(order.len());
                if best.as_ref().is_none_or(|best| place < best.0) {
                    best = Some((place, at as u16, next));
                }
                if place == 0 {
                    break;
                }
            } else if let Some(parts) = settle(&sight, &batch[at].event) {
                let applied = batch.remove(at).applied;
                cite!("616.1f");
                batch.splice(at..at, proposed(parts, &applied));
                continue;
            }
            at += 1;
        }
        for event in dropped {
            let enters =
                matches!(event, Proposal::Move { to: Zone::Battlefield, .. } | Proposal::Token { .. });
            let rule = match self.stays_away(&self.sight(play), &event) {
                Some(rule) => rule,
                None if enters => rule!("614.17d"),
                None => rule!("614.17c"),
            };
            play.emit(Event::Impossible(Box::new(event)), rule);
        }
        best.map(|(_, at, next)| (at, next))
    }

    /// What must happen to an event of a batch next.
    fn next_of(&self, sight: &Sight<'_>, batch: &[Proposed], at: u16) -> Next<EffectKey> {
        let Some(proposed) = batch.get(usize::from(at)) else { return Next::Happen };
        next(Policy::OnceEach, &self.candidates(sight, &proposed.event, batch), &proposed.applied)
    }

    /// Applies an effect to the event at hand; asks where a player must say more or a script runs first.
    fn apply_effect(&self, play: &mut Game<'_>, events: &mut EventBatch, key: EffectKey) -> Flow {
        if let Some((seat, total)) = self.shares_needed(play, events, key) {
            events.pending = Pending::Shares(seat, key, total);
            play.emit(Event::Replaced(Frame::EventBatch(events.clone())), rule!("615.7"));
            return Flow::Ask;
        }
        let at = usize::from(events.at);
        if let Some(seat) = self.may_decline(&self.sight(play), &events.batch[at].event, key) {
            events.pending = Pending::May(seat, key);
            play.emit(Event::Replaced(Frame::EventBatch(events.clone())), rule!("614.1a"));
            return Flow::Ask;
        }
        let entering = self.entering_script(&play.state().board, &events.batch[at].event, key);
        let script = match entering {
            Some(script) => Some((script, rule!("614.12a"))),
            None => {
                let turning = self.turning_script(&self.sight(play), &events.batch[at].event, key);
                turning.map(|script| (script, rule!("614.1e")))
            }
        };
        if let Some(((code, context), rule)) = script {
            events.batch[at].applied.push(key);
            play.emit(Event::Replaced(Frame::EventBatch(events.clone())), rule);
            self.push(play, Frame::Running(Running::new(code, context)), rule);
            return Flow::Ask;
        }
        match self.once(play, key) {
            // 615.8: the next time covers all that happens at that time.
            Some(id) => {
                let sight = self.sight(play);
                let places = self.subject_to(&sight, events, key);
                // 615.12: what prevents nothing is not used up.
                let used = places.iter().any(|at| !self.is_certain(&sight, &events.batch[*at].event, key));
                for at in places.into_iter().rev() {
                    events.at = at as u16;
                    self.replace_at(play, events, key, None);
                }
                if used {
                    play.emit(Event::EffectEnded(id), rule!("615.8"));
                }
            }
            None => self.replace_at(play, events, key, None),
        }
        Flow::Go
    }

    /// Lets an effect change the event at hand, as far as a share of the damage allows.
    fn replace_at(&self, play: &mut Game<'_>, events: &mut EventBatch, key: EffectKey, share: Option<u32>) {
        let at = usize::from(events.at);
        let told = self.telling(play, events, key);
        let kind = self.effect_rule(&self.sight(play), &events.batch[at].event, key);
        cite!("614.7");
        let proposed = events.batch.remove(at);
        let mut applied = proposed.applied;
        cite!("614.5", "615.12a");
        applied.push(key);
        let mut turning = ReplacementContext {
            batch: &events.batch,
            applied: &applied,
            before: &events.after,
            after: Vec::new(),
            share,
        };
        let instead = self.replace(play, &proposed.event, key, &mut turning);
        let after = turning.after;
        events.after.extend(after);
        if let Some(mut told) = told {
            told.instead.clone_from(&instead);
            let rule = if told.among.len() > 1 { rule!("616.1") } else { kind };
            play.emit(Event::Applied(Box::new(told)), rule);
        }
        for (offset, event) in instead.into_iter().enumerate() {
            events.batch.insert(at + offset, Proposed { event, applied: applied.clone() });
        }
    }

    /// What there is to tell of an effect that is about to be applied: which effects there were, and who
    /// chose among them (616.1).
    fn telling(&self, play: &mut Game<'_>, events: &EventBatch, key: EffectKey) -> Option<Application> {
        let sight = self.sight(play);
        let proposed = events.batch.get(usize::from(events.at))?;
        let candidates = self.candidates(&sight, &proposed.event, &events.batch);
        let (chooser, subject) = self.affected(&sight, &proposed.event);
        let source = match key {
            EffectKey::Lasting(id) => {
                sight.board.effects.iter().find(|lasting| lasting.id == id).map(|lasting| lasting.source)
            }
            EffectKey::Ability(id, _) | EffectKey::Protection(id) => Some(id),
            EffectKey::Own(..) | EffectKey::Command(_) | EffectKey::OfPlayer(_) => subject,
        };
        let told = Application::of(key, source, proposed.event.clone(), &candidates, &proposed.applied);
        Some(Application { chooser, ..told })
    }

    /// The events of the batch to which an effect applies, by place.
    fn subject_to(&self, sight: &Sight<'_>, events: &EventBatch, key: EffectKey) -> Vec<usize> {
        let batch = &events.batch;
        let applies = |at: &usize| {
            let proposed = &batch[*at];
            !proposed.applied.contains(&key)
                && self.candidates(sight, &proposed.event, batch).iter().any(|candidate| candidate.key == key)
        };
        (0..batch.len()).filter(applies).collect()
    }

    /// Who must divide a shield among simultaneous damage that is more than it takes, and how much that is
    /// (615.7).
    fn shares_needed(&self, play: &mut Game<'_>, events: &EventBatch, key: EffectKey) -> Option<(Seat, u32)> {
        let sight = self.sight(play);
        let left = self.shield_left(&sight, key)?;
        let places = self.subject_to(&sight, events, key);
        let total =
            places.iter().fold(0u32, |total, at| total.saturating_add(damage_of(&events.batch[*at].event)));
        let seat = self.affected(&sight, &events.batch.get(usize::from(events.at))?.event).0;
        (places.len() > 1 && total > left).then_some((seat, left))
    }

    /// A shield takes of the damage of each event what a player has said (615.7).
    fn take_shares(
        &self,
        play: &mut Game<'_>,
        events: &mut EventBatch,
        key: EffectKey,
        shares: &[(Item, u32)],
    ) {
        let mut shares = shares.to_vec();
        let places = self.subject_to(&self.sight(play), events, key);
        // From the last to the first, so that places stay what they are.
        for at in places.into_iter().rev() {
            let event = &events.batch[at].event;
            let share = shares.iter_mut().find(|share| Some(share.0) == hit(event)).map_or(0, |share| {
                let taken = share.1.min(damage_of(event));
                share.1 -= taken;
                taken
            });
            events.at = at as u16;
            self.replace_at(play, events, key, Some(share));
        }
    }

    /// Makes events happen together and notices what they trigger; what follows from them is returned.
    fn perform(&self, play: &mut Game<'_>, events: &mut EventBatch) -> Vec<FollowUp> {
        // What an event consists of counts: the tokens of one that creates many.
        if events.batch.len() > bounds::BATCH {
            events.batch.clear();
            play.exceed(Bound::Batch);
        }
        let mut outcome = BatchOutcome::default();
        let mut batch: Vec<Proposal> =
            std::mem::take(&mut events.batch).into_iter().map(|proposed| proposed.event).collect();
        let lasts: Vec<Option<Box<Last>>> = {
            let sight = self.sight(play);
            for event in &mut batch {
                if self.enters_bare(&sight, event)
                    && let Proposal::Move { entering, .. } | Proposal::Token { entering, .. } = event
                {
                    cite!("614.17d");
                    entering.counters.clear();
                }
            }
            batch
                .iter()
                .map(|event| {
                    if let Proposal::Move { object, .. } = event { last_known(&sight, *object) } else { None }
                })
                .collect()
        };
        let seen = |event: &Proposal| match event {
            Proposal::Move { object, .. } => {
                play.state().board.get(*object).is_some_and(|object| !object.zone.is_hidden())
            }
            Proposal::Unattach(_) | Proposal::Lose(..) => true,
            _ => false,
        };
        let before = if batch.iter().any(seen) { self.before(play) } else { None };
        let (mut loss, mut entered) = (None, Entered::default());
        for (event, last) in batch.into_iter().zip(lasts) {
            if let Proposal::Lose(_, losses) = &event {
                loss = loss.or(losses.first().copied());
            }
            entered.note(&event, play.state().board.next_id());
            self.perform_one(play, event, last, &mut outcome);
        }
        entered.link(play);
        self.settle_copies(play);
        cite!("603.2f");
        // What damage causes besides is an event of its own, which comes afterwards.
        cite!("119.4", "119.4a");
        self.notice(play, &outcome.events, before.as_ref());
        self.return_exiled(play, &mut outcome);
        // Each card that comes to the top is shown, also between one card drawn and the next (120.2).
        self.show_tops(play);
        self.show_hands(play);
        if let Some(loss) = loss {
            self.end_for_losers(play, loss);
        }
        events.amount = events.amount.saturating_add(outcome.amount);
        events.last.extend(outcome.last);
        let script = |(code, context)| FollowUp::Script(code, context, Vec::new());
        let scripts = outcome.scripts.into_iter().map(script);
        let draws = outcome.draws.into_iter().map(|(seat, number)| FollowUp::Draws(seat, number));
        let sifts = outcome.sifts.into_iter().map(|(kind, seat, number)| FollowUp::Sift(kind, seat, number));
        outcome.follows.into_iter().map(FollowUp::Event).chain(scripts).chain(draws).chain(sifts).collect()
    }

    /// What comes right after events: what follows from them and the rest of the effects on them, then
    /// scripts (615.5).
    fn follow(&self, play: &mut Game<'_>, first: Vec<FollowUp>, after: Vec<FollowUp>) {
        let (mut follows, mut scripts, mut draws) = (Vec::new(), Vec::new(), Vec::new());
        for part in first.into_iter().chain(after) {
            match part {
                FollowUp::Event(event) => follows.push(event),
                FollowUp::Link(source, card, object) => self.link_exiled(play, source, card, object),
                FollowUp::Draws(seat, number) => {
                    draws.extend(std::iter::repeat_n(Proposal::Draw(seat), bounds::times(number)));
                }
                FollowUp::Sift(kind, seat, number) => self.sift_alone(play, kind, seat, number),
                FollowUp::Return(source, seat, objects) => self.return_later(play, source, seat, &objects),
                FollowUp::Script(code, context, lineage) => {
                    scripts.push(Running { lineage, ..Running::new(code, context) })
                }
            }
        }
        for script in scripts.into_iter().rev() {
            self.push(play, Frame::Running(script), rule!("614.11"));
        }
        if !draws.is_empty() {
            // They wait below what follows from what has happened, and then come one by one.
            cite!("120.7");
            let batch = proposed(vec![draws.remove(0)], &[]);
            let events = EventBatch { batch, rest: draws, ..EventBatch::default() };
            self.push(play, Frame::EventBatch(events), rule!("120.2"));
        }
        if !follows.is_empty() {
            self.propose(
                play,
                EventBatch { batch: proposed(follows, &[]), quiet: true, ..EventBatch::default() },
            );
        }
    }

    /// What a replacement effect has exiled is what the abilities linked to it speak of.
    fn link_exiled(&self, play: &mut Game<'_>, source: ObjectId, card: CardId, object: ObjectId) {
        let exiled = exiled(&play.state().board, &[object]);
        if play.state().board.get(source).is_some() && !exiled.is_empty() {
            cite!("607.2b");
            play.emit(Event::Linked(source, card, exiled), rule!("614.14"));
        }
    }

    /// What has been exiled comes back to the battlefield when the source has left it.
    fn return_later(&self, play: &mut Game<'_>, source: ObjectId, seat: Seat, objects: &[ObjectId]) {
        let exiled = exiled(&play.state().board, objects);
        if !exiled.is_empty() {
            let kind = LastingKind::Return(exiled);
            self.begin_effect(play, (source, seat), kind, Until::Forever, rule!("610.3"));
        }
    }

    fn report_from(&self, play: &mut Game<'_>, events: &EventBatch) {
        if !events.quiet {
            cite!("120.6c", "614.11b");
            self.report(play, events.amount, events.last.clone());
        }
    }

    /// Tells the script that waits for an action what it came to.
    pub fn report(&self, play: &mut Game<'_>, amount: u32, last: Vec<Value>) {
        if let Some(Frame::Running(running)) = play.state().board.frames.last() {
            let mut running = running.clone();
            running.amount = amount;
            // 400.7h: what a script has moved is found by the rest of it.
            let board = &play.state().board;
            let moved =
                |object: &&Object| object.became.is_some_and(|became| last.contains(&Value::Object(became)));
            let moved: Vec<ObjectId> = board.objects.iter().filter(moved).map(|object| object.id).collect();
            if self.card_pool.finds_what_moved() {
                mean_what_became(&self.card_pool, board, &mut running, &moved);
            }
            running.context.finds.extend(moved);
            running.last = last;
            play.emit(Event::Replaced(Frame::Running(running)), GOING_ON);
        }
    }
}

impl EventBatch {
    /// Lets the next thing happen to the event at this place.
    fn take_up(&mut self, rules: &Magic, play: &mut Game<'_>, at: u16, next: Next<EffectKey>) -> Flow {
        self.at = at;
        match next {
            Next::Happen => Flow::Go,
            Next::Apply(key) => rules.apply_effect(play, self, key),
            Next::Choose(seat, keys) => {
                self.pending = Pending::Effect(seat, keys);
                play.emit(Event::Replaced(Frame::EventBatch(self.clone())), rule!("616.1"));
                Flow::Ask
            }
        }
    }
}

impl FrameRules<Magic> for EventBatch {
    /// Goes on with events that replacement effects may change.
    fn advance(mut self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if !matches!(self.pending, Pending::Nothing) {
            return play.wait(rules);
        }
        // 616.1: choices in turn order, the active player's first; again until no effect applies any more
        // (616.1e, 616.2).
        while let Some((at, next)) = rules.next_effect(play, &mut self) {
            cite!("616.1e", "616.2");
            if let Some((seat, places)) = rules.chooses_first(play, &self, at) {
                self.pending = Pending::First(seat, places);
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("101.4c"));
                return play.wait(rules);
            }
            if let Flow::Ask = self.take_up(rules, play, at, next) {
                return Flow::Go;
            }
        }
        if rules.find_hosts(play, &mut self) {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("303.4f"));
            return play.wait(rules);
        }
        if rules.find_foes(play, &mut self) {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("508.4"));
            return play.wait(rules);
        }
        if rules.find_parting(play, &mut self) {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("712.4a"));
            return play.wait(rules);
        }
        if rules.find_conflict(play, &mut self) {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("400.6"));
            return play.wait(rules);
        }
        if rules.find_burying(play, &mut self) {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("404.3"));
            return play.wait(rules);
        }
        let after = std::mem::take(&mut self.after);
        if self.rest.is_empty() {
            rules.pop(play, rule!("614.6"));
            let follows = rules.perform(play, &mut self);
            rules.report_from(play, &self);
            rules.follow(play, follows, after);
        } else {
            let follows = rules.perform(play, &mut self);
            cite!("120.6b");
            self.batch = proposed(vec![self.rest.remove(0)], &self.lineage);
            self.at = 0;
            self.buried = 0;
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("614.11a"));
            rules.follow(play, follows, after);
        }
        Flow::Go
    }

    /// Asks what a player must say before the events can happen.
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        match &self.pending {
            Pending::Nothing => None,
            Pending::Host(seat) => rules.ask_host(sight, self, *seat),
            Pending::Foe(seat) | Pending::Rank(seat) => rules.ask_foe(sight, self, *seat),
            Pending::Parting(seat) => ask_parting(self, *seat),
            Pending::May(seat, key) => Some(rules.ask_may(sight, self, (*seat, *key))),
            Pending::Burying(seat) => Some(rules.ask_burying(sight.board, self, *seat)),
            Pending::Clash(seat, object) => Some(ask_conflict(self, *seat, *object)),
            Pending::First(seat, places) => Some(self.ask_first(*seat, places)),
            Pending::Effect(seat, keys) => {
                let event = self.batch.get(usize::from(self.at)).map(|proposed| &proposed.event);
                let subject = event.and_then(|event| rules.affected(sight, event).1);
                let options = keys.iter().map(|key| key.item(subject)).collect();
                Some(Request {
                    seat: *seat,
                    prompt: Prompt::Replacement.into(),
                    rule: rule!("616.1"),
                    subject,
                    ask: Ask::one_of(options),
                })
            }
            Pending::Shares(seat, key, total) => {
                let mut most: Vec<(Item, u32)> = Vec::new();
                for at in rules.subject_to(sight, self, *key) {
                    let Some(item) = hit(&self.batch[at].event) else { continue };
                    let amount = damage_of(&self.batch[at].event);
                    match most.iter_mut().find(|entry| entry.0 == item) {
                        Some(entry) => entry.1 = entry.1.saturating_add(amount),
                        None => most.push((item, amount)),
                    }
                }
                let options = most.iter().map(|entry| entry.0).collect();
                let at_most = |(item, max): (Item, u32)| Constraint {
                    rule: rule!("615.7"),
                    limit: Limit::AtMost { items: vec![item], max },
                };
                let ask = Ask::split(options, *total).with(most.into_iter().map(at_most).collect());
                Some(Request {
                    seat: *seat,
                    prompt: Prompt::Shield.into(),
                    rule: rule!("615.7"),
                    subject: None,
                    ask,
                })
            }
        }
    }

    /// Takes what a player said about the events.
    fn answer(mut self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        match (choice, std::mem::take(&mut self.pending)) {
            (Choice::Pick(items), Pending::Effect(_, keys)) => {
                let event = self.batch.get(usize::from(self.at)).map(|proposed| proposed.event.clone());
                let sight = rules.sight(play);
                let subject = event.as_ref().and_then(|event| rules.affected(&sight, event).1);
                let Some(key) = keys.iter().copied().find(|key| Some(&key.item(subject)) == items.first())
                else {
                    return;
                };
                let rule = event.map_or(rule!("616.1d"), |event| rules.tier_rule(&sight, &event, key));
                if rules.apply_effect(play, &mut self, key) == Flow::Go {
                    play.emit(Event::Replaced(Frame::EventBatch(self)), rule);
                }
            }
            (Choice::Pick(items), Pending::Host(_)) => {
                if let Some(Proposed {
                    event: Proposal::Move { entering, .. } | Proposal::Token { entering, .. },
                    ..
                }) = self.batch.get_mut(usize::from(self.at))
                {
                    entering.attached = items.first().and_then(|item| value(*item));
                }
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("303.4f"));
            }
            (Choice::Pick(items), Pending::Foe(_) | Pending::Rank(_)) => {
                rules.take_foe(play, &mut self, items);
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("508.4"));
            }
            (choice, Pending::May(seat, key)) => {
                rules.take_may(play, &mut self, (seat, key), choice);
                let rule = if let EffectKey::Command(_) = key { rule!("903.9") } else { rule!("614.1a") };
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule);
            }
            (Choice::Pick(items), Pending::Parting(_)) => {
                take_parting(&mut self, items);
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("712.4a"));
            }
            (Choice::Pick(items), Pending::Burying(seat)) => {
                rules.take_burying(&play.state().board, &mut self, seat, items);
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("404.3"));
            }
            (Choice::Pick(items), Pending::Clash(_, object)) => {
                take_conflict(&mut self, object, items);
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("400.6"));
            }
            (Choice::Pick(items), Pending::First(_, places)) => {
                self.take_first(rules, play, &places, items);
            }
            (Choice::Split(shares), Pending::Shares(_, key, _)) => {
                rules.take_shares(play, &mut self, key, shares);
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("615.7"));
            }
            // The validator has let nothing else through.
            (
                _,
                Pending::Nothing
                | Pending::Effect(..)
                | Pending::Host(_)
                | Pending::Shares(..)
                | Pending::Foe(_)
                | Pending::Rank(_)
                | Pending::Parting(_)
                | Pending::Burying(_)
                | Pending::Clash(..)
                | Pending::First(..),
            ) => {}
        }
    }

    fn bulk(&self) -> usize {
        self.batch.len() + self.rest.len() + self.after.len() + self.last.len() / 16
    }
}

/// What an effect sees besides its event, and what it adds to what follows.
pub struct ReplacementContext<'a> {
    /// The other events of the same moment.
    pub batch: &'a [Proposed],
    /// The effects that have applied to the event, this one among them.
    pub applied: &'a [EffectKey],
    /// The consequences by now.
    pub before: &'a [FollowUp],
    /// The consequences besides.
    pub after: Vec<FollowUp>,
    /// How much of the damage a shield takes, where a player has said so (615.7).
    pub share: Option<u32>,
}

fn proposed(batch: Vec<Proposal>, applied: &[EffectKey]) -> Vec<Proposed> {
    batch.into_iter().map(|event| Proposed { event, applied: applied.to_vec() }).collect()
}

/// The effects in whose stead the script at work happens: they do not apply to what it does (614.5).
fn lineage(play: &Game<'_>) -> Vec<EffectKey> {
    match play.state().board.frames.last() {
        Some(Frame::Running(running)) => running.lineage.clone(),
        _ => Vec::new(),
    }
}

/// What an event consists of that no effect on it as a whole changes any more (616.1f); nothing when it has
/// no parts.
fn settle(sight: &Sight<'_>, event: &Proposal) -> Option<Vec<Proposal>> {
    match event {
        // 701.7a: what is destroyed goes to the graveyard. Nothing else that goes there was destroyed.
        Proposal::Destroy { object, why, .. } => {
            cite!("701.7b");
            let owner = sight.object(*object).map_or(Seat(0), |object| object.owner);
            Some(vec![Proposal::to_graveyard(*object, owner, *why)])
        }
        Proposal::Tokens { card, controller, count, entering } => {
            cite!("701.6a");
            let token = Proposal::Token { card: *card, controller: *controller, entering: entering.clone() };
            Some(vec![token; bounds::times(*count)])
        }
        // A commander that is drawn moves, so that its owner may send it elsewhere.
        Proposal::Draw(seat) => {
            let object = sight.board.top(*seat).next().filter(|id| sight.board.is_commander(*id))?;
            let drawn = Proposal::Move {
                object,
                to: Zone::Hand(*seat),
                place: Place::Top,
                entering: Entering::default(),
                why: MoveReason::Drawn,
            };
            let casts = sight.board.frames.iter().any(|frame| matches!(frame, Frame::Casting(_)));
            (!casts).then(|| vec![drawn])
        }
        _ => None,
    }
}

/// What these objects have become, as far as that is in exile.
fn exiled(board: &Board, objects: &[ObjectId]) -> Vec<ObjectId> {
    let there = |id: &ObjectId| board.get(*id).is_some_and(|card| card.zone == Zone::Exile);
    objects.iter().filter_map(|id| board.get(*id)).flat_map(Object::became).filter(there).collect()
}

/// How much damage an event is.
fn damage_of(event: &Proposal) -> u32 {
    if let Proposal::Damage { amount, .. } = event { *amount } else { 0 }
}

/// The item that names damage by its source and whom it would be dealt to.
fn hit(event: &Proposal) -> Option<Item> {
    if let Proposal::Damage { source, to, .. } = event { pair(*source, *to) } else { None }
}
