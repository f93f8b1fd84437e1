//! How much work a log may make, whichever command replays it.

use std::sync::Arc;

use duelog_kernel::bounds;
use duelog_kernel::budget::{Budget, Limiter, Spent, within};
use duelog_verifier::{Limits, Watch};

use crate::numbers::whole;
use crate::output::{Context, Done, Failure};
use crate::verify::progress::Clock;

/// How a person gives a log more steps.
const MORE_STEPS: &str = " (--budget sets another limit, 0 none)";

/// How a person lets a log have more decisions.
const MORE_DECISIONS: &str = " (--decisions sets another limit, 0 none)";

// A doc comment here would stand in the help of each command that has these options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::Args)]
pub struct Effort {
    /// The steps of work that a log may take, counted the same on every machine; 0 sets no limit.
    #[arg(long, value_name = "STEPS", default_value_t = bounds::BUDGET, value_parser = whole::<u64>, help_heading = crate::headings::LIMITS)]
    budget: u64,
    /// The seconds that each log may take; 0 sets no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = whole::<u64>, help_heading = crate::headings::LIMITS)]
    timeout: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { budget: bounds::BUDGET, timeout: 300 }
    }
}

impl Effort {
    /// Does work on a log, and ends it where that is more than it may be.
    ///
    /// # Errors
    /// [`Spent`], and what was worked on is to be dropped.
    pub fn hold<T>(&self, work: impl FnOnce() -> T) -> Result<T, Spent> {
        let (effort, clock) = (*self, Clock::start());
        let watch: Limiter = Box::new(move || effort.in_time(clock.seconds()));
        within(Budget::steps(self.budget).hint(MORE_STEPS).watched(watch), work)
    }

    /// The same for a command, which then fails.
    pub fn command(&self, work: impl FnOnce() -> Done) -> Done {
        self.hold(work)?
    }

    /// These limits for a judge of logs, who takes up to this number of decisions of each; 0 sets no limit.
    pub fn limits(self, decisions: u32) -> Limits {
        let watch: Watch = Arc::new(move || {
            let clock = Clock::start();
            Box::new(move || self.in_time(clock.seconds()))
        });
        Limits {
            steps: self.budget,
            more_steps: MORE_STEPS,
            decisions,
            more_decisions: MORE_DECISIONS,
            watch: Some(watch),
        }
    }

    /// Checks that a time is within the limit.
    ///
    /// # Errors
    /// The exceeded limit, and the remedy.
    pub fn in_time(&self, seconds: u64) -> Result<(), String> {
        if self.timeout > 0 && seconds >= self.timeout {
            return Err(format!("it took {} seconds (--timeout sets another limit, 0 none)", self.timeout));
        }
        Ok(())
    }

    /// As it stands on a command line.
    pub fn words(&self) -> [String; 2] {
        [format!("--budget={}", self.budget), format!("--timeout={}", self.timeout)]
    }
}

impl From<Spent> for Failure {
    fn from(Spent { why, decision }: Spent) -> Failure {
        let place = match decision {
            0 => "before its first decision".to_string(),
            decision => format!("at decision {decision} of the match"),
        };
        Failure::limit(
            format!("the log makes too much work and was given up {place}: {why}"),
            "give it more with --budget STEPS and --timeout SECONDS if you trust who made it; `duelog verify` tells whether it is right up to there",
        )
    }
}

// A command that replays a log, with how much work that may be. Here too a doc comment would stand in the help, in
// place of what the command itself says.
#[derive(Debug, clap::Args)]
pub struct Bounded<A: clap::Args> {
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    effort: Effort,
}

impl<A: clap::Args> Bounded<A> {
    /// Runs the command within its limits.
    pub fn run(&self, command: impl FnOnce(&A, &Context) -> Done, context: &Context) -> Done {
        self.effort.command(|| command(&self.args, context))
    }
}

#[cfg(test)]
mod tests {
    use duelog_kernel::budget::tick;

    use super::*;
    use crate::output::End;

    #[test]
    fn limits_are_said_and_0_is_none() {
        let effort = |budget: u64, timeout: u64| Effort { budget, timeout };
        assert_eq!(effort(10, 300).in_time(299), Ok(()));
        assert!(effort(10, 300).in_time(300).unwrap_err().contains("300 seconds (--timeout"));
        assert_eq!(effort(10, 0).in_time(u64::MAX), Ok(()));
        assert_eq!(effort(0, 0).hold(|| tick(1 << 40)), Ok(()));
        let spent = effort(10, 0).hold(|| tick(11)).unwrap_err();
        assert_eq!(spent.why, "it takes more than 10 steps of work (--budget sets another limit, 0 none)");
        assert!(effort(10, 0).command(|| Ok(End::Success)).is_ok());
        let failure = effort(10, 0).command(|| {
            tick(11);
            Ok(End::Success)
        });
        assert!(failure.unwrap_err().to_string().contains("before its first decision"));
    }
}
