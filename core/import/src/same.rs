//! Trees of definitions in a form in which those that say the same are the same.

use duelog_kernel::syntax::{Shape, Tree};

/// A word with what stands in its brackets.
pub fn word(word: &'static str, parts: Vec<Tree<'static>>) -> Tree<'static> {
    let shape = if parts.is_empty() { Shape::Word } else { Shape::Round };
    Tree { word: word.into(), shape, parts, ..Tree::default() }
}

fn list(parts: Vec<Tree<'static>>) -> Tree<'static> {
    Tree { shape: Shape::Square, parts, ..Tree::default() }
}

/// The entries of `All([…])` and its like.
pub fn entries(tree: &Tree<'static>) -> Option<Vec<Tree<'static>>> {
    match &tree.parts[..] {
        [only] if only.shape == Shape::Square => Some(only.parts.clone()),
        _ => None,
    }
}

/// Each change of what is always so stands by itself.
pub fn split_statics(tree: &mut Tree<'static>) {
    tree.parts.iter_mut().for_each(split_statics);
    if tree.role != "abilities" {
        return;
    }
    let mut all = Vec::new();
    for ability in std::mem::take(&mut tree.parts) {
        let changes = ability.parts.first().and_then(|record| {
            let place = record.parts.iter().position(|part| part.role == "changes")?;
            Some((place, record.parts[place].parts.clone()))
        });
        match changes.filter(|_| ability.word == "Static") {
            Some((place, changes)) => {
                for change in changes {
                    let mut one = ability.clone();
                    one.parts[0].parts[place].parts = vec![change];
                    all.push(one);
                }
            }
            None => all.push(ability),
        }
    }
    all.sort_by_key(ToString::to_string);
    tree.parts = all;
}

/// Steps in order: one as itself, those in another sequence among the others.
pub fn steps(parts: Vec<Tree<'static>>) -> Tree<'static> {
    let mut flat = Vec::new();
    for part in parts {
        match entries(&part).filter(|_| part.word == "Seq") {
            Some(inner) => flat.extend(inner),
            None => flat.push(part),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { word("Seq", vec![list(flat)]) }
}

/// The parts of `All` or `Either` in order, each once, with those of another one of its kind inside of it; what any
/// object is says nothing in `All`.
pub fn parts_of(name: &str, parts: Vec<Tree<'static>>) -> Vec<Tree<'static>> {
    let mut flat = Vec::new();
    for part in parts {
        match entries(&part).filter(|_| part.word == name) {
            Some(inner) => flat.extend(inner),
            None if name == "All" && part.to_string() == "Any" => {}
            None => flat.push(Tree { role: "", ..part }),
        }
    }
    flat.sort_by_key(ToString::to_string);
    flat.dedup_by_key(|part| part.to_string());
    flat
}

/// A single part as itself, several as `All` or `Either` of them.
pub fn one_or_all(name: &'static str, mut parts: Vec<Tree<'static>>) -> Tree<'static> {
    match parts.len() {
        0 => word("Any", Vec::new()),
        1 => parts.remove(0),
        _ => word(name, vec![list(parts)]),
    }
}
