//! Events on their way to happen: what replaces them is decided for all of them first, then they happen
//! together (609.9).

use duelog_kernel::bounds::{BATCH, Bound};
use duelog_kernel::frames::FrameRules;
use duelog_kernel::replacement::{Next, Policy, next};
use duelog_kernel::script::{Op, Script};
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::{
    Destination, DuelMastersLanguage, Extent, Group, Instead, Number, Ref, Subject, Verb,
};
use crate::language::types::CardType;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, Flow, GOING_ON, Game, picked};
use crate::rules::prompt::Prompt;
use crate::state::card_pool::ability_item;
use crate::state::event::{Application, Event};
use crate::state::{
    Awaited, CardId, CodeRef, EffectKey, End, Ending, EndingKind, Entering, EventBatch, EventContext, Frame,
    Hold, MoveReason, Piece, Plan, Proposal, Proposed, Sentence, Value, Zone,
};
use crate::{cite, rule};

impl DuelMasters {
    /// Makes events happen at the same time: at once where nothing can replace them, else through a frame.
    pub fn happen(&self, play: &mut Game<'_>, batch: Vec<Proposal>, rule: RuleId) {
        if !self.arrange(play, &batch) {
            self.happen_as_arranged(play, batch, rule);
        }
    }

    /// The same, once it is settled which of several linked cards moves.
    pub fn happen_as_arranged(&self, play: &mut Game<'_>, batch: Vec<Proposal>, rule: RuleId) {
        if batch.len() > BATCH {
            return play.exceed(Bound::Batch);
        }
        let sight = self.sight(play);
        cite!("101.3");
        let batch: Vec<Proposal> =
            batch.into_iter().filter(|event| self.is_possible(&sight, event)).collect();
        cite!("609.2");
        let replaceable = batch.iter().any(|event| !self.candidates(&sight, event).is_empty());
        let batch: Vec<Proposed> =
            batch.into_iter().map(|event| Proposed { event, plan: None, left: Vec::new() }).collect();
        if replaceable {
            return self.push(
                play,
                Frame::EventBatch(EventBatch { batch, round: 0, at: 0, among: None, other: None }),
                rule,
            );
        }
        self.perform(play, batch);
    }

    /// Whether an event can happen at all: some creatures cannot be destroyed or leave the battle zone
    /// (700.3, 101.2).
    pub fn is_possible(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        let Proposal::Move { object, to, why, .. } = event else { return true };
        if *to == Zone::Battle && self.is_twice(sight, *object, *why) {
            return false;
        }
        // 400.8: what has gone elsewhere in between is another object. 609.5: what cannot happen is not
        // replaced.
        cite!("101.2", "400.8", "609.5", "700.3");
        let Some(found) = sight.object(*object).filter(|found| found.zone != Zone::Gone) else {
            return false;
        };
        let charged = matches!((found.zone, to), (Zone::Hand(_), Zone::Mana(_)));
        if charged && sight.is_card_forbidden(*object, Subject::EnterMana) {
            return false;
        }
        let leaves = found.zone == Zone::Battle && *to != Zone::Battle;
        let stays = sight.is_forbidden(*object, Subject::Leave)
            || (why.is_destruction() && sight.is_forbidden(*object, Subject::BeDestroyed));
        !(leaves && stays && *why != MoveReason::Invalid)
    }

    /// Whether a card would come into the battle zone beside a dream element of its player that has its name
    /// (815.2).
    fn is_twice(&self, sight: &Sight<'_>, object: ObjectId, why: MoveReason) -> bool {
        let Some(found) = sight.object(object) else { return false };
        // What is there already stays there.
        cite!("815.3");
        self.card_pool.dreams
            && why != MoveReason::Sealed
            && found.zone != Zone::Battle
            && sight.has_dream_twin(found)
    }

    /// Whether all of a state-based action is replaced by things staying as they are, by effects that must be
    /// applied: the check that follows finds the same (703.3).
    fn is_endless(&self, sight: &Sight<'_>, batch: &[Proposed]) -> bool {
        let unchanged = |proposed: &Proposed| {
            let action = matches!(proposed.event, Proposal::Move { why: MoveReason::ZeroPower, .. });
            let replacement = proposed.plan.and_then(|plan| self.replacement_of(sight, plan.effect));
            action
                && replacement.is_some_and(|replacement| {
                    !replacement.may && matches!(replacement.instead, Instead::To(Destination::Stay))
                })
        };
        batch.iter().all(unchanged)
    }

    /// Whether the effect can do what it says instead (609.4); cards chosen for other effects cannot be
    /// chosen again (609.9b).
    fn is_feasible(&self, sight: &Sight<'_>, events: &EventBatch, key: EffectKey) -> bool {
        cite!("609.4");
        match self.replacement_of(sight, key).map(|replacement| &replacement.instead) {
            Some(Instead::Other(..)) => !self.others(sight, events, key).is_empty(),
            Some(own @ Instead::Do(_)) => {
                // What is discarded for another of these events cannot be discarded for this one.
                cite!("609.9b");
                let Some(seat) = sight.object(key.source()).map(|source| source.owner) else { return true };
                let plans = events.batch.iter().filter_map(|proposed| Some(proposed.plan?.effect));
                let of_player =
                    |key: &EffectKey| sight.object(key.source()).is_some_and(|source| source.owner == seat);
                let others = plans.filter(of_player).filter_map(|key| self.replacement_of(sight, key));
                let needed = others.map(|other| discarded(&other.instead)).sum::<u32>() + discarded(own);
                needed == discarded(own) || sight.board.zone(Zone::Hand(seat)).count() as u32 >= needed
            }
            Some(Instead::To(_)) | None => true,
        }
    }

    /// The elements that an effect can let take the place of the affected one.
    fn others(&self, sight: &Sight<'_>, events: &EventBatch, key: EffectKey) -> Vec<ObjectId> {
        let source = key.source();
        let Some(Instead::Other(filter, _)) =
            self.replacement_of(sight, key).map(|replacement| &replacement.instead)
        else {
            return Vec::new();
        };
        let Some(owner) = sight.object(source).map(|object| object.owner) else { return Vec::new() };
        let scope = crate::rules::eval::Scope::of(source, owner);
        let affected = events.batch.iter().filter_map(|proposed| proposed.event.object());
        let chosen = events.batch.iter().filter_map(|proposed| proposed.plan?.other);
        let taken: Vec<ObjectId> = affected.chain(chosen).collect();
        let own = sight
            .board
            .zone(Zone::Battle)
            .filter(|id| sight.object(*id).is_some_and(|object| object.owner == owner));
        own.filter(|id| !taken.contains(id) && sight.matches(filter, *id, &scope)).collect()
    }

    /// Plans an effect for the event at hand; whether a card has to be chosen for it first.
    fn plan(&self, play: &mut Game<'_>, events: &mut EventBatch, key: EffectKey, seat: Seat) -> bool {
        let sight = self.sight(play);
        if let Some(Instead::Other(..)) =
            self.replacement_of(&sight, key).map(|replacement| &replacement.instead)
        {
            let mut others = self.others(&sight, events, key);
            others.sort();
            events.other = Some((key, seat, others));
            return true;
        }
        if let Some(proposed) = events.batch.get_mut(usize::from(events.at)) {
            proposed.plan = Some(Plan { effect: key, other: None });
        }
        events.at += 1;
        false
    }

    /// Makes events happen together as planned, notices what they trigger, and goes on with what happens
    /// instead of them.
    pub fn perform(&self, play: &mut Game<'_>, batch: Vec<Proposed>) {
        if let [Proposed { event: Proposal::Draw(seat), plan: None, .. }] = batch.as_slice()
            && self.begin_drawing(play, *seat)
        {
            return;
        }
        let mut outcome = BatchOutcome::default();
        let replaced =
            batch.iter().filter(|proposed| proposed.plan.is_some() && proposed.event.belongs_to_a_sentence());
        let reached = replaced.map(|proposed| {
            if matches!(proposed.event, Proposal::Draw(_)) {
                Sentence::DrawReplaced
            } else {
                Sentence::Closed
            }
        });
        if let Some(reached) = reached.max() {
            play.emit(Event::SentenceReplaced(reached), rule!("101.5a"));
        }
        let (moves, scripts) = self.replace_all(play, batch);
        // What leaves the battle zone is looked at as it was before any of it left (603.5c).
        let lasts: Vec<_> = {
            let sight = self.sight(play);
            let last = |event: &Proposal| match event {
                Proposal::Move { object, .. } if sight.board.in_battle(*object) => {
                    sight.characteristics(*object).cloned().map(Box::new)
                }
                Proposal::Move { .. } | Proposal::Draw(_) | Proposal::Break(..) => None,
            };
            moves.iter().map(last).collect()
        };
        let breaks: Vec<(ObjectId, ObjectId)> = moves.iter().filter_map(as_break).collect();
        for (event, last) in moves.into_iter().zip(lasts) {
            self.perform_one(play, event, last, &mut outcome);
        }
        cite!("603.2d");
        self.notice(play, &outcome.events);
        let came = outcome.values.clone();
        self.report(play, outcome.values);
        for id in outcome.released {
            self.release_links(play, id);
        }
        for value in came {
            if let Value::Object(id) = value {
                self.take_off_seal(play, id);
            }
        }
        for (code, context) in scripts.into_iter().rev() {
            self.run_script(play, code, 0, context, None, rule!("609.1a"));
            // 101.5: what happens instead is a replaced event, and is not replaced again.
            play.emit(Event::SentenceReplaced(Sentence::Closed), rule!("101.5"));
        }
        self.go_on_breaking(play, &breaks);
    }

    /// What happens in place of events as planned: the moves, and the scripts that follow.
    fn replace_all(
        &self,
        play: &mut Game<'_>,
        batch: Vec<Proposed>,
    ) -> (Vec<Proposal>, Vec<(CodeRef, crate::state::Context)>) {
        let planned: Vec<(Proposal, Option<Replacing>)> = {
            let sight = self.sight(play);
            let instead = |plan: Plan| {
                (
                    plan,
                    self.replacement_of(&sight, plan.effect).map(|replacement| replacement.instead.clone()),
                )
            };
            batch.into_iter().map(|proposed| (proposed.event, proposed.plan.map(instead))).collect()
        };
        let mut moves = Vec::new();
        let mut scripts = Vec::new();
        for (event, plan) in planned {
            match plan {
                None => moves.push(event),
                Some((plan, instead)) => {
                    let mut told = self.telling(play, &event, plan.effect);
                    let before = moves.len();
                    self.replace(play, event, plan, instead, &mut moves, &mut scripts);
                    told.instead.extend_from_slice(&moves[before..]);
                    let rule = if told.among.len() > 1 { rule!("609.8") } else { rule!("609.1") };
                    play.emit(Event::Applied(Box::new(told)), rule);
                }
            }
        }
        (moves, scripts)
    }

    /// What there is to tell of an effect that replaces an event: which effects there were, and who chose
    /// among them (609.8).
    fn telling(&self, play: &mut Game<'_>, event: &Proposal, key: EffectKey) -> Application {
        let candidates = self.candidates(&self.sight(play), event);
        Application::of(key, Some(key.source()), event.clone(), &candidates, &[])
    }

    /// The shields that one creature breaks and that nothing has replaced go on to the hand (701.14a).
    fn go_on_breaking(&self, play: &mut Game<'_>, breaks: &[(ObjectId, ObjectId)]) {
        let Some((by, first)) = breaks.first().copied() else { return };
        let Some(seat) = play.state().board.get(first).map(|shield| shield.owner) else { return };
        let shields = breaks.iter().map(|(_, shield)| *shield).collect();
        self.shields_to_hand(play, shields, seat, Some(by));
    }

    /// What happens instead of an event (609.1, 609.4).
    fn replace(
        &self,
        play: &mut Game<'_>,
        event: Proposal,
        plan: Plan,
        instead: Option<Instead>,
        moves: &mut Vec<Proposal>,
        scripts: &mut Vec<(CodeRef, crate::state::Context)>,
    ) {
        let affected = event.object();
        match (plan.effect, instead) {
            (_, Some(Instead::To(Destination::Stay)) | None) => self.release(play, affected),
            (_, Some(Instead::To(Destination::TopCard))) => {
                cite!("811.1", "811.1a");
                if let Proposal::Move { object, to, end, entering, why, .. } = event {
                    moves.push(Proposal::Move { object, top_only: true, to, end, entering, why });
                }
            }
            (_, Some(Instead::To(to))) => {
                let owner = affected
                    .and_then(|object| play.state().board.get(object))
                    .map_or(Seat(0), |object| object.owner);
                let top_only = matches!(event, Proposal::Move { top_only: true, .. });
                if let Some(object) = affected {
                    moves.push(Proposal::sent(object, top_only, to, owner, MoveReason::Effect));
                }
            }
            (_, Some(Instead::Other(_, to))) => {
                self.release(play, affected);
                if let Some(object) = plan.other {
                    let owner = play.state().board.get(object).map_or(Seat(0), |object| object.owner);
                    let why =
                        if to == Destination::Graveyard { MoveReason::Destroyed } else { MoveReason::Effect };
                    moves.push(Proposal::sent(object, false, to, owner, why));
                }
            }
            (key, Some(Instead::Do(_))) => {
                self.release(play, affected);
                let (source, board) = (key.source(), &play.state().board);
                let Some(owner) = board.get(source).map(|object| object.owner) else { return };
                let Some(code) = key.code(board) else { return };
                let player = if let Proposal::Draw(seat) = event { Some(seat) } else { None };
                // Of a break the shield is the event's object, and the creature the other; of a battle that is
                // lost the winner is the other.
                let (object, other) = match &event {
                    Proposal::Break(by, shield) => (Some(*shield), Some(*by)),
                    Proposal::Move { object, entering, .. } => (Some(*object), entering.beaten_by),
                    Proposal::Draw(_) => (None, None),
                };
                for object in self.each_card(play, object, code) {
                    let event = EventContext { object, other, player, ..EventContext::default() };
                    let context = crate::state::Context { event, ..DuelMasters::context(source, owner) };
                    scripts.push((code, context));
                }
            }
        }
    }

    /// What happens instead of the break of a shield of several cards happens with each of them, where it does
    /// something with the shield at all (113.2).
    fn each_card(
        &self,
        play: &mut Game<'_>,
        object: Option<ObjectId>,
        code: CodeRef,
    ) -> Vec<Option<ObjectId>> {
        let board = &play.state().board;
        let pile = object.and_then(|id| board.get(id)).filter(|own| matches!(own.zone, Zone::Shield(_)));
        let Some(pile) = pile.filter(|own| own.pieces.len() > 1 && self.uses_event(code)) else {
            return vec![object];
        };
        let (first, next) = (pile.id, board.next_id());
        let ids = std::iter::once(first).chain((next.0..).map(ObjectId));
        let parts: Vec<(ObjectId, Vec<Piece>)> =
            ids.zip(pile.pieces.iter().rev().map(|piece| vec![*piece])).collect();
        let cards = parts.iter().map(|(id, _)| Some(*id)).collect();
        self.emit_quietly(play, Event::Split(first, parts), rule!("113.2"));
        cards
    }

    /// Whether a script moves or uses the object of its event.
    fn uses_event(&self, code: CodeRef) -> bool {
        let event = Group::Of(Ref::Event);
        let uses = |op: &Op<DuelMastersLanguage>| match op {
            Op::Do(Verb::Move(what, _, Extent::Whole) | Verb::Use(_, what) | Verb::ShieldsToHand(what)) => {
                *what == event
            }
            _ => false,
        };
        self.card_pool.code(code).is_some_and(|code| code.0.iter().any(uses))
    }

    /// A card that was to move and does not is pending no longer (409.2).
    fn release(&self, play: &mut Game<'_>, object: Option<ObjectId>) {
        let Some(object) = object else { return };
        if play.state().board.get(object).is_some_and(|object| object.hold == Hold::Pending) {
            self.emit_quietly(play, Event::Held(object, Hold::None), rule!("409.2"));
        }
    }

    fn perform_one(
        &self,
        play: &mut Game<'_>,
        event: Proposal,
        last: Option<Box<crate::state::Characteristics>>,
        outcome: &mut BatchOutcome,
    ) {
        let drawn = self.why_drawn(play);
        let board = &play.state().board;
        let (object, top_only, to, end, mut entering, why) = match event {
            Proposal::Move { object, top_only, to, end, entering, why } => {
                (object, top_only, to, end, entering, why)
            }
            // All that are broken go on together, below.
            Proposal::Break(..) => return,
            Proposal::Draw(seat) => match board.zone(Zone::Deck(seat)).next_back() {
                Some(object) => (object, false, Zone::Hand(seat), End::Top, Entering::default(), drawn),
                None => {
                    cite!("114.6", "114.6a");
                    return;
                }
            },
        };
        let Some(found) = board.get(object).filter(|found| found.zone != Zone::Gone) else { return };
        entering.beaten_by = None;
        let from = found.zone;
        let seal_of = found.attached.filter(|_| found.hold == Hold::Seal);
        if from == to && found.hold == Hold::Pending {
            // It stays where it was, and nothing has been put there.
            cite!("409.2a");
            return self.release(play, Some(object));
        }
        entering.tapped |= self.comes_tapped(play, object, to, &entering);
        // A castle and what is attached come as objects of their own; an aura becomes a part of its creature.
        let apart = matches!(why, MoveReason::Sealed | MoveReason::Attached)
            || why == MoveReason::Used && to != Zone::Battle;
        let onto = entering.onto.filter(|_| !apart);
        let cells = top_only && {
            let sight = self.sight(play);
            sight.object(object).is_some_and(|own| sight.releases_links(own))
        };
        let links = std::mem::take(&mut entering.links);
        let new = entering.bases.first().copied().or(onto).unwrap_or(play.state().board.next_id());
        let moved = Event::Moved { object, top_only, from, to, end, new, entering, why, last };
        let rule = if matches!(to, Zone::UltraGr(_)) && why == MoveReason::Home {
            rule!("118.1")
        } else {
            why.rule()
        };
        self.emit_quietly(play, moved.clone(), rule);
        outcome.events.push(moved);
        let new = if links.is_empty() { new } else { self.link_up(play, new, &links) };
        if let Some(host) = seal_of {
            cite!("701.23a");
            self.ignore(play, host);
        }
        if cells {
            outcome.released.push(object);
        }
        if top_only && !cells {
            self.straighten(play, object);
        }
        outcome.values.push(Value::Object(new));
    }

    /// Whether what moves is put into its zone tapped.
    fn comes_tapped(&self, play: &mut Game<'_>, object: ObjectId, to: Zone, entering: &Entering) -> bool {
        match to {
            Zone::Mana(_) => self.entering_mana(play, object).tapped && !entering.face_down,
            Zone::Battle => {
                // A god is looked at by itself, whatever it is linked with.
                cite!("803.1d");
                self.must_enter_tapped(&self.sight(play), object, &entering.bases)
            }
            Zone::Deck(_)
            | Zone::Hand(_)
            | Zone::Graveyard(_)
            | Zone::Shield(_)
            | Zone::Hyperspatial(_)
            | Zone::UltraGr(_)
            | Zone::Gone => false,
        }
    }

    /// What was under a card that left lies straight, where it is neither creature nor tamaseed (801.4d).
    fn straighten(&self, play: &mut Game<'_>, object: ObjectId) {
        let left = play.state().board.get(object);
        let left = left.filter(|left| left.zone == Zone::Battle && left.tapped && !left.is_linked());
        let kind = left.map(|left| self.card_pool.card(left.top().card).front().definition.kind);
        if kind.is_some_and(|kind| !matches!(kind, CardType::Creature | CardType::Tamaseed)) {
            self.emit_quietly(play, Event::Untapped(vec![object]), rule!("801.4d"));
        }
    }

    /// Tells the script or the frame that waits for an action what it came to.
    pub fn report(&self, play: &mut Game<'_>, values: Vec<Value>) {
        match play.state().board.frames.last() {
            Some(Frame::Running(running)) => {
                let mut running = running.clone();
                if !matches!(running.wait, Awaited::Drawing(..)) {
                    running.last.clear();
                }
                running.last.extend(values);
                running.amount = running.last.len() as u32;
                self.replace_frame(play, Frame::Running(running), GOING_ON);
            }
            Some(Frame::Entries(putting)) => {
                let mut putting = putting.clone();
                putting.came.extend(values);
                self.replace_frame(play, Frame::Entries(putting), GOING_ON);
            }
            // Nobody waits for what a rule of the game does.
            Some(_) | None => {}
        }
    }
}

impl FrameRules<DuelMasters> for EventBatch {
    /// Goes on with deciding what replaces events (609.9a).
    fn advance(mut self, rules: &DuelMasters, play: &mut Game<'_>) -> Flow {
        if self.among.is_some() || self.other.is_some() {
            return play.wait(rules);
        }
        while let Some(seat) = play.state().board.turn_order().get(usize::from(self.round)).copied() {
            let Some(proposed) = self.batch.get(usize::from(self.at)).cloned() else {
                self.round += 1;
                self.at = 0;
                continue;
            };
            let first_round = self.round == 0;
            let sight = rules.sight(play);
            let mut candidates = rules.candidates(&sight, &proposed.event);
            candidates.retain(|candidate| {
                let own = candidate.chooser == seat || (first_round && candidate.tier == 0);
                own && !proposed.left.contains(&candidate.key)
                    && rules.is_feasible(&sight, &self, candidate.key)
            });
            let applied: Vec<EffectKey> = proposed.plan.iter().map(|plan| plan.effect).collect();
            cite!("101.5", "609.3");
            let keys = match next(Policy::OnePerEvent, &candidates, &applied) {
                Next::Happen => {
                    self.at += 1;
                    continue;
                }
                Next::Apply(key) => vec![key],
                Next::Choose(_, keys) => keys,
            };
            // What goes first whoever's turn it is (609.8a) is its own player's all the same.
            let seat = candidates
                .iter()
                .find(|candidate| keys.contains(&candidate.key))
                .map_or(seat, |candidate| candidate.chooser);
            let may = keys
                .iter()
                .all(|key| rules.replacement_of(&sight, *key).is_some_and(|replacement| replacement.may));
            cite!("609.9a");
            match keys.as_slice() {
                [only] if !may => {
                    if rules.plan(play, &mut self, *only, seat) {
                        rules.replace_frame(play, Frame::EventBatch(self), rule!("609.9a"));
                        return Flow::Go;
                    }
                }
                _ => {
                    self.among = Some((seat, keys, may));
                    rules.replace_frame(play, Frame::EventBatch(self), rule!("609.8"));
                    return Flow::Go;
                }
            }
        }
        rules.pop(play, rule!("609.9"));
        let endless = rules.is_endless(&rules.sight(play), &self.batch);
        rules.perform(play, self.batch);
        if endless {
            // The check would find the same again and again, and nobody can choose otherwise. The rulebook
            // has no number for a draw.
            play.emit(Event::GameEnded(Ending { winner: None, why: EndingKind::Loop }), rule!("703.3"));
        }
        Flow::Go
    }

    /// Asks which of several effects applies (609.8), or which card takes another's place (609.9a).
    fn ask(&self, _: &DuelMasters, sight: &Sight<'_>) -> Option<Request> {
        if let Some((_, seat, others)) = &self.other {
            let options = others.iter().copied().map(Item::Object).collect();
            return Some(Request {
                seat: *seat,
                prompt: Prompt::Instead.into(),
                rule: rule!("609.9b"),
                subject: None,
                ask: Ask::one_of(options),
            });
        }
        let (seat, keys, may) = self.among.as_ref()?;
        let subject = self.batch.get(usize::from(self.at)).and_then(|proposed| proposed.event.object());
        let mut options: Vec<Item> = keys.iter().map(|key| item(sight, *key)).collect();
        options.extend(may.then_some(Item::Pass));
        Some(Request {
            seat: *seat,
            prompt: Prompt::Replacement.into(),
            rule: rule!("609.8"),
            subject,
            ask: Ask::one_of(options),
        })
    }

    /// Takes the choice.
    fn answer(mut self, rules: &DuelMasters, play: &mut Game<'_>, choice: &Choice) {
        let Choice::Pick(items) = choice else { return };
        if let Some((key, ..)) = self.other.take() {
            if let Some(proposed) = self.batch.get_mut(usize::from(self.at)) {
                proposed.plan = Some(Plan { effect: key, other: picked(choice).first().copied() });
            }
            self.at += 1;
        } else if let Some((seat, keys, _)) = self.among.take() {
            let found = {
                let sight = rules.sight(play);
                keys.iter().find(|key| Some(&item(&sight, **key)) == items.first()).copied()
            };
            match found {
                Some(key) => drop(rules.plan(play, &mut self, key, seat)),
                None => {
                    if let Some(proposed) = self.batch.get_mut(usize::from(self.at)) {
                        proposed.left.extend(keys);
                    }
                }
            }
        }
        rules.replace_frame(play, Frame::EventBatch(self), rule!("101.5b"));
    }

    fn bulk(&self) -> usize {
        self.batch.len()
    }
}

/// The item that names an effect in a choice.
fn item(sight: &Sight<'_>, key: EffectKey) -> Item {
    match key {
        EffectKey::Ability(id, face, place) => ability_item(id, face, place),
        // What a keyword means has no place on the card.
        EffectKey::Given(id, code) if code.card == CardId::KEYWORDS => Item::Object(id),
        EffectKey::Given(id, code) => ability_item(id, 0, sight.number_of(id, code)),
    }
}

/// How many cards a player discards instead of an event.
fn discarded(instead: &Instead) -> u32 {
    match instead {
        Instead::Do(Script::Do(Verb::Discard(Ref::You, _, Number::N(count)))) => (*count).max(0) as u32,
        Instead::Do(_) | Instead::To(_) | Instead::Other(..) => 0,
    }
}

/// The creature and the shield that it breaks.
fn as_break(event: &Proposal) -> Option<(ObjectId, ObjectId)> {
    if let Proposal::Break(by, shield) = event { Some((*by, *shield)) } else { None }
}

/// A plan with what its effect lets happen instead.
type Replacing = (Plan, Option<Instead>);

/// What a batch of events comes to while it happens.
#[derive(Default)]
struct BatchOutcome {
    events: Vec<Event>,
    values: Vec<Value>,
    /// Creatures of which a linked card has left (805.1b).
    released: Vec<ObjectId>,
}
