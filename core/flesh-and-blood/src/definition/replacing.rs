//! What replacement and prevention effects say (6.4, 6.5).

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// An effect that changes an event (6.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// Which event.
    pub when: Replaced,
    /// What must be true.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: From,
    /// What it costs to apply it, which is then optional.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// Which kind of replacement effect it is (6.5).
    pub tier: Tier,
    /// What happens instead.
    pub instead: Instead,
}

/// An event that may be replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Replaced {
    /// An object would be put into such a zone.
    PutInto(ZoneKind, Filter),
    /// An object would enter the arena.
    Enters(Filter),
    /// An object has entered the arena: what may be done with it as it enters.
    Entered(Filter),
    /// Damage would be dealt.
    Damage {
        /// By what.
        from: Filter,
        /// To what.
        to: Filter,
        /// Of which kind; any where it is left out (6.4.10c).
        #[serde(default)]
        kind: Option<DamageKind>,
    },
    /// A player would discard a card: the composite event, before its move (1.9.3).
    Discard(Ref, Filter),
    /// An object would be destroyed: the composite event, before its move (1.9.3).
    Destroy(Filter),
    /// A player would draw one or more cards: the compound event (1.9.2).
    Draw(Ref),
    /// A player would draw a card: each of the events of a compound one.
    DrawOne(Ref),
    /// A player would gain action points.
    GainActions(Ref),
    /// A player would create one or more tokens of this name: the compound event (1.9.2).
    Create(Ref, String),
    /// A player would create a token of this name: each of the events of a compound one.
    CreateOne(Ref, String),
    /// An object would gain power by an effect (6.2.5).
    GainPower(Filter),
    /// A player has won a clash (6.4.11).
    WinClash(Ref),
    /// A player would roll a die; of an outcome-replacement effect: the player has rolled one (6.4.11).
    Roll(Ref),
}

/// What happens instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Instead {
    /// It is put there.
    Go(Destination),
    /// It enters with counters.
    Counters(Counter, Number),
    /// It enters as something else than it is printed as: what others copy of it, too (6.4.8a).
    Identity(Vec<Change>),
    /// So much of the damage is prevented (6.4.10).
    Prevent(Number),
    /// The source is destroyed, as a sub-event (6.4.1a), and so much of the damage is prevented.
    DestroyAndPrevent(Number),
    /// So much of the damage is prevented, and the source is destroyed at the beginning of the end phase.
    PreventThenDestroy(Number),
    /// The object ceases to exist (8.3.21).
    Cease,
    /// The controller gains so many action points.
    GainActions(Number),
    /// The number is multiplied.
    Multiply(Number),
    /// So much is added to the number.
    Add(Number),
    /// The number is this.
    Set(Number),
    /// The dice are rolled again (8.5.28).
    Reroll,
    /// This player wins the clash (8.5.45a).
    Wins(Ref),
    /// The same players clash again.
    ClashAgain,
    /// So many more dice are rolled.
    MoreDice(Number),
    /// So many of the lowest or highest results are ignored (8.5.33).
    Ignore(Extreme, Number),
    /// Nothing happens.
    Nothing,
}

data! {
    /// The kinds of replacement effects in the order in which they apply (6.5.3-7).
    #[derive(Copy, PartialOrd, Ord)]
    pub enum Tier {
        /// 6.5.3
        Own,
        /// 6.5.4
        Standard,
        /// 6.5.5
        Prevention,
        /// 6.5.7
        Outcome,
    }

    /// Which of several results.
    #[derive(Copy)]
    pub enum Extreme {
        /// The lowest.
        Lowest,
        /// The highest.
        Highest,
    }

    /// The kinds of damage (8.5.3b).
    #[derive(Copy, PartialOrd, Ord)]
    pub enum DamageKind {
        /// Without a type.
        Generic,
        /// Dealt by an object's power in the damage step.
        Physical,
        /// Dealt by an effect that says so.
        Arcane,
    }

    /// Counters (1.15).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Counter {
        /// +1 power.
        PowerUp,
        /// -1 power.
        PowerDown,
        /// +1 defense.
        DefenseUp,
        /// -1 defense.
        DefenseDown,
        /// Energy.
        Energy,
        /// Steam.
        Steam,
        /// Verse.
        Verse,
        /// Flow.
        Flow,
        /// Suspense.
        Suspense,
        /// Balance.
        Balance,
        /// Aim.
        Aim,
    }

    /// How long a continuous effect lasts (6.2.2a).
    #[derive(Copy, Default)]
    pub enum Until {
        /// Until the end of the turn.
        #[default]
        EndOfTurn,
        /// As long as the chain link is the active one (7.0.3d).
        ChainLink,
        /// Of what waits for an object: until the end of the turn, and from when it applies as long as the chain link is the active one.
        TurnThenChainLink,
        /// As long as the combat chain is open (7.0.2b).
        CombatChain,
        /// Until its controller's next turn starts.
        YourNextTurn,
        /// Until the end of the opponent's next turn.
        EndOfTheirNextTurn,
        /// Until the source leaves.
        SourceLeaves,
        /// As long as the object exists.
        Always,
    }

    /// What a player would do or be allowed to do with an object (1.0.2).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Deed {
        /// Playing it.
        Play,
        /// Activating its abilities.
        Activate,
        /// Attacking with it.
        Attack,
        /// Being attacked.
        BeAttacked,
        /// Defending with it.
        Defend,
        /// Being defended by it; said of an attack.
        BeDefendedBy,
        /// Pitching it.
        Pitch,
        /// Drawing it.
        Draw,
        /// Playing it as though it were an instant.
        PlayAsInstant,
        /// Playing it without paying its cost (5.1.3c).
        PlayFree,
        /// Gaining go again.
        GainGoAgain,
        /// Hit effects triggering.
        TriggerOnHit,
        /// Preventing its damage.
        BePrevented,
        /// Being destroyed.
        BeDestroyed,
        /// Being untapped.
        BeUntapped,
    }

    /// How much more often an object's abilities can be activated than their limits say (5.2.3).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Uses {
        /// Each of them so many more times (5.2.3a).
        MoreEach(u8),
        /// All of them together so many more times (5.2.3b).
        MoreInAll(u8),
        /// It can attack so many times in all (5.2.3e).
        Attacks(u8),
    }

    /// The three classes of 1.0.2, in the order of precedence.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Ruling {
        /// It cannot happen.
        Restriction,
        /// It happens if possible.
        Requirement,
        /// It can happen.
        Allowance,
    }
}
