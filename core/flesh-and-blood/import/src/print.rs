//! Definitions as they are written in files.

use duelog_flesh_and_blood::language::definition::Definition;
use duelog_import::print::laid_out;
use duelog_kernel::ron_text::read;
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::Tree;

/// A definition as the text of its file.
pub fn definition(definition: &Definition) -> String {
    let whole = Node::of(definition).tree();
    let mut short = whole.clone();
    prune(&mut short);
    let text = laid_out(&short);
    // A part that goes without saying is left out.
    if read::<Definition>(&text).is_ok_and(|read| read == *definition) { text } else { laid_out(&whole) }
}

/// Leaves out the fields that say what goes without saying.
pub fn prune(tree: &mut Tree<'static>) {
    for part in &mut tree.parts {
        prune(part);
    }
    tree.parts.retain(|part| part.role.is_empty() || !is_default(part.role, &part.to_string()));
}

fn is_default(role: &str, value: &str) -> bool {
    if matches!(value, "None" | "false" | "[]" | "\"\"" | "()") {
        return role != "cost" && !(role == "effect" && value == "()");
    }
    matches!((role, value), ("from", "Arena") | ("x" | "least", "0") | ("types", "\"Generic\""))
}
