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
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Value;

impl DuelMasters {
    /// Why `item` is not among what `request` offers, and the rule that naming it would break.
    pub fn why_not(&self, sight: &Sight<'_>, request: &Request, item: &Item) -> (String, RuleId) {
        let reason: Result<(), Refusal> = match (request.prompt, *item) {
            ("main", item) => self.why_not_now(sight, request, item),
            ("charge", Item::Act(..)) => {
                refuse("only a card of the player's own hand is charged", rule!("701.8a"))
            }
            ("attack", Item::Pair(attacker, target)) => {
                self.can_attack_it(sight, attacker, Value::Object(target))
            }
            ("attack", Item::PairSeat(attacker, seat)) => {
                self.can_attack_it(sight, attacker, Value::Seat(seat))
            }
            ("attack", Item::Ability(id, _)) => self.can_use_tap_abilities(sight, id),
            ("block", Item::Pair(id, against)) => self.why_no_redirect(sight, id, against),
            ("pay-mana", Item::Object(_)) => {
                refuse("it is no untapped card of the player's mana zone", rule!("107.2"))
            }
            ("evolve", Item::Object(_)) => {
                refuse("it is nothing that this creature can evolve from", rule!("801.1a"))
            }
            ("cross", Item::Object(_)) => {
                refuse("it is no creature that the cross gear can be crossed to", rule!("303.4a"))
            }
            ("s-trigger", Item::Ability(..)) => {
                refuse("it is none of these shields with something to declare", rule!("112.3a"))
            }
            ("s-back", Item::Pair(..)) => {
                refuse("it is no S-Back with such a shield to discard", rule!("112.3b"))
            }
            ("sabaki-z", Item::Pair(..)) => {
                refuse("it is no Sabaki Z with such a card to discard", rule!("112.3d"))
            }
            ("declare", Item::Ability(..)) => {
                refuse("it is no card of the hand whose ability triggers now", rule!("603.2f"))
            }
            ("shields", Item::Object(_)) => refuse("it is no shield of the other player", rule!("509.3")),
            ("breaker", Item::Number(_)) => {
                refuse("no breaker of the creature breaks this many", rule!("509.2c"))
            }
            ("discard", Item::Object(_)) => {
                refuse("only cards of the player's own hand are discarded", rule!("701.7a"))
            }
            _ => Ok(()),
        };
        reason.err().unwrap_or_else(|| ("it is not among what can be chosen here".to_string(), request.rule))
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
