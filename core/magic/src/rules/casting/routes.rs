//! The ways in which a spell can be cast by a player who has priority: for which cost, and by leave of which
//! effect (117.9, 601.2b, 601.3).

use std::borrow::Cow;

use duelog_kernel::{ObjectId, Seat};

use super::announcing::can_announce;
use crate::language::definition::{Pay, ZoneKind};
use crate::language::types::CardType;
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::keywords::{aftermath, flash};
use crate::rules::refusal::{Refusal, refuse};
use crate::state::event::Event;
use crate::state::{AbilityRef, CardId, Cast, CastMethod, Frame, OnStack, Permit};
use crate::{cite, rule};

/// A way to cast a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    /// By which choices name it: 0 for the mana cost, then the card's alternative costs, then what effects say.
    pub mode: u32,
    /// What is paid.
    pub way: CastMethod,
    /// The place of the effect by whose leave it is.
    pub permit: Option<u8>,
}

impl Magic {
    /// Notes what is known before a card is cast: what effects say of it where it is, and whether it is a time
    /// for it.
    pub fn note_leave(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, cast: &mut Cast) {
        let Some(object) = sight.object(id) else { return };
        cast.from = object.zone.kind();
        if let Some(own) = sight.characteristics(id) {
            let here = |given: &AbilityRef| {
                self.card_pool.way_given(*given).is_some_and(|way| object.zone.is(way.zone))
            };
            cast.gained = own.granted.iter().copied().filter(here).collect();
            cast.bare = own.bare;
        }
        // While something resolves it does not matter what its type says about the time.
        cite!("608.2f");
        let at_work = matches!(sight.board.frames.last(), Some(Frame::Running(_)));
        cast.hurried = !at_work && !self.is_time_for(sight, seat, id);
        cast.timely = at_work || self.is_time_for_bestowed(sight, seat, id);
        cast.permits = sight.permits(seat, id);
        if cast.hurried {
            cite!("601.3b");
            let permission = |permit: &Permit| self.card_pool.permission(permit);
            cast.permits.retain(|permit| permission(permit).is_some_and(|permission| permission.flash));
        }
        cast.permits.extend(sight.costs_instead(seat, id));
    }

    /// Whether a card can be cast at this time by what it is itself, or as all such spells (116.1a).
    pub fn is_time_for(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
        let own = sight.characteristics(id);
        cite!("304.1", "601.3d");
        let at_any_time =
            own.is_some_and(|own| own.types.is(CardType::Instant) || flash::casts_at_any_time(own));
        at_any_time || self.sorcery_time(sight, seat) || sight.as_flash(seat, id)
    }

    /// All ways to cast a card, whether or not it can be paid for.
    pub fn routes(&self, card: CardId, cast: &Cast) -> Vec<Route> {
        let alternatives = &self.card_pool.card(card).definition.alternatives;
        let as_own = |permit: &Permit| {
            self.card_pool.permission(permit).is_some_and(|permission| permission.pay == Pay::Costs)
        };
        let home = aftermath::home(&self.card_pool.card(card).base);
        // A commander is cast from the command zone as out of a hand; nothing else is cast from there.
        let commanded = cast.from == Some(ZoneKind::Command);
        let hand = (cast.from == Some(home) || commanded) && !cast.hurried;
        let first = cast.permits.iter().position(as_own).and_then(|at| u8::try_from(at).ok());
        // By whose leave it can be cast for its own costs: nobody's from the hand, at its time.
        let leave = if hand { Some(None) } else { first.map(Some) };
        let own = leave.map(|permit| Route { mode: 0, way: CastMethod::Priority, permit });
        let mut routes: Vec<Route> = own.into_iter().collect();
        cite!("112.6c");
        let own_ways = alternatives.iter().filter(|_| !cast.bare).zip(0u8..);
        let own_ways = own_ways.filter(|(alternative, _)| !alternative.granted);
        let gained = cast.gained.iter().filter_map(|given| self.card_pool.way_given(*given));
        for (alternative, place) in own_ways.chain(gained.zip(alternatives.len() as u8..)) {
            let timely =
                !cast.hurried || alternative.flash || (cast.timely && alternative.enchants.is_some());
            cite!("601.3c");
            let as_in_hand = alternative.zone == ZoneKind::Hand;
            let here = (Some(alternative.zone) == cast.from || commanded && as_in_hand) && timely;
            let leave = if here { Some(None) } else { first.filter(|_| as_in_hand).map(Some) };
            let mode = u32::from(place) + 1;
            routes.extend(leave.map(|permit| Route { mode, way: CastMethod::Alternative(place), permit }));
        }
        for (permit, place) in cast.permits.iter().zip(0u8..) {
            let mode = (alternatives.len() + cast.gained.len()) as u32 + 1 + u32::from(place);
            let by = Some(place);
            match self.card_pool.permission(permit) {
                Some(permission) if permission.pay == Pay::Nothing => {
                    routes.push(Route { mode, way: CastMethod::Effect(place), permit: by });
                }
                // Nothing is gained by it where the card can be cast anyway, but by other mana.
                Some(permission)
                    if leave == Some(by) || (hand && !permission.any_mana && !permission.any_color) => {}
                Some(_) => routes.push(Route { mode, way: CastMethod::Priority, permit: by }),
                // Other costs in place of its own.
                None => {
                    routes.extend(leave.map(|permit| Route { mode, way: CastMethod::Effect(place), permit }));
                }
            }
        }
        routes
    }

    /// Whether a card can be cast in this way now, and paid for.
    ///
    /// # Errors
    /// The reason and the rule.
    pub fn can_take(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
        route: Route,
    ) -> Result<(), Refusal> {
        let card = self.card_pool.card(object.1);
        cite!("117.6a");
        let adds = matches!(route.way, CastMethod::Alternative(place) if self.adds(object.1, stack, place));
        if (route.way == CastMethod::Priority || adds) && !card.base.cost.exists {
            cite!("202.1b");
            return refuse("it has no mana cost: that cannot be paid", rule!("117.6"));
        }
        if let CastMethod::Alternative(place) = route.way {
            let alternative = self.card_pool.way(object.1, &stack.cast, place);
            let condition = alternative.and_then(|alternative| alternative.condition.as_ref());
            if condition.is_some_and(|condition| !sight.holds(condition, &Scope::of(object.0, seat))) {
                return refuse("the condition of its alternative cost does not hold", rule!("117.9a"));
            }
        }
        self.may_cast_so(sight, seat, object.0, route.way)?;
        let instead = if let CastMethod::Alternative(place) = route.way { Some(place) } else { None };
        let instead = instead.or(stack.cast.instead);
        // Most spells are tried as they are.
        let mut trial = Cow::Borrowed(stack);
        if (stack.cast.permit, stack.cast.instead) != (route.permit, instead) {
            let cast = &mut trial.to_mut().cast;
            (cast.permit, cast.instead) = (route.permit, instead);
        }
        if card.definition.may_have_no_targets() {
            self.has_targets_for(sight, seat, object, &trial)?;
        }
        can_announce(self, sight, seat, object, &trial, route.way)
    }

    /// Whether there is a way to cast a card now, and to pay for it.
    ///
    /// # Errors
    /// Why not for its own costs, or else in the last way there is.
    pub fn can_take_any(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
    ) -> Result<(), Refusal> {
        let mut refused = None;
        for route in self.routes(object.1, &stack.cast) {
            match self.can_take(sight, seat, object, stack, route) {
                Ok(()) => return Ok(()),
                Err(_) if refused.is_some() && stack.cast.from == Some(ZoneKind::Hand) => {}
                why => refused = Some(why),
            }
        }
        refused.unwrap_or_else(|| refuse("it cannot be cast from there", rule!("601.2a")))
    }

    /// Counts what an effect lets a player do only so often (601.3).
    pub fn count_permit(&self, play: &mut Game<'_>, permit: Permit) {
        if self.card_pool.permission(&permit).is_none_or(|permission| permission.times.is_none()) {
            return;
        }
        let ability = permit.code.as_ability();
        let used = match permit.effect {
            Some(effect) => Event::EffectUsed(effect),
            None => Event::Used { object: permit.source, ability, ever: false },
        };
        play.emit(used, rule!("601.3"));
    }
}
