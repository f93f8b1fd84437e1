//! Reading a definition file, and what a definition must satisfy. The build script reads all definitions with
//! it before they are embedded.

use duelog_kernel::info::DefinitionError;
use duelog_kernel::ron_text::read;
use duelog_kernel::script::Script;

use crate::language::definition::{
    Ability, Activated, Alternative, Besides, Cost, Definition, Effect, Modes, Target, Verb, When,
};
use crate::language::meaning::meaning;
use crate::language::subtypes::AURA;
use crate::language::types::CardType;

/// Reads and checks one definition.
///
/// # Errors
/// The first fault with its place; faults of meaning stand at the definition's beginning.
pub fn parse(text: &str) -> Result<Definition, DefinitionError> {
    let mut definition: Definition = read(text)?;
    spell_out(&mut definition).and_then(|()| check(&definition)).map_err(|message| DefinitionError {
        line: 1,
        column: 1,
        message,
    })?;
    Ok(definition)
}

/// Reads a single event pattern.
///
/// # Errors
/// That the text is none.
pub fn pattern(text: &str) -> Result<When, DefinitionError> {
    read(text)
}

/// Keywords that stand for abilities become those abilities.
fn spell_out(definition: &mut Definition) -> Result<(), String> {
    for line in definition.lines.clone() {
        let meaning = meaning(&line.keyword)?;
        match (meaning.costs, line.cost.is_empty()) {
            (true, true) => return Err(format!("the keyword {} needs a cost", line.keyword)),
            (false, false) => return Err(format!("the keyword {} has no cost", line.keyword)),
            (true, false) | (false, true) => {}
        }
        let paid = |own: &[Cost]| line.cost.iter().chain(own).cloned().collect::<Vec<Cost>>();
        definition.besides.extend(
            meaning.besides.iter().map(|besides| Besides { cost: paid(&besides.cost), ..besides.clone() }),
        );
        definition.alternatives.extend(
            meaning
                .alternatives
                .iter()
                .map(|instead| Alternative { cost: paid(&instead.cost), ..instead.clone() }),
        );
        definition.abilities.extend(meaning.abilities.iter().map(|ability| match ability {
            Ability::Activated(ability) => {
                Ability::Activated(Activated { cost: paid(&ability.cost), ..ability.clone() })
            }
            other => other.clone(),
        }));
    }
    Ok(())
}

fn check(definition: &Definition) -> Result<(), String> {
    let is_creature = definition.types.is(CardType::Creature);
    if definition.name.is_empty() {
        return Err("the name is empty".to_string());
    }
    if is_creature && definition.size.is_none() && definition.star.is_none() {
        return Err("a creature needs `size` or `star` (208.1)".to_string());
    }
    if let Some(spell) = &definition.spell {
        check_choices(spell.modes, &spell.targets)?;
    }
    let is_spell = definition.types.is(CardType::Instant) || definition.types.is(CardType::Sorcery);
    if is_spell != definition.spell.is_some() {
        return Err("`spell` belongs to instants and sorceries, and each of them needs it".to_string());
    }
    if definition.types.has(AURA) != definition.enchant.is_some() {
        return Err("`enchant` belongs to Auras, and each of them needs it (702.5a)".to_string());
    }
    for ability in &definition.abilities {
        match ability {
            Ability::Activated(ability) => check_choices(ability.modes, &ability.targets)?,
            Ability::Triggered(ability) => check_choices(ability.modes, &ability.targets)?,
            Ability::Static(_) | Ability::Replacement(_) => {}
        }
        if let Ability::Activated(ability) = ability
            && ability.targets.is_empty()
            && adds_mana(&ability.effect)
            && ability
                .cost
                .iter()
                .any(|cost| matches!(cost, Cost::Mana(_) | Cost::Generic(_) | Cost::Either(_)))
        {
            return Err(
                "a mana ability (605.1a) whose cost has mana or a choice in it is not supported".to_string()
            );
        }
    }
    Ok(())
}

/// What is chosen as a spell is cast or an ability put on the stack can be chosen.
fn check_choices(modes: Option<Modes>, targets: &[Target]) -> Result<(), String> {
    if let Some(Modes { of, least, most }) = modes
        && (most == 0 || least > most || most > of)
    {
        return Err(format!("of {of} modes, {least} to {most} cannot be chosen (700.2)"));
    }
    targets.iter().try_for_each(check_target)
}

fn check_target(target: &Target) -> Result<(), String> {
    match target {
        Target::Several(least, most, _) if least > most || *most == 0 => {
            Err(format!("{least} to {most} targets cannot be chosen (601.2c)"))
        }
        Target::Several(_, _, inner)
        | Target::XOf(inner)
        | Target::Another(_, inner)
        | Target::InMode(_, inner) => check_target(inner),
        Target::Player
        | Target::Opponent
        | Target::Any
        | Target::PlayerOrPlaneswalker
        | Target::Creature(_)
        | Target::Permanent(_)
        | Target::Spell(_)
        | Target::GraveyardCard(_) => Ok(()),
    }
}

fn adds_mana(effect: &Effect) -> bool {
    match effect {
        Script::Do(verb) => matches!(verb, Verb::AddMana(..)),
        Script::Seq(parts) | Script::Choose(_, parts) => parts.iter().any(adds_mana),
        Script::If(_, then) | Script::Each(_, then) | Script::May(_, then) | Script::Repeat(_, then) => {
            adds_mana(then)
        }
        Script::IfElse(_, then, otherwise)
        | Script::MayElse(_, then, otherwise)
        | Script::Pay(_, _, then, otherwise) => adds_mana(then) || adds_mana(otherwise),
        Script::Let(_) | Script::Delayed(..) => false,
    }
}
