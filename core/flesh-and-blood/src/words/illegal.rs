//! Why something cannot be chosen: a reason in words and the number of the rule that choosing it would break.
//!
//! What is legal is decided elsewhere; this asks the same questions again and passes the answers on. A card
//! that the player may not know is asked about as one that does not exist, so that no reason tells anything
//! about it.

use duelog_kernel::{Item, ObjectId, Request, RuleId};

use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, verb};
use crate::rules::prompt::{Prompt, Refused};
use crate::rules::refusal::Refusal;
use crate::rules::targets;
use crate::state::{Frame, PickPurpose, code_of};

fn because(why: &'static str, rule: RuleId) -> Option<Refusal> {
    Some((why.into(), rule))
}

impl FleshAndBlood {
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
            Refused::Priority => self.why_not_now(sight, request, *item),
            Refused::Defenders => self.why_not_defending(sight, request, object?),
            Refused::ChooseTargets => self.why_no_target(sight, object?),
            Refused::AttackTarget => {
                targets::attackable(sight, object?, request.subject?, request.seat).err()
            }
            Refused::PayPitch => match *item {
                Item::Act(verb::PITCH, id) => self.why_not_pitched(sight, request, id),
                _ => None,
            },
        }
    }

    fn why_not_now(&self, sight: &Sight<'_>, request: &Request, item: Item) -> Option<Refusal> {
        match item {
            Item::Act(_, id) | Item::Ability(id, _) if sight.object(id).is_none() => {
                because("the player cannot play it", rule!("5.1.1a"))
            }
            Item::Act(verb::PLAY, id) => self.can_play(sight, request.seat, id).err(),
            Item::Ability(id, place) => {
                let code = sight
                    .object(id)
                    .and_then(|object| self.activated_codes(sight, object).find(|entry| entry.0 == place));
                match code {
                    Some((_, code)) => self.can_activate(sight, request.seat, id, code).err(),
                    None => because("it has no such activated ability", rule!("5.2.1")),
                }
            }
            _ => because(
                "a player with priority plays a card, activates an ability or passes",
                rule!("1.11.1"),
            ),
        }
    }

    fn why_not_defending(&self, sight: &Sight<'_>, request: &Request, id: ObjectId) -> Option<Refusal> {
        if sight.object(id).is_none() {
            return because("the player cannot defend with it", rule!("7.3.2a"));
        }
        let Some(Frame::Picking(picking)) = sight.board.frames.last() else { return None };
        let PickPurpose::Defenders(target) = picking.purpose else { return None };
        self.can_defend(sight, request.seat, id, target).err()
    }

    fn why_not_pitched(&self, sight: &Sight<'_>, request: &Request, id: ObjectId) -> Option<Refusal> {
        let in_hand = sight.object(id).is_some_and(|object| {
            object.owner == request.seat
                && object.zone.kind() == Some(crate::language::definition::ZoneKind::Hand)
        });
        if !in_hand {
            return because("only cards in one's hand are pitched", rule!("1.14.3"));
        }
        match self.pitch_of(sight, id) {
            None => because("it has no pitch", rule!("1.14.3a")),
            Some(_) => because("it does not give what is needed", rule!("1.14.3b")),
        }
    }

    fn why_no_target(&self, sight: &Sight<'_>, id: ObjectId) -> Option<Refusal> {
        let (object, group) = match sight.board.frames.last()? {
            Frame::Playing(playing) => match playing.stage {
                crate::state::PlayingStage::Targets(group) => (playing.object, group),
                _ => return None,
            },
            Frame::Placing(placing) => (placing.object, placing.group),
            _ => return None,
        };
        let object = sight.object(object)?;
        let layer = object.layer.as_deref()?;
        let groups = self.card_pool.targets(code_of(object, layer), &layer.modes);
        targets::can_target(sight, groups.get(usize::from(group))?, id, &targets::scope_of(object, layer))
            .err()
    }
}
