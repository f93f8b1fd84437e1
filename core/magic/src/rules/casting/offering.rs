//! What is sacrificed for a spell that then costs less (702.47, 702.118): it is chosen as the spell is announced. And
//! which half of a hybrid symbol is taken off a cost (117.7e).
use duelog_kernel::{Ask, Item, ObjectId, Request, Seat};

use super::price::{any_of, offer};
use crate::language::definition::Saving;
use crate::language::mana::{Hybrid, ManaCost, Other};
use crate::rules::eval::{Scope, Sight};
use crate::rules::game::{Game, Magic};
use crate::rules::paying::ways;
use crate::rules::prompt::Prompt;
use crate::rules::refusal::{Refusal, refuse};
use crate::state::event::Event;
use crate::state::{CardId, CastMethod, Casting, CastingStage, Object, OnStack, StackKind};
use crate::{cite, rule};

/// The symbols of a reduction of which a half is chosen; what can be paid with life counts as its colour.
fn halves(mana: &ManaCost) -> impl Iterator<Item = Hybrid> + '_ {
    mana.hybrid.iter().copied().filter(|symbol| symbol.other != Other::Life)
}

impl Magic {
    /// What a player could sacrifice so for a spell.
    fn offers(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
        way: CastMethod,
    ) -> Vec<ObjectId> {
        let costs = self.costs_of(card, stack, way);
        let Some((_, group)) = costs.iter().find_map(|cost| offer(cost)) else { return Vec::new() };
        let mut all = sight.objects(group, &Scope::of(id, seat));
        all.retain(|id| sight.controller(*id) == Some(seat));
        all.sort();
        all
    }

    /// Whether a spell can be paid for with any such sacrifice.
    pub(super) fn can_offer_any(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        object: (ObjectId, CardId),
        stack: &OnStack,
        way: CastMethod,
    ) -> Result<(), Refusal> {
        let none = refuse("there are not enough permanents to sacrifice", rule!("117.3"));
        any_of(none, self.offers(sight, seat, object, stack, way), |offered| {
            let mut trial = stack.clone();
            trial.cast.offered = Some(offered);
            self.can_afford(sight, seat, object, &trial, way)
        })
    }

    /// How much less a spell costs by what is sacrificed for it.
    pub(super) fn saved_by_offer(
        &self,
        sight: &Sight<'_>,
        card: CardId,
        stack: &OnStack,
        way: CastMethod,
    ) -> Option<ManaCost> {
        let offered = stack.cast.offered?;
        let costs = self.costs_of(card, stack, way);
        let (saving, _) = costs.iter().find_map(|cost| offer(cost))?;
        Some(match saving {
            Saving::Value => ManaCost::of_generic(sight.mana_value(offered)),
            Saving::Cost => {
                cite!("702.47c");
                sight.characteristics(offered)?.cost.clone()
            }
        })
    }

    /// The hybrid symbols of all that a spell costs less, in the order in which they are taken off.
    pub(super) fn halves_saved(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        (id, card): (ObjectId, CardId),
        stack: &OnStack,
        way: CastMethod,
    ) -> Vec<Hybrid> {
        if !self.card_pool.saves_halves() || !matches!(stack.kind, StackKind::Spell) {
            return Vec::new();
        }
        let offered = self.saved_by_offer(sight, card, stack, way);
        let less = sight.reductions(seat, id);
        less.iter().chain(offered.as_ref()).flat_map(halves).collect()
    }

    /// Asks what is sacrificed (601.2b), of what makes the spell one that can be paid for.
    pub(super) fn ask_offer(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let (id, seat) = ((object.id, object.printed()), casting.seat);
        let trial = self.trial(object, stack);
        let payable = |offered: &ObjectId| {
            let mut trial = trial.clone();
            trial.cast.offered = Some(*offered);
            self.can_afford(sight, seat, id, &trial, casting.way).is_ok()
        };
        let options = self.offers(sight, seat, id, stack, casting.way).into_iter().filter(payable);
        let ask = Ask::one_of(options.map(Item::Object).collect());
        Some(casting.asks(Prompt::Sacrifice, rule!("601.2b"), ask))
    }

    /// Notes what is to be sacrificed.
    pub(super) fn answer_offer(&self, play: &mut Game<'_>, casting: Casting, first: Option<Item>) {
        let (Some(Item::Object(offered)), Some(mut stack)) = (first, self.stack_of(play, casting.object))
        else {
            return;
        };
        stack.cast.offered = Some(offered);
        play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("601.2b"));
        let next = self.after_cost(play, &casting, 0);
        self.stage(play, &casting, next);
    }

    /// Asks which half of the next hybrid symbol is taken off (117.7e), of those with which the cost can be paid.
    pub(super) fn ask_saving(
        &self,
        sight: &Sight<'_>,
        casting: &Casting,
        object: &Object,
        stack: &OnStack,
    ) -> Option<Request> {
        let (id, seat) = ((object.id, object.printed()), casting.seat);
        let halves = self.halves_saved(sight, seat, id, stack, casting.way);
        let symbol = *halves.get(stack.cast.saved.len())?;
        let payable = |second: bool| {
            let mut trial = stack.clone();
            trial.cast.saved.push(second);
            self.affords(sight, seat, id, &trial, casting.way)
        };
        let both = [false, true].into_iter().zip(ways(symbol));
        let options = both.filter(|(second, _)| payable(*second)).map(|(_, item)| item).collect();
        Some(casting.asks(Prompt::ChooseHybrid, rule!("117.7e"), Ask::one_of(options)))
    }

    /// Notes which half is taken off.
    pub(super) fn answer_saving(&self, play: &mut Game<'_>, casting: Casting, first: Option<Item>) {
        let Some(mut stack) = self.stack_of(play, casting.object) else { return };
        let board = &play.state().board;
        let Some(card) = board.get(casting.object).map(Object::printed) else { return };
        let id = (casting.object, card);
        let halves = self.halves_saved(&self.sight(play), casting.seat, id, &stack, casting.way);
        let symbol = halves.get(stack.cast.saved.len()).copied();
        stack.cast.saved.push(symbol.is_some_and(|symbol| Some(ways(symbol)[1]) == first));
        play.emit(Event::StackSet(casting.object, Box::new(stack)), rule!("117.7e"));
        self.stage(play, &casting, CastingStage::Saving);
    }
}
