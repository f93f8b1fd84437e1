//! What abilities look at beside what elements are, so that other events leave what is computed as it is.

use crate::language::definition::{Ability, Change, Condition, Filter, Group, Number, Ref, Stat, Written};
use crate::language::types::Place;

/// What is looked at, a bit each.
pub type Bits = u8;

/// Who is tapped.
pub const TAPPED: Bits = 1;
/// Who attacks, blocks and battles.
pub const COMBAT: Bits = 1 << 1;
/// What is in the other zones.
pub const CARDS: Bits = 1 << 2;
/// Whose turn it is, and what has happened in it.
pub const TURN: Bits = 1 << 3;
/// Which effects there are.
pub const EFFECTS: Bits = 1 << 4;
/// How much power creatures have. No event writes it by itself: it says in which order things are worked out.
pub const POWER: Bits = 1 << 5;
/// Which keywords elements have: the same.
pub const KEYWORDS: Bits = 1 << 6;
/// Which shields have left their zones. No ability looks at it: castles fall with their shields.
pub const SHIELDS: Bits = 1 << 7;
/// All of these.
pub const ALL: Bits = Bits::MAX;

/// What an ability looks at that changes something or does something by itself; nothing where it does
/// neither.
pub fn ability(ability: &Ability, conditions: &[Condition]) -> Bits {
    let own = match ability {
        Ability::Static(own) => {
            let elsewhere = if own.zone == Place::Battle { 0 } else { CARDS };
            // The numbers of its changes may look at anything that the filter could.
            filter(&own.what) | elsewhere | own.changes.iter().fold(0, |all, change| all | numbers(change))
        }
        Ability::OneShot(when, _) => condition(when),
        Ability::Triggered(_)
        | Ability::Costs(_)
        | Ability::Replacement(_)
        | Ability::Tap(_)
        | Ability::Silent(_)
        | Ability::Offering(..)
        | Ability::Strike(..)
        | Ability::While(..) => return 0,
    };
    conditions.iter().fold(own, |all, part| all | condition(part))
}

fn numbers(change: &Written) -> Bits {
    match change {
        Change::Power(_, by) | Change::ManaNumber(by) | Change::BreaksMore(by) => number(by),
        Change::Instead(..)
        | Change::Add(_)
        | Change::Gain(_)
        | Change::Lose(_)
        | Change::Ability(_)
        | Change::Rule(_) => 0,
    }
}

fn filter(of: &Filter) -> Bits {
    match of {
        Filter::Any
        | Filter::This
        | Filter::Kind(_)
        | Filter::Evolution
        | Filter::Race(_)
        | Filter::Civilization(_)
        | Filter::OfChosen(_)
        | Filter::Symbol(_)
        | Filter::SaysWhenPut
        | Filter::EvolvesFrom(_)
        | Filter::Named(_)
        | Filter::NameHas(_)
        | Filter::TurnedOver
        | Filter::Crossed
        | Filter::Host
        | Filter::Special(_) => 0,
        Filter::SilentSkill => 0,
        Filter::Keyword(_) => KEYWORDS,
        Filter::Happened(_) | Filter::Can(_) => ALL,
        Filter::Shares(_, among) => group(among),
        Filter::Is(who) | Filter::Of(who) => reference(who),
        Filter::Civilizations(_, by) | Filter::Cost(_, by) => number(by),
        Filter::Power(_, by) => POWER | number(by),
        Filter::Tapped => TAPPED,
        Filter::Attacking | Filter::AttackingPlayer | Filter::Blocking => COMBAT,
        Filter::Battling(inner) => COMBAT | filter(inner),
        Filter::All(all) | Filter::Either(all) => all.iter().fold(0, |bits, part| bits | filter(part)),
        Filter::Not(inner) | Filter::CrossedWith(inner) => filter(inner),
    }
}

fn reference(of: &Ref) -> Bits {
    match of {
        Ref::TurnPlayer => TURN,
        Ref::Owner(inner) => reference(inner),
        Ref::This | Ref::You | Ref::Opponent => 0,
        // What only a script knows.
        Ref::It | Ref::Event | Ref::Other | Ref::EventPlayer | Ref::Chosen(_) | Ref::Last => ALL,
    }
}

fn group(of: &Group) -> Bits {
    match of {
        Group::Of(who) => reference(who),
        Group::Battle(such) => filter(such),
        Group::In(_, who, such) => CARDS | reference(who) | filter(such),
        Group::Top(who, count) => CARDS | reference(who) | number(count),
        Group::Looked(such) => CARDS | filter(such),
        Group::Players => TURN,
        Group::Civilizations | Group::Races | Group::CardNames => 0,
        Group::Numbers(most) => number(most),
        Group::Seals(who) => reference(who),
        Group::Cards(such) => filter(such),
        Group::Together(groups) => groups.iter().fold(0, |bits, part| bits | group(part)),
    }
}

fn number(of: &Number) -> Bits {
    match of {
        Number::N(_) | Number::Amount(_) | Number::Kept(_) => 0,
        Number::Total(stat, of) | Number::Least(stat, of) | Number::Greatest(stat, of) => {
            group(of) | if *stat == Stat::Power { POWER } else { 0 }
        }
        Number::Count(of) | Number::Kinds(_, of) => group(of),
        Number::Until(who, such) => CARDS | reference(who) | filter(such),
        Number::Plus(one, other) => number(one) | number(other),
        Number::Times(_, inner) | Number::DividedBy(_, inner) => number(inner),
        Number::Happened(_) => ALL,
    }
}

fn condition(of: &Condition) -> Bits {
    match of {
        Condition::AtLeast(one, other) => number(one) | number(other),
        Condition::Exists(of) => group(of),
        Condition::Matches(who, such) => reference(who) | filter(such),
        Condition::TurnOf(who) => TURN | reference(who),
        Condition::Happened(_) => ALL,
        Condition::All(all) | Condition::Either(all) => {
            all.iter().fold(0, |bits, part| bits | condition(part))
        }
        Condition::Not(inner) => condition(inner),
    }
}
