//! Which events a triggered ability waits for, and what it then knows of them (603.2).

use duelog_kernel::{ObjectId, Seat, bounds};

use crate::cite;
use crate::language::definition::{Becoming, Counter, Deed, Filter, Recipient, Ref, Role, When};
use crate::rules::eval::{Scope, Sight};
use crate::rules::pattern::{Eye, Path, begins, receives};
use crate::state::event::Event;
use crate::state::{Attack, EventContext, MoveReason, Value, Zone};

fn of_object(object: ObjectId) -> EventContext {
    EventContext { object: Some(object), ..EventContext::default() }
}

fn of_player(player: Seat, amount: u32) -> EventContext {
    EventContext { player: Some(player), amount, ..EventContext::default() }
}

fn one(holds: bool, context: EventContext) -> Vec<EventContext> {
    if holds { vec![context] } else { Vec::new() }
}

/// How an object enters the battlefield or dies, whatever else moves.
fn moved_alone(eye: Eye<'_, '_>, when: &When, event: &Event) -> Vec<EventContext> {
    let found = Path::of(when).map_or(Vec::new(), |path| moved(eye, &path, event));
    found.into_iter().map(|context| EventContext { other: None, ..context }).collect()
}

/// How often, and with what, an event is the one that a triggered ability waits for (603.2c).
pub fn occurrences(sight: &Sight<'_>, when: &When, event: &Event, scope: &Scope<'_>) -> Vec<EventContext> {
    let eye = Eye { sight, scope };
    match when {
        When::Moves { .. } => Path::of(when).map_or(Vec::new(), |path| moved(eye, &path, event)),
        When::Enters(_) | When::Dies(_) => moved_alone(eye, when, event),
        When::Combat { role: Role::Attacks, what, with, alone, least } => {
            attacked(eye, (what, with.as_ref(), *alone, *least), event)
        }
        When::Combat { role: Role::Blocks, what, with, alone, least } => {
            blocked(eye, (what, with.as_ref(), *alone, *least), event)
        }
        When::Combat { role: Role::IsBlocked, what, with, alone, least } => {
            got_blocked(eye, (what, with.as_ref(), *alone, *least), event)
        }
        When::Combat { role: Role::IsUnblocked, what, alone, .. } => unblocked(eye, what, *alone, event),
        When::Damages { from, to, combat, prevented: false, .. } => damaged(eye, (from, to, *combat), event),
        When::Damages { from, to, combat, prevented: true, .. } => prevented(eye, (from, to, *combat), event),
        When::Begins { step, whose } => {
            let Event::StepBegan(begun) = event else { return Vec::new() };
            cite!("500.6", "511.2", "513.2", "603.2b");
            let mut active = sight.board.active_players();
            // An ability of a plane that says `you` of both players triggers once.
            let both = *whose == Some(Ref::You) && sight.means_team(eye.scope);
            if whose.is_none() || both {
                active = vec![sight.board.turn.active];
            }
            active.retain(|seat| begins(*step, *begun) && eye.is(whose.as_ref(), *seat));
            active.into_iter().map(|seat| of_player(seat, 0)).collect()
        }
        When::Casts { by, what } => {
            let Event::SpellCast(seat, spell) = event else { return Vec::new() };
            let holds = eye.is(by.as_ref(), *seat) && eye.matches(what, *spell);
            one(holds, EventContext { player: Some(*seat), ..of_object(*spell) })
        }
        When::Does { who, deed, what } => does(eye, (who.as_ref(), *deed, what), event),
        When::Becomes { what, state, of } => becomes(eye, (what, of.as_ref()), *state, event),
        When::Targeted { who, of } => {
            let Event::PlayerTargeted(seat, by) = event else { return Vec::new() };
            cite!("603.2d");
            let meant = eye.is(who.as_ref(), *seat) && eye.matches(of, *by);
            one(meant, EventContext { other: Some(*by), ..of_player(*seat, 1) })
        }
        When::Chapter(number) => chapter(eye, *number, event),
        When::Level(level) => match event {
            Event::LevelReached(id, reached) => {
                one(level == reached && eye.scope.source == Some(*id), of_object(*id))
            }
            _ => Vec::new(),
        },
        When::Counters { kind, what, removed, by } => {
            counters(eye, (*kind, what, *removed), by.as_ref(), event)
        }
        When::EachOf(inner) => {
            cite!("702.53b");
            let all = parts(inner).into_iter().flat_map(|part| occurrences(sight, part, event, scope));
            all.flat_map(|context| vec![context; bounds::times(context.amount)]).collect()
        }
        When::Together(_)
        | When::Draws { .. }
        | When::DrawsBeside { .. }
        | When::Nth(..)
        | When::ThisCombat(_)
        | When::State(_)
        | When::Reflexive
        | When::Either(_)
        | When::Always(_)
        | When::UntilYourTurn(_)
        | When::NextThisTurn(_)
        | When::ThisTurn(_) => Vec::new(),
    }
}

/// Whether a trigger condition could be about an event, whatever the table: only then is it looked at whether it
/// is.
pub fn could_hear(when: &When, event: &Event) -> bool {
    match when {
        When::Either(all) => all.iter().any(|when| could_hear(when, event)),
        When::ThisTurn(inner)
        | When::Always(inner)
        | When::UntilYourTurn(inner)
        | When::NextThisTurn(inner)
        | When::Together(inner)
        | When::Nth(_, inner)
        | When::ThisCombat(inner)
        | When::EachOf(inner) => could_hear(inner, event),
        When::Enters(_) | When::Dies(_) | When::Moves { .. } => {
            matches!(event, Event::Moved { .. } | Event::TokenMade { .. } | Event::LeftGame { .. })
        }
        When::Begins { .. } => matches!(event, Event::StepBegan(_)),
        When::Casts { .. } => matches!(event, Event::SpellCast(..)),
        When::Targeted { .. } => matches!(event, Event::PlayerTargeted(..)),
        When::Damages { .. } => matches!(event, Event::Damaged { .. } | Event::DamagePrevented { .. }),
        // Of many kinds: what happens most often is none of them.
        When::Does { .. } | When::Becomes { .. } | When::Combat { .. } => match event {
            Event::Moved { .. } | Event::TokenMade { .. } | Event::StepBegan(_) | Event::SpellCast(..) => {
                false
            }
            Event::Tapped(_) => matches!(when, When::Becomes { state: Becoming::Tapped, .. }),
            Event::Untapped(_) => matches!(when, When::Becomes { state: Becoming::Untapped, .. }),
            Event::TappedForMana(..) => matches!(when, When::Does { deed: Deed::TapForMana, .. }),
            _ => true,
        },
        When::Chapter(_) | When::Level(_) | When::Counters { .. } => !matches!(
            event,
            Event::Tapped(_) | Event::Untapped(_) | Event::StepBegan(_) | Event::SpellCast(..)
        ),
        When::State(_) | When::Reflexive | When::Draws { .. } | When::DrawsBeside { .. } => false,
    }
}

/// Zone changes (603.6).
fn moved(eye: Eye<'_, '_>, path: &Path<'_>, event: &Event) -> Vec<EventContext> {
    cite!("603.6c");
    let (left, reached, object, new, why) = match event {
        Event::Moved { from, to, object, new, why, also, .. } => {
            // A permanent leaves, but each of two cards comes to where it goes.
            if let Some(also) = also.filter(|_| !path.looks_back(from.is_hidden())) {
                let all = [*new, also].into_iter();
                return all.flat_map(|new| moved_to(eye, path, (*from, *to, new, new, Some(*why)))).collect();
            }
            (*from, *to, *object, *new, Some(*why))
        }
        Event::TokenMade { new, .. } => (Zone::Gone, Zone::Battlefield, *new, *new, None),
        Event::LeftGame { object, from, .. } => (*from, Zone::Gone, *object, *object, None),
        _ => return Vec::new(),
    };
    moved_to(eye, path, (left, reached, object, new, why)).into_iter().collect()
}

/// A zone change of an object: from where, to where, which, what it became, and why.
type Change = (Zone, Zone, ObjectId, ObjectId, Option<MoveReason>);

fn moved_to(
    eye: Eye<'_, '_>,
    path: &Path<'_>,
    (left, reached, object, new, why): Change,
) -> Option<EventContext> {
    let sight = eye.sight;
    let goes = path.from.is_none_or(|from| left.is(from))
        && path.to.is_none_or(|to| reached.is(to))
        && why.map_or(path.why.is_none(), |why| path.is_for(why));
    // Where it is not looked back at, a card is what it is where it has gone: also one that comes from
    // anywhere (603.6c).
    cite!("801.7a");
    let seen = if path.looks_back(left.is_hidden()) { object } else { new };
    let player = sight.controller(seen);
    let whose = || player.is_some_and(|player| eye.is(path.by, player)) && path.is_caused(eye);
    // Nothing is defined of a card that is discarded unseen.
    let undefined = why == Some(MoveReason::DiscardedUnseen) && path.what.asks_what_it_is();
    if !goes || undefined || !whose() || !eye.matches(path.what, seen) {
        return None;
    }
    // Nobody but its owner knows what goes from one hidden zone to another.
    if left.is_hidden() && reached.is_hidden() {
        return player.map(|player| of_player(player, 1));
    }
    // Of what was elsewhere than on the battlefield or the stack nothing is remembered.
    let known = if matches!(left, Zone::Battlefield | Zone::Stack) { seen } else { new };
    Some(EventContext { other: Some(new), player, ..of_object(known) })
}

fn attacked(eye: Eye<'_, '_>, (what, with, alone, least): Fighter<'_>, event: &Event) -> Vec<EventContext> {
    cite!("508.2a", "508.3a", "508.3b", "508.3c", "508.6");
    let Event::AttackersDeclared(attacks) = event else { return Vec::new() };
    // 702.82b: it attacks alone that was declared as the only one.
    cite!("506.5", "702.82b");
    if alone && attacks.len() != 1 || attacks.len() < least as usize {
        return Vec::new();
    }
    let meant = |attack: &&Attack| {
        let whom = |with| attack.defender.is_some_and(|hit| receives(eye.sight, with, hit, eye.scope));
        eye.matches(what, attack.attacker) && with.is_none_or(whom)
    };
    let context = |attack: &Attack| match attack.defender {
        Some(Value::Seat(seat)) => EventContext { player: Some(seat), ..of_object(attack.attacker) },
        Some(Value::Object(other)) => EventContext { other: Some(other), ..of_object(attack.attacker) },
        Some(Value::Number(_)) | None => of_object(attack.attacker),
    };
    attacks.iter().filter(meant).map(context).collect()
}

/// A creature that fights others, with these if any are named, whether it must be the only one, and how many of
/// them there are at least.
type Fighter<'a> = (&'a Filter, Option<&'a Recipient>, bool, u32);

/// Whether a creature fights as many others as is asked for.
fn are_enough(number: usize, least: u32) -> bool {
    if least > 0 {
        cite!("509.5e");
    }
    number >= least as usize
}

/// 509.5b, 509.5d: once for each pair, by what the creatures are as they become blocking and blocked
/// (509.5f).
fn pairs(
    eye: Eye<'_, '_>,
    what: &Filter,
    with: &Recipient,
    pairs: impl Iterator<Item = (ObjectId, ObjectId)>,
) -> Vec<EventContext> {
    let meant = |pair: &(ObjectId, ObjectId)| {
        eye.matches(what, pair.0) && receives(eye.sight, with, Value::Object(pair.1), eye.scope)
    };
    cite!("509.5f");
    let context = |(object, other)| EventContext { other: Some(other), ..of_object(object) };
    pairs.filter(meant).map(context).collect()
}

fn blocked(eye: Eye<'_, '_>, (what, with, alone, least): Fighter<'_>, event: &Event) -> Vec<EventContext> {
    if let Event::MadeToBlock { blocker, attacker, anew, .. } = event {
        // What blocks already goes on blocking, and does not come to block.
        let now = eye.sight.blocks(*blocker).map_or(0, <[ObjectId]>::len);
        let comes = if least > 0 { are_enough(now, least) && now == least as usize } else { *anew };
        if alone || !comes {
            return Vec::new();
        }
        let pair = std::iter::once((*blocker, *attacker));
        return match with {
            Some(with) => pairs(eye, what, with, pair),
            None => one(
                eye.matches(what, *blocker),
                EventContext { other: Some(*attacker), ..of_object(*blocker) },
            ),
        };
    }
    let Event::BlockersDeclared(blocks) = event else { return Vec::new() };
    cite!("506.5");
    if alone && blocks.len() != 1 {
        return Vec::new();
    }
    if let Some(with) = with {
        cite!("509.5b");
        let each = blocks.iter().flat_map(|block| block.1.iter().map(|attacker| (block.0, *attacker)));
        return pairs(eye, what, with, each);
    }
    cite!("509.5a");
    blocks
        .iter()
        .filter(|block| eye.matches(what, block.0) && are_enough(block.1.len(), least))
        .map(|block| EventContext { other: block.1.first().copied(), ..of_object(block.0) })
        .collect()
}

fn got_blocked(
    eye: Eye<'_, '_>,
    (what, with, alone, least): Fighter<'_>,
    event: &Event,
) -> Vec<EventContext> {
    if let Event::CameBlocking { blocker, attacker, first, .. }
    | Event::MadeToBlock { blocker, attacker, first, .. } = event
    {
        // 509.5c, 509.5d: an attacker that was blocked already becomes blocked by one creature more.
        let Some(with) = with else {
            // One more can make them enough.
            let now = eye.sight.board.attack(*attacker).map_or(0, |attack| attack.blockers.len());
            let comes = if least == 0 { *first } else { are_enough(now, least) && now == least as usize };
            let holds = comes && !alone && eye.matches(what, *attacker);
            return one(holds, EventContext { other: Some(*blocker), ..of_object(*attacker) });
        };
        return pairs(eye, what, with, std::iter::once((*attacker, *blocker)));
    }
    // 509.5d: by no creature.
    if let (Event::BecameBlocked(ids), None) = (event, with) {
        let holds = least == 0 && (!alone || ids.len() == 1);
        let meant = ids.iter().copied().filter(|id| holds && eye.matches(what, *id));
        return meant.map(of_object).collect();
    }
    let Event::BlockersDeclared(blocks) = event else { return Vec::new() };
    let attacks: Vec<&Attack> =
        eye.sight.board.combat.attacks.iter().filter(|attack| attack.blocked).collect();
    if alone && attacks.len() != 1 {
        return Vec::new();
    }
    if let Some(with) = with {
        cite!("509.5d");
        let each = blocks.iter().flat_map(|block| block.1.iter().map(|attacker| (*attacker, block.0)));
        return pairs(eye, what, with, each);
    }
    cite!("509.5c");
    attacks
        .into_iter()
        .filter(|attack| eye.matches(what, attack.attacker) && are_enough(attack.blockers.len(), least))
        .map(|attack| EventContext { other: attack.blockers.first().copied(), ..of_object(attack.attacker) })
        .collect()
}

fn unblocked(eye: Eye<'_, '_>, what: &Filter, alone: bool, event: &Event) -> Vec<EventContext> {
    if !matches!(event, Event::BlockersDeclared(_)) {
        return Vec::new();
    }
    cite!("508.3d", "509.5g");
    // Each of several defending players declares blockers for the attackers of the own.
    let board = eye.sight.board;
    let declares = |attack: &Attack| {
        let last = board.combat.defended.last();
        last.is_none_or(|seat| board.are_mates(*seat, eye.sight.defending(attack)))
    };
    let free = board.combat.attacks.iter().filter(|attack| !attack.blocked && declares(attack));
    let free: Vec<ObjectId> = free.map(|attack| attack.attacker).collect();
    if alone && free.len() != 1 {
        return Vec::new();
    }
    free.into_iter().filter(|attacker| eye.matches(what, *attacker)).map(of_object).collect()
}

/// From what, to whom, and whether in combat.
type Damage<'a> = (&'a Filter, &'a Recipient, Option<bool>);

fn damaged(eye: Eye<'_, '_>, (from, to, wanted): Damage<'_>, event: &Event) -> Vec<EventContext> {
    let Event::Damaged { source, to: hit, amount, combat, .. } = event else { return Vec::new() };
    let holds = wanted.is_none_or(|wanted| wanted == *combat)
        && eye.matches(from, *source)
        && receives(eye.sight, to, *hit, eye.scope);
    one(holds, of_damage(*source, *hit, *amount))
}

fn prevented(eye: Eye<'_, '_>, (from, to, _): Damage<'_>, event: &Event) -> Vec<EventContext> {
    let Event::DamagePrevented { source, to: hit, amount } = event else { return Vec::new() };
    let holds = eye.matches(from, *source) && receives(eye.sight, to, *hit, eye.scope);
    one(holds, of_damage(*source, *hit, *amount))
}

fn of_damage(source: ObjectId, hit: Value, amount: u32) -> EventContext {
    let (other, player) = match hit {
        Value::Object(id) => (Some(id), None),
        Value::Seat(seat) => (None, Some(seat)),
        Value::Number(_) => (None, None),
    };
    EventContext { object: Some(source), other, player, amount }
}

fn does(
    eye: Eye<'_, '_>,
    (who, deed, what): (Option<&Ref>, Deed, &Filter),
    event: &Event,
) -> Vec<EventContext> {
    match (deed, event) {
        (Deed::GainLife, Event::LifeGained(seat, amount))
        | (Deed::LoseLife, Event::LifeLost(seat, amount)) => {
            one(eye.is(who, *seat), of_player(*seat, *amount))
        }
        (Deed::Shuffle, Event::Shuffled(seat, _)) => {
            cite!("701.19e");
            one(eye.is(who, *seat), of_player(*seat, 1))
        }
        (Deed::TapForMana, Event::TappedForMana(id, seat, types)) => one(
            eye.is(who, *seat) && eye.matches(what, *id),
            EventContext { player: Some(*seat), amount: u32::from(*types), ..of_object(*id) },
        ),
        (Deed::LoseControl, Event::ControlLost(id, seat)) => one(
            eye.is(who, *seat) && eye.matches(what, *id),
            EventContext { player: Some(*seat), ..of_object(*id) },
        ),
        (Deed::RevealFirstDraw, Event::DrawRevealed(id, by)) => {
            one(eye.scope.source == Some(*by) && eye.matches(what, *id), of_object(*id))
        }
        (deed, Event::Performed(done, seat, object, amount)) => {
            let meant =
                deed == *done && eye.is(who, *seat) && object.is_none_or(|object| eye.matches(what, object));
            one(meant, EventContext { object: *object, other: None, player: Some(*seat), amount: *amount })
        }
        (Deed::WinFlip, Event::CoinFlipped(seat, _, Some(won)))
        | (Deed::LoseFlip, Event::CoinFlipped(seat, _, Some(won))) => {
            one((deed == Deed::WinFlip) == *won && eye.is(who, *seat), of_player(*seat, 1))
        }
        (Deed::Crew, Event::Crewed(creature, vehicle)) => {
            let seat = eye.sight.controller(*creature);
            let holds = seat.is_some_and(|seat| eye.is(who, seat)) && eye.matches(what, *creature);
            cite!("702.121b");
            one(holds, EventContext { other: Some(*vehicle), ..of_object(*creature) })
        }
        (Deed::LoseGame, Event::PlayerLost(seat, _)) => {
            cite!("603.9");
            one(eye.is(who, *seat), of_player(*seat, 1))
        }
        // The other deeds are what rules speak of.
        (_, _) => Vec::new(),
    }
}

fn becomes(
    eye: Eye<'_, '_>,
    (what, of): (&Filter, Option<&Filter>),
    state: Becoming,
    event: &Event,
) -> Vec<EventContext> {
    // To transform is another event than to be turned face up or down.
    cite!("701.27b");
    let (id, other) = match (state, event) {
        (Becoming::Tapped, Event::Tapped(id)) | (Becoming::Untapped, Event::Untapped(id)) => (*id, None),
        (Becoming::Target, Event::BecameTarget(id, other))
        | (Becoming::Unattached, Event::CameOff(id, other)) => (*id, Some(*other)),
        (Becoming::FaceUp, Event::TurnedUp(id, x)) => {
            // What it costs to turn it can have an X, of which its abilities speak.
            cite!("702.36f");
            return one(eye.matches(what, *id), EventContext { amount: *x, ..of_object(*id) });
        }
        (Becoming::Transformed, Event::Transformed(id, _)) => {
            cite!("701.27e");
            (*id, None)
        }
        (Becoming::PhasedOut, Event::PhasedOut(id, ..)) | (Becoming::PhasedIn, Event::PhasedIn(id, _)) => {
            (*id, None)
        }
        (
            Becoming::Tapped
            | Becoming::Untapped
            | Becoming::Target
            | Becoming::Unattached
            | Becoming::Transformed
            | Becoming::PhasedOut
            | Becoming::PhasedIn
            | Becoming::FaceUp,
            _,
        ) => {
            return Vec::new();
        }
    };
    cite!("603.2d");
    let by = of.is_none_or(|of| other.is_some_and(|by| eye.matches(of, by)));
    one(by && eye.matches(what, id), EventContext { other, ..of_object(id) })
}

/// Once where the lore counters of the Saga that looks have reached the chapter's number (714.2b).
fn chapter(eye: Eye<'_, '_>, number: u32, event: &Event) -> Vec<EventContext> {
    let put = match event {
        Event::CountersPut(id, Counter::Lore, count, _) => Some((*id, *count)),
        Event::Moved { to: Zone::Battlefield, new, entering, .. }
        | Event::TokenMade { new, entering, .. } => {
            entering.counters.iter().find(|entry| entry.0 == Counter::Lore).map(|entry| (*new, entry.1))
        }
        _ => None,
    };
    let Some((id, count)) = put.filter(|put| eye.scope.source == Some(put.0)) else { return Vec::new() };
    cite!("714.2b");
    let now = eye.sight.object(id).map_or(0, |object| object.counters(Counter::Lore));
    one(now >= number && now.saturating_sub(count) < number, of_object(id))
}

/// Once for each counter (603.2c).
fn counters(
    eye: Eye<'_, '_>,
    (kind, what, removed): (Option<Counter>, &Filter, bool),
    by: Option<&Ref>,
    event: &Event,
) -> Vec<EventContext> {
    let (id, count, seat) = match event {
        Event::CountersRemoved(id, of, count) if removed && kind.is_none_or(|kind| kind == *of) => {
            (*id, *count, None)
        }
        Event::CountersPut(id, of, count, seat) if !removed && kind.is_none_or(|kind| kind == *of) => {
            (*id, *count, Some(*seat))
        }
        // 121.6: those that it enters with too.
        Event::Moved { to: Zone::Battlefield, new, entering, .. }
        | Event::TokenMade { new, entering, .. }
            if !removed =>
        {
            let of = |entry: &&(Counter, u32)| kind.is_none_or(|kind| kind == entry.0);
            // Its controller puts them, where nothing else is said.
            cite!("121.6a");
            let seat = eye.sight.controller(*new);
            (*new, bounds::sum(entering.counters.iter().filter(of).map(|entry| entry.1)), seat)
        }
        _ => return Vec::new(),
    };
    let meant_by = by.is_none() || seat.is_some_and(|seat| eye.is(by, seat));
    // Of counters on a card in exile only its own abilities speak.
    let zone = eye.sight.object(id).map(|object| object.zone);
    let told = zone == Some(Zone::Battlefield) || eye.scope.source == Some(id);
    let meant = count > 0 && meant_by && told && eye.matches(what, id);
    if meant { vec![of_object(id); bounds::times(count)] } else { Vec::new() }
}

/// The single conditions of which a trigger condition consists.
pub fn parts(when: &When) -> Vec<&When> {
    match when {
        When::Either(all) => all.iter().flat_map(parts).collect(),
        When::ThisTurn(when)
        | When::Always(when)
        | When::UntilYourTurn(when)
        | When::NextThisTurn(when)
        | When::Together(when)
        | When::ThisCombat(when)
        | When::Nth(_, when) => parts(when),
        single => vec![single],
    }
}

/// Whether a single condition looks back at what was there just before the event (603.10). Who loses control
/// is looked back at by what a permanent itself remembers (603.10d).
pub fn looks_back(when: &When, event: &Event) -> bool {
    match Path::of(when) {
        Some(path) => path.looks_back(
            matches!(event, Event::Moved { from, .. } | Event::LeftGame { from, .. } if from.is_hidden()),
        ),
        None => may_look_back(when),
    }
}

/// Whether a single condition looks back at any event.
pub fn may_look_back(when: &When) -> bool {
    match Path::of(when) {
        Some(path) => path.may_look_back(),
        None => {
            cite!("603.10b", "603.10c", "603.10f");
            matches!(
                when,
                When::Becomes { state: Becoming::Unattached | Becoming::PhasedOut, .. }
                    | When::Does { deed: Deed::LoseGame | Deed::PlaneswalkAway, .. }
            )
        }
    }
}
