//! Changes of objects in words: the same for those that a card says and those that are settled.

use duelog_kernel::prose::{Person, agreeing};

use crate::cite;
use crate::language::definition::{Change, Deed, Property, Ruling, Uses, Values};
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

/// Returns what a change does, as `they` do it: `get +2{p}`, `gain dominate`.
pub fn in_words(change: &Change<Said>) -> String {
    match change {
        Change::Plus(Property::Cost, (_, Some(amount))) if *amount < 0 => {
            format!("cost {}{} less", amount.unsigned_abs(), symbol::resource())
        }
        Change::Plus(Property::Cost, (words, None)) => match words.strip_prefix("-1 times ") {
            Some(less) => format!("cost X{} less, where X is {less}", symbol::resource()),
            None => format!("cost X{} more, where X is {words}", symbol::resource()),
        },
        Change::Plus(Property::Cost, (words, _)) => format!("cost {words}{} more", symbol::resource()),
        Change::Plus(property, (_, Some(amount))) => format!("get {amount:+}{}", behind_number(*property)),
        Change::Plus(property, (words, None)) => match words.strip_prefix("-1 times ") {
            Some(less) => format!("get -X{}, where X is {less}", behind_number(*property)),
            None => format!("get +X{}, where X is {words}", behind_number(*property)),
        },
        Change::Set(Property::Cost, (words, _)) => format!("cost {words}{}", symbol::resource()),
        Change::Set(property, (words, _)) => format!("have {} {words}", property_name(*property)),
        Change::Times(property, (_, Some(2))) => format!("have twice the {}", property_name(*property)),
        Change::Times(property, (words, _)) => format!("have {words} times the {}", property_name(*property)),
        Change::HalveUp(property) => format!("have half the {}, rounded up", property_name(*property)),
        Change::Gain(keyword) => format!("gain {}", keyword.name()),
        Change::Lose(keyword) => format!("lose {}", keyword.plain_name()),
        Change::Ability(ability) => format!("gain {ability}"),
        Change::LoseAbilities => "lose all base abilities".to_string(),
        Change::Type(card_type, true) => format!("be also {}", card_type.name()),
        Change::Type(card_type, false) => format!("be no longer {}", card_type.name()),
        Change::Subtype(subtype, true) => format!("be also {}", subtype.name()),
        Change::Subtype(subtype, false) => format!("be no longer {}", subtype.name()),
        Change::AddSuper(supertype) => format!("be also {}", supertype.name()),
        Change::ClassesOf(classes) => format!("be also {classes}"),
        Change::LoseSupers => "lose all supertypes".to_string(),
        Change::Control(who) => format!("be controlled by {who}"),
        Change::Uses(Uses::MoreEach, times) => {
            format!("can have each ability activated {}", more_times(*times))
        }
        Change::Uses(Uses::MoreInAll, times) => {
            format!("can have its abilities activated {} in all", more_times(*times))
        }
        Change::Uses(Uses::Attacks, times) => format!("can attack {times} times in all"),
        Change::Uses(Uses::MoreAttacks, times) => format!("can attack {}", more_times(*times)),
        Change::Rule(Ruling::Requirement, deed, with) => format!("must {}{with} if able", deed.in_words()),
        Change::Rule(Ruling::Restriction, Deed::BeDefendedBy, with) => format!("can't be defended by{with}"),
        Change::Rule(Ruling::Restriction, Deed::Prevent, with) => {
            format!("deal damage{with} that can't be prevented")
        }
        Change::Rule(Ruling::Restriction, deed, with) => format!("can't {}{with}", deed.in_words()),
        Change::Rule(ruling, Deed::BeDefendedBy, with) => {
            format!("{} be defended by{with}", ruling.in_words())
        }
        Change::Rule(ruling, deed, with) => format!("{} {}{with}", ruling.in_words(), deed.in_words()),
        Change::DefendedByAtMost(most, which) => format!("can't be defended by more than {most}{which}"),
        Change::DefendedByAtLeast(least, which) => {
            format!("must be defended by at least {least}{which} if able")
        }
        Change::Deny(keyword) => format!("can't gain {}", keyword.plain_name()),
        Change::LoseAbility(place) => format!("lose its ability {}", u32::from(*place) + 1),
        Change::Freeze => "be frozen".to_string(),
        Change::Lent(who, false) => format!("can be played by {who}"),
        Change::Lent(who, true) => format!("can be played by {who} without paying the cost"),
        Change::CountsAs(count, subtype) => format!("count as {count} more {}", subtype.name()),
        Change::Zones(kind, 1) => format!("have an additional {} zone", kind_name(*kind)),
        Change::Zones(kind, -1) => format!("have one {} zone less", kind_name(*kind)),
        Change::Zones(kind, number) => format!("have {number:+} {} zones", kind_name(*kind)),
    }
}

fn more_times(times: u8) -> String {
    if times == 1 { "once more".to_string() } else { format!("{times} more times") }
}

/// Returns what a change with everything settled does.
pub fn settled(alter: &Alter) -> String {
    let said = alter.settle::<Said>(
        |number| (number.to_string(), Some(*number)),
        |seat| Some(seat.to_string()),
        |classes| Some(classes.names().collect::<Vec<_>>().join(", ")),
        |_| "an ability".to_string(),
        |_| String::new(),
    );
    said.map_or(String::new(), |said| {
        let words = agreeing(&in_words(&said), Person::One);
        words.strip_prefix("gets ").or_else(|| words.strip_prefix("is ")).unwrap_or(&words).to_string()
    })
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

/// Returns what stands behind a number that is added: the symbol of the property, or its name.
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
