//! The activated abilities that objects have.

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
}
