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

    /// Since revision 12: a spell or ability knows what paid for it or was moved by it outside the battlefield, and finds
    /// it again where that is public (400.7h, 608.2g).
    pub fn finds_what_moved(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: a permanent that is kept tapped in its controller's untap step untaps in that of another player
    /// (502.2).
    pub fn untaps_in_others(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: who looks at cards of another library says in which order they are put back (608.2c).
    pub fn orders_what_it_looks_at(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: "when you cycle this card" triggers also where the card is exiled instead (702.28c).
    pub fn hears_discards_anywhere(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: a source that damages several things at the same time lets its controller gain life once (118.9).
    pub fn gains_by_source(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: the copy of a spell was not cast from anywhere, and no mana was spent on it (706.10).
    pub fn copies_are_not_cast(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: a library is shuffled also where there was nothing to shuffle into it (701.19d).
    pub fn shuffles_for_nothing(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: damage of one effect to each of several things is dealt at the same time, and copies of each of
    /// several permanents are created at the same time (119.2b, 608.2c).
    pub fn does_at_once(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: the starting life total is the one with which the player began, not always 20 (103.3).
    pub fn knows_starting_life(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 12: a commander that was put into the command zone in place of exile does not come back as what was
    /// exiled (607.2a, 903.9a).
    pub fn leaves_commanders(&self) -> bool {
        self.revision >= 12
    }

    /// Since revision 13: a permanent enters with what another permanent gives it about how it enters, where anything gives
    /// such an ability at all (614.12).
    pub fn gives_entering(&self) -> bool {
        self.revision >= 13 && self.gives_entering
    }

    /// Since revision 13: an effect that prevents damage and removes one counter does so once for all damage that is dealt
    /// at the same time (615.5).
    pub fn removes_once(&self) -> bool {
        self.revision >= 13
    }

    /// Since revision 13: protection from legendary creatures is not from other legendary permanents (702.16a).
    pub fn protects_from_creatures(&self) -> bool {
        self.revision >= 13
    }

    /// Since revision 14: X is announced before targets are chosen and costs are paid that are compared with it, so that
    /// there need not be such for X = 0 (107.3a, 601.2b).
    pub fn announces_first(&self) -> bool {
        self.revision >= 14
    }

    /// Since revision 14: a card that is exiled face down is looked at as what it is where an effect lets a player who may
    /// look at it play it, and is not told by name where it goes to a hand or a library (406.3).
    pub fn plays_from_face_down(&self) -> bool {
        self.revision >= 14
    }
}
