//! To what a word does something: a word that is said of a kind of things to which it does nothing is a fault.

use super::Node;

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
