//! The words of a card language, as a reference page shows them: made from the types that definitions are read
//! as, by a game's build script.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::scope::Node;

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
