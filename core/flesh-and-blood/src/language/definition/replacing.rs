//! What replacement and prevention effects say (6.4, 6.5).

use duelog_kernel::data;
use serde::{Deserialize, Serialize};

use super::*;

/// An effect that changes an event (6.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// Which event.
    pub when: When,
    /// What must be true.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// Where its source must be (1.7.4).
    #[serde(default)]
    pub from: FunctionalZone,
    /// What it costs to apply it, which is then optional.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// Which kind of replacement effect it is (6.5).
    pub tier: Tier,
    /// What happens instead.
    pub instead: Instead,
}

/// What happens instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Instead {
    /// It is put there.
    Go(Destination),
    /// It enters the arena in another way (6.4.8).
    Enters {
        /// With so many counters.
        #[serde(default)]
        with: Option<(Counter, Number)>,
        /// As something else than it is printed as: what others copy of it, too (6.4.8a).
        #[serde(default)]
        r#as: Vec<Change<Written>>,
    },
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
    /// The number of the event is another one.
    Amount(Arithmetic, Number),
    /// It is done again, and what comes of that counts: the dice are rolled again (8.5.28), the same players
    /// clash again.
    Again,
    /// This player wins the clash (8.5.45a).
    Wins(Ref),
    /// The dice are rolled in another way.
    Dice {
        /// So many more are rolled.
        #[serde(default)]
        more: Option<Number>,
        /// So many of the lowest or highest results are ignored (8.5.33).
        #[serde(default)]
        ignore: Option<(Extreme, Number)>,
    },
    /// Nothing happens.
    Nothing,
    /// The damage cannot be prevented (6.4.10h).
    Unpreventable,
    /// The damage is dealt to this, and so much of it is prevented (6.4.10); nothing where it is left out.
    Redirect(Ref, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Number>),
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

    /// What another number does to the number of an event.
    #[derive(Copy)]
    pub enum Arithmetic {
        /// It is added.
        Plus,
        /// It multiplies.
        Times,
        /// It takes its place.
        Equals,
        /// It is taken off; nothing is left of less.
        Minus,
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

    /// A counter (1.15), by its place among [`COUNTERS`].
    #[derive(Copy, PartialOrd, Ord, Hash)]
    #[serde(try_from = "String", into = "String")]
    pub struct Counter(u8);

    /// How long a continuous effect lasts (6.2.2a).
    #[derive(Copy, Default)]
    pub enum Until {
        /// Until the end of the turn.
        #[default]
        EndOfTurn,
        /// As long as the chain link is the active one (7.0.3d).
        ChainLink,
        /// Of what waits for an object: until the end of the turn, and from when it applies as long as the
        /// chain link is the active one.
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
        /// During the opponent's next turn, not before.
        DuringTheirNextTurn,
        /// During its controller's next turn, not before.
        DuringYourNextTurn,
        /// During the action phase of the opponent's next turn, not before.
        DuringTheirNextActionPhase,
    }

    /// How much more often an object's abilities can be activated than their limits say (5.2.3).
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Uses {
        /// Each of them so many more times (5.2.3a).
        MoreEach,
        /// All of them together so many more times (5.2.3b).
        MoreInAll,
        /// It can attack so many more times (5.2.3c).
        MoreAttacks,
        /// It can attack so many times in all (5.2.3e).
        Attacks,
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

impl Until {
    /// Returns whether it speaks of the next turn of an opponent.
    pub fn is_of_an_opponent(self) -> bool {
        matches!(
            self,
            Until::EndOfTheirNextTurn | Until::DuringTheirNextTurn | Until::DuringTheirNextActionPhase
        )
    }

    /// Returns whether an effect that lasts so long begins with a later turn.
    pub fn is_later(self) -> bool {
        matches!(
            self,
            Until::DuringTheirNextTurn | Until::DuringYourNextTurn | Until::DuringTheirNextActionPhase
        )
    }
}

/// The names of all counters, the four that change a number first; the place is what states keep, so a new
/// one stands at the end.
pub const COUNTERS: [&str; 19] = [
    "+1p", "-1p", "+1d", "-1d", "energy", "steam", "verse", "flow", "suspense", "balance", "aim", "doom",
    "frost", "gold", "haunt", "holo", "rust", "bind", "stain",
];

impl Counter {
    /// +1 power.
    pub const POWER_UP: Counter = Counter(0);
    /// -1 power.
    pub const POWER_DOWN: Counter = Counter(1);
    /// +1 defense.
    pub const DEFENSE_UP: Counter = Counter(2);
    /// -1 defense.
    pub const DEFENSE_DOWN: Counter = Counter(3);

    /// Every counter that there is.
    pub fn all() -> impl Iterator<Item = Counter> {
        (0..COUNTERS.len() as u8).map(Counter)
    }

    /// Its name, as definitions, positions and views write it.
    pub fn name(self) -> &'static str {
        COUNTERS.get(usize::from(self.0)).copied().unwrap_or("")
    }

    /// Its name as people read it: with the symbol of the number that it changes.
    pub fn in_words(self) -> &'static str {
        match self {
            Counter::POWER_UP => "+1{p}",
            Counter::POWER_DOWN => "-1{p}",
            Counter::DEFENSE_UP => "+1{d}",
            Counter::DEFENSE_DOWN => "-1{d}",
            counter => counter.name(),
        }
    }

    /// The number that it changes by one, and whether it makes it greater; nothing for a counter that only
    /// texts give a meaning (1.15.2).
    pub fn changes(self) -> Option<(Property, bool)> {
        match self {
            Counter::POWER_UP => Some((Property::Power, true)),
            Counter::POWER_DOWN => Some((Property::Power, false)),
            Counter::DEFENSE_UP => Some((Property::Defense, true)),
            Counter::DEFENSE_DOWN => Some((Property::Defense, false)),
            Counter(_) => None,
        }
    }
}

impl TryFrom<String> for Counter {
    type Error = String;

    fn try_from(name: String) -> Result<Counter, String> {
        Counter::all()
            .find(|counter| counter.name() == name)
            .ok_or_else(|| format!("\"{name}\" is not a counter (known: {})", COUNTERS.join(", ")))
    }
}

impl From<Counter> for String {
    fn from(counter: Counter) -> String {
        counter.name().to_string()
    }
}

impl Ruling {
    /// In words, before a deed.
    pub fn in_words(self) -> &'static str {
        match self {
            Ruling::Restriction => "cannot",
            Ruling::Requirement => "must, if possible,",
            Ruling::Allowance => "may",
        }
    }
}
