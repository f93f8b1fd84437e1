//! What effects read and write, as bits of the stages to which it belongs (6.3.2): where nothing that one
//! writes is read by the other, neither depends on the other, and no trial is needed.

use crate::language::definition::{
    Change, Condition, Filter, Group, Number, Property, Ref, Static, Written, ZoneKind,
};

/// What is read or written, a bit each.
pub type Bits = u64;

/// Who controls objects.
const CONTROL: Bits = 1 << 2;
/// Names.
const NAME: Bits = 1 << 3;
/// Types and subtypes.
const TYPES: Bits = 1 << 4;
/// Supertypes.
const SUPERTYPES: Bits = 1 << 5;
/// Abilities.
const ABILITIES: Bits = 1 << 6;
/// Base values of numbers.
const BASE: Bits = 1 << 7;
/// Values of numbers.
const VALUES: Bits = 1 << 8;
/// Properties of objects.
pub const PROPERTIES: Bits = NAME | TYPES | SUPERTYPES | ABILITIES | BASE | VALUES;
/// That an object has the ability from which an effect comes.
pub const EXISTENCE: Bits = 1 << 9;

/// What is read beside properties and what is in the arena.
pub mod outside {
    use super::Bits;
    use crate::language::definition::ZoneKind;
    use crate::state::Zone;
    use crate::state::zone::is_of_arena;

    /// What has happened.
    pub const HISTORY: Bits = 1 << 16;
    /// Life.
    pub const LIFE: Bits = 1 << 17;
    /// The step.
    pub const STEP: Bits = 1 << 18;
    /// What was determined as layers were put on the stack.
    pub const LAYERS: Bits = 1 << 19;
    /// Which objects are in the arena and on the stack.
    pub const HERE: Bits = 1 << 20;
    /// What attacks and defends, and on which chain links.
    pub const COMBAT: Bits = 1 << 21;
    /// Whose turn it is.
    pub const TURN: Bits = 1 << 22;
    /// What is in zones other than the arena, whichever.
    pub const ZONES: Bits = !0 << 32;
    /// All of these.
    pub const ALL: Bits = HISTORY | LIFE | STEP | LAYERS | HERE | COMBAT | TURN | ZONES;

    /// What is in zones of a kind.
    pub fn zones(kind: ZoneKind) -> Bits {
        let here = if kind == ZoneKind::Stack || is_of_arena(kind) { HERE } else { 0 };
        1 << (32 + kind as u32) | here
    }

    /// What is in a zone.
    pub fn zone(zone: Zone) -> Bits {
        zone.kind().map_or(1 << 63, zones)
    }
}
/// Everything: it looks at what has happened to objects, whatever they are.
const ALL: Bits = Bits::MAX;

/// What a reference reads. Control and who the players are make everything stale wherever they change.
fn reference(reference: &Ref) -> Bits {
    match reference {
        Ref::Paid | Ref::PaidFor(_) => outside::LAYERS,
        Ref::AttackingHero => outside::LIFE | outside::COMBAT | outside::HERE,
        Ref::Now(inner) => outside::ZONES | outside::HERE | self::reference(inner),
        Ref::TopOf(inner) => outside::zones(ZoneKind::Deck) | self::reference(inner),
        Ref::Above(inner) => outside::ZONES | outside::HERE | self::reference(inner),
        Ref::AttackOf(inner) => outside::COMBAT | outside::HERE | self::reference(inner),
        Ref::HeroOf(inner) | Ref::SourceOf(inner) => outside::HERE | self::reference(inner),
        Ref::Controller(inner) | Ref::Owner(inner) | Ref::OtherThan(inner) => self::reference(inner),
        Ref::Attack | Ref::Opponent => outside::COMBAT | outside::HERE,
        // Also whom an attack on the stack is about.
        Ref::DefendingHero => outside::COMBAT | outside::HERE | outside::LAYERS,
        Ref::Target(_)
        | Ref::This
        | Ref::You
        | Ref::It
        | Ref::Event
        | Ref::EventOther
        | Ref::EventPlayer
        | Ref::Last => 0,
        Ref::TurnPlayer => outside::TURN,
    }
}

/// What is read of a number that objects have.
fn property(property: Property) -> Bits {
    match property {
        Property::Power | Property::Defense => VALUES,
        Property::BasePower | Property::BaseDefense | Property::BaseLife => BASE,
        Property::Life => BASE | outside::LIFE,
        Property::Intellect => VALUES,
        // What modifies it in other zones may look at anything (2.8.3).
        Property::Pitch => VALUES | outside::ALL,
        Property::Cost => 0,
    }
}

/// What a filter reads.
pub fn filter(filter: &Filter) -> Bits {
    match filter {
        Filter::ControlledBy(who) => CONTROL | reference(who),
        Filter::OwnedBy(who) | Filter::Is(who) => reference(who),
        Filter::Named(_) | Filter::NameHas(_) | Filter::NamedCard | Filter::Moniker(_) => NAME,
        Filter::SameName(other) => NAME | reference(other),
        Filter::Melded => outside::LAYERS,
        Filter::Type(_)
        | Filter::Sub(_)
        | Filter::AttackAction
        | Filter::NonAttackAction
        | Filter::WeaponAttack
        | Filter::Attack
        | Filter::Permanent => TYPES,
        // What is universal has the classes of a hero.
        Filter::Super(_) => SUPERTYPES | ABILITIES,
        Filter::Keyword(_) | Filter::HitEffect => ABILITIES,
        // 1.7.5d: of modes only those that have been chosen, and with the declared X.
        Filter::Clashes => ABILITIES | outside::LAYERS,
        Filter::Contracts => ABILITIES,
        Filter::Deals(_, least) => ABILITIES | outside::LAYERS | self::number(least),
        Filter::AtLeast(kind, number) | Filter::AtMost(kind, number) | Filter::Exactly(kind, number) => {
            property(*kind) | self::number(number)
        }
        Filter::Raised(kind, _) => property(*kind) | property(base_of(*kind)),
        Filter::All(all) | Filter::Either(all) => all.iter().fold(0, |bits, part| bits | self::filter(part)),
        Filter::Not(inner) => self::filter(inner),
        Filter::Any
        | Filter::Color(_)
        | Filter::Card
        | Filter::Source
        | Filter::Layer
        | Filter::ActivatedAbility
        | Filter::TriggeredEffect
        | Filter::Living
        | Filter::Counter(_)
        | Filter::Equipped
        | Filter::EquippedTo(_)
        | Filter::Tapped
        | Filter::Marked => 0,
        Filter::Defending | Filter::Attacking => outside::COMBAT,
        Filter::Against(target) => outside::COMBAT | outside::LAYERS | self::filter(target),
        Filter::DefendingAgainst(attack) => outside::COMBAT | reference(attack),
        // As whatever is asked of what has happened.
        Filter::Nth(..) => ALL,
        // What freezes something in other zones may look at anything.
        Filter::Frozen => outside::ALL,
        // What looks at other zones or at what has happened, and what has not been looked into.
        _ => outside::ALL,
    }
}

/// What a filter reads of what is outside of the arena: what a property-static ability defines there may look
/// at anything (5.4.5a).
fn far(filter: &Filter) -> Bits {
    let bits = self::filter(filter);
    if bits & VALUES == 0 { bits } else { bits | outside::ALL }
}

/// What a group reads.
pub fn group(group: &Group) -> Bits {
    match group {
        Group::Arena(filter) | Group::Play(filter) => self::filter(filter) | outside::HERE,
        Group::Defenders(filter) | Group::Links(filter) => {
            self::filter(filter) | outside::HERE | outside::COMBAT
        }
        Group::DefendersOf(attack, filter) => {
            self::filter(filter) | reference(attack) | outside::HERE | outside::COMBAT
        }
        Group::Zone(kind, who, filter) => far(filter) | reference(who) | outside::zones(*kind),
        Group::Under(top, filter) => far(filter) | reference(top) | outside::ZONES | outside::HERE,
        Group::Everything(filter) | Group::LastThat(filter) => far(filter) | outside::ZONES | outside::HERE,
        Group::Paid(filter) | Group::PaidFor(_, filter) | Group::Pitched(filter, None) => {
            far(filter) | outside::ZONES | outside::HERE | outside::LAYERS
        }
        Group::Pitched(filter, Some(of)) => {
            far(filter) | reference(of) | outside::ZONES | outside::HERE | outside::LAYERS
        }
        Group::Of(one) => reference(one),
        Group::Players | Group::Opponents => 0,
        _ => outside::ALL,
    }
}

/// What a number reads.
pub fn number(number: &Number) -> Bits {
    match number {
        // What a property-static ability defines outside of the arena may look at anything (5.4.5a).
        Number::Of(Property::Power | Property::Defense, of) => VALUES | reference(of) | outside::ALL,
        Number::Of(kind, of) => property(*kind) | reference(of),
        Number::Count(group, each) => self::group(group) | each.as_ref().map_or(0, |each| self::number(each)),
        Number::DifferentCosts(group) => self::group(group),
        Number::DifferentNames(group) => NAME | self::group(group),
        Number::Rank(_, of) => ABILITIES | of.as_ref().map_or(0, reference),
        Number::Equipped(who, _) => TYPES | CONTROL | reference(who) | outside::HERE,
        Number::Times(..) | Number::Total(..) => ALL,
        Number::AllCounters(_, group) => self::group(group),
        Number::Plus(a, b) => self::number(a) | self::number(b),
        Number::If(asked, a, b) => self::condition(asked) | self::number(a) | self::number(b),
        Number::Product(_, inner) | Number::Half(inner) => self::number(inner),
        Number::HandSize(who) => outside::zones(ZoneKind::Hand) | reference(who),
        Number::X => outside::LAYERS,
        Number::Counters(_, of) => reference(of),
        Number::Links | Number::HitsInARow => outside::COMBAT,
        Number::N(_) | Number::ByPitch(..) => 0,
        _ => outside::ALL,
    }
}

/// The number before it is greater or less (2.0.3).
pub fn base_of(property: Property) -> Property {
    match property {
        Property::Power => Property::BasePower,
        Property::Defense => Property::BaseDefense,
        Property::Life => Property::BaseLife,
        other => other,
    }
}

/// What a condition reads.
pub fn condition(condition: &Condition) -> Bits {
    match condition {
        Condition::AtLeast(a, b) => number(a) | number(b),
        Condition::Exists(group) => self::group(group),
        Condition::Matches(of, filter) => self::filter(filter) | reference(of),
        Condition::Happened(..) => ALL,
        Condition::LastAttackWas(_) => NAME | outside::HISTORY | outside::COMBAT | outside::HERE,
        Condition::LastAttack(filter) => {
            outside::HISTORY | outside::COMBAT | outside::HERE | self::filter(filter)
        }
        Condition::LastAttackOfTurn(_) => ALL,
        Condition::ByEffectOf(filter) => self::filter(filter),
        Condition::All(all) | Condition::Either(all) => {
            all.iter().fold(0, |bits, part| bits | self::condition(part))
        }
        Condition::Not(inner) => self::condition(inner),
        Condition::TurnOf(who) => outside::TURN | reference(who),
        Condition::PhaseOf(_, who) => outside::STEP | outside::TURN | reference(who),
        Condition::Combat => outside::STEP | outside::COMBAT,
        _ => outside::ALL,
    }
}

/// What a change of a static ability reads. That there is the ability, and whose it is, can change too.
pub fn of_static(ability: &Static, change: &Change<Written>) -> Bits {
    let own = match change {
        Change::Plus(_, number) | Change::Set(_, number) | Change::Times(_, number) => self::number(number),
        Change::HalveUp(_) => 0,
        Change::ClassesOf(of) => SUPERTYPES | reference(of),
        Change::Gain(_)
        | Change::Lose(_)
        | Change::Ability(_)
        | Change::LoseAbilities
        | Change::Type(..)
        | Change::Subtype(..)
        | Change::AddSuper(_)
        | Change::LoseSupers
        | Change::Control(_)
        | Change::Uses(..)
        | Change::Rule(..)
        | Change::LoseAbility(_)
        | Change::DefendedByAtMost(..)
        | Change::DefendedByAtLeast(..)
        | Change::Deny(_)
        | Change::Freeze
        | Change::CountsAs(..)
        | Change::Lent(..)
        | Change::Zones(..) => 0,
    };
    let affects = match &ability.affects {
        // Of everything, only what is in the arena or on the stack is affected as properties are computed.
        Group::Everything(filter) => self::filter(filter) | outside::HERE,
        affects => group(affects),
    };
    own | affects | ability.condition.as_ref().map_or(0, condition) | EXISTENCE | CONTROL
}

/// What an effect writes in a stage: a base value is also where the value begins. Only what takes abilities
/// away can end other effects.
pub fn writes(stage: u8, takes: bool) -> Bits {
    match stage {
        6 if takes => ABILITIES | EXISTENCE,
        7 => BASE | VALUES,
        1..=8 => 1 << stage,
        _ => 0,
    }
}
