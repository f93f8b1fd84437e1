//! X that targets or costs are compared with: it is announced before they are chosen (107.3a, 601.2b), so that only
//! numbers can be announced for which there are such.

use duelog_kernel::unsettled::Knows;
use duelog_kernel::{Item, ObjectId, Seat};

use super::price::any_of;
use crate::language::definition::{Compared, Cost, Target};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::Magic;
use crate::rules::refusal::{Refusal, refuse};
use crate::rules::targets;
use crate::state::{CardId, CastMethod, Casting, Object, OnStack, StackKind, Zone};
use crate::{cite, rule};

/// Up to here every number is tried, beyond it those that things have.
const EACH: u32 = 32;

/// The numbers with which things can be compared that a player may look at, ascending.
fn numbers(sight: &Sight<'_>, seat: Seat) -> Vec<u32> {
    let board = sight.board;
    let buried = board.apnap().into_iter().map(Zone::Graveyard);
    let zones = [Zone::Battlefield, Zone::Stack, Zone::Hand(seat)].into_iter().chain(buried);
    let known = zones.flat_map(|zone| board.zone(zone)).flat_map(|id| {
        let own = sight.characteristics(*id);
        let size = own.map_or([0, 0], |own| [own.power, own.toughness]).map(|number| number.max(0) as u32);
        [sight.mana_value(*id), size[0], size[1]]
    });
    let mut all: Vec<u32> = known.collect();
    let most = all.iter().copied().max().unwrap_or(0).min(EACH);
    all.extend(0..=most);
    all.sort_unstable();
    all.dedup();
    all
}

/// How any of these targets is compared with X.
fn aimed(groups: &[Target]) -> Compared {
    groups.iter().map(Target::compares_x).max().unwrap_or(Compared::Not)
}

/// The numbers that X could be for such targets, as it is not announced yet: 0 alone where none is
/// compared with X.
pub fn announceable(rules: &Magic, sight: &Sight<'_>, seat: Seat, groups: &[Target]) -> Vec<u32> {
    if rules.card_pool.announces_first() && aimed(groups) != Compared::Not {
        cite!("107.3a");
        numbers(sight, seat)
    } else {
        vec![0]
    }
}

/// Returns whether X is announced for a spell or an ability (107.3a).
pub(super) fn announces(rules: &Magic, card: CardId, stack: &OnStack, way: CastMethod) -> bool {
    let costs = || rules.costs_of(card, stack, way).into_iter();
    let compared =
        || rules.card_pool.announces_first() && costs().any(|cost| cost.compares_x() != Compared::Not);
    match stack.kind {
        StackKind::Activated(..) => costs().any(Cost::has_x) || compared(),
        StackKind::Spell => rules.chooses_x(card, stack, way) || compared(),
        StackKind::Triggered(..) | StackKind::Delayed(..) => false,
    }
}

/// How X is compared with what a spell or ability targets with its modes, and with what is paid for it.
pub(super) fn compared(rules: &Magic, card: CardId, stack: &OnStack, way: CastMethod) -> Compared {
    if !rules.card_pool.announces_first() || !rules.card_pool.card(card).compares {
        return Compared::Not;
    }
    let groups = rules.card_pool.targets_on(targets::code_on(card, stack), stack);
    let chosen = groups.iter().filter(|target| targets::is_chosen(target, &stack.modes, &stack.cast));
    let aimed = chosen.map(Target::compares_x);
    let paid = rules.costs_of(card, stack, way).into_iter().map(Cost::compares_x);
    aimed.chain(paid).max().unwrap_or(Compared::Not)
}

/// The numbers from `stack.x` on for which there are targets.
fn aiming(
    rules: &Magic,
    sight: &Sight<'_>,
    seat: Seat,
    (id, card): (ObjectId, CardId),
    stack: &OnStack,
) -> Vec<u32> {
    let groups = rules.card_pool.targets_on(targets::code_on(card, stack), stack);
    let source = targets::source_of(id, stack);
    let cast = (matches!(stack.kind, StackKind::Spell) && rules.card_pool.looks_at_spells()).then_some(id);
    let scope = Scope { written: Some(card), cast, knows: Knows::Context, ..Scope::of(source, seat) };
    let aims =
        |x: &u32| *x >= stack.x && targets::enough(sight, &groups, &stack.modes, &Scope { x: *x, ..scope });
    numbers(sight, seat).into_iter().filter(aims).collect()
}

/// Checks that a spell or ability can be paid for, and where X is compared with what is targeted or paid, that both can
/// be for some X from `stack.x` on.
///
/// # Errors
/// The reason and the rule.
pub fn can_announce(
    rules: &Magic,
    sight: &Sight<'_>,
    seat: Seat,
    object: (ObjectId, CardId),
    stack: &OnStack,
    way: CastMethod,
) -> Result<(), Refusal> {
    if compared(rules, object.1, stack, way) == Compared::Not {
        return rules.can_afford(sight, seat, object, stack, way);
    }
    let mut numbers = aiming(rules, sight, seat, object, stack);
    if !announces(rules, object.1, stack, way) {
        numbers.retain(|x| *x == stack.x);
    }
    let none = refuse("there is no legal target for it", rule!("601.2c"));
    any_of(none, numbers, |x| rules.can_afford(sight, seat, object, &OnStack { x, ..stack.clone() }, way))
}

/// The numbers that can be announced as X where it is compared with what is targeted or paid.
pub(super) fn announced(
    rules: &Magic,
    sight: &Sight<'_>,
    casting: &Casting,
    object: &Object,
    stack: &OnStack,
) -> Vec<Item> {
    let id = (object.id, object.printed());
    let payable = |x: &u32| {
        let trial = rules.trial(object, &OnStack { x: *x, ..stack.clone() });
        rules.can_afford(sight, casting.seat, id, &trial, casting.way).is_ok()
    };
    cite!("601.2b", "601.2c");
    let numbers = aiming(rules, sight, casting.seat, id, stack).into_iter().filter(payable);
    numbers.map(Item::Number).collect()
}

/// The numbers that X could be for the targets of a mode: those with which the spell or ability could be paid for, where
/// its targets are compared with an X that is not announced yet.
pub(super) fn announceable_on(
    rules: &Magic,
    sight: &Sight<'_>,
    casting: &Casting,
    object: &Object,
    stack: &OnStack,
) -> Vec<u32> {
    let groups = rules.card_pool.targets_on(targets::code_of(object, stack), stack);
    if !rules.card_pool.announces_first() || aimed(&groups) == Compared::Not {
        return vec![stack.x];
    }
    let trial = |x: u32| OnStack { x, ..rules.trial(object, stack) };
    let payable = |x: &u32| rules.can_complete(sight, casting, object, &trial(*x)).is_ok();
    numbers(sight, casting.seat).into_iter().filter(payable).collect()
}
