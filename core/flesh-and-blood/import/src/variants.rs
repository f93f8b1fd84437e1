//! One definition of the variants of a card (1.3.4).

use duelog_flesh_and_blood::language::definition::Definition;
use duelog_kernel::ron_text::read;
use duelog_kernel::scope::Node;
use duelog_kernel::syntax::{Shape, Tree};

/// Joins the definitions of the variants, by ascending pitch: numbers that are not the same are told by pitch.
///
/// # Errors
/// The parts, beside numbers, in which they differ.
pub fn join(variants: &[Definition]) -> Result<Definition, String> {
    let (first, rest) = variants.split_first().ok_or("the card has no variant")?;
    if rest.is_empty() {
        return Ok(first.clone());
    }
    let pitches: Vec<u8> = variants.iter().filter_map(|own| own.pitch.first().copied()).collect();
    if pitches.len() != variants.len() || pitches.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err("two cards of this name have no pitch, or the same".to_string());
    }
    let plain = |own: &Definition| Definition {
        pitch: Vec::new(),
        cost: Vec::new(),
        power: Vec::new(),
        defense: Vec::new(),
        ..own.clone()
    };
    let trees: Vec<Tree<'static>> = variants.iter().map(|own| Node::of(&plain(own)).tree()).collect();
    let parts: Vec<&Tree<'static>> = trees.iter().collect();
    let joined = joined(&parts, &pitches)?;
    // There the source is what the ability is given to, and not the card that gives it.
    let color = |parts: &[Tree<'static>]| {
        let given = parts.iter().filter(|part| part.role == "gives");
        given.map(|part| part.to_string().matches("ColorOf(This)").count()).sum::<usize>()
    };
    if color(&joined.parts) > color(&trees[0].parts) {
        return Err("an ability that is given speaks of the color of the card".to_string());
    }
    let text = Tree { word: "Card".into(), ..joined }.to_string();
    let whole: Definition = read(&text).map_err(|error| format!("{error}, in {text}"))?;
    Ok(Definition {
        pitch: pitches,
        cost: numbers(variants, |own| &own.cost)?,
        power: numbers(variants, |own| &own.power)?,
        defense: numbers(variants, |own| &own.defense)?,
        ..whole
    })
}

/// One number for all, or one for each.
fn numbers<T: Copy + PartialEq>(
    variants: &[Definition],
    of: impl Fn(&Definition) -> &Vec<T>,
) -> Result<Vec<T>, String> {
    let all: Vec<T> = variants.iter().flat_map(|own| of(own).iter().copied()).collect();
    match all.first() {
        None => Ok(all),
        Some(_) if all.len() != variants.len() => Err("a number that one variant lacks".to_string()),
        Some(first) if all.iter().all(|own| own == first) => Ok(vec![*first]),
        Some(_) => Ok(all),
    }
}

fn joined(trees: &[&Tree<'static>], pitches: &[u8]) -> Result<Tree<'static>, String> {
    let (first, rest) = trees.split_first().ok_or("nothing is joined")?;
    let text = first.to_string();
    if rest.iter().all(|other| other.to_string() == text) {
        return Ok((*first).clone());
    }
    let alike = rest.iter().all(|other| {
        other.word == first.word && other.shape == first.shape && other.parts.len() == first.parts.len()
    });
    let colors = trees.iter().zip(pitches).all(|(tree, pitch)| {
        let usual = duelog_flesh_and_blood::language::types::Color::usual(*pitch);
        tree.word == "Color" && usual.is_some_and(|usual| tree.parts[0].word == format!("{usual:?}"))
    });
    if colors {
        let word = |word: &'static str| Tree { word: word.into(), ..Tree::default() };
        let parts = vec![word("This")];
        return Ok(Tree {
            word: "ColorOf".into(),
            shape: Shape::Round,
            parts,
            role: first.role,
            ..Tree::default()
        });
    }
    if !alike || first.parts.is_empty() {
        return Err(format!("the variants differ in `{text}` and `{}`", rest[0]));
    }
    if first.word == "N" {
        let value = |tree: &&Tree<'static>| match tree.parts.first().map(|part| part.shape) {
            Some(Shape::Number(number)) => Some(number),
            _ => None,
        };
        let by_pitch = |pitch: u8| -> Option<i64> {
            let place = pitches.iter().position(|own| *own == pitch);
            place.map_or(Some(0), |place| value(&trees[place]))
        };
        let all: Option<Vec<i64>> = (1..=3).map(by_pitch).collect();
        let all = all.ok_or_else(|| format!("the variants differ in `{text}`"))?;
        let part = |number: i64| Tree { shape: Shape::Number(number), ..Tree::default() };
        return Ok(Tree {
            word: "ByPitch".into(),
            parts: all.into_iter().map(part).collect(),
            ..(*first).clone()
        });
    }
    let mut parts = Vec::new();
    for place in 0..first.parts.len() {
        let own: Vec<&Tree<'static>> = trees.iter().map(|tree| &tree.parts[place]).collect();
        parts.push(joined(&own, pitches)?);
    }
    Ok(Tree { parts, ..(*first).clone() })
}
