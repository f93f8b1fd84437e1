//! Cards of several faces, and the zones where cards are that are in no deck.

use duelog_kernel::Seat;

use crate::cite;
use crate::language::types::{CardType, Special};
use crate::state::card_pool::CardPool;
use crate::state::{CardId, Zone};

impl CardPool {
    /// The zone in which a card is that is in no deck (407.1, 408.1); none for all others.
    pub fn home(&self, card: CardId, owner: Seat) -> Option<Zone> {
        cite!("407.1", "408.1", "314.1", "804.4", "806.4", "809.1", "809.2");
        let definition = &self.card(card).front().definition;
        let has = |special: Special| definition.special.contains(&special);
        if has(Special::Gr) {
            return Some(Zone::UltraGr(owner));
        }
        let other = has(Special::Psychic) || has(Special::Dragheart) || definition.kind == CardType::RulePlus;
        other.then_some(Zone::Hyperspatial(owner))
    }
}
