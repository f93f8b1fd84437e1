//! Words of a definition that play asks for where nothing knows what they speak of.
//!
//! A definition that is sound says no such word: what a word needs is there, or the check refuses it. Where a
//! game comes to one all the same, it notes it here, and goes on as if the word spoke of nothing. A test that
//! puts each word into each place demands that nothing is noted. Outside of tests nothing is, and asking costs
//! nothing.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::TESTED;

thread_local! {
    static WORDS: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// How much of a script they know who look at a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Knows {
    /// The source and whose it is.
    #[default]
    Source,
    /// Also what was chosen for the script, and the event that led to it.
    Context,
    /// Also what the script has done.
    Script,
}

/// Notes a word where it speaks of nothing that is known.
#[inline]
pub fn note(unknown: bool, word: &impl Debug) {
    if TESTED && unknown {
        WORDS.with_borrow_mut(|words| words.insert(format!("{word:?}")));
    }
}

/// The words that this thread has noted since it asked before.
pub fn take() -> BTreeSet<String> {
    WORDS.take()
}
