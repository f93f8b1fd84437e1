//! Small words that the others are made of.

use crate::language::types::Civilizations;
use crate::rules::characteristics::INFINITY;
use crate::rules::eval::read_power;

/// A fact that is so or not.
pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Words in a list.
pub fn list(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

/// A power as it is read (108.1b, 108.1c).
pub fn power(power: i32) -> String {
    if power == INFINITY { "infinite".to_string() } else { read_power(power).to_string() }
}

/// Civilizations as a list.
pub fn civilizations(civilizations: Civilizations) -> String {
    if civilizations.count() == 0 {
        return "Colorless".to_string();
    }
    let capital = |name: &str| name[..1].to_uppercase() + &name[1..];
    civilizations
        .list()
        .into_iter()
        .map(|civilization| capital(civilization.name()))
        .collect::<Vec<_>>()
        .join("/")
}
