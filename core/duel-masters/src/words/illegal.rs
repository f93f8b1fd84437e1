//! Why something cannot be chosen: a reason in words and the number of the rule that choosing it would break.
//!
//! What is legal is decided elsewhere; this asks the same questions again and passes the answers on. A card
//! that the player may not know is asked about as one that does not exist, so that no reason tells anything
//! about it.

use duelog_kernel::{Item, ObjectId, Request, RuleId};

use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, verb};
use crate::rules::main_step::use_rule;
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Value;

impl DuelMasters {
    /// Why `item` is not among what `request` offers, and the rule that naming it would break.
    pub fn why_not(&self, sight: &Sight<'_>, request: &Request, item: &Item) -> (String, RuleId) {
        let reason = match Prompt::of(request) {
            Some(prompt) => self.why_not_to(prompt, sight, request, *item),
            None => Ok(()),
        };
        reason.err().unwrap_or_else(|| ("it is not among what can be chosen here".to_string(), request.rule))
    }

    fn why_not_to(
        &self,
        prompt: Prompt,
        sight: &Sight<'_>,
        request: &Request,
        item: Item,
    ) -> Result<(), Refusal> {
        match (prompt, item) {
            (Prompt::Main, item) => self.why_not_now(sight, request, item),
            (Prompt::Attack, Item::Pair(attacker, target)) => {
                self.can_attack_it(sight, attacker, Value::Object(target))
            }
            (Prompt::Attack, Item::PairSeat(attacker, seat)) => {
                self.can_attack_it(sight, attacker, Value::Seat(seat))
            }
            (Prompt::Attack, Item::Ability(id, _)) => self.can_use_tap_abilities(sight, id),
            (Prompt::Block, Item::Pair(id, against)) => self.why_no_redirect(sight, id, against),
            (prompt, item) => match why_not_offered(prompt, item) {
                Some((why, rule)) => refuse(why, rule),
                None => Ok(()),
            },
        }
    }

    fn why_not_now(&self, sight: &Sight<'_>, request: &Request, item: Item) -> Result<(), Refusal> {
        match item {
            Item::Act(used, id) if used != verb::CROSS && sight.object(id).is_none() => {
                refuse("it is not in the player's hand", use_rule(used))
            }
            Item::Act(verb::CROSS, id) => self.can_cross(sight, request.seat, id),
            Item::Act(verb::CHARGE, _) => refuse("mana is charged in the charge step", rule!("503.1")),
            Item::Act(used, id) => self.can_use(sight, request.seat, used, id),
            _ => refuse(
                "in the main step a player uses a card, crosses a cross gear or goes on",
                rule!("504.1"),
            ),
        }
    }

    fn why_no_redirect(&self, sight: &Sight<'_>, id: ObjectId, against: ObjectId) -> Result<(), Refusal> {
        let Some(attack) = &sight.board.attack else { return Ok(()) };
        if against == attack.attacker {
            return self.can_redirect(sight, attack, id, true);
        }
        self.can_redirect(sight, attack, id, false)?;
        let attacked = attack.target == Value::Object(against);
        if attacked { Ok(()) } else { refuse("it is not what is attacked", rule!("507.1a")) }
    }
}

/// What is wrong with an answer of the right kind that is not offered.
fn why_not_offered(prompt: Prompt, item: Item) -> Option<(&'static str, RuleId)> {
    match prompt {
        Prompt::Charge => matches!(item, Item::Act(..))
            .then(|| ("only a card of the player's own hand is charged", rule!("701.8a"))),
        Prompt::PayMana => matches!(item, Item::Object(_))
            .then(|| ("it is no untapped card of the player's mana zone", rule!("107.2"))),
        Prompt::Evolve => matches!(item, Item::Object(_))
            .then(|| ("it is nothing that this creature can evolve from", rule!("801.1a"))),
        Prompt::Cross => matches!(item, Item::Object(_))
            .then(|| ("it is no creature that the cross gear can be crossed to", rule!("303.4a"))),
        Prompt::STrigger => matches!(item, Item::Ability(..))
            .then(|| ("it is none of these shields with something to declare", rule!("112.3a"))),
        Prompt::SBack => matches!(item, Item::Pair(..))
            .then(|| ("it is no S-Back with such a shield to discard", rule!("112.3b"))),
        Prompt::SabakiZ => matches!(item, Item::Pair(..))
            .then(|| ("it is no Sabaki Z with such a card to discard", rule!("112.3d"))),
        Prompt::Declare => matches!(item, Item::Ability(..))
            .then(|| ("it is no card of the hand whose ability triggers now", rule!("603.2f"))),
        Prompt::Shields => {
            matches!(item, Item::Object(_)).then(|| ("it is no shield of the other player", rule!("509.3")))
        }
        Prompt::Breaker => matches!(item, Item::Number(_))
            .then(|| ("no breaker of the creature breaks this many", rule!("509.2c"))),
        Prompt::Discard => matches!(item, Item::Object(_))
            .then(|| ("only cards of the player's own hand are discarded", rule!("701.7a"))),
        Prompt::Main
        | Prompt::Attack
        | Prompt::Block
        | Prompt::NoCost
        | Prompt::PutNext
        | Prompt::UseNext
        | Prompt::Fortify
        | Prompt::OrderEffects
        | Prompt::Replacement
        | Prompt::Instead
        | Prompt::May
        | Prompt::ChooseMode
        | Prompt::Choose
        | Prompt::ChooseRace
        | Prompt::ChooseCivilization
        | Prompt::ChooseNumber
        | Prompt::Rearrange
        | Prompt::JudgeCost
        | Prompt::Offering
        | Prompt::Search
        | Prompt::OrderCards
        | Prompt::SilentSkill
        | Prompt::GStrike => None,
    }
}
