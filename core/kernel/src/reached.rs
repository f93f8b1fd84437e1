//! Which citations run: the record behind the coverage of rules by scenarios.
//!
//! With the feature `traced`, every `rule!` and `cite!` in a function tells this record that it was reached.
//! Without it, which is how everything else is built, they say nothing, and this module is not there.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::citations::data_citations;

static ROUND: AtomicU32 = AtomicU32::new(1);
static NUMBERS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A place in code that cites a rule.
#[derive(Debug, Default)]
pub struct Site(AtomicU32);

impl Site {
    /// A place that has not been reached.
    pub const fn new() -> Site {
        Site(AtomicU32::new(0))
    }

    /// Notes that the place was reached, which cites this rule.
    pub fn reach(&self, number: &'static str) {
        let round = ROUND.load(Ordering::Relaxed);
        if self.0.swap(round, Ordering::Relaxed) != round {
            numbers().insert(number.to_string());
        }
    }
}

/// Notes the rules that a definition cites, where a match uses it.
pub fn define(definition: &str) {
    numbers().extend(data_citations(definition).into_iter().map(|citation| citation.rule));
}

/// The rules whose citations were reached since this was asked before.
pub fn take() -> BTreeSet<String> {
    ROUND.fetch_add(1, Ordering::Relaxed);
    std::mem::take(&mut numbers())
}

fn numbers() -> MutexGuard<'static, BTreeSet<String>> {
    NUMBERS.lock().unwrap_or_else(PoisonError::into_inner)
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
        say();
        assert_eq!(take(), BTreeSet::from(["1.1".to_string()]));
        assert_eq!(take(), BTreeSet::new());
        say();
        define("// rule: \"1.2\"\nCard(\n    name: \"One\",\n)\n");
        assert_eq!(take(), BTreeSet::from(["1.1".to_string(), "1.2".to_string()]));
    }
}
