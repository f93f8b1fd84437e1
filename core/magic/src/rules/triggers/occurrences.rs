//! Which events a triggered ability waits for, and what it then knows of them (603.2).

use duelog_kernel::{ObjectId, Seat, bounds};

use crate::cite;
use crate::language::definition::{Ref, When, ZoneKind};
use crate::rules::eval::{Scope, Sight};
use crate::rules::replacement::receives;
use crate::state::event::Event;
use crate::state::{EventContext, Step, Value, Why, Zone};

fn of_object(object: ObjectId) -> EventContext {
    EventContext { object: Some(object), ..EventContext::default() }
}

fn of_player(player: Seat, amount: u32) -> EventContext {
    EventContext { player: Some(player), amount, ..EventContext::default() }
}

/// How often, and with what, an event is the one that a triggered ability waits for (603.2c).
pub fn occurrences(sight: &Sight<'_>, when: &When, event: &Event, scope: &Scope<'_>) -> Vec<EventContext> {
    let seat_is = |who: &Ref, seat: Seat| sight.seat(who, scope) == Some(seat);
    let one = |holds: bool, context: EventContext| if holds { vec![context] } else { Vec::new() };
    let step = |wanted: Step| matches!(event, Event::StepBegan(step) if *step == wanted);
    let active = sight.board.turn.active;
    match (when, event) {
        (
            When::Enters(filter),
            Event::Moved { to: Zone::Battlefield, new, .. } | Event::TokenMade { new, .. },
        ) => one(
            sight.matches(filter, *new, scope),
            EventContext { player: sight.controller(*new), ..of_object(*new) },
        ),
        (When::Leaves(filter), Event::Moved { from: Zone::Battlefield, object, .. }) => one(
            sight.matches(filter, *object, scope),
            EventContext { player: sight.controller(*object), ..of_object(*object) },
        ),
        (
            When::Dies(filter),
            Event::Moved { from: Zone::Battlefield, to: Zone::Graveyard(_), object, .. },
        ) => one(
            sight.matches(filter, *object, scope),
            EventContext { player: sight.controller(*object), ..of_object(*object) },
        ),
        (When::Attacks(filter), Event::AttackersDeclared(attacks)) => attacks
            .iter()
            .filter(|attack| sight.matches(filter, attack.attacker, scope))
            .map(|attack| match attack.defender {
                Some(Value::Seat(seat)) => EventContext { player: Some(seat), ..of_object(attack.attacker) },
                Some(Value::Object(other)) => {
                    EventContext { other: Some(other), ..of_object(attack.attacker) }
                }
                Some(Value::Number(_)) | None => of_object(attack.attacker),
            })
            .collect(),
        (When::Blocks(filter), Event::BlockersDeclared(blocks)) => blocks
            .iter()
            .filter(|block| sight.matches(filter, block.0, scope))
            .map(|block| EventContext { other: block.1.first().copied(), ..of_object(block.0) })
            .collect(),
        (When::BecomesBlocked(filter), Event::BlockersDeclared(_)) => sight
            .board
            .combat
            .attacks
            .iter()
            .filter(|attack| attack.blocked && sight.matches(filter, attack.attacker, scope))
            .map(|attack| EventContext {
                other: attack.blockers.first().copied(),
                ..of_object(attack.attacker)
            })
            .collect(),
        (When::AttacksAlone(filter), Event::AttackersDeclared(attacks)) => match attacks.as_slice() {
            [only] => one(sight.matches(filter, only.attacker, scope), of_object(only.attacker)),
            _ => Vec::new(),
        },
        // 509.5b, 509.5d: once for each pair, by what the creatures are as they become blocking and blocked
        // (509.5f).
        (When::BlocksCreature(filter, blocked), Event::BlockersDeclared(blocks)) => {
            let pairs = blocks.iter().flat_map(|block| block.1.iter().map(|attacker| (block.0, *attacker)));
            pair_up(
                pairs.filter(|pair| {
                    sight.matches(filter, pair.0, scope) && sight.matches(blocked, pair.1, scope)
                }),
            )
        }
        (When::BlockedBy(filter, blocker), Event::BlockersDeclared(blocks)) => {
            let pairs = blocks.iter().flat_map(|block| block.1.iter().map(|attacker| (*attacker, block.0)));
            pair_up(
                pairs.filter(|pair| {
                    sight.matches(filter, pair.0, scope) && sight.matches(blocker, pair.1, scope)
                }),
            )
        }
        (When::NotBlocked(filter), Event::BlockersDeclared(_)) => {
            let free = sight
                .board
                .combat
                .attacks
                .iter()
                .filter(|attack| !attack.blocked && sight.matches(filter, attack.attacker, scope));
            free.map(|attack| of_object(attack.attacker)).collect()
        }
        (
            When::DealsDamage { source, to, combat },
            Event::Damaged { source: dealer, to: hit, amount, combat: in_combat, .. },
        ) => {
            let holds = (!combat || *in_combat)
                && sight.matches(source, *dealer, scope)
                && receives(sight, to, *hit, scope);
            let (other, player) = match hit {
                Value::Object(id) => (Some(*id), None),
                Value::Seat(seat) => (None, Some(*seat)),
                Value::Number(_) => (None, None),
            };
            one(holds, EventContext { object: Some(*dealer), other, player, amount: *amount })
        }
        (When::Upkeep(who), _) => one(step(Step::Upkeep) && seat_is(who, active), of_player(active, 0)),
        (When::DrawStep(who), _) => one(step(Step::Draw) && seat_is(who, active), of_player(active, 0)),
        (When::EndStep(who), _) => one(step(Step::End) && seat_is(who, active), of_player(active, 0)),
        (When::NextEndStep, _) => one(step(Step::End), of_player(active, 0)),
        (When::AnyUpkeep, _) => one(step(Step::Upkeep), of_player(active, 0)),
        (When::EndOfCombat, _) => one(step(Step::EndCombat), of_player(active, 0)),
        (When::Casts(who, filter), Event::SpellCast(seat, spell)) => one(
            seat_is(who, *seat) && sight.matches(filter, *spell, scope),
            EventContext { player: Some(*seat), ..of_object(*spell) },
        ),
        (When::AnyoneCasts(filter), Event::SpellCast(seat, spell)) => one(
            sight.matches(filter, *spell, scope),
            EventContext { player: Some(*seat), ..of_object(*spell) },
        ),
        (When::GainsLife(who), Event::LifeGained(seat, amount)) => {
            one(seat_is(who, *seat), of_player(*seat, *amount))
        }
        (When::Draws(who), Event::Moved { why: Why::Drawn, to: Zone::Hand(seat), .. }) => {
            one(seat_is(who, *seat), of_player(*seat, 1))
        }
        (When::Targeted(filter), Event::BecameTarget(target, by)) => one(
            sight.matches(filter, *target, scope),
            EventContext { other: Some(*by), ..of_object(*target) },
        ),
        (When::Prevented(who), Event::DamagePrevented { source, to: Value::Seat(seat), amount }) => one(
            seat_is(who, *seat),
            EventContext { player: Some(*seat), amount: *amount, ..of_object(*source) },
        ),
        (When::Untaps(filter), Event::Untapped(id)) => one(sight.matches(filter, *id, scope), of_object(*id)),
        // Once for each counter (603.2c).
        (When::CounterRemoved(kind, filter), Event::CountersRemoved(id, removed, count))
            if kind == removed && sight.matches(filter, *id, scope) =>
        {
            vec![of_object(*id); bounds::times(*count)]
        }
        (When::CounterPut(kind, filter), Event::CountersPut(id, put, count))
            if kind == put && sight.matches(filter, *id, scope) =>
        {
            vec![of_object(*id); bounds::times(*count)]
        }
        // 121.6: those that it enters with too.
        (
            When::CounterPut(kind, filter),
            Event::Moved { to: Zone::Battlefield, new, entering, .. }
            | Event::TokenMade { new, entering, .. },
        ) => {
            let count = entering.counters.iter().find(|entry| entry.0 == *kind).map_or(0, |entry| entry.1);
            if count > 0 && sight.matches(filter, *new, scope) {
                vec![of_object(*new); bounds::times(count)]
            } else {
                Vec::new()
            }
        }
        (When::TapsForMana(filter), Event::TappedForMana(id, seat)) => {
            one(sight.matches(filter, *id, scope), EventContext { player: Some(*seat), ..of_object(*id) })
        }
        (When::Unattached(filter), Event::CameOff(id, from)) => {
            one(sight.matches(filter, *id, scope), EventContext { other: Some(*from), ..of_object(*id) })
        }
        (When::LosesControl(who, filter), Event::ControlLost(id, seat)) => one(
            seat_is(who, *seat) && sight.matches(filter, *id, scope),
            EventContext { player: Some(*seat), ..of_object(*id) },
        ),
        (
            When::Countered(filter),
            Event::Moved { from: Zone::Stack, why: Why::Countered, object, new, .. },
        ) => one(
            sight.matches(filter, *object, scope),
            EventContext { other: Some(*new), player: sight.controller(*object), ..of_object(*object) },
        ),
        (When::Moves { what, from, to }, Event::Moved { from: left, to: reached, object, new, .. }) => {
            let goes = from.is_none_or(|from| left.is(from)) && to.is_none_or(|to| reached.is(to));
            cite!("603.6c");
            // Where it is not looked back at, a card is what it is where it has gone: also one that comes
            // from anywhere (603.6c).
            let seen = if looks_back(when, event) { *object } else { *new };
            // Of what was elsewhere than on the battlefield or the stack nothing is remembered.
            let known = if matches!(left, Zone::Battlefield | Zone::Stack) { seen } else { *new };
            one(
                goes && sight.matches(what, seen, scope),
                EventContext {
                    other: Some(*new),
                    player: sight.object(seen).map(|seen| seen.owner),
                    ..of_object(known)
                },
            )
        }
        (
            When::Discards(who, filter),
            Event::Moved { why: Why::Discarded, from: Zone::Hand(seat), new, .. },
        ) => one(
            seat_is(who, *seat) && sight.matches(filter, *new, scope),
            EventContext { player: Some(*seat), ..of_object(*new) },
        ),
        (When::Sacrifices(who, filter), Event::Moved { why: Why::Sacrificed, object, .. }) => {
            let seat = sight.controller(*object);
            one(
                seat == sight.seat(who, scope) && sight.matches(filter, *object, scope),
                EventContext { player: seat, ..of_object(*object) },
            )
        }
        (When::LosesLife(who), Event::LifeLost(seat, amount)) => {
            one(seat_is(who, *seat), of_player(*seat, *amount))
        }
        (When::RevealsFirstDraw(filter), Event::DrawRevealed(id, by)) => {
            one(scope.source == Some(*by) && sight.matches(filter, *id, scope), of_object(*id))
        }
        (When::Shuffles(who), Event::Shuffled(seat, _)) => {
            cite!("701.19e");
            one(seat_is(who, *seat), of_player(*seat, 1))
        }
        (When::Taps(filter), Event::Tapped(id)) => one(sight.matches(filter, *id, scope), of_object(*id)),
        _ => Vec::new(),
    }
}

fn pair_up(pairs: impl Iterator<Item = (ObjectId, ObjectId)>) -> Vec<EventContext> {
    pairs.map(|(object, other)| EventContext { other: Some(other), ..of_object(object) }).collect()
}

/// The single conditions of which a trigger condition consists.
pub fn parts(when: &When) -> Vec<&When> {
    match when {
        When::Either(all) => all.iter().flat_map(parts).collect(),
        When::ThisTurn(when) => parts(when),
        single => vec![single],
    }
}

/// Whether a single condition looks back at what was there just before the event (603.10). Who loses control
/// is looked back at by what a permanent itself remembers (603.10d).
pub fn looks_back(when: &When, event: &Event) -> bool {
    match when {
        When::Moves {
            to: Some(ZoneKind::Hand | ZoneKind::Library),
            from: None | Some(ZoneKind::Stack | ZoneKind::Exile),
            ..
        } => {
            matches!(event, Event::Moved { from, .. } if !from.is_hidden())
        }
        single => may_look_back(single),
    }
}

/// Whether a single condition looks back at any event.
pub fn may_look_back(when: &When) -> bool {
    match when {
        When::Leaves(_) | When::Dies(_) | When::Sacrifices(..) | When::Unattached(_) | When::Countered(_) => {
            true
        }
        When::Moves { from: Some(ZoneKind::Battlefield | ZoneKind::Graveyard), .. } => true,
        When::Moves { to: Some(ZoneKind::Hand | ZoneKind::Library), from, .. } => {
            !matches!(from, Some(ZoneKind::Hand | ZoneKind::Library))
        }
        _ => false,
    }
}
