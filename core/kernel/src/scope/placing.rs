//! Where the words of a definition stand in its text.

use super::Node;
use crate::syntax::{Tree, place_of};

/// Gives a node and all that stands in it their places in the text. A part that the text leaves out gets the
/// place of the node around it.
pub fn place(node: &mut Node, written: &Tree<'_>, text: &str) {
    put(node, Some(written), (1, 1), text);
}

fn put(node: &mut Node, written: Option<&Tree<'_>>, outside: (u32, u32), text: &str) {
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
