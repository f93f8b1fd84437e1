//! Mana of the definition language in words.

use super::terms::Wording;
use crate::language::definition::{Mana, Number, Replacement, Rider, Spending};
use crate::words::plain::{joined, symbol};

impl Wording<'_> {
    /// The mana that is added.
    pub(super) fn add_mana(&self, mana: Mana, number: &Number) -> String {
        let symbol = match mana {
            Mana::Of(color) => symbol(color as u8),
            Mana::Colorless => symbol(5),
            Mana::ColorOfPermanents => {
                return format!("add {} mana of a color among permanents you control", self.amount(number));
            }
            Mana::ColorOfOpposingLands => {
                return format!(
                    "add {} mana of a color that a land an opponent controls could produce",
                    self.amount(number)
                );
            }
            Mana::ColorOfLinked => {
                return format!("add {} mana of a color of the exiled cards", self.amount(number));
            }
            Mana::TypeOfLands => {
                return format!(
                    "add {} mana of a type that a land you control could produce",
                    self.amount(number)
                );
            }
            Mana::ColorOfCommanders => {
                return format!(
                    "add {} mana of a color in your commanders' color identity",
                    self.amount(number)
                );
            }
            Mana::Produced => return format!("add {} mana of a type that was produced", self.amount(number)),
            Mana::ChosenColor => return format!("add {} mana of the chosen color", self.amount(number)),
            Mana::AnyColor => return format!("add {} mana of any color", self.amount(number)),
        };
        match number {
            Number::N(amount @ 1..=5) => format!("add {}", symbol.repeat(*amount as usize)),
            Number::Count(group) => format!("add {symbol} for {}", self.each_of(group)),
            other => format!("add an amount of {symbol} equal to {}", self.number(other)),
        }
    }

    fn amount(&self, number: &Number) -> String {
        match number {
            Number::N(number) => duelog_kernel::prose::counted(i64::from(*number)),
            number => self.number(number),
        }
    }

    /// On what mana can be spent, and what follows then, each as a sentence.
    pub(super) fn said_of_mana(&self, only: &[Spending], rider: Option<&Rider>) -> Vec<String> {
        let on = |only: &Spending| match only {
            Spending::Cast(filter) => format!("to cast {}", self.one(filter, "spell")),
            Spending::Activate(filter) => {
                format!("to activate an ability of {}", self.one(filter, "permanent"))
            }
        };
        let mut said = Vec::new();
        if !only.is_empty() {
            said.push(format!("spend this mana only {}", joined(only.iter().map(on), " or ")));
        }
        if let Some(Rider { on, changes, triggers }) = rider {
            let spent = format!("if this mana is spent on {}", self.one(on, "spell"));
            if !changes.is_empty() {
                let changed = duelog_kernel::prose::Noun::one("that spell").does(&self.changes(changes));
                said.push(format!("{spent}, {changed}"));
            }
            if let Some(place) = triggers {
                said.push(format!("{spent}, ability {} triggers", u32::from(*place) + 1));
            }
        }
        said
    }

    /// Mana that is given in place of other mana.
    pub(super) fn mana_instead(&self, replacement: &Replacement) -> String {
        let Replacement::ManaInstead { event, least, mana, number } = replacement else {
            return String::new();
        };
        let least = if *least > 1 { format!(", for {least} mana or more") } else { String::new() };
        let number = number.map_or("as much".to_string(), |number| number.to_string());
        let kind = match mana {
            Mana::Of(color) => symbol(*color as u8),
            Mana::Colorless => symbol(5),
            mana => self.add_mana(*mana, &Number::N(1)),
        };
        let number = if number == "as much" { "that much ".to_string() } else { format!("{number} times ") };
        format!("if {}{least}, it produces {number}{kind} instead", self.would(event))
    }
}
