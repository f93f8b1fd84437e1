//! A limit of time for a judge: the engine itself reads no clock.

use std::sync::Arc;
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "a limit of time ends the work and stands in no log")]
use std::time::Instant;

use duelog_kernel::budget::Limiter;
use duelog_verifier::Limits;

/// The limits, and no more than this time for each log. A log that takes longer is
/// [`Undecided`](duelog_verifier::Verdict::Undecided) on this machine, and may be decided on a faster one.
#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a limit of time ends the work and stands in no log"
)]
pub fn within(limits: Limits, most: Duration) -> Limits {
    let watch = move || -> Limiter {
        let begin = Instant::now();
        Box::new(move || match begin.elapsed() < most {
            true => Ok(()),
            false => Err(format!("it took {} seconds", most.as_secs_f64())),
        })
    };
    Limits { watch: Some(Arc::new(watch)), ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Judge, Verdict, games};

    #[test]
    fn a_log_that_takes_too_long_is_undecided() {
        let log = std::fs::read("../../fixtures/golden/magic/magic-1.duelog").unwrap();
        let games = games();
        let limits = within(Limits::USUAL, Duration::ZERO);
        let judge = Judge { limits: &limits, ..Judge::new(&games) };
        let report = judge.verdict(&log);
        assert_eq!(report.verdict, Verdict::Undecided);
        assert!(report.message.ends_with("it took 0 seconds"), "{}", report.message);
        assert_eq!(Judge::new(&games).verdict(&log).verdict, Verdict::Verified);
    }
}
