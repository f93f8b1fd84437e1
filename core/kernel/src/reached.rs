//! Which citations run: the record behind the coverage of rules by scenarios.
//!
//! With the feature `traced`, which only tests are built with, every `rule!` and `cite!` in a function tells
//! this record that it was reached, once `begin` has been called. Without it they say nothing, and this module
//! is not there.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use duelog_sources::citations::data_citations;

static BEGUN: AtomicBool = AtomicBool::new(false);

/// Rounds that were begun, by any thread: each has a number of its own.
static ROUNDS: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static ROUND: Cell<u32> = Cell::new(next_round());
    static NUMBERS: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

fn next_round() -> u32 {
    ROUNDS.fetch_add(1, Ordering::Relaxed) + 1
}

/// From now on what is reached is noted, in every thread.
pub fn begin() {
    BEGUN.store(true, Ordering::Relaxed);
}

/// Returns whether reached citations are recorded.
#[inline]
pub fn begun() -> bool {
    BEGUN.load(Ordering::Relaxed)
}

/// A place in code that cites a rule.
#[derive(Debug, Default)]
pub struct Site(AtomicU32);

impl Site {
    /// A place that has not been reached.
    pub const fn new() -> Site {
        Site(AtomicU32::new(0))
    }

    /// Notes that this thread reached the place, which cites this rule. Where nothing is noted, as in all tests but
    /// one, it costs a look.
    #[inline]
    pub fn reach(&self, number: &'static str) {
        if begun() {
            self.note(number);
        }
    }

    #[cold]
    fn note(&self, number: &'static str) {
        let round = ROUND.get();
        if self.0.load(Ordering::Relaxed) != round {
            self.0.store(round, Ordering::Relaxed);
            NUMBERS.with_borrow_mut(|numbers| numbers.insert(number.to_string()));
        }
    }
}

/// Notes the rules that a definition cites, where a match uses it.
pub fn define(definition: &str) {
    if !begun() {
        return;
    }
    let cited = data_citations(definition).into_iter().map(|citation| citation.rule);
    NUMBERS.with_borrow_mut(|numbers| numbers.extend(cited));
}

/// The rules whose citations this thread has reached since it asked before.
pub fn take() -> BTreeSet<String> {
    ROUND.set(next_round());
    NUMBERS.take()
}

/// Notes that the code which cites a rule is reached, or that a match uses a definition which does.
#[macro_export]
macro_rules! reached {
    (in $definition:expr) => {
        $crate::reached::define($definition);
    };
    ($number:literal) => {{
        static SITE: $crate::reached::Site = $crate::reached::Site::new();
        SITE.reach($number);
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reached_again_is_told_again() {
        let say = || reached!("1.1");
        say();
        assert_eq!(take(), BTreeSet::new(), "nothing is noted before it has begun");
        begin();
        say();
        say();
        assert_eq!(take(), BTreeSet::from(["1.1".to_string()]));
        assert_eq!(take(), BTreeSet::new());
        say();
        define("// rule: \"1.2\"\nCard(\n    name: \"One\",\n)\n");
        assert_eq!(take(), BTreeSet::from(["1.1".to_string(), "1.2".to_string()]));
    }
}
