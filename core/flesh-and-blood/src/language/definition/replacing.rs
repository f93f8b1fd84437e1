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
    pub from: From,
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
    /// It enters with counters.
    Counters(Counter, Number),
    /// It enters as something else than it is printed as: what others copy of it, too (6.4.8a).
    Identity(Vec<Change<Written>>),
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

    /// The name of a counter, by its place among [`COUNTER_NAMES`].
    #[derive(Copy, PartialOrd, Ord, Hash)]
    #[serde(try_from = "String", into = "String")]
    pub struct CounterName(u8);

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
        /// Any other, which only texts give a meaning.
        Named(CounterName),
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

/// The names of counters that no rule gives a meaning; the place is what states keep, so a new one stands at
/// the end.
pub const COUNTER_NAMES: [&str; 13] = [
    "energy", "steam", "verse", "flow", "suspense", "balance", "aim", "doom", "frost", "gold", "haunt",
    "holo", "rust",
];

impl Counter {
    /// Every counter that there is.
    pub fn all() -> impl Iterator<Item = Counter> {
        let named = (0..COUNTER_NAMES.len() as u8).map(|place| Counter::Named(CounterName(place)));
        [Counter::PowerUp, Counter::PowerDown, Counter::DefenseUp, Counter::DefenseDown]
            .into_iter()
            .chain(named)
    }

    /// Its name, as positions and views write it.
    pub fn name(self) -> &'static str {
        match self {
            Counter::PowerUp => "+1p",
            Counter::PowerDown => "-1p",
            Counter::DefenseUp => "+1d",
            Counter::DefenseDown => "-1d",
            Counter::Named(CounterName(place)) => {
                COUNTER_NAMES.get(usize::from(place)).copied().unwrap_or("")
            }
        }
    }
}

impl TryFrom<String> for CounterName {
    type Error = String;

    fn try_from(name: String) -> Result<CounterName, String> {
        let known = COUNTER_NAMES.iter().position(|known| **known == name);
        known
            .map(|place| CounterName(place as u8))
            .ok_or_else(|| format!("\"{name}\" is no counter (known: {})", COUNTER_NAMES.join(", ")))
    }
}

impl std::convert::From<CounterName> for String {
    fn from(name: CounterName) -> String {
        Counter::Named(name).name().to_string()
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
