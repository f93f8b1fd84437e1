//! How play asks whether a ruling is in force. What nothing asks, no definition says.

use super::{Deed, Ruling};

/// Of what a ruling is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Of an object, whatever it does it with.
    Object,
    /// Of an object, and of what it does it with.
    ObjectWith,
    /// Of a player, whatever the player does it with.
    Player,
    /// Of a player, and of what the player does it with.
    PlayerWith,
    /// Of the whole game, with what it is done to.
    Game,
}

impl Ruling {
    /// How play asks for a ruling on a deed; nothing where it does not.
    pub fn asked(self, deed: Deed) -> Option<Asked> {
        Some(match (self, deed) {
            (
                Ruling::Require,
                Deed::Attack | Deed::Block | Deed::BeBlocked | Deed::BecomeBlocked | Deed::AssignByToughness,
            )
            | (
                Ruling::Allow,
                Deed::Attack
                | Deed::BlockAnother
                | Deed::BlockAny
                | Deed::Exert
                | Deed::StayTapped
                | Deed::AssignPastBlockers,
            )
            | (
                Ruling::Forbid,
                Deed::Attack
                | Deed::AttackAlone
                | Deed::BlockAlone
                | Deed::Untap
                | Deed::Regenerate
                | Deed::Activate
                | Deed::AssignDamage
                | Deed::Transform
                | Deed::BeSacrificed
                | Deed::Crew,
            )
            | (Ruling::Allow, Deed::UntapInOthers) => Asked::Object,
            (Ruling::Forbid, Deed::Block | Deed::BeBlocked | Deed::BeTarget | Deed::Counter) => {
                Asked::ObjectWith
            }
            (Ruling::Require, Deed::ShowTop | Deed::ShowHand | Deed::RevealFirstDraw | Deed::Ascend)
            | (
                Ruling::Allow,
                Deed::PlayLand
                | Deed::SeeTop
                | Deed::KeepHand
                | Deed::Vote
                | Deed::Surveil
                | Deed::ChooseBlocks,
            )
            | (
                Ruling::Forbid,
                Deed::LoseGame
                | Deed::WinGame
                | Deed::GainLife
                | Deed::LoseLife
                | Deed::Draw
                | Deed::GetPlayerCounters
                | Deed::SacrificeForOpponents
                | Deed::Search,
            ) => Asked::Player,
            (Ruling::Allow, Deed::CastAsFlash | Deed::TargetHexproof | Deed::TriggerByEntering)
            | (Ruling::Forbid, Deed::ActivateNonMana | Deed::Cast | Deed::PlayLand | Deed::Cycle) => {
                Asked::PlayerWith
            }
            (
                Ruling::Forbid,
                Deed::Enter | Deed::GetCounters | Deed::BeCountered | Deed::Prevent | Deed::TriggerByEntering,
            ) => Asked::Game,
            _ => return None,
        })
    }
}
