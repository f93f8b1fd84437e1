//! The names of a game's cards, and what is written for them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use duelog_kernel::deck::{closest, which_variant};
use duelog_kernel::{Factory, syntax};

use crate::line::{is_wide, short};
use crate::list::Written;

/// The letters that are written in more than one way: what they are compared as, and the others.
const LETTERS: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎ"),
    ("ae", "æǽ"),
    ("c", "çćĉċč"),
    ("d", "ðďđ"),
    ("e", "èéêëēĕėęě"),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"),
    ("j", "ĵ"),
    ("k", "ķ"),
    ("l", "ĺļľŀł"),
    ("n", "ñńņňŉ"),
    ("o", "òóôõöøōŏő"),
    ("oe", "œ"),
    ("r", "ŕŗř"),
    ("s", "śŝşš"),
    ("ss", "ß"),
    ("t", "ţťŧ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűų"),
    ("w", "ŵ"),
    ("y", "ýÿŷ"),
    ("z", "źżž"),
    // Between words.
    (" ", "-‐‑‒–—/_()[]{}|+\u{a0}\u{3000}"),
];

/// How the names of cards are compared: without case, accents and marks, with one blank between words. Whatever
/// stands for a gap between words, or for two halves of a card, is that blank: `Wear // Tear`, `Wear/Tear` and
/// `wear_tear` are the same.
///
/// ```
/// use duelog_decks::folded;
///
/// assert_eq!(folded("Lim-Dûl’s  Æther"), folded("lim dul's aether"));
/// assert_eq!(folded("Wear/Tear"), folded("Wear // Tear"));
/// assert_eq!(folded("Head Jab (red)"), folded("head_jab_red"));
/// ```
pub fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut word = |letter: char| {
        if letter != ' ' || !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(letter);
        }
    };
    for letter in name.chars() {
        // The wide forms of ASCII.
        let letter = match letter {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
            other => other,
        };
        for small in letter.to_lowercase() {
            match LETTERS.iter().find(|(_, others)| others.contains(small)) {
                Some((plain, _)) => plain.chars().for_each(&mut word),
                None if small.is_whitespace() => word(' '),
                None if small.is_alphanumeric() => word(small),
                // Apostrophes, commas, accents that stand alone, points between words.
                None => {}
            }
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The result of the search for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A card, by its name.
    Card(String),
    /// One of several cards whose names are compared as the same.
    Several(Vec<String>),
    /// None that is known.
    Unknown,
}

/// The names of cards by what they are compared as.
type ByFold = BTreeMap<String, Vec<String>>;

/// The names of a game's cards.
pub struct Names<'f> {
    factory: &'f dyn Factory,
    /// The names as they are printed, and by what they are compared as.
    table: OnceLock<(Vec<String>, ByFold)>,
    /// The names in Japanese as they are compared.
    japanese: OnceLock<ByFold>,
}

impl std::fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Names").field("game", &self.factory.game()).finish_non_exhaustive()
    }
}

impl<'f> Names<'f> {
    /// The names of the cards that a game's decks may name.
    pub fn of(factory: &'f dyn Factory) -> Names<'f> {
        Names { factory, table: OnceLock::new(), japanese: OnceLock::new() }
    }

    /// The game.
    pub fn game(&self) -> &'static str {
        self.factory.game()
    }

    fn table(&self) -> &(Vec<String>, ByFold) {
        self.table.get_or_init(|| {
            let cards = self.factory.cards().into_iter().filter(|card| !card.test_only);
            let mut names: Vec<String> = cards.map(|card| card.name).collect();
            names.dedup();
            let mut by_fold: ByFold = BTreeMap::new();
            for name in &names {
                by_fold.entry(folded(name)).or_default().push(name.clone());
            }
            (names, by_fold)
        })
    }

    fn japanese(&self) -> &ByFold {
        self.japanese.get_or_init(|| {
            let mut found: ByFold = BTreeMap::new();
            for name in &self.table().0 {
                if let Some(japanese) = self.field(name, "japanese") {
                    found.entry(folded(&japanese)).or_default().push(name.clone());
                }
            }
            found
        })
    }

    /// The value of a field of a card's definition, if it has it.
    fn field(&self, name: &str, field: &str) -> Option<String> {
        said(&self.factory.card(name)?.definition, field)
    }

    /// The card that this name is written for.
    pub fn find(&self, name: &str) -> Found {
        if let Some(card) = self.factory.card(name) {
            return Found::Card(whole(&card.definition, name).unwrap_or_else(|| name.to_string()));
        }
        let wanted = folded(name);
        if wanted.is_empty() {
            return Found::Unknown;
        }
        let of_table = |table: &ByFold| match table.get(&wanted).map(Vec::as_slice) {
            Some([only]) => {
                let card = self.factory.card(only);
                Found::Card(
                    card.and_then(|card| whole(&card.definition, only)).unwrap_or_else(|| only.clone()),
                )
            }
            Some(several @ [_, ..]) => Found::Several(several.to_vec()),
            Some([]) | None => Found::Unknown,
        };
        let found = of_table(&self.table().1);
        if found != Found::Unknown {
            return found;
        }
        if name.contains(is_wide) {
            return of_table(self.japanese());
        }
        self.front(name).map_or(Found::Unknown, Found::Card)
    }

    /// The front of a double-faced card that is named by both faces.
    fn front(&self, name: &str) -> Option<String> {
        let (front, back) = name.split_once('/')?;
        let only = |name: &str| match self.table().1.get(&folded(name)).map(Vec::as_slice) {
            Some([only]) => Some(only.clone()),
            _ => None,
        };
        let (front, back) = (only(front)?, only(back.trim_start_matches('/'))?);
        (self.field(&back, "face_of").as_deref() == Some(front.as_str())).then_some(front)
    }

    /// The cards that a line of a list is written for: one, or several where it may name several.
    ///
    /// # Errors
    /// The name that is not known, and what it is found to be instead.
    pub fn read(&self, written: &Written) -> Result<Vec<String>, (String, Found)> {
        if written.several {
            return self.several(written.readings.first().map_or("", String::as_str));
        }
        let mut several = None;
        for reading in &written.readings {
            match self.find(reading) {
                Found::Card(name) => return Ok(vec![name]),
                Found::Several(names) => several = several.or(Some(names)),
                Found::Unknown => {}
            }
        }
        Err((written.bare().to_string(), several.map_or(Found::Unknown, Found::Several)))
    }

    /// Names with commas between; some may have commas of their own.
    fn several(&self, text: &str) -> Result<Vec<String>, (String, Found)> {
        /// The most commas of a name.
        const COMMAS: usize = 3;
        /// The most names.
        const NAMES: usize = 40;
        let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
        if parts.len() > NAMES {
            return Err((short(text), Found::Unknown));
        }
        let mut found = Vec::new();
        let mut at = 0;
        while at < parts.len() {
            let most = (at + 1 + COMMAS).min(parts.len());
            let longest = (at + 1..=most).rev().find_map(|end| match self.find(&parts[at..end].join(", ")) {
                Found::Card(name) => Some((end, name)),
                _ => None,
            });
            let Some((end, name)) = longest else {
                return Err((parts[at].to_string(), self.find(parts[at])));
            };
            found.push(name);
            at = end;
        }
        Ok(found)
    }

    /// The likely meaning of a name that is not known, in words.
    pub fn hint(&self, name: &str) -> Option<String> {
        let names = || self.table().0.iter().map(String::as_str);
        which_variant(name, names())
            .or_else(|| closest(name, names()).map(|meant| format!("did you mean \"{meant}\"?")))
    }
}

/// The value of a field of a definition, if it has it.
fn said(definition: &str, field: &str) -> Option<String> {
    let tree = syntax::parse(definition).ok()?;
    tree.parts.iter().find(|part| part.role == field).map(|part| part.word.to_string())
}

/// The whole card, if this is the first of the halves that make its name: some programs name only that.
fn whole(definition: &str, half: &str) -> Option<String> {
    let whole = said(definition, "face_of")?;
    (whole.split(" // ").next() == Some(half) && whole != half).then_some(whole)
}
