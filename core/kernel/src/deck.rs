//! Decks as text files, and suggestions for unknown names.
//!
//! A deck file has one card a line, its number before its name: `4 Lightning Bolt`. Empty lines and lines
//! that begin with `#` or `//` are skipped; the first line, when it begins with `#`, is the deck's name. The cards
//! behind the line `Sideboard` stand beside the deck. The crate `duelog-decks` reads the lists of other programs.

use crate::setup::Deck;

/// Why a deck file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[error("line {line}: {message}")]
pub struct DeckError {
    /// The line, from 1.
    pub line: u32,
    /// The fault.
    pub message: String,
}

/// The line behind which the sideboard stands.
pub const SIDEBOARD: &str = "Sideboard";

/// How a game's rules tell what stands beside a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The fewest cards of a deck.
    pub deck: u32,
    /// The most cards of its sideboard; none without a limit.
    pub most: Option<u32>,
}

/// Reads a deck file.
///
/// ```
/// let deck = duelog_kernel::deck::parse("# Bolts\n4 Lightning Bolt\n\n# the lands\n16 Mountain\n").unwrap();
/// assert_eq!(deck.name, "Bolts");
/// assert_eq!(deck.cards, [(4, "Lightning Bolt".to_string()), (16, "Mountain".to_string())]);
/// ```
///
/// # Errors
/// [`DeckError`] with the first line that is not understood.
pub fn parse(text: &str) -> Result<Deck, DeckError> {
    let mut deck = Deck::default();
    let mut beside = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let fault = |message: String| DeckError { line: number, message };
        match line.strip_prefix('#') {
            Some(name) if number == 1 => deck.name = name.trim().to_string(),
            Some(_) => {}
            None if line.is_empty() || line.starts_with("//") => {}
            None if line == SIDEBOARD && beside => {
                return Err(fault(format!(
                    "a second line `{SIDEBOARD}`: all cards beside the deck stand behind one"
                )));
            }
            None if line == SIDEBOARD => beside = true,
            None => {
                let list = if beside { &mut deck.sideboard } else { &mut deck.cards };
                list.push(entry(line).map_err(fault)?);
            }
        }
    }
    Ok(deck)
}

/// `4 Name`.
fn entry(line: &str) -> Result<(u16, String), String> {
    let form = || format!("\"{line}\" is not a number and a card's name, as in `4 Name`");
    let (count, name) = line.split_once(char::is_whitespace).ok_or_else(form)?;
    let (count, name) = (count.parse::<u16>().map_err(|_| form())?, name.trim());
    if count == 0 {
        return Err(format!("0 of \"{name}\" is not part of a deck"));
    }
    Ok((count, name.to_string()))
}

/// The most similar of `names`, if any is similar enough to be what was meant.
pub fn closest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let allowed = wanted.chars().count().max(3) / 3;
    let letters = Letters::of(name);
    names
        .into_iter()
        // Each step towards the other text changes one letter at most: few names have nearly the same letters.
        .filter(|known| letters.apart(&Letters::of(known)) <= allowed)
        .map(|known| (distance(&wanted, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|found| found.1)
}

/// How often each letter stands in a text, in any order and case; letters beside the Latin ones share a place with others.
struct Letters([u16; 32]);

impl Letters {
    fn of(text: &str) -> Letters {
        let mut letters = Letters([0; 32]);
        for letter in text.chars().flat_map(char::to_lowercase) {
            let count = &mut letters.0[letter as usize % 32];
            *count = count.saturating_add(1);
        }
        letters
    }

    /// How many letters must be put in, taken out or changed at least to make one text of the other.
    fn apart(&self, other: &Letters) -> usize {
        let both = || self.0.iter().zip(&other.0);
        let more: usize = both().map(|(own, others)| usize::from(own.saturating_sub(*others))).sum();
        let fewer: usize = both().map(|(own, others)| usize::from(others.saturating_sub(*own))).sum();
        more.max(fewer)
    }
}

/// Which variants of a card there are whose name lacks what tells them apart, in words: the parenthesis behind it,
/// as in `Name (red)`. None where no card is called so.
pub fn which_variant<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut variants: Vec<String> = names
        .into_iter()
        .filter(|known| without_variant(known) == Some(name))
        .map(|known| format!("\"{known}\""))
        .collect();
    variants.sort();
    variants.dedup();
    let listed = variants.join(", ");
    (!variants.is_empty()).then(|| format!("\"{name}\" lacks its variant in parentheses; there is {listed}"))
}

/// The name of a variant without the parenthesis that tells it apart.
pub fn without_variant(name: &str) -> Option<&str> {
    name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")).map(|parts| parts.0)
}

/// How many letters must be put in, taken out, changed or swapped with the next to make one text of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (mut above, mut row): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for (i, letter) in a.iter().enumerate() {
        let mut below = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let change = row[j] + usize::from(letter != other);
            let mut least = change.min(row[j + 1] + 1).min(below[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *other && *letter == b[j - 1] {
                least = least.min(above[j - 1] + 1);
            }
            below.push(least);
        }
        above = std::mem::replace(&mut row, below);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_variant_is_named() {
        let names = ["Jab (red)", "Jab", "Long Jab (blue)", "Long Jab (red)"];
        assert_eq!(
            which_variant("Long Jab", names).as_deref(),
            Some(
                "\"Long Jab\" lacks its variant in parentheses; there is \"Long Jab (blue)\", \"Long Jab (red)\""
            )
        );
        assert_eq!(which_variant("Jab (red)", names), None);
        assert_eq!(without_variant("Jab"), None);
    }

    #[test]
    fn a_fault_names_its_line() {
        let fault = |text: &str| parse(text).unwrap_err().line;
        assert_eq!(fault("# deck\n4 Forest\nForest"), 3);
        assert_eq!(fault("four Forest"), 1);
        assert_eq!(fault("0 Forest"), 1);
        assert_eq!(fault("70000 Forest"), 1);
        assert_eq!(fault("4"), 1);
        assert_eq!(fault("4 Forest\nSideboard\n1 Plains\nSideboard"), 4);
    }

    #[test]
    fn only_the_first_line_names_the_deck() {
        let deck = parse("4 Forest\n# not the name\n").unwrap();
        assert_eq!(deck, Deck { cards: vec![(4, "Forest".to_string())], ..Deck::default() });
        assert_eq!(parse("").unwrap(), Deck::default());
    }

    #[test]
    fn what_follows_the_line_of_the_sideboard_stands_beside_the_deck() {
        let deck = parse("4 Forest\n\nSideboard\n2 Plains\n").unwrap();
        let list = |count, name: &str| vec![(count, name.to_string())];
        assert_eq!((deck.cards, deck.sideboard), (list(4, "Forest"), list(2, "Plains")));
    }

    #[test]
    fn similar_names_are_found() {
        let names = ["Serra Angel", "Shivan Dragon", "Giant Growth"];
        assert_eq!(closest("sera angle", names), Some("Serra Angel"));
        assert_eq!(closest("Sera Angle", ["Sea Eagle", "Serra Angel"]), Some("Serra Angel"));
        assert_eq!(closest("Giant Growth", names), Some("Giant Growth"));
        assert_eq!(closest("Black Lotus", names), None);
        assert_eq!(closest("Serra Angel", []), None);
    }
}
