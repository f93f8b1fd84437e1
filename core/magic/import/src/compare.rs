//! Two definitions that say the same.

use duelog_import::same::{entries, one_or_all, parts_of, split_statics, steps, word};
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::Tree;
use duelog_magic::language::definition::{Definition, Faces};

/// A definition in a form in which those that say the same are the same: lists of what must all be so in order, one
/// step as itself, one word where there are two for the same.
pub fn simplify(definition: &Definition) -> String {
    // Keywords as what they stand for.
    let spelled = duelog_magic::language::parse::parse(&crate::print::definition(definition));
    let plain = Definition {
        lines: Vec::new(),
        test_only: false,
        first_printed: None,
        spelled: Vec::new(),
        faces: Faces::None,
        face_of: String::new(),
        ..spelled.unwrap_or_else(|_| definition.clone())
    };
    let mut tree = Node::of(&plain).tree();
    crate::print::prune(&mut tree);
    simple(&mut tree);
    split_statics(&mut tree);
    tree.to_string()
}

fn simple(tree: &mut Tree<'static>) {
    tree.parts.iter_mut().for_each(simple);
    if ["keywords", "lines", "abilities", "changes", "less"].contains(&tree.role) {
        tree.parts.sort_by_key(ToString::to_string);
    }
    let role = tree.role;
    let text = tree.to_string();
    let made = match &*tree.word {
        "All" | "Either" => entries(tree).map(|parts| joined(&tree.word, parts)),
        "Seq" => entries(tree).map(steps),
        "Creature" if tree.parts.len() == 1 => {
            let creature = word("Type", vec![word("Creature", Vec::new())]);
            let mut parts = vec![creature];
            parts.push(tree.parts[0].clone());
            Some(word("Permanent", vec![joined("All", parts)]))
        }
        "Of" => match &tree.parts[..] {
            [only] if only.word == "Target" => Some(word("Targets", only.parts.clone())),
            _ => None,
        },
        "Modify" if tree.parts.len() == 3 => {
            let mut parts = tree.parts.clone();
            parts[1].parts.sort_by_key(ToString::to_string);
            Some(word("Modify", parts))
        }
        "Not" if text == "Not(ControlledBy(You))" => {
            Some(word("ControlledBy", vec![word("Opponent", Vec::new())]))
        }
        "Not" => match &tree.parts[..] {
            [only] if only.word == "Not" => only.parts.first().cloned(),
            _ => None,
        },
        "Count" => match &tree.parts[..] {
            [only] if only.to_string() == "Hand(You, Any)" => {
                Some(word("HandSize", vec![word("You", Vec::new())]))
            }
            _ => None,
        },
        "PlayersExcept" if text == "PlayersExcept(You)" => {
            Some(word("Of", vec![word("Opponent", Vec::new())]))
        }
        _ => None,
    };
    if let Some(made) = made {
        *tree = Tree { role, ..made };
    }
}

fn joined(name: &str, parts: Vec<Tree<'static>>) -> Tree<'static> {
    let name: &'static str = if name == "All" { "All" } else { "Either" };
    let mut flat = parts_of(name, parts);
    if name == "All" {
        // Among permanents only creatures have creature types, nearly.
        let kind = |part: &Tree<'_>| part.word == "Subtype";
        if flat.iter().any(kind) {
            flat.retain(|part| part.to_string() != "Type(Creature)");
        }
    }
    one_or_all(name, flat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duelog_magic::language::parse::parse;

    #[test]
    fn definitions_that_say_the_same_are_the_same() {
        let one = parse("Card(name: \"A\", types: \"Instant\", spell: (targets: [Creature(All([Tapped, Not(ControlledBy(You))]))], effect: Seq([Do(Tap(Of(Target(0))))])))").unwrap();
        let two = parse("Card(name: \"A\", types: \"Instant\", spell: (targets: [Permanent(All([ControlledBy(Opponent), Type(Creature), Tapped]))], effect: Do(Tap(Targets(0)))))").unwrap();
        assert_eq!(simplify(&one), simplify(&two));
    }
}
