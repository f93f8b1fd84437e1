//! What one modification makes of an object's properties.

use duelog_kernel::bounds;

use crate::language::definition::{Deed, Property, Ruling};
use crate::language::keywords::Keyword;
use crate::language::types::CardType;
use crate::state::{Alter, CodeRef, KEYWORD_CARD, Properties};
use crate::{cite, holds};

/// Applies one modification to an object's properties. A number never falls below 0.
#[expect(clippy::too_many_lines, reason = "one flat table")]
pub fn modify(properties: &mut Properties, alter: Alter) {
    match alter {
        Alter::Plus(Property::Cost, _) | Alter::Set(Property::Cost, _) | Alter::Times(Property::Cost, _) => {
            // What a thing costs to play is said of it; its cost as a property stays.
            cite!("2.2.4");
            properties.limits.push(alter);
        }
        // What is added changes the value alone, not its base, and only where there is one.
        Alter::Plus(property, amount) => {
            cite!("2.0.3", "2.0.3a", "2.0.3c", "8.5.8", "8.5.8a");
            // A gain from before stays.
            let barred = property == Property::Defense && amount > 0 && denies(properties, Deed::GainDefense);
            if barred {
                return;
            }
            if let Some(value) = value(properties, property) {
                set(properties, property, value.saturating_add(amount));
            }
        }
        Alter::Set(property, amount) => {
            cite!("2.5.3c");
            let base = matches!(property, Property::BasePower | Property::BaseDefense | Property::BaseLife);
            // A base value is given even to an object that lacks the property.
            cite!("8.5.8b");
            if base || value(properties, property).is_some() {
                set(properties, property, amount);
            }
        }
        Alter::Times(property, factor) => {
            if let Some(value) = value(properties, property) {
                set(properties, property, value.saturating_mul(factor));
            }
        }
        Alter::HalveUp(property) => {
            if let Some(value) = value(properties, property) {
                // Rounded up, also below 0.
                set(properties, property, value.div_euclid(2) + value.rem_euclid(2));
            }
        }
        Alter::Gain(keyword) => gain(properties, keyword),
        Alter::Lose(keyword) => {
            cite!("8.5.13");
            properties.keywords.retain(|own| !own.is_like(keyword));
            properties
                .abilities
                .retain(|code| code.card != KEYWORD_CARD || !keyword.places().contains(&code.place));
        }
        Alter::Ability(code) => {
            cite!("1.7.7");
            if !properties.abilities.contains(&code) {
                properties.abilities.push(code);
            }
        }
        Alter::LoseAbility(place) => {
            let card = properties.card;
            properties.abilities.retain(|code| Some(code.card) != card || code.place != place);
        }
        Alter::LoseAbilities => {
            properties.abilities.clear();
            properties.keywords.clear();
            properties.defined = false;
        }
        // Nothing makes a macro of what is none.
        Alter::Type(CardType::Macro, true) => {
            cite!("8.1.13a");
        }
        Alter::Type(card_type, true) => {
            cite!("2.15.5", "8.5.9", "8.5.9a");
            properties.types.add(card_type);
        }
        Alter::Type(card_type, false) => {
            cite!("2.15.5");
            properties.types.remove(card_type);
        }
        Alter::Subtype(subtype, true) => {
            cite!("2.10.5");
            properties.types.add_subtype(subtype);
        }
        Alter::Subtype(subtype, false) => properties.types.remove_subtype(subtype),
        Alter::AddSuper(supertype) => {
            cite!("2.11.5");
            properties.types.add_super(supertype);
        }
        Alter::ClassesOf(supertypes) => properties.types.add_supers(supertypes),
        Alter::LoseSupers => properties.types.remove_supers(),
        Alter::Control(seat) => properties.controller = Some(seat),
        Alter::Uses(..)
        | Alter::Rule(..)
        | Alter::DefendedByAtMost(..)
        | Alter::Freeze
        | Alter::CountsAs(..)
        | Alter::DefendedByAtLeast(..)
        | Alter::Deny(_)
        | Alter::Lent(..)
        | Alter::Zones(..) => {
            properties.limits.push(alter);
        }
    }
}

/// A number of an object, before life is gained or lost.
fn value(properties: &Properties, property: Property) -> Option<i32> {
    match property {
        Property::Power => properties.power,
        Property::BasePower => properties.base_power,
        Property::Defense => properties.defense,
        Property::BaseDefense => properties.base_defense,
        Property::Life | Property::BaseLife => properties.life,
        Property::Intellect => properties.intellect,
        Property::Pitch => properties.pitch.map(i32::from),
        Property::Cost => properties.cost.map(bounds::signed),
    }
}

/// Sets a number of an object: a base value is also where the value begins. What was gained and lost of life
/// is kept apart, so the life total follows its base.
fn set(properties: &mut Properties, property: Property, number: i32) {
    let number = number.max(0);
    match property {
        Property::Power => properties.power = Some(number),
        Property::BasePower => (properties.base_power, properties.power) = (Some(number), Some(number)),
        Property::Defense => properties.defense = Some(number),
        Property::BaseDefense => (properties.base_defense, properties.defense) = (Some(number), Some(number)),
        Property::Life | Property::BaseLife => properties.life = Some(number),
        Property::Intellect => properties.intellect = Some(number),
        Property::Pitch => properties.pitch = Some(number.min(i32::from(u8::MAX)) as u8),
        Property::Cost => properties.cost = Some(number as u32),
    }
}

/// Returns whether a restriction says that an object cannot gain this.
fn denies(properties: &Properties, deed: Deed) -> bool {
    let barred = |limit: &Alter| matches!(limit, Alter::Rule(Ruling::Restriction, said, ..) if *said == deed);
    properties.limits.iter().any(barred)
}

/// Gives a keyword: go again only once, and not where a rule says that it cannot be gained (6.3.7).
fn gain(properties: &mut Properties, keyword: Keyword) {
    if keyword == Keyword::GoAgain {
        cite!("6.3.7");
        if properties.has(keyword) || denies(properties, Deed::GainGoAgain) {
            cite!("8.3.5c");
            return;
        }
    }
    if properties.limits.iter().any(|limit| matches!(limit, Alter::Deny(denied) if denied.is_like(keyword))) {
        cite!("1.0.2");
        return;
    }
    properties.keywords.push(keyword);
    for place in keyword.places() {
        let code = CodeRef::ability(KEYWORD_CARD, *place);
        if !properties.abilities.contains(&code) {
            properties.abilities.push(code);
        }
    }
}

/// Whether a modification gives an object something that another one may take away.
pub fn adds(alter: Alter) -> bool {
    matches!(
        alter,
        Alter::Type(_, true)
            | Alter::Subtype(_, true)
            | Alter::AddSuper(_)
            | Alter::ClassesOf(_)
            | Alter::Gain(_)
            | Alter::Ability(_)
    )
}

/// Whether an object has what a modification gives.
pub fn has(properties: &Properties, added: Alter) -> bool {
    match added {
        Alter::Type(card_type, true) => properties.types.is(card_type),
        Alter::Subtype(subtype, true) => properties.types.has(subtype),
        Alter::AddSuper(supertype) => properties.types.is_super(supertype),
        // What an attack has of its source, it has with all supertypes.
        Alter::ClassesOf(_) => true,
        Alter::Gain(keyword) => properties.keywords.contains(&keyword),
        Alter::Ability(code) => properties.abilities.contains(&code),
        _ => false,
    }
}

// Only base properties are lost.
holds!("8.5.13a");

/// Whether a modification takes away what the other one has given: it must not (6.3.6).
pub fn takes(removal: Alter, added: Alter) -> bool {
    match (removal, added) {
        (Alter::Type(lost, false), Alter::Type(card_type, true)) => lost == card_type,
        (Alter::Subtype(lost, false), Alter::Subtype(subtype, true)) => lost == subtype,
        (Alter::Lose(lost), Alter::Gain(keyword)) => lost.is_like(keyword),
        (Alter::LoseSupers, Alter::AddSuper(_) | Alter::ClassesOf(_))
        | (Alter::LoseAbilities, Alter::Gain(_) | Alter::Ability(_)) => true,
        _ => false,
    }
}
