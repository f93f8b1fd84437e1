//! Assist (702.131): another player helps to pay the generic mana of a spell.

use duelog_kernel::{Ask, Choice, Item, ObjectId, Request, Seat, bounds};

use crate::language::mana::ManaCost;
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::mana_pool::Purpose;
use crate::rules::prompt::Prompt;
use crate::state::event::Event;
use crate::state::{AbilityPlace, CardId, Casting, CastingStage, OnStack, StackKind};
use crate::{cite, rule};

/// A cost of which another player pays so much of the generic mana.
fn less(mana: &ManaCost, paid: u32) -> ManaCost {
    ManaCost { generic: mana.generic.saturating_sub(paid.min(u32::from(u16::MAX)) as u16), ..mana.clone() }
}

impl Casting {
    /// The mana that the player must have, if the one who helps pays as much as there is in that player's pool.
    pub(super) fn without_help(&self, rules: &Magic, sight: &Sight<'_>) -> ManaCost {
        match self.helper {
            Some(helper) => less(&self.mana, rules.pooled(sight, helper, Purpose::Spell(self.object))),
            None => self.mana.clone(),
        }
    }
}

impl Magic {
    /// What is left of a cost for the player at least, where the spell has assist: any one other player could pay
    /// generic mana of it.
    pub(super) fn assisted(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
        mana: &ManaCost,
    ) -> Option<ManaCost> {
        let assist = matches!(stack.kind, StackKind::Spell) && self.card_pool.card(card).definition.assist;
        let others = sight.board.each_from(seat).filter(|other| assist && *other != seat);
        let able = |other: Seat| {
            let sources = self.sources(sight, other);
            let given = sources.iter().map(|source| source.amount).fold(0, u32::saturating_add);
            self.pooled(sight, other, Purpose::Spell(id)).saturating_add(given)
        };
        others.map(able).max().map(|most| less(mana, most))
    }

    /// Asks which other player helps to pay, where generic mana is to be paid.
    pub(super) fn ask_helper(&self, sight: &Sight<'_>, casting: &Casting) -> Option<Request> {
        if casting.mana.generic == 0 || casting.helper.is_some() {
            return None;
        }
        cite!("702.131a");
        let others = sight.board.each_from(casting.seat).filter(|other| *other != casting.seat);
        let options = others.map(Item::Seat).chain([Item::Flag(false)]).collect();
        Some(request(casting, casting.seat, Prompt::Assist, Ask::one_of(options)))
    }

    /// Asks the one who helps for a mana ability.
    pub(super) fn ask_helper_mana(&self, sight: &Sight<'_>, casting: &Casting) -> Option<Request> {
        let helper = casting.helper?;
        let sources = self.sources(sight, helper);
        let mut options: Vec<Item> =
            sources.iter().map(|source| Item::Ability(source.object, source.place.number())).collect();
        let costly = self.costly_sources(sight, helper, None);
        options.extend(costly.into_iter().map(|(id, place)| Item::Ability(id, place.number())));
        options.push(Item::Pass);
        Some(request(casting, helper, Prompt::AssistMana, Ask::one_of(options)))
    }

    /// Asks the one who helps how much to pay.
    pub(super) fn ask_helper_pay(&self, sight: &Sight<'_>, casting: &Casting) -> Option<Request> {
        let helper = casting.helper?;
        let max = self
            .pooled(sight, helper, Purpose::Spell(casting.object))
            .min(u32::from(casting.mana.generic))
            .min(bounds::X);
        Some(request(casting, helper, Prompt::AssistPay, Ask::Number { min: 0, max }))
    }

    /// Takes what is said of helping.
    pub(super) fn answer_helper(
        &self,
        play: &mut Game<'_>,
        casting: Casting,
        choice: &Choice,
        first: Option<Item>,
    ) {
        match (casting.stage, first, choice) {
            (CastingStage::Helper, Some(Item::Seat(helper)), _) => {
                let casting = Casting { helper: Some(helper), ..casting };
                self.stage(play, &casting, CastingStage::HelperMana);
            }
            (CastingStage::Helper | CastingStage::HelperMana, Some(Item::Flag(_) | Item::Pass), _) => {
                self.stage(play, &casting, CastingStage::Mana);
            }
            (CastingStage::HelperMana, Some(Item::Ability(id, place)), _) => {
                if let (Some(place), Some(helper)) = (AbilityPlace::numbered(place), casting.helper) {
                    self.activate_mana(play, helper, id, place);
                }
            }
            (CastingStage::HelperPay, _, Choice::Number(amount)) => {
                let amount = (*amount).min(u32::from(u16::MAX)) as u16;
                let casting = Casting { mana: less(&casting.mana, amount.into()), ..casting };
                self.stage(play, &casting, CastingStage::HelperSpend(amount));
            }
            (CastingStage::HelperSpend(left), Some(item), _) => {
                let (mana, on) = (ManaCost::of_generic(left.into()), Purpose::Spell(casting.object));
                let spent =
                    casting.helper.and_then(|helper| self.spend_chosen(play, helper, &mana, on, item));
                if let Some(mana) = spent {
                    self.stage(play, &casting, CastingStage::HelperSpend(mana.generic));
                }
            }
            // The validator has let nothing else through.
            (_, _, _) => {}
        }
    }

    /// The one who helps pays what has no alternative; then the rest is paid, if it can be.
    pub(super) fn helper_spends(&self, play: &mut Game<'_>, casting: &Casting, left: u16) {
        if let Some(helper) = casting.helper {
            let mana = ManaCost::of_generic(left.into());
            self.spend_mana(play, helper, &mana, Purpose::Spell(casting.object));
        }
        let on = Purpose::Spell(casting.object);
        if self.pool_pays(&self.sight(play), casting.seat, &casting.mana, on) {
            self.stage(play, casting, CastingStage::Pay);
        } else {
            play.emit(Event::ActionReversed, rule!("721.1"));
        }
    }
}

fn request(casting: &Casting, seat: Seat, prompt: Prompt, ask: Ask) -> Request {
    Request { seat, ..casting.asks(prompt, rule!("702.131a"), ask) }
}
