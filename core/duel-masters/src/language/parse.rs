//! Reading a definition file, and what a definition must satisfy. The build script reads all definitions with
//! it before they are embedded.

use duelog_kernel::info::DefinitionError;
use duelog_kernel::migration::read;

use crate::language::definition::{
    Ability, Becoming, Change, Deed, Definition, Role, Subject, When, Written,
};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, Place};

/// Reads and checks one definition.
///
/// # Errors
/// The first fault with its place; faults of meaning stand at the definition's beginning.
pub fn parse(text: &str) -> Result<Definition, DefinitionError> {
    let definition: Definition = read(text)?;
    check(&definition).map_err(|message| DefinitionError { line: 1, column: 1, message })?;
    Ok(definition)
}

fn check(definition: &Definition) -> Result<(), String> {
    half(definition)?;
    let Some(twin) = &definition.twin else { return Ok(()) };
    half(twin)?;
    if twin.twin.is_some() || twin.test_only {
        return Err("the second half of a twinpact card has no `twin` and no `test_only`".to_string());
    }
    if definition.kind == twin.kind {
        return Err("the halves of a twinpact card have different types (808.1)".to_string());
    }
    if definition.kind == CardType::Spell {
        return Err("the spell of a twinpact card is its `twin`".to_string());
    }
    Ok(())
}

fn half(definition: &Definition) -> Result<(), String> {
    if definition.name.is_empty() || definition.japanese.as_ref().is_some_and(String::is_empty) {
        return Err("a name is empty".to_string());
    }
    if (definition.kind == CardType::Creature && definition.power.is_none())
        || (definition.power.is_some() && !definition.kind.may_have_power())
    {
        return Err("`power` belongs to creatures, and each of them needs it (301.3)".to_string());
    }
    if !definition.faces.is_empty() && !definition.face_of.is_empty() {
        return Err(
            "the front of a double-faced card has `faces`, each other face `face_of` (804.1)".to_string()
        );
    }
    if !definition.belongs.whole.is_empty() && !definition.belongs.whole.contains(&definition.name) {
        return Err("`whole` names all the cards, this one too (805.1)".to_string());
    }
    if definition.belongs.whole.len() > 5 {
        return Err("a creature is made up of five cards at most (701.29a)".to_string());
    }
    if (definition.kind == CardType::Spell) != definition.spell.is_some() {
        return Err("`spell` belongs to spells, and each of them needs it (302.2)".to_string());
    }
    if definition.kind != CardType::Creature && !definition.evolution.is_empty() {
        return Err("only creatures have `evolution` (801.1)".to_string());
    }
    if definition.evolution.len() > 4 {
        return Err("an evolution creature is put on four cards at most".to_string());
    }
    if definition.d2 && definition.kind != CardType::Field {
        return Err("only fields have `d2` (204.3c)".to_string());
    }
    if definition.cost > 99 {
        return Err("a cost is 99 at most".to_string());
    }
    if definition.mana > 9 {
        return Err("a mana number is 9 at most".to_string());
    }
    definition.abilities.iter().try_for_each(|ability| self::ability(definition, ability))
}

fn ability(definition: &Definition, ability: &Ability) -> Result<(), String> {
    match ability {
        Ability::Static(ability) => {
            if ability.zone != Place::Battle && !ability.changes.iter().all(reaches_cards) {
                return Err("a static ability gives cards outside of the battle zone civilizations, races, power, S-Trigger, a mana number, \
                            or says whether they can be used or untap (603.5b)"
                    .to_string());
            }
            ability.changes.iter().try_for_each(given)
        }
        Ability::Replacement(ability) if !can_be_replaced(&ability.event) => Err(REPLACED.to_string()),
        Ability::Offering(..) if !definition.evolution.is_empty() => {
            Err("an evolution creature has no `Offering`".to_string())
        }
        Ability::Tap(_) if definition.kind != CardType::Creature => {
            Err("only creatures have tap abilities (602.3a)".to_string())
        }
        Ability::While(_, inner) => inner.iter().try_for_each(|ability| self::ability(definition, ability)),
        Ability::Triggered(_)
        | Ability::Costs(_)
        | Ability::Replacement(_)
        | Ability::Tap(_)
        | Ability::Silent(_)
        | Ability::OneShot(..)
        | Ability::Offering(..)
        | Ability::Strike(..) => Ok(()),
    }
}

/// Whether a given ability is one that can be given: what a static ability changes is given directly.
fn given(change: &Written) -> Result<(), String> {
    match change {
        Change::Ability(ability) => match &**ability {
            Ability::While(_, inner) if inner.len() == 1 => Ok(()),
            Ability::Static(_)
            | Ability::Costs(_)
            | Ability::Offering(..)
            | Ability::Strike(..)
            | Ability::While(..) => Err(
                "only triggered and replacement abilities, tap abilities and silent skills are given, or one ability that has a \
                 condition (110.1)"
                    .to_string(),
            ),
            Ability::Triggered(_)
            | Ability::Replacement(_)
            | Ability::Tap(_)
            | Ability::Silent(_)
            | Ability::OneShot(..) => Ok(()),
        },
        Change::Add(_)
        | Change::Gain(_)
        | Change::Lose(_)
        | Change::Rule(_)
        | Change::Power(..)
        | Change::BreaksMore(_)
        | Change::Instead(..)
        | Change::ManaNumber(_) => Ok(()),
    }
}

/// All that replacement effects replace.
pub const REPLACED: &str = "what is replaced is a move, a destruction, a discard, a draw to come, that a spell is over, a \
                            shield that is broken or a battle that is lost (609.1)";

/// Whether a replacement effect can replace such an event.
pub fn can_be_replaced(event: &When) -> bool {
    match event {
        When::Moves { .. } => true,
        When::Does(_, deed, _) => matches!(deed, Deed::WillDraw | Deed::Discard),
        When::Becomes(_, becoming) => matches!(becoming, Becoming::Destroyed | Becoming::Over),
        When::Combat { role, .. } => matches!(role, Role::WillBreak | Role::Loses),
        When::Begins(..) => false,
    }
}

/// Whether a change means something for cards outside of the battle zone.
fn reaches_cards(change: &Written) -> bool {
    match change {
        Change::Add(_) | Change::Power(..) | Change::ManaNumber(_) => true,
        Change::Gain(keyword) => *keyword == Keyword::ShieldTrigger,
        Change::Rule(rule) => {
            matches!(rule.1, Subject::Use | Subject::ShieldTrigger | Subject::Untap | Subject::EnterUntapped)
        }
        Change::Lose(_) | Change::Ability(_) | Change::BreaksMore(_) | Change::Instead(..) => false,
    }
}
