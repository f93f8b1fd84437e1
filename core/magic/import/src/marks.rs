//! Counters of a kind that only one card speaks of: on another object they could be those of another card.

use duelog_kernel::scope::Node;
use duelog_kernel::syntax::Tree;
use duelog_magic::language::definition::Definition;

/// Returns whether counters of such a kind are put on, or looked for on, anything but the source.
pub fn on_others(definition: &Definition) -> bool {
    others(&Node::of(definition).tree(), false)
}

/// The same of a part; `own` where what stands around it is about the source.
fn others(tree: &Tree<'_>, own: bool) -> bool {
    // `This` by itself, or as `Of(This)` and `Is(This)` say it.
    let this = |part: &Tree<'_>| part.is_word("This") || is_of_this(part);
    let enters = tree.word == "Enters" && !tree.parts.iter().any(|part| part.role == "what");
    let own = own || enters || tree.parts.iter().any(this);
    tree.is_word("Mark") && !own || tree.parts.iter().any(|part| others(part, own))
}

fn is_of_this(tree: &Tree<'_>) -> bool {
    match (&*tree.word, &tree.parts[..]) {
        ("Of" | "Is", [one]) => one.is_word("This"),
        ("All", [list]) => list.parts.iter().any(is_of_this),
        _ => false,
    }
}
