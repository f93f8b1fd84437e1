//! Events on their way to happen (1.9): replaced or prevented first (6.4, 6.5), then done, then noticed.

pub mod making;
mod ordering;
mod performing;

use duelog_kernel::bounds::{self, Bound};
use duelog_kernel::decision::{Constraint, Limit};
use duelog_kernel::frames::FrameRules;
use duelog_kernel::replacement::{Candidate, Next, Policy, next};
use duelog_kernel::rng::Purpose;
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{Cost, DamageKind, Instead, ZoneKind};
use crate::language::types::subtype::LANDMARK;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{FleshAndBlood, Flow, Game};
use crate::rules::prompt::Prompt;
use crate::rules::restrictions::permits;
use crate::state::event::{Application, Event};
use crate::state::{
    Board, CodeRef, Dividing, EffectKey, EventBatch, Frame, Kind, LastingKind, MoveReason, Object,
    Occurrence, PointsFrom, Proposal, Proposed, Value, Zone, moved,
};
use crate::{cite, rule};

impl MoveReason {
    /// Whether a rule and no effect makes the object move.
    fn is_rule(self) -> bool {
        matches!(
            self,
            MoveReason::Resolved
                | MoveReason::Afflicted
                | MoveReason::Attacking
                | MoveReason::Defending
                | MoveReason::Returned
                | MoveReason::EndOfTurn
                | MoveReason::Pitched
        )
    }

    /// The rule by which an object moves for this reason.
    pub fn rule(self) -> RuleId {
        cite!("8.0.6a");
        match self {
            MoveReason::Drawn => rule!("8.5.6"),
            MoveReason::Discarded => rule!("8.5.5"),
            MoveReason::Destroyed => rule!("8.5.4"),
            MoveReason::Banished => rule!("8.5.1"),
            MoveReason::Pitched => rule!("1.14.3"),
            MoveReason::Announced => rule!("5.1.2"),
            MoveReason::Attacking => rule!("7.2.3"),
            MoveReason::Defending => rule!("7.0.5a"),
            MoveReason::Resolved => rule!("5.3.6a"),
            MoveReason::Cleared => rule!("3.0.12"),
            MoveReason::Negated => rule!("8.5.26"),
            MoveReason::Charged => rule!("8.5.29"),
            MoveReason::Reloaded => rule!("8.5.23"),
            MoveReason::Equipped => rule!("8.5.41"),
            MoveReason::Returned => rule!("7.7.5"),
            MoveReason::EndOfTurn => rule!("4.4.3"),
            MoveReason::Died => rule!("1.10.2b"),
            MoveReason::Intimidated => rule!("8.5.10"),
            MoveReason::Searched => rule!("8.5.19"),
            MoveReason::Transcended => rule!("8.5.48"),
            MoveReason::Transformed => rule!("8.5.36"),
            MoveReason::BroughtBack => rule!("8.5.1c"),
            MoveReason::Exchanged => rule!("8.5.49"),
            MoveReason::Put => rule!("8.5.15"),
            MoveReason::Afflicted => rule!("8.2.11c"),
            MoveReason::MadePermanent => rule!("8.5.36b"),
        }
    }
}

impl PointsFrom {
    /// The rule by which a player gains the points.
    fn rule(self) -> RuleId {
        cite!("1.13.2a");
        match self {
            PointsFrom::Layer => rule!("8.3.5a"),
            PointsFrom::Link => rule!("8.3.5b"),
            PointsFrom::Effect => rule!("8.5.7b"),
        }
    }
}

impl EffectKey {
    /// The item that names the effect in a choice.
    pub fn item(self) -> Item {
        match self {
            EffectKey::Own(source, ..) => Item::Object(source),
            EffectKey::Lasting(id) => Item::Number(id),
            EffectKey::Ability(id, code) => Item::Ability(id, code.number()),
        }
    }
}

/// How events come to happen.
#[derive(Default)]
struct Coming {
    /// What happens after them.
    then: Vec<Proposal>,
    /// Whether what they come to stays untold to the script that waits.
    quiet: bool,
    /// Who determines their order.
    orders: Option<Seat>,
}

impl FleshAndBlood {
    /// Makes events happen: at once where nothing can change them, else through a frame.
    pub fn happen(&self, play: &mut Game<'_>, batch: Vec<Proposal>) {
        self.propose(play, batch, Coming::default());
    }

    /// Makes events happen, and others after them, which speak of what the first came to.
    pub fn happen_in_turn(&self, play: &mut Game<'_>, batch: Vec<Proposal>, then: Vec<Proposal>) {
        self.propose(play, batch, Coming { then, ..Coming::default() });
    }

    /// Makes events happen without telling the script that waits what they came to.
    pub fn happen_quietly(&self, play: &mut Game<'_>, batch: Vec<Proposal>) {
        self.propose(play, batch, Coming { quiet: true, ..Coming::default() });
    }

    fn propose(&self, play: &mut Game<'_>, batch: Vec<Proposal>, Coming { then, quiet, orders }: Coming) {
        cite!("1.9.1");
        let batch: Vec<Proposal> = batch.into_iter().filter(|event| !is_nothing(event)).collect();
        if batch.is_empty() {
            return;
        }
        if batch.len() + then.len() > bounds::BATCH {
            return play.exceed(Bound::Batch);
        }
        let sight = self.sight(play);
        let proposed =
            |event: Proposal| Proposed { own: self.own_replacement(&sight, &event), ..Proposed::new(event) };
        let batch: Vec<Proposed> = batch.into_iter().map(proposed).collect();
        let order = orders.filter(|_| self.order_matters(&sight, &batch));
        let order = order.or_else(|| orders.filter(|_| self.is_heard_in_part(play, &batch)));
        let mut events = EventBatch {
            batch,
            at: 0,
            then: then.into_iter().map(Proposed::new).collect(),
            first: None,
            among: None,
            paying: None,
            order,
            ordered: 0,
            dividing: None,
            quiet,
            outcome: (0, Vec::new()),
        };
        // What nothing changes happens at once; the rest goes on in a frame.
        cite!("6.4.3");
        while events.order.is_none() && self.is_settled(play, &mut events) {
            if !self.perform_batch(play, &mut events) {
                return self.tell_outcome(play, events);
            }
        }
        let rule = if events.order.is_some() { rule!("1.8.6d") } else { rule!("6.4.2") };
        self.push(play, Frame::EventBatch(events), rule);
    }

    /// The self-replacement effect of what causes an event, if its condition is met now that the effect is
    /// generated; where the effect waited for an object, now that this is known.
    fn own_replacement(&self, sight: &Sight<'_>, event: &Proposal) -> Option<(EffectKey, Seat)> {
        cite!("6.4.7", "6.4.7a", "6.4.7b");
        let holds = |code: CodeRef, at: u16, scope: &Scope<'_>| {
            self.card_pool
                .self_replacement(code, at)
                .is_some_and(|(condition, _)| sight.holds(condition, scope))
        };
        match event {
            Proposal::Apply { effect, object, .. } => {
                let lasting = sight.board.effects.iter().find(|lasting| lasting.id == *effect)?;
                let scope = Scope {
                    it: Some(Value::Object(*object)),
                    ..Scope::context(&lasting.context, lasting.code.card)
                };
                holds(lasting.code, lasting.at, &scope)
                    .then_some((EffectKey::Own(lasting.source, lasting.code, lasting.at), lasting.controller))
            }
            Proposal::Result { .. } | Proposal::Clashed { .. } => None,
            _ => {
                let Some(Frame::Running(running)) = sight.board.frames.last() else { return None };
                let (code, at) = (running.code, running.cursor.at.checked_sub(1)?);
                let scope =
                    Scope { it: running.cursor.it().copied(), ..Scope::context(&running.context, code.card) };
                let context = &running.context;
                holds(code, at, &scope)
                    .then_some((EffectKey::Own(context.source, code, at), context.controller))
            }
        }
    }

    /// Goes over the events up to the first that an effect may change; whether there was none.
    fn is_settled(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        while let Some(proposed) = events.batch.get(usize::from(events.at)) {
            self.become_visible(play, proposed);
            if !self.candidates(&self.sight(play), proposed).is_empty() {
                return false;
            }
            self.look_inside(play, events);
        }
        true
    }

    /// Where no effect changes an event any more: the events inside it are looked at, and behind the last the
    /// next event.
    fn look_inside(&self, play: &mut Game<'_>, events: &mut EventBatch) {
        let at = usize::from(events.at);
        let Some(proposed) = events.batch.get_mut(at) else { return };
        if let Some(parts) = expanded(&play.state().board, &proposed.event) {
            cite!("1.9.2b", "6.4.5");
            // What has changed the whole, or was declined for it, does not change its parts.
            let applied = proposed.applied.clone();
            let rest = events.batch.split_off(at).into_iter().skip(1);
            let parts =
                parts.into_iter().map(|event| Proposed { applied: applied.clone(), ..Proposed::new(event) });
            let then = std::mem::take(&mut events.then);
            events.then = parts.chain(rest).chain(then).collect();
            if events.then.len() > bounds::BATCH {
                events.then.clear();
                play.exceed(Bound::Batch);
            }
        } else if is_composite(&proposed.event) && !proposed.inside {
            // 1.9.3: the move that a composite event consists of comes after the event itself.
            proposed.inside = true;
            (proposed.reached, proposed.turn) = (0, None);
        } else {
            events.at += 1;
        }
    }

    /// Makes the events happen that nothing changes any more, and goes on to those behind them (1.9.2);
    /// whether there are any.
    fn perform_batch(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        let batch = std::mem::take(&mut events.batch).into_iter().map(|proposed| proposed.event).collect();
        let outcomes = self.perform(play, batch, &mut events.outcome);
        events.at = 0;
        events.ordered = 0;
        // What happens at the same moment is one event (6.4.10f), for which the player is selected once; what
        // comes after it is another.
        cite!("6.5.2b");
        if outcomes.is_empty() {
            events.first = None;
        }
        // 6.5.7: what came of an event is looked at before the event is complete.
        events.then.splice(0..0, outcomes.into_iter().map(Proposed::new));
        if events.then.is_empty() {
            return false;
        }
        events.batch.push(events.then.remove(0));
        true
    }

    /// Tells the script that waits what the events came to.
    fn tell_outcome(&self, play: &mut Game<'_>, events: EventBatch) {
        cite!("6.5.8");
        if !events.quiet {
            self.report(play, events.outcome.0, events.outcome.1);
        }
    }

    /// 3.0.8: before any effect is looked for, and again after each (3.0.8a), a card on its way out of a
    /// private zone is as visible as it will be. Where there is no effect that could replace anything,
    /// nothing sees the difference: the card is turned as it moves.
    fn become_visible(&self, play: &mut Game<'_>, proposed: &Proposed) {
        let Proposal::Move { object, public, .. } = proposed.event else { return };
        if proposed.own.is_none() && !self.may_replace(&self.sight(play)) {
            return;
        }
        let differs =
            |object: &Object| object.exists() && object.zone.is_private() && object.public != public;
        if play.state().board.get(object).is_some_and(differs) {
            let rule = if proposed.applied.is_empty() { rule!("3.0.8") } else { rule!("3.0.8a") };
            play.emit(Event::Turned(object, public), rule);
        }
    }

    /// 6.3.4b: the static-continuous effects that begin to apply to one object at the same time, and that the
    /// turn-player has to order, where it matters.
    fn unordered(&self, sight: &Sight<'_>, events: &EventBatch) -> Option<Vec<EffectKey>> {
        let rest = events.batch.get(usize::from(events.at)..)?;
        let object = static_key(&rest.first()?.event)?.1;
        let here: Vec<&Proposed> = rest
            .iter()
            .filter(|proposed| static_key(&proposed.event).is_some_and(|entry| entry.1 == object))
            .collect();
        let matters = here.len() > 1 && events.ordered <= events.at;
        if !matters || here.iter().all(|proposed| self.candidates(sight, proposed).is_empty()) {
            return None;
        }
        Some(
            here.into_iter()
                .filter_map(|proposed| static_key(&proposed.event))
                .map(|entry| entry.0)
                .collect(),
        )
    }

    /// Lets a player choose which effect applies next, or whether an optional one does.
    fn offer(
        &self,
        play: &mut Game<'_>,
        mut events: EventBatch,
        candidates: &[Candidate<EffectKey>],
        keys: Vec<EffectKey>,
    ) -> Flow {
        cite!("6.5.2a");
        let chooser = candidates
            .iter()
            .find(|candidate| keys.contains(&candidate.key))
            .map_or(Seat(0), |candidate| candidate.chooser);
        let optional = keys.iter().all(|key| self.is_optional(*key));
        events.among = Some((chooser, keys, optional));
        play.emit(Event::Replaced(Frame::EventBatch(events)), rule!("6.5.1"));
        play.wait(self)
    }

    /// Whether an effect costs something, so that it need not be applied.
    fn is_optional(&self, key: EffectKey) -> bool {
        !self.replacing_cost(key).is_empty()
    }

    fn replacing_cost(&self, key: EffectKey) -> &[Cost] {
        match key {
            EffectKey::Ability(_, code) => {
                self.card_pool.replacement(code).map_or(&[], |ability| &ability.cost)
            }
            EffectKey::Lasting(_) | EffectKey::Own(..) => &[],
        }
    }

    fn replace_at(&self, play: &mut Game<'_>, events: &mut EventBatch, key: EffectKey) {
        if let EffectKey::Lasting(effect) = key
            && self.prevents(play, effect)
        {
            return self.prevent_by(play, events, effect);
        }
        let at = usize::from(events.at);
        let mut proposed = events.batch.remove(at);
        let told = self.telling(play, &proposed, key);
        cite!("6.4.6");
        let instead = self.replace(play, &proposed.event, key);
        let instead: Vec<_> = instead.into_iter().filter(|event| !is_nothing(event)).collect();
        self.tell_applied(play, told, &instead);
        // Once an original event, whatever becomes of it.
        cite!("6.4.5");
        proposed.applied.push(key);
        // 6.5.3-5: what comes before the kind that has been reached is over.
        proposed.reached = proposed.reached.max(self.tier(&play.state().board, key) as u8);
        cite!("7.5.5b");
        for (offset, event) in instead.into_iter().enumerate() {
            events.batch.insert(at + offset, Proposed { event, ..proposed.clone() });
        }
    }

    /// What there is to tell of an effect that is about to be applied: which effects there were, and who
    /// chose among them (6.5.1).
    pub fn telling(&self, play: &mut Game<'_>, proposed: &Proposed, key: EffectKey) -> Application {
        let sight = self.sight(play);
        let candidates = self.candidates(&sight, proposed);
        let source = match key {
            EffectKey::Own(source, ..) | EffectKey::Ability(source, _) => Some(source),
            EffectKey::Lasting(id) => {
                sight.board.effects.iter().find(|lasting| lasting.id == id).map(|lasting| lasting.source)
            }
        };
        Application::of(key, source, proposed.event.clone(), &candidates, &proposed.applied)
    }

    /// Tells that an effect has been applied, and what happens instead.
    pub fn tell_applied(&self, play: &mut Game<'_>, mut told: Application, instead: &[Proposal]) {
        told.instead.extend_from_slice(instead);
        let rule = if told.among.len() > 1 { rule!("6.5.1") } else { rule!("6.4.1") };
        play.emit(Event::Applied(Box::new(told)), rule);
    }

    /// Whether effects are to be ordered: those that apply, not those that replace.
    fn orders(&self, keys: &[EffectKey]) -> bool {
        matches!(keys.first(), Some(EffectKey::Ability(_, code)) if self.card_pool.static_ability(*code).is_some())
    }

    fn can_pay_to_replace(&self, sight: &Sight<'_>, seat: Seat, key: EffectKey) -> bool {
        let EffectKey::Ability(id, _) = key else { return true };
        self.can_pay(sight, seat, id, id, 0, self.replacing_cost(key)).is_ok()
    }

    /// Pays what it costs to apply an effect, and applies it when it is paid.
    fn pay_to_replace(&self, play: &mut Game<'_>, mut events: EventBatch, seat: Seat, key: EffectKey) {
        let EffectKey::Ability(id, code) = key else { return };
        let costs = self.replacing_cost(key).to_vec();
        let sight = self.sight(play);
        let scope = crate::rules::eval::Scope::of(id, seat, code.card);
        let price = self.price(&sight, id, 0, &costs, &scope);
        events.paying = Some(key);
        play.emit(Event::Replaced(Frame::EventBatch(events)), rule!("6.4.1a"));
        // Other costs are sub-events, which happen before the event (6.4.1a).
        for cost in &costs {
            self.pay_cost(play, seat, id, id, cost);
        }
        if price.resources > 0 || price.chi > 0 {
            self.begin_paying(play, seat, price, None);
        } else if let Some(Frame::EventBatch(events)) = play.state().board.frames.last().cloned() {
            self.paid_for_replacing(play, events, true);
        }
    }

    /// Whether an effect destroys its source before the event that it replaces.
    fn destroys_first(&self, key: EffectKey) -> bool {
        let EffectKey::Ability(_, code) = key else { return false };
        self.card_pool
            .replacement(code)
            .is_some_and(|ability| matches!(ability.instead, Instead::DestroyAndPrevent(_)))
    }

    /// Destroys the source of an effect, which is an event that may be replaced itself, and applies the
    /// effect behind it.
    fn destroy_to_replace(&self, play: &mut Game<'_>, mut events: EventBatch, key: EffectKey) {
        let EffectKey::Ability(source, _) = key else { return };
        let sight = self.sight(play);
        let (Some(controller), Some(owner)) =
            (sight.holder(source), sight.object(source).map(|object| object.owner))
        else {
            return;
        };
        events.paying = Some(key);
        play.emit(Event::Replaced(Frame::EventBatch(events)), rule!("6.4.1a"));
        self.happen_quietly(
            play,
            vec![moved(source, Zone::Of(ZoneKind::Graveyard, owner), MoveReason::Destroyed, controller)],
        );
        if let Some(Frame::EventBatch(events)) =
            play.state().board.frames.last().cloned().filter(|top| is_paying(top, key))
        {
            self.paid_for_replacing(play, events, true);
        }
    }

    /// 1.14.2a: the life points of the cost, behind its chi and resource points.
    fn pay_life_to_replace(&self, play: &mut Game<'_>, key: EffectKey) {
        let EffectKey::Ability(id, code) = key else { return };
        let sight = self.sight(play);
        let Some(seat) = sight.holder(id) else { return };
        let life = self.price(&sight, id, 0, self.replacing_cost(key), &Scope::of(id, seat, code.card)).life;
        if life > 0 {
            let hero = sight.board.player(seat).hero;
            self.emit(play, Event::LifeLost(hero, life), rule!("1.14.2e"));
        }
    }

    /// Goes on once the cost of an effect is paid, or is not.
    pub fn paid_for_replacing(&self, play: &mut Game<'_>, mut events: EventBatch, paid: bool) {
        let Some(key) = events.paying.take() else { return };
        if paid {
            self.pay_life_to_replace(play, key);
            self.replace_at(play, &mut events, key);
        } else if let Some(proposed) = events.batch.get_mut(usize::from(events.at)) {
            proposed.applied.push(key);
        }
        play.emit(Event::Replaced(Frame::EventBatch(events)), rule!("6.4.6"));
    }
}

impl FrameRules<FleshAndBlood> for EventBatch {
    /// Goes on with events that replacement effects may change (6.5).
    fn advance(mut self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        if self.order.is_some() || self.among.is_some() || self.dividing.is_some() {
            return play.wait(rules);
        }
        if self.paying.is_some() {
            // What was picked to pay with has been paid.
            rules.paid_for_replacing(play, self, true);
            return Flow::Go;
        }
        while let Some(proposed) = self.batch.get(usize::from(self.at)).cloned() {
            rules.become_visible(play, &proposed);
            let sight = rules.sight(play);
            if let Some(keys) = rules.unordered(&sight, &self) {
                self.among = Some((sight.board.turn.active, keys, false));
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("6.3.4b"));
                return play.wait(rules);
            }
            let mut candidates = rules.candidates(&sight, &proposed);
            let several = candidates.iter().any(|candidate| candidate.chooser != candidates[0].chooser);
            cite!("6.5.2b");
            if several && self.first.is_none() {
                // 6.5.2: the turn-player selects who begins; a key of nobody stands for the players.
                self.among = Some((sight.board.turn.active, Vec::new(), false));
                play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("6.5.2"));
                return play.wait(rules);
            }
            order_candidates(sight.board, &mut candidates, self.first, proposed.turn);
            if let (Some(next), Some(here)) = (candidates.first(), self.batch.get_mut(usize::from(self.at))) {
                here.turn = Some((next.tier, next.chooser));
            }
            let rule = match next(Policy::OnceEach, &candidates, &proposed.applied) {
                Next::Happen => {
                    rules.look_inside(play, &mut self);
                    rule!("6.4.4")
                }
                Next::Apply(key) if rules.is_optional(key) => {
                    return rules.offer(play, self, &candidates, vec![key]);
                }
                Next::Apply(key) if rules.destroys_first(key) => {
                    rules.destroy_to_replace(play, self, key);
                    return Flow::Go;
                }
                Next::Apply(key) => {
                    let tier = rules.tier(&play.state().board, key);
                    rules.replace_at(play, &mut self, key);
                    tier.rule()
                }
                Next::Choose(_, keys) => return rules.offer(play, self, &candidates, keys),
            };
            play.emit(Event::Replaced(Frame::EventBatch(self.clone())), rule);
            if self.dividing.is_some()
                || !matches!(play.state().board.frames.last(), Some(Frame::EventBatch(_)))
            {
                return Flow::Go;
            }
        }
        if rules.perform_batch(play, &mut self) {
            play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("1.9.2"));
            return Flow::Go;
        }
        rules.pop(play, rule!("6.5.6"));
        rules.tell_outcome(play, self);
        Flow::Go
    }

    /// Asks who applies effects first, or which of several effects applies (6.5.1).
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        if let Some(seat) = self.order {
            return Some(ordering::ask_order(self, seat));
        }
        if let Some(dividing) = &self.dividing {
            return Some(ask_division(self, dividing));
        }
        let (seat, keys, optional) = self.among.as_ref()?;
        let subject = self.batch.get(usize::from(self.at)).and_then(|proposed| affected(&proposed.event));
        let request = |prompt: Prompt, rule, options| {
            Some(Request { seat: *seat, prompt: prompt.into(), rule, subject, ask: Ask::one_of(options) })
        };
        if keys.is_empty() {
            let seats = sight.board.seats_from(Seat(0)).map(Item::Seat).collect();
            return request(Prompt::FirstReplacement, rule!("6.5.2"), seats);
        }
        if rules.orders(keys) {
            return request(
                Prompt::OrderEffects,
                rule!("6.3.4b"),
                keys.iter().map(|key| key.item()).collect(),
            );
        }
        let payable =
            |key: &EffectKey| !rules.is_optional(*key) || rules.can_pay_to_replace(sight, *seat, *key);
        let mut options: Vec<Item> = keys.iter().filter(|key| payable(key)).map(|key| key.item()).collect();
        if *optional {
            options.push(Item::Flag(false));
        }
        request(Prompt::Replacement, rule!("6.5.1"), options)
    }

    /// Takes the choice.
    fn answer(mut self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        if let (Choice::Split(shares), Some(dividing)) = (choice, self.dividing.take()) {
            let share = |place: u16| {
                let item = divided(&self, &dividing, place);
                (place, shares.iter().find(|share| Some(share.0) == item).map_or(0, |share| share.1))
            };
            let shares = dividing.among.iter().map(|among| share(among.0)).collect();
            rules.share_out(play, &mut self, dividing.effect, shares);
            return play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("6.4.10f"));
        }
        if let (Choice::Pick(items), Some(_)) = (choice, self.order.take()) {
            ordering::put_in_order(&mut self, items);
            return play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("1.8.6d"));
        }
        let (Choice::Pick(items), Some((seat, keys, _))) = (choice, self.among.take()) else { return };
        match items.first() {
            Some(Item::Seat(first)) => self.first = Some(*first),
            Some(Item::Flag(false)) | None => {
                if let Some(proposed) = self.batch.get_mut(usize::from(self.at)) {
                    proposed.applied.extend(keys);
                }
            }
            Some(item) => {
                let Some(key) = keys.iter().find(|key| key.item() == *item).copied() else { return };
                if rules.orders(&keys) {
                    order_next(&mut self, key);
                    return play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("6.2.5a"));
                }
                if rules.is_optional(key) {
                    return rules.pay_to_replace(play, self, seat, key);
                }
                if rules.destroys_first(key) {
                    return rules.destroy_to_replace(play, self, key);
                }
                rules.replace_at(play, &mut self, key);
            }
        }
        play.emit(Event::Replaced(Frame::EventBatch(self)), rule!("6.5.2"));
    }

    fn bulk(&self) -> usize {
        self.batch.len() + self.then.len() + self.outcome.1.len() / 16
    }
}

/// Whether this is the event before which something is done to apply an effect.
fn is_paying(frame: &Frame, key: EffectKey) -> bool {
    matches!(frame, Frame::EventBatch(events) if events.paying == Some(key))
}

/// Puts effects in the order in which they apply: by their kind, and of one kind each player's until there
/// are no more, clockwise from the player selected first, or from the one who is applying effects of this
/// kind.
fn order_candidates(
    board: &Board,
    candidates: &mut [Candidate<EffectKey>],
    first: Option<Seat>,
    turn: Option<(u8, Seat)>,
) {
    cite!("6.5.2");
    let Some(tier) = candidates.iter().map(|candidate| candidate.tier).min() else { return };
    let applying = turn.filter(|turn| turn.0 == tier).map(|turn| turn.1);
    let order: Vec<Seat> = board.seats_from(applying.or(first).unwrap_or(board.turn.active)).collect();
    candidates
        .sort_by_key(|candidate| (candidate.tier, order.iter().position(|seat| *seat == candidate.chooser)));
}

/// Whether an event would do nothing, so that it is none.
fn is_nothing(event: &Proposal) -> bool {
    cite!("1.9.1b");
    match event {
        Proposal::Damage { amount, .. }
        | Proposal::GainLife(_, amount)
        | Proposal::LoseLife(_, amount)
        | Proposal::PutCounters(_, _, amount)
        | Proposal::GainActions(_, amount, _) => *amount == 0,
        Proposal::Draw(_, count) | Proposal::Create(_, _, count) => *count == 0,
        Proposal::Roll { dice, sides, .. } => *dice == 0 || *sides == 0,
        Proposal::Transform { objects, .. } => objects.is_empty(),
        Proposal::Apply { .. }
        | Proposal::ApplyStatic(_)
        | Proposal::Result { .. }
        | Proposal::Clashed { .. }
        | Proposal::Entered(_)
        | Proposal::DrawOne(_)
        | Proposal::CreateOne(..)
        | Proposal::CreateEquipped(..)
        | Proposal::CreateAt(..)
        | Proposal::CreateWith(..)
        | Proposal::CreateCard { .. }
        | Proposal::Move { .. } => false,
    }
}

/// The events that a compound event consists of, one after the other, or the move inside of a draw (1.9.3);
/// none for what is one event.
fn expanded(board: &Board, event: &Proposal) -> Option<Vec<Proposal>> {
    cite!("1.9.2");
    match event {
        Proposal::Draw(seat, count) => {
            cite!("8.5.6b");
            let cards = board.zone(Zone::Of(ZoneKind::Deck, *seat)).len();
            Some(vec![Proposal::DrawOne(*seat); cards.min(*count as usize)])
        }
        Proposal::DrawOne(seat) => {
            cite!("3.7.5");
            let top = board.zone(Zone::Of(ZoneKind::Deck, *seat)).last().copied();
            let drawn = |top| moved(top, Zone::Of(ZoneKind::Hand, *seat), MoveReason::Drawn, *seat);
            Some(top.map(drawn).into_iter().collect())
        }
        Proposal::Create(seat, card, count) => {
            Some(vec![Proposal::CreateOne(*seat, *card); bounds::times(*count)])
        }
        Proposal::CreateOne(..)
        | Proposal::CreateEquipped(..)
        | Proposal::CreateAt(..)
        | Proposal::CreateWith(..)
        | Proposal::CreateCard { .. }
        | Proposal::Transform { .. }
        | Proposal::Damage { .. }
        | Proposal::Move { .. }
        | Proposal::GainLife(..)
        | Proposal::LoseLife(..)
        | Proposal::GainActions(..)
        | Proposal::Apply { .. }
        | Proposal::ApplyStatic(_)
        | Proposal::Roll { .. }
        | Proposal::Result { .. }
        | Proposal::Clashed { .. }
        | Proposal::Entered(_)
        | Proposal::PutCounters(..) => None,
    }
}

/// Whether an event is more than the move inside of it.
fn is_composite(event: &Proposal) -> bool {
    cite!("1.9.3");
    matches!(event, Proposal::Move { why, .. } if *why != MoveReason::Put)
}

/// The static-continuous effect that an event applies, and to which object.
fn static_key(event: &Proposal) -> Option<(EffectKey, ObjectId)> {
    match event {
        Proposal::ApplyStatic(applied) => {
            Some((EffectKey::Ability(applied.source, applied.code), applied.object))
        }
        _ => None,
    }
}

/// The effect applies next of those that are to be ordered.
fn order_next(events: &mut EventBatch, key: EffectKey) {
    let at = usize::from(events.at);
    let wanted = |proposed: &Proposed| static_key(&proposed.event).is_some_and(|entry| entry.0 == key);
    if let Some(offset) = events.batch.iter().skip(at).position(wanted) {
        let chosen = events.batch.remove(at + offset);
        events.batch.insert(at, chosen);
    }
    events.ordered = events.at.saturating_add(1);
}

/// What stands for an event in the answer that divides a prevention effect: the object that would be dealt
/// damage, or where one would be dealt several kinds the place of the event.
fn divided(events: &EventBatch, dividing: &Dividing, place: u16) -> Option<Item> {
    let object =
        |place: u16| events.batch.get(usize::from(place)).and_then(|proposed| affected(&proposed.event));
    let twice = dividing.among.iter().any(|other| other.0 != place && object(other.0) == object(place));
    if twice { Some(Item::Number(u32::from(place))) } else { object(place).map(Item::Object) }
}

/// 6.4.10f: each point of damage that is prevented is declared.
fn ask_division(events: &EventBatch, dividing: &Dividing) -> Request {
    let rule = rule!("6.4.10f");
    let options: Vec<(Item, u32)> = dividing
        .among
        .iter()
        .filter_map(|(place, damage)| Some((divided(events, dividing, *place)?, *damage)))
        .collect();
    let at_most = |(item, max): &(Item, u32)| Constraint {
        rule,
        limit: Limit::AtMost { items: vec![*item], max: *max },
    };
    let limits = options.iter().map(at_most).collect();
    let ask = Ask::split(options.into_iter().map(|option| option.0).collect(), dividing.total).with(limits);
    Request { seat: dividing.seat, prompt: Prompt::DividePrevention.into(), rule, subject: None, ask }
}

/// The object that an event is about.
pub fn affected(event: &Proposal) -> Option<ObjectId> {
    match event {
        Proposal::Damage { to, .. } => Some(*to),
        Proposal::Move { object, .. }
        | Proposal::PutCounters(object, ..)
        | Proposal::Apply { object, .. }
        | Proposal::Entered(object) => Some(*object),
        Proposal::ApplyStatic(applied) => Some(applied.object),
        Proposal::GainLife(living, _) | Proposal::LoseLife(living, _) => Some(*living),
        Proposal::Roll { .. }
        | Proposal::Result { .. }
        | Proposal::Clashed { .. }
        | Proposal::CreateEquipped(..)
        | Proposal::CreateAt(..)
        | Proposal::CreateWith(..)
        | Proposal::CreateCard { .. }
        | Proposal::Transform { .. }
        | Proposal::Draw(..)
        | Proposal::DrawOne(_)
        | Proposal::Create(..)
        | Proposal::CreateOne(..)
        | Proposal::GainActions(..) => None,
    }
}
