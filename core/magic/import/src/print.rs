//! Definitions as they are written in files.

use duelog_import::print::laid_out;
use duelog_kernel::ron_text::read;
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::Tree;
use duelog_magic::language::definition::Definition;

/// A definition as the text of its file.
pub fn definition(definition: &Definition) -> String {
    let whole = Node::of(definition).tree();
    let mut short = whole.clone();
    prune(&mut short);
    let text = laid_out(&short);
    // Here, what goes without saying is left out where that is so.
    if read::<Definition>(&text).is_ok_and(|read| read == *definition) { text } else { laid_out(&whole) }
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
    // These can say that damage must not be combat damage.
    if role == "combat" && matches!(word, "Prevent" | "Damages") {
        return value == "None";
    }
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
            | (_, "agenda", "0")
            | ("Amount", "times", "1")
            | ("AddManaFor", "number", "N(1)")
            | ("Enters", "what", "Is(This)")
            | ("Look", "zone", "Library")
    )
}
