//! What effects let players do later: special actions that end an effect or stop a delayed ability (115.2c).

use duelog_kernel::{ObjectId, Seat};

use crate::rules::casting::announcing::can_announce;
use crate::rules::casting::least_targets;
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::rules::refusal::Refusal;
use crate::state::event::Event;
use crate::state::{AbilityRef, Board, CastMethod, CodeRef, LastingKind, OnStack, StackKind};
use crate::{cite, rule};

impl Magic {
    /// The effects by which a player may do something now, and which can be paid for.
    pub fn offers_to<'a>(&'a self, sight: &'a Sight<'_>, seat: Seat) -> impl Iterator<Item = u32> + 'a {
        let offers = sight.board.effects.iter().filter_map(move |effect| match &effect.kind {
            LastingKind::Offered { seats, ability } if seats.contains(&seat) => {
                Some((effect.id, effect.source, *ability))
            }
            _ => None,
        });
        offers
            .filter(move |(_, source, ability)| self.can_take_offer(sight, seat, *source, *ability).is_ok())
            .map(|(id, ..)| id)
    }

    /// Whether what an effect lets a player do can be paid for, and has targets.
    fn can_take_offer(
        &self,
        sight: &Sight<'_>,
        seat: Seat,
        source: ObjectId,
        ability: AbilityRef,
    ) -> Result<(), Refusal> {
        let code = CodeRef { card: ability.card, ability: Some(ability.place) };
        self.has_targets(sight, seat, source, code, rule!("602.2b"))?;
        let mut stack = OnStack::new(StackKind::Activated(source, ability.place));
        stack.targets = least_targets(self.card_pool.targets(code), 0);
        can_announce(self, sight, seat, (source, ability.card), &stack, CastMethod::Priority)
    }

    /// Begins what an effect lets a player do (115.2c).
    pub fn take_offer(&self, play: &mut Game<'_>, seat: Seat, offer: u32) {
        let Some((source, ability)) = offered(&play.state().board, offer) else { return };
        let new = play.state().board.next_id();
        cite!("115.2c");
        play.emit(Event::ActionBegun, rule!("115.2c"));
        let stack = Box::new(OnStack::new(StackKind::Activated(source, ability.place)));
        let card = ability.card;
        play.emit(Event::AbilityMade { card, controller: seat, new, stack }, rule!("115.2c"));
        self.begin(play, seat, new, (CastMethod::Priority, Some(offer)));
    }
}

/// What an effect lets players do, and the source of the effect.
pub fn offered(board: &Board, offer: u32) -> Option<(ObjectId, AbilityRef)> {
    let effect = board.effects.iter().find(|effect| effect.id == offer)?;
    match &effect.kind {
        LastingKind::Offered { ability, .. } => Some((effect.source, *ability)),
        _ => None,
    }
}
