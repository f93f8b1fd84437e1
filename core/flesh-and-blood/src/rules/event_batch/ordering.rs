//! The order of the individual events of a compound event (1.8.6d), where it makes a difference.

use super::*;
use crate::language::definition::Counter;
use crate::rules::prompt::Prompt;
use crate::state::{Board, LastingKind, Occurrence, power_gained};

/// Revision 5: the order of events is asked where something that hears only some of them depends on it, and of
/// all that effects do to several objects (1.8.6d).
fn order_is_heard(revision: u32) -> bool {
    revision >= 5
}

impl FleshAndBlood {
    /// Makes the events happen of which a compound event consists, in the order that a player determines, if
    /// one is named.
    pub fn happen_in_order(&self, play: &mut Game<'_>, orders: Option<Seat>, batch: Vec<Proposal>) {
        self.propose(play, batch, Coming { orders, ..Coming::default() });
    }

    /// Makes what an effect of this player does to several objects happen in the order that the player
    /// determines, where that makes a difference; quietly where the script that waits is not told of it.
    pub fn happen_as_ordered(&self, play: &mut Game<'_>, by: Seat, batch: Vec<Proposal>, quiet: bool) {
        let orders = Some(by).filter(|_| order_is_heard(self.card_pool.revision));
        self.propose(play, batch, Coming { orders, quiet, ..Coming::default() });
    }

    /// Whether something hears only some of the events, and asks which.
    pub(super) fn is_heard_in_part(&self, play: &mut Game<'_>, batch: &[Proposed]) -> bool {
        if batch.len() < 2 || !self.card_pool.selects || !order_is_heard(self.card_pool.revision) {
            return false;
        }
        let (state, derived) = play.split();
        let board = &state.board;
        let coming: Vec<Occurrence> =
            batch.iter().filter_map(|proposed| to_come(board, &proposed.event)).collect();
        let (sight, listed) = derived.listen(board, &self.card_pool);
        listed.iter().any(|(id, code)| self.hears_in_part(&sight, *id, *code, &coming))
            || board.delayed.iter().any(|delayed| self.waits_for_one_of(&sight, delayed, &coming))
    }

    /// Whether it makes a difference which of the events comes first: they arrive in places that have an
    /// order or too little room, or an effect replaces the first of them alone.
    pub(super) fn order_matters(&self, sight: &Sight<'_>, batch: &[Proposed]) -> bool {
        let moves = || {
            batch.iter().filter_map(|proposed| {
                if let Proposal::Move { object, to, .. } = proposed.event { Some((object, to)) } else { None }
            })
        };
        let together = |wanted: &dyn Fn(ObjectId, Zone) -> bool| {
            let mut zones: Vec<Zone> =
                moves().filter(|(object, to)| wanted(*object, *to)).map(|(_, to)| to).collect();
            let all = zones.len();
            zones.sort();
            zones.dedup();
            zones.len() < all
        };
        let kind = |to: Zone| to.kind().filter(|_| to.seat().is_some());
        cite!("3.7.5");
        let in_order = together(&|_, to| kind(to) == Some(ZoneKind::Deck));
        // One of them takes the room from the others (3.0.11).
        let arsenal = |to: Zone| kind(to) == Some(ZoneKind::Arsenal);
        let entering = |to: Zone| moves().filter(|entry| entry.1 == to).count();
        let narrow = |to: Zone| {
            to.seat().is_some_and(|seat| {
                sight.board.zone(to).len() + entering(to) > sight.zones(ZoneKind::Arsenal, seat)
            })
        };
        let crowded = together(&|object, to| {
            arsenal(to)
                && narrow(to)
                && sight.object(object).is_some_and(|object| sight.room(object, to).is_ok())
        });
        // The last of these remains (8.2.9b).
        let landmark =
            |object: ObjectId| sight.printed(object).is_some_and(|card| card.base.types.has(LANDMARK));
        let displacing = together(&|object, to| to == Zone::Permanent && landmark(object));
        in_order || crowded || displacing || self.is_replaced_once(sight, batch)
    }

    /// Whether an effect that replaces the next such event could replace several of these.
    fn is_replaced_once(&self, sight: &Sight<'_>, batch: &[Proposed]) -> bool {
        if batch.len() < 2 || !sight.board.effects.iter().any(|effect| effect.kind == LastingKind::Replaces) {
            return false;
        }
        let once = |key: &EffectKey| {
            let EffectKey::Lasting(id) = key else { return false };
            sight.board.effects.iter().any(|effect| effect.id == *id && effect.kind == LastingKind::Replaces)
        };
        // An effect may replace an event, or the move inside of it (1.9.3).
        let of_one = |proposed: &Proposed| {
            let within = is_composite(&proposed.event).then(|| Proposed { inside: true, ..proposed.clone() });
            let found = self
                .candidates(sight, proposed)
                .into_iter()
                .chain(within.iter().flat_map(|within| self.candidates(sight, within)));
            let mut keys: Vec<EffectKey> = found.map(|candidate| candidate.key).filter(once).collect();
            keys.sort();
            keys.dedup();
            keys
        };
        let mut keys: Vec<EffectKey> = batch.iter().flat_map(of_one).collect();
        keys.sort();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }
}

/// What an event that affects an object will be noted as.
fn to_come(board: &Board, event: &Proposal) -> Option<Occurrence> {
    match event {
        Proposal::Move { object, to, public, why, by, .. } => {
            let old = board.get(*object)?;
            let (object, new, from) = (*object, *object, old.zone);
            let known = *public || old.public;
            Some(Occurrence::Moved { object, new, from, to: *to, why: *why, by: *by, known })
        }
        Proposal::Damage { source, to, amount, kind, hit, .. } => {
            Some(Occurrence::Damaged { source: *source, to: *to, amount: *amount, kind: *kind, hit: *hit })
        }
        Proposal::PutCounters(object, Counter::POWER_UP, count) => {
            Some(Occurrence::PowerGained(*object, *count))
        }
        Proposal::Apply { object, alters, .. } => {
            Some(Occurrence::PowerGained(*object, power_gained(alters))).filter(|_| power_gained(alters) > 0)
        }
        _ => None,
    }
}

/// Asks for the order.
pub(super) fn ask_order(events: &EventBatch, seat: Seat) -> Request {
    let options: Vec<Item> =
        events.batch.iter().filter_map(|proposed| affected(&proposed.event)).map(Item::Object).collect();
    let count = options.len() as u32;
    Request {
        seat,
        prompt: Prompt::Order.into(),
        rule: rule!("1.8.6d"),
        subject: None,
        ask: Ask::pick(options, count, count).ordered(),
    }
}

/// Puts the events into the order of the answer: the first first. What goes on top of a deck is named from
/// the top.
pub(super) fn put_in_order(events: &mut EventBatch, items: &[Item]) {
    let place = |proposed: &Proposed| {
        items.iter().position(|item| affected(&proposed.event).map(Item::Object) == Some(*item))
    };
    events.batch.sort_by_key(place);
    let on_top = |proposed: &Proposed| matches!(proposed.event, Proposal::Move { to, bottom: false, .. } if to.kind() == Some(ZoneKind::Deck));
    if events.batch.iter().all(on_top) {
        events.batch.reverse();
    }
}
