//! The activated abilities that objects have, and what the cards of a match say of such abilities.

use super::CardPool;
use crate::cite;
use crate::state::{AbilityPlace, Characteristics};

impl CardPool {
    /// True if any of these abilities could be activated: most creatures have none that could.
    pub fn can_act(&self, own: &Characteristics) -> bool {
        own.intrinsic != 0 || !own.granted.is_empty() || (own.abilities > 0 && self.card(own.card).acts)
    }

    /// Tells the places of the activated abilities among these characteristics, one after the other.
    pub fn each_activated(&self, own: &Characteristics, mut each: impl FnMut(AbilityPlace)) {
        cite!("702.6e");
        if (own.abilities > 0 && self.card(own.card).acts) || !own.granted.is_empty() {
            for (place, ability) in own.abilities() {
                if self.activated(ability).is_some_and(|ability| !ability.timing.face_down) {
                    each(place);
                }
            }
        }
        own.intrinsic_places().for_each(each);
    }

    /// Whether any activated ability works outside of the battlefield.
    pub fn acts_elsewhere(&self) -> bool {
        self.acts_elsewhere
    }

    /// True if anybody but its controller may activate any ability.
    pub fn is_open_to_others(&self) -> bool {
        self.open_to_others
    }

    /// Whether any card makes abilities cost less.
    pub fn cheapens(&self) -> bool {
        self.cheapens
    }

    /// True if a definition says that activated abilities cost more.
    pub fn raises(&self) -> bool {
        self.raises
    }
}
