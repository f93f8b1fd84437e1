//! What a change does to an object, in words: the same for what a card says and for what has been settled.

use crate::cite;
use crate::language::definition::{Change, Property, Uses, Values};
use crate::state::{Alter, kind_name};
use crate::words::symbol;

/// With words for everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said;

impl Values for Said {
    /// The words, and the number where it is known.
    type Number = (String, Option<i32>);
    type Who = String;
    type Classes = String;
    type Ability = String;
    /// Behind the deed or the number of cards, with a space before it; nothing where it may be any.
    type Filter = String;
}

/// What a change does, for instance `+2{p}` or `gains dominate`.
pub fn in_words(change: &Change<Said>) -> String {
    match change {
        Change::Plus(Property::Cost, (_, Some(amount))) if *amount < 0 => {
            format!("costs {} less", amount.unsigned_abs())
        }
        Change::Plus(Property::Cost, (words, None)) => match words.strip_prefix("-1 times ") {
            Some(less) => format!("costs {less} less"),
            None => format!("costs {words} more"),
        },
        Change::Plus(Property::Cost, (words, _)) => format!("costs {words} more"),
        Change::Plus(property, (_, Some(amount))) => format!("{amount:+}{}", behind_number(*property)),
        Change::Plus(property, (words, None)) => format!("+n{} with n = {words}", behind_number(*property)),
        Change::Set(Property::Cost, (words, _)) => format!("costs {words}"),
        Change::Set(property, (words, _)) => format!("{} becomes {words}", property_name(*property)),
        Change::Times(property, (words, _)) => {
            format!("{} is multiplied by {words}", property_name(*property))
        }
        Change::Gain(keyword) => format!("gains {}", keyword.name()),
        Change::Lose(keyword) => format!("loses {}", keyword.plain_name()),
        Change::Ability(ability) => format!("gains {ability}"),
        Change::LoseAbilities => "loses all base abilities".to_string(),
        Change::Type(card_type, true) => format!("also {}", card_type.name()),
        Change::Type(card_type, false) => format!("no longer {}", card_type.name()),
        Change::Subtype(subtype, true) => format!("also {}", subtype.name()),
        Change::Subtype(subtype, false) => format!("no longer {}", subtype.name()),
        Change::AddSuper(supertype) => format!("also {}", supertype.name()),
        Change::ClassesOf(classes) => format!("also {classes}"),
        Change::LoseSupers => "loses all supertypes".to_string(),
        Change::Control(who) => format!("controlled by {who}"),
        Change::Uses(Uses::MoreEach, times) => {
            format!("each of its abilities can be activated {times} more times")
        }
        Change::Uses(Uses::MoreInAll, times) => {
            format!("its abilities can be activated {times} more times in all")
        }
        Change::Uses(Uses::Attacks, times) => format!("can attack {times} times in all"),
        Change::Uses(Uses::MoreAttacks, 1) => "can attack once more".to_string(),
        Change::Uses(Uses::MoreAttacks, times) => format!("can attack {times} more times"),
        Change::Rule(ruling, deed, with) => format!("{} {}{with}", ruling.in_words(), deed.in_words()),
        Change::DefendedByAtMost(most, which) => format!("cannot be defended by more than {most}{which}"),
        Change::Freeze => "is frozen".to_string(),
        Change::CountsAs(count, subtype) => format!("counts as {count} more {}", subtype.name()),
        Change::Zones(kind, number) => format!("{number:+} {} zones", kind_name(*kind)),
    }
}

/// What a change with everything settled does.
pub fn settled(alter: &Alter) -> String {
    let said = alter.settle::<Said>(
        |number| (number.to_string(), Some(*number)),
        |seat| Some(seat.to_string()),
        |classes| Some(classes.names().collect::<Vec<_>>().join(", ")),
        |_| "an ability".to_string(),
        |_| String::new(),
    );
    said.map_or(String::new(), |said| in_words(&said))
}

/// A number that an object has.
pub fn property_name(property: Property) -> &'static str {
    match property {
        Property::Power => "power",
        Property::BasePower => "base power",
        Property::Defense => "defense",
        Property::BaseDefense => "base defense",
        Property::Life => "life total",
        Property::BaseLife => "base life",
        Property::Intellect => "intellect",
        Property::Pitch => "pitch",
        Property::Cost => "cost",
    }
}

/// What stands behind a number that is added: the symbol of the property, or its name.
fn behind_number(property: Property) -> &'static str {
    cite!("1.12.4");
    match property {
        Property::Power => symbol::power(),
        Property::Defense => symbol::defense(),
        Property::Life => symbol::life(),
        Property::Intellect => symbol::intellect(),
        Property::Pitch => " pitch",
        Property::BasePower => " base power",
        Property::BaseDefense => " base defense",
        Property::BaseLife => " base life",
        Property::Cost => " cost",
    }
}
