//! Words that a card language has given up: each stays readable, since logs and definitions of others say it.
//!
//! A language has a version and a table of the words that it had before. An old word is rewritten in the tree of a
//! definition just before it is read, so that the rest of the engine knows only one language.

use std::cell::RefCell;

use crate::syntax::{self, Shape, Tree};

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

/// A value that is written in a language with a history.
pub trait Versioned {
    /// The history of the language.
    const HISTORY: &'static History;
}

/// An old word in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// The byte at which it begins.
    pub(crate) at: usize,
    /// How it is written, and what takes its place.
    pub(crate) word: &'static Renamed,
}

/// The history of the language that a tree is read in, and the old words that were found meanwhile.
#[derive(Debug)]
pub struct Past {
    history: &'static History,
    found: RefCell<Vec<Found>>,
    /// True if a field that no word has is a fault. Else it depends on the word, as it did when definitions were
    /// recorded with it.
    pub(crate) strict: bool,
}

impl Past {
    /// Nothing has been found yet.
    pub fn of(history: &'static History) -> Past {
        Past { history, found: RefCell::default(), strict: false }
    }

    /// The same, for those who look for faults: a field that no word has is one.
    pub fn strict(history: &'static History) -> Past {
        Past { strict: true, ..Past::of(history) }
    }

    /// The old words that were found, in the order of the text.
    pub(crate) fn found(self) -> Vec<Found> {
        self.found.into_inner()
    }

    /// Returns the word of today in the place of a word of this kind; none where it is one already.
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
}

impl Renamed {
    /// The old word itself.
    pub fn word(&self) -> &'static str {
        self.was.split('(').next().unwrap_or(self.was)
    }

    /// Returns the word that takes the place of a written one, if that is this word as it was written.
    pub(crate) fn renewed<'t>(&self, tree: &Tree<'t>) -> Option<Tree<'t>> {
        let (was, is) = (syntax::parse(self.was).ok()?, syntax::parse(self.is).ok()?);
        let bound = bound(&was, tree)?;
        let filled = fill(&is, &bound, tree)?;
        Some(Tree { role: tree.role, role_at: tree.role_at, ..filled })
    }
}

/// Values by the names that stand for them.
pub(crate) type Bound<'p, 'w, 't> = Vec<(&'p str, &'w Tree<'t>)>;

/// The name that a part of a pattern is.
pub(crate) fn name<'p>(pattern: &'p Tree<'_>) -> Option<&'p str> {
    let small = pattern.word.starts_with(|letter: char| letter.is_lowercase());
    let is = pattern.shape == Shape::Word && small && !matches!(&*pattern.word, "true" | "false");
    is.then_some(&*pattern.word)
}

/// All names in a pattern.
pub(crate) fn names<'p>(pattern: &'p Tree<'_>) -> Vec<&'p str> {
    name(pattern).into_iter().chain(pattern.parts.iter().flat_map(names)).collect()
}

/// The values in a word that is written like a pattern.
pub(crate) fn bound<'p, 'w, 't>(pattern: &'p Tree<'_>, written: &'w Tree<'t>) -> Option<Bound<'p, 'w, 't>> {
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
    // A part that could be left out of the old word may be missing.
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
