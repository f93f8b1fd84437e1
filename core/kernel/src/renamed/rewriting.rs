//! Rewriting the text of a definition in the words of today.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Bound, Found, Renamed, Versioned, bound, name, names, read_tree};
use crate::info::DefinitionError;
use crate::scope::Node;
use crate::syntax::{self, Shape, Tree, place_of};

/// A definition in the words of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrated {
    /// Its text; the text that was given, where that has no old word.
    pub text: String,
    /// The old words in the text that was given, in its order.
    pub old: Vec<OldWord>,
}

/// An old word in a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OldWord {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The kind of words that it belonged to.
    pub kind: &'static str,
    /// How it was written.
    pub was: &'static str,
    /// How it is written since then.
    pub is: &'static str,
    /// The version of the language that ended it.
    pub ended: u32,
}

/// Rewrites the text of a definition in the words of today. Comments and the layout around old words stay.
///
/// # Errors
/// The first fault of the definition.
pub fn migrate<D: Serialize + DeserializeOwned + Versioned>(text: &str) -> Result<Migrated, DefinitionError> {
    let (definition, mut found) = read_tree::<D>(&syntax::parse(text)?, text)?;
    let old = found.iter().map(|found| found.told(text)).collect();
    let mut now = text.to_string();
    // Old words inside of others are rewritten in a later round.
    while !found.is_empty() {
        let before = std::mem::take(&mut now);
        now = round(&before, &syntax::parse(&before)?, &found);
        let (renewed, left) = read_tree::<D>(&syntax::parse(&now)?, &now)?;
        if now == before || !Node::of(&definition).says(&Node::of(&renewed)) {
            let message = "the definition would say something else in the words of today".to_string();
            return Err(DefinitionError { line: 1, column: 1, message });
        }
        found = left;
    }
    Ok(Migrated { text: now, old })
}

/// The text of a definition that can be read in the words of today, for those who look for words in it.
pub fn today<D: Serialize + DeserializeOwned + Versioned>(text: &str) -> Cow<'_, str> {
    if !D::HISTORY.renamed.iter().any(|old| text.contains(old.word())) {
        return Cow::Borrowed(text);
    }
    migrate::<D>(text).map_or(Cow::Borrowed(text), |migrated| Cow::Owned(migrated.text))
}

/// Rewrites those old words that do not stand in others.
fn round(text: &str, tree: &Tree<'_>, found: &[Found]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut behind = 0;
    for Found { at, word } in found {
        if *at < behind {
            continue;
        }
        if let Some(written) = at_byte(tree, *at)
            && let Some(new) = word.rewritten(text, written)
        {
            out.push_str(&text[behind..*at]);
            out.push_str(&new);
            behind = written.end;
        }
    }
    out.push_str(&text[behind..]);
    out
}

/// The value that begins at a byte.
fn at_byte<'w, 't>(tree: &'w Tree<'t>, at: usize) -> Option<&'w Tree<'t>> {
    if tree.at == at {
        return Some(tree);
    }
    let inside = tree.parts.iter().rfind(|part| part.at <= at)?;
    at_byte(inside, at)
}

impl Found {
    fn told(&self, text: &str) -> OldWord {
        let (line, column) = place_of(text, self.at);
        let Renamed { kind, ended, was, is } = *self.word;
        OldWord { line, column, kind, was, is, ended }
    }
}

impl Renamed {
    /// The text of a word of today in the place of this old one.
    fn rewritten(&self, text: &str, written: &Tree<'_>) -> Option<String> {
        let (was, is) = (syntax::parse(self.was).ok()?, syntax::parse(self.is).ok()?);
        let bound = bound(&was, written)?;
        Some(in_place(text, written, &was, &is).unwrap_or_else(|| anew(text, written, &is, &bound)))
    }
}

/// The word with its brackets as they are laid out, and what is added to them; none where parts change their order
/// or stand deeper.
fn in_place(text: &str, written: &Tree<'_>, was: &Tree<'_>, is: &Tree<'_>) -> Option<String> {
    let plain: Option<Vec<&str>> = was.parts.iter().map(name).collect();
    let kept: Vec<&str> = is.parts.iter().filter_map(name).collect();
    let first = written.parts.first()?;
    if is.shape != Shape::Round || plain? != kept || names(is).len() != kept.len() || was.has_fields() {
        return None;
    }
    let mut out = format!("{}{}", is.word, &text[written.at + written.word.len()..first.at]);
    let mut values = written.parts.iter();
    // Where the last value ends, once one stands there.
    let mut end: Option<usize> = None;
    for part in &is.parts {
        let role = if part.role.is_empty() { String::new() } else { format!("{}: ", part.role) };
        if name(part).is_none() {
            let plain = Tree { role: "", ..part.clone() };
            let (before, after) = if end.is_some() { (", ", "") } else { ("", ", ") };
            out.push_str(&format!("{before}{role}{plain}{after}"));
        } else if let Some(value) = values.next() {
            end.into_iter().for_each(|end| out.push_str(&text[end..value.at]));
            out.push_str(&format!("{role}{}", &text[value.at..value.end]));
            end = Some(value.end);
        }
    }
    out.push_str(&text[end?..written.end]);
    Some(out)
}

/// The word written anew around the texts of its values; comments between them come before it.
fn anew(text: &str, written: &Tree<'_>, is: &Tree<'_>, bound: &Bound<'_, '_, '_>) -> String {
    let mut values: Vec<&Tree<'_>> = bound.iter().map(|(_, value)| *value).collect();
    values.sort_by_key(|value| value.at);
    let mut out = String::new();
    let mut behind = written.at;
    for value in values {
        comments(&text[behind..value.at], &mut out);
        behind = value.end;
    }
    comments(&text[behind..written.end], &mut out);
    spell(text, is, bound, &mut out);
    out
}

/// Adds the comments of a piece of text that is between values.
fn comments(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
            out.push_str(&rest[..length]);
            length
        } else if rest.starts_with("/*") {
            let length = syntax::comment(rest).unwrap_or(rest.len());
            out.push_str(&rest[..length]);
            out.push(' ');
            length
        } else if letter == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else {
            letter.len_utf8()
        };
        rest = &rest[length..];
    }
}

/// Adds a pattern with the texts of the values in the places of their names.
fn spell(text: &str, pattern: &Tree<'_>, bound: &Bound<'_, '_, '_>, out: &mut String) {
    if let Some(name) = name(pattern) {
        if let Some((_, value)) = bound.iter().find(|(known, _)| *known == name) {
            out.push_str(&text[value.at..value.end]);
        }
        return;
    }
    let Some((open, close)) = pattern.shape.brackets() else {
        out.push_str(&Tree { role: "", ..pattern.clone() }.to_string());
        return;
    };
    out.push_str(&pattern.word);
    out.push(open);
    let there =
        |part: &&Tree<'_>| name(part).is_none_or(|name| bound.iter().any(|(known, _)| *known == name));
    for (place, part) in pattern.parts.iter().filter(there).enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        if !part.role.is_empty() {
            out.push_str(&format!("{}: ", part.role));
        }
        spell(text, part, bound, out);
    }
    out.push(close);
}
