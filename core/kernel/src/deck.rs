//! Decks as text files, and suggestions for unknown names.
//!
//! A deck file has one card a line, its number before its name: `4 Lightning Bolt`. Empty lines and lines
//! that begin with `#` or `//` are skipped; the first line, when it begins with `#`, is the deck's name. The cards
//! behind the line `Sideboard` stand beside the deck.
//!
//! Lists that other programs export are read too: `4x NAME`, `SB: 2 NAME`, the headings `Deck`, `Sideboard` and
//! `About`, a set and a number behind a name, and a byte order mark. A list that marks its sideboard with nothing
//! but an empty line is told from one with empty lines between its groups by the rules of its game:
//! [`List::parted`].

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

/// A deck as its file lists it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List {
    /// The deck.
    pub deck: Deck,
    /// The line of each card, from 1: those of the deck, then those that stand beside it.
    pub lines: Vec<u32>,
    /// The places in the deck at which cards stand behind an empty line; none where something else marks groups.
    gaps: Vec<usize>,
}

/// How a game's rules tell what stands beside a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The fewest cards of a deck.
    pub deck: u32,
    /// The most cards of its sideboard; none without a limit.
    pub most: Option<u32>,
}

impl List {
    /// The list with its sideboard beside the deck, where only an empty line parts the two: the cards behind the
    /// one empty line of the file are no more than a sideboard may have, and the cards before it are a whole
    /// deck.
    ///
    /// # Errors
    /// The line behind the last empty line, where the cards before it are a whole deck too, but could as well
    /// be parted into groups.
    pub fn parted(mut self, by: Beside) -> Result<List, DeckError> {
        let Some((last, others)) = self.gaps.split_last() else { return Ok(self) };
        let count = |cards: &[(u16, String)]| cards.iter().map(|card| u32::from(card.0)).sum::<u32>();
        let (deck, behind) = self.deck.cards.split_at(*last);
        let (deck, behind) = (count(deck), count(behind));
        if deck < by.deck || by.most.is_some_and(|most| behind > most) {
            return Ok(self);
        }
        if others.is_empty() && by.most.is_some() {
            self.deck.sideboard = self.deck.cards.split_off(*last);
            return Ok(self);
        }
        let message = format!(
            "the {behind} cards from here on stand behind an empty line, and the {deck} before it are a deck: write `{SIDEBOARD}` above these where they stand beside it, or `Deck` above the first where they belong to it"
        );
        Err(DeckError { line: self.lines.get(*last).copied().unwrap_or(1), message })
    }
}

/// Reads a deck file; the cards behind an empty line belong to the deck.
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
    Ok(read(text)?.deck)
}

/// Reads a deck file as a list.
///
/// # Errors
/// As [`parse`].
pub fn read(text: &str) -> Result<List, DeckError> {
    let mut reader = Reader::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line.trim()).map_err(|message| DeckError { line: number, message })?;
    }
    let Reader { mut list, lines_beside, marked, .. } = reader;
    list.lines.extend(lines_beside);
    if marked {
        list.gaps.clear();
    }
    Ok(list)
}

/// The part of a list that its lines belong to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Deck,
    Beside,
    /// The name of the deck.
    About,
}

#[derive(Default)]
struct Reader {
    list: List,
    lines_beside: Vec<u32>,
    part: Part,
    /// True if an empty line came after the last card.
    gap: bool,
    /// True if something but empty lines marks groups.
    marked: bool,
}

impl Reader {
    fn line(&mut self, number: u32, line: &str) -> Result<(), String> {
        if line.is_empty() {
            self.gap = true;
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('#').or_else(|| line.strip_prefix("//")) {
            return self.comment(number, comment.trim(), line.starts_with('#'));
        }
        if self.part == Part::About
            && let Some(name) = line.strip_prefix("Name ")
        {
            self.list.deck.name = name.trim().to_string();
            return Ok(());
        }
        if let Some(part) = heading(line)? {
            return self.begin(part);
        }
        let (beside, card) = match line.strip_prefix("SB:") {
            Some(card) => (true, card.trim()),
            None => (self.part == Part::Beside, line),
        };
        let card = entry(card)?;
        self.marked |= beside;
        if beside {
            self.list.deck.sideboard.push(card);
            self.lines_beside.push(number);
        } else {
            if self.gap && !self.list.deck.cards.is_empty() {
                self.list.gaps.push(self.list.deck.cards.len());
            }
            self.list.deck.cards.push(card);
            self.list.lines.push(number);
        }
        self.gap = false;
        Ok(())
    }

    /// A comment: the deck's name, the heading of the sideboard, or of a group.
    fn comment(&mut self, number: u32, comment: &str, may_name: bool) -> Result<(), String> {
        if number == 1 && may_name {
            self.list.deck.name = comment.to_string();
        } else if matches!(heading(comment), Ok(Some(Part::Beside))) {
            return self.begin(Part::Beside);
        } else if !self.list.deck.cards.is_empty() {
            self.marked = true;
        }
        Ok(())
    }

    fn begin(&mut self, part: Part) -> Result<(), String> {
        if part == Part::Beside && self.part == Part::Beside {
            return Err(format!(
                "a second heading `{SIDEBOARD}`: all cards beside the deck stand behind one"
            ));
        }
        self.marked |= part != Part::About;
        self.part = part;
        Ok(())
    }
}

/// The part that a line is the heading of.
fn heading(line: &str) -> Result<Option<Part>, String> {
    match line.trim_end_matches(':').to_lowercase().as_str() {
        "deck" | "main deck" | "maindeck" | "mainboard" => Ok(Some(Part::Deck)),
        "sideboard" => Ok(Some(Part::Beside)),
        "about" => Ok(Some(Part::About)),
        "commander" | "companion" => Err(format!(
            "\"{line}\" is a heading of another program's list, and no deck here has one: take it out, with its card"
        )),
        _ if line.starts_with('<') => Err(
            "this is a deck in XML, as Magic Online, Cockatrice and others keep it: export it as text, with lines such as `4 Name`"
                .to_string(),
        ),
        _ => Ok(None),
    }
}

/// `4 Name`, `4x Name` or `4 Name (SET) 123`.
fn entry(line: &str) -> Result<(u16, String), String> {
    let form = || format!("\"{line}\" is not a number and a card's name, as in `4 Name`");
    let (count, name) = line.split_once(char::is_whitespace).ok_or_else(form)?;
    let count = count.strip_suffix(['x', 'X']).unwrap_or(count);
    let (count, name) = (count.parse::<u16>().map_err(|_| form())?, without_print(name.trim()));
    if count == 0 {
        return Err(format!("0 of \"{name}\" is no part of a deck"));
    }
    Ok((count, name.to_string()))
}

/// A name without the set and the number that other programs put behind it: `(M10) 146`.
fn without_print(name: &str) -> &str {
    bare(name).unwrap_or(name)
}

fn bare(name: &str) -> Option<&str> {
    let (before, number) = name.trim_end_matches(" *F*").rsplit_once(' ')?;
    let (card, set) = before.strip_suffix(')')?.rsplit_once(" (")?;
    let is_set = (2..=6).contains(&set.len())
        && set.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
    (is_set && number.contains(|letter: char| letter.is_ascii_digit())).then_some(card.trim_end())
}

/// The most similar of `names`, if any is similar enough to be what was meant.
pub fn closest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    let allowed = length.max(3) / 3;
    names
        .into_iter()
        // The distance is at least the difference of the lengths: a long text is not held against every name.
        .filter(|known| known.chars().count().abs_diff(length) <= allowed)
        .map(|known| (distance(&wanted, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|found| found.1)
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

/// How many letters must be put in, taken out or changed to make one text of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let change = corner + if letter == *other { 0 } else { 1 };
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
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

    /// As other programs export them.
    #[test]
    fn lists_of_other_programs_are_read() {
        let bolts = |text: &str| {
            let deck = parse(text).unwrap();
            assert_eq!(deck.cards, [(4, "Lightning Bolt".to_string())], "{text}");
            (deck.name, deck.sideboard.iter().map(|card| card.0).collect::<Vec<_>>())
        };
        for text in [
            "\u{feff}4 Lightning Bolt\n",
            "4x Lightning Bolt",
            "4X  Lightning Bolt",
            "Deck\n4 Lightning Bolt (M10) 146",
            "4 Lightning Bolt (PLIST) 141a *F*",
            "// spells\n4 Lightning Bolt",
        ] {
            assert_eq!(bolts(text), (String::new(), Vec::new()), "{text}");
        }
        for text in [
            "Deck\n4 Lightning Bolt (M10) 146\n\nSideboard\n3 Negate (M10) 65",
            "Mainboard:\n4 Lightning Bolt\nSIDEBOARD:\n3x Negate",
            "SB: 3 Negate\n4 Lightning Bolt",
            "4 Lightning Bolt\n// Sideboard\n3 Negate",
        ] {
            assert_eq!(bolts(text), (String::new(), vec![3]), "{text}");
        }
        assert_eq!(bolts("About\nName Bolts\n\nDeck\n4 Lightning Bolt"), ("Bolts".to_string(), Vec::new()));
        let fault = |text: &str| parse(text).unwrap_err().message;
        assert!(fault("Companion\n1 Own Friend").contains("heading of another program's list"));
        assert!(fault("<?xml version=\"1.0\"?>").contains("export it as text"));
        // Names with parentheses of their own.
        for name in ["Head Jab (red)", "Own Card (DM-01)", "B.F.M. (1)", "Own (M10) print", "(M10) 146"] {
            assert_eq!(parse(&format!("1 {name}")).unwrap().cards[0].1, name);
        }
    }

    #[test]
    fn an_empty_line_parts_a_whole_deck_from_a_sideboard() {
        const MAGIC: Beside = Beside { deck: 60, most: Some(15) };
        let counts = |text: &str, by: Beside| {
            let list = read(text).unwrap();
            assert_eq!(list.lines.len(), list.deck.all().count());
            list.parted(by).map(|list| (list.deck.total(), list.deck.beside())).map_err(|fault| fault.line)
        };
        let bolts = "4 Bolt\n56 Mountain\n\n3 Negate\n";
        assert_eq!(counts(bolts, MAGIC), Ok((60, 3)));
        assert_eq!(counts(&format!("# Bolts\n\n{bolts}\n\n"), MAGIC), Ok((60, 3)));
        // No deck without the last group, more than a sideboard, or groups that have headings.
        for whole in [
            "4 Bolt\n40 Mountain\n\n16 Forest",
            "4 Bolt\n56 Mountain\n\n16 Forest",
            "4 Bolt\n\n# the lands\n60 Mountain\n\n3 Negate",
            "Deck\n4 Bolt\n56 Mountain\n\n3 Negate",
        ] {
            assert_eq!(counts(whole, MAGIC).unwrap().1, 0, "{whole}");
        }
        let groups = "4 Bolt\n\n56 Mountain\n\n3 Negate\n";
        assert_eq!(counts(groups, MAGIC), Err(5), "a third group, or a sideboard");
        assert_eq!(counts(bolts, Beside { deck: 40, most: None }), Err(4));
        assert_eq!(counts("Deck\n4 Bolt\n\nSideboard\n1 Negate\n\n1 Negate", MAGIC), Ok((4, 2)));
    }

    #[test]
    fn similar_names_are_found() {
        let names = ["Serra Angel", "Shivan Dragon", "Giant Growth"];
        assert_eq!(closest("sera angle", names), Some("Serra Angel"));
        assert_eq!(closest("Giant Growth", names), Some("Giant Growth"));
        assert_eq!(closest("Black Lotus", names), None);
        assert_eq!(closest("Serra Angel", []), None);
    }
}
