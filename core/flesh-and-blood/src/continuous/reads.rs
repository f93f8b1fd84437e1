//! What effects read and write, as bits of the stages to which it belongs (6.3.2): where nothing that one writes is read by the other,
//! neither depends on the other, and no trial is needed.

use crate::definition::{Change, Condition, Filter, Group, Number, Static};

/// Who controls objects.
const CONTROL: u16 = 1 << 2;
/// Names.
const NAME: u16 = 1 << 3;
/// Types and subtypes.
const TYPES: u16 = 1 << 4;
/// Supertypes.
const SUPERTYPES: u16 = 1 << 5;
/// Abilities.
const ABILITIES: u16 = 1 << 6;
/// That an object has the ability from which an effect comes.
const EXISTENCE: u16 = 1 << 13;
/// Base values of numbers.
const BASE: u16 = 1 << 7;
/// Values of numbers.
const VALUES: u16 = 1 << 8;
/// What is read beside properties and what is in the arena.
pub mod outside {
    /// What is in zones other than the arena.
    pub const ZONES: u16 = 1 << 9;
    /// What has happened.
    pub const HISTORY: u16 = 1 << 10;
    /// Life.
    pub const LIFE: u16 = 1 << 11;
    /// The step.
    pub const STEP: u16 = 1 << 12;
    /// All of these.
    pub const ALL: u16 = ZONES | HISTORY | LIFE | STEP;
}
/// Everything: it looks at what has happened to objects, whatever they are.
const ALL: u16 = u16::MAX;

/// What a filter reads.
pub fn filter(filter: &Filter) -> u16 {
    match filter {
        Filter::ControlledBy(_) => CONTROL,
        Filter::Named(_) | Filter::NamedCard | Filter::Moniker(_) => NAME,
        Filter::Type(_)
        | Filter::Sub(_)
        | Filter::AttackAction
        | Filter::NonAttackAction
        | Filter::WeaponAttack
        | Filter::Attack
        | Filter::Permanent => TYPES,
        Filter::Super(_) => SUPERTYPES,
        Filter::Keyword(_) | Filter::HitEffect | Filter::Deals(..) | Filter::Clashes => ABILITIES,
        Filter::BasePowerAtMost(number) => BASE | self::number(number),
        Filter::PowerAtLeast(number) | Filter::PowerAtMost(number) => VALUES | self::number(number),
        Filter::CostAtLeast(number) | Filter::CostAtMost(number) => self::number(number),
        Filter::All(all) | Filter::Either(all) => all.iter().fold(0, |bits, part| bits | self::filter(part)),
        Filter::Not(inner) => self::filter(inner),
        Filter::Any
        | Filter::Color(_)
        | Filter::Card
        | Filter::Layer
        | Filter::ActivatedAbility
        | Filter::TriggeredEffect
        | Filter::Living
        | Filter::HasDefense
        | Filter::Pitch(_)
        | Filter::Counter(_)
        | Filter::Defending
        | Filter::Attacking
        | Filter::Equipped
        | Filter::Tapped
        | Filter::Frozen
        | Filter::Marked
        | Filter::OwnedBy(_)
        | Filter::Is(_) => 0,
        // What looks at other zones or at what has happened, and what has not been looked into.
        _ => outside::ALL,
    }
}

/// What a group reads.
pub fn group(group: &Group) -> u16 {
    match group {
        Group::Arena(filter) | Group::Play(filter) | Group::Defenders(filter) | Group::DefendersOf(_, filter) | Group::Links(filter) => {
            self::filter(filter)
        }
        Group::Everything(filter)
        | Group::Zone(_, _, filter)
        | Group::Paid(filter)
        | Group::Pitched(filter)
        | Group::LastThat(filter)
        | Group::Under(_, filter) => self::filter(filter) | outside::ZONES,
        Group::Of(_) | Group::Players => 0,
        _ => outside::ALL,
    }
}

/// What a number reads.
pub fn number(number: &Number) -> u16 {
    match number {
        Number::Power(_) | Number::Defense(_) => VALUES,
        Number::BasePower(_) => BASE,
        Number::Count(group) | Number::DifferentCosts(group) => self::group(group),
        Number::Rank(_) => ABILITIES,
        Number::Equipped(..) => TYPES,
        Number::Times(..) => ALL,
        Number::Plus(a, b) => self::number(a) | self::number(b),
        Number::If(asked, a, b) => self::condition(asked) | self::number(a) | self::number(b),
        Number::Product(_, inner) | Number::Half(inner) => self::number(inner),
        Number::Life(_) => outside::LIFE,
        Number::HandSize(_) => outside::ZONES,
        Number::N(_) | Number::ByPitch(..) | Number::X | Number::Cost(_) | Number::Pitch(_) | Number::Counters(..) | Number::Links => 0,
        _ => outside::ALL,
    }
}

/// What a condition reads.
pub fn condition(condition: &Condition) -> u16 {
    match condition {
        Condition::AtLeast(a, b) => number(a) | number(b),
        Condition::Exists(group) => self::group(group),
        Condition::Matches(_, filter) => self::filter(filter),
        Condition::Happened(..) => ALL,
        Condition::LastAttackWas(_) => NAME | outside::HISTORY,
        Condition::ByEffectOf(filter) => self::filter(filter),
        Condition::All(all) | Condition::Either(all) => all.iter().fold(0, |bits, part| bits | self::condition(part)),
        Condition::Not(inner) => self::condition(inner),
        Condition::TurnOf(_) => 0,
        Condition::ActionPhaseOf(_) | Condition::Combat => outside::STEP,
        _ => outside::ALL,
    }
}

/// What a change of a static ability reads. That there is the ability, and whose it is, can change too.
pub fn of_static(ability: &Static, change: &Change) -> u16 {
    let own = match change {
        Change::Power(number)
        | Change::SetPower(number)
        | Change::BasePower(number)
        | Change::MultiplyBasePower(number)
        | Change::Defense(number)
        | Change::BaseDefense(number)
        | Change::BaseLife(number)
        | Change::Intellect(number)
        | Change::CostMore(number)
        | Change::SetCost(number)
        | Change::CostLess(number) => self::number(number),
        _ => 0,
    };
    let affects = match &ability.affects {
        // Of everything, only what is in the arena or on the stack is affected as properties are computed.
        Group::Everything(filter) => self::filter(filter),
        affects => group(affects),
    };
    own | affects | ability.condition.as_ref().map_or(0, condition) | EXISTENCE | CONTROL
}

/// What an effect writes in a stage: a base value is also where the value begins. Only what takes abilities away can end other effects.
pub fn writes(stage: u8, takes: bool) -> u16 {
    match stage {
        6 if takes => ABILITIES | EXISTENCE,
        7 => BASE | VALUES,
        1..=8 => 1 << stage,
        _ => 0,
    }
}
