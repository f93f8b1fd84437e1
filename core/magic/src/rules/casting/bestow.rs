//! Bestow (702.102): for an alternative cost the spell is an Aura.

use duelog_kernel::{ObjectId, Seat};

use super::faces::Trial;
use crate::cite;
use crate::rules::continuous::Layers;
use crate::rules::eval::Sight;
use crate::rules::game::Magic;
use crate::rules::refusal::Refusal;
use crate::state::{CardId, CastMethod, OnStack, StackKind, Zone};

impl Magic {
    /// Whether a card can be cast as an Aura though it is none.
    pub fn is_bestowable(&self, card: CardId) -> bool {
        self.bestowing(card).is_some()
    }

    /// The place of the alternative cost for which a card is an Aura.
    fn bestowing(&self, card: CardId) -> Option<u8> {
        let alternatives = &self.card_pool.card(card).definition.alternatives;
        alternatives.iter().position(|alternative| alternative.enchants.is_some()).map(|place| place as u8)
    }

    /// The table as it would be if a card were on the stack, cast for such a cost (702.102c).
    fn bestowed(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId, place: u8) -> Option<Trial> {
        let mut board = sight.board.clone();
        let object = board.objects.get_mut(id)?;
        let mut stack = object.stack.take().unwrap_or_else(|| Box::new(OnStack::new(StackKind::Spell)));
        stack.cast.instead = Some(place);
        object.stack = Some(stack);
        object.zone = Zone::Stack;
        object.controller = seat;
        let computed = Layers { board: &board, card_pool: &self.card_pool }.compute();
        Some(Trial::of(board, computed))
    }

    /// Whether a card may be cast at this time as the Aura that it can become (601.3b).
    pub fn is_time_for_bestowed(&self, sight: &Sight<'_>, seat: Seat, id: ObjectId) -> bool {
        let card = sight.object(id).map(|object| object.printed());
        let place = card.and_then(|card| self.bestowing(card));
        let trial = place.and_then(|place| self.bestowed(sight, seat, id, place));
        trial.is_some_and(|trial| self.is_time_for(&trial.sight(sight), seat, id))
    }

    /// Whether nothing forbids to cast a card in this way, where it can be cast as one thing or another: it is looked
    /// at as what it is then (601.2e, 702.102c).
    ///
    /// # Errors
    /// The reason and the rule.
    pub(super) fn may_cast_so(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        id: ObjectId,
        way: CastMethod,
    ) -> Result<(), Refusal> {
        let Some(place) = sight.object(id).and_then(|object| self.bestowing(object.printed())) else {
            return Ok(());
        };
        let bestows = matches!(way, CastMethod::Alternative(own) if own == place);
        let trial = if bestows { self.bestowed(sight, seat, id, place) } else { None };
        cite!("702.102c");
        match trial {
            Some(trial) => trial.sight(sight).may_cast(seat, id, false),
            None => sight.may_cast(seat, id, false),
        }
    }
}
