//! Definitions in old words: they are read as if they were in the words of today, and rewritten in them.
//!
//! The digest of a definition is that of its text: a rewritten definition has another one.

use std::borrow::Cow;
use std::iter::Peekable;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::info::DefinitionError;
use crate::renamed::{Bound, Found, Past, Renamed, Versioned, bound, name, names};
use crate::ron_text::value_with;
use crate::syntax::{self, Shape, Tree, place_of};

/// Reads a definition, in the words of today or in older ones.
///
/// # Errors
/// The first fault with its place.
pub fn read<D: DeserializeOwned + Versioned>(text: &str) -> Result<D, DefinitionError> {
    Ok(read_as_today::<D>(text)?.0)
}

/// Reads a definition, and returns it with its tree in the words of today. The places are those of the text.
///
/// # Errors
/// The first fault with its place.
pub fn read_as_today<D: DeserializeOwned + Versioned>(text: &str) -> Result<(D, Tree<'_>), DefinitionError> {
    let mut tree = syntax::parse(text)?;
    let (definition, found) = read_tree::<D>(&tree, text)?;
    renew(&mut tree, &mut found.iter().peekable());
    Ok((definition, tree))
}

/// Reads a definition out of its tree, and returns the old words in it, in the order of the text.
fn read_tree<D: DeserializeOwned + Versioned>(
    tree: &Tree<'_>,
    text: &str,
) -> Result<(D, Vec<Found>), DefinitionError> {
    let past = Past::of(D::HISTORY);
    let definition = value_with(tree, &past).map_err(|fault| fault.placed(tree, text))?;
    Ok((definition, past.found()))
}

/// Puts the words of today into a tree in which these old ones were found.
fn renew<'f, 't>(tree: &mut Tree<'t>, found: &mut Peekable<impl Iterator<Item = &'f Found>>) {
    while let Some(next) = found.peek().filter(|next| next.at == tree.at)
        && let Some(renewed) = next.word.renewed(tree)
    {
        *tree = renewed;
        found.next();
    }
    tree.parts.iter_mut().for_each(|part| renew(part, found));
}

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
pub fn migrate<D: DeserializeOwned + Versioned>(text: &str) -> Result<Migrated, DefinitionError> {
    let (mut found, said) = read_words::<D>(text)?;
    let old = found.iter().map(|found| found.told(text)).collect();
    let mut now = text.to_string();
    // Old words inside of others are rewritten in a later round.
    while !found.is_empty() {
        let before = std::mem::take(&mut now);
        now = round(&before, &syntax::parse(&before)?, &found);
        let (left, says) = read_words::<D>(&now)?;
        if now == before || says != said {
            let message = "the definition would say something else in the words of today".to_string();
            return Err(DefinitionError { line: 1, column: 1, message });
        }
        found = left;
    }
    Ok(Migrated { text: now, old })
}

/// The old words in a definition, and what it says in the words of today.
fn read_words<D: DeserializeOwned + Versioned>(text: &str) -> Result<(Vec<Found>, String), DefinitionError> {
    let mut tree = syntax::parse(text)?;
    let (_, found) = read_tree::<D>(&tree, text)?;
    renew(&mut tree, &mut found.iter().peekable());
    Ok((found, tree.to_string()))
}

/// The text of a definition that can be read in the words of today, for those who look for words in it.
pub fn today<D: DeserializeOwned + Versioned>(text: &str) -> Cow<'_, str> {
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
            && let Some(new) = rewritten(word, text, written)
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

/// The text of a word of today in the place of an old one.
fn rewritten(word: &Renamed, text: &str, written: &Tree<'_>) -> Option<String> {
    let (was, is) = (syntax::parse(word.was).ok()?, syntax::parse(word.is).ok()?);
    let bound = bound(&was, written)?;
    Some(in_place(text, written, &was, &is).unwrap_or_else(|| anew(text, written, &is, &bound)))
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
            // It stands on the line of the word from here on.
            match rest[2..length].trim() {
                said if said.contains("*/") || said.contains("/*") => out.push_str(&rest[..length]),
                said => out.push_str(&format!("/* {said} */ ")),
            }
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
