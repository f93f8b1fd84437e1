//! Resolving layers (5.3), and running their scripts.

use duelog_kernel::bounds::Bound;
use duelog_kernel::decision::Names;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::{Cursor, Pause, Round};
use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat};

use crate::language::definition::{When, ZoneKind};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, subtype};
use crate::rules::continuous::copying::as_it_resolves;
use crate::rules::eval::{Scope, ScriptEye, Sight};
use crate::rules::game::{FleshAndBlood, Flow, GOING_ON, Game};
use crate::rules::naming::card_names;
use crate::rules::prompt::Prompt;
use crate::rules::targets::{self, scope_of};
use crate::state::event::Event;
use crate::state::{
    Awaited, CodeRef, Context, Delayed, Ending, EndingKind, Frame, KEYWORD_CARD, Kind, Layer, LayerKind,
    MoveReason, Object, Occurrence, PastEvent, PickPurpose, PointsFrom, Resolving, ResolvingStage, Running,
    Value, Zone, code_of, moved, picking, source_of,
};
use crate::{cite, rule};

/// A chain of triggered-layers of this length, each caused by the one before and none with a choice, is a
/// loop that advances nothing: the game is a draw (4.5.4d).
pub const LONGEST_CHAIN: u32 = 1_000;

impl FleshAndBlood {
    /// Whether a layer has been negated (8.5.26).
    fn is_negated(&self, play: &Game<'_>, id: ObjectId) -> bool {
        let board = &play.state().board;
        let negated = |past: &PastEvent| matches!(past.what, Occurrence::Moved { object, why: MoveReason::Negated, .. } if object == id);
        board.get(id).is_none_or(|object| object.zone != Zone::Stack) && board.history.iter().any(negated)
    }

    /// A layer as which an object resolves: for a card that has become another one, as that one (8.5.25b).
    pub fn resolves_as(&self, play: &Game<'_>, id: ObjectId) -> Option<(Object, Layer)> {
        let board = &play.state().board;
        let object = as_it_resolves(board, board.get(id)?).into_owned();
        let layer = object.layer.as_deref()?.clone();
        Some((object, layer))
    }

    /// 5.3.2: whether a layer fails to resolve.
    fn fails(&self, play: &mut Game<'_>, id: ObjectId) -> bool {
        let Some((object, layer)) = self.resolves_as(play, id) else {
            return true;
        };
        if object.zone != Zone::Stack {
            return true;
        }
        if layer.chain >= LONGEST_CHAIN {
            let ending = Ending { winner: None, why: EndingKind::Stalemate };
            play.emit(Event::GameEnded(ending), rule!("4.5.4d"));
            return true;
        }
        if layer.chain != play.state().board.turn.chain {
            play.emit(Event::ChainReached(layer.chain), rule!("5.3.1"));
        }
        let sight = self.sight(play);
        // The state of a state-trigger must still be met.
        cite!("5.3.2b", "8.3.13a");
        if let LayerKind::Triggered(source, code) = layer.kind
            && let Some(ability) = self.card_pool.triggered(code)
            && let When::State(condition) = &ability.when
            && !sight.holds(condition, &Scope::of(source, object.controller, code.card))
        {
            return true;
        }
        cite!("5.3.2c");
        if sight.is(id, CardType::DefenseReaction) && matches!(layer.kind, LayerKind::Card) {
            cite!("7.4.2d");
            let from_hand = object.from.kind() == Some(ZoneKind::Hand);
            if self.can_become_defending(&sight, id, from_hand).is_err() {
                return true;
            }
        }
        self.legal_targets(&sight, &object, &layer).is_none()
    }

    /// The targets that are still legal by group; none when there were targets and all are illegal now.
    pub fn legal_targets(
        &self,
        sight: &Sight<'_>,
        object: &Object,
        layer: &Layer,
    ) -> Option<Vec<Vec<Value>>> {
        if matches!(layer.kind, LayerKind::Delayed(..)) {
            return Some(layer.targets.clone());
        }
        let specs = self.card_pool.targets(code_of(object, layer), &layer.modes);
        let scope = scope_of(object, layer);
        let legal = |value: &Value, target| {
            value.object().is_some_and(|id| targets::can_target(sight, target, id, &scope).is_ok())
        };
        let groups: Vec<Vec<Value>> = layer
            .targets
            .iter()
            .zip(specs)
            .map(|(group, target)| group.iter().copied().filter(|value| legal(value, target)).collect())
            .collect();
        cite!("5.3.2a");
        let had = layer.targets.iter().any(|group| !group.is_empty());
        if had && groups.iter().all(Vec::is_empty) { None } else { Some(groups) }
    }

    /// The script of one part of a layer's resolution: 0 its resolution ability, then its chosen modes
    /// (5.3.4); none after the last.
    pub fn resolution_part(&self, play: &mut Game<'_>, id: ObjectId, part: u16) -> Option<Running> {
        // Also of a layer that is gone.
        cite!("5.3.4c");
        cite!("1.7.3b", "1.7.4c");
        let (object, layer) = self.resolves_as(play, id)?;
        if let Some(side) = self.resolving_side(&object, &layer) {
            return self.melded_part(play, &object, &layer, part, side);
        }
        cite!("5.2.1d");
        let code = code_of(&object, &layer);
        let delayed = if let LayerKind::Delayed(_, _, at) = layer.kind { Some(at) } else { None };
        cite!("1.7.5d");
        let code = match part {
            0 => code,
            part if delayed.is_some() || usize::from(part) > layer.modes.len() => return None,
            part => code.of_mode(layer.modes[usize::from(part) - 1]),
        };
        if part == 0 && self.card_pool.code(code).is_none() {
            return if layer.modes.is_empty() { None } else { Some(self.nothing_to_run(&object, &layer)) };
        }
        self.card_pool.code(code)?;
        let sight = self.sight(play);
        let legal = self.legal_targets(&sight, &object, &layer).unwrap_or_default();
        let targets = self.targets_of_part(&object, &layer, part, legal);
        let controller = sight.controller(id).unwrap_or(object.controller);
        // A proxy's resolution abilities are its own, but what they speak of is its source (1.4.3a).
        let source = source_of(id, &layer);
        cite!("1.8.1b");
        let context = Context {
            layer: id,
            targets,
            x: layer.x,
            event: layer.event,
            worked: layer.worked,
            ..Context::of(source, controller)
        };
        let mut script = Running { began: play.state().board.clock, ..running(code, context) };
        if let Some(at) = delayed {
            script.cursor = Cursor::starting_at(at);
            script.cursor.loops.extend(layer.it.map(|it| Round::Members(vec![it])));
        }
        Some(script)
    }

    /// The target groups that a part of a layer speaks of: the ability's own, then those of the mode.
    pub fn targets_of_part(
        &self,
        object: &Object,
        layer: &Layer,
        part: u16,
        legal: Vec<Vec<Value>>,
    ) -> Vec<Vec<Value>> {
        let Some(resolve) = self.card_pool.resolve(code_of(object, layer)).filter(|_| part > 0) else {
            return legal;
        };
        let size = |mode: &u8| resolve.modes.get(usize::from(*mode)).map_or(0, |mode| mode.targets.len());
        let chosen = usize::from(part) - 1;
        let before = resolve.targets.len() + layer.modes.iter().take(chosen).map(size).sum::<usize>();
        let own = layer.modes.get(chosen).map_or(0, size);
        legal.iter().take(resolve.targets.len()).chain(legal.iter().skip(before).take(own)).cloned().collect()
    }

    /// A script that does nothing, for a part without one before parts that have one.
    fn nothing_to_run(&self, object: &Object, layer: &Layer) -> Running {
        let context = Context {
            layer: object.id,
            x: layer.x,
            event: layer.event,
            ..Context::of(source_of(object.id, layer), object.controller)
        };
        running(CodeRef::resolve(KEYWORD_CARD), context)
    }

    /// Begins to run a script.
    pub fn run_script(&self, play: &mut Game<'_>, mut script: Running) {
        script.round = self.round_of(play, &script);
        self.push(play, Frame::Running(script), rule!("6.1.2"));
    }

    /// 5.3.6: a permanent enters the arena, a defense reaction becomes a defending card.
    fn leave(&self, play: &mut Game<'_>, id: ObjectId) {
        let Some(object) = play
            .state()
            .board
            .get(id)
            .cloned()
            .filter(|object| object.zone == Zone::Stack && object.kind == Kind::Card)
        else {
            return;
        };
        let sight = self.sight(play);
        let Some(types) = sight.properties(id).map(|properties| properties.types) else { return };
        let seat = sight.controller(id).unwrap_or(object.controller);
        cite!("5.3.6b", "8.1.3b");
        if types.is(CardType::DefenseReaction) {
            cite!("7.4.2d");
            let hero = play.state().board.player(seat).hero;
            let defense = self.defense(play, id, seat, hero).into_iter().collect();
            return self.defend(play, defense);
        }
        if types.has(subtype::AFFLICTION) {
            cite!("8.2.11a");
            return self.afflict(play, seat, PickPurpose::Afflict(id));
        }
        // Only some subtypes have rules of their own, as these have.
        cite!("2.10.1", "2.10.6");
        cite!("8.2.4a", "8.2.5a", "8.2.9a", "8.2.12a", "8.2.16a");
        if subtype::PERMANENT.into_iter().any(|kind| types.has(kind)) {
            self.turn_as_it_enters(play, id, &types);
            self.happen(play, vec![moved(id, Zone::Permanent, MoveReason::Resolved, seat)]);
        }
    }

    /// 8.2.11c: an opponent of whoever would control an affliction, or else owns it, gets it as it enters the
    /// arena.
    pub fn afflict(&self, play: &mut Game<'_>, seat: Seat, purpose: PickPurpose) {
        let board = &play.state().board;
        let opponents: Vec<ObjectId> = board
            .seats_from(seat)
            .filter(|other| *other != seat)
            .map(|other| board.player(other).hero)
            .collect();
        self.pick(play, picking(seat, purpose, opponents, 1, 1));
    }

    /// 5.3.7: what is still on the stack is cleared.
    fn clear_layer(&self, play: &mut Game<'_>, id: ObjectId) {
        let kind = play.state().board.get(id).map(|object| object.kind);
        cite!("8.1.2b");
        if kind == Some(Kind::Card) {
            self.clear(play, vec![id]);
        } else {
            let last = self.sight(play).last_known(id);
            play.emit(Event::Ceased(id, last), rule!("3.0.12a"));
        }
    }

    fn wait_for(
        &self,
        play: &mut Game<'_>,
        mut running: Running,
        who: &crate::language::definition::Ref,
        wait: impl FnOnce(Seat) -> Awaited,
    ) {
        cite!("5.3.4a");
        let sight = self.sight(play);
        let scope = Scope {
            it: running.cursor.it().copied(),
            last: &running.last,
            ..Scope::context(&running.context, running.code.card)
        };
        let seat = sight.seat(who, &scope).unwrap_or(running.context.controller);
        running.wait = wait(seat);
        play.emit(Event::Replaced(Frame::Running(running)), rule!("1.8.6"));
    }

    /// Tells what waits for a payment outside of playing whether it was made.
    pub fn paid(&self, play: &mut Game<'_>, paid: bool) {
        match play.state().board.frames.last().cloned() {
            Some(Frame::Running(_)) => self.report(play, u32::from(paid), Vec::new()),
            Some(Frame::EventBatch(events)) => self.paid_for_replacing(play, events, paid),
            Some(_) | None => {}
        }
    }

    /// Tells the script that waits for an action what it came to.
    pub fn report(&self, play: &mut Game<'_>, amount: u32, last: Vec<Value>) {
        if let Some(Frame::Running(running)) = play.state().board.frames.last() {
            let running = Running { amount, last, ..running.clone() };
            play.emit(Event::Replaced(Frame::Running(running)), GOING_ON);
        }
    }
}

impl FrameRules<FleshAndBlood> for Running {
    /// Goes on with a running script.
    fn advance(mut self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        if self.wait != Awaited::Nothing {
            return play.wait(rules);
        }
        let Some(code) =
            rules.card_pool.code(self.code).filter(|_| !rules.is_negated(play, self.context.layer))
        else {
            rules.pop(play, GOING_ON);
            return Flow::Go;
        };
        let mut cursor = self.cursor.clone();
        let sight = rules.sight(play);
        let named = self.code;
        let pause = cursor.next(
            code,
            &mut ScriptEye {
                sight,
                context: &self.context,
                code: named,
                amount: self.amount,
                last: &self.last,
            },
        );
        self.cursor = cursor;
        match pause {
            Pause::End => rules.pop(play, rule!("5.3.4")),
            Pause::Do(verb) => {
                // An action tells what it came to; until then it came to nothing, and the script goes on all
                // the same.
                cite!("1.8.9", "5.3.4b");
                let keeps = crate::rules::effects::keeps_last(verb);
                let told = if keeps { self.clone() } else { Running { amount: 0, ..self.clone() } };
                play.emit(Event::Replaced(Frame::Running(told)), rule!("6.1.2"));
                rules.act(play, &self, verb);
            }
            // What cannot succeed cannot be chosen.
            Pause::May(who) if !rules.can_be_generated(play, &self, code, false) => {
                // What everybody sees does not say that it cannot.
                if rules.card_pool.asks_unseeing() && rules.can_be_generated(play, &self, code, true) {
                    rules.wait_for(play, self, who, Awaited::MayNot);
                    return Flow::Go;
                }
                self.cursor.may(code, false);
                self.amount = 0;
                play.emit(Event::Replaced(Frame::Running(self)), rule!("1.8.3b"));
            }
            Pause::May(who) => {
                cite!("1.8.3");
                rules.wait_for(play, self, who, Awaited::May);
            }
            // No definition of this game can say a cost.
            Pause::Pay(..) => {
                self.cursor.pay(code, true);
                play.emit(Event::Replaced(Frame::Running(self)), rule!("6.1.2"));
            }
            Pause::Choose(who, parts) => rules.wait_for(play, self, who, |seat| Awaited::Choose(seat, parts)),
            Pause::Delayed(When::Now(condition), at) => {
                rules.trigger_inline(play, &self, at, condition);
                play.emit(Event::Replaced(Frame::Running(self)), rule!("6.6.2a"));
            }
            Pause::Delayed(_, at) => {
                let it = self.cursor.it().copied();
                let turn = play.state().board.turn.number;
                let context =
                    Context { worked: (self.began, play.state().board.clock), ..self.context.clone() };
                play.emit(
                    Event::DelayedSet(Delayed { code: self.code, at, context, it, turn }),
                    rule!("6.6.3"),
                );
                play.emit(Event::Replaced(Frame::Running(self)), rule!("6.1.2"));
            }
            Pause::TooLong => play.exceed(Bound::Script),
        }
        Flow::Go
    }

    /// What a running script asks.
    fn ask(&self, rules: &FleshAndBlood, sight: &Sight<'_>) -> Option<Request> {
        let (seat, prompt, rule, options) = match self.wait {
            Awaited::Nothing => return None,
            Awaited::Name(seat) => {
                let ask = Ask::Name { among: Names::Known(card_names(&rules.card_pool)) };
                return Some(Request {
                    seat,
                    prompt: Prompt::NameCard.into(),
                    rule: rule!("8.5.21b"),
                    subject: Some(self.context.source),
                    ask,
                });
            }
            Awaited::May(seat) => {
                (seat, Prompt::May, rule!("1.8.3a"), vec![Item::Flag(false), Item::Flag(true)])
            }
            Awaited::MayNot(seat) => (seat, Prompt::May, rule!("1.8.3b"), vec![Item::Flag(false)]),
            Awaited::Choose(seat, parts) => (
                seat,
                Prompt::ChoosePart,
                rule!("1.8.6"),
                (0..parts).map(|part| Item::Mode(part.into())).collect(),
            ),
            Awaited::Pay(seat, amount) => {
                cite!("8.3.18b");
                cite!("1.8.4b");
                let able = rules
                    .can_pay(
                        sight,
                        seat,
                        sight.board.player(seat).hero,
                        sight.board.player(seat).hero,
                        amount,
                        &[],
                    )
                    .is_ok();
                let options =
                    if able { vec![Item::Flag(false), Item::Flag(true)] } else { vec![Item::Flag(false)] };
                (seat, Prompt::MayPay, rule!("8.5.31a"), options)
            }
        };
        Some(Request {
            seat,
            prompt: prompt.into(),
            rule,
            subject: Some(self.context.source),
            ask: Ask::one_of(options),
        })
    }

    /// Takes the answer that a script waits for.
    fn answer(mut self, rules: &FleshAndBlood, play: &mut Game<'_>, choice: &Choice) {
        if let (Choice::Name(name), Awaited::Name(_)) = (choice, self.wait) {
            (self.wait, self.context.named) = (Awaited::Nothing, Some(name.clone()));
            return play.emit(Event::Replaced(Frame::Running(self)), rule!("8.5.21"));
        }
        let Choice::Pick(items) = choice else { return };
        let Some(code) = rules.card_pool.code(self.code) else { return };
        let wait = std::mem::replace(&mut self.wait, Awaited::Nothing);
        let mut pays = None;
        match (wait, items.first()) {
            (Awaited::May(_) | Awaited::MayNot(_), Some(Item::Flag(yes))) => {
                self.cursor.may(code, *yes);
                // What is not generated came to nothing.
                self.amount = if *yes { self.amount } else { 0 };
            }
            (Awaited::Choose(..), Some(Item::Mode(part))) => self.cursor.choose(code, *part as u8),
            (Awaited::Pay(seat, amount), Some(Item::Flag(true))) => pays = Some((seat, amount)),
            (Awaited::Pay(..), _) => self.amount = 0,
            // Names are taken above, and the validator has let nothing else through.
            (
                Awaited::Nothing
                | Awaited::May(_)
                | Awaited::MayNot(_)
                | Awaited::Choose(..)
                | Awaited::Name(_),
                _,
            ) => {}
        }
        play.emit(Event::Replaced(Frame::Running(self)), rule!("1.8.3a"));
        if let Some((seat, resources)) = pays {
            rules.begin_paying(
                play,
                seat,
                crate::rules::costs::Price { resources, ..crate::rules::costs::Price::default() },
                None,
            );
        }
    }

    fn bulk(&self) -> usize {
        (self.last.len() + self.cursor.left()) / 16
    }
}

impl FrameRules<FleshAndBlood> for Resolving {
    /// Goes on with the resolution of a layer.
    fn advance(self, rules: &FleshAndBlood, play: &mut Game<'_>) -> Flow {
        let id = self.object;
        // 8.5.26a: a layer that negates itself does not finish.
        if rules.is_negated(play, id) && !matches!(self.stage, ResolvingStage::Clear) {
            play.emit(
                Event::Replaced(Frame::Resolving(Resolving { stage: ResolvingStage::Clear, ..self })),
                rule!("8.5.26a"),
            );
            return Flow::Go;
        }
        let next = |play: &mut Game<'_>, stage, rule| {
            play.emit(Event::Replaced(Frame::Resolving(Resolving { stage, ..self })), rule)
        };
        match self.stage {
            ResolvingStage::Check => {
                if rules.fails(play, id) {
                    next(play, ResolvingStage::Clear, rule!("5.3.2"));
                } else {
                    next(play, ResolvingStage::Effects(0), rule!("5.3.3"));
                }
            }
            ResolvingStage::Effects(part) => match rules.resolution_part(play, id, u16::from(part)) {
                Some(script) => {
                    next(play, ResolvingStage::Effects(part + 1), rule!("5.3.4"));
                    rules.run_script(play, Running { began: self.began, ..script });
                }
                None if rules.stops_halfway(play, id) => {}
                None => next(play, ResolvingStage::GoAgain, rule!("5.3.5")),
            },
            ResolvingStage::GoAgain => {
                cite!("8.3.5");
                next(play, ResolvingStage::Leave, rule!("5.3.6"));
                let sight = rules.sight(play);
                // What is gone is looked at as it last was.
                cite!("5.3.5a");
                if let Some(seat) = sight.controller(id)
                    && sight.has(id, Keyword::GoAgain)
                {
                    rules.gain_actions(play, seat, 1, PointsFrom::Layer);
                }
            }
            ResolvingStage::Leave => {
                next(play, ResolvingStage::Clear, rule!("5.3.7"));
                rules.leave(play, id);
            }
            ResolvingStage::Clear => {
                rules.pop(play, rule!("5.3.7"));
                play.emit(Event::PriorityTaken, rule!("5.3.7"));
                if play.state().board.get(id).is_some_and(|object| object.zone == Zone::Stack) {
                    rules.clear_layer(play, id);
                }
            }
        }
        Flow::Go
    }
}

/// A script at its beginning.
pub fn running(code: CodeRef, context: Context) -> Running {
    Running {
        code,
        cursor: Cursor::default(),
        context,
        wait: Awaited::Nothing,
        amount: 0,
        last: Vec::new(),
        began: 0,
        round: 0,
    }
}
