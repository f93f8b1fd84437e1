//! What revisions of the rules have changed (`fixtures/revisions/magic.md`): a match is played by those that its
//! log names.

use super::CardPool;

impl CardPool {
    /// Since revision 4: a library that nobody may search is shuffled where the effect says so (101.3).
    pub fn shuffles_unsearched(&self) -> bool {
        self.revision >= 4
    }

    /// Since revision 4: an effect that changes neither characteristics nor control also affects what comes later
    /// (611.2c).
    pub fn rules_reach_later(&self) -> bool {
        self.revision >= 4
    }

    /// Since revision 4: what is done instead of a destruction knows what would have been destroyed (614.1a).
    pub fn tells_what_is_destroyed(&self) -> bool {
        self.revision >= 4
    }

    /// Since revision 5: a permanent spell that an effect gave an ability about how it enters does so (614.12).
    pub fn enters_as_given(&self) -> bool {
        self.revision >= 5
    }

    /// Since revision 5: what cannot be the target of certain spells cannot be the target of a card that would be such a
    /// spell; it is not offered to be cast (601.2c).
    pub fn looks_at_spells(&self) -> bool {
        self.revision >= 5
    }

    /// Whether an effect that is too long for this engine ends the match by a limit, and not by the rule for
    /// loops: since revision 4.
    pub fn tells_limits(&self) -> bool {
        self.revision >= 4
    }

    /// Since revision 7: nothing becomes the target of a delayed triggered ability that speaks of what an earlier spell or
    /// ability has chosen (114.1d, 603.7).
    pub fn delayed_chooses_no_targets(&self) -> bool {
        self.revision >= 7
    }

    /// Since revision 10: what has a characteristic-defining ability is not without abilities (604.3).
    pub fn counts_defining(&self) -> bool {
        self.revision >= 10
    }

    /// Since revision 9: an extra turn does not advance the order of turns (500.7).
    pub fn keeps_turn_order(&self) -> bool {
        self.revision >= 9
    }

    /// Since revision 12: a spell or ability finds what paid for it outside the battlefield, and a mana ability what paid
    /// for it at all (400.7h).
    pub fn finds_what_paid(&self) -> bool {
        self.revision >= 12
    }
}
