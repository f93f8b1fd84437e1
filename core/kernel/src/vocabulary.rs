//! The words of a card language, as a reference page shows them: made from the types that definitions are read
//! as, by a game's build script.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::renamed::{History, Renamed, names};
use crate::scope::Node;
use crate::syntax::{self, Shape, Tree};

/// A kind of words: a type whose values a definition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// The type's name.
    pub kind: &'static str,
    /// Its description.
    pub says: &'static str,
    /// Its words; a record has one, without a name.
    pub words: &'static [Word],
}

/// A word, or a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The word; empty for a record.
    pub word: &'static str,
    /// Its meaning.
    pub says: &'static str,
    /// Its fields, in order.
    pub fields: &'static [Field],
}

/// A field of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name; empty where it goes by its place.
    pub name: &'static str,
    /// Its kind of words, in brackets where it is a list.
    pub of: &'static str,
    /// Its meaning.
    pub says: &'static str,
    /// True if it may be left out.
    pub optional: bool,
}

/// The shortest use of each word, by kind and word, with the card that has it.
#[derive(Debug, Default)]
pub struct Examples(BTreeMap<(&'static str, &'static str), (String, String)>);

impl Examples {
    /// Takes over what a definition has that is shorter than what is known.
    pub fn learn(&mut self, card: &str, definition: &Node, text: &str) {
        if !definition.kind.is_empty()
            && let Some(said) = said(text, definition.line, definition.column)
        {
            let key = (definition.kind, definition.word);
            if self.0.get(&key).is_none_or(|(known, _)| said.chars().count() < known.chars().count()) {
                self.0.insert(key, (said, card.to_string()));
            }
        }
        definition.parts.iter().for_each(|part| self.learn(card, part, text));
    }

    /// The shortest use of a word, and the card that has it.
    pub fn of(&self, kind: &str, word: &str) -> Option<(&str, &str)> {
        let found = self.0.iter().find(|((known, said), _)| (*known, *said) == (kind, word));
        found.map(|(_, (said, card))| (said.as_str(), card.as_str()))
    }
}

/// The word that begins at a line and a column, with all that stands in it, on one line.
fn said(text: &str, line: u32, column: u32) -> Option<String> {
    let at = text.split_inclusive('\n').nth((line as usize).checked_sub(1)?)?;
    let begin = at.as_ptr() as usize - text.as_ptr() as usize;
    let skipped: usize = at.chars().take((column as usize).checked_sub(1)?).map(char::len_utf8).sum();
    let (mut depth, mut quoted, mut escaped, mut out) = (0u32, false, false, String::new());
    for letter in text.get(begin + skipped..)?.chars() {
        if quoted {
            quoted = escaped || letter != '"';
            escaped = !escaped && letter == '\\';
            out.push(letter);
            continue;
        }
        match letter {
            '"' => quoted = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => break,
            '\n' if depth == 0 => break,
            _ => {}
        }
        if !letter.is_whitespace() {
            out.push(letter);
        } else if !out.ends_with([' ', '(', '[']) {
            out.push(' ');
        }
    }
    let out = out.replace(", )", ")").replace(", ]", "]").replace(",)", ")").replace(",]", "]");
    (!out.trim().is_empty()).then(|| out.trim().to_string())
}

/// The faults of a language's history, where these are its words of today.
pub fn faults(history: &History, kinds: &[Kind]) -> Vec<String> {
    let mut faults: Vec<String> =
        history.renamed.iter().flat_map(|old| faults_of(history, old, kinds)).collect();
    if !history.renamed.is_sorted_by_key(|old| old.ended) {
        faults.push("the old words stand in the order of the versions that ended them".to_string());
    }
    let last = history.renamed.last().map_or(1, |old| old.ended);
    if history.version != last {
        faults.push(format!("the version is {}, and version {last} ended a word", history.version));
    }
    faults
}

fn faults_of(history: &History, old: &Renamed, kinds: &[Kind]) -> Vec<String> {
    let (Ok(was), Ok(is)) = (syntax::parse(old.was), syntax::parse(old.is)) else {
        return vec![format!("`{}` or `{}` cannot be read", old.was, old.is)];
    };
    let mut faults = Vec::new();
    let mut said = (names(&was), names(&is));
    said.0.sort_unstable();
    said.1.sort_unstable();
    if said.0 != said.1 || said.0.windows(2).any(|two| two[0] == two[1]) {
        faults.push(format!("`{}` and `{}` do not have the same names, each once", old.was, old.is));
    }
    if says_again(&is, old.kind, old, kinds) {
        faults.push(format!("`{}` says what it takes the place of", old.is));
    }
    let known = |word: &str| {
        let of_kind = kinds.iter().filter(|kind| kind.kind == old.kind);
        of_kind.flat_map(|kind| kind.words).any(|known| known.word == word)
    };
    let later = |word: &str| {
        history
            .renamed
            .iter()
            .any(|next| (next.kind, next.word()) == (old.kind, word) && next.ended > old.ended)
    };
    if !known(&is.word) && !later(&is.word) {
        faults.push(format!("`{}` is not a {} of today", old.is, old.kind));
    }
    faults
}

/// Returns whether a value of this kind, or anything in it, is the old word: it would be read without end.
fn says_again(value: &Tree<'_>, of: &str, old: &Renamed, kinds: &[Kind]) -> bool {
    let words = kinds.iter().filter(|kind| kind.kind == of).flat_map(|kind| kind.words);
    let fields = words.filter(|word| word.word == value.word).flat_map(|word| word.fields);
    let fields: Vec<&Field> = fields.collect();
    let kind_in = |place: usize, part: &Tree<'_>| match value.shape {
        Shape::Square => of.trim_matches(['[', ']']),
        _ if part.role.is_empty() => fields.get(place).map_or("", |field| field.of),
        _ => fields.iter().find(|field| field.name == part.role).map_or("", |field| field.of),
    };
    let inside = |(place, part)| says_again(part, kind_in(place, part), old, kinds);
    of == old.kind && old.renewed(value).is_some() || value.parts.iter().enumerate().any(inside)
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn a_word_is_told_from_where_it_begins_to_where_it_ends() {
        let text = "Card(\n    spell: (\n        effect: Do(Say(\"a), b\",\n            1,\n        )),\n    ),\n)\n";
        assert_eq!(said(text, 3, 17).as_deref(), Some("Do(Say(\"a), b\", 1))"));
        assert_eq!(said(text, 3, 20).as_deref(), Some("Say(\"a), b\", 1)"));
        assert_eq!(said(text, 2, 12).as_deref(), Some("(effect: Do(Say(\"a), b\", 1)))"));
        assert_eq!(said(text, 9, 1), None);
    }
}
