//! Two definitions that say the same.

use duelog_flesh_and_blood::language::definition::Definition;
use duelog_import::same::{entries, one_or_all, parts_of, split_statics, steps, word};
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::{Shape, Tree};

/// A definition in a form in which those that say the same are the same.
pub fn simplify(definition: &Definition) -> String {
    let plain = Definition { test_only: false, ..definition.clone() };
    let mut tree = Node::of(&plain).tree();
    inline(&mut tree);
    crate::print::prune(&mut tree);
    simple(&mut tree);
    split_statics(&mut tree);
    tree.to_string()
}

/// Abilities that are given stand where they are given.
fn inline(tree: &mut Tree<'static>) {
    let gives = tree.parts.iter().find(|part| part.role == "gives").map(|part| part.parts.clone());
    let Some(gives) = gives.filter(|gives| !gives.is_empty()) else { return };
    put(tree, &gives);
    tree.parts.retain(|part| part.role != "gives");
}

fn put(tree: &mut Tree<'static>, gives: &[Tree<'static>]) {
    if tree.word == "Ability"
        && let [only] = &tree.parts[..]
        && let Shape::Number(place) = only.shape
        && let Some(given) = usize::try_from(place).ok().and_then(|place| gives.get(place))
    {
        tree.parts = vec![Tree { role: "", ..given.clone() }];
        return;
    }
    tree.parts.iter_mut().for_each(|part| put(part, gives));
}

fn simple(tree: &mut Tree<'static>) {
    tree.parts.iter_mut().for_each(simple);
    if ["keywords", "abilities", "changes"].contains(&tree.role) {
        tree.parts.sort_by_key(ToString::to_string);
    }
    let role = tree.role;
    let text = tree.to_string();
    let made = match &*tree.word {
        "All" | "Either" => entries(tree).map(|parts| joined(&tree.word, parts)),
        "Seq" => entries(tree).map(steps),
        "Of" => match &tree.parts[..] {
            [only] if only.word == "Target" => Some(word("Targets", only.parts.clone())),
            [only] if only.word == "Last" => Some(word("Last", Vec::new())),
            _ => None,
        },
        // A continuous effect without a duration ends at the end of the turn (6.2.2a).
        "Modify" if tree.parts.len() == 3 => {
            let mut parts = tree.parts.clone();
            parts[1].parts.sort_by_key(ToString::to_string);
            if parts[2].word == "Always" {
                parts[2].word = "EndOfTurn".into();
            }
            Some(word("Modify", parts))
        }
        "Some" => tree.parts.first().cloned(),
        "Not" => match &tree.parts[..] {
            [only] if only.word == "Not" => only.parts.first().cloned(),
            _ => None,
        },
        _ if text == "Controller(EventOther)" || text == "EventPlayer" => Some(word("They", Vec::new())),
        _ => None,
    };
    if let Some(made) = made {
        *tree = Tree { role, ..made };
    }
}

fn joined(name: &str, parts: Vec<Tree<'static>>) -> Tree<'static> {
    let name: &'static str = if name == "All" { "All" } else { "Either" };
    let mut flat = parts_of(name, parts);
    // A thing that one hits with is an attack.
    if name == "All" && flat.iter().any(|part| part.to_string() == "Is(This)") {
        flat.retain(|part| part.to_string() != "Attack");
    }
    one_or_all(name, flat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duelog_flesh_and_blood::language::parse::parse;

    #[test]
    fn definitions_that_say_the_same_are_the_same() {
        let one = parse("Card(name: \"A\", types: \"Action\", resolve: (targets: [Hero], effect: Seq([Do(Mark(Of(Target(0)))), Seq([Do(Modify(Of(This), [Ability(0)], Always))])])), gives: [Triggered((when: Hits(Is(This), Any), resolve: (effect: Do(Draw(You, N(1))))))])").unwrap();
        let two = parse("Card(name: \"A\", types: \"Action\", resolve: (targets: [Hero], effect: Seq([Do(Mark(Targets(0))), Do(Modify(Of(This), [Ability(1)], EndOfTurn))])), gives: [Triggered((when: ChainCloses, resolve: (effect: Do(Transcend)))), Triggered((when: Hits(All([Attack, Is(This)]), Any), resolve: (effect: Do(Draw(You, N(1))))))])").unwrap();
        assert_eq!(simplify(&one), simplify(&two));
    }
}
