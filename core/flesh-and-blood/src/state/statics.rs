//! Where changes apply (6.3.1-3), and what static abilities do in each stage, known before any match.

use super::reads::{self, Bits};
use crate::cite;
use crate::language::definition::{Change, Deed, Number, Property, Static, Values, Written};

/// The last stage: what is no property but is said of objects.
pub const SAID: u8 = 9;

/// A number of which only the sign matters for where a change applies.
pub trait Signed {
    /// Whether it is less than nothing, as far as can be told.
    fn is_negative(&self) -> bool;
}

impl Signed for i32 {
    fn is_negative(&self) -> bool {
        *self < 0
    }
}

impl Signed for Number {
    fn is_negative(&self) -> bool {
        matches!(self, Number::N(n) | Number::Product(n, _) if *n < 0)
    }
}

/// Where a change applies: the stage and the substage.
pub fn stage<V: Values<Number: Signed>>(change: &Change<V>) -> (u8, u8) {
    let stage_of = |property: &Property| match property {
        Property::BasePower | Property::BaseDefense | Property::BaseLife => 7,
        Property::Power | Property::Defense | Property::Life | Property::Intellect | Property::Pitch => 8,
        // What a thing costs to play is said of it; its cost as a property stays.
        Property::Cost => SAID,
    };
    match change {
        Change::Rule(_, Deed::GainGoAgain, ..) | Change::Deny(_) => (0, 1),
        // Among all that raises numbers, by its timestamp: a gain from before stays.
        Change::Rule(_, Deed::GainDefense, ..) => (8, 5),
        Change::Control(_) => (2, 1),
        Change::Type(..) | Change::Subtype(..) => (4, 1),
        Change::AddSuper(_) | Change::ClassesOf(_) | Change::LoseSupers => (5, 1),
        Change::Gain(_)
        | Change::Lose(_)
        | Change::Ability(_)
        | Change::LoseAbilities
        | Change::LoseAbility(_) => (6, 1),
        // What counts as equipped is known before the numbers that count it.
        Change::CountsAs(..) => (7, 1),
        Change::Plus(Property::Cost, _)
        | Change::Set(Property::Cost, _)
        | Change::Times(Property::Cost, _) => (SAID, 1),
        Change::Set(property, _) => (stage_of(property), 2),
        Change::Times(property, _) => (stage_of(property), 3),
        // Multiplied before it is divided, and changed after both.
        Change::HalveUp(property) => (stage_of(property), 4),
        Change::Plus(property, amount) => (stage_of(property), if amount.is_negative() { 6 } else { 5 }),
        Change::Uses(..)
        | Change::Rule(..)
        | Change::DefendedByAtMost(..)
        | Change::DefendedByAtLeast(..)
        | Change::Freeze
        | Change::Lent(..)
        | Change::Zones(..) => (SAID, 1),
    }
}

/// Whether a change is no property but is said of objects, or is the one property that matters where none are
/// computed: pitch (2.8.3).
pub fn is_said<V: Values<Number: Signed>>(change: &Change<V>) -> bool {
    matches!(stage(change).0, 0 | SAID)
        || matches!(
            change,
            Change::Plus(Property::Pitch, _)
                | Change::Set(Property::Pitch, _)
                | Change::Times(Property::Pitch, _)
        )
}

/// What a static ability does in one stage, known before any match.
#[derive(Debug, Clone)]
pub struct StaticPart {
    /// The stage and the substage.
    pub own: (u8, u8),
    /// What it reads.
    pub reads: Bits,
    /// Whether the ability takes keywords or abilities away.
    pub takes: bool,
}

/// The parts of a static ability, by stages.
pub fn static_parts(ability: &Static) -> impl Iterator<Item = StaticPart> {
    cite!("6.3.2c");
    let part = |own| {
        let changes = ability.changes.iter().filter(|change| stage(change) == own);
        let reads = changes.fold(0, |bits, change| bits | reads::of_static(ability, change));
        let takes = ability.changes.iter().any(Change::takes_away);
        StaticPart { own, reads, takes }
    };
    distinct(ability.changes.iter().map(stage::<Written>)).map(part)
}

/// The stages in which something happens, each once.
pub fn distinct(stages: impl Iterator<Item = (u8, u8)>) -> impl Iterator<Item = (u8, u8)> {
    let mut stages: Vec<(u8, u8)> = stages.collect();
    stages.sort();
    stages.dedup();
    stages.into_iter()
}
