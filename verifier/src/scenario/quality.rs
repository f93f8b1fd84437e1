//! Qualities: which an object has, and those in parentheses that tell it from others of its name.

use duelog_kernel::view::Fact;

use super::known::Known;
use super::words::{after, after_any, has_words, same, split_outside};

/// A quality that an object has, or has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quality {
    /// True where it must not have it.
    pub denied: bool,
    /// The quality.
    pub words: String,
}

impl Quality {
    /// Reads `(tapped, not attacking)` at the beginning of a text, where it stands there, and what follows.
    ///
    /// # Errors
    /// That it is not closed.
    pub fn read(text: &str) -> Result<(Vec<Quality>, &str), String> {
        let Some(inside) = text.strip_prefix('(') else { return Ok((Vec::new(), text)) };
        let mut depth = 1;
        let end = inside.find(|letter: char| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        });
        let end = end.ok_or_else(|| format!("a parenthesis is not closed: \"{text}\""))?;
        let quality = |part: &str| match after_any(part, &["not", "no"]) {
            Some(words) => Quality { denied: true, words: words.to_string() },
            None => Quality { denied: false, words: part.to_string() },
        };
        let qualities = split_outside(&inside[..end], ',').into_iter().map(quality).collect();
        Ok((qualities, inside[end + 1..].trim_start()))
    }
}

impl std::fmt::Display for Quality {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.denied { "not " } else { "" }, self.words)
    }
}

/// Qualities in words.
pub fn listed(qualities: &[Quality]) -> String {
    let words: Vec<String> = qualities.iter().map(Quality::to_string).collect();
    words.join(", ")
}

/// Returns whether facts, or a line of characteristics, have a quality: `damage 2`, `tapped`, `flying`, `4/4`.
pub fn holds(facts: &[Fact], line: &str, wanted: &str, known: &Known) -> bool {
    let named = facts.iter().filter_map(|fact| Some((fact, after(wanted, &fact.name)?)));
    let mut valued =
        named.map(|(fact, value)| (fact, after(value, "is").or_else(|| after(value, "of")).unwrap_or(value)));
    valued.any(|(fact, value)| {
        same(value, &fact.value)
            || (value.is_empty() && fact.value != "no")
            || members(fact).any(|member| same(value, member))
    }) || facts.iter().flat_map(members).any(|member| same(wanted, member))
        || known.none_of(wanted).is_some_and(|none| facts.iter().all(|fact| fact.name != none))
        || has_words(line, wanted)
}

/// The parts of a fact's value that is a list.
fn members(fact: &Fact) -> impl Iterator<Item = &str> {
    fact.value.split(", ")
}

/// The qualities of a list.
pub fn qualities(text: &str) -> Vec<&str> {
    split_outside(text, ',').into_iter().flat_map(|part| part.split(" and ")).map(str::trim).collect()
}
