//! Reading a definition file, and what a definition must satisfy. The build script reads all definitions with it before they are embedded.

use duelog_kernel::definition::read;
use duelog_kernel::script::Script;
use duelog_kernel::table::DefinitionError;

use crate::definition::{
    Ability, Activated, Change, Cost, Definition, Effect, Filter, Group, Number, Ref, Target, Timing, Triggered, Until, Verb, When, ZoneKind,
};
use crate::keywords::Keyword;
use crate::subtypes::AURA;
use crate::types::CardType;

/// Reads and checks one definition.
///
/// # Errors
/// The first fault with its place; faults of meaning stand at the definition's beginning.
pub fn parse(text: &str) -> Result<Definition, DefinitionError> {
    let mut definition: Definition = read(text)?;
    spell_out(&mut definition);
    check(&definition).map_err(|message| DefinitionError { line: 1, column: 1, message })?;
    Ok(definition)
}

/// Keywords that stand for an activated or a triggered ability become that ability.
fn spell_out(definition: &mut Definition) {
    if let Some(cost) = &definition.equip {
        // 702.6a
        definition.abilities.push(Ability::Activated(Activated {
            cost: vec![Cost::Mana(cost.clone())],
            targets: vec![Target::Creature(Filter::ControlledBy(Ref::You))],
            timing: Timing::Sorcery,
            zone: ZoneKind::Battlefield,
            modes: None,
            effect: Script::Do(Verb::AttachThis(Ref::Target(0))),
        }));
    }
    if definition.keywords.contains(&Keyword::Prowess) {
        // 702.107a
        let bonus = vec![Change::Size(Number::N(1), Number::N(1))];
        definition.abilities.push(Ability::Triggered(Triggered {
            divide: None,
            zone: Default::default(),
            when: When::Casts(Ref::You, Filter::Not(Box::new(Filter::Type(CardType::Creature)))),
            condition: None,
            targets: Vec::new(),
            modes: None,
            effect: Script::Do(Verb::Modify(Group::Of(Ref::This), bonus, Until::EndOfTurn)),
        }));
    }
}

fn check(definition: &Definition) -> Result<(), String> {
    let is_creature = definition.types.is(CardType::Creature);
    if definition.name.is_empty() {
        return Err("the name is empty".to_string());
    }
    if is_creature && definition.size.is_none() && definition.star.is_none() {
        return Err("a creature needs `size` or `star` (208.1)".to_string());
    }
    let is_spell = definition.types.is(CardType::Instant) || definition.types.is(CardType::Sorcery);
    if is_spell != definition.spell.is_some() {
        return Err("`spell` belongs to instants and sorceries, and each of them needs it".to_string());
    }
    if definition.types.has(AURA) != definition.enchant.is_some() {
        return Err("`enchant` belongs to Auras, and each of them needs it (702.5a)".to_string());
    }
    for ability in &definition.abilities {
        if let Ability::Activated(ability) = ability
            && ability.targets.is_empty()
            && adds_mana(&ability.effect)
            && ability.cost.iter().any(|cost| matches!(cost, Cost::Mana(_)))
        {
            return Err("a mana ability (605.1a) whose cost has mana in it is not supported".to_string());
        }
    }
    Ok(())
}

fn adds_mana(effect: &Effect) -> bool {
    match effect {
        Script::Do(verb) => matches!(verb, Verb::AddMana(..)),
        Script::Seq(parts) | Script::Choose(_, parts) => parts.iter().any(adds_mana),
        Script::If(_, then) | Script::Each(_, then) | Script::May(_, then) | Script::Repeat(_, then) => adds_mana(then),
        Script::IfElse(_, then, otherwise) | Script::MayElse(_, then, otherwise) => adds_mana(then) || adds_mana(otherwise),
        Script::Let(_) | Script::Delayed(..) => false,
    }
}
