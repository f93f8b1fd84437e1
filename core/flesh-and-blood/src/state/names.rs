//! When names are the same (2.7.5).

use crate::cite;

/// Whether two names are the same: word by word, small and capital letters of whatever alphabet alike.
pub fn is_same(one: &str, other: &str) -> bool {
    cite!("2.7.5");
    one.eq_ignore_ascii_case(other) || words(one).map(Word).eq(words(other).map(Word))
}

/// Whether some words are a part of a name: whole words, one after the other.
pub fn has_part(name: &str, part: &str) -> bool {
    let (name, part): (Vec<Word<'_>>, Vec<Word<'_>>) =
        (words(name).map(Word).collect(), words(part).map(Word).collect());
    !part.is_empty() && name.windows(part.len()).any(|window| window == part)
}

/// The words of a name. A comma stands between words and belongs to none.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
}

/// A word that is equal to another one but for small and capital letters.
struct Word<'a>(&'a str);

impl PartialEq for Word<'_> {
    fn eq(&self, other: &Self) -> bool {
        let small = |word: &str| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
        self.0.eq_ignore_ascii_case(other.0)
            || (!(self.0.is_ascii() && other.0.is_ascii()) && small(self.0) == small(other.0))
    }
}
