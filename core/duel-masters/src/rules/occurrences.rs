//! How often, and with which objects, something that happens meets what a definition says of an event
//! (603.2b).

use duelog_kernel::{ObjectId, Seat};

use crate::cite;
use crate::language::definition::{Becoming, Deed, Filter, Ref, Role, When};
use crate::language::types::Place;
use crate::rules::eval::{Scope, Sight};
use crate::state::{EventContext, MoveReason, Occasion, Value, Zone};

/// A zone change as a pattern is compared with it.
struct Move {
    old: ObjectId,
    new: ObjectId,
    from: Zone,
    to: Zone,
    by: Option<Seat>,
}

impl Move {
    /// Whether it leaves the battle zone. A card that leaves from under an evolution creature leaves as a
    /// card; the top card leaves as the creature.
    fn leaves(&self) -> bool {
        cite!("109.2b");
        self.from == Zone::Battle && self.to != Zone::Battle
    }

    /// The object that moved: as it was if it left the battle zone, else as it is now.
    fn object(&self) -> ObjectId {
        if self.leaves() { self.old } else { self.new }
    }
}

impl Sight<'_> {
    /// How often something that happens is such an event, and what a script then knows of it.
    pub fn occurrences(&self, when: &When, scope: &Scope<'_>, occasion: Occasion) -> Vec<EventContext> {
        match when {
            When::Moves { what, from, to, by } => {
                let caused = |moved: &Move| by.as_ref().is_none_or(|by| self.is_by(by, moved.by, scope));
                let moved = as_move(occasion).filter(caused);
                moved.map_or_else(Vec::new, |moved| self.moved(&moved, what, (*from, *to), scope))
            }
            When::Combat { role, what, with } => {
                let with = |other: Option<ObjectId>| match with {
                    Some(with) => other.is_some_and(|other| self.matches(with, other, scope)),
                    None => true,
                };
                let mut hits = fights(*role, occasion);
                hits.retain(|(own, other)| with(*other) && self.matches(what, *own, scope));
                hits.into_iter().map(|(own, other)| self.fought(own, other, occasion)).collect()
            }
            When::Does(who, deed, what) => self.done(who, *deed, what, scope, occasion),
            When::Becomes(what, becoming) => self.became(what, *becoming, scope, occasion),
            When::Begins(step, who) => match occasion {
                Occasion::Began(began, seat) if began == *step && self.seat(who, scope) == Some(seat) => {
                    vec![EventContext { player: Some(seat), ..EventContext::default() }]
                }
                _ => Vec::new(),
            },
        }
    }

    /// Whether an effect of the player that is meant lets something happen.
    pub fn is_by(&self, by: &Ref, cause: Option<Seat>, scope: &Scope<'_>) -> bool {
        cause.is_some() && self.seat(by, scope) == cause
    }

    fn moved(
        &self,
        moved: &Move,
        what: &Filter,
        (from, to): (Option<Place>, Option<Place>),
        scope: &Scope<'_>,
    ) -> Vec<EventContext> {
        cite!("603.5", "603.5a");
        let fits =
            |wanted: Option<Place>, zone: Zone| wanted.is_none_or(|wanted| zone.place() == Some(wanted));
        let stays = from == Some(Place::Battle) && to.is_none() && !moved.leaves();
        // 805.1e, 812.1e: a cell that leaves is no creature that does.
        if moved.leaves() && *what != Filter::Any && self.is_leaving_cell(moved) {
            cite!("805.1e", "812.1e");
            return Vec::new();
        }
        if !fits(from, moved.from) || !fits(to, moved.to) || stays {
            return Vec::new();
        }
        // What is said to come somewhere is looked at as it is there (603.5b), and only what is said to leave
        // as it was.
        if to.is_none() || moved.leaves() && from.is_some() {
            let meets = self.matches(what, moved.object(), scope);
            return if meets { vec![self.of_move(moved)] } else { Vec::new() };
        }
        // Of a pile each card comes, and is an event of its own.
        cite!("603.2b");
        let come = self.cards_that_came(moved).enumerate();
        come.filter(|(_, id)| self.matches(what, *id, scope))
            .map(|(depth, id)| {
                let own = self.of_move(moved);
                if depth == 0 { own } else { EventContext { object: Some(id), other: Some(id), ..own } }
            })
            .collect()
    }

    /// The cards that have come with a move, the top one first: several where a pile has come apart.
    fn cards_that_came(&self, moved: &Move) -> impl Iterator<Item = ObjectId> + use<> {
        let whole = self.object(moved.old).filter(|old| old.zone == Zone::Gone);
        let apart =
            moved.to != Zone::Battle && self.object(moved.new).is_some_and(|new| new.pieces.len() == 1);
        let count = whole.filter(|_| apart).map_or(1, |old| old.pieces.len() as u32);
        let first = moved.new.0;
        (0..count).map(move |depth| ObjectId(first + depth))
    }

    /// Whether what has left is one of the cells of a creature of which others were left.
    fn is_leaving_cell(&self, moved: &Move) -> bool {
        let stays = self.object(moved.old).is_some_and(|object| object.zone == Zone::Battle);
        let card = self.object(moved.new).map(|object| object.top().card);
        stays && card.is_some_and(|card| self.card_pool.sides(card).iter().any(|side| self.is_cell(*side)))
    }

    fn of_move(&self, moved: &Move) -> EventContext {
        let player = self.object(moved.new).map(|object| object.owner);
        EventContext { object: Some(moved.object()), other: Some(moved.new), player, amount: 0 }
    }

    /// A fight, with the player and the number that belong to a break.
    fn fought(&self, own: ObjectId, other: Option<ObjectId>, occasion: Occasion) -> EventContext {
        let (player, amount) = match occasion {
            Occasion::Broke(_, seat, count) => (Some(seat), count),
            Occasion::AttackEnded(_, broken) => (self.object(own).map(|object| object.owner), broken),
            _ => (self.object(own).map(|object| object.owner), 0),
        };
        EventContext { object: Some(own), other, player, amount }
    }

    fn done(
        &self,
        who: &Ref,
        deed: Deed,
        what: &Filter,
        scope: &Scope<'_>,
        occasion: Occasion,
    ) -> Vec<EventContext> {
        let is = |seat: Option<Seat>| seat.is_some() && self.seat(who, scope) == seat;
        let found = match (deed, occasion) {
            (Deed::WillDraw, Occasion::DrawBegan(seat)) => {
                Some(EventContext { player: Some(seat), ..EventContext::default() })
                    .filter(|_| is(Some(seat)))
            }
            (Deed::Use, Occasion::Used(seat, id)) => {
                let player = self.object(id).map(|object| object.owner);
                let event = EventContext { object: Some(id), player, ..EventContext::default() };
                Some(event).filter(|_| is(Some(seat)) && self.matches(what, id, scope))
            }
            (Deed::Draw, Occasion::Moved { why: MoveReason::Drawn | MoveReason::TurnDrawn, .. })
            | (Deed::TurnDraw, Occasion::Moved { why: MoveReason::TurnDrawn, .. })
            | (Deed::ExtraDraw, Occasion::Moved { why: MoveReason::Drawn, .. }) => {
                as_move(occasion).map(|moved| self.of_move(&moved)).and_then(|event| {
                    // Which of the player's cards of the turn it is.
                    let player = event.player.filter(|player| is(Some(*player)))?;
                    let drawn = self
                        .board
                        .players
                        .get(usize::from(player.0))
                        .map_or(0, |player| u32::from(player.drawn));
                    let meets =
                        *what == Filter::Any || event.object.is_some_and(|id| self.matches(what, id, scope));
                    meets.then_some(EventContext { amount: drawn, ..event })
                })
            }
            (Deed::Discard, Occasion::Moved { why: MoveReason::Discarded, .. }) => {
                let event = as_move(occasion).map(|moved| self.of_move(&moved));
                event.filter(|event| {
                    is(event.player) && event.object.is_some_and(|id| self.matches(what, id, scope))
                })
            }
            (Deed::ShieldTrigger, Occasion::Triggered(seat, id, by)) => {
                let event = EventContext { object: Some(id), other: by, player: Some(seat), amount: 0 };
                Some(event).filter(|_| is(Some(seat)) && self.matches(what, id, scope))
            }
            (
                Deed::WillDraw
                | Deed::Use
                | Deed::Draw
                | Deed::Discard
                | Deed::TurnDraw
                | Deed::ExtraDraw
                | Deed::ShieldTrigger,
                _,
            ) => None,
        };
        found.into_iter().collect()
    }

    fn became(
        &self,
        what: &Filter,
        becoming: Becoming,
        scope: &Scope<'_>,
        occasion: Occasion,
    ) -> Vec<EventContext> {
        let found = match (becoming, occasion) {
            (Becoming::Tapped, Occasion::Tapped(id)) => {
                cite!("603.2c");
                let player = self.object(id).map(|object| object.owner);
                Some(EventContext { object: Some(id), player, ..EventContext::default() })
            }
            (Becoming::Destroyed, Occasion::Moved { why, .. }) if why.is_destruction() => {
                as_move(occasion).filter(Move::leaves).map(|moved| self.of_move(&moved))
            }
            (Becoming::Over, Occasion::Moved { why: MoveReason::Resolved, .. }) => {
                as_move(occasion).map(|moved| self.of_move(&moved))
            }
            (Becoming::Tapped | Becoming::Destroyed | Becoming::Over, _) => None,
        };
        found
            .into_iter()
            .filter(|event| event.object.is_some_and(|id| self.matches(what, id, scope)))
            .collect()
    }
}

fn as_move(occasion: Occasion) -> Option<Move> {
    match occasion {
        Occasion::Moved { old, new, from, to, by, .. } => Some(Move { old, new, from, to, by }),
        _ => None,
    }
}

/// The creatures that fight in this manner, each with the other one where there is one.
fn fights(role: Role, occasion: Occasion) -> Vec<(ObjectId, Option<ObjectId>)> {
    cite!("506.3a", "507.3a", "507.3b");
    let attacked = |target: Value| if let Value::Object(id) = target { Some(id) } else { None };
    match (role, occasion) {
        (Role::Attacks, Occasion::Attacked(attacker, target)) => vec![(attacker, attacked(target))],
        (Role::Attacked, Occasion::Attacked(attacker, target)) => {
            attacked(target).map(|id| (id, Some(attacker))).into_iter().collect()
        }
        (Role::Blocks, Occasion::Blocked(blocker, attacker)) => vec![(blocker, Some(attacker))],
        (Role::BecomesBlocked, Occasion::Blocked(blocker, attacker)) => vec![(attacker, Some(blocker))],
        (Role::NotBlocked, Occasion::Unblocked(attacker))
        | (Role::EndsAttack, Occasion::AttackEnded(attacker, _)) => vec![(attacker, None)],
        (Role::Battles, Occasion::BattleBegan(one, two))
        | (Role::HasBattled, Occasion::BattleEnded(one, two)) => {
            vec![(one, Some(two)), (two, Some(one))]
        }
        (Role::Wins, Occasion::Won(own, other)) | (Role::Loses, Occasion::Lost(own, other)) => {
            vec![(own, Some(other))]
        }
        // Once for each shield that is to be broken.
        (Role::WillBreak, Occasion::BreakChosen(by, count)) => {
            cite!("509.3");
            (0..count).map(|_| (by, None)).collect()
        }
        (Role::Breaks, Occasion::Broke(by, ..)) => vec![(by, None)],
        (
            Role::Attacks
            | Role::Attacked
            | Role::Blocks
            | Role::BecomesBlocked
            | Role::NotBlocked
            | Role::EndsAttack
            | Role::Battles
            | Role::HasBattled
            | Role::Wins
            | Role::Loses
            | Role::WillBreak
            | Role::Breaks,
            _,
        ) => Vec::new(),
    }
}
