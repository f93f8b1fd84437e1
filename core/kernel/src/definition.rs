//! Card definitions as text: reading them, what identifies them, and the catalogue of those that a game has.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use crate::deck::closest;
use crate::setup::SetupError;
use crate::table::{CardInfo, DefinitionError};

/// A definition's text without comments and without white space outside of strings: what identifies it.
///
/// The text and not the value, so that a definition keeps its identity when the language grows.
pub fn essence(text: &str) -> String {
    let mut essence = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                essence.push(letter);
                while let Some(inner) = letters.next() {
                    essence.push(inner);
                    match inner {
                        '"' => break,
                        '\\' => essence.extend(letters.next()),
                        _ => {}
                    }
                }
            }
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().find(|inner| *inner == '\n');
            }
            '/' if letters.peek() == Some(&'*') => {
                let mut star = false;
                letters.by_ref().skip(1).find(|inner| {
                    let closed = star && *inner == '/';
                    star = *inner == '*';
                    closed
                });
            }
            white if white.is_whitespace() => {}
            other => essence.push(other),
        }
    }
    essence
}

/// Reads a value from RON.
///
/// # Errors
/// The first fault with its place.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, DefinitionError> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME).with_recursion_limit(64);
    options.from_str(text).map_err(|error| DefinitionError {
        line: error.span.start.line as u32,
        column: error.span.start.col as u32,
        message: error.code.to_string(),
    })
}

/// What a catalogue asks of a game's definitions.
pub trait Defined: Sized {
    /// Reads and checks one definition.
    ///
    /// # Errors
    /// The first fault with its place; faults of meaning stand at the definition's beginning.
    fn parse(text: &str) -> Result<Self, DefinitionError>;
    /// The card's name.
    fn name(&self) -> &str;
    /// The names of the cards that it defines: its own, or one for each of its variants.
    fn names(&self) -> Vec<String> {
        vec![self.name().to_string()]
    }
    /// The folder that its file belongs in: empty, or ending with a slash.
    fn folder(&self) -> &'static str;
    /// Whether it exists only for tests.
    fn is_test_only(&self) -> bool;
}

/// A definition as written.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file that it stands in.
    pub file: Cow<'static, str>,
    /// The text.
    pub text: Cow<'static, str>,
}

/// The definitions of a game by [`file_name`].
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    sources: BTreeMap<Cow<'static, str>, Source>,
    folders: &'static [&'static str],
}

/// The file that defines a card of this name: its folder, then the name in small letters, its words joined by hyphens.
pub fn file_name(folder: &str, name: &str) -> String {
    let mut file = String::from(folder);
    for letter in name.chars() {
        match letter {
            '\'' | ',' => {}
            letter if letter.is_alphanumeric() => file.extend(letter.to_lowercase()),
            _ => file.push('-'),
        }
    }
    file + ".ron"
}

impl Catalog {
    /// The embedded definitions, given as file and text, which stand in these folders.
    pub fn new(files: &'static [(&'static str, &'static str)], folders: &'static [&'static str]) -> Catalog {
        let embedded = files.iter().map(|(file, text)| {
            let source = Source { file: Cow::Borrowed(*file), text: Cow::Borrowed(*text) };
            (source.file.clone(), source)
        });
        Catalog { sources: embedded.collect(), folders }
    }

    /// Adds a definition, given as file and text; one of the same name takes the place of a built-in one.
    ///
    /// # Errors
    /// The file and the fault of its definition.
    pub fn add<D: Defined>(&mut self, file: String, text: String) -> Result<(), (String, DefinitionError)> {
        let definition = match D::parse(&text) {
            Ok(definition) => definition,
            Err(error) => return Err((file, error)),
        };
        let place = file_name(definition.folder(), definition.name());
        self.sources.insert(Cow::Owned(place), Source { file: Cow::Owned(file), text: Cow::Owned(text) });
        Ok(())
    }

    /// The definition whose file a card of this name would have.
    pub fn source(&self, name: &str) -> Option<&Source> {
        self.folders.iter().find_map(|folder| self.sources.get(file_name(folder, name).as_str()))
    }

    /// All definitions that can be read.
    pub fn read<D: Defined>(&self) -> impl Iterator<Item = (&Source, D)> {
        self.sources.values().filter_map(|source| Some((source, D::parse(&source.text).ok()?)))
    }

    /// That no card has this name, with the most similar one.
    pub fn unknown<D: Defined>(&self, name: &str) -> SetupError {
        let names: Vec<String> = self.read::<D>().flat_map(|(_, definition)| definition.names()).collect();
        let hint = closest(name, names.iter().map(String::as_str)).map_or(String::new(), |name| format!(": did you mean \"{name}\"?"));
        SetupError::UnknownCard { name: name.to_string(), hint }
    }

    /// All definitions as a list, ascending by name.
    pub fn list<D: Defined>(&self, game: &'static str) -> Vec<CardInfo> {
        let infos = |(source, definition): (&Source, D)| {
            let info = |name| CardInfo { game, name, file: source.file.to_string(), test_only: definition.is_test_only() };
            definition.names().into_iter().map(info).collect::<Vec<_>>()
        };
        let mut cards: Vec<CardInfo> = self.read().flat_map(infos).collect();
        cards.sort_by(|a, b| (&a.name, &a.file).cmp(&(&b.name, &b.file)));
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::essence;

    #[test]
    fn layout_and_comments_do_not_identify() {
        let one = "Card(name: \"Wind // Drake\", /* a * b */ cost: \"{2}{U}\") // end";
        let two = "Card(\n  name:\"Wind // Drake\",\n  cost:\"{2}{U}\"\n)";
        assert_eq!(essence(one), essence(two));
        assert_ne!(essence(two), essence("Card(name:\"Wind //Drake\",cost:\"{2}{U}\")"));
    }
}
