//! In whose stead something is done in a match: only then such events take the way on which effects replace them.

use super::{Card, CardPool, Compiled};
use crate::language::definition::{Ability, Deed, Replacement, When};
use crate::state::AbilityRef;

/// Whether a pattern, or one of several, is such a one.
fn means(when: &When, such: &impl Fn(&When) -> bool) -> bool {
    match when {
        When::Either(all) => all.iter().any(|when| means(when, such)),
        when => such(when),
    }
}

impl CardPool {
    /// The replacement effect that an ability holds until a script begins it.
    pub fn begun(&self, ability: AbilityRef) -> Option<&Replacement> {
        match self.ability(ability)? {
            Ability::Replacement(Replacement::Begun(replacement)) => Some(replacement),
            _ => None,
        }
    }

    /// Whether something is done instead of such an event.
    fn replaces_any(&self, such: impl Fn(&When) -> bool) -> bool {
        let replaces = |compiled: &Compiled| match &compiled.ability {
            Ability::Replacement(own) => {
                matches!(own.whenever(), Replacement::Instead(when, _) if means(when, &such))
            }
            _ => false,
        };
        self.cards.iter().flat_map(Card::abilities).any(replaces)
    }

    /// Whether anything replaces several draws at once (120.2a).
    pub fn replaces_draws(&self) -> bool {
        self.replaces_any(|when| matches!(when, When::Draws { .. }))
    }

    /// Returns whether anything replaces draws but the first of a draw step.
    pub fn counts_draws(&self) -> bool {
        self.replaces_any(|when| matches!(when, When::DrawsBeside { .. }))
    }

    /// Whether anything is done instead of this (614.1a).
    pub fn replaces(&self, wanted: Deed) -> bool {
        self.replaces_any(|when| matches!(when, When::Does { deed, .. } if *deed == wanted))
    }

    /// Whether any card in a graveyard replaces events.
    pub fn replaces_from_graveyards(&self) -> bool {
        self.replaces_from_graveyards
    }
}
