//! The verdict of a worker on a log: the same as that of `duelog verify`, or why there is none.

use std::panic::{AssertUnwindSafe, catch_unwind};

use duelog_kernel::Factory;
use duelog_verifier::batch::in_words;
use duelog_verifier::{Judge, Report, Verdict};

use crate::verify::Limits;
use crate::verify::progress::Clock;

/// Judges logs.
pub struct Judging {
    /// The games of this program.
    pub games: Vec<Box<dyn Factory>>,
    /// How much work a log may make.
    pub limits: Limits,
}

impl Judging {
    /// The verdict on a log, or why this worker gives none. A verdict says nothing of time: the same log gets the same one on every machine.
    ///
    /// # Errors
    /// The log took too much time or work, or the program failed on it.
    pub fn judge(&self, log: &[u8]) -> Result<Report, String> {
        let clock = Clock::start();
        let verified = catch_unwind(AssertUnwindSafe(|| {
            let limits = self.limits.of_judge();
            Judge { limits: &limits, ..Judge::new(&self.games) }.verdict(log)
        }));
        let report =
            verified.map_err(|panic| format!("the program failed on this log: {}", in_words(&*panic)))?;
        if report.verdict == Verdict::Undecided {
            self.limits.effort.in_time(clock.seconds())?;
        }
        Ok(report)
    }
}
