//! The facts of a card beside its text, as the card language writes them.

use duelog_flesh_and_blood::language::types::{CardType, TypeBox, subtype};

use crate::source::Printed;

/// The type box of a card: as it is printed, or where that is misprinted as its parts say it.
///
/// # Errors
/// Facts that these rules do not know.
pub fn types(card: &Printed) -> Result<TypeBox, String> {
    let mut first = None;
    for line in &card.types {
        let plain = line.replace(['—', '–'], "-").replace(',', "").replace("Non-Attack", "");
        match TypeBox::try_from(plain.trim().trim_end_matches(" -").to_string()) {
            Ok(types) => return Ok(types),
            Err(why) => first = first.or(Some(why)),
        }
    }
    Err(first.unwrap_or_else(|| "the card has no type box".to_string()))
}

/// The moniker of a hero, or of another card with a personal name (2.7.3).
pub fn moniker(card: &Printed, types: &TypeBox) -> Option<String> {
    let hero = types.is(CardType::Hero) || types.is(CardType::DemiHero);
    let person = hero || types.is(CardType::Weapon);
    let before = card.name.split_once(", ").map(|parts| parts.0.to_string());
    if !person {
        return None;
    }
    if !hero {
        return before;
    }
    let said = card.moniker.clone().filter(|own| card.name.contains(own.as_str()));
    said.or_else(|| before.map(|own| own.split(" of ").next().unwrap_or_default().to_string()))
        .or_else(|| card.name.split(' ').next().map(str::to_string))
}

/// A number, or what else stands in its place.
pub enum Figure {
    /// None is printed.
    Absent,
    /// A number.
    Number(i32),
    /// X, a number of times, beside a number.
    X(u32, i32),
    /// The text defines it.
    Star,
}

/// Reads a number as it is printed.
///
/// # Errors
/// Nothing of the sort.
pub fn figure(text: Option<&String>) -> Result<Figure, String> {
    let Some(text) = text else { return Ok(Figure::Absent) };
    if text == "*" {
        return Ok(Figure::Star);
    }
    let digits = text.trim_start_matches(['X', 'x']);
    let count = text.len() - digits.len();
    let number = if digits.is_empty() && count > 0 { Ok(0) } else { digits.parse() };
    let number: i32 = number.map_err(|_| format!("the number \"{text}\""))?;
    Ok(if count > 0 { Figure::X(count as u32, number) } else { Figure::Number(number) })
}

/// Returns whether a card with such a type box stays in the arena.
pub fn stays(types: &TypeBox) -> bool {
    types.is(CardType::Equipment)
        || types.becomes_permanent()
        || types.is(CardType::Hero)
        || types.is(CardType::DemiHero)
}

/// Returns whether a card with such a type box is an attack when it is played.
pub fn attacks(types: &TypeBox) -> bool {
    types.has(subtype::ATTACK)
}
