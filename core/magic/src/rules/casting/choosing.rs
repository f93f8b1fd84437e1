//! What is chosen of the costs of a spell or ability as it is cast or activated (601.2b).

use duelog_kernel::unsettled::Knows;
use duelog_kernel::{Ask, Item, Request, bounds};

use super::announcing::{announced, announces, can_announce, compared};
use super::least_targets;
use super::pay_besides;
use super::price::{open, unmanifests};
use super::routes::Route;
use crate::language::definition::{Compared, Cost, CostDeed, Target};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::paying::ways;
use crate::rules::prompt::Prompt;
use crate::rules::refusal::Refusal;
use crate::rules::targets;
use crate::state::event::Event;
use crate::state::{AbilityRef, CardId, CastMethod, Casting, CastingStage, CodeRef, Object, OnStack, Value};
use crate::{cite, rule};

impl Magic {
    /// Asks how the next hybrid symbol is paid (601.2b), of the ways that can be paid.
    pub(super) fn ask_hybrid(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let symbol =
            *self.base_cost(sight, object.printed(), stack, casting.way).hybrid.get(stack.hybrid.len())?;
        let payable = |second: bool| {
            let mut trial = stack.clone();
            trial.targets =
                least_targets(&self.card_pool.targets_on(targets::code_of(object, stack), stack), stack.x);
            trial.hybrid.push(second);
            self.affords(sight, casting.seat, (object.id, object.printed()), &trial, casting.way)
        };
        let options = [false, true]
            .into_iter()
            .zip(ways(symbol))
            .filter(|(second, _)| payable(*second))
            .map(|(_, item)| item)
            .collect();
        let ask = Ask::one_of(options);
        Some(casting.asks(Prompt::ChooseHybrid, rule!("601.2b"), ask))
    }

    /// How many targets a group can have so that the cost, where it depends on them, can be paid.
    pub(super) fn affordable(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        target: &Target,
    ) -> u32 {
        let spell = self.card_pool.card(object.printed()).definition.spell.as_ref();
        if !object.is_spell() || spell.is_none_or(|spell| spell.more.is_none() && spell.more_each.is_none()) {
            return u32::MAX;
        }
        let (least, greatest, _) = targets::bounds(target, stack.x);
        let payable = |number: u32| {
            let mut stack = stack.clone();
            stack.targets.push((0..number).map(Value::Number).collect());
            self.affords(sight, casting.seat, (object.id, object.printed()), &stack, casting.way)
        };
        bounds::largest(least, greatest.min(bounds::X), payable)
    }

    /// How much a spell or an activated ability divides among its first target group (601.2d, 602.2b).
    pub(super) fn divided(
        &self,
        sight: &Sight<'_>,
        object: &Object,
        stack: &OnStack,
        code: CodeRef,
    ) -> Option<u32> {
        let divide = match code.ability {
            Some(_) => self.card_pool.divided(code),
            None => self.card_pool.card(code.card).definition.spell.as_ref()?.divide.as_ref(),
        }?;
        let source = targets::source_of(object.id, stack);
        let scope = Scope { x: stack.x, knows: Knows::Context, ..Scope::of(source, object.controller) };
        Some(sight.count(divide, &scope))
    }

    /// The least number that X can be in the costs of a card.
    pub fn least_x(&self, card: CardId) -> u32 {
        cite!("107.3a");
        u32::from(self.card_pool.card(card).definition.x_not_zero)
    }

    /// Asks for X, where there is one to be chosen (107.3a); without the mana cost it is 0 (107.3b).
    pub(super) fn ask_x(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        code: CodeRef,
    ) -> Option<Request> {
        let chosen = match stack.kind {
            kind if unmanifests(kind) => self.card_pool.card(object.printed()).base.cost.x > 0,
            _ => announces(self, object.printed(), stack, casting.way),
        };
        if !chosen {
            return None;
        }
        if let Some(all) = self.all_counters(sight, casting, object, stack) {
            cite!("107.3a");
            return Some(casting.asks(Prompt::ChooseX, rule!("601.2b"), Ask::Number { min: all, max: all }));
        }
        let stack = &OnStack { x: self.least_x(object.printed()), ..stack.clone() };
        let (mut min, mut max) = (stack.x, u32::MAX);
        match compared(self, object.printed(), stack, casting.way) {
            Compared::Not => {}
            Compared::Bound => {
                // From there on there are targets.
                if let Some(Item::Number(least)) = announced(self, sight, casting, object, stack).first() {
                    min = *least;
                }
            }
            Compared::Exactly => {
                let numbers = announced(self, sight, casting, object, stack);
                return Some(casting.asks(Prompt::ChooseX, rule!("601.2b"), Ask::one_of(numbers)));
            }
        }
        let groups = self.card_pool.targets_on(code, stack);
        for target in groups.iter() {
            if let Target::XOf(inner) = target {
                max = max.min(targets::options(sight, inner, &targets::scope_of(object, stack)).len() as u32);
            }
        }
        let mut trial = OnStack { targets: least_targets(&groups, 0), ..stack.clone() };
        let payable = |x: u32| {
            trial.x = x;
            self.can_afford(sight, casting.seat, (object.id, object.printed()), &trial, casting.way).is_ok()
        };
        cite!("107.3a");
        let max = bounds::largest(min, max.min(bounds::X).max(min), payable);
        let ask = Ask::Number { min, max };
        Some(casting.asks(Prompt::ChooseX, rule!("601.2b"), ask))
    }

    /// How many counters all are, where a cost removes all of a kind from the object itself.
    fn all_counters(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<u32> {
        let costs = self.costs_of(object.printed(), stack, casting.way);
        let kind = costs.into_iter().find_map(|cost| match cost {
            Cost::Deed(CostDeed::RemoveAll(kind), ..) => Some(*kind),
            _ => None,
        })?;
        Some(sight.object(targets::source_of(object.id, stack)).map_or(0, |source| source.counters(kind)))
    }

    /// Asks which cost is paid, where the card has an alternative one (601.2b, 117.9).
    pub(super) fn ask_cost(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let own_alone = self.card_pool.card(object.printed()).definition.alternatives.is_empty();
        if casting.way != CastMethod::Priority
            || !object.is_spell()
            || (own_alone && stack.cast.permits.is_empty() && stack.cast.gained.is_empty())
        {
            return None;
        }
        let trial = self.trial(object, stack);
        let (id, seat) = ((object.id, object.printed()), casting.seat);
        cite!("117.9b");
        let open = |route: &Route| self.can_take(sight, seat, id, &trial, *route).is_ok();
        let routes = self.routes(object.printed(), &stack.cast).into_iter().filter(open);
        let ask = Ask::one_of(routes.map(|route| Item::Mode(route.mode)).collect());
        Some(casting.asks(Prompt::ChooseCost, rule!("117.9a"), ask))
    }

    /// A spell or ability with the fewest targets that it needs, to see whether it can be paid for.
    pub(super) fn trial(&self, object: &Object, stack: &OnStack) -> OnStack {
        let groups = self.card_pool.targets_on(targets::code_of(object, stack), stack);
        OnStack { targets: least_targets(&groups, stack.x), ..stack.clone() }
    }

    /// The abilities that effects have given a spell by which costs may be paid besides: as was noted when the first
    /// of them was, else as it is.
    pub(super) fn besides_had(&self, sight: &Sight<'_>, object: &Object) -> Vec<AbilityRef> {
        let noted = object.stack.as_ref().map(|stack| &stack.cast.besides).filter(|noted| !noted.is_empty());
        match noted {
            Some(noted) => noted.clone(),
            None => {
                sight.characteristics(object.id).map_or(Vec::new(), |own| self.card_pool.besides_among(own))
            }
        }
    }

    /// Asks whether, or how often, a cost is paid that may be paid besides (117.8b, 601.2b), where it can be.
    pub(super) fn ask_besides(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
        place: u8,
    ) -> Option<Request> {
        let had = self.besides_had(sight, object);
        let own = self.card_pool.card(object.printed()).definition.besides.iter();
        let besides = own.chain(self.card_pool.besides_given(&had)).nth(usize::from(place))?;
        let most = |sight: &Sight<'_>| {
            let mut trial = self.trial(object, stack);
            trial.cast.besides.clone_from(&had);
            let payable = |times: u32| {
                pay_besides(&mut trial, usize::from(place), times);
                let id = (object.id, object.printed());
                can_announce(self, sight, casting.seat, id, &trial, casting.way).is_ok()
            };
            bounds::largest(0, if besides.repeated { TIMES_MAX } else { 1 }, payable)
        };
        if besides.modes || besides.all {
            return None;
        }
        cite!("702.32a", "702.32c");
        let (times, could) = (most(sight), || self.card_pool.asks_unseeing() && most(&sight.unseeing()) > 0);
        let ask =
            if besides.repeated { Ask::how_often(times, could) } else { Ask::whether(times > 0, could) }?;
        Some(casting.asks(Prompt::ChooseBesides, rule!("117.8b"), ask))
    }

    /// The place of a cost that is paid to choose all modes, and the spell with that done (702.41a).
    fn with_all_modes(&self, object: &Object, stack: &OnStack) -> Option<(usize, OnStack)> {
        let card = object.printed();
        let mut besides = self.card_pool.card(card).definition.besides.iter();
        let place = besides.position(|besides| besides.all).filter(|_| object.is_spell())?;
        let modes = self.card_pool.modes(CodeRef { card, ability: None })?;
        let mut all = OnStack { modes: (0..modes.of).collect(), ..stack.clone() };
        pay_besides(&mut all, place, 1);
        Some((place, all))
    }

    /// Whether a spell can still be paid for as it would be on trial, in the way in which it is cast.
    ///
    /// # Errors
    /// The reason and the rule.
    pub(super) fn can_complete(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        trial: &OnStack,
    ) -> Result<(), Refusal> {
        let (id, seat) = ((object.id, object.printed()), casting.seat);
        match casting.way {
            CastMethod::Priority => self.can_take_any(sight, seat, id, trial),
            way => can_announce(self, sight, seat, id, trial, way),
        }
    }

    /// Asks whether all modes are chosen for a cost besides, where that can be paid and there are targets for all
    /// (702.41a).
    pub(super) fn ask_all_modes(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let (place, all) = self.with_all_modes(object, stack)?;
        let groups = self.card_pool.targets_on(targets::code_of(object, stack), stack);
        let scope = targets::scope_of(object, stack);
        if stack.cast.paid.len() > place || !targets::enough(sight, &groups, &all.modes, &scope) {
            return None;
        }
        let trial = self.trial(object, &all);
        let payable = |sight: &Sight<'_>| self.can_complete(sight, casting, object, &trial).is_ok();
        cite!("702.41a");
        let could = || self.card_pool.asks_unseeing() && payable(&sight.unseeing());
        Some(casting.asks(Prompt::ChooseBesides, rule!("117.8b"), Ask::whether(payable(sight), could)?))
    }

    /// Notes whether all modes are chosen for a cost besides; if not, modes are still to be chosen.
    pub(super) fn answer_all_modes(&self, play: &mut Game<'_>, casting: Casting, yes: bool) {
        let board = &play.state().board;
        let Some((object, stack)) =
            board.get(casting.object).and_then(|object| Some((object, object.stack.as_deref()?)))
        else {
            return;
        };
        let Some((place, all)) = self.with_all_modes(object, stack) else { return };
        let mut next = if yes { all } else { stack.clone() };
        pay_besides(&mut next, place, u32::from(yes));
        cite!("702.41b");
        play.emit(Event::StackSet(casting.object, Box::new(next)), rule!("601.2b"));
        let stage = if yes { CastingStage::Cost } else { CastingStage::Modes };
        self.stage(play, &casting, stage);
    }

    /// Asks which of several costs is paid (601.2b), of those that can be.
    pub(super) fn ask_either(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let ways = open(&self.costs_of(object.printed(), stack, casting.way))?;
        let payable = |way: &u8| {
            let mut trial = self.trial(object, stack);
            trial.cast.either.push(*way);
            can_announce(self, sight, casting.seat, (object.id, object.printed()), &trial, casting.way)
                .is_ok()
        };
        let options = (0..ways).filter(payable).map(|way| Item::Mode(way.into())).collect();
        Some(casting.asks(Prompt::ChooseEither, rule!("601.2b"), Ask::one_of(options)))
    }
}

/// So often a cost is paid at most that may be paid any number of times.
const TIMES_MAX: u32 = 100;
