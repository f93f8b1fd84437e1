//! Reading a definition file, and what a definition must satisfy. The build script reads all definitions with
//! it before they are embedded.

use duelog_kernel::info::DefinitionError;
use duelog_kernel::migration::read;

use crate::language::definition::{Ability, Change, Definition, Halves, Resolve};
use crate::language::keywords::Keyword;
use crate::language::types::{CardType, TRAITS, TypeBox, subtype};

/// The most abilities, and the most abilities given, of one definition.
pub const ABILITIES_MAX: usize = 64;

/// The most modes: the number behind them stands for what is done besides modes.
const MODES_MAX: usize = 254;

/// The most optional costs, those of keywords among them: which are paid is kept as bits.
const OPTIONAL_MAX: usize = 29;

/// Reads and checks one definition.
///
/// # Errors
/// The first fault with its place; faults of meaning stand at the definition's beginning.
pub fn parse(text: &str) -> Result<Definition, DefinitionError> {
    let definition: Definition = read(text)?;
    check_whole(&definition).map_err(|message| DefinitionError { line: 1, column: 1, message })?;
    Ok(definition)
}

/// Checks a definition and, of a card with two halves, both of these.
fn check_whole(definition: &Definition) -> Result<(), String> {
    let (Some(sides), Some(halves)) = (&definition.sides, definition.halves()) else {
        return check(definition);
    };
    if definition.name != sides.name() {
        return Err(format!("the whole card is called \"{}\", after its sides", sides.name()));
    }
    if *definition != definition.frame() {
        return Err("the type box and the text of a card with two sides stand on these (9.2.1)".to_string());
    }
    match sides.are {
        Halves::Split => sides.both().into_iter().try_for_each(check_side)?,
        Halves::Twin => sides.both().into_iter().try_for_each(check_face)?,
    }
    if halves.iter().map(|half| half.abilities.len()).sum::<usize>() > ABILITIES_MAX {
        return Err(format!("more than {ABILITIES_MAX} abilities"));
    }
    halves.iter().try_for_each(check)?;
    check(&definition.combined())
}

/// Checks that a face of a twin-card is a card with one face, of which no rule of the start of the game would
/// have to choose one (9.1.4b).
fn check_face(face: &Definition) -> Result<(), String> {
    if face.sides.is_some() || !face.back.is_empty() || face.pitch.len() > 1 {
        return Err("a face of a twin-card has one face and one variant (9.1.4)".to_string());
    }
    if face.types.is(CardType::Hero) || face.types.is(CardType::Token) {
        return Err(
            "no rule says which face of a twin-card a hero starts with, or a token is created with (9.1.4b)"
                .to_string(),
        );
    }
    Ok(())
}

/// Checks that a side of a split-card has nothing but its boxes, and no modes: these are its halves
/// (8.3.38c).
fn check_side(side: &Definition) -> Result<(), String> {
    if *side != side.boxes() {
        let boxes = "`name`, `types`, `keywords`, `costs`, `only_if`, `resolve`, `abilities` and `gives`";
        return Err(format!(
            "a side of a split-card has {boxes}; everything else is the whole card's (9.2.1)"
        ));
    }
    if side.resolve.as_ref().is_some_and(|resolve| resolve.choose.is_some()) {
        return Err(
            "a side of a split-card is not modal: a melded card has its sides as modes (8.3.38c)".to_string()
        );
    }
    Ok(())
}

fn check(definition: &Definition) -> Result<(), String> {
    if definition.name.is_empty() {
        return Err("the name is empty".to_string());
    }
    // A type box may be without a type (2.15.2), but one that says nothing at all has been forgotten.
    if definition.types == TypeBox::default() {
        return Err(format!("`types` of \"{}\" is empty", definition.name));
    }
    if let Some(unknown) = definition.traits.iter().find(|name| !TRAITS.contains(&name.as_str())) {
        return Err(format!("\"{unknown}\" is not a trait (2.13.3a)"));
    }
    check_numbers(definition)?;
    let hero = definition.types.is(CardType::Hero);
    if hero && (definition.life.is_none() || definition.intellect.is_none() || definition.moniker.is_empty())
    {
        return Err("a hero needs `life`, `intellect` and `moniker` (2.4.1, 2.5.1, 2.7.3)".to_string());
    }
    if definition.keywords.contains(&Keyword::Modular) {
        let worn = [subtype::HEAD, subtype::CHEST, subtype::ARMS, subtype::LEGS];
        if definition.types.is(CardType::Token) || worn.into_iter().any(|kind| definition.types.has(kind)) {
            return Err(
                "what is modular is not a token, and has no equipment subtype before it is equipped (8.3.30c)"
                    .to_string(),
            );
        }
    }
    if definition.abilities.len() > ABILITIES_MAX || definition.gives.len() > ABILITIES_MAX {
        return Err(format!("more than {ABILITIES_MAX} abilities"));
    }
    if definition.sides.is_none() {
        definition.resolve.iter().try_for_each(check_resolve)?;
    }
    if definition.optional.len() + definition.keywords.len() > OPTIONAL_MAX {
        return Err(format!("more than {OPTIONAL_MAX} optional costs and keywords"));
    }
    if definition.if_paid.len() > definition.optional.len() {
        return Err("`if_paid` has more entries than `optional` (5.4.4d)".to_string());
    }
    if definition.if_paid.iter().flatten().any(|change| matches!(change, Change::Rule(..))) {
        return Err(
            "`if_paid` changes objects, not what can be done with them: write a static ability with `Paid`"
                .to_string(),
        );
    }
    let abilities = definition.abilities.iter().chain(&definition.gives);
    abilities.into_iter().try_for_each(|ability| check_ability(ability, hero))
}

/// Checks that the numbers belong to the variants (1.3.4).
fn check_numbers(definition: &Definition) -> Result<(), String> {
    let variants = definition.pitch.len().max(1);
    for (what, count) in [
        ("cost", definition.cost.len()),
        ("power", definition.power.len()),
        ("defense", definition.defense.len()),
    ] {
        if count > 1 && count != variants {
            return Err(format!(
                "`{what}` has {count} numbers for {variants} variants: give one for all, or one for each"
            ));
        }
    }
    if !definition.colors.is_empty() && definition.colors.len() != variants {
        return Err(format!(
            "`colors` has {} colors for {variants} variants (2.1.2)",
            definition.colors.len()
        ));
    }
    if definition.pitch.windows(2).any(|pair| pair[0] >= pair[1])
        || definition.pitch.iter().any(|pitch| !(1..=3).contains(pitch))
    {
        return Err("`pitch` lists 1, 2 and 3 in ascending order (2.8.2)".to_string());
    }
    if definition.life.is_some() && definition.star_life.is_some() {
        return Err("`life` and `star_life` say the same (1.12.3)".to_string());
    }
    Ok(())
}

/// Checks an ability by itself.
fn check_ability(ability: &Ability, hero: bool) -> Result<(), String> {
    match ability {
        Ability::Activated(ability) => {
            let kinds =
                [CardType::Action, CardType::Instant, CardType::AttackReaction, CardType::DefenseReaction];
            if !kinds.contains(&ability.kind) {
                return Err(format!(
                    "an activated ability cannot be of the type {} (5.2.1b)",
                    ability.kind.name()
                ));
            }
            if !ability.attack && ability.resolve.is_none() {
                return Err("an activated ability that does not attack needs `resolve`".to_string());
            }
            ability.resolve.iter().try_for_each(check_resolve)
        }
        Ability::Triggered(ability) => check_resolve(&ability.resolve),
        Ability::Meta(_) if !hero => Err("only a hero's meta-static ability means something".to_string()),
        Ability::Static(_) | Ability::Replacement(_) | Ability::Meta(_) => Ok(()),
    }
}

fn check_resolve(resolve: &Resolve) -> Result<(), String> {
    if resolve.choose.is_none() != resolve.modes.is_empty() {
        return Err("`choose` and `modes` belong together (1.7.5)".to_string());
    }
    if resolve.modes.len() > MODES_MAX {
        return Err(format!("more than {MODES_MAX} modes"));
    }
    Ok(())
}
