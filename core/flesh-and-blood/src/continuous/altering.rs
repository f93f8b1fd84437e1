//! What one modification makes of an object's properties.

use crate::cite;
use crate::definition::{Counter, Deed, Ruling};
use crate::keywords::Keyword;
use crate::library::KEYWORD_CARD;
use crate::state::{Alter, CodeRef, Properties};
use crate::types::CardType;

/// Applies one modification to an object's properties. A number never falls below 0.
pub fn modify(properties: &mut Properties, alter: Alter) {
    // What is added changes the value alone, not its base.
    cite!("2.0.3", "2.0.3a", "2.0.3c", "8.5.8a");
    let add = |value: &mut Option<i32>, amount: i32| {
        if let Some(value) = value {
            *value = value.saturating_add(amount).max(0);
        }
    };
    // A base value is given even to an object that lacks the property.
    cite!("8.5.8b");
    let base = |base: &mut Option<i32>, value: &mut Option<i32>, new: i32| {
        *base = Some(new.max(0));
        *value = *base;
    };
    match alter {
        Alter::Power(amount) => {
            cite!("8.5.8");
            add(&mut properties.power, amount);
        }
        Alter::SetPower(amount) => properties.power = properties.power.map(|_| amount.max(0)),
        Alter::BasePower(amount) => base(&mut properties.base_power, &mut properties.power, amount),
        Alter::MultiplyBasePower(factor) => {
            if let Some(power) = properties.base_power {
                base(&mut properties.base_power, &mut properties.power, power.saturating_mul(factor));
            }
        }
        Alter::Defense(amount) => add(&mut properties.defense, amount),
        Alter::BaseDefense(amount) => base(&mut properties.base_defense, &mut properties.defense, amount),
        // What was gained and lost is kept apart, so the life total follows its base.
        Alter::BaseLife(amount) => {
            cite!("2.5.3c");
            properties.life = Some(amount.max(0));
        }
        Alter::Intellect(amount) => add(&mut properties.intellect, amount),
        Alter::Pitch(amount) => {
            let changed = |pitch: u8| i32::from(pitch).saturating_add(amount).clamp(0, i32::from(u8::MAX)) as u8;
            properties.pitch = properties.pitch.map(changed);
        }
        Alter::Gain(keyword) => gain(properties, keyword),
        Alter::Lose(keyword) => {
            cite!("8.5.13");
            properties.keywords.retain(|own| !own.is_like(keyword));
            properties.abilities.retain(|code| code.card != KEYWORD_CARD || !keyword.places().contains(&code.place));
        }
        Alter::Ability(code) => {
            cite!("1.7.7");
            if !properties.abilities.contains(&code) {
                properties.abilities.push(code);
            }
        }
        Alter::LoseAbilities => {
            properties.abilities.clear();
            properties.keywords.clear();
            properties.defined = false;
        }
        // Nothing makes a macro of what is none.
        Alter::AddType(CardType::Macro) => {
            cite!("8.1.13a");
        }
        Alter::AddType(card_type) => {
            cite!("2.15.5", "8.5.9", "8.5.9a");
            properties.types.add(card_type);
        }
        Alter::LoseType(card_type) => {
            cite!("2.15.5");
            properties.types.remove(card_type);
        }
        Alter::AddSubtype(subtype) => {
            cite!("2.10.5");
            properties.types.add_subtype(subtype);
        }
        Alter::LoseSubtype(subtype) => properties.types.remove_subtype(subtype),
        Alter::AddSuper(supertype) => {
            cite!("2.11.5");
            properties.types.add_super(supertype);
        }
        Alter::AddSupers(supertypes) => properties.types.add_supers(supertypes),
        Alter::LoseSupers => properties.types.remove_supers(),
        Alter::Control(seat) => properties.controller = Some(seat),
        Alter::Counter(kind, count) => {
            let count = count.min(i32::MAX as u32) as i32;
            // As with effects, the base stays.
            cite!("2.0.3d");
            match kind {
                Counter::PowerUp => add(&mut properties.power, count),
                Counter::PowerDown => add(&mut properties.power, -count),
                Counter::DefenseUp => add(&mut properties.defense, count),
                Counter::DefenseDown => add(&mut properties.defense, -count),
                Counter::Energy | Counter::Steam | Counter::Verse | Counter::Flow | Counter::Suspense | Counter::Balance | Counter::Aim => {}
            }
        }
        Alter::CostMore(_)
        | Alter::CostLess(_)
        | Alter::SetCost(_)
        | Alter::Uses(_)
        | Alter::ExtraAttacks(_)
        | Alter::Rule(..)
        | Alter::DefendedByAtMost(..)
        | Alter::Freeze
        | Alter::CountsAs(..)
        | Alter::LookAtTop
        | Alter::Zones(..) => {
            // What a thing costs to play is said of it; its cost as a property stays.
            cite!("2.2.4");
            properties.limits.push(alter);
        }
    }
}

// One go again is all that an object can have.
cite!("8.3.5c");

/// Gives a keyword: go again only once, and not where a rule says that it cannot be gained (6.3.7).
fn gain(properties: &mut Properties, keyword: Keyword) {
    if keyword == Keyword::GoAgain {
        cite!("6.3.7");
        let barred = |limit: &Alter| matches!(limit, Alter::Rule(Ruling::Restriction, Deed::GainGoAgain, ..));
        if properties.has(keyword) || properties.limits.iter().any(barred) {
            return;
        }
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
    matches!(alter, Alter::AddType(_) | Alter::AddSubtype(_) | Alter::AddSuper(_) | Alter::AddSupers(_) | Alter::Gain(_) | Alter::Ability(_))
}

/// Whether an object has what a modification gives.
pub fn has(properties: &Properties, added: Alter) -> bool {
    match added {
        Alter::AddType(card_type) => properties.types.is(card_type),
        Alter::AddSubtype(subtype) => properties.types.has(subtype),
        Alter::AddSuper(supertype) => properties.types.is_super(supertype),
        // What an attack has of its source, it has with all supertypes.
        Alter::AddSupers(_) => true,
        Alter::Gain(keyword) => properties.keywords.contains(&keyword),
        Alter::Ability(code) => properties.abilities.contains(&code),
        _ => false,
    }
}

// Only base properties are lost.
cite!("8.5.13a");

/// Whether a modification takes away what the other one has given: it must not (6.3.6).
pub fn takes(removal: Alter, added: Alter) -> bool {
    match (removal, added) {
        (Alter::LoseType(lost), Alter::AddType(card_type)) => lost == card_type,
        (Alter::LoseSubtype(lost), Alter::AddSubtype(subtype)) => lost == subtype,
        (Alter::Lose(lost), Alter::Gain(keyword)) => lost.is_like(keyword),
        (Alter::LoseSupers, Alter::AddSuper(_) | Alter::AddSupers(_)) | (Alter::LoseAbilities, Alter::Gain(_) | Alter::Ability(_)) => true,
        _ => false,
    }
}
