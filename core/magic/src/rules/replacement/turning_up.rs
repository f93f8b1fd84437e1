//! All that is done as a permanent is turned face up (614.1e): it is looked at as it would be then, also as the copy that it
//! becomes on the way (706.2, 707.8).

use super::{Magic, tier};
use crate::cite;
use crate::language::definition::{Ability, Replacement};
use crate::rules::eval::Sight;
use crate::rules::game::Game;
use crate::state::{AbilityRef, CodeRef, Context, EffectKey, Proposal, Proposed};

impl Magic {
    /// The effects of a permanent on its being turned face up: what is done first, and then the counters that what it has
    /// become says.
    pub(super) fn turning_up(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        batch: &[Proposed],
        found: &mut Vec<(EffectKey, u8)>,
    ) {
        let Proposal::TurnUp(id, _) = event else { return };
        let Some(trial) = self.trial_up(sight, *id) else { return };
        let begun = |proposed: &Proposed| {
            proposed.event == *event && proposed.applied.iter().any(|key| matches!(key, EffectKey::Own(..)))
        };
        let begun = batch.iter().any(begun);
        let up = trial.sight(sight);
        for (_, AbilityRef { card, place }) in
            up.characteristics(*id).into_iter().flat_map(|own| own.abilities())
        {
            let applies = match self.card_pool.ability(AbilityRef { card, place }) {
                Some(Ability::Replacement(Replacement::TurnedUp { does: Some(_), .. })) => true,
                Some(Ability::Replacement(Replacement::TurnedUp { with: Some(_), paid: false, .. })) => begun,
                _ => false,
            };
            let key = (EffectKey::Own(card, place), tier::ANY);
            if applies && !found.contains(&key) {
                cite!("614.1e");
                found.push(key);
            }
        }
    }

    /// The script that runs as a permanent is turned face up, where the effect is one.
    pub fn turning_script(
        &self,
        sight: &Sight<'_>,
        event: &Proposal,
        key: EffectKey,
    ) -> Option<(CodeRef, Context)> {
        let (Proposal::TurnUp(id, x), EffectKey::Own(card, place)) = (event, key) else { return None };
        let ability = self.card_pool.ability(AbilityRef { card, place })?;
        let Ability::Replacement(Replacement::TurnedUp { does: Some(_), .. }) = ability else { return None };
        let mut context = Context::of(*id, sight.controller(*id)?);
        context.x = *x;
        Some((CodeRef { card, ability: Some(place) }, context))
    }

    /// A permanent is turned face up with the counters that its ability says.
    pub(super) fn turned_with(
        &self,
        play: &mut Game<'_>,
        event: &Proposal,
        own: AbilityRef,
    ) -> Vec<Proposal> {
        let sight = self.sight(play);
        let (
            Proposal::TurnUp(id, x),
            Some(Ability::Replacement(Replacement::TurnedUp { with: Some(with), .. })),
        ) = (event, self.card_pool.ability(own))
        else {
            return vec![event.clone()];
        };
        let put = self.counter_as_turned(&sight, *id, *x, with);
        std::iter::once(event.clone()).chain(put).collect()
    }
}
