//! Tokens as cards speak of them: the names of their definitions put in the order of a sentence.

use duelog_kernel::phrase::numbered;

use super::terms::Wording;
use crate::language::definition::Number;

/// Keywords that stand before the name of a token that has them, and as cards speak of them.
const KEYWORDS: [(&str, &str); 4] =
    [("Flying", "flying"), ("Lifelink", "lifelink"), ("Deathtouch", "deathtouch"), ("Hasty", "haste")];

const COLORS: [&str; 7] = ["White", "Blue", "Black", "Red", "Green", "Colorless", "and"];

/// The noun for a token, and the words behind it: `4/6 colorless Golem token`, ` with flying`.
fn called(name: &str) -> (String, String) {
    let mut words: Vec<&str> = name.split(' ').collect();
    let letters = words.iter().rposition(|word| word.parse::<u32>().is_err()).map_or(0, |last| last + 1);
    let mut noun = match words.split_off(letters).as_slice() {
        [power, toughness, ..] => format!("{power}/{toughness} "),
        _ => String::new(),
    };
    let mut behind = String::new();
    let mut before = true;
    for (place, word) in words.iter().enumerate() {
        before &= place + 1 < words.len();
        if before && let Some((_, keyword)) = KEYWORDS.iter().find(|(own, _)| own == word) {
            behind = format!(" with {keyword}");
        } else if before && COLORS.contains(word) {
            noun.push_str(&format!("{} ", word.to_lowercase()));
        } else if !(before && *word == "Sized") {
            before = false;
            noun.push_str(&format!("{word} "));
        }
    }
    (format!("{noun}token"), behind)
}

/// An emblem by its name, which says whose it is.
pub(super) fn emblem(name: &str) -> &str {
    name.strip_prefix("Colorless ").unwrap_or(name)
}

impl Wording<'_> {
    /// Tokens with their number; `state` stands before them: `two tapped black Bat tokens`.
    pub(super) fn tokens(&self, number: &Number, state: &str, name: &str) -> String {
        let (noun, behind) = called(name);
        let noun = format!("{state}{noun}");
        let many = self.so_many(number, &noun);
        let plural = numbered(&noun, true);
        let said = if many.contains(&plural) { plural } else { noun };
        many.replacen(&said, &format!("{said}{behind}"), 1)
    }
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn a_token_is_called_as_cards_call_it() {
        let said = |name: &str| {
            let (noun, behind) = called(name);
            format!("{noun}{behind}")
        };
        assert_eq!(said("Black Horror"), "black Horror token");
        assert_eq!(said("Colorless Golem 4 6"), "4/6 colorless Golem token");
        assert_eq!(said("Blue Bird 1 1 2"), "1/1 blue Bird token");
        assert_eq!(said("Red and Green Goblin Warrior"), "red and green Goblin Warrior token");
        assert_eq!(said("Flying Dragon"), "Dragon token with flying");
        assert_eq!(said("Hasty Elemental Shaman"), "Elemental Shaman token with haste");
        assert_eq!(said("Sized Treefolk"), "Treefolk token");
        assert_eq!(said("Zombie"), "Zombie token");
    }
}
