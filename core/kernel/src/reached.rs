//! Which citations run: the record behind the coverage of rules by scenarios.
//!
//! With the feature `traced`, every `rule!` and `cite!` in a function tells this record that it was reached.
//! Without it, which is how everything else is built, they say nothing, and this module is not there.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ROUND: AtomicU32 = AtomicU32::new(1);
static NUMBERS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

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
            numbers().insert(number);
        }
    }
}

/// The rules whose citations were reached since this was asked before.
pub fn take() -> BTreeSet<&'static str> {
    ROUND.fetch_add(1, Ordering::Relaxed);
    std::mem::take(&mut numbers())
}

fn numbers() -> MutexGuard<'static, BTreeSet<&'static str>> {
    NUMBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that the code which cites a rule is reached.
#[macro_export]
macro_rules! reached {
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
        assert_eq!(take(), BTreeSet::from(["1.1"]));
        assert_eq!(take(), BTreeSet::new());
        say();
        assert_eq!(take(), BTreeSet::from(["1.1"]));
    }
}
