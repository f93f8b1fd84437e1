//! Which events that are about to happen a pattern means (614.1), and what is known of them in their stead.

use duelog_kernel::{ObjectId, Seat, unsettled};

use crate::cite;
use crate::language::definition::{Deed, Group, Reason, Ref, TurnPart, Verb, When, ZoneKind};
use crate::rules::effects::placed;
use crate::rules::eval::Sight;
use crate::rules::game::Magic;
use crate::rules::pattern::{Eye, Path, begins, receives};
use crate::state::{CodeRef, EventContext, MoveReason, Proposal, Sift, Step, Value, Zone};

impl Magic {
    /// Where what is done instead of an event begins with the move of the object itself, or of the one that the
    /// event is about, that happens at the same moment as all else that happens then (400.6). Its script finds
    /// it done.
    pub(super) fn begins_with(
        &self,
        sight: &Sight<'_>,
        code: CodeRef,
        source: ObjectId,
        event: &Proposal,
    ) -> Vec<Proposal> {
        let Some(Verb::Move(Group::Of(what), to)) = self.card_pool.verb(code, 0) else { return Vec::new() };
        let moved = match (what, event) {
            (Ref::This, _) => source,
            (Ref::Event, Proposal::Move { object, .. }) => *object,
            (Ref::Event, Proposal::Destroy { object, .. }) if self.card_pool.tells_what_is_destroyed() => {
                *object
            }
            _ => return Vec::new(),
        };
        let owner = sight.object(moved).map(|own| own.owner);
        owner.map(|owner| placed(moved, owner, *to, owner, MoveReason::Effect)).into_iter().collect()
    }

    /// What a script knows of the event in whose stead it is done.
    pub(super) fn told_instead(&self, sight: &Sight<'_>, event: &Proposal) -> EventContext {
        let none = EventContext { amount: 1, ..EventContext::default() };
        let of = |object: ObjectId, amount| EventContext { object: Some(object), amount, ..none };
        let by = |seat: Seat, amount| EventContext { player: Some(seat), amount, ..none };
        match event {
            Proposal::Damage { source, to, amount, .. } => match to {
                Value::Object(hit) => EventContext { other: Some(*hit), ..of(*source, *amount) },
                Value::Seat(hit) => EventContext { player: Some(*hit), ..of(*source, *amount) },
                Value::Number(_) => of(*source, *amount),
            },
            Proposal::Move { object, .. } => {
                EventContext { player: sight.controller(*object), ..of(*object, 1) }
            }
            Proposal::Destroy { object, .. } if self.card_pool.tells_what_is_destroyed() => {
                EventContext { player: sight.controller(*object), ..of(*object, 1) }
            }
            Proposal::PutCounters(object, _, count, _, seat) => {
                EventContext { player: Some(*seat), ..of(*object, *count) }
            }
            Proposal::RemoveCounters(object, _, count) => of(*object, *count),
            Proposal::Draws(seat, amount)
            | Proposal::GainLife(seat, amount)
            | Proposal::LoseLife(seat, amount, _)
            | Proposal::GainCounters(seat, _, amount)
            | Proposal::Sift(_, seat, amount)
            | Proposal::Tokens { controller: seat, count: amount, .. } => by(*seat, *amount),
            Proposal::Draw(seat) | Proposal::Lose(seat, _) | Proposal::Shuffle(seat) => by(*seat, 1),
            Proposal::Destroy { .. }
            | Proposal::Token { .. }
            | Proposal::CancelCounters(..)
            | Proposal::Unattach(_)
            | Proposal::Step(_)
            | Proposal::Turn(_)
            | Proposal::TurnUp(..)
            | Proposal::Mana { .. } => none,
        }
    }
}

/// Whether an event that is about to happen is the one that is meant.
pub(super) fn happens(eye: Eye<'_, '_>, when: &When, event: &Proposal) -> bool {
    match (when, event) {
        (When::Moves { why: Some(Reason::Drawn), by, .. }, Proposal::Draw(seat)) => {
            // Whether there is a card to draw is not asked.
            cite!("120.6", "120.6a");
            eye.is(by.as_ref(), *seat)
        }
        (When::Draws { by, least }, Proposal::Draws(seat, number)) => {
            cite!("120.2a");
            number >= least && eye.is(by.as_ref(), *seat)
        }
        (When::DrawsBeside { by }, Proposal::Draw(seat)) => {
            let board = eye.sight.board;
            let player = board.player(*seat);
            let first = board.turn.step == Step::Draw
                && board.is_active(*seat)
                && player.drawn == player.drawn_before;
            eye.is(by.as_ref(), *seat) && !first
        }
        (When::Does { who, deed, what }, _) => does(*deed, event).is_some_and(|(seat, with)| {
            eye.is(who.as_ref(), seat) && with.is_none_or(|with| eye.matches(what, with))
        }),
        (
            When::Damages { from, to, combat, prevented: false, .. },
            Proposal::Damage { source, to: hit, combat: fight, .. },
        ) => {
            combat.is_none_or(|combat| combat == *fight)
                && eye.matches(from, *source)
                && receives(eye.sight, to, *hit, eye.scope)
        }
        (When::Counters { kind, what, removed: false, by }, Proposal::PutCounters(object, put, .., seat)) => {
            eye.is(by.as_ref(), *seat)
                && kind.is_none_or(|kind| kind == *put)
                && eye.sight.board.is_permanent(*object)
                && eye.matches(what, *object)
        }
        (
            When::Counters { kind, what, removed: true, by: None },
            Proposal::RemoveCounters(object, gone, count),
        ) => kind.is_none_or(|kind| kind == *gone) && *count > 0 && eye.matches(what, *object),
        (When::Moves { what, why: Some(Reason::Destroyed), by, .. }, Proposal::Destroy { object, .. }) => {
            eye.matches(what, *object)
                && eye.sight.controller(*object).is_none_or(|seat| eye.is(by.as_ref(), seat))
        }
        (When::Moves { why: Some(Reason::Drawn | Reason::Destroyed), .. }, _) => false,
        (When::Moves { .. } | When::Dies(_) | When::Enters(_), Proposal::Move { object, to, why, .. }) => {
            Path::of(when).is_some_and(|path| path.fits(eye, *object, *to, *why))
        }
        (When::Begins { step: TurnPart::Turn, whose }, Proposal::Turn(seat)) => {
            eye.sight.board.mates(*seat).into_iter().any(|seat| eye.is(whose.as_ref(), seat))
        }
        (When::Begins { step: span, whose }, Proposal::Step(step)) => {
            begins(*span, *step)
                && eye.sight.board.active_players().into_iter().any(|seat| eye.is(whose.as_ref(), seat))
        }
        (When::Either(all), _) => all.iter().any(|when| happens(eye, when, event)),
        _ => {
            unsettled::note(!is_replaced(when), when);
            false
        }
    }
}

/// Returns whether such events are replaced; a definition that says so of others is refused.
fn is_replaced(when: &When) -> bool {
    match when {
        When::Draws { .. }
        | When::DrawsBeside { .. }
        | When::Damages { .. }
        | When::Counters { .. }
        | When::Does { .. }
        | When::Moves { .. }
        | When::Dies(_)
        | When::Enters(_)
        | When::Either(_)
        | When::Begins { .. } => true,
        When::Combat { .. }
        | When::Casts { .. }
        | When::Becomes { .. }
        | When::State(_)
        | When::Reflexive
        | When::Together(_)
        | When::Nth(..)
        | When::ThisTurn(_)
        | When::Chapter(_)
        | When::Always(_)
        | When::UntilYourTurn(_)
        | When::NextThisTurn(_)
        | When::EachOf(_)
        | When::ThisCombat(_)
        | When::Targeted { .. }
        | When::Level(_) => false,
    }
}

/// Who is about to do something, and with what, if it is done with anything.
fn does(deed: Deed, event: &Proposal) -> Option<(Seat, Option<ObjectId>)> {
    let seat = match (deed, event) {
        (Deed::LoseGame, Proposal::Lose(seat, _))
        | (Deed::GainLife, Proposal::GainLife(seat, _))
        | (Deed::LoseLife, Proposal::LoseLife(seat, ..))
        | (Deed::Shuffle, Proposal::Shuffle(seat))
        | (Deed::Scry, Proposal::Sift(Sift::Scry, seat, _))
        | (Deed::Surveil, Proposal::Sift(Sift::Surveil, seat, _))
        | (Deed::GetPlayerCounters, Proposal::GainCounters(seat, ..))
        | (Deed::CreateToken, Proposal::Tokens { controller: seat, .. }) => *seat,
        (Deed::TapForMana, Proposal::Mana { seat, source, tapped: true, .. }) => {
            cite!("106.11b");
            return Some((*seat, Some(*source)));
        }
        (
            Deed::LoseGame
            | Deed::GainLife
            | Deed::LoseLife
            | Deed::Shuffle
            | Deed::Scry
            | Deed::Surveil
            | Deed::GetPlayerCounters
            | Deed::CreateToken
            | Deed::TapForMana,
            _,
        ) => return None,
        (deed, _) => {
            unsettled::note(true, &deed);
            return None;
        }
    };
    Some((seat, None))
}

/// Whether there is any of an event to be replaced: nothing happens of no damage, life or counters (614.7a).
pub(super) fn is_something(event: &Proposal) -> bool {
    match event {
        Proposal::Damage { amount, .. }
        | Proposal::GainLife(_, amount)
        | Proposal::LoseLife(_, amount, _)
        | Proposal::PutCounters(_, _, amount, ..)
        | Proposal::GainCounters(_, _, amount)
        | Proposal::Tokens { count: amount, .. } => {
            cite!("614.7a");
            *amount > 0
        }
        _ => true,
    }
}

/// Whether a pattern means permanents as they enter the battlefield.
pub(super) fn is_of_entering(when: &When) -> bool {
    match when {
        When::Either(all) => all.iter().any(is_of_entering),
        when => Path::of(when).is_some_and(|path| path.to == Some(ZoneKind::Battlefield)),
    }
}

/// Whether an event is a move onto the battlefield.
pub(super) fn enters(event: &Proposal) -> bool {
    matches!(event, Proposal::Move { to: Zone::Battlefield, .. })
}
