//! Why something cannot be chosen: a reason in words and the number of the rule that choosing it would break.
//!
//! What is legal is decided elsewhere; this asks the same questions again and passes the answers on. A card
//! that the player may not know is asked about as one that does not exist, so that no reason tells anything
//! about it.

use std::borrow::Cow;

use duelog_kernel::{Item, ObjectId, Request, RuleId, Seat};

use crate::language::definition::Deed;
use crate::rule;
use crate::rules::combat::{can_attack, can_block, enough_blockers};
use crate::rules::eval::Sight;
use crate::rules::game::{Magic, verb};
use crate::rules::prompt::{Prompt, Refused};
use crate::rules::refusal::Refusal;
use crate::rules::targets;
use crate::state::{AbilityPlace, Frame, Proposal, Zone};
use crate::words::narrate::asked_target;

fn because(why: impl Into<Cow<'static, str>>, rule: RuleId) -> Option<Refusal> {
    Some((why.into(), rule))
}

impl Magic {
    /// Why `item` is not among what `request` offers, and the rule that naming it would break.
    pub fn why_not(&self, sight: &Sight<'_>, request: &Request, item: &Item) -> Refusal {
        Prompt::refusal(request, item, |prompt| self.why_not_to(prompt, sight, request, item))
    }

    fn why_not_to(
        &self,
        prompt: Refused,
        sight: &Sight<'_>,
        request: &Request,
        item: &Item,
    ) -> Option<Refusal> {
        let object = if let Item::Object(id) = *item { Some(id) } else { None };
        match prompt {
            Refused::Priority => self.why_not_now(sight, request, item),
            Refused::PayMana => self.why_not_for_mana(sight, request, item),
            Refused::ChooseTargets | Refused::ChooseNewTargets => self.why_no_target(sight, item),
            Refused::Attackers => self.why_no_attack(sight, request.seat, item),
            Refused::Blockers => self.why_no_block(sight, request.seat, item),
            Refused::AsItEnters => why_not_along(sight, object?),
            Refused::Discard | Refused::HandSize if !in_hand(sight, object?, request.seat) => {
                because("only cards in the player's own hand can be discarded", rule!("701.8a"))
            }
            Refused::Discard => because("it is not what must be discarded", request.rule),
            Refused::HandSize => None,
            Refused::Sacrifice => why_not_sacrificed(sight, request, object?),
            Refused::TapCost => why_not_tapped(sight, request, object?),
        }
    }

    /// What a player with priority cannot do now (116.1).
    fn why_not_now(&self, sight: &Sight<'_>, request: &Request, item: &Item) -> Option<Refusal> {
        match *item {
            Item::Act(_, id) if sight.object(id).is_none() => {
                because("it is not in the player's hand", rule!("601.2a"))
            }
            Item::Act(verb::PLAY, id) => self.can_play_land(sight, request.seat, id).err(),
            Item::Act(verb @ (verb::UP | verb::UNMANIFEST), id) => {
                self.can_turn(sight, request.seat, id, verb).err()
            }
            Item::Act(verb, id) => self.can_cast_so(sight, request.seat, id, verb).err(),
            Item::Ability(id, place) => match AbilityPlace::numbered(place) {
                Some(place) => self.can_activate(sight, request.seat, id, place).err(),
                None => because("it has no such activated ability", rule!("602.1")),
            },
            Item::Pair(..) | Item::PairSeat(..) => why_no_combat_now(sight, item),
            _ => because(
                "a player with priority casts a spell, activates an ability, plays a land or passes",
                rule!("116.1"),
            ),
        }
    }

    /// What cannot be done while the mana for a spell or ability is paid (601.2g-h).
    fn why_not_for_mana(&self, sight: &Sight<'_>, request: &Request, item: &Item) -> Option<Refusal> {
        match *item {
            Item::Ability(id, place) => {
                let Some(place) = AbilityPlace::numbered(place) else {
                    return because("it has no such activated ability", rule!("602.1"));
                };
                let written = sight
                    .ability(id, place)
                    .map(|(ability, _)| self.card_pool.card(ability.card).is_mana_ability(ability.place));
                let mana = written.unwrap_or(matches!(place, AbilityPlace::Intrinsic(_)));
                if mana && self.bars_mana(sight, request.seat, id) {
                    return because(
                        "an effect says for which permanents mana abilities can be activated now",
                        rule!("715.7"),
                    );
                }
                self.can_activate(sight, request.seat, id, place).err().or_else(|| {
                    if mana {
                        None
                    } else {
                        because("only mana abilities can be activated while a cost is paid", rule!("605.3a"))
                    }
                })
            }
            Item::Pass => because("the mana in the pool does not pay the cost", rule!("601.2h")),
            Item::Flag(_) => because(
                "the cost can be paid: the spell or ability is legal so far and is not taken back",
                rule!("721.1"),
            ),
            Item::Act(..) => because("nothing can be cast or played while a cost is paid", rule!("601.2g")),
            _ => None,
        }
    }

    /// Why something cannot be chosen as the target that is asked for (601.2c, 603.3d).
    fn why_no_target(&self, sight: &Sight<'_>, item: &Item) -> Option<Refusal> {
        let Some(value) = targets::value(*item) else {
            return because("a target is an object or a player", rule!("601.2c"));
        };
        let (object, target) = asked_target(sight.board, &self.card_pool)?;
        let scope = targets::scope_of(object, object.stack.as_deref()?);
        targets::can_target(sight, target, value, &scope).err()
    }
}

impl Magic {
    /// Why a creature cannot attack, or not what is named (508.1).
    fn why_no_attack(&self, sight: &Sight<'_>, seat: Seat, item: &Item) -> Option<Refusal> {
        if let Item::Act(..) = item {
            return because("nothing is cast or played while attackers are declared", rule!("508.1"));
        }
        let (Item::Pair(attacker, _) | Item::PairSeat(attacker, _)) = *item else {
            return because("an attacker is named together with what it attacks", rule!("508.1b"));
        };
        let tolls = sight.tolls(seat, Deed::Attack);
        let paid = || self.can_pay_toll(sight, seat, Deed::Attack, &tolls, item);
        can_attack(sight, attacker).and_then(|()| paid()).err().or_else(|| {
            because(
                "only the defending player and planeswalkers that this player controls can be attacked",
                rule!("508.1b"),
            )
        })
    }

    /// Why a creature cannot block the attacker (509.1).
    fn why_no_block(&self, sight: &Sight<'_>, seat: Seat, item: &Item) -> Option<Refusal> {
        if let Item::Act(..) = item {
            return because("nothing is cast or played while blockers are declared", rule!("509.1"));
        }
        let Item::Pair(blocker, attacker) = *item else {
            return because("a blocker is named together with the attacker that it blocks", rule!("509.1a"));
        };
        let tolls = sight.tolls(seat, Deed::Block);
        let paid = || self.can_pay_toll(sight, seat, Deed::Block, &tolls, item);
        let able = can_block(sight, blocker, attacker).and_then(|()| enough_blockers(sight, attacker));
        able.and_then(|()| paid()).err()
    }
}

/// Why no creature is declared as an attacker or blocker while a player has priority: it could not be one anyway, or it
/// is not the time.
fn why_no_combat_now(sight: &Sight<'_>, item: &Item) -> Option<Refusal> {
    let able = match *item {
        Item::PairSeat(attacker, _) => can_attack(sight, attacker),
        Item::Pair(attacker, attacked) if !sight.is_creature(attacked) => can_attack(sight, attacker),
        Item::Pair(blocker, attacker) => can_block(sight, blocker, attacker),
        _ => Ok(()),
    };
    able.err().or_else(|| {
        because(
            "attackers and blockers are declared as their steps begin, before a player has priority there",
            rule!("508.1"),
        )
    })
}

fn why_not_along(sight: &Sight<'_>, id: ObjectId) -> Option<Refusal> {
    match moves_along(sight, id)? {
        Zone::Battlefield => because("it enters at the same time", rule!("614.13a")),
        _ => because("it moves at the same time already", rule!("614.13b")),
    }
}

fn why_not_sacrificed(sight: &Sight<'_>, request: &Request, id: ObjectId) -> Option<Refusal> {
    if controls(sight, id, request.seat) {
        return because("it is not what must be sacrificed", request.rule);
    }
    because("only permanents that the player controls can be sacrificed", rule!("701.16a"))
}

fn why_not_tapped(sight: &Sight<'_>, request: &Request, id: ObjectId) -> Option<Refusal> {
    if !controls(sight, id, request.seat) {
        return because("only permanents that the player controls can be tapped for this", request.rule);
    }
    let tapped = sight.object(id).is_some_and(|object| object.permanent.tapped);
    if tapped { because("it is already tapped", rule!("701.20a")) } else { None }
}

/// Where an object goes at the same time as what is entering (614.13).
fn moves_along(sight: &Sight<'_>, id: ObjectId) -> Option<Zone> {
    let events = sight
        .board
        .frames
        .iter()
        .rev()
        .find_map(|frame| if let Frame::EventBatch(events) = frame { Some(events) } else { None })?;
    events.batch.iter().find_map(|proposed| match proposed.event {
        Proposal::Move { object, to, .. } if object == id => Some(to),
        _ => None,
    })
}

fn in_hand(sight: &Sight<'_>, id: ObjectId, seat: Seat) -> bool {
    sight.object(id).is_some_and(|object| object.zone == Zone::Hand(seat))
}

fn controls(sight: &Sight<'_>, id: ObjectId, seat: Seat) -> bool {
    sight.object(id).is_some_and(|object| object.zone == Zone::Battlefield)
        && sight.controller(id) == Some(seat)
}
