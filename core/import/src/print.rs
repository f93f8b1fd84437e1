//! Definitions as they are laid out in files.

use duelog_kernel::syntax::{Shape, Tree};

/// How long a line can be.
const WIDTH: usize = 120;

/// A definition as the text of its file.
pub fn laid_out(tree: &Tree<'_>) -> String {
    let mut text = String::new();
    lay(&Tree { word: "Card".into(), ..tree.clone() }, 0, true, &mut text);
    text.push('\n');
    text
}

/// Writes a value, over several lines where one is too short for it.
fn lay(tree: &Tree<'_>, indent: usize, first: bool, out: &mut String) {
    let line = tree.to_string();
    let broken = match tree.shape {
        Shape::Round | Shape::Square => first && tree.parts.len() > 2 || indent + line.len() > WIDTH - 20,
        _ => false,
    };
    if !broken || tree.parts.is_empty() {
        out.push_str(&line);
        return;
    }
    let Some((open, close)) = tree.shape.brackets() else { return };
    out.push_str(&tree.word);
    out.push(open);
    // A single value stands close to its brackets.
    if let [only] = &tree.parts[..]
        && only.role.is_empty()
        && only.shape.brackets().is_some()
        && tree.shape == Shape::Round
    {
        lay(only, indent, false, out);
        out.push(close);
        return;
    }
    out.push('\n');
    for part in &tree.parts {
        out.push_str(&" ".repeat(indent + 4));
        if !part.role.is_empty() {
            out.push_str(part.role);
            out.push_str(": ");
        }
        lay(part, indent + 4, false, out);
        out.push_str(",\n");
    }
    out.push_str(&" ".repeat(indent));
    out.push(close);
}
