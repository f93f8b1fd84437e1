//! Mana of the definition language in words.

use super::wording::Wording;
use crate::language::definition::{Mana, Number, Replacement, Rider, Spending};
use crate::words::plain::{joined, symbol};

impl Wording<'_> {
    /// The mana that is added.
    pub(super) fn add_mana(&self, mana: Mana, number: &Number) -> String {
        let symbol = match mana {
            Mana::Of(color) => symbol(color as u8),
            Mana::Colorless => symbol(5),
            Mana::ColorOfPermanents => {
                return format!("add {} of a color among permanents that you control", self.number(number));
            }
            Mana::ColorOfOpposingLands => {
                return format!(
                    "add {} of a color that an opponent's land could produce",
                    self.number(number)
                );
            }
            Mana::Produced => return format!("add {} of a type that was produced", self.number(number)),
            Mana::ChosenColor => return format!("add {} of the chosen color", self.number(number)),
            Mana::AnyColor => return format!("add {} of a chosen color", self.number(number)),
        };
        match number {
            Number::N(amount @ 1..=5) => format!("add {}", symbol.repeat(*amount as usize)),
            other => format!("add {} times {symbol}", self.number(other)),
        }
    }

    /// On what mana can be spent, and what follows then.
    pub(super) fn said_of_mana(&self, only: &[Spending], rider: Option<&Rider>) -> String {
        let on = |only: &Spending| match only {
            Spending::Cast(filter) => format!("to cast {}", self.one(filter, "spell")),
            Spending::Activate(filter) => format!("to activate {}", self.one(filter, "permanent")),
        };
        let mut said = String::new();
        if !only.is_empty() {
            said.push_str(&format!(", to be spent only {}", joined(only.iter().map(on), " or ")));
        }
        if let Some(Rider { on, changes, triggers }) = rider {
            said.push_str(&format!("; spent on {}:", self.one(on, "spell")));
            if !changes.is_empty() {
                said.push_str(&format!(" {}", self.changes(changes)));
            }
            if let Some(place) = triggers {
                said.push_str(&format!(" ability {} triggers", u32::from(*place) + 1));
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
        format!("{}{least}: it gives {number} times {kind} instead", self.when(event))
    }
}
