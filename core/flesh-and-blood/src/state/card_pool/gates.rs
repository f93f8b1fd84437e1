//! The changes of the rules by revision (`fixtures/revisions/flesh-and-blood.md`): a match is played by those that its
//! log names.

use super::CardPool;

impl CardPool {
    /// Whether an effect that is too long for this engine ends the match by a limit, and not by the rule for
    /// loops: since revision 5.
    pub fn tells_limits(&self) -> bool {
        self.revision >= 5
    }

    /// Whether players are asked without regard to what somebody may not know, as they are since revision 5.
    pub fn asks_unseeing(&self) -> bool {
        self.revision >= 5
    }

    /// Returns whether wagers and "their next turn" mean the opponent that a card is about, as they do since revision 10,
    /// and not the next player.
    pub fn heeds_each_opponent(&self) -> bool {
        self.revision >= 10
    }

    /// Since revision 12: a chain link whose attack is that of a weapon is described like any other (7.0.3c).
    pub fn counts_links_of_weapons(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: a source that has left deals no damage, and nothing deals it in its stead (1.8.9).
    pub fn damages_by_what_is_there(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: the defending hero is the attack-target also while the attack resolves (7.2.3).
    pub fn sees_who_is_attacked(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 13: equipment that something transforms into becomes a permanent, though it is a deck-card (8.5.36b).
    pub fn transforms_into_equipment(&self) -> bool {
        self.revision >= 13
    }

    /// Since revision 13: a card that defends is heard also where it triggers as it attacks or defends (5.4.6).
    pub fn hears_either(&self) -> bool {
        self.revision >= 13
    }

    /// Since revision 13: a card that is created outside of the arena has been created, too (8.5.40).
    pub fn notes_created_cards(&self) -> bool {
        self.revision >= 13
    }
}
