//! Why something cannot be chosen: a reason in words and the number of the rule that choosing it would break.
//!
//! What is legal is decided elsewhere; this asks the same questions again and passes the answers on. A card
//! that the player may not know is asked about as one that does not exist, so that no reason tells anything
//! about it.

use duelog_kernel::{Item, ObjectId, Request};

use crate::rule;
use crate::rules::eval::Sight;
use crate::rules::game::{DuelMasters, verb};
use crate::rules::main_step::use_rule;
use crate::rules::prompt::{Prompt, Refused};
use crate::rules::refusal::{Refusal, refuse};
use crate::state::Value;

impl DuelMasters {
    /// Why `item` is not among what `request` offers, and the rule that naming it would break.
    pub fn why_not(&self, sight: &Sight<'_>, request: &Request, item: &Item) -> Refusal {
        Prompt::refusal(request, item, |prompt| self.why_not_to(prompt, sight, request, *item).err())
    }

    fn why_not_to(
        &self,
        prompt: Refused,
        sight: &Sight<'_>,
        request: &Request,
        item: Item,
    ) -> Result<(), Refusal> {
        match (prompt, item) {
            (Refused::Main, item) => self.why_not_now(sight, request, item),
            (Refused::Attack, Item::Pair(attacker, target)) => {
                self.can_attack_it(sight, attacker, Value::Object(target))
            }
            (Refused::Attack, Item::PairSeat(attacker, seat)) => {
                self.can_attack_it(sight, attacker, Value::Seat(seat))
            }
            (Refused::Attack, Item::Ability(id, _)) => self.can_use_tap_abilities(sight, id),
            (Refused::Block, Item::Pair(id, against)) => self.why_no_redirect(sight, id, against),
            (Refused::Attack | Refused::Block, _) => Ok(()),
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
            Item::Pair(..) | Item::PairSeat(..) => {
                // A creature that could not attack anyway is refused for that.
                self.why_not_to(Refused::Attack, sight, request, item)?;
                refuse("creatures attack in the attack step", rule!("505.2"))
            }
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
