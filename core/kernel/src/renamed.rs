//! Words that a card language has given up: each stays readable, since logs and definitions of others say it.
//!
//! A language has a version and a table of the words that it had before. A definition is read in the words of
//! today; an old word is rewritten in its tree just before it is read, so that the rest of the engine knows only one
//! language. The digest of a definition is that of its text: a rewritten definition has another one.

mod rewriting;

use std::cell::RefCell;
use std::iter::Peekable;

use serde::de::DeserializeOwned;

use crate::info::DefinitionError;
use crate::ron_text::value_with;
use crate::syntax::{self, Shape, Tree};
use crate::vocabulary::{Field, Kind};

pub use rewriting::{Migrated, OldWord, migrate, today};

/// A word that a language had, and what is written in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renamed {
    /// The kind of words that it belonged to.
    pub kind: &'static str,
    /// The version of the language that ended it.
    pub ended: u32,
    /// How it was written. A name that begins with a small letter stands for any value.
    pub was: &'static str,
    /// How the same is written since then, with the same names.
    pub is: &'static str,
}

/// The version of a language, and the words that it had before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct History {
    /// The version, from 1.
    pub version: u32,
    /// The words that it had before, ascending by the version that ended them.
    pub renamed: &'static [Renamed],
}

/// What is written in a language that has a history.
pub trait Versioned {
    /// The history of the language.
    const HISTORY: &'static History;
}

/// Reads a definition, in the words of today or in older ones.
///
/// # Errors
/// The first fault with its place.
pub fn read<D: DeserializeOwned + Versioned>(text: &str) -> Result<D, DefinitionError> {
    Ok(read_as_today::<D>(text)?.0)
}

/// Reads a definition, and returns it with its tree in the words of today. The places are those of the text.
///
/// # Errors
/// The first fault with its place.
pub fn read_as_today<D: DeserializeOwned + Versioned>(text: &str) -> Result<(D, Tree<'_>), DefinitionError> {
    let mut tree = syntax::parse(text)?;
    let (definition, found) = read_tree::<D>(&tree, text)?;
    renew(&mut tree, &mut found.iter().peekable());
    Ok((definition, tree))
}

/// Reads a definition out of its tree, and returns the old words in it, in the order of the text.
fn read_tree<D: DeserializeOwned + Versioned>(
    tree: &Tree<'_>,
    text: &str,
) -> Result<(D, Vec<Found>), DefinitionError> {
    let past = Past::of(D::HISTORY);
    let definition = value_with(tree, &past).map_err(|fault| fault.placed(tree, text))?;
    Ok((definition, past.found.into_inner()))
}

/// Puts the words of today into a tree in which these old ones were found.
fn renew<'f, 't>(tree: &mut Tree<'t>, found: &mut Peekable<impl Iterator<Item = &'f Found>>) {
    while let Some(next) = found.peek().filter(|next| next.at == tree.at)
        && let Some(renewed) = next.word.renewed(tree)
    {
        *tree = renewed;
        found.next();
    }
    tree.parts.iter_mut().for_each(|part| renew(part, found));
}

/// An old word in a text.
#[derive(Debug, Clone, Copy)]
struct Found {
    /// The byte at which it begins.
    at: usize,
    word: &'static Renamed,
}

/// The history of the language that a tree is read in, and the old words that were found meanwhile.
#[derive(Debug)]
pub struct Past {
    history: &'static History,
    found: RefCell<Vec<Found>>,
}

impl Past {
    /// Nothing has been found yet.
    pub fn of(history: &'static History) -> Past {
        Past { history, found: RefCell::default() }
    }

    /// What is written today in the place of a word of this kind; none where it is a word of today.
    #[inline(never)]
    pub fn renewed<'t>(&self, kind: &str, tree: &Tree<'t>) -> Option<Tree<'t>> {
        let mut version = 0;
        let mut now: Option<Tree<'t>> = None;
        while let Some((word, renewed)) = self.history.renewed(kind, now.as_ref().unwrap_or(tree), version) {
            self.found.borrow_mut().push(Found { at: tree.at, word });
            version = word.ended;
            now = Some(renewed);
        }
        now
    }
}

impl History {
    /// A language whose words are all of today.
    pub const NONE: &'static History = &History { version: 1, renamed: &[] };

    /// The first word that this one was renamed to after a version.
    fn renewed<'t>(&self, kind: &str, tree: &Tree<'t>, version: u32) -> Option<(&'static Renamed, Tree<'t>)> {
        let old = |word: &&Renamed| word.kind == kind && word.ended > version && word.word() == tree.word;
        self.renamed.iter().filter(old).find_map(|word| Some((word, word.renewed(tree)?)))
    }

    /// The old words of this name, in any kind.
    pub fn called<'n>(&self, name: &'n str) -> impl Iterator<Item = &'static Renamed> + use<'n> {
        self.renamed.iter().filter(move |word| word.word().eq_ignore_ascii_case(name))
    }

    /// The faults of the table, where these are the words of today.
    pub fn faults(&self, kinds: &[Kind]) -> Vec<String> {
        let mut faults: Vec<String> =
            self.renamed.iter().flat_map(|old| self.faults_of(old, kinds)).collect();
        if !self.renamed.is_sorted_by_key(|old| old.ended) {
            faults.push("the old words stand in the order of the versions that ended them".to_string());
        }
        let last = self.renamed.last().map_or(1, |old| old.ended);
        if self.version != last {
            faults.push(format!("the version is {}, and version {last} ended a word", self.version));
        }
        faults
    }

    fn faults_of(&self, old: &Renamed, kinds: &[Kind]) -> Vec<String> {
        let (Ok(was), Ok(is)) = (syntax::parse(old.was), syntax::parse(old.is)) else {
            return vec![format!("`{}` or `{}` cannot be read", old.was, old.is)];
        };
        let mut faults = Vec::new();
        let mut said = (names(&was), names(&is));
        said.0.sort_unstable();
        said.1.sort_unstable();
        if said.0 != said.1 || said.0.windows(2).any(|two| two[0] == two[1]) {
            faults.push(format!("`{}` and `{}` do not have the same names, each once", old.was, old.is));
        }
        if says_again(&is, old.kind, old, kinds) {
            faults.push(format!("`{}` says what it takes the place of", old.is));
        }
        let known = |word: &str| {
            let of_kind = kinds.iter().filter(|kind| kind.kind == old.kind);
            of_kind.flat_map(|kind| kind.words).any(|known| known.word == word)
        };
        let later = |word: &str| {
            self.renamed
                .iter()
                .any(|next| (next.kind, next.word()) == (old.kind, word) && next.ended > old.ended)
        };
        if !known(&is.word) && !later(&is.word) {
            faults.push(format!("`{}` is not a {} of today", old.is, old.kind));
        }
        faults
    }
}

impl Renamed {
    /// The old word itself.
    pub fn word(&self) -> &'static str {
        self.was.split('(').next().unwrap_or(self.was)
    }

    /// What is written in the place of a word, if it is this one as it was written.
    fn renewed<'t>(&self, tree: &Tree<'t>) -> Option<Tree<'t>> {
        let (was, is) = (syntax::parse(self.was).ok()?, syntax::parse(self.is).ok()?);
        let bound = bound(&was, tree)?;
        let filled = fill(&is, &bound, tree)?;
        Some(Tree { role: tree.role, role_at: tree.role_at, ..filled })
    }
}

/// Values by the names that stand for them.
type Bound<'p, 'w, 't> = Vec<(&'p str, &'w Tree<'t>)>;

/// The name that a part of a pattern is.
fn name<'p>(pattern: &'p Tree<'_>) -> Option<&'p str> {
    let small = pattern.word.starts_with(|letter: char| letter.is_lowercase());
    let is = pattern.shape == Shape::Word && small && !matches!(&*pattern.word, "true" | "false");
    is.then_some(&*pattern.word)
}

/// All names in a pattern.
fn names<'p>(pattern: &'p Tree<'_>) -> Vec<&'p str> {
    name(pattern).into_iter().chain(pattern.parts.iter().flat_map(names)).collect()
}

/// Returns whether a value of this kind, or anything in it, is the old word: it would be read without end.
fn says_again(value: &Tree<'_>, of: &str, old: &Renamed, kinds: &[Kind]) -> bool {
    let words = kinds.iter().filter(|kind| kind.kind == of).flat_map(|kind| kind.words);
    let fields = words.filter(|word| word.word == value.word).flat_map(|word| word.fields);
    let fields: Vec<&Field> = fields.collect();
    let kind_in = |place: usize, part: &Tree<'_>| match value.shape {
        Shape::Square => of.trim_matches(['[', ']']),
        _ if part.role.is_empty() => fields.get(place).map_or("", |field| field.of),
        _ => fields.iter().find(|field| field.name == part.role).map_or("", |field| field.of),
    };
    let inside = |(place, part)| says_again(part, kind_in(place, part), old, kinds);
    of == old.kind && old.renewed(value).is_some() || value.parts.iter().enumerate().any(inside)
}

/// The values in a word that is written like a pattern.
fn bound<'p, 'w, 't>(pattern: &'p Tree<'_>, written: &'w Tree<'t>) -> Option<Bound<'p, 'w, 't>> {
    let mut values = Vec::new();
    bind(pattern, written, &mut values).then_some(values)
}

fn bind<'p, 'w, 't>(pattern: &'p Tree<'_>, written: &'w Tree<'t>, bound: &mut Bound<'p, 'w, 't>) -> bool {
    if let Some(name) = name(pattern) {
        bound.push((name, written));
        return true;
    }
    if (pattern.shape, &pattern.word) != (written.shape, &written.word) {
        return false;
    }
    // What could be left out of the old word may be missing.
    if pattern.has_fields() {
        let own = |part: &&Tree<'_>| pattern.parts.iter().any(|known| known.role == part.role);
        let all = written.parts.iter().filter(own).count() == written.parts.len();
        return all
            && pattern.parts.iter().all(|part| {
                match written.parts.iter().find(|written| written.role == part.role) {
                    Some(written) => bind(part, written, bound),
                    None => name(part).is_some(),
                }
            });
    }
    let unnamed = written.parts.iter().all(|part| part.role.is_empty());
    let mut rest = written.parts.iter();
    let all = unnamed
        && pattern.parts.iter().all(|part| match rest.next() {
            Some(written) => bind(part, written, bound),
            None => name(part).is_some(),
        });
    all && rest.next().is_none()
}

/// A pattern with the values in the places of their names; it stands where the old word does.
fn fill<'t>(pattern: &Tree<'static>, bound: &Bound<'_, '_, 't>, old: &Tree<'t>) -> Option<Tree<'t>> {
    if let Some(name) = name(pattern) {
        let (_, value) = bound.iter().find(|(known, _)| *known == name)?;
        return Some(Tree { role: pattern.role, role_at: value.at, ..(*value).clone() });
    }
    Some(Tree {
        at: old.at,
        end: old.end,
        role: pattern.role,
        role_at: old.at,
        shape: pattern.shape,
        word: pattern.word.clone(),
        parts: pattern.parts.iter().filter_map(|part| fill(part, bound, old)).collect(),
    })
}
