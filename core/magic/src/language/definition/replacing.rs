//! What replacement and prevention effects say (614, 615).

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::{
    Change, Condition, Counter, Destination, Effect, Filter, Group, Mana, Number, Ref, Until, When, Written,
};
use crate::language::types::CardType;

/// A replacement or prevention effect from a static ability (614, 615).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Replacement {
    /// How permanents enter the battlefield (614.1c-d, 614.12).
    Enters {
        /// Which; this object alone when absent.
        #[serde(default = "this")]
        what: Filter,
        /// Whether they enter tapped.
        #[serde(default)]
        tapped: bool,
        /// With which counters.
        #[serde(default)]
        with: Option<(Counter, Number)>,
        /// Under whose control (616.1b).
        #[serde(default)]
        under: Option<Ref>,
        /// Whether they enter as copies of this object (616.1c).
        #[serde(default)]
        as_this: bool,
        /// What is done as this object enters; what it moves is moved at the same time (614.12a, 614.13).
        #[serde(default)]
        does: Option<Effect>,
        /// Not where this holds.
        #[serde(default)]
        unless: Option<Condition>,
        /// How they are changed, for as long as they are there (611.2e).
        #[serde(default)]
        changes: Vec<Change<Written>>,
    },
    /// What would move so goes elsewhere.
    MovesInstead(When, Destination),
    /// Instead of the event this is done (614.11).
    Instead(When, Effect),
    /// Of the event there is more.
    Amount {
        /// Damage, counters, tokens, life.
        event: When,
        /// How many times as much.
        #[serde(default = "once")]
        times: u32,
        /// How much more after that.
        #[serde(default)]
        plus: u32,
        /// How much less.
        #[serde(default, skip_serializing_if = "is_nothing")]
        less: u32,
        /// Whether only what an effect does counts (614.16).
        #[serde(default)]
        by_effect: bool,
    },
    /// Damage from matching sources to matching objects or players is prevented, or dealt to another (614.9);
    /// at most the amount, if given (615.10).
    Prevent {
        /// Where the damage comes from.
        #[serde(default)]
        from: Filter,
        /// Whom it would be dealt to.
        #[serde(default)]
        to: Recipient,
        /// How much of each damage event; all when absent.
        #[serde(default)]
        amount: Option<Number>,
        /// Whether it must be combat damage, or must not.
        #[serde(default)]
        combat: Option<bool>,
        /// Whom it is dealt to instead (614.9); without it the damage is prevented.
        #[serde(default)]
        instead: Option<Ref>,
        /// What else it does (615.5).
        #[serde(default)]
        then: Vec<Consequence>,
        /// All that is done besides with what is prevented (615.5): the event's amount is how much damage it would be,
        /// and X how much of it was prevented.
        #[serde(default)]
        does: Option<Effect>,
    },
    /// While the condition holds, damage does not make its controller's life total less than this.
    LifeStaysAt(Condition, u32),
    /// The player skips this (614.10).
    Skip(Ref, TurnPart),
    /// What matches is regenerated each time that it would be destroyed (701.14b).
    Regenerates(Filter),
    /// Tokens of this type that the player would create are this token instead (701.6b).
    TokensInstead(Ref, CardType, String),
    /// Where such a player would search a library, only so many cards from its top are searched (701.18f).
    SearchesTop(Recipient, u32),
    /// What would move so is exiled instead, and is what the linked abilities of this object speak of (607.2b).
    ExiledInstead(When),
    /// Instead of the event this is done, while the card is in its owner's graveyard (112.6).
    FromGraveyard(When, Effect),
    /// Its owner does this as this card is drawn, where it is the first that the player draws in a turn (702.93a).
    AsDrawn(Effect),
    /// All that is done as this permanent is turned face up (614.1e).
    TurnedUp {
        /// So many counters of a kind are put on it.
        #[serde(default)]
        with: Option<(Counter, Number)>,
        /// True if its own morph cost must be paid for the counters (702.36b).
        #[serde(default)]
        paid: bool,
        /// All that is done first: it can become a copy, and is turned up as that (707.8, 706.2).
        #[serde(default)]
        does: Option<Effect>,
    },
    /// What is tapped for so much mana at least gives this mana instead (106.11b).
    ManaInstead {
        /// The tapping.
        event: When,
        /// From so much on.
        #[serde(default)]
        least: u32,
        /// Which mana.
        mana: Mana,
        /// How much; as much as it was when absent.
        #[serde(default)]
        number: Option<u32>,
    },
    /// What would move so may go elsewhere, if the player whose card it is wishes. A card that is discarded into a
    /// hidden zone is not shown: nothing about it is known (701.8c).
    MayMoveInstead {
        /// The move.
        event: When,
        /// Where to.
        to: Destination,
        /// Whether only what an effect does counts, and not what a cost or a rule asks for.
        #[serde(default)]
        by_effect: bool,
    },
    /// The same, once a script has begun it with `Replaces` (614.3).
    Begun(Box<Replacement>),
}

fn this() -> Filter {
    Filter::Is(Ref::This)
}

fn is_nothing(number: &u32) -> bool {
    *number == 0
}

fn once() -> u32 {
    1
}

/// What a prevention effect does besides with the damage (615.5).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consequence {
    /// What it does.
    pub does: Aftermath,
    /// To whom or what.
    pub whom: Ref,
    /// With counters of which kind.
    #[serde(default)]
    pub kind: Option<Counter>,
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
    /// A player with the most life, or as much as anyone.
    MostLife,
    /// This player.
    Player(Ref),
    /// A player of whom the condition holds as this player sees it, so that in it `You` is the one, or a planeswalker of
    /// such a player: of what is attacked, where the defending player is such a one (508.5).
    Defender(Box<Condition>),
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
    pub then: Vec<Consequence>,
    /// How long.
    pub until: Until,
}

data! {
    /// A step, phase or turn: what begins, and what can be skipped (614.10).
    #[derive(Copy)]
    pub enum TurnPart {
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
        /// The beginning of combat step.
        BeginCombat,
        /// The declare attackers step.
        DeclareAttackers,
        /// The declare blockers step.
        DeclareBlockers,
        /// The combat damage step, the first if there are two (510.4).
        CombatDamage,
        /// The cleanup step (514).
        Cleanup,
    }

    /// What is done as much as damage was prevented, or with as many counters (615.5).
    #[derive(Copy)]
    pub enum Aftermath {
        /// The player gains that much life.
        GainLife,
        /// The source of the effect deals that much damage.
        Damage,
        /// So many counters are put on the object.
        PutCounters,
        /// So many counters as damage would be dealt are removed from the object.
        RemoveCounters,
        /// The player draws that many cards.
        Draw,
        /// One counter is removed from the object, however much damage it would be.
        RemoveCounter,
    }

    /// What becomes of what an object takes as it enters (614.13).
    #[derive(Copy)]
    pub enum Taking {
        /// It is exiled.
        Exile,
        /// It is sacrificed.
        Sacrifice,
        /// It is revealed, and stays where it is.
        Reveal,
    }
}

impl TurnPart {
    /// The parts of a turn in their order; the combat phase stands for its beginning.
    pub const IN_ORDER: [TurnPart; 13] = [
        TurnPart::Untap,
        TurnPart::Upkeep,
        TurnPart::Draw,
        TurnPart::FirstMain,
        TurnPart::Combat,
        TurnPart::BeginCombat,
        TurnPart::DeclareAttackers,
        TurnPart::DeclareBlockers,
        TurnPart::CombatDamage,
        TurnPart::EndCombat,
        TurnPart::SecondMain,
        TurnPart::End,
        TurnPart::Cleanup,
    ];

    /// Whether it is a phase, and no step.
    pub fn is_phase(self) -> bool {
        matches!(self, TurnPart::Combat | TurnPart::FirstMain | TurnPart::SecondMain)
    }
}

impl Replacement {
    /// The same, whether or not it waits for a script to begin it.
    pub fn whenever(&self) -> &Replacement {
        match self {
            Replacement::Begun(own) => own,
            own => own,
        }
    }

    /// The script that is part of it.
    pub fn effect(&self) -> Option<&Effect> {
        match self {
            Replacement::Enters { does, .. }
            | Replacement::TurnedUp { does, .. }
            | Replacement::Prevent { does, .. } => does.as_ref(),
            Replacement::Instead(_, effect)
            | Replacement::FromGraveyard(_, effect)
            | Replacement::AsDrawn(effect) => Some(effect),
            Replacement::Begun(own) => own.effect(),
            Replacement::MovesInstead(..)
            | Replacement::Amount { .. }
            | Replacement::LifeStaysAt(..)
            | Replacement::Skip(..)
            | Replacement::Regenerates(_)
            | Replacement::TokensInstead(..)
            | Replacement::SearchesTop(..)
            | Replacement::ExiledInstead(_)
            | Replacement::MayMoveInstead { .. }
            | Replacement::ManaInstead { .. } => None,
        }
    }
}
