//! What replacement and prevention effects say (614, 615), and what cannot happen (614.17).

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::{Condition, Counter, Destination, Effect, Filter, Group, Number, Ref, Until};

/// A replacement or prevention effect from a static ability (614, 615).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Replacement {
    /// This object enters the battlefield tapped (614.1d).
    EntersTapped,
    /// This object enters the battlefield tapped unless the condition holds.
    EntersTappedUnless(Condition),
    /// This object enters the battlefield with counters (614.1c).
    EntersWithCounters(Counter, Number),
    /// As this object enters the battlefield, this is done; what it moves is moved at the same time (614.1c,
    /// 614.12a, 614.13).
    AsEnters(Effect),
    /// Permanents that match enter the battlefield tapped.
    OthersEnterTapped(Filter),
    /// Permanents that match enter the battlefield under the control of the player (616.1b).
    EnterUnder(Filter, Ref),
    /// Other permanents that match enter the battlefield as copies of this object (616.1c).
    OthersEnterAsThis(Filter),
    /// Cards that would go to a graveyard go elsewhere.
    GraveyardInstead(Filter, Destination),
    /// This object goes elsewhere when it would be put into a graveyard from anywhere.
    ThisInstead(Destination),
    /// Damage from matching sources to matching objects or players is prevented; at most the amount, if given
    /// (615.10).
    PreventDamage {
        /// Where the damage comes from.
        from: Filter,
        /// Whom it would be dealt to.
        to: Recipient,
        /// How much of each damage event is prevented; all when absent.
        #[serde(default)]
        amount: Option<Number>,
        /// Whether combat damage is left alone.
        #[serde(default)]
        noncombat: bool,
        /// What else it does (615.5).
        #[serde(default)]
        then: Vec<Then>,
    },
    /// Damage from matching sources to matching objects or players is dealt to this one instead (614.9).
    RedirectDamage {
        /// Where the damage comes from.
        from: Filter,
        /// Whom it would be dealt to.
        to: Recipient,
        /// Whom it is dealt to instead.
        instead: Ref,
    },
    /// Damage from matching sources to matching objects or players is multiplied.
    MultiplyDamage {
        /// Where the damage comes from.
        from: Filter,
        /// Whom it would be dealt to.
        to: Recipient,
        /// By how much.
        by: u32,
    },
    /// Life that this object's controller would gain is multiplied.
    MultiplyLifeGain(u32),
    /// Tokens that would be created under this object's controller's control are multiplied (614.16).
    MultiplyTokens(u32),
    /// Counters that would be put on permanents that match are multiplied.
    MultiplyCounters {
        /// On which.
        on: Filter,
        /// By how much.
        by: u32,
        /// Whether only those count that an effect would put there (614.16).
        #[serde(default)]
        by_effect: bool,
    },
    /// When the player would draw a card, this is done instead (614.11).
    DrawInstead(Ref, Effect),
    /// While the condition holds, damage does not make its controller's life total less than this.
    LifeStaysAt(Condition, u32),
    /// When the player would lose the game, this is done instead.
    LossInstead(Ref, Effect),
    /// The player reveals the first card drawn in each turn (603.11).
    RevealFirstDraw(Ref),
    /// The player skips this (614.10).
    Skip(Ref, Span),
    /// This cannot happen (614.17).
    Never(Never),
}

/// What cannot happen (614.17).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Never {
    /// The player does not lose the game.
    Lose(Ref),
    /// The player does not win the game.
    Win(Ref),
    /// The player gains no life.
    GainLife(Ref),
    /// The player draws no cards.
    Draw(Ref),
    /// Objects that match do not enter the battlefield (614.17d).
    Enter(Filter),
    /// No counters are put on permanents that match.
    Counters(Filter),
    /// This object has no more than so many counters of the kind (704.5r).
    CountersAbove(Counter, u32),
    /// Spells that match are not countered (701.5).
    Counter(Filter),
    /// More than so many creatures do not attack (508.1c).
    AttackMore(u32),
    /// Damage from sources that match is not prevented (615.12).
    Prevent(Filter),
}

/// What a prevention effect does besides with the damage (615.5).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Then {
    /// The player gains as much life as damage was prevented.
    GainLife(Ref),
    /// The source of the effect deals as much damage as was prevented.
    Damage(Ref),
    /// So many counters as damage was prevented are put on the object.
    PutCounters(Counter, Ref),
    /// So many counters as the damage that would be dealt are removed from the object.
    RemoveCounters(Counter, Ref),
}

/// Whom damage would be dealt to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum Recipient {
    /// Objects that match.
    Objects(Filter),
    /// This object's controller.
    You,
    /// The other players.
    Opponents,
    /// Any player.
    Players,
    /// Anything.
    #[default]
    Anything,
    /// One of several kinds.
    Either(Vec<Recipient>),
}

/// A shield against damage that a spell or ability sets up (615.7-615.9, 614.9).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Only damage from sources that match when it would be dealt (609.7b, 615.9).
    #[serde(default)]
    pub from: Option<Filter>,
    /// Only damage from this source (609.7a).
    #[serde(default)]
    pub source: Option<Ref>,
    /// A shield for each of these, settled as the effect begins (615.11).
    #[serde(default)]
    pub to: Option<Group>,
    /// Without such a group: one shield for whoever is this when the damage would be dealt (611.2c).
    #[serde(default)]
    pub whoever: Recipient,
    /// How much damage in all (615.7); no limit when absent.
    #[serde(default)]
    pub amount: Option<Number>,
    /// Whether it is used up by one event (615.8).
    #[serde(default)]
    pub once: bool,
    /// Whether only combat damage matters.
    #[serde(default)]
    pub combat: bool,
    /// To whom the damage is dealt instead (614.9); without it the damage is prevented.
    #[serde(default)]
    pub instead: Option<Ref>,
    /// What else it does (615.5).
    #[serde(default)]
    pub then: Vec<Then>,
    /// How long.
    pub until: Until,
}

data! {
    /// A step, phase or turn: what begins, and what can be skipped (614.10).
    #[derive(Copy)]
    pub enum Span {
        /// The untap step.
        Untap,
        /// The upkeep step.
        Upkeep,
        /// The draw step.
        Draw,
        /// The combat phase.
        Combat,
        /// A turn.
        Turn,
        /// The main phase before combat.
        FirstMain,
        /// The main phase after combat.
        SecondMain,
        /// The end of combat step.
        EndCombat,
        /// The end step.
        End,
    }

    /// What becomes of what an object takes as it enters (614.13).
    #[derive(Copy)]
    pub enum Taking {
        /// It is exiled.
        Exile,
        /// It is sacrificed.
        Sacrifice,
    }
}

impl Replacement {
    /// The script that is part of it.
    pub fn effect(&self) -> Option<&Effect> {
        match self {
            Replacement::AsEnters(effect)
            | Replacement::DrawInstead(_, effect)
            | Replacement::LossInstead(_, effect) => Some(effect),
            _ => None,
        }
    }
}
