//! To ignore a part of what has come of an event (8.5.33): the part counts as not having happened.

use duelog_kernel::replacement::Candidate;

use crate::language::definition::{Extreme, Instead, Verb};
use crate::rules::eval::Sight;
use crate::rules::game::{FleshAndBlood, Game};
use crate::state::event::Event;
use crate::state::{EffectKey, LastingKind};
use crate::{cite, rule};

impl FleshAndBlood {
    /// What is left of results: of equal ones only so many are ignored.
    pub(super) fn ignore(
        &self,
        play: &mut Game<'_>,
        results: &[u32],
        which: Extreme,
        count: u32,
    ) -> Vec<u32> {
        cite!("8.5.33b");
        let mut left = results.to_vec();
        for _ in 0..count {
            let places = left.iter().enumerate();
            let place = match which {
                Extreme::Lowest => places.min_by_key(|(_, result)| **result),
                Extreme::Highest => places.max_by_key(|(_, result)| **result),
            };
            let Some(place) = place.map(|(place, _)| place) else { break };
            let ignored = left.remove(place);
            play.emit(Event::ResultIgnored(ignored), rule!("8.5.33"));
        }
        left
    }

    /// As long as something may still be rolled again, nothing is ignored.
    pub(super) fn reroll_first(&self, sight: &Sight<'_>, found: &mut Vec<Candidate<EffectKey>>) {
        cite!("8.5.33c");
        if found.iter().any(|candidate| matches!(self.says(sight, candidate.key), Some(Instead::Again))) {
            let ignores =
                |said: Option<&Instead>| matches!(said, Some(Instead::Dice { ignore: Some(_), .. }));
            found.retain(|candidate| !ignores(self.says(sight, candidate.key)));
        }
    }

    /// What a replacement effect says that happens instead.
    fn says<'a>(&'a self, sight: &Sight<'_>, key: EffectKey) -> Option<&'a Instead> {
        match key {
            EffectKey::Own(_, code, at) => {
                self.card_pool.self_replacement(code, at).map(|(_, instead)| instead)
            }
            EffectKey::Ability(_, code) => self.card_pool.replacement(code).map(|ability| &ability.instead),
            EffectKey::Lasting(id) => {
                let lasting = sight
                    .board
                    .effects
                    .iter()
                    .find(|lasting| lasting.id == id && lasting.kind == LastingKind::Replaces)?;
                match self.card_pool.verb(lasting.code, lasting.at)? {
                    Verb::ReplaceNext(_, instead) => Some(instead),
                    _ => None,
                }
            }
        }
    }
}
