//! Definitions as they are written in files.

use duelog_kernel::ron_text::read;
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::{Shape, Tree};
use duelog_magic::language::definition::Definition;

/// How long a line can be.
const WIDTH: usize = 120;

/// A definition as the text of its file.
pub fn definition(definition: &Definition) -> String {
    let whole = Node::of(definition).tree();
    let mut short = whole.clone();
    prune(&mut short);
    let text = laid_out(&short);
    // Here, what goes without saying is left out where that is so.
    if read::<Definition>(&text).is_ok_and(|read| read == *definition) { text } else { laid_out(&whole) }
}

fn laid_out(tree: &Tree<'_>) -> String {
    let mut text = String::new();
    lay(&Tree { word: "Card".into(), ..tree.clone() }, 0, true, &mut text);
    text.push('\n');
    text
}

/// Leaves out the fields that say what goes without saying.
pub fn prune(tree: &mut Tree<'static>) {
    let word = tree.word.to_string();
    for part in &mut tree.parts {
        prune(part);
    }
    tree.parts.retain(|part| part.role.is_empty() || !is_default(&word, part.role, &part.to_string()));
}

fn is_default(word: &str, role: &str, value: &str) -> bool {
    if matches!(value, "None" | "false" | "[]" | "\"\"" | "()") {
        return role != "effect" && role != "cost" || value == "\"\"";
    }
    matches!(
        (word, role, value),
        (_, "what" | "from", "Any")
            | (_, "to" | "whoever", "Anything")
            | (_, "zones", "[Battlefield]")
            | (_, "zone", "Battlefield")
            | (_, "by", "Controller")
            | (_, "opening", "No")
            | ("Combat" | "ManaInstead", "least", "0")
            | ("Amount", "plus", "0")
            | ("Amount", "times", "1")
            | ("AddManaFor", "number", "N(1)")
            | ("Enters", "what", "Is(This)")
            | ("Look", "zone", "Library")
    )
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
