//! Auras that enter the battlefield otherwise than by resolving (303.4f-g): their controllers choose what
//! they enchant.

use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use crate::language::definition::{Filter, Target};
use crate::language::subtypes::{AURA, EQUIPMENT, FORTIFICATION};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::protection;
use crate::rules::prompt::Prompt;
use crate::rules::targets::item;
use crate::state::{CardId, EventBatch, Pending, Proposal, Proposed, Value, Zone};
use crate::{cite, rule};

/// An Aura that is about to enter attached to nothing: its id, or the one that it will have as a token, its
/// card and its controller.
fn loose(sight: &Sight<'_>, event: &Proposal) -> Option<(ObjectId, CardId, Seat)> {
    let (id, card, seat, entering) = match event {
        Proposal::Move { object, to: Zone::Battlefield, entering, .. } => {
            let aura = sight.object(*object)?;
            (*object, aura.card, entering.controller.unwrap_or(aura.owner), entering)
        }
        Proposal::Token { card, controller, entering } => {
            (sight.board.next_id(), *card, entering.controller.unwrap_or(*controller), entering)
        }
        _ => return None,
    };
    let printed = |card: CardId| sight.card_pool.card(card).base.types.has(AURA);
    let (card, aura) = match &entering.copy {
        Some(copied) => (copied.card, printed(copied.card)),
        None => (card, sight.characteristics(id).map_or_else(|| printed(card), |own| own.types.has(AURA))),
    };
    (entering.attached.is_none() && aura).then_some((id, card, seat))
}

impl Magic {
    /// Whether an event is an Aura's entering for which a player must choose.
    pub fn needs_host(&self, sight: &Sight<'_>, event: &Proposal) -> bool {
        loose(sight, event).is_some()
    }

    /// Looks for the next Aura that needs something to enchant, the active player's first; one that can
    /// enchant nothing stays where it is (303.4g). Whether a player must choose.
    pub fn find_hosts(&self, play: &mut Game<'_>, events: &mut EventBatch) -> bool {
        let sight = self.sight(play);
        let order = sight.board.apnap();
        cite!("303.4g");
        events.batch.retain(|proposed| {
            loose(&sight, &proposed.event)
                .is_none_or(|aura| !self.hosts(&sight, &proposed.event, aura).is_empty())
        });
        let next = |(at, proposed): (usize, &Proposed)| {
            let (_, _, seat) = loose(&sight, &proposed.event)?;
            Some((order.iter().position(|other| *other == seat), at, seat))
        };
        let Some((_, at, seat)) = events.batch.iter().enumerate().filter_map(next).min() else {
            return false;
        };
        events.at = at as u16;
        events.pending = Pending::Host(seat);
        true
    }

    /// What an Aura can enchant as it enters: what is on the battlefield before it, and players.
    fn hosts(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        (aura, card, seat): (ObjectId, CardId, Seat),
    ) -> Vec<Value> {
        // What is new or a copy is looked at as it will be there (614.12).
        let arrival = match event {
            Proposal::Token { .. } => self.arrival(sight.board, event),
            Proposal::Move { entering, .. } if entering.copy.is_some() => self.arrival(sight.board, event),
            _ => None,
        };
        let there = arrival.as_ref().map(|arrival| (arrival.sight(sight), arrival.id));
        let (there, aura) = there.as_ref().map_or((sight, aura), |(there, id)| (there, *id));
        let permanents = sight.board.zone(Zone::Battlefield).iter().copied().map(Value::Object);
        let players = sight.board.apnap().into_iter().map(Value::Seat);
        let graveyards =
            sight.board.apnap().into_iter().flat_map(|seat| sight.board.zone(Zone::Graveyard(seat)));
        let cards = graveyards.copied().map(Value::Object);
        let all = permanents.chain(players).chain(cards);
        all.filter(|host| self.may_enchant(there, aura, card, seat, *host)).collect()
    }

    /// Asks what an Aura enchants as it enters (303.4f).
    pub fn ask_host(&self, sight: &Sight<'_>, events: &EventBatch, seat: Seat) -> Option<Request> {
        let event = &events.batch.get(usize::from(events.at))?.event;
        let aura = loose(sight, event)?;
        let options: Vec<Item> = self.hosts(sight, event, aura).into_iter().map(item).collect();
        let subject = sight.object(aura.0).map(|object| object.id);
        Some(Request {
            seat,
            prompt: Prompt::Enchant.into(),
            rule: rule!("303.4f"),
            subject,
            ask: Ask::one_of(options),
        })
    }

    /// Whether an Aura may be attached to something: its enchant ability (702.5) allows it and protection
    /// does not forbid it (702.16c).
    pub fn may_enchant(
        &self,
        sight: &Sight<'_>,
        aura: ObjectId,
        card: CardId,
        controller: Seat,
        host: Value,
    ) -> bool {
        let scope = Scope::of(aura, controller);
        let fits = |id: ObjectId, filter: &Filter| {
            let here = sight.board.is_permanent(id);
            cite!("303.4d", "702.16c");
            here && id != aura && sight.matches(filter, id, &scope) && !protection::repels(sight, id, aura)
        };
        let takes = |seat: Seat| {
            cite!("702.16c");
            !sight.board.has_left(seat) && !protection::protects_player(sight, seat, aura)
        };
        cite!("702.5a");
        let allows = |enchant: &Target| match (enchant, host) {
            (Target::Creature(filter), Value::Object(id)) => sight.is_creature(id) && fits(id, filter),
            (Target::Permanent(filter), Value::Object(id)) => fits(id, filter),
            (Target::Player, Value::Seat(seat)) => {
                cite!("702.5d", "303.4c");
                takes(seat)
            }
            (Target::Opponent, Value::Seat(seat)) => {
                takes(seat) && sight.board.are_opponents(controller, seat)
            }
            // Once it has put a creature onto the battlefield, it enchants that one.
            (Target::GraveyardCard(filter), Value::Object(id)) if !sight.board.is_permanent(id) => {
                let there = sight.object(id).is_some_and(|card| matches!(card.zone, Zone::Graveyard(_)));
                there && sight.matches(filter, id, &scope)
            }
            (Target::GraveyardCard(_), Value::Object(id)) => {
                let own = sight.object(aura).map_or(&[][..], |own| &own.permanent.linked);
                own.iter().any(|(_, linked)| *linked == id) && sight.is_creature(id) && fits(id, &Filter::Any)
            }
            _ => false,
        };
        // Of several enchant abilities it is what all of them allow.
        cite!("702.5c");
        self.card_pool.enchant(card).is_some_and(allows)
    }

    /// Whether a permanent may be attached to something: an Aura by its enchant ability, Equipment to a
    /// creature (301.5), a Fortification to a land (301.6); what is a creature itself to nothing (301.5c, 303.4d).
    pub fn may_be_attached(&self, sight: &Sight<'_>, id: ObjectId, host: Value) -> bool {
        let Some(characteristics) = sight.characteristics(id).filter(|own| !own.types.is(CardType::Creature))
        else {
            return false;
        };
        let seat = sight.controller(id);
        cite!("801.8", "801.9");
        if !seat.is_none_or(|own| sight.in_range(own, host)) {
            return false;
        }
        match host {
            Value::Object(other) if characteristics.types.has(EQUIPMENT) => {
                let here = sight.board.is_permanent(other);
                cite!("301.5", "702.16d");
                here && sight.is_creature(other) && !protection::protects(sight, other, id)
            }
            Value::Object(other) if characteristics.types.has(FORTIFICATION) => {
                let here = sight.board.is_permanent(other);
                cite!("301.6", "702.66b");
                here && sight.has_type(other, CardType::Land) && !protection::protects(sight, other, id)
            }
            _ => {
                characteristics.types.has(AURA)
                    && seat.is_some_and(|seat| self.may_enchant(sight, id, characteristics.card, seat, host))
            }
        }
    }
}
