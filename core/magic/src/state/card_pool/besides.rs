//! Costs that effects let a player pay besides for a spell, and what effects add to its text.

use super::CardPool;
use crate::language::definition::{Ability, Besides, Change};
use crate::state::{AbilityRef, CardId, Cast, Characteristics};

impl CardPool {
    /// The abilities among those that effects give an object by which a cost may be paid besides, in their order.
    pub fn besides_among(&self, own: &Characteristics) -> Vec<AbilityRef> {
        let such = |given: &AbilityRef| matches!(self.ability(*given), Some(Ability::Alternative(way)) if way.besides.is_some());
        own.granted.iter().copied().filter(such).collect()
    }

    /// The abilities among those that effects give an object that add to its text, in their order.
    pub fn texts_among(&self, own: &Characteristics) -> Vec<AbilityRef> {
        let such = |given: &AbilityRef| matches!(self.ability(*given), Some(Ability::Alternative(way)) if way.text.is_some());
        own.granted.iter().copied().filter(such).collect()
    }

    /// What these abilities say may be paid besides.
    pub fn besides_given(&self, abilities: &[AbilityRef]) -> impl Iterator<Item = &Besides> {
        abilities.iter().filter_map(|ability| match self.ability(*ability)? {
            Ability::Alternative(way) => way.besides.as_ref(),
            _ => None,
        })
    }

    /// How often the cost was paid that the static abilities of a card give a spell at a place. Where several have
    /// given the same, each counts by itself, those that were paid most often first.
    pub fn paid_given(&self, giver: CardId, place: u8, spell: CardId, cast: &Cast, nth: usize) -> u32 {
        let statics = self.card(giver).definition.abilities.iter().filter_map(|ability| match ability {
            Ability::Static(ability) => Some(&ability.changes),
            _ => None,
        });
        let mut all: Vec<&Ability> = Vec::new();
        for change in statics.flatten() {
            if let Change::GainAbility(given) = change
                && matches!(&**given, Ability::Alternative(way) if way.besides.is_some())
                && !all.contains(&&**given)
            {
                all.push(given);
            }
        }
        let given = all.get(usize::from(place)).and_then(|given| self.card(giver).place_given(given));
        let Some(place) = given else { return 0 };
        let ability = AbilityRef { card: giver, place };
        let own = self.card(spell).definition.besides.len();
        let paid = cast.besides.iter().zip(own..).filter(|(besides, _)| **besides == ability);
        let mut paid: Vec<u32> = paid.map(|(_, at)| cast.paid.get(at).copied().unwrap_or(0)).collect();
        paid.sort_by(|a, b| b.cmp(a));
        paid.get(nth).copied().unwrap_or(0)
    }
}
