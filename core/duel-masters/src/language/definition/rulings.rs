//! How play asks whether a rule is in force. All that nothing asks, no definition says.

use super::{Ruling, Subject};

/// About what a rule is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// About an object, whatever else is concerned.
    Alone,
    /// About an object, against another one.
    Against,
}

impl Ruling {
    /// How play asks for a rule on this; nothing where it does not.
    pub fn asked(self, subject: Subject) -> Option<Asked> {
        Some(match (self, subject) {
            (_, Subject::AttackCreatures | Subject::BeAttacked | Subject::Block)
            | (Ruling::Forbid, Subject::BeBlocked)
            | (Ruling::Allow, Subject::BeEvolved) => Asked::Against,
            (
                Ruling::Forbid,
                Subject::Attack
                | Subject::AttackPlayers
                | Subject::BeChosen
                | Subject::BeDestroyed
                | Subject::Leave
                | Subject::Untap
                | Subject::EnterUntapped
                | Subject::UseTapAbilities
                | Subject::Use
                | Subject::ShieldTrigger
                | Subject::Battle
                | Subject::LookAtOwnDeck
                | Subject::EnterMana
                | Subject::BeTapped,
            )
            | (
                Ruling::Allow,
                Subject::AttackPlayers
                | Subject::ChooseShields
                | Subject::ChooseAmongShields
                | Subject::BeCrossed
                | Subject::WinBattles
                | Subject::Use,
            )
            | (Ruling::Require, Subject::Attack | Subject::ShowShields) => Asked::Alone,
            _ => return None,
        })
    }
}
