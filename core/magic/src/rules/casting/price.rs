//! What a spell or ability costs (601.2f): with what has been chosen of its costs, and whether that can be
//! paid.

use std::borrow::Cow;

use duelog_kernel::unsettled::Knows;
use duelog_kernel::{ObjectId, Seat};

use crate::language::definition::{Change, Cost, CostDeed, Group, Saving, total_mana};
use crate::language::mana::ManaCost;
use crate::rules::costs::{self, taps};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::Magic;
use crate::rules::mana_pool::Purpose;
use crate::rules::paying::add_generic;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::targets;
use crate::state::{AbilityPlace, AbilityRef, CardId, CastMethod, OnStack, StackKind};
use crate::{cite, rule};

/// Whether one of several things to choose can be paid for; if none can, why the last cannot.
pub(super) fn any_of<T>(
    none: Result<(), Refusal>,
    all: impl IntoIterator<Item = T>,
    can: impl Fn(T) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut refused = none;
    for one in all {
        refused = can(one);
        if refused.is_ok() {
            break;
        }
    }
    refused
}

impl Magic {
    /// The cost that a spell or ability has by itself: its mana cost or what stands in for it, and what its
    /// text adds (601.2b).
    pub(super) fn base_cost(
        &self,
        sight: &Sight<'_>,
        card: CardId,
        stack: &OnStack,
        way: CastMethod,
    ) -> ManaCost {
        base_of(self, sight, card, stack, way, &self.costs_of(card, stack, way))
    }

    /// The mana and the life that a spell or ability costs in all, with what is chosen for it so far: the
    /// mana cost or what stands in for it, then what is added, then what is taken off (601.2f).
    pub fn total_mana(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
        way: CastMethod,
    ) -> (ManaCost, u32) {
        let costs = self.costs_of(card, stack, way);
        let base = base_of(self, sight, card, stack, way, &costs);
        total_of(self, sight, seat, (id, card), stack, way, (base, &costs))
    }

    /// Whether the mana cost of a spell or ability can be paid in some way, with what is chosen for it so
    /// far.
    pub fn affords(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
        way: CastMethod,
    ) -> bool {
        let except = self.taps_itself(object.1, stack.kind);
        let costs = self.costs_of(object.1, stack, way);
        let base = base_of(self, sight, object.1, stack, way, &costs);
        let open = base.hybrid.len().saturating_sub(stack.hybrid.len()).min(HYBRIDS_MAX);
        let saved = self.halves_saved(sight, seat, object, stack, way).len();
        let saved = saved.saturating_sub(stack.cast.saved.len()).min(HYBRIDS_MAX);
        (0u32..1 << (open + saved)).any(|ways| {
            // Most costs leave nothing open.
            let mut trial = Cow::Borrowed(stack);
            if open + saved > 0 {
                let trial = trial.to_mut();
                trial.hybrid.extend((0..open).map(|symbol| ways & 1 << symbol != 0));
                trial.cast.saved.extend((open..open + saved).map(|symbol| ways & 1 << symbol != 0));
            }
            let (mana, life) = total_of(self, sight, seat, object, &trial, way, (base.clone(), &costs));
            let enough = || {
                let source = targets::source_of(object.0, stack);
                let scope = Scope { x: stack.x, knows: Knows::Context, ..Scope::of(source, seat) };
                let whole = life.saturating_add(costs::life(sight, &costs, &scope));
                !costs::keeps_life(sight, seat)
                    && i64::from(whole) <= i64::from(sight.board.player(seat).life)
            };
            let helped = || {
                let helpers = self.helpers(sight, seat, object, stack);
                let own = self.assisted(sight, seat, object, stack, &mana);
                let on = Purpose::for_kind(object.0, stack.kind);
                let source = targets::source_of(object.0, stack);
                let scope = Scope {
                    targets: &stack.targets,
                    x: stack.x,
                    knows: Knows::Context,
                    ..Scope::of(source, seat)
                };
                let used = self.used_up(sight, source, &costs, &scope);
                let own = (own.as_ref().unwrap_or(&mana), on);
                self.can_pay_helped(sight, seat, own, except, (&helpers, &used))
            };
            (life == 0 || enough()) && (mana.is_zero() || helped())
        })
    }

    /// Whether X is chosen for a spell (107.3a): it is in what is paid for it. An X in a mana cost that is
    /// not paid is 0 (107.3b).
    pub(super) fn chooses_x(&self, card: CardId, stack: &OnStack, way: CastMethod) -> bool {
        let printed = self.card_pool.card(card).base.cost.x > 0;
        let instead = self.instead(card, stack, way).iter().any(Cost::has_x);
        let added = self.costs_of(card, stack, way).into_iter().any(Cost::has_x) && !instead;
        match way {
            CastMethod::Priority => printed || added,
            CastMethod::Alternative(place) if self.adds(card, stack, place) => printed || added,
            CastMethod::Alternative(_)
                if printed && self.instead(card, stack, way).contains(&Cost::OwnMana) =>
            {
                true
            }
            CastMethod::Alternative(_) => instead || (added && !printed),
            CastMethod::Free | CastMethod::Effect(_) => {
                cite!("107.3b");
                instead || (added && !printed)
            }
        }
    }

    /// The source of an ability whose cost taps it: its mana ability cannot help to pay.
    pub(super) fn taps_itself(&self, card: CardId, kind: StackKind) -> Option<ObjectId> {
        match kind {
            StackKind::Activated(source, place) => {
                let ability = self.card_pool.activated(AbilityRef { card, place })?;
                taps(&ability.cost).then_some(source)
            }
            StackKind::Spell | StackKind::Triggered(..) | StackKind::Delayed(..) => None,
        }
    }

    /// Whether the cost at a place of a card's `alternatives` is paid together with its mana cost.
    pub(super) fn adds(&self, card: CardId, stack: &OnStack, place: u8) -> bool {
        self.card_pool.way(card, &stack.cast, place).is_some_and(|alternative| alternative.own)
    }

    /// What is paid in place of the mana cost (117.9): an alternative cost, or what an effect says.
    fn instead(&self, card: CardId, stack: &OnStack, way: CastMethod) -> &[Cost] {
        cite!("117.9");
        match way {
            CastMethod::Alternative(place) => {
                self.card_pool.way(card, &stack.cast, place).map_or(&[], |alternative| &alternative.cost)
            }
            CastMethod::Effect(place) => {
                let permit = stack.cast.permits.get(usize::from(place));
                match permit.and_then(|permit| self.card_pool.allowed(permit)) {
                    Some(Change::CostsInstead(_, costs)) => costs,
                    _ => &[],
                }
            }
            CastMethod::Priority | CastMethod::Free => &[],
        }
    }

    /// All costs of a spell or ability but its mana cost, with what has been chosen of them so far: what its
    /// alternative cost demands, then additional ones (601.2b).
    pub fn costs_of(&self, card: CardId, stack: &OnStack, way: CastMethod) -> Vec<&Cost> {
        let mut all: Vec<&Cost> = Vec::new();
        match stack.kind {
            StackKind::Activated(_, place) => {
                let ability = self.card_pool.activated(AbilityRef { card, place });
                all.extend(ability.into_iter().flat_map(|ability| &ability.cost));
            }
            StackKind::Spell | StackKind::Triggered(..) | StackKind::Delayed(..) => {
                let definition = &self.card_pool.card(card).definition;
                all.extend(self.instead(card, stack, way));
                cite!("117.8", "604.5");
                all.extend(&definition.additional);
                all.extend(self.costs_of_splicing(stack));
                let given = self.card_pool.besides_given(&stack.cast.besides);
                for (besides, times) in definition.besides.iter().chain(given).zip(&stack.cast.paid) {
                    all.extend((0..*times).flat_map(|_| &besides.cost));
                }
                let beyond = stack.modes.len().saturating_sub(1);
                for besides in definition.besides.iter().filter(|besides| besides.modes) {
                    cite!("702.119a");
                    all.extend((0..beyond).flat_map(|_| &besides.cost));
                }
            }
        }
        if !all.iter().any(|cost| matches!(cost, Cost::Either(_))) {
            return all;
        }
        let mut ways = stack.cast.either.iter();
        let mut settled = Vec::new();
        all.into_iter().for_each(|cost| settle(cost, &mut ways, &mut settled));
        settled
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
        way: CastMethod,
    ) -> Result<(), Refusal> {
        let costs = self.costs_of(object.1, stack, way);
        if let Some(ways) = open(&costs) {
            let none = refuse("there is no cost to be chosen", rule!("601.2b"));
            let trials = 0..if stack.cast.either.len() < EITHERS_MAX { ways } else { 0 };
            return any_of(none, trials, |way_taken| {
                let mut trial = stack.clone();
                trial.cast.either.push(way_taken);
                self.can_afford(sight, seat, object, &trial, way)
            });
        }
        let source = targets::source_of(object.0, stack);
        let priceless = || sight.characteristics(source).is_none_or(|own| !own.cost.exists);
        if costs.contains(&&Cost::OwnMana) && priceless() {
            return refuse("it has no mana cost: that cannot be paid", rule!("117.6"));
        }
        let offered = stack.cast.offered;
        let scope = Scope {
            targets: &stack.targets,
            x: stack.x,
            offered,
            knows: Knows::Context,
            ..Scope::of(source, seat)
        };
        self.can_pay(sight, source, &costs, &scope)?;
        if offered.is_none() && costs.iter().any(|cost| offer(cost).is_some()) {
            return self.can_offer_any(sight, seat, object, stack, way);
        }
        let free = costs.iter().all(|cost| !cost.is_mana()) && !self.card_pool.raises();
        if (free && matches!(stack.kind, StackKind::Activated(..)) && !unmanifests(stack.kind))
            || self.affords(sight, seat, object, stack, way)
        {
            Ok(())
        } else {
            refuse("the mana for it cannot be paid", rule!("601.2h"))
        }
    }
}

/// The cost that a spell or ability has by itself, where its costs but its mana cost are known.
fn base_of(
    rules: &Magic,
    sight: &Sight<'_>,
    card: CardId,
    stack: &OnStack,
    way: CastMethod,
    costs: &[&Cost],
) -> ManaCost {
    let spell = matches!(stack.kind, StackKind::Spell);
    let text = rules.card_pool.card(card).definition.spell.as_ref().filter(|_| spell);
    let only = text.and_then(|text| text.x_only);
    let mut cost = match way {
        CastMethod::Priority if spell => {
            cite!("107.3h");
            rules.card_pool.card(card).base.cost.with_x(stack.x, only)
        }
        CastMethod::Alternative(place) if spell && rules.adds(card, stack, place) => {
            rules.card_pool.card(card).base.cost.with_x(stack.x, only)
        }
        CastMethod::Priority if unmanifests(stack.kind) => {
            rules.card_pool.card(card).base.cost.with_x(stack.x, None)
        }
        CastMethod::Priority | CastMethod::Alternative(_) => ManaCost::default(),
        CastMethod::Free | CastMethod::Effect(_) => ManaCost { exists: true, ..ManaCost::default() },
    };
    cost.add(&total_mana(costs.iter().copied()).with_x(stack.x, only));
    if let (StackKind::Activated(source, _), true) = (stack.kind, costs.contains(&&Cost::OwnMana)) {
        // The keyword's cost is that mana; what else is paid for the ability is none of it.
        cite!("702.1a", "702.1b");
        let own = sight.characteristics(source).map(|own| &own.cost);
        own.into_iter().for_each(|own| cost.add(own));
    } else if spell {
        // As often as it is paid.
        for _ in costs.iter().filter(|cost| ***cost == Cost::OwnMana) {
            cost.add(&rules.card_pool.card(card).base.cost.with_x(stack.x, only));
        }
    }
    cost
}

/// All that it costs, where the cost that it has by itself is known, and its costs but its mana cost.
fn total_of(
    rules: &Magic,
    sight: &Sight<'_>,
    seat: Seat,
    (id, card): (ObjectId, CardId),
    stack: &OnStack,
    way: CastMethod,
    (mut cost, costs): (ManaCost, &[&Cost]),
) -> (ManaCost, u32) {
    cite!("107.4e", "107.4f");
    let life = cost.settle(&stack.hybrid);
    let source = targets::source_of(id, stack);
    let scope = Scope {
        targets: &stack.targets,
        modes: &stack.modes,
        x: stack.x,
        knows: Knows::Context,
        ..Scope::of(source, seat)
    };
    add_generic(sight, &mut cost, costs, &scope);
    if let StackKind::Activated(_, place) = stack.kind {
        let ability = rules.card_pool.activated(AbilityRef { card, place });
        let less = ability.and_then(|ability| ability.timing.less.as_ref());
        cost.reduce(&ManaCost::of_generic(less.map_or(0, |less| sight.count(less, &scope))));
        return (sight.changed_ability_cost(seat, (source, AbilityRef { card, place }), cost), life);
    }
    let spell = rules.card_pool.card(card).definition.spell.as_ref();
    let count = |number: Option<&crate::language::definition::Number>| {
        number.map_or(0, |number| sight.count(number, &scope))
    };
    let (more, less) = (
        count(spell.and_then(|spell| spell.more.as_ref())),
        count(spell.and_then(|spell| spell.less.as_ref())),
    );
    if let Some(each) = spell.and_then(|spell| spell.more_each.as_ref()) {
        cite!("601.2f");
        let beyond = stack.targets.first().map_or(0, Vec::len).saturating_sub(1);
        (0..beyond).for_each(|_| cost.add(each));
    }
    let definition = &rules.card_pool.card(card).definition;
    // Each of them counts by itrules.
    cite!("702.40a", "702.40b", "702.124a", "702.124c");
    let less = definition.less.iter().fold(less, |less, own| less.saturating_add(sight.count(own, &scope)));
    let more = more.saturating_add(sight.board.commander_tax(id, &stack.cast));
    cite!("117.9d");
    let mut saved = stack.cast.saved.iter().copied();
    let mut cost = sight.changed_cost(seat, id, cost, (more, less), &mut saved);
    if let Some(offered) = rules.saved_by_offer(sight, card, stack, way) {
        cost.reduce(&offered.halved(&mut saved));
    }
    let cost = match rules.card_pool.permitted(&stack.cast) {
        Some(permission) if permission.any_mana => cost.of_any_type(),
        Some(permission) if permission.any_color => cost.of_any_color(),
        _ => cost,
    };
    (cost, life)
}

/// What a cost says of a sacrifice by which the spell costs less: how much less, and of what.
pub(super) fn offer(cost: &Cost) -> Option<(Saving, &Group)> {
    match cost {
        Cost::Deed(CostDeed::Offer(saving), _, group) => Some((*saving, group)),
        _ => None,
    }
}

/// Whether a permanent is turned face up for its mana cost.
pub(super) fn unmanifests(kind: StackKind) -> bool {
    matches!(kind, StackKind::Activated(_, AbilityPlace::Unmanifest))
}

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
pub(super) fn open(costs: &[&Cost]) -> Option<u8> {
    let ways = |cost: &&Cost| {
        if let Cost::Either(ways) = cost { Some(ways.len().min(WAYS_MAX) as u8) } else { None }
    };
    costs.iter().find_map(ways)
}

/// So many hybrid symbols of one cost are tried in every combination; no card has more.
const HYBRIDS_MAX: usize = 8;
