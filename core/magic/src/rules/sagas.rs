//! Sagas (714): their lore counters, and when they are over.

use duelog_kernel::ObjectId;

use crate::language::definition::{Ability, Counter, When};
use crate::language::subtypes::SAGA;
use crate::rules::eval::Sight;
use crate::rules::game::{Game, Magic};
use crate::state::{AbilityRef, Proposal, StackKind, Stage, Zone};
use crate::{cite, rule};

impl Magic {
    /// As the active player's first main phase begins, each of that player's Sagas gets a lore counter (714.3b).
    /// Whether there are any.
    pub fn tell_sagas(&self, play: &mut Game<'_>) -> bool {
        let sight = self.sight(play);
        let mut sagas: Vec<ObjectId> = sagas(&sight).collect();
        sagas.retain(|id| sight.is_actives(*id));
        if sagas.is_empty() {
            return false;
        }
        cite!("505.4", "703.4e");
        play.emit(crate::state::event::Event::StageReached(Stage::Begin(1)), rule!("714.3b"));
        let sight = self.sight(play);
        let counter = |id| {
            let by = sight.controller(id).unwrap_or(sight.board.turn.active);
            Proposal::PutCounters(id, Counter::Lore, 1, false, by)
        };
        let counters = sagas.into_iter().map(counter).collect();
        self.happen(play, counters);
        true
    }

    /// The Sagas that are over: they have as many lore counters as chapters, and none of their chapter
    /// abilities waits or is on the stack (714.4).
    pub fn told_sagas(&self, sight: &Sight<'_>) -> Vec<ObjectId> {
        let told = |id: &ObjectId| {
            let lore = sight.object(*id).map_or(0, |object| object.counters(Counter::Lore));
            cite!("714.4");
            lore >= self.final_chapter(sight, *id) && !self.tells(sight, *id)
        };
        sagas(sight).filter(told).collect()
    }

    /// The greatest number among a Saga's chapters; 0 where it has none (714.2d).
    fn final_chapter(&self, sight: &Sight<'_>, id: ObjectId) -> u32 {
        let Some(characteristics) = sight.characteristics(id) else { return 0 };
        cite!("714.2d");
        characteristics.abilities().filter_map(|(_, ability)| self.chapter(ability)).max().unwrap_or(0)
    }

    /// Whether a chapter ability of a Saga has triggered and has not left the stack.
    fn tells(&self, sight: &Sight<'_>, id: ObjectId) -> bool {
        let own = |kind: StackKind, card| match kind {
            StackKind::Triggered(source, place) if source == id => {
                self.chapter(AbilityRef { card, place }).is_some()
            }
            _ => false,
        };
        sight.board.waiting.iter().any(|waiting| own(waiting.kind, waiting.card))
            || sight
                .board
                .zone(Zone::Stack)
                .iter()
                .filter_map(|id| sight.object(*id))
                .any(|object| object.stack.as_ref().is_some_and(|stack| own(stack.kind, object.card)))
    }

    fn chapter(&self, ability: AbilityRef) -> Option<u32> {
        match self.card_pool.ability(ability)? {
            Ability::Triggered(ability) => match ability.when {
                When::Chapter(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }
}

fn sagas<'a>(sight: &'a Sight<'_>) -> impl Iterator<Item = ObjectId> + 'a {
    let is_saga = |id: &ObjectId| sight.characteristics(*id).is_some_and(|face| face.types.has(SAGA));
    sight.board.zone(Zone::Battlefield).iter().copied().filter(is_saga)
}
