//! How play asks whether a ruling is in force. All that nothing asks, no definition says.

use super::{Asset, Deed, Ruling};

/// About what a ruling is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// About an object, whatever it is done with.
    Alone,
    /// About an object, and of what it is done with.
    With,
}

impl Ruling {
    /// How play asks for a ruling on a deed; nothing where it does not.
    pub fn asked(self, deed: Deed) -> Option<Asked> {
        Some(match (self, deed) {
            (Ruling::Restriction | Ruling::Requirement, Deed::Defend | Deed::BeDefendedBy)
            | (_, Deed::BeAttacked) => Asked::With,
            (
                Ruling::Restriction,
                Deed::Activate
                | Deed::Attack
                | Deed::ActivateAction
                | Deed::Destroy
                | Deed::Draw
                | Deed::Gain(Asset::Life)
                | Deed::GainDefense
                | Deed::GainGoAgain
                | Deed::LookAtTop
                | Deed::Pitch
                | Deed::Play
                | Deed::PlayAsInstant
                | Deed::PlayFree
                | Deed::Prevent
                | Deed::TriggerOnHit
                | Deed::Untap,
            )
            | (Ruling::Allowance, Deed::Play | Deed::PlayAsInstant | Deed::PlayFree | Deed::LookAtTop) => {
                Asked::Alone
            }
            _ => return None,
        })
    }
}
