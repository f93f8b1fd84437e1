//! What the event pattern of definitions means, for those who wait for events (603.2) and those who replace
//! them (614.1).

use duelog_kernel::{ObjectId, Seat};

use crate::cite;
use crate::language::definition::{Filter, Reason, Recipient, Ref, TurnPart, When, ZoneKind};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::state::{Board, Frame, MoveReason, Step, Value, Zone};

/// What looks at an event: the table, and from where.
#[derive(Clone, Copy)]
pub struct Eye<'a, 'b> {
    /// The table.
    pub sight: &'a Sight<'b>,
    /// From where.
    pub scope: &'a Scope<'b>,
}

impl Eye<'_, '_> {
    /// Whether an object is meant.
    pub fn matches(&self, filter: &Filter, id: ObjectId) -> bool {
        self.sight.matches(filter, id, self.scope)
    }

    /// Whether a player is the one who is meant; anyone is where nobody is named.
    pub fn is(&self, who: Option<&Ref>, seat: Seat) -> bool {
        if !self.sight.reaches(Value::Seat(seat), self.scope) {
            cite!("801.7");
            return false;
        }
        match who {
            None => true,
            // Any of them.
            Some(Ref::Opponent) => self.sight.opponents_meant(self.scope).contains(&seat),
            Some(who) => self.sight.is_seat(who, seat, self.scope),
        }
    }
}

/// Zone changes that an ability waits for, with the short forms written out.
pub struct Path<'a> {
    /// What moves.
    pub what: &'a Filter,
    /// Where from.
    pub from: Option<ZoneKind>,
    /// Where to.
    pub to: Option<ZoneKind>,
    /// Why.
    pub why: Option<Reason>,
    /// Whose it is.
    pub by: Option<&'a Ref>,
    /// Whose spell or ability makes it move.
    pub because: Option<&'a Ref>,
}

impl<'a> Path<'a> {
    /// The zone changes of a pattern, if it is one of these.
    pub fn of(when: &'a When) -> Option<Path<'a>> {
        let path = |what, from, to| Some(Path { what, from, to, why: None, by: None, because: None });
        match when {
            When::Enters(what) => path(what, None, Some(ZoneKind::Battlefield)),
            When::Dies(what) => path(what, Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard)),
            When::Moves { what, from, to, why, by, because } => Some(Path {
                what,
                from: *from,
                to: *to,
                why: *why,
                by: by.as_ref(),
                because: because.as_ref(),
            }),
            _ => None,
        }
    }

    /// Whether a move happens for the reason that is meant. What is cycled is discarded too, and counts once
    /// (702.28d).
    pub fn is_for(&self, why: MoveReason) -> bool {
        let cycled = || {
            cite!("702.28d");
            self.why == Some(Reason::Discarded)
        };
        match (self.why, why) {
            (None, _) => true,
            (_, MoveReason::Cycled) => self.why == Some(Reason::Cycled) || cycled(),
            (wanted, why) => wanted == reason(why),
        }
    }

    /// Whether such a move is meant of an object that is about to move.
    pub fn fits(&self, eye: Eye<'_, '_>, object: ObjectId, to: Zone, why: MoveReason) -> bool {
        let Some(from) = eye.sight.object(object).map(|object| object.zone) else { return false };
        self.from.is_none_or(|wanted| from.is(wanted))
            && self.to.is_none_or(|wanted| to.is(wanted))
            && self.is_for(why)
            && eye.matches(self.what, object)
            && eye.sight.controller(object).is_some_and(|seat| eye.is(self.by, seat))
            && self.is_caused(eye)
    }

    /// True if it is the effect of a spell or ability of the player who is meant that makes something move now.
    pub fn is_caused(&self, eye: Eye<'_, '_>) -> bool {
        let Some(who) = self.because else { return true };
        cite!("608.2");
        by_effect_now(eye.sight.board).is_some_and(|seat| eye.is(Some(who), seat))
    }

    /// Whether it looks back at any event.
    pub fn may_look_back(&self) -> bool {
        cite!("603.10e");
        matches!(self.why, Some(Reason::Sacrificed | Reason::Countered))
            || matches!(self.from, Some(ZoneKind::Battlefield | ZoneKind::Graveyard))
            || matches!(self.to, Some(ZoneKind::Hand | ZoneKind::Library))
                && !matches!(self.from, Some(ZoneKind::Hand | ZoneKind::Library))
                && self.why != Some(Reason::Drawn)
    }

    /// Whether it looks back at what was there just before an event (603.10) that moves something out of a
    /// zone, a hidden one or not.
    pub fn looks_back(&self, hidden: bool) -> bool {
        let named = matches!(self.from, Some(ZoneKind::Battlefield | ZoneKind::Graveyard));
        self.may_look_back() && (named || self.why.is_some() || !hidden)
    }
}

/// Whose effect is at work, which is neither paid as a cost nor demanded by a rule; nobody's where none is.
pub fn by_effect_now(board: &Board) -> Option<Seat> {
    match board.acting() {
        // A mana ability is paid for before its script begins.
        Some(Frame::Running(running)) if running.cursor.at > 0 => Some(running.context.controller),
        _ => None,
    }
}

/// The reason that a pattern can name.
pub fn reason(why: MoveReason) -> Option<Reason> {
    match why {
        MoveReason::Drawn => Some(Reason::Drawn),
        MoveReason::Discarded | MoveReason::DiscardedUnseen => Some(Reason::Discarded),
        MoveReason::Cycled => Some(Reason::Cycled),
        MoveReason::Sacrificed => Some(Reason::Sacrificed),
        MoveReason::Destroyed | MoveReason::LethalDamage | MoveReason::DeathtouchDamage => {
            Some(Reason::Destroyed)
        }
        MoveReason::Countered => Some(Reason::Countered),
        MoveReason::Played => Some(Reason::Played),
        MoveReason::Resolved => Some(Reason::Resolved),
        MoveReason::Cast
        | MoveReason::ZeroToughness
        | MoveReason::NoLoyalty
        | MoveReason::Legend
        | MoveReason::World
        | MoveReason::Role
        | MoveReason::Unattached
        | MoveReason::Fizzled
        | MoveReason::Unentered
        | MoveReason::NotCast
        | MoveReason::Effect => None,
    }
}

/// Whether a span begins with a step.
pub fn begins(span: TurnPart, step: Step) -> bool {
    match span {
        TurnPart::Untap => step == Step::Untap,
        TurnPart::Upkeep => step == Step::Upkeep,
        TurnPart::Draw => step == Step::Draw,
        TurnPart::Combat | TurnPart::BeginCombat => step == Step::BeginCombat,
        TurnPart::FirstMain => step == Step::MainOne,
        TurnPart::SecondMain => step == Step::MainTwo,
        TurnPart::EndCombat => step == Step::EndCombat,
        TurnPart::End => step == Step::End,
        TurnPart::Cleanup => step == Step::Cleanup,
        TurnPart::DeclareAttackers => step == Step::DeclareAttackers,
        TurnPart::DeclareBlockers => step == Step::DeclareBlockers,
        TurnPart::CombatDamage => matches!(step, Step::FirstStrikeDamage | Step::CombatDamage),
        TurnPart::Turn => false,
    }
}

/// Whether damage to `hit` is what a recipient describes.
pub fn receives(sight: &Sight<'_>, recipient: &Recipient, hit: Value, scope: &Scope<'_>) -> bool {
    if !sight.reaches(hit, scope) {
        return false;
    }
    match (recipient, hit) {
        (Recipient::Anything, _) | (Recipient::Players, Value::Seat(_)) => true,
        (Recipient::You, Value::Seat(seat)) => sight.is_seat(&Ref::You, seat, scope),
        (Recipient::Opponents, Value::Seat(seat)) => {
            scope.controller.is_none_or(|own| sight.board.are_opponents(own, seat))
        }
        (Recipient::MostLife, Value::Seat(seat)) => {
            let life = |seat: Seat| sight.board.player(seat).life;
            sight.board.apnap().into_iter().all(|other| life(other) <= life(seat))
        }
        (Recipient::Player(who), Value::Seat(seat)) => sight.seat(who, scope) == Some(seat),
        (Recipient::Objects(filter), Value::Object(id)) => sight.matches(filter, id, scope),
        (Recipient::Defender(condition), _) => {
            cite!("508.5");
            let defending = match hit {
                Value::Seat(seat) => Some(seat),
                Value::Object(id) if sight.has_type(id, CardType::Planeswalker) => sight.controller(id),
                Value::Object(_) | Value::Number(_) => None,
            };
            let so = |seat| sight.holds(condition, &Scope { controller: Some(seat), ..*scope });
            defending.is_some_and(so)
        }
        (Recipient::Either(all), _) => all.iter().any(|recipient| receives(sight, recipient, hit, scope)),
        _ => false,
    }
}
