//! Where the words of a definition stand in its text.

use std::iter::Peekable;

use super::Node;
use crate::bounds::{place_of, words};

/// A word of the text with what stands in its brackets.
struct Written<'a> {
    at: usize,
    word: &'a str,
    role: &'a str,
    parts: Vec<Written<'a>>,
}

/// Gives a node and all that stands in it their places in the text. What the text does not say stands where
/// what it belongs to stands.
pub fn place(node: &mut Node, text: &str) {
    let mut words = words(text).peekable();
    if let Some(written) = read(&mut words) {
        put(node, Some(&written), (1, 1), text);
    }
}

fn put(node: &mut Node, written: Option<&Written<'_>>, outside: (u32, u32), text: &str) {
    // A word may be left out around the only value that it can have.
    let written = match written {
        Some(some) if some.word == "Some" && some.parts.len() == 1 => some.parts.first(),
        other => other,
    };
    let here = written.map_or(outside, |written| place_of(text, written.at));
    (node.line, node.column) = here;
    let parts = written.map_or(&[][..], |written| &written.parts);
    let with_fields = parts.iter().any(|part| !part.role.is_empty());
    for (place, part) in node.parts.iter_mut().enumerate() {
        let found = if part.role.is_empty() && with_fields {
            written
        } else if part.role.is_empty() {
            parts.get(place)
        } else {
            parts.iter().find(|written| written.role == part.role)
        };
        put(part, found, here, text);
    }
}

/// Reads one value: a number, a text, a word or none, and then brackets.
fn read<'a>(words: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>) -> Option<Written<'a>> {
    let (at, _) = *words.peek()?;
    let mut value = Written { at, word: "", role: "", parts: Vec::new() };
    while let Some((_, word)) = words.next_if(|next| !is_sign(next.1)) {
        value.word = word;
    }
    if words.next_if(|next| is_open(next.1)).is_some() {
        while words.peek().is_some_and(|next| !is_close(next.1)) {
            if words.next_if(|next| next.1 == "," || next.1 == ":").is_some() {
                continue;
            }
            let mut part = read(words)?;
            if words.next_if(|next| next.1 == ":").is_some() {
                let role = part.word;
                part = read(words)?;
                part.role = role;
            }
            value.parts.push(part);
        }
        words.next();
    }
    Some(value)
}

fn is_open(word: &str) -> bool {
    matches!(word, "(" | "[" | "{")
}

fn is_close(word: &str) -> bool {
    matches!(word, ")" | "]" | "}")
}

fn is_sign(word: &str) -> bool {
    is_open(word) || is_close(word) || matches!(word, "," | ":")
}
