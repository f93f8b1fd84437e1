//! Resolving spells and abilities (608), and running their scripts.

use std::collections::BTreeSet;

use duelog_kernel::bounds::{self, Bound};
use duelog_kernel::decision::Names;
use duelog_kernel::frames::FrameRules;
use duelog_kernel::script::{Cursor, Op, Pause, Round};
use duelog_kernel::unsettled::Knows;
use duelog_kernel::{Ask, Choice, Item, Request, RuleId, Seat};

use crate::language::definition::{Ability, Cost, CostDeed, Group, Ref, Target, Verb, When};
use crate::language::mana::Color;
use crate::language::subtypes::Subtype;
use crate::rules::effects::counters::kinds_on;
use crate::rules::effects::placed;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, GOING_ON, Game, Magic};
use crate::rules::looking_back::last_known;
use crate::rules::naming::{card_names, names_but, names_of};
use crate::rules::paying::ways;
use crate::rules::planes::was_done;
use crate::rules::prompt::Prompt;
use crate::rules::script_eye::ScriptEye;
use crate::rules::targets;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, Awaited, CardId, CastMethod, Chosen, CodeRef, Context, Delayed, Entering,
    Frame, MoveReason, Object, OnStack, Place, Proposal, Running, StackKind, Value, Zone, frame,
};
use crate::{cite, rule};

/// A chain of triggered abilities of this length, each caused by the one before and none with a choice, is a
/// loop of mandatory actions: the game is a draw (104.4b, 720.4).
pub const LONGEST_CHAIN: u32 = 1_000;

impl Magic {
    /// A permanent spell becomes a permanent.
    fn resolve_permanent(&self, play: &mut Game<'_>, object: &Object, attached: Option<Value>) {
        play.emit(Event::Replaced(Frame::Resolving { object: object.id, done: true }), rule!("608.3"));
        cite!("301.2", "302.2", "303.2", "303.4", "306.2", "608.3a");
        let entering = Entering {
            controller: Some(object.controller),
            attached,
            down: object.down,
            ..Entering::default()
        };
        self.happen(
            play,
            vec![Proposal::Move {
                object: object.id,
                to: Zone::Battlefield,
                place: Place::Top,
                entering,
                why: MoveReason::Resolved,
            }],
        );
    }

    fn resolve(&self, play: &mut Game<'_>, object: &Object, stack: OnStack) {
        if stack.chain >= LONGEST_CHAIN {
            cite!("720.4");
            return self.end_by_loop(play, rule!("104.4b"));
        }
        if stack.chain != play.state().board.turn.chain {
            play.emit(Event::ChainReached(stack.chain), rule!("608.1"));
        }
        cite!("608.2");
        let code = targets::code_of(object, &stack);
        let sight = self.sight(play);
        if !self.still_holds(&sight, object, &stack) {
            self.pop(play, rule!("608.2a"));
            return self.leave_stack(play, object, MoveReason::Fizzled);
        }
        let Some(legal) = self.legal_targets(&sight, object, &stack) else {
            if self.card_pool.bestowed(code, &stack).is_some() {
                // It resolves as the creature spell that it is again.
                let mut stack = stack;
                stack.cast.instead = None;
                stack.targets.clear();
                return play.emit(Event::StackSet(object.id, Box::new(stack)), rule!("702.102d"));
            }
            self.pop(play, rule!("608.2b"));
            return self.leave_stack(play, object, MoveReason::Fizzled);
        };
        cite!("110.4", "110.4a");
        cite!("300.2b", "308.1");
        if let StackKind::Activated(source, place) | StackKind::Triggered(source, place) = stack.kind
            && self.card_pool.card(object.card).resolutions.contains(&place)
        {
            // A copy of an ability is one and the same ability.
            play.emit(Event::Resolved(source, AbilityRef { card: object.card, place }), rule!("706.10b"));
        }
        let is_permanent = matches!(stack.kind, StackKind::Spell)
            && self.card_pool.card(object.printed()).base.types.is_permanent();
        if is_permanent {
            return self.resolve_permanent(
                play,
                object,
                legal.first().and_then(|group| group.first()).copied(),
            );
        }
        play.emit(Event::Replaced(Frame::Resolving { object: object.id, done: true }), rule!("608.2c"));
        let (kind, it) = (stack.kind, stack.it);
        if matches!(kind, StackKind::Spell) {
            self.push_given_texts(play, object, &stack);
        }
        let halves = self.card_pool.halves(object.printed());
        if let (StackKind::Spell, &[left, right]) = (kind, halves) {
            return self.resolve_fused(play, object, &stack, [left, right], legal);
        }
        if matches!(kind, StackKind::Spell) && !stack.cast.spliced.is_empty() {
            return self.resolve_spliced(play, object, &stack, legal);
        }
        let mut script = Running::new(code, self.context(object, code, stack, legal));
        if let StackKind::Delayed(_, _, at) = kind {
            script.cursor = Cursor::starting_at(at);
            script.cursor.loops.extend(it.map(|it| Round::Members(vec![it])));
        }
        if let StackKind::Triggered(_, place) | StackKind::Activated(_, place) = kind {
            let ability = AbilityRef { card: object.card, place };
            self.begin_with_heads(&self.sight(play), &mut script, ability);
        }
        // Whatever players do as it resolves, none of them has priority.
        cite!("112.3a", "116.2e");
        self.push(play, Frame::Running(script), rule!("608.2c"));
    }

    /// What effects have added to a spell's text is done after all that it says (702.87a).
    fn push_given_texts(&self, play: &mut Game<'_>, object: &Object, stack: &OnStack) {
        let sight = self.sight(play);
        let own = sight.characteristics(object.id);
        let given = own.map_or(Vec::new(), |own| self.card_pool.texts_among(own));
        for AbilityRef { card, place } in given.into_iter().rev() {
            let code = CodeRef { card, ability: Some(place) };
            let script = Running::new(code, self.context(object, code, stack.clone(), Vec::new()));
            self.push(play, Frame::Running(script), rule!("608.2c"));
        }
    }

    /// 702.46b: the spell's own instructions come first, then those of each card spliced onto it, each with its own
    /// targets; the last waits at the bottom.
    fn resolve_spliced(
        &self,
        play: &mut Game<'_>,
        object: &Object,
        stack: &OnStack,
        mut legal: Vec<Vec<Value>>,
    ) {
        cite!("702.46c", "702.46e");
        let cards = [object.printed()].into_iter().chain(stack.cast.spliced.iter().copied());
        let texts: Vec<CodeRef> = cards.map(|card| CodeRef { card, ability: None }).collect();
        for code in texts.into_iter().rev() {
            let own = self.card_pool.targets(code).len().min(legal.len());
            let targets = legal.split_off(legal.len() - own);
            let script = Running::new(code, self.context(object, code, stack.clone(), targets));
            self.push(play, Frame::Running(script), rule!("702.46b"));
        }
    }

    /// 702.101d: the left half's instructions come first, so the right half's wait below them.
    fn resolve_fused(
        &self,
        play: &mut Game<'_>,
        object: &Object,
        stack: &OnStack,
        [left, right]: [CardId; 2],
        mut legal: Vec<Vec<Value>>,
    ) {
        let code = |card| CodeRef { card, ability: None };
        let behind = legal.split_off(self.card_pool.targets(code(left)).len().min(legal.len()));
        let script = |card, targets| {
            Running::new(code(card), self.context(object, code(card), stack.clone(), targets))
        };
        self.push(play, Frame::Running(script(right, behind)), rule!("702.101d"));
        self.push(play, Frame::Running(script(left, legal)), rule!("702.101d"));
    }

    /// 608.2a: whether the intervening condition of a triggered ability still holds, if it has one.
    fn still_holds(&self, sight: &Sight<'_>, object: &Object, stack: &OnStack) -> bool {
        let StackKind::Triggered(source, place) = stack.kind else { return true };
        let Some(Ability::Triggered(ability)) =
            self.card_pool.ability(AbilityRef { card: object.card, place })
        else {
            return true;
        };
        let scope = Scope {
            event: stack.event,
            modes: &stack.modes,
            knows: Knows::Context,
            ..Scope::of(source, object.controller)
        };
        ability.condition.as_ref().is_none_or(|condition| sight.holds_for_one(condition, &scope))
    }

    /// What the script of a spell or ability knows as it resolves, with the targets that are still legal.
    pub fn context(&self, object: &Object, code: CodeRef, stack: OnStack, legal: Vec<Vec<Value>>) -> Context {
        let source = targets::source_of(object.id, &stack);
        // 608.2b: what stays legal keeps the share that was declared for it.
        let kept = |(target, _): &(&Value, u32)| legal.first().is_some_and(|group| group.contains(target));
        let shares = stack
            .targets
            .first()
            .into_iter()
            .flatten()
            .zip(stack.shares)
            .filter(kept)
            .map(|(_, share)| share)
            .collect();
        let mut finds = stack.finds;
        // 400.7h: what was moved to pay for an ability is found by it.
        let reveals = |deed: &CostDeed| matches!(deed, CostDeed::Reveal | CostDeed::RevealFor(_));
        let moves_itself =
            |cost: &Cost| matches!(cost, Cost::Deed(deed, _, Group::Of(Ref::This)) if !reveals(deed));
        let paid =
            code.ability.and_then(|place| self.card_pool.activated(AbilityRef { card: code.card, place }));
        finds.extend(paid.filter(|ability| ability.cost.iter().any(moves_itself)).map(|_| source));
        cite!("107.3j");
        Context {
            source,
            controller: object.controller,
            targets: legal,
            modes: stack.modes,
            x: stack.x,
            shares,
            event: stack.event,
            finds,
            paid: stack.cast.with,
            since: stack.since,
        }
    }

    /// 608.2b: the targets that are still legal by group; none when there were targets and all are illegal
    /// now.
    fn legal_targets(&self, sight: &Sight<'_>, object: &Object, stack: &OnStack) -> Option<Vec<Vec<Value>>> {
        if matches!(stack.kind, StackKind::Delayed(..)) {
            cite!("700.7");
            return Some(stack.targets.clone());
        }
        let code = targets::code_of(object, stack);
        if self.card_pool.is_about_each(code, stack) {
            // 702.95a: all that a target could have been, as it is now.
            cite!("702.95a");
            let each = |target| targets::each(sight, target, object.id, object.controller);
            return Some(self.card_pool.targets(code).iter().map(each).collect());
        }
        let specs = self.card_pool.targets_on(code, stack);
        let legal: Vec<Vec<Value>> = stack
            .targets
            .iter()
            .zip(specs.iter())
            .map(|(group, target)| {
                group
                    .iter()
                    .copied()
                    .filter(|value| targets::still_legal(sight, target, *value, object, stack))
                    .collect()
            })
            .collect();
        // One that has no targets is no less legal for it.
        cite!("114.6");
        let needed = |(group, target): (&Vec<Value>, &Target)| {
            !group.is_empty() && !matches!(target, Target::Needless(_))
        };
        let had = stack.targets.iter().zip(specs.iter()).any(needed);
        if had && legal.iter().all(Vec::is_empty) { None } else { Some(legal) }
    }

    /// The last part of a resolution: a spell goes to its owner's graveyard, an ability ceases to exist
    /// (608.2k).
    fn leave_stack(&self, play: &mut Game<'_>, object: &Object, why: MoveReason) {
        let kept = (why == MoveReason::Resolved).then(|| self.card_pool.kept(object)).flatten();
        if let Some(to) = kept.filter(|_| object.is_spell()) {
            self.happen(play, vec![placed(object.id, object.owner, to, object.owner, why)]);
        } else if object.is_spell() {
            cite!("304.2", "307.2");
            self.happen(play, vec![Proposal::to_graveyard(object.id, object.owner, why)]);
        } else {
            let last = last_known(&self.sight(play), object.id);
            play.emit(Event::Ceased(object.id, last), rule!("608.2k"));
        }
    }

    fn wait_for(
        &self,
        play: &mut Game<'_>,
        mut running: Running,
        who: &crate::language::definition::Ref,
        wait: impl FnOnce(Seat) -> Awaited,
    ) {
        let sight = self.sight(play);
        let scope = Scope::running(&running, &running.cursor);
        let seat = sight.seat(who, &scope).unwrap_or(running.context.controller);
        running.wait = wait(seat);
        play.emit(Event::Replaced(Frame::Running(running)), rule!("608.2d"));
    }

    /// The parts of a script that can be chosen; all where none is possible.
    fn possible_parts(&self, sight: &Sight<'_>, running: &Running, parts: u8) -> Vec<Item> {
        let starts = match self
            .card_pool
            .code(running.code)
            .and_then(|code| code.0.get(usize::from(running.cursor.at)))
        {
            Some(Op::Choose(_, starts)) => starts.as_slice(),
            _ => &[],
        };
        let can =
            |part: &u8| starts.get(usize::from(*part)).is_none_or(|at| self.possible(sight, running, *at));
        let mode = |part: u8| Item::Mode(part.into());
        let possible: Vec<Item> = (0..parts).filter(can).map(mode).collect();
        if possible.is_empty() { (0..parts).map(mode).collect() } else { possible }
    }

    /// Whether the step of a script that begins an option is possible: a player who sacrifices or discards
    /// has enough for it.
    fn possible(&self, sight: &Sight<'_>, running: &Running, at: u16) -> bool {
        let Some(Op::Do(verb)) =
            self.card_pool.code(running.code).and_then(|code| code.0.get(usize::from(at)))
        else {
            return true;
        };
        // A player may search though nothing can be done with what is found.
        if matches!(verb, Verb::Search { .. }) {
            cite!("701.18g");
            return true;
        }
        let scope = Scope::running(running, &running.cursor);
        if let Verb::Sacrifice(who, number, filter) = verb {
            let number = sight.count(number, &scope) as usize;
            return sight.seats(who, &scope).into_iter().all(|seat| {
                let own = self.own(sight, seat, &scope, filter);
                own.into_iter().filter(|id| sight.can_be_sacrificed(*id)).count() >= number
            });
        }
        if let Verb::Draw(who, number) = verb {
            // An empty library is in nobody's way; that nothing can be drawn is.
            cite!("120.3", "120.3a");
            let number = sight.count(number, &scope);
            let drawing = |seat: Seat| {
                !self.impossible(sight, &Proposal::Draw(seat)) && !self.drawn_all(sight, seat, number)
            };
            return sight.seats(who, &scope).into_iter().any(drawing);
        }
        if let Verb::Discard(who, number) | Verb::DiscardAtRandom(who, number) = verb {
            let number = sight.count(number, &scope) as usize;
            return sight
                .seats(who, &scope)
                .into_iter()
                .all(|seat| sight.board.zone(Zone::Hand(seat)).len() >= number);
        }
        true
    }
}

impl FrameRules<Magic> for Running {
    /// Goes on with a running script.
    fn advance(mut self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        if self.wait != Awaited::Nothing {
            return play.wait(rules);
        }
        let Some(code) = rules.card_pool.code(self.code) else {
            rules.pop(play, GOING_ON);
            return Flow::Go;
        };
        let mut cursor = self.cursor.clone();
        let sight = rules.sight(play);
        let pause = cursor.next(code, &mut ScriptEye { sight, rules, running: &self });
        if rules.awaits_opponent(play, &self, &pause) {
            return Flow::Go;
        }
        if was_done(self.again, &pause) {
            match pause {
                Pause::May(_) => cursor.may(code, false),
                Pause::Pay(..) => cursor.pay(code, false),
                _ => (),
            }
            self.cursor = cursor;
            play.emit(Event::Replaced(Frame::Running(self)), rule!("901.12c"));
            return Flow::Go;
        }
        self.cursor = cursor;
        match pause {
            Pause::End if !self.heads.is_empty() => {
                let next = rules.next_head(&self).unwrap_or(self);
                play.emit(Event::Replaced(Frame::Running(next)), rule!("901.12c"));
            }
            Pause::End => {
                rules.pop(play, rule!("608.2c"));
                rules.notice_tapped_for_mana(play, &self);
            }
            Pause::Do(verb) => {
                let mut then = self.clone();
                let at_once = matches!(verb, Verb::Damage { .. } | Verb::CreateCopy { .. })
                    && rules.card_pool.does_at_once();
                let each = if at_once { then.cursor.take_round(code) } else { None };
                play.emit(Event::Replaced(Frame::Running(then)), rule!("608.2c"));
                rules.act(play, &self, verb, each);
            }
            Pause::May(who) => rules.wait_for(play, self, who, Awaited::May),
            Pause::Pay(who, _) => rules.wait_for(play, self, who, Awaited::Pay),
            Pause::Choose(who, parts) => rules.wait_for(play, self, who, |seat| Awaited::Choose(seat, parts)),
            Pause::Delayed(moment, at) => {
                let once = matches!(moment, When::NextThisTurn(_));
                let this_turn = once || matches!(moment, When::ThisTurn(_));
                let until_turn = matches!(moment, When::UntilYourTurn(_));
                let always = matches!(moment, When::Always(_));
                let it = self.cursor.it().copied();
                let since = if rules.card_pool.transforms() { play.state().board.clock } else { 0 };
                let mut context = Context { since, ..self.context.clone() };
                // What is said of a permanent as it enters is said of what the spell becomes.
                let enters = |place| {
                    let ability = AbilityRef { card: self.code.card, place };
                    matches!(rules.card_pool.ability(ability), Some(Ability::Replacement(_)))
                };
                if self.code.ability.is_some_and(enters) {
                    context.finds.push(context.source);
                }
                let (code, offer) = (self.code, self.offers);
                let delayed = Delayed { code, at, context, it, this_turn, always, offer, until_turn, once };
                play.emit(Event::DelayedSet(delayed), rule!("603.7a"));
                play.emit(Event::Replaced(Frame::Running(self)), rule!("608.2c"));
            }
            Pause::TooLong => play.exceed(Bound::Script),
        }
        Flow::Go
    }

    /// What a running script asks (608.2d).
    #[expect(clippy::too_many_lines, reason = "a flat table of what is waited for")]
    fn ask(&self, rules: &Magic, sight: &Sight<'_>) -> Option<Request> {
        let named = |seat: Seat, prompt: Prompt, rule: RuleId, among: Names| {
            Some(Request {
                seat,
                prompt: prompt.into(),
                rule,
                subject: Some(self.context.source),
                ask: Ask::Name { among },
            })
        };
        let (seat, prompt, options) = match self.wait {
            Awaited::Nothing => return None,
            Awaited::Number(seat) => {
                return Some(Request {
                    seat,
                    prompt: Prompt::ChooseNumber.into(),
                    rule: rule!("107.1c"),
                    subject: Some(self.context.source),
                    ask: Ask::Number { min: 0, max: bounds::X },
                });
            }
            Awaited::Name(seat) => {
                return named(
                    seat,
                    Prompt::ChooseName,
                    rule!("201.3"),
                    Names::Known(card_names(&rules.card_pool)),
                );
            }
            Awaited::NameOf(seat, kind) => {
                return named(
                    seat,
                    Prompt::ChooseName,
                    rule!("201.3a"),
                    Names::Known(names_of(&rules.card_pool, kind)),
                );
            }
            Awaited::NameBut(seat, kind) => {
                return named(
                    seat,
                    Prompt::ChooseName,
                    rule!("201.3a"),
                    Names::Known(names_but(&rules.card_pool, kind)),
                );
            }
            Awaited::CounterOf(seat, id) => {
                let kinds = kinds_on(sight.board, id).into_iter().map(|kind| kind.name().to_string());
                let names: Vec<String> = kinds.collect::<BTreeSet<_>>().into_iter().collect();
                return Some(Request {
                    seat,
                    prompt: Prompt::RemoveCounter.into(),
                    rule: rule!("608.2d"),
                    subject: Some(id),
                    ask: Ask::Name { among: names.into() },
                });
            }
            Awaited::ChosenAnyLandType(seat) => {
                let types = Subtype::land_types().into();
                return named(seat, Prompt::ChooseLandType, rule!("205.3i"), types);
            }
            Awaited::ChosenSubtype(seat) => {
                cite!("205.3e");
                let types = Subtype::creature_types().into();
                return named(seat, Prompt::ChooseCreatureType, rule!("205.3m"), types);
            }
            Awaited::ChosenLandType(seat) => {
                let types = Subtype::basic_land_types().into();
                return named(seat, Prompt::ChooseLandType, rule!("205.3i"), types);
            }
            Awaited::May(seat)
                if !rules.possible(sight, self, self.cursor.at.saturating_add(1))
                    || !rules.is_of_its_source(sight, self) =>
            {
                (seat, Prompt::May, vec![Item::Flag(false)])
            }
            Awaited::May(seat) => (seat, Prompt::May, vec![Item::Flag(false), Item::Flag(true)]),
            Awaited::Pay(seat) => {
                let able = rules.can_pay_asked(sight, self, seat).then_some(Item::Flag(true));
                (seat, Prompt::MayPay, std::iter::once(Item::Flag(false)).chain(able).collect())
            }
            Awaited::Choose(seat, parts) => {
                (seat, Prompt::ChooseMode, rules.possible_parts(sight, self, parts))
            }
            Awaited::Player(seat, among) => {
                let all = sight.board.apnap().into_iter().filter(|other| among & 1 << other.0 != 0);
                (seat, Prompt::ChoosePlayer, all.map(Item::Seat).collect())
            }
            Awaited::Opponent(seat) => {
                let all = sight.board.opponents_near(seat);
                (seat, Prompt::ChoosePlayer, all.into_iter().map(Item::Seat).collect())
            }
            Awaited::Call(seat) => (seat, Prompt::CallCoin, vec![Item::Flag(false), Item::Flag(true)]),
            Awaited::ChosenColor(seat) => (seat, Prompt::ChooseColor, (0..5).map(Item::Symbol).collect()),
            Awaited::Half(seat) => {
                (seat, Prompt::ChooseColor, self.symbols.hybrid.first().map(|symbol| ways(*symbol).to_vec())?)
            }
            Awaited::Side(seat, id) => {
                let sides = rules.free_halves(sight, seat, id).into_iter();
                (seat, Prompt::ChooseMode, sides.map(|side| Item::Act(side, id)).collect())
            }
            Awaited::Way(seat, id) => (seat, Prompt::ChooseMode, rules.ways_to_play(sight, seat, id)),
            Awaited::ManaOf(seat, id) => {
                let places = rules.mana_abilities(sight, id).1.into_iter();
                (seat, Prompt::ChooseMode, places.map(|place| Item::Ability(id, place.number())).collect())
            }
            Awaited::Color(seat, _, types) => (
                seat,
                Prompt::ChooseColor,
                (0..6).filter(|color| types & 1 << color != 0).map(Item::Symbol).collect(),
            ),
        };
        let ask = Ask::one_of(options);
        Some(Request {
            seat,
            prompt: prompt.into(),
            rule: rule!("608.2d"),
            subject: Some(self.context.source),
            ask,
        })
    }

    /// Takes the answer that a script waits for.
    #[expect(clippy::too_many_lines, reason = "a flat table of what is waited for")]
    fn answer(mut self, rules: &Magic, play: &mut Game<'_>, choice: &Choice) {
        let Some(code) = rules.card_pool.code(self.code) else { return };
        let wait = std::mem::replace(&mut self.wait, Awaited::Nothing);
        let items = match choice {
            Choice::Pick(items) => items.as_slice(),
            Choice::Name(name) => {
                let of_type = matches!(
                    wait,
                    Awaited::ChosenSubtype(_) | Awaited::ChosenLandType(_) | Awaited::ChosenAnyLandType(_)
                );
                let subtype = Subtype::named(name).filter(|_| of_type);
                rules.chosen_for_entering(
                    play,
                    &self,
                    subtype.map_or(Chosen::Name(name.clone()), Chosen::Subtype),
                );
                self.named = Some(name.clone());
                &[]
            }
            Choice::Number(number) => {
                // It is chosen only once it matters.
                cite!("107.3e");
                self.amount = *number;
                self.last = Vec::new();
                &[]
            }
            Choice::Split(_) => &[],
        };
        match (wait, items.first()) {
            (Awaited::May(_), Some(Item::Flag(yes))) => {
                // Whatever becomes of what the player does, it is done.
                cite!("117.11");
                self.cursor.may(code, *yes);
            }
            (Awaited::Pay(seat), Some(Item::Flag(true))) => {
                play.emit(Event::Replaced(Frame::Running(self.clone())), rule!("608.2d"));
                return rules.begin_paying(play, &self, seat);
            }
            (Awaited::Pay(_), _) => {
                cite!("117.12a");
                self.cursor.pay(code, false);
            }
            (Awaited::Player(..), Some(Item::Seat(seat))) => {
                self.amount = 1;
                self.last = vec![Value::Seat(*seat)];
                rules.chosen_for_entering(play, &self, Chosen::Player(*seat));
            }
            (Awaited::Opponent(_), Some(Item::Seat(seat))) => self.opponent = Some(*seat),
            (Awaited::CounterOf(_, id), _) => {
                let named = self.named.take();
                play.emit(Event::Replaced(Frame::Running(self)), rule!("608.2d"));
                let kinds = kinds_on(&play.state().board, id);
                let chosen = kinds.into_iter().find(|kind| named.as_deref() == Some(kind.name()));
                let removal = chosen.map(|kind| Proposal::RemoveCounters(id, kind, 1));
                return rules.happen(play, removal.into_iter().collect());
            }
            (Awaited::Call(seat), Some(Item::Flag(heads))) => {
                // The coin is flipped while the script stands still: what it sets off waits.
                let won = rules.flip(play, seat, Some(*heads)) == *heads;
                self.amount = u32::from(won);
                self.last = Vec::new();
            }
            (Awaited::Choose(..), Some(Item::Mode(part))) => self.cursor.choose(code, *part as u8),
            (Awaited::Color(seat, amount, _), Some(Item::Symbol(symbol))) => {
                return rules.give_mana(play, self, seat, *symbol, amount);
            }
            (Awaited::ChosenColor(_), Some(Item::Symbol(symbol))) => {
                if let Some(color) = Color::ALL.get(usize::from(*symbol)) {
                    if rules.is_of_entering(self.code) {
                        rules.chosen_for_entering(play, &self, Chosen::Color(*color));
                    } else {
                        // The script itself speaks of it (608.2d).
                        self.named = Some(color.name().to_string());
                    }
                }
            }
            (Awaited::Half(seat), Some(half)) => return rules.half_chosen(play, self, seat, *half),
            (Awaited::Side(seat, _), Some(Item::Act(side, id))) => {
                play.emit(Event::Replaced(Frame::Running(self)), rule!("608.2d"));
                let card = play.state().board.get(*id).map(|object| object.card);
                let face = card.and_then(|card| rules.face_for(card, *side));
                return rules.begin_casting(play, seat, *id, CastMethod::Free, face);
            }
            (Awaited::Way(seat, _), Some(Item::Act(way, id))) => {
                self.amount = 0;
                self.last = vec![Value::Object(*id)];
                play.emit(Event::Replaced(Frame::Running(self)), rule!("608.2d"));
                return rules.play_so(play, seat, *id, *way);
            }
            (Awaited::ManaOf(seat, id), Some(Item::Ability(_, place))) => {
                play.emit(Event::Replaced(Frame::Running(self)), rule!("605.3a"));
                if let Some(place) = AbilityPlace::numbered(*place) {
                    rules.activate_mana(play, seat, id, place);
                }
                return;
            }
            // Names are taken above, and the validator has let nothing else through.
            (
                Awaited::Nothing
                | Awaited::Name(_)
                | Awaited::NameOf(..)
                | Awaited::NameBut(..)
                | Awaited::ChosenAnyLandType(_)
                | Awaited::ChosenSubtype(_)
                | Awaited::ChosenLandType(_)
                | Awaited::May(_)
                | Awaited::Choose(..)
                | Awaited::Player(..)
                | Awaited::Opponent(_)
                | Awaited::Color(..)
                | Awaited::Half(_)
                | Awaited::ManaOf(..)
                | Awaited::Side(..)
                | Awaited::Way(..)
                | Awaited::Number(_)
                | Awaited::Call(_)
                | Awaited::ChosenColor(_),
                _,
            ) => {}
        }
        play.emit(Event::Replaced(Frame::Running(self)), rule!("608.2d"));
    }

    fn bulk(&self) -> usize {
        let noted: usize = self.noted.iter().map(Vec::len).sum();
        (self.last.len() + noted + self.cursor.left()) / 16
    }
}

impl FrameRules<Magic> for frame::Resolving {
    /// Goes on with the resolution of the top of the stack.
    fn advance(self, rules: &Magic, play: &mut Game<'_>) -> Flow {
        let Some((object, stack)) = play
            .state()
            .board
            .get(self.object)
            .and_then(|object| Some((object.clone(), object.stack.as_deref()?.clone())))
        else {
            // 608.2j: it left the stack while it resolved.
            rules.pop(play, rule!("608.2j"));
            return Flow::Go;
        };
        if object.zone != Zone::Stack {
            rules.pop(play, rule!("608.2j"));
        } else if self.done {
            rules.pop(play, rule!("608.2k"));
            // 608.3b: a permanent spell that is still here could not enter the battlefield.
            let permanent =
                object.is_spell() && rules.card_pool.card(object.printed()).base.types.is_permanent();
            rules.leave_stack(
                play,
                &object,
                if permanent { MoveReason::Unentered } else { MoveReason::Resolved },
            );
        } else {
            rules.resolve(play, &object, stack);
        }
        Flow::Go
    }
}
