//! To what a word does something: a word that is said of a kind of things to which it does nothing is a fault.

use serde::Serialize;

use super::Node;

/// A thing that a verb is done to, in a game's own words for groups and references.
#[derive(Debug)]
pub enum Operand<'a, G, R> {
    /// All of a group.
    All(&'a G),
    /// The one that a reference names.
    One(&'a R),
}

/// Checks that a verb is done to something to which it does something: `held` says which kinds a group can hold,
/// `referred` which kinds a reference can be.
///
/// # Errors
/// As [`done_to`], for the first operand.
pub fn done_to_operands<G: Serialize, R: Serialize>(
    verb: &Node,
    operands: Vec<(Operand<'_, G, R>, u32)>,
    held: impl Fn(&Node) -> u32,
    referred: impl Fn(&Node) -> u32,
    kinds: &[Kind],
) -> Result<(), String> {
    operands.into_iter().try_for_each(|(operand, takes)| {
        let (to, holds): (Node, &dyn Fn(&Node) -> u32) = match operand {
            Operand::All(group) => (Node::of(group), &held),
            Operand::One(one) => (Node::of(one), &referred),
        };
        done_to(verb, &to, (holds(&to), takes), kinds)
    })
}

/// A kind of things, as a bit of a game's own, with its name and an example of what says it.
pub type Kind = (u32, &'static str, &'static str);

/// Checks that what a word is said of can be of a kind to which it does something: `holds` says whose kinds it
/// can be, `takes` to which the word does something.
///
/// # Errors
/// That the word does nothing, and to what it would.
pub fn done_to(word: &Node, to: &Node, (holds, takes): (u32, u32), kinds: &[Kind]) -> Result<(), String> {
    if holds & takes != 0 {
        return Ok(());
    }
    let such = kinds.iter().filter(|kind| takes & kind.0 != 0);
    let such: Vec<String> = such.map(|(_, name, example)| format!("{name}, as `{example}` are")).collect();
    let done = if word.word.is_empty() { word.kind } else { word.word };
    Err(format!("`{word}` does nothing to `{to}`: `{done}` is said of {}", such.join(", or of ")))
}
