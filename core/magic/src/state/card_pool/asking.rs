//! What of the cards of a match decides what players are asked about, whatever each of them holds.

use super::CardPool;
use crate::language::definition::{Ability, Beginning, Replacement, Splice, ZoneKind};
use crate::state::{AbilityPlace, CodeRef};

impl CardPool {
    /// Whether players are asked without regard to what somebody may not know, as they are since revision 4.
    pub fn asks_unseeing(&self) -> bool {
        self.revision >= 4
    }

    /// How cards can be spliced onto spells (702.46).
    pub fn all_splices(&self) -> impl Iterator<Item = &Splice> {
        self.cards.iter().flat_map(|card| &card.definition.splices)
    }

    /// Whether any card can do something as it is in an opening hand (103.5).
    pub fn opens(&self) -> bool {
        self.cards.iter().flat_map(|card| &card.definition.abilities).any(
            |ability| matches!(ability, Ability::Activated(ability) if ability.timing.opening == Beginning::Hand),
        )
    }

    /// The first ability by which a card is revealed as it is drawn (702.93a).
    pub fn as_drawn(&self) -> Option<CodeRef> {
        self.cards.iter().find_map(|card| {
            let (place, _) = (0..)
                .zip(&card.definition.abilities)
                .find(|entry| matches!(entry.1, Ability::Replacement(Replacement::AsDrawn(_))))?;
            Some(CodeRef { card: card.base.card, ability: Some(AbilityPlace::Printed(place)) })
        })
    }

    /// Whether any card gives mana as it is in a hand.
    pub fn gives_mana_from_hands(&self) -> bool {
        let gives = |card: &super::Card, (place, ability): (u32, &Ability)| {
            matches!(ability, Ability::Activated(ability) if ability.zone == ZoneKind::Hand)
                && card.is_mana_ability(AbilityPlace::Printed(place))
        };
        self.acts_elsewhere()
            && self
                .cards
                .iter()
                .any(|card| (0..).zip(&card.definition.abilities).any(|entry| gives(card, entry)))
    }

    /// Returns whether anything asks how many turns a player has begun.
    pub fn counts_turns(&self) -> bool {
        self.cards.iter().any(|card| card.counts_turns)
    }
}
