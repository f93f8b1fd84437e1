//! Targets (114): what can be chosen, and whether it still can.

use std::collections::BTreeMap;

use duelog_kernel::scope::Node;
use duelog_kernel::unsettled::Knows;
pub use duelog_kernel::value::{item, value};
use duelog_kernel::{Ask, Constraint, Item, Limit, ObjectId, Request, Seat, budget};

use crate::language::definition::{Number, Target};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::keywords::{hexproof, protection, shroud};
use crate::rules::prompt::Prompt;
use crate::rules::refusal::Refusal;
use crate::state::{Board, CardId, Cast, CodeRef, Object, OnStack, StackKind, Value, Zone};
use crate::{cite, rule};

/// The script of a spell or ability on the stack.
pub fn code_of(object: &Object, stack: &OnStack) -> CodeRef {
    code_on(object.printed(), stack)
}

/// The script of a spell or ability of this card, as it is on the stack or would be.
pub fn code_on(card: CardId, stack: &OnStack) -> CodeRef {
    match stack.kind {
        StackKind::Spell => {
            // The targets of a card's abilities are none of the spell's.
            cite!("114.1a");
            CodeRef { card, ability: None }
        }
        StackKind::Activated(_, place) | StackKind::Triggered(_, place) => {
            CodeRef { card, ability: Some(place) }
        }
        StackKind::Delayed(_, code, _) => code,
    }
}

/// The object that a spell's or ability's effects come from: the spell itself, or the ability's source
/// (112.7).
pub fn source_of(id: ObjectId, stack: &OnStack) -> ObjectId {
    cite!("112.7", "112.7a");
    match stack.kind {
        StackKind::Spell => id,
        StackKind::Activated(source, _)
        | StackKind::Triggered(source, _)
        | StackKind::Delayed(source, ..) => source,
    }
}

/// From where the targets of a spell or ability are looked at: it knows its event, its X and the targets that
/// have been chosen for it.
pub fn scope_of<'a>(object: &Object, stack: &'a OnStack) -> Scope<'a> {
    Scope {
        targets: &stack.targets,
        x: stack.x,
        event: stack.event,
        finds: &stack.finds,
        written: Some(object.card),
        knows: Knows::Context,
        ..Scope::of(source_of(object.id, stack), object.controller)
    }
}

/// A target group as least number, greatest number and what each is.
pub fn bounds(target: &Target, x: u32) -> (u32, u32, &Target) {
    match target {
        Target::Several(least, greatest, inner) => (*least, *greatest, inner),
        Target::XOf(inner) => (x, x, inner),
        Target::UpTo(_, inner) => (0, u32::MAX, inner),
        Target::ForEachPlayer(least, inner) => (*least, u32::MAX, inner),
        Target::Another(_, inner)
        | Target::InMode(_, inner)
        | Target::ByOpponent(inner)
        | Target::Needless(inner)
        | Target::Paid(_, inner) => bounds(inner, x),
        single => (1, 1, single),
    }
}

/// The number that says how many targets a group has at most, where it is worked out as they are chosen.
fn counted(target: &Target) -> Option<&Number> {
    match target {
        Target::UpTo(number, _) => Some(number),
        Target::Another(_, inner)
        | Target::InMode(_, inner)
        | Target::ByOpponent(inner)
        | Target::Needless(inner)
        | Target::Paid(_, inner) => counted(inner),
        _ => None,
    }
}

/// Returns whether a target group has one target for each player.
fn for_each_player(target: &Target) -> bool {
    let wrapped = || target.inner().is_some_and(for_each_player);
    matches!(target, Target::ForEachPlayer(..)) || wrapped()
}

/// The options for each player: the things that the player controls, or owns in a graveyard.
fn by_player(sight: &Sight<'_>, options: &[Item]) -> Vec<Vec<Item>> {
    let of = |item: &Item| {
        let Value::Object(id) = value(*item)? else { return None };
        let object = sight.object(id)?;
        if let Zone::Graveyard(seat) = object.zone { Some(seat) } else { sight.controller(id) }
    };
    let mut players: BTreeMap<Seat, Vec<Item>> = BTreeMap::new();
    for item in options {
        if let Some(seat) = of(item) {
            players.entry(seat).or_default().push(*item);
        }
    }
    players.into_values().collect()
}

/// Whether a target group is chosen when these modes are (700.2c).
pub fn is_chosen(target: &Target, modes: &[u8], cast: &Cast) -> bool {
    cite!("700.2c");
    match target {
        Target::InMode(mode, inner) => modes.contains(mode) && is_chosen(inner, modes, cast),
        // 702.32g, 702.112b: only where that cost was paid.
        Target::Paid(fact, inner) => {
            cite!("702.32g", "702.112b");
            cast.fact(*fact) > 0 && is_chosen(inner, modes, cast)
        }
        Target::ByOpponent(inner) | Target::Needless(inner) => is_chosen(inner, modes, cast),
        _ => true,
    }
}

/// The group whose targets this group cannot have, where it says "another".
fn other_than(target: &Target) -> Option<u8> {
    match target {
        Target::Another(place, _) => Some(*place),
        Target::InMode(_, inner)
        | Target::ByOpponent(inner)
        | Target::Needless(inner)
        | Target::Paid(_, inner) => other_than(inner),
        Target::Permanent(_)
        | Target::Creature(_)
        | Target::Player
        | Target::Opponent
        | Target::Teammate
        | Target::Any
        | Target::PlayerOrPlaneswalker
        | Target::Spell(_)
        | Target::Ability(_)
        | Target::OneOf(_)
        | Target::Such(..)
        | Target::GraveyardCard(_)
        | Target::Several(..)
        | Target::UpTo(..)
        | Target::ForEachPlayer(..)
        | Target::XOf(_) => None,
    }
}

/// Whether what can be chosen for a target depends on what is chosen for the group at this place (601.2c).
fn depends_on(target: &Target, group: usize) -> bool {
    let speaks =
        |node: &Node| node.is("Target", "Another") || node.is("Ref", "Target") || node.is("Group", "Targets");
    Node::of(target).any(&|node: &Node| speaks(node) && node.number_at(0) == Some(group as u32))
}

/// The kinds of things that one target can be.
fn kinds(target: &Target) -> Vec<&Target> {
    match target {
        Target::OneOf(all) => all.iter().flat_map(kinds).collect(),
        Target::Such(inner, _) => kinds(inner),
        single => vec![single],
    }
}

/// Everything that one target could be by where it is: permanents, spells, cards in graveyards, players.
fn candidates(sight: &Sight<'_>, single: &Target) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for kind in kinds(single) {
        for value in of_kind(sight, kind) {
            if matches!(single, Target::OneOf(_)) && all.contains(&value) {
                continue;
            }
            all.push(value);
        }
    }
    all
}

fn of_kind<'a>(sight: &Sight<'a>, single: &Target) -> impl Iterator<Item = Value> + use<'a> {
    let board = sight.board;
    let ids: &[ObjectId] = match single {
        Target::Permanent(_) | Target::Creature(_) | Target::Any | Target::PlayerOrPlaneswalker => {
            board.zone(Zone::Battlefield)
        }
        Target::Spell(_) | Target::Ability(_) => board.zone(Zone::Stack),
        Target::OneOf(_)
        | Target::Such(..)
        | Target::Needless(_)
        | Target::GraveyardCard(_)
        | Target::Player
        | Target::Opponent
        | Target::Teammate
        | Target::Several(..)
        | Target::UpTo(..)
        | Target::ForEachPlayer(..)
        | Target::XOf(_)
        | Target::Another(..)
        | Target::InMode(..)
        | Target::ByOpponent(_)
        | Target::Paid(..) => &[],
    };
    let players = matches!(
        single,
        Target::Player | Target::Opponent | Target::Teammate | Target::Any | Target::PlayerOrPlaneswalker
    );
    let seats_if = |wanted: bool| if wanted { board.apnap() } else { Vec::new() };
    let graveyards = seats_if(matches!(single, Target::GraveyardCard(_))).into_iter();
    let cards = graveyards.flat_map(|seat| board.zone(Zone::Graveyard(seat)));
    ids.iter().chain(cards).copied().map(Value::Object).chain(seats_if(players).into_iter().map(Value::Seat))
}

/// Everything that can be chosen for one target, ascending.
pub fn options(sight: &Sight<'_>, target: &Target, scope: &Scope<'_>) -> Vec<Value> {
    let (_, _, single) = bounds(target, 0);
    let fits = |value: &Value| is_target(sight, single, *value, scope);
    let mut values: Vec<Value> = candidates(sight, single).into_iter().filter(fits).collect();
    values.sort();
    values
}

/// Everything that one target could be, whatever keeps it from being targeted, ascending (702.95b).
pub fn each(sight: &Sight<'_>, target: &Target, source: ObjectId, controller: Seat) -> Vec<Value> {
    let (_, _, single) = bounds(target, 0);
    let ids = sight.board.objects.iter().map(|object| Value::Object(object.id));
    let all = ids.chain(sight.board.apnap().into_iter().map(Value::Seat));
    let scope = Scope::of(source, controller);
    all.filter(|value| is_meant(sight, single, *value, &scope)).collect()
}

/// Whether there are enough targets for every group that is chosen with these modes (601.2c); groups with an
/// X count as none needed.
pub fn enough(sight: &Sight<'_>, targets: &[Target], modes: &[u8], scope: &Scope<'_>) -> bool {
    let sizes: Vec<usize> = targets
        .iter()
        .map(
            |target| {
                if is_chosen(target, modes, &Cast::default()) { bounds(target, 0).0 as usize } else { 0 }
            },
        )
        .collect();
    // Where a single target is all that is needed, any will do.
    let mut needed = (0..).zip(&sizes).filter(|(_, size)| **size > 0);
    if let (Some((group, 1)), None) = (needed.next(), needed.next()) {
        let (_, _, single) = bounds(&targets[group], 0);
        let chosen = vec![Vec::new(); group];
        let scope = Scope { targets: &chosen, ..*scope };
        return candidates(sight, single).into_iter().any(|value| is_target(sight, single, value, &scope));
    }
    completable(&sizes, &|group, chosen| others(sight, targets, group, scope, chosen), &mut Vec::new())
}

/// What can be chosen for a group after the groups before it: what "another" leaves out is left out, and what
/// speaks of a target before it sees that one.
pub fn others(
    sight: &Sight<'_>,
    targets: &[Target],
    group: usize,
    scope: &Scope<'_>,
    chosen: &[Vec<Value>],
) -> Vec<Value> {
    let mut values = options(sight, &targets[group], &Scope { targets: chosen, ..*scope });
    values.retain(|value| !taken(targets, group, chosen, *value));
    values
}

/// Whether a value is the target of the group that this one must differ from ("another").
pub fn taken(targets: &[Target], group: usize, chosen: &[Vec<Value>], value: Value) -> bool {
    let other = targets.get(group).and_then(other_than).and_then(|place| chosen.get(usize::from(place)));
    other.is_some_and(|other| other.contains(&value))
}

/// What can be chosen for a group, by its place, after the groups before it.
pub type Options<'a> = dyn Fn(usize, &[Vec<Value>]) -> Vec<Value> + 'a;

/// Whether the groups after those that are `chosen` can get as many targets as their sizes say.
pub fn completable(sizes: &[usize], options: &Options<'_>, chosen: &mut Vec<Vec<Value>>) -> bool {
    budget::tick(1);
    let group = chosen.len();
    let Some(&size) = sizes.get(group) else { return true };
    let values = if size == 0 { Vec::new() } else { options(group, chosen) };
    if values.len() < size {
        return false;
    }
    // Only a single target can be in the way of "another" group in the cards that there are; of several, the
    // first are tried.
    let tries: Vec<Vec<Value>> = if size == 1 {
        values.into_iter().map(|value| vec![value]).collect()
    } else {
        vec![values[..size].to_vec()]
    };
    tries.into_iter().any(|attempt| {
        chosen.push(attempt);
        let fits = completable(sizes, options, chosen);
        chosen.pop();
        fits
    })
}

/// The modes that can be chosen: those for which there are targets (700.2a-b).
pub fn modes(sight: &Sight<'_>, of: u8, targets: &[Target], scope: &Scope<'_>, numbers: &[u32]) -> Vec<u8> {
    cite!("700.2b");
    (0..of).filter(|mode| enough_for_any(sight, targets, &[*mode], scope, numbers)).collect()
}

/// Returns whether there are enough targets for one of these numbers as X, which is not announced yet.
pub fn enough_for_any(
    sight: &Sight<'_>,
    targets: &[Target],
    modes: &[u8],
    scope: &Scope<'_>,
    numbers: &[u32],
) -> bool {
    numbers.iter().any(|x| enough(sight, targets, modes, &Scope { x: *x, ..*scope }))
}

/// Whether a value can be a target.
fn is_target(sight: &Sight<'_>, single: &Target, value: Value, scope: &Scope<'_>) -> bool {
    is_meant(sight, single, value, scope) && can_target(sight, single, value, scope).is_ok()
}

/// Whether a value can be a target (114.1, 114.4), and if not, why and by which rule.
///
/// # Errors
/// The reason in words and the rule.
pub fn can_target(
    sight: &Sight<'_>,
    target: &Target,
    value: Value,
    scope: &Scope<'_>,
) -> Result<(), Refusal> {
    let (_, _, single) = bounds(target, 0);
    let wrong = || Err(("it is not what the spell or ability targets".into(), rule!("601.2c")));
    let (Some(source), Some(controller)) = (scope.source, scope.controller) else { return wrong() };
    if !is_meant(sight, single, value, scope) {
        return wrong();
    }
    if !sight.reaches(value, scope) {
        return Err(("it is out of the range of influence".into(), rule!("801.4")));
    }
    match value {
        Value::Object(id) if sight.is_barred_target(id, source, scope.cast) => {
            Err(("an effect says that it cannot be the target of that".into(), rule!("101.2")))
        }
        Value::Object(id) if sight.board.is_permanent(id) => shielded(sight, id, source, controller),
        Value::Seat(seat) if sight.board.has_left(seat) => {
            Err(("that player has left the game".into(), rule!("800.4a")))
        }
        Value::Seat(seat) => {
            shroud::may_target_player(sight, seat)?;
            hexproof::may_target_player(sight, seat, controller)?;
            protection::may_target_player(sight, seat, source)
        }
        _ => Ok(()),
    }
}

/// Whether a value is what a target says.
fn is_meant(sight: &Sight<'_>, single: &Target, value: Value, scope: &Scope<'_>) -> bool {
    let (Some(source), Some(controller)) = (scope.source, scope.controller) else { return false };
    let in_zone =
        |id: ObjectId, zone: &dyn Fn(Zone) -> bool| sight.object(id).is_some_and(|object| zone(object.zone));
    match (single, value) {
        (Target::Player, Value::Seat(_)) => true,
        (Target::Opponent, Value::Seat(seat)) => sight.board.are_opponents(controller, seat),
        (Target::Teammate, Value::Seat(seat)) => {
            seat != controller && !sight.board.are_opponents(controller, seat)
        }
        (Target::Any | Target::PlayerOrPlaneswalker, Value::Seat(_)) => true,
        (Target::PlayerOrPlaneswalker, Value::Object(id)) => {
            cite!("114.2");
            in_zone(id, &|zone| zone == Zone::Battlefield) && sight.has_type(id, CardType::Planeswalker)
        }
        (Target::Any, Value::Object(id)) => {
            cite!("114.4");
            in_zone(id, &|zone| zone == Zone::Battlefield)
                && (sight.is_creature(id) || sight.has_type(id, CardType::Planeswalker))
        }
        (Target::Creature(filter), Value::Object(id)) => {
            in_zone(id, &|zone| zone == Zone::Battlefield)
                && sight.is_creature(id)
                && sight.matches(filter, id, scope)
        }
        (Target::Permanent(filter), Value::Object(id)) => {
            cite!("114.2");
            in_zone(id, &|zone| zone == Zone::Battlefield) && sight.matches(filter, id, scope)
        }
        (Target::Spell(filter), Value::Object(id)) => {
            cite!("112.9", "114.5");
            in_zone(id, &|zone| zone == Zone::Stack)
                && sight.object(id).is_some_and(Object::is_spell)
                && id != source
                && sight.matches(filter, id, scope)
        }
        (Target::Ability(filter), Value::Object(id)) => {
            cite!("112.3b", "114.1c");
            in_zone(id, &|zone| zone == Zone::Stack)
                && sight.object(id).is_some_and(|object| !object.is_spell())
                && sight.matches(filter, id, scope)
        }
        (Target::OneOf(all), _) => all.iter().any(|one| is_meant(sight, one, value, scope)),
        (Target::Such(inner, condition), _) => {
            is_meant(sight, inner, value, scope)
                && sight.holds(condition, &Scope { it: Some(value), ..*scope })
        }
        (Target::GraveyardCard(filter), Value::Object(id)) => {
            in_zone(id, &|zone| matches!(zone, Zone::Graveyard(_))) && sight.matches(filter, id, scope)
        }
        _ => false,
    }
}

/// Whether a permanent's shroud, hexproof or protection keeps it from being targeted.
fn shielded(sight: &Sight<'_>, id: ObjectId, source: ObjectId, controller: Seat) -> Result<(), Refusal> {
    shroud::may_target(sight, id)?;
    hexproof::may_target(sight, id, source, controller)?;
    protection::may_target(sight, id, source)
}

/// The request for one target group of an object on the stack (601.2c, 603.3d): at most so many.
pub fn request(
    sight: &Sight<'_>,
    object: &Object,
    targets: &[Target],
    group: usize,
    most: u32,
) -> Option<Request> {
    let stack = object.stack.as_ref()?;
    let target = targets.get(group)?;
    let (min, max, options) = if is_chosen(target, &stack.modes, &stack.cast) {
        let (min, max, _) = bounds(target, stack.x);
        let most = counted(target).map(|number| sight.count(number, &scope_of(object, stack)));
        (min, max.min(most.unwrap_or(max)), choosable(sight, object, stack, targets, group))
    } else {
        (0, 0, Vec::new())
    };
    let chooser = chooser(sight, object, target);
    // 801.5a: who chooses does so within the own range too.
    let near = |value: &Value| {
        cite!("801.5a");
        sight.in_range(chooser, *value)
    };
    let options: Vec<Item> = options.into_iter().filter(near).map(item).collect();
    let players = if for_each_player(target) { by_player(sight, &options) } else { Vec::new() };
    let min = if players.is_empty() { min } else { min * players.len() as u32 };
    let constraints = players
        .into_iter()
        .map(|items| Constraint { rule: rule!("601.2c"), limit: Limit::AtMost { items, max: 1 } });
    let max = max.min(options.len() as u32).min(most);
    cite!("114.1", "114.3");
    Some(Request {
        seat: chooser,
        prompt: Prompt::ChooseTargets.into(),
        rule: rule!("601.2c"),
        subject: Some(object.id),
        ask: Ask::pick(options, min, max).with(constraints.collect()),
    })
}

/// Who makes a choice that is an opponent's: whom the controller chose (601.4a), or else the next opponent.
pub fn opponent_for(board: &Board, object: &Object) -> Seat {
    let chosen = object.stack.as_ref().and_then(|stack| stack.chooser);
    let chosen = chosen.filter(|seat| !board.has_left(*seat));
    chosen.unwrap_or_else(|| board.next_opponent(object.controller))
}

/// Who chooses a target.
fn chooser(sight: &Sight<'_>, object: &Object, target: &Target) -> Seat {
    if matches!(target, Target::ByOpponent(_)) {
        // The controller's choices stand before it.
        cite!("601.4", "601.4b", "602.3", "602.3b");
        opponent_for(sight.board, object)
    } else {
        object.controller
    }
}

/// What can be chosen for a group so that the groups behind it can be chosen too.
fn choosable(
    sight: &Sight<'_>,
    object: &Object,
    stack: &OnStack,
    targets: &[Target],
    group: usize,
) -> Vec<Value> {
    let scope = scope_of(object, stack);
    let mut values = others(sight, targets, group, &scope, &stack.targets);
    let related = || targets.iter().any(|target| depends_on(target, group));
    if targets.len() > 1 && bounds(&targets[group], stack.x).1 == 1 && related() {
        let size = |target: &Target| {
            if is_chosen(target, &stack.modes, &stack.cast) { bounds(target, stack.x).0 as usize } else { 0 }
        };
        let sizes: Vec<usize> = targets.iter().map(size).collect();
        values.retain(|value| {
            let mut chosen = stack.targets.clone();
            chosen.push(vec![*value]);
            completable(&sizes, &|group, chosen| others(sight, targets, group, &scope, chosen), &mut chosen)
        });
    }
    values
}

/// The request for the division of an amount among the first target group (601.2d); none where there is
/// nothing to divide it among.
pub fn division(object: &Object, total: u32) -> Option<Request> {
    let stack = object.stack.as_ref()?;
    let options: Vec<Item> = stack.targets.first()?.iter().copied().map(item).collect();
    if options.is_empty() {
        return None;
    }
    let constraints = vec![Constraint { rule: rule!("601.2d"), limit: Limit::EachAtLeast(1) }];
    Some(Request {
        seat: object.controller,
        prompt: Prompt::Divide.into(),
        rule: rule!("601.2d"),
        subject: Some(object.id),
        ask: Ask::split(options, total).with(constraints),
    })
}

/// Whether a target chosen earlier is still legal (608.2b).
pub fn still_legal(
    sight: &Sight<'_>,
    target: &Target,
    value: Value,
    object: &Object,
    stack: &OnStack,
) -> bool {
    can_target(sight, target, value, &scope_of(object, stack)).is_ok()
}
