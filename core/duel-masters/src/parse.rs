//! Reading a definition file, and what a definition must satisfy. The build script reads all definitions with it before they are embedded.

use duelog_kernel::definition::read;
use duelog_kernel::table::DefinitionError;

use crate::definition::{Ability, Change, Definition};
use crate::types::{CardType, Place};

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
    if (definition.kind == CardType::Creature) != definition.power.is_some() {
        return Err("`power` belongs to creatures, and each of them needs it (301.3)".to_string());
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
    let defines = definition.abilities.iter().flat_map(|ability| if let Ability::Defines(changes) = ability { &changes[..] } else { &[] });
    if defines.into_iter().any(|change| !matches!(change, Change::AddCivilization(_) | Change::AddRace(_))) {
        return Err("`Defines` says civilizations and races (110.4a)".to_string());
    }
    let elsewhere = definition.abilities.iter().filter_map(|ability| match ability {
        Ability::Static(ability) if ability.zone != Place::Battle => Some(&ability.changes),
        _ => None,
    });
    if elsewhere.flatten().any(|change| !changes_characteristic(change)) {
        return Err("a static ability changes civilizations, races and power of cards outside of the battle zone (603.5b)".to_string());
    }
    let offers = definition.abilities.iter().any(|ability| matches!(ability, Ability::Offering(..)));
    if offers && !definition.evolution.is_empty() {
        return Err("an evolution creature has no `Offering`".to_string());
    }
    if definition.mana > 9 {
        return Err("a mana number is 9 at most".to_string());
    }
    let static_count = definition.abilities.iter().filter(|ability| matches!(ability, Ability::Tap(_))).count();
    if static_count > 0 && definition.kind != CardType::Creature {
        return Err("only creatures have tap abilities (602.3a)".to_string());
    }
    Ok(())
}

/// Whether a change is one of a characteristic (200.2), and not of abilities or of what is allowed.
fn changes_characteristic(change: &Change) -> bool {
    match change {
        Change::AddCivilization(_)
        | Change::AddRace(_)
        | Change::Power(_)
        | Change::HalvePower
        | Change::DoublePower
        | Change::InfinitePower
        | Change::MinusInfinity
        | Change::FixPower(_) => true,
        Change::Gain(_) | Change::Lose(_) | Change::LoseAbilities | Change::Usable => false,
    }
}
