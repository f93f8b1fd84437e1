//! Casting spells and activating abilities, step by step (601.2, 602.2), and taking them back when they turn
//! out illegal (721.1).

use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, bounds};

use crate::language::definition::{Alternative, Cost, Target, ZoneKind, total_mana};
use crate::language::mana::{Hybrid, ManaCost};
use crate::rules::costs::{self, taps};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Flow, Game, Magic};
use crate::rules::paying::{add_generic, ask_spend};
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::targets;
use crate::state::event::Event;
use crate::state::{
    AbilityPlace, AbilityRef, CardId, Casting, CastingStage, CodeRef, Entering, Frame, Object, OnStack,
    Place, Proposal, StackKind, Value, Way, Why, Zone,
};
use crate::{holds, rule};

// What a spell or ability costs in all: symbols that are paid in two ways (107.4e-f, 202.3f), X (107.3a-b),
// alternative and additional costs (117.8, 117.9), reductions (117.7), costs that cannot be paid (117.6),
// mana abilities that need not be activated (117.3c); paying counts though it is replaced (117.11, 117.12).
// What can still change lifts a ban for now (601.3, 601.3a). What is cast while something resolves gets
// nobody priority (608.2f).
holds!(
    "107.1a", "107.3a", "107.3b", "107.4e", "107.4f", "117.3b", "117.3c", "117.6a", "117.7", "117.7a",
    "117.7b", "117.7c", "117.8", "117.8d", "117.9", "117.9b", "117.9c", "117.9d", "117.11", "117.12",
    "202.1b", "202.3f", "601.3", "601.3a", "601.3b", "608.2f"
);

impl Magic {
    /// Begins to cast a card (601.2a).
    pub fn begin_casting(&self, play: &mut Game<'_>, seat: Seat, card: ObjectId, way: Way) {
        let Some(from) = play.state().board.get(card).map(|object| object.zone) else { return };
        let new = play.state().board.next_id();
        play.emit(Event::ActionBegun, rule!("601.2"));
        let entering = Entering { controller: Some(seat), ..Entering::default() };
        let moved = Event::Moved {
            object: card,
            from,
            to: Zone::Stack,
            place: Place::Top,
            new,
            entering,
            why: Why::Cast,
            last: None,
        };
        self.emit(play, moved, rule!("601.2a"));
        let mut stack = OnStack::new(StackKind::Spell);
        stack.cast.from = from.kind();
        play.emit(Event::StackSet(new, Box::new(stack)), rule!("601.2a"));
        self.begin(play, seat, new, way);
    }

    /// Begins to activate an ability (602.2a); a mana ability resolves at once (605.3b).
    pub fn begin_activating(&self, play: &mut Game<'_>, seat: Seat, source: ObjectId, place: AbilityPlace) {
        if matches!(place, AbilityPlace::Intrinsic(_)) {
            play.emit(Event::PriorityGiven(seat, 0), rule!("116.3c"));
            return self.activate_mana(play, seat, source, place);
        }
        let Some((AbilityRef { card, place: written }, _)) = self.sight(play).ability(source, place) else {
            return;
        };
        if self.library.card(card).is_mana_ability(written) {
            play.emit(Event::PriorityGiven(seat, 0), rule!("116.3c"));
            return self.activate_mana(play, seat, source, place);
        }
        let place = written;
        let new = play.state().board.next_id();
        play.emit(Event::ActionBegun, rule!("602.2"));
        let stack = Box::new(OnStack::new(StackKind::Activated(source, place)));
        play.emit(Event::AbilityMade { card, controller: seat, new, stack }, rule!("602.2a"));
        self.begin(play, seat, new, Way::Priority);
    }

    fn begin(&self, play: &mut Game<'_>, seat: Seat, object: ObjectId, way: Way) {
        let casting =
            Casting { object, seat, stage: CastingStage::Modes, mana: ManaCost::default(), life: 0, way };
        self.push(play, Frame::Casting(casting), rule!("601.2"));
    }

    fn stage(&self, play: &mut Game<'_>, casting: &Casting, stage: CastingStage) {
        let rule = match stage {
            CastingStage::Modes
            | CastingStage::Cost
            | CastingStage::Besides(_)
            | CastingStage::Either
            | CastingStage::X
            | CastingStage::Hybrid => rule!("601.2b"),
            CastingStage::Targets(_) => rule!("601.2c"),
            CastingStage::Divide => rule!("601.2d"),
            CastingStage::Total => rule!("601.2f"),
            CastingStage::Mana => rule!("601.2g"),
            CastingStage::Pay | CastingStage::Others(_) => rule!("601.2h"),
            CastingStage::Done => rule!("601.2i"),
        };
        play.emit(Event::Replaced(Frame::Casting(Casting { stage, ..casting.clone() })), rule);
    }

    /// Goes on with a spell or ability on its way to the stack.
    pub fn advance_casting(&self, play: &mut Game<'_>, casting: Casting) -> Flow {
        match casting.stage {
            CastingStage::Modes
            | CastingStage::Cost
            | CastingStage::Besides(_)
            | CastingStage::Either
            | CastingStage::X
            | CastingStage::Hybrid
            | CastingStage::Targets(_)
            | CastingStage::Divide
            | CastingStage::Mana
            | CastingStage::Pay => match play.asked(self) {
                None => {
                    self.skip(play, &casting);
                    Flow::Go
                }
                Some(request) if matches!(&request.ask, Ask::Pick { options, min, .. } if (options.len() as u32) < *min) =>
                {
                    play.emit(Event::ActionReversed, rule!("721.1"));
                    Flow::Go
                }
                Some(_) => play.wait(self),
            },
            CastingStage::Total => {
                match self.total_cost(play, &casting) {
                    Some((mana, life)) => {
                        self.stage(play, &Casting { mana, life, ..casting }, CastingStage::Mana)
                    }
                    None => play.emit(Event::ActionReversed, rule!("601.2e")),
                }
                Flow::Go
            }
            CastingStage::Others(place) => {
                self.pay_other(play, &casting, place);
                Flow::Go
            }
            CastingStage::Done => {
                self.finish_casting(play, &casting);
                Flow::Go
            }
        }
    }

    /// Pays the next cost other than mana (601.2h).
    fn pay_other(&self, play: &mut Game<'_>, casting: &Casting, place: u8) {
        let Some(stack) = self.stack_of(play, casting.object) else { return };
        let source = targets::source_of(casting.object, &stack);
        let costs = self.costs_on_stack(play, casting);
        let scope = Scope { targets: &stack.targets, x: stack.x, ..Scope::of(source, casting.seat) };
        let rest = costs.get(usize::from(place)..).unwrap_or_default();
        match rest.first() {
            // 721.1: what was paid before has left too little.
            Some(_) if self.can_pay(&self.sight(play), source, rest, &scope).is_err() => {
                play.emit(Event::ActionReversed, rule!("721.1"));
            }
            Some(cost) => {
                self.stage(play, casting, CastingStage::Others(place + 1));
                self.pay(play, source, cost, &costs, &scope);
            }
            None => self.stage(play, casting, CastingStage::Done),
        }
    }

    /// The stage after the choice of the cost, or of one that may be paid besides: only those at which there
    /// is something to choose.
    fn after_cost(&self, play: &Game<'_>, casting: &Casting, done: u8) -> CastingStage {
        let Some(object) = play.state().board.get(casting.object) else { return CastingStage::X };
        let besides = self.library.card(object.card).definition.besides.len();
        if object.is_spell() && usize::from(done) < besides {
            return CastingStage::Besides(done);
        }
        let costs = self.costs_on_stack(play, casting);
        if open(&costs).is_some() { CastingStage::Either } else { CastingStage::X }
    }

    /// Goes to the next stage where this one asks nothing.
    fn skip(&self, play: &mut Game<'_>, casting: &Casting) {
        let next = match casting.stage {
            CastingStage::Modes => CastingStage::Cost,
            CastingStage::Cost => self.after_cost(play, casting, 0),
            CastingStage::Besides(place) => self.after_cost(play, casting, place + 1),
            CastingStage::Either => CastingStage::X,
            CastingStage::X => CastingStage::Hybrid,
            CastingStage::Hybrid => CastingStage::Targets(0),
            CastingStage::Targets(_) => CastingStage::Divide,
            CastingStage::Divide => CastingStage::Total,
            CastingStage::Mana => CastingStage::Pay,
            CastingStage::Pay => return self.spend(play, casting),
            CastingStage::Total | CastingStage::Others(_) | CastingStage::Done => return,
        };
        self.stage(play, casting, next);
    }

    /// What a stage asks; nothing where there is nothing to choose.
    pub fn ask_casting(&self, sight: &Sight<'_>, casting: &Casting) -> Option<Request> {
        let object = sight.object(casting.object)?;
        let stack = object.stack.as_ref()?;
        let code = targets::code_of(object, stack);
        match casting.stage {
            CastingStage::Modes => self.ask_modes(sight, object, stack),
            CastingStage::Cost => self.ask_cost(sight, casting, object, stack),
            CastingStage::Besides(place) => self.ask_besides(sight, casting, object, stack, place),
            CastingStage::Either => self.ask_either(sight, casting, object, stack),
            CastingStage::X => self.ask_x(sight, casting, object, stack, code),
            CastingStage::Hybrid => self.ask_hybrid(sight, casting, object, stack),
            CastingStage::Targets(group) => {
                let groups = self.library.targets(code);
                let divided = if group == 0 { self.divided(sight, object, stack, code) } else { None };
                let most = self.affordable(sight, casting, object, stack, groups.get(usize::from(group))?);
                targets::request(
                    sight,
                    object,
                    groups,
                    usize::from(group),
                    divided.unwrap_or(u32::MAX).min(most),
                )
            }
            CastingStage::Divide => targets::division(object, self.divided(sight, object, stack, code)?),
            CastingStage::Mana => (!casting.mana.is_zero()).then(|| {
                let except = self.taps_itself(object.card, stack.kind);
                self.ask_mana(sight, casting.seat, &casting.mana, except, casting.object)
            }),
            CastingStage::Pay => ask_spend(sight, casting.seat, &casting.mana, casting.object),
            CastingStage::Total | CastingStage::Others(_) | CastingStage::Done => None,
        }
    }

    /// Asks which modes are chosen (601.2b, 603.3c, 700.2).
    pub fn ask_modes(&self, sight: &Sight<'_>, object: &Object, stack: &OnStack) -> Option<Request> {
        let code = targets::code_of(object, stack);
        let modes = self.library.modes(code)?;
        let source = targets::source_of(object.id, stack);
        let options: Vec<Item> =
            targets::modes(sight, modes.of, self.library.targets(code), source, object.controller)
                .into_iter()
                .map(|mode| Item::Mode(mode.into()))
                .collect();
        let most = u32::from(modes.most).min(options.len() as u32);
        let ask = Ask::pick(options, u32::from(modes.least), most);
        Some(Request {
            seat: object.controller,
            prompt: "choose-modes",
            rule: rule!("700.2a"),
            subject: Some(object.id),
            ask,
        })
    }

    /// The cost that a spell or ability has by itself: its mana cost or what stands in for it, and what its
    /// text adds (601.2b).
    fn base_cost(&self, card: CardId, stack: &OnStack, way: Way) -> ManaCost {
        let spell = matches!(stack.kind, StackKind::Spell);
        let text = self.library.card(card).definition.spell.as_ref().filter(|_| spell);
        let only = text.and_then(|text| text.x_only);
        let mut cost = match way {
            Way::Priority if spell => self.library.card(card).base.cost.with_x(stack.x, only),
            Way::Priority | Way::Alternative(_) => ManaCost::default(),
            Way::Free => ManaCost { exists: true, ..ManaCost::default() },
        };
        cost.add(&total_mana(self.costs_of(card, stack, way)).with_x(stack.x, only));
        cost
    }

    /// The mana and the life that a spell or ability costs in all, with what is chosen for it so far: the
    /// mana cost or what stands in for it, then what is added, then what is taken off (601.2f).
    pub fn total_mana(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
        way: Way,
    ) -> (ManaCost, u32) {
        let mut cost = self.base_cost(card, stack, way);
        let life = cost.settle(&stack.hybrid);
        let source = targets::source_of(id, stack);
        let scope =
            Scope { targets: &stack.targets, modes: &stack.modes, x: stack.x, ..Scope::of(source, seat) };
        add_generic(sight, &mut cost, &self.costs_of(card, stack, way), &scope);
        if let StackKind::Activated(_, place) = stack.kind {
            let ability = self.library.activated(AbilityRef { card, place });
            let less = ability.and_then(|ability| ability.timing.less.as_ref());
            cost.reduce(&ManaCost::of_generic(less.map_or(0, |less| sight.count(less, &scope))));
            return (cost, life);
        }
        let spell = self.library.card(card).definition.spell.as_ref();
        let count = |number: Option<&crate::language::definition::Number>| {
            number.map_or(0, |number| sight.count(number, &scope))
        };
        let (more, less) = (
            count(spell.and_then(|spell| spell.more.as_ref())),
            count(spell.and_then(|spell| spell.less.as_ref())),
        );
        (sight.changed_cost(seat, id, cost, more, less), life)
    }

    /// Whether the mana cost of a spell or ability can be paid in some way, with what is chosen for it so
    /// far.
    pub fn affords(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
        way: Way,
    ) -> bool {
        let except = self.taps_itself(object.1, stack.kind);
        let open = self
            .base_cost(object.1, stack, way)
            .hybrid
            .len()
            .saturating_sub(stack.hybrid.len())
            .min(HYBRIDS_MAX);
        (0u32..1 << open).any(|ways| {
            let mut trial = stack.clone();
            trial.hybrid.extend((0..open).map(|symbol| ways & 1 << symbol != 0));
            let (mana, life) = self.total_mana(sight, seat, object, &trial, way);
            let enough = || {
                let source = targets::source_of(object.0, stack);
                let scope = Scope { x: stack.x, ..Scope::of(source, seat) };
                let costs = self.costs_of(object.1, stack, way);
                let whole = life.saturating_add(costs::life(sight, &costs, &scope));
                i64::from(whole) <= i64::from(sight.board.player(seat).life)
            };
            (life == 0 || enough()) && (mana.is_zero() || self.can_pay_mana(sight, seat, &mana, except))
        })
    }

    /// Asks how the next hybrid symbol is paid (601.2b), of the ways that can be paid.
    fn ask_hybrid(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let symbol = *self.base_cost(object.card, stack, casting.way).hybrid.get(stack.hybrid.len())?;
        let payable = |second: bool| {
            let mut trial = stack.clone();
            trial.targets = least_targets(self.library.targets(targets::code_of(object, stack)), stack.x);
            trial.hybrid.push(second);
            self.affords(sight, casting.seat, (object.id, object.card), &trial, casting.way)
        };
        let options = [false, true]
            .into_iter()
            .zip(ways(symbol))
            .filter(|(second, _)| payable(*second))
            .map(|(_, item)| item)
            .collect();
        let ask = Ask::one_of(options);
        Some(Request {
            seat: casting.seat,
            prompt: "choose-hybrid",
            rule: rule!("601.2b"),
            subject: Some(object.id),
            ask,
        })
    }

    /// How many targets a group can have so that the cost, where it depends on them, can be paid.
    fn affordable(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        target: &Target,
    ) -> u32 {
        let spell = self.library.card(object.card).definition.spell.as_ref();
        if !object.is_spell() || spell.is_none_or(|spell| spell.more.is_none()) {
            return u32::MAX;
        }
        let (least, greatest, _) = targets::bounds(target, stack.x);
        let payable = |number: u32| {
            let mut stack = stack.clone();
            stack.targets.push((0..number).map(Value::Number).collect());
            self.affords(sight, casting.seat, (object.id, object.card), &stack, casting.way)
        };
        bounds::largest(least, greatest.min(bounds::X), payable)
    }

    /// How much a spell divides among its first target group (601.2d).
    fn divided(&self, sight: &Sight<'_>, object: &Object, stack: &OnStack, code: CodeRef) -> Option<u32> {
        let spell =
            self.library.card(code.card).definition.spell.as_ref().filter(|_| code.ability.is_none())?;
        let scope = Scope { x: stack.x, ..Scope::of(object.id, object.controller) };
        spell.divide.as_ref().map(|number| sight.count(number, &scope))
    }

    /// Asks for X, where there is one to be chosen (107.3a); without the mana cost it is 0 (107.3b).
    fn ask_x(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        code: CodeRef,
    ) -> Option<Request> {
        let chosen = match stack.kind {
            StackKind::Activated(..) => {
                self.costs_of(object.card, stack, casting.way).into_iter().any(Cost::has_x)
            }
            StackKind::Spell => self.chooses_x(object.card, stack, casting.way),
            StackKind::Triggered(..) | StackKind::Delayed(..) => false,
        };
        if !chosen {
            return None;
        }
        let mut max = u32::MAX;
        let groups = self.library.targets(code);
        for target in groups {
            if let Target::XOf(inner) = target {
                max = max.min(targets::options(sight, inner, object.id, casting.seat).len() as u32);
            }
        }
        let mut trial = OnStack { targets: least_targets(groups, 0), ..stack.clone() };
        let payable = |x: u32| {
            trial.x = x;
            self.can_afford(sight, casting.seat, (object.id, object.card), &trial, casting.way).is_ok()
        };
        let max = bounds::largest(0, max.min(bounds::X), payable);
        let ask = Ask::Number { min: 0, max };
        Some(Request {
            seat: casting.seat,
            prompt: "choose-x",
            rule: rule!("601.2b"),
            subject: Some(casting.object),
            ask,
        })
    }

    /// Whether X is chosen for a spell (107.3a): it is in what is paid for it. An X in a mana cost that is
    /// not paid is 0 (107.3b).
    fn chooses_x(&self, card: CardId, stack: &OnStack, way: Way) -> bool {
        let printed = self.library.card(card).base.cost.x > 0;
        let instead = self.instead(card, way).is_some_and(|instead| instead.cost.iter().any(Cost::has_x));
        let added = self.costs_of(card, stack, way).into_iter().any(Cost::has_x) && !instead;
        match way {
            Way::Priority => printed || added,
            Way::Alternative(_) => instead || (added && !printed),
            Way::Free => added && !printed,
        }
    }

    /// The source of an ability whose cost taps it: its mana ability cannot help to pay.
    fn taps_itself(&self, card: CardId, kind: StackKind) -> Option<ObjectId> {
        match kind {
            StackKind::Activated(source, place) => {
                let ability = self.library.activated(AbilityRef { card, place })?;
                taps(&ability.cost).then_some(source)
            }
            StackKind::Spell | StackKind::Triggered(..) | StackKind::Delayed(..) => None,
        }
    }

    /// All costs of what is being cast or activated but its mana cost.
    fn costs_on_stack(&self, play: &Game<'_>, casting: &Casting) -> Vec<&Cost> {
        let object = play.state().board.get(casting.object);
        let stack = object.and_then(|object| Some((object.card, object.stack.as_ref()?)));
        stack.map_or(Vec::new(), |(card, stack)| self.costs_of(card, stack, casting.way))
    }

    /// The alternative cost that is paid (117.9).
    fn instead(&self, card: CardId, way: Way) -> Option<&Alternative> {
        let Way::Alternative(place) = way else { return None };
        self.library.card(card).definition.alternatives.get(usize::from(place))
    }

    /// All costs of a spell or ability but its mana cost, with what has been chosen of them so far: what its
    /// alternative cost demands, then additional ones (601.2b).
    pub fn costs_of(&self, card: CardId, stack: &OnStack, way: Way) -> Vec<&Cost> {
        let mut all: Vec<&Cost> = Vec::new();
        match stack.kind {
            StackKind::Activated(_, place) => {
                let ability = self.library.activated(AbilityRef { card, place });
                all.extend(ability.into_iter().flat_map(|ability| &ability.cost));
            }
            StackKind::Spell | StackKind::Triggered(..) | StackKind::Delayed(..) => {
                let definition = &self.library.card(card).definition;
                all.extend(self.instead(card, way).into_iter().flat_map(|instead| &instead.cost));
                all.extend(&definition.additional);
                for (besides, times) in definition.besides.iter().zip(&stack.cast.paid) {
                    all.extend((0..*times).flat_map(|_| &besides.cost));
                }
            }
        }
        let mut ways = stack.cast.either.iter();
        let mut settled = Vec::new();
        all.into_iter().for_each(|cost| settle(cost, &mut ways, &mut settled));
        settled
    }

    /// The alternative costs of a card that may be paid now for it where it is, and can be (117.9).
    fn alternatives(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
    ) -> Vec<u8> {
        let scope = Scope::of(object.0, seat);
        let open = |alternative: &Alternative| {
            Some(alternative.zone) == stack.cast.from
                && alternative.condition.as_ref().is_none_or(|condition| sight.holds(condition, &scope))
        };
        let all = self.library.card(object.1).definition.alternatives.iter().zip(0u8..);
        all.filter(|(alternative, _)| open(alternative))
            .map(|(_, place)| place)
            .filter(|place| self.can_afford(sight, seat, object, stack, Way::Alternative(*place)).is_ok())
            .collect()
    }

    /// Whether one of a card's alternative costs may be paid now for it where it is, and can be (117.9).
    pub fn has_alternative(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
    ) -> bool {
        !self.library.card(object.1).definition.alternatives.is_empty()
            && !self.alternatives(sight, seat, object, stack).is_empty()
    }

    /// Why none of the alternative costs for which a card is cast from where it is can be paid.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn refused_alternative(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
    ) -> Result<(), Refusal> {
        let all = self.library.card(object.1).definition.alternatives.iter().zip(0u8..);
        let here = all.filter(|(alternative, _)| Some(alternative.zone) == stack.cast.from);
        let refused =
            here.map(|(_, place)| self.can_afford(sight, seat, object, stack, Way::Alternative(place)));
        refused.last().unwrap_or_else(|| refuse("it cannot be cast from there", rule!("601.2a")))
    }

    /// Whether a spell or ability can be paid for in this way, all its costs together, whatever is chosen of
    /// them.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_afford(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
        way: Way,
    ) -> Result<(), Refusal> {
        let costs = self.costs_of(object.1, stack, way);
        if let Some(ways) = open(&costs) {
            let mut refused = refuse("there is no cost to be chosen", rule!("601.2b"));
            for way_taken in 0..if stack.cast.either.len() < EITHERS_MAX { ways } else { 0 } {
                let mut trial = stack.clone();
                trial.cast.either.push(way_taken);
                refused = self.can_afford(sight, seat, object, &trial, way);
                if refused.is_ok() {
                    break;
                }
            }
            return refused;
        }
        let source = targets::source_of(object.0, stack);
        let scope = Scope { targets: &stack.targets, x: stack.x, ..Scope::of(source, seat) };
        self.can_pay(sight, source, &costs, &scope)?;
        let free = costs.iter().all(|cost| !matches!(cost, Cost::Mana(_) | Cost::Generic(_)));
        if (free && matches!(stack.kind, StackKind::Activated(..)))
            || self.affords(sight, seat, object, stack, way)
        {
            Ok(())
        } else {
            refuse("the mana for it cannot be paid", rule!("601.2h"))
        }
    }

    /// Asks which cost is paid, where the card has an alternative one (601.2b, 117.9).
    fn ask_cost(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let none = self.library.card(object.card).definition.alternatives.is_empty();
        if casting.way != Way::Priority || !object.is_spell() || none {
            return None;
        }
        let trial = self.trial(object, stack);
        let (id, seat) = ((object.id, object.card), casting.seat);
        let own = stack.cast.from == Some(ZoneKind::Hand)
            && self.library.card(object.card).base.cost.exists
            && self.can_afford(sight, seat, id, &trial, Way::Priority).is_ok();
        let others = self.alternatives(sight, seat, id, &trial).into_iter();
        let others = others.map(|place| Item::Mode(u32::from(place) + 1));
        let ask = Ask::one_of(own.then_some(Item::Mode(0)).into_iter().chain(others).collect());
        Some(Request { seat, prompt: "choose-cost", rule: rule!("117.9a"), subject: Some(object.id), ask })
    }

    /// A spell or ability with the fewest targets that it needs, to see whether it can be paid for.
    fn trial(&self, object: &Object, stack: &OnStack) -> OnStack {
        let groups = self.library.targets(targets::code_of(object, stack));
        OnStack { targets: least_targets(groups, stack.x), ..stack.clone() }
    }

    /// Asks whether, or how often, a cost is paid that may be paid besides (117.8b, 601.2b), where it can be.
    fn ask_besides(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        place: u8,
    ) -> Option<Request> {
        let besides = self.library.card(object.card).definition.besides.get(usize::from(place))?;
        let mut trial = self.trial(object, stack);
        trial.cast.paid.resize(usize::from(place) + 1, 0);
        let payable = |times: u32| {
            trial.cast.paid[usize::from(place)] = times;
            self.can_afford(sight, casting.seat, (object.id, object.card), &trial, casting.way).is_ok()
        };
        let most = bounds::largest(0, if besides.repeated { TIMES_MAX } else { 1 }, payable);
        let ask = match (most, besides.repeated) {
            (0, _) => return None,
            (_, false) => Ask::one_of(vec![Item::Flag(false), Item::Flag(true)]),
            (max, true) => Ask::Number { min: 0, max },
        };
        Some(Request {
            seat: casting.seat,
            prompt: "choose-besides",
            rule: rule!("117.8b"),
            subject: Some(object.id),
            ask,
        })
    }

    /// Asks which of several costs is paid (601.2b), of those that can be.
    fn ask_either(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let ways = open(&self.costs_of(object.card, stack, casting.way))?;
        let payable = |way: &u8| {
            let mut trial = self.trial(object, stack);
            trial.cast.either.push(*way);
            self.can_afford(sight, casting.seat, (object.id, object.card), &trial, casting.way).is_ok()
        };
        let options = (0..ways).filter(payable).map(|way| Item::Mode(way.into())).collect();
        Some(Request {
            seat: casting.seat,
            prompt: "choose-either",
            rule: rule!("601.2b"),
            subject: Some(object.id),
            ask: Ask::one_of(options),
        })
    }

    /// Keeps the objects that are chosen to pay for the spell or ability.
    pub fn note_paid(&self, play: &mut Game<'_>, objects: &[ObjectId]) {
        let Some(Frame::Casting(casting)) = play.state().board.frames.last() else { return };
        let object = casting.object;
        if let Some(mut stack) = self.stack_of(play, object) {
            stack.cast.with.extend(objects);
            play.emit(Event::StackSet(object, Box::new(stack)), rule!("601.2h"));
        }
    }

    /// What has been proposed costs so much mana (601.2f); nothing where it turns out that it cannot be cast
    /// (601.2e, 601.3a).
    fn total_cost(&self, play: &mut Game<'_>, casting: &Casting) -> Option<(ManaCost, u32)> {
        let sight = self.sight(play);
        let object = sight.object(casting.object)?;
        let stack = object.stack.as_ref()?;
        if object.is_spell() && sight.may_cast(casting.seat, casting.object, true).is_err() {
            return None;
        }
        Some(self.total_mana(&sight, casting.seat, (casting.object, object.card), stack, casting.way))
    }

    /// Takes the answer to what a stage asks.
    pub fn answer_casting(&self, play: &mut Game<'_>, casting: Casting, choice: &Choice) {
        let first = if let Choice::Pick(items) = choice { items.first().copied() } else { None };
        match casting.stage {
            CastingStage::Modes => {
                self.set_modes(play, casting.object, choice);
                self.stage(play, &casting, CastingStage::Cost);
            }
            CastingStage::Cost => self.answer_cost(play, casting, first),
            CastingStage::Besides(place) => {
                if let Some(mut stack) = self.stack_of(play, casting.object) {
                    let times = if let Choice::Number(times) = choice {
                        *times
                    } else {
                        u32::from(first == Some(Item::Flag(true)))
                    };
                    stack.cast.paid.resize(usize::from(place) + 1, 0);
                    stack.cast.paid[usize::from(place)] = times;
                    play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2b"));
                }
                self.stage(play, &casting, self.after_cost(play, &casting, place + 1));
            }
            CastingStage::Either => {
                if let (Some(Item::Mode(way)), Some(mut stack)) = (first, self.stack_of(play, casting.object))
                {
                    stack.cast.either.push(u8::try_from(way).unwrap_or(0));
                    play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2b"));
                }
                self.stage(play, &casting, CastingStage::Either);
            }
            CastingStage::X => {
                if let (Choice::Number(x), Some(stack)) = (choice, self.stack_of(play, casting.object)) {
                    play.emit(
                        Event::StackSet(casting.object, Box::new(OnStack { x: *x, ..stack })),
                        rule!("601.2b"),
                    );
                }
                self.stage(play, &casting, CastingStage::Hybrid);
            }
            CastingStage::Hybrid => {
                if let (Some(item), Some(mut stack)) = (first, self.stack_of(play, casting.object)) {
                    let card = play.state().board.get(casting.object).map(|object| object.card);
                    let symbol = card.and_then(|card| {
                        self.base_cost(card, &stack, casting.way).hybrid.get(stack.hybrid.len()).copied()
                    });
                    stack.hybrid.push(symbol.is_some_and(|symbol| ways(symbol)[1] == item));
                    play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2b"));
                }
                self.stage(play, &casting, CastingStage::Hybrid);
            }
            CastingStage::Targets(group) => {
                self.add_targets(play, casting.object, choice);
                self.stage(play, &casting, CastingStage::Targets(group + 1));
            }
            CastingStage::Divide => {
                if let (Choice::Split(shares), Some(stack)) = (choice, self.stack_of(play, casting.object)) {
                    let share = |target| {
                        shares
                            .iter()
                            .find(|share| share.0 == targets::item(target))
                            .map_or(0, |share| share.1)
                    };
                    let shares =
                        stack.targets.first().into_iter().flatten().map(|target| share(*target)).collect();
                    play.emit(
                        Event::StackSet(casting.object, Box::new(OnStack { shares, ..stack })),
                        rule!("601.2d"),
                    );
                }
                self.stage(play, &casting, CastingStage::Total);
            }
            CastingStage::Mana => match first {
                Some(Item::Pass) => self.stage(play, &casting, CastingStage::Pay),
                Some(Item::Ability(id, place)) => {
                    if let Some(place) = AbilityPlace::numbered(place) {
                        self.activate_mana(play, casting.seat, id, place);
                    }
                }
                _ => play.emit(Event::ActionReversed, rule!("721.1")),
            },
            CastingStage::Pay => {
                if let Some(Item::Symbol(symbol)) = first {
                    play.emit(Event::ManaSpent(casting.seat, symbol, 1), rule!("601.2h"));
                    let mana =
                        ManaCost { generic: casting.mana.generic.saturating_sub(1), ..casting.mana.clone() };
                    self.stage(play, &Casting { mana, ..casting }, CastingStage::Pay);
                }
            }
            CastingStage::Total | CastingStage::Others(_) | CastingStage::Done => {}
        }
    }

    /// Goes on with the cost that was chosen: the mana cost or an alternative one (117.9a).
    fn answer_cost(&self, play: &mut Game<'_>, casting: Casting, first: Option<Item>) {
        let instead = match first {
            Some(Item::Mode(place)) => place.checked_sub(1).and_then(|place| u8::try_from(place).ok()),
            _ => None,
        };
        let way = instead.map_or(casting.way, Way::Alternative);
        if let (Some(_), Some(mut stack)) = (instead, self.stack_of(play, casting.object)) {
            stack.cast.instead = instead;
            play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("117.9a"));
        }
        let casting = Casting { way, ..casting };
        self.stage(play, &casting, self.after_cost(play, &casting, 0));
    }

    /// Writes the chosen modes onto a spell or ability.
    pub fn set_modes(&self, play: &mut Game<'_>, object: ObjectId, choice: &Choice) {
        if let (Choice::Pick(items), Some(stack)) = (choice, self.stack_of(play, object)) {
            let modes = items
                .iter()
                .filter_map(|item| if let Item::Mode(mode) = item { u8::try_from(*mode).ok() } else { None })
                .collect();
            play.emit(Event::StackSet(object, Box::new(OnStack { modes, ..stack })), rule!("700.2a"));
        }
    }

    fn stack_of(&self, play: &Game<'_>, object: ObjectId) -> Option<OnStack> {
        play.state().board.get(object)?.stack.as_deref().cloned()
    }

    /// Spends what has no alternative: mana of the types that the cost names, then what is left of one type.
    fn spend(&self, play: &mut Game<'_>, casting: &Casting) {
        if casting.life > 0
            && i64::from(play.state().board.player(casting.seat).life) < i64::from(casting.life)
        {
            return play.emit(Event::ActionReversed, rule!("721.1"));
        }
        self.spend_mana(play, casting.seat, &casting.mana);
        self.stage(play, &Casting { mana: ManaCost::default(), ..casting.clone() }, CastingStage::Others(0));
        if casting.life > 0 {
            self.happen(play, vec![Proposal::LoseLife(casting.seat, casting.life, false)]);
        }
    }

    /// 601.2i: it is cast or activated; the player gets priority again (116.3c).
    fn finish_casting(&self, play: &mut Game<'_>, casting: &Casting) {
        play.emit(Event::ActionDone, rule!("601.2i"));
        self.pop(play, rule!("601.2i"));
        if play.state().board.get(casting.object).is_some_and(Object::is_spell) {
            self.emit(play, Event::SpellCast(casting.seat, casting.object), rule!("601.2i"));
        }
        self.notice_targets(play, casting.object);
        match casting.way {
            Way::Priority | Way::Alternative(_) => {
                play.emit(Event::PriorityGiven(casting.seat, 0), rule!("116.3c"))
            }
            // 608.2f: no player gets priority; what resolves goes on.
            Way::Free => self.report(play, 1, vec![Value::Object(casting.object)]),
        }
    }
}

/// So often a cost is paid at most that may be paid any number of times.
const TIMES_MAX: u32 = 100;

/// So many choices between costs, and so many ways of each, are tried; no card has more.
const EITHERS_MAX: usize = 4;
const WAYS_MAX: usize = 8;

/// A cost with what has been chosen of it; what has not been is left as it is.
fn settle<'c>(cost: &'c Cost, ways: &mut std::slice::Iter<'_, u8>, settled: &mut Vec<&'c Cost>) {
    let part = match cost {
        Cost::Either(parts) => ways.next().and_then(|way| parts.get(usize::from(*way))),
        _ => None,
    };
    match part {
        Some(part) => part.iter().for_each(|cost| settle(cost, ways, settled)),
        None => settled.push(cost),
    }
}

/// How many ways there are for the first choice between costs that has not been made.
fn open(costs: &[&Cost]) -> Option<u8> {
    let ways = |cost: &&Cost| {
        if let Cost::Either(ways) = cost { Some(ways.len().min(WAYS_MAX) as u8) } else { None }
    };
    costs.iter().find_map(ways)
}

/// So many hybrid symbols of one cost are tried in every combination; no card has more.
const HYBRIDS_MAX: usize = 8;

/// The two ways in which a hybrid symbol is paid (107.4e-f): with mana of a type, or with two generic mana or
/// two life.
fn ways(symbol: Hybrid) -> [Item; 2] {
    let other = symbol.other.color().map_or(Item::Number(2), |color| Item::Symbol(color as u8));
    [Item::Symbol(symbol.color as u8), other]
}

/// Stand-ins for the fewest targets that each group needs, to see what they would cost.
pub fn least_targets(groups: &[Target], x: u32) -> Vec<Vec<Value>> {
    groups.iter().map(|target| (0..targets::bounds(target, x).0).map(Value::Number).collect()).collect()
}
