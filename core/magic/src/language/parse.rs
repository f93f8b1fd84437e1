//! Reading a definition file, and what a definition must satisfy. The build script reads all definitions with
//! it before they are embedded.

use duelog_kernel::info::DefinitionError;
use duelog_kernel::migration;
use duelog_kernel::ron_text::read;
use duelog_kernel::script::Script;

use crate::language::definition::{
    Ability, Activated, Alternative, Besides, Change, Condition, Cost, Definition, Effect, Faces, Fact,
    Filter, Group, Line, Modes, Number, Splice, Target, When, ZoneKind,
};
use crate::language::meaning::{Before, Meaning, meaning, spelled, with_amount};
use crate::language::subtypes::AURA;
use crate::language::types::CardType;

/// Reads and checks one definition.
///
/// # Errors
/// The first fault with its place; faults of meaning stand at the definition's beginning.
pub fn parse(text: &str) -> Result<Definition, DefinitionError> {
    let mut definition: Definition = migration::read(text)?;
    let read = give_lines(&mut definition).and_then(|()| spell_out(&mut definition));
    read.and_then(|()| check(&definition)).map_err(|message| DefinitionError {
        line: 1,
        column: 1,
        message,
    })?;
    limit_by_all(&mut definition).map_err(|message| DefinitionError { line: 1, column: 1, message })?;
    Ok(definition)
}

/// What an Aura with several enchant abilities can enchant: what all of them allow (702.5c).
fn limit_by_all(definition: &mut Definition) -> Result<(), String> {
    let Some(mut first) = definition.enchant.clone() else { return Ok(()) };
    for more in &definition.enchants_too {
        let both = |one: &Filter, other: &Filter| Filter::All(vec![one.clone(), other.clone()]);
        first = match (&first, more) {
            (Target::Creature(one), Target::Creature(other) | Target::Permanent(other))
            | (Target::Permanent(one), Target::Creature(other)) => Target::Creature(both(one, other)),
            (Target::Permanent(one), Target::Permanent(other)) => Target::Permanent(both(one, other)),
            _ => return Err("nothing is allowed by all its enchant abilities (702.5c)".to_string()),
        };
    }
    definition.enchant = Some(first);
    Ok(())
}

/// Reads a single event pattern.
///
/// # Errors
/// That the text is none.
pub fn pattern(text: &str) -> Result<When, DefinitionError> {
    read(text)
}

/// Reads a condition.
///
/// # Errors
/// That the text is none.
pub fn condition(text: &str) -> Result<Condition, DefinitionError> {
    read(text)
}

/// Whether behind a keyword stands what belongs there.
fn fits(meaning: &Meaning, line: &Line) -> Result<(), String> {
    let stands = |needed: bool, there: bool, what: &str| match (needed, there) {
        (true, false) => Err(format!("the keyword {} needs {what}", line.keyword)),
        (false, true) => Err(format!("the keyword {} stands without {what}", line.keyword)),
        (true, true) | (false, false) => Ok(()),
    };
    stands(meaning.costs, !line.cost.is_empty(), "a cost")?;
    if !(meaning.bare && line.number.is_none()) {
        stands(meaning.number, line.number.is_some(), "a number")?;
    }
    stands(meaning.what, line.what.is_some(), "what it is said of")
}

/// An ability for which a keyword stands; what it costs comes after what stands behind the keyword.
fn spelled_ability(ability: &Ability, line: &Line, before: Before) -> Result<Option<Ability>, String> {
    Ok(spelled(ability, line, before)?.map(|ability| match ability {
        Ability::Activated(ability) => {
            let cost = line.cost.iter().chain(&ability.cost).cloned().collect();
            Ability::Activated(Activated { cost, ..ability })
        }
        other => other,
    }))
}

/// Keyword abilities that static abilities give become the abilities for which they stand (702.1a).
fn give_lines(definition: &mut Definition) -> Result<(), String> {
    let mut besides: Vec<Besides> = Vec::new();
    for ability in &mut definition.abilities {
        let Ability::Static(ability) = ability else { continue };
        let mut changes = Vec::new();
        for change in std::mem::take(&mut ability.changes) {
            match change {
                Change::GainLine(line) => {
                    let given = given_whole(&line, &ability.affects, &mut besides)?;
                    changes.extend(given.into_iter().map(|given| Change::GainAbility(Box::new(given))));
                }
                change => changes.push(change),
            }
        }
        ability.changes = changes;
    }
    Ok(())
}

/// All abilities for which a keyword stands that a static ability gives: what may be paid besides and instead, what is
/// added to a text, and the others. Costs that may be paid besides are numbered on the whole card.
fn given_whole(line: &Line, affects: &Group, all: &mut Vec<Besides>) -> Result<Vec<Ability>, String> {
    let meaning = meaning(&line.keyword)?;
    let mut line = line.clone();
    if meaning.of_any {
        line.what.get_or_insert(Filter::Any);
    }
    fits(meaning, &line)?;
    can_be_given(meaning, affects)?;
    let mut given = Vec::new();
    let paid = |own: &[Cost]| line.cost.iter().chain(own).cloned().collect::<Vec<Cost>>();
    let mut place = None;
    for besides in &meaning.besides {
        let Some(besides) = spelled(besides, &line, Before::default())? else { continue };
        let besides = Besides { cost: paid(&besides.cost), ..besides };
        let at = all.iter().position(|other| *other == besides).unwrap_or(all.len());
        if at == all.len() {
            all.push(besides.clone());
        }
        place = Some(u8::try_from(at).map_err(|_| "too many costs besides are given".to_string())?);
        given.push(Ability::Alternative(Alternative { besides: Some(besides), ..Alternative::none() }));
    }
    for instead in &meaning.alternatives {
        let Some(instead) = spelled(instead, &line, Before::default())? else { continue };
        given.push(Ability::Alternative(Alternative { cost: paid(&instead.cost), ..instead }));
    }
    if let Some(added) = &meaning.spell {
        let text = spelled(added, &line, Before::default())?;
        given.extend(
            text.map(|text| Ability::Alternative(Alternative { text: Some(text), ..Alternative::none() })),
        );
    }
    for ability in &meaning.abilities {
        let ability = match place {
            Some(place) => for_payment(ability, place)?,
            None => ability.clone(),
        };
        given.extend(spelled_ability(&ability, &line, Before::default())?);
    }
    Ok(given)
}

/// An ability that speaks of how often its cost was paid, where both are given: it keeps the number as it triggers.
fn for_payment(ability: &Ability, place: u8) -> Result<Ability, String> {
    let mut ability = with_amount(ability)?;
    if let Ability::Triggered(ability) = &mut ability {
        ability.amount = Some(Number::Cast(Fact::Paid(Fact::GIVEN.saturating_add(place))));
    }
    Ok(ability)
}

/// Whether what a keyword stands for can be had by what an effect gives it to.
fn can_be_given(meaning: &Meaning, affects: &Group) -> Result<(), String> {
    let fault = |why: &str| Err(format!("the keyword {} cannot be given: {why}", meaning.keyword));
    let own = !meaning.defining.is_empty()
        || meaning.less.is_some()
        || meaning.help.is_some()
        || meaning.assist
        || meaning.splice
        || meaning.besides.iter().any(|besides| besides.modes || besides.all)
        || meaning.alternatives.iter().any(|way| way.granted || way.enchants.is_some());
    if own {
        return fault("what it stands for only a card itself says");
    }
    if !meaning.alternatives.is_empty() && (!meaning.abilities.is_empty() || meaning.spell.is_some()) {
        return fault("what it does once its cost was paid speaks of the card's own cost");
    }
    if meaning.spell.as_ref().is_some_and(|spell| !spell.targets.is_empty() || !meaning.abilities.is_empty())
    {
        return fault("what it adds to a text only a card itself says");
    }
    let on_stack = !meaning.besides.is_empty() || meaning.spell.is_some();
    if on_stack && !reaches(affects, ZoneKind::Stack) {
        return fault("it works on the stack, and `affects` is about nothing there: say `Spells(..)`");
    }
    match meaning.alternatives.iter().find(|way| !reaches(affects, way.zone)) {
        Some(way) => fault(&format!(
            "its card is cast from the zone `{:?}`, and `affects` is about nothing there",
            way.zone
        )),
        None => Ok(()),
    }
}

/// Whether a group can have anything in it that is in this zone.
fn reaches(group: &Group, zone: ZoneKind) -> bool {
    match group {
        Group::All(_) => zone == ZoneKind::Battlefield,
        Group::Spells(_) => zone == ZoneKind::Stack,
        Group::Hand(..) => zone == ZoneKind::Hand,
        Group::Graveyard(..)
        | Group::Graveyards(_)
        | Group::GraveyardTop(..)
        | Group::Topmost(..)
        | Group::Bottommost(..)
        | Group::Above(..) => zone == ZoneKind::Graveyard,
        Group::LibraryTop(..) | Group::Top(..) | Group::Bottom(..) => zone == ZoneKind::Library,
        Group::In(zones, _) => zones.contains(&zone),
        Group::Among(inner, _) | Group::Except(inner, _) => reaches(inner, zone),
        Group::Together(groups) => groups.iter().any(|group| reaches(group, zone)),
        Group::Players | Group::PlayersExcept(_) | Group::Who(..) | Group::Attacked | Group::PhasedOut(_) => {
            false
        }
        Group::Of(_)
        | Group::Targets(_)
        | Group::Last
        | Group::Noted(_)
        | Group::AllNoted
        | Group::Linked
        | Group::TargetsOf(_)
        | Group::MostVotes => true,
    }
}

/// Keywords that stand for abilities become those abilities.
fn spell_out(definition: &mut Definition) -> Result<(), String> {
    for mut line in definition.lines.clone() {
        let meaning = meaning(&line.keyword)?;
        if meaning.of_any {
            line.what.get_or_insert(Filter::Any);
        }
        fits(meaning, &line)?;
        let before = Before {
            besides: definition.besides.len(),
            alternatives: definition.alternatives.len(),
            targets: definition.spell.as_ref().map_or(0, |spell| spell.targets.len()),
            abilities: definition.abilities.len()
                + definition.levels.len()
                + definition.forecasts.len()
                + 2 * definition.classes.len(),
        };
        let paid = |own: &[Cost]| line.cost.iter().chain(own).cloned().collect::<Vec<Cost>>();
        for besides in &meaning.besides {
            let Some(besides) = spelled(besides, &line, before)? else { continue };
            definition.besides.push(Besides { cost: paid(&besides.cost), ..besides });
        }
        for instead in &meaning.alternatives {
            let Some(instead) = spelled(instead, &line, before)? else { continue };
            definition.alternatives.push(Alternative { cost: paid(&instead.cost), ..instead });
        }
        if let Some(less) = &meaning.less {
            definition.less.extend(spelled(less, &line, before)?);
        }
        definition.helps.extend(meaning.help.clone());
        definition.assist |= meaning.assist;
        if let Some(onto) = line.what.clone().filter(|_| meaning.splice) {
            definition.splices.push(Splice { onto, cost: line.cost.clone() });
        }
        if let Some(added) = &meaning.spell {
            let added = spelled(added, &line, before)?;
            let (Some(own), Some(added)) = (&mut definition.spell, added) else {
                return Err(format!("only an instant or sorcery has the keyword {}", line.keyword));
            };
            own.targets.extend(added.targets);
            own.effect = Script::Seq(vec![own.effect.clone(), added.effect]);
        }
        definition.defining.extend(meaning.defining.iter().cloned());
        for ability in &meaning.abilities {
            // An ability has targets of its own.
            let own = Before { targets: 0, ..before };
            let Some(ability) = spelled_ability(ability, &line, own)? else { continue };
            definition.abilities.push(ability);
            definition.spelled.push(line.keyword.clone());
        }
    }
    Ok(())
}

fn check(definition: &Definition) -> Result<(), String> {
    let is_creature = definition.types.is(CardType::Creature);
    if definition.name.is_empty() {
        return Err("the name is empty".to_string());
    }
    if is_creature && definition.size.is_none() && definition.own_size().is_none() {
        return Err("a creature needs `size` or `star` (208.1)".to_string());
    }
    if let Some(spell) = &definition.spell {
        check_choices(spell.modes, &spell.targets)?;
    }
    if definition.alternatives.iter().any(|way| !way.is_cost()) {
        return Err(
            "`besides` and `text` of an alternative cost are said where an effect gives it".to_string()
        );
    }
    let is_spell = definition.types.is(CardType::Instant) || definition.types.is(CardType::Sorcery);
    let split = matches!(definition.faces, Faces::Halves(..));
    if !split && is_spell != definition.spell.is_some() {
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
            Ability::Alternative(_) => {
                return Err("`Alternative` is given to others, with `GainAbility`: of the card \
                            itself `alternatives`, `besides` and `spell` say it"
                    .to_string());
            }
        }
        if let Ability::Activated(ability) = ability
            && ability.targets.is_empty()
            && adds_mana(&ability.effect)
            && ability.cost.iter().any(|cost| cost.has_x() || matches!(cost, Cost::Either(_)))
        {
            return Err(
                "a mana ability (605.1a) whose cost has X or a choice in it is not supported".to_string()
            );
        }
    }
    Ok(())
}

/// What is chosen as a spell is cast or an ability put on the stack can be chosen.
fn check_choices(modes: Option<Modes>, targets: &[Target]) -> Result<(), String> {
    if let Some(Modes { of, least, most, .. }) = modes
        && (most == 0 || least > most || most > of)
    {
        return Err(format!("of {of} modes, {least} to {most} cannot be chosen (700.2)"));
    }
    let others = |target: &Target| matches!(target, Target::ByOpponent(_));
    let first = targets.iter().position(others).unwrap_or(targets.len());
    if !targets[first..].iter().all(others) {
        return Err("what an opponent chooses stands behind the other targets (601.4b)".to_string());
    }
    targets.iter().try_for_each(check_target)
}

fn check_target(target: &Target) -> Result<(), String> {
    match target {
        Target::Several(least, most, _) if least > most || *most == 0 => {
            Err(format!("{least} to {most} targets cannot be chosen (601.2c)"))
        }
        Target::ForEachPlayer(2.., _) => {
            Err("for each player there is none or one at least (601.2c)".to_string())
        }
        Target::OneOf(all) => match all.as_slice() {
            [] | [_] => Err("`OneOf` is one of several kinds".to_string()),
            all if all.iter().any(|one| !one.is_plain()) => {
                Err("`OneOf` takes permanents, players, spells, abilities and cards in graveyards"
                    .to_string())
            }
            _ => Ok(()),
        },
        one => one.inner().map_or(Ok(()), check_target),
    }
}

fn adds_mana(effect: &Effect) -> bool {
    match effect {
        Script::Do(verb) => verb.adds_mana(),
        Script::Seq(parts) | Script::Choose(_, parts) => parts.iter().any(adds_mana),
        Script::If(_, then)
        | Script::Each(_, then)
        | Script::May(_, then)
        | Script::Again(_, then)
        | Script::Repeat(_, then) => adds_mana(then),
        Script::IfElse(_, then, otherwise)
        | Script::MayElse(_, then, otherwise)
        | Script::Pay(_, _, then, otherwise) => adds_mana(then) || adds_mana(otherwise),
        Script::Let(_) | Script::Delayed(..) => false,
    }
}
