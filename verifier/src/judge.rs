//! Judging logs: the one way from the bytes of a log to the verdict on it.

use std::sync::Arc;

use duelog_kernel::budget::{Budget, Limiter, Spent, within};
use duelog_kernel::{Outcome, bounds};
use duelog_log_format::seeds::KeptPart;
use duelog_log_format::{Party, Reader, Statement};

use crate::elsewhere::verify_with;
use crate::engine::Engine;
use crate::signing::{Keyring, SignedStatement, match_of, provenance};
use crate::start::Games;
use crate::verdict::{Report, undecided, verified_before, verify_within};

/// Lets work on a log continue, given the number of replayed decisions and of all, or says why not.
pub type Going<'a> = dyn FnMut(u32, u32) -> Result<(), String> + 'a;

/// Begins the watch over the work on one log: the limiter is asked every few milliseconds of it. Here a caller's clock
/// stands, as the verifier reads none.
pub type Watch = Arc<dyn Fn() -> Limiter + Send + Sync>;

/// How much work one log may make.
#[derive(Clone)]
pub struct Limits {
    /// The steps of work, counted the same on every machine; 0 sets no limit.
    pub steps: u64,
    /// How a person gets more steps, in words that follow the reason.
    pub more_steps: &'static str,
    /// The decisions that the log may have; 0 sets no limit.
    pub decisions: u32,
    /// How a person gets more decisions, in words that follow the reason.
    pub more_decisions: &'static str,
    /// The caller's own watch over each log.
    pub watch: Option<Watch>,
}

impl Limits {
    /// No limit but those that are in force already.
    pub const NONE: Limits =
        Limits { steps: 0, more_steps: "", decisions: 0, more_decisions: "", watch: None };
    /// The limits of the command line, without its clock.
    pub const USUAL: Limits = Limits { steps: bounds::BUDGET, decisions: 1_000_000, ..Limits::NONE };

    /// The budget of one log, where these limits set one.
    fn budget(&self) -> Option<Budget> {
        let budget = Budget::steps(self.steps).hint(self.more_steps);
        match &self.watch {
            Some(watch) => Some(budget.watched(watch())),
            None => (self.steps > 0).then_some(budget),
        }
    }

    pub(crate) fn allow(&self, decisions: u32) -> Result<(), String> {
        if self.decisions > 0 && decisions > self.decisions {
            return Err(format!("it has more than {} decisions{}", self.decisions, self.more_decisions));
        }
        Ok(())
    }
}

/// The things that a person keeps apart from logs, and trusts.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    /// The keys that are known for the parties. Without them, signatures say nothing.
    pub keys: Option<Keyring>,
    /// Signatures that parties keep apart from the log.
    pub notes: Vec<SignedStatement>,
    /// True where each note must be of the log that is judged.
    pub notes_of_one: bool,
    /// The parties who must have signed the last seal with a known key.
    pub required: Vec<Party>,
    /// The own part of the seed, which must be in the log.
    pub part: Option<KeptPart>,
    /// Whose part that must be, where it is known.
    pub party: Option<Party>,
}

impl Trust {
    /// Trusts nothing but the log.
    pub const NOTHING: Trust = Trust {
        keys: None,
        notes: Vec::new(),
        notes_of_one: false,
        required: Vec::new(),
        part: None,
        party: None,
    };

    /// The report with what is kept apart from the log says of it. Where the log's bytes are at fault, that is nothing.
    pub fn look(&self, report: Report, log: &[u8]) -> Report {
        let report = match &self.part {
            Some(part) => report.with_part(part, self.party, log),
            None => report,
        };
        let Some(keys) = &self.keys else { return report };
        let of_one = if self.notes_of_one { self.notes.as_slice() } else { &[] };
        let of = if of_one.is_empty() { None } else { match_of(log) };
        let elsewhere = of_one.iter().find(|note| of != Some(note.statement.begun));
        let report = match elsewhere {
            Some(note) => report.of_another_match(unmatched(&note.statement)),
            None => report,
        };
        match provenance(log, keys, &self.notes, &self.required) {
            Ok(provenance) => report.signed(provenance),
            Err(_) => report,
        }
    }
}

/// The finding that a signed statement is of none of the given logs, in words.
pub fn unmatched(statement: &Statement) -> String {
    let Statement { party, begun, number, decisions, .. } = statement;
    format!(
        "{} keeps a signature of seal {number}, after decision {decisions}, of the match {begun}, and no log that was given is of that match: it is another one, or its log was written anew from the header on",
        party.named()
    )
}

/// Gives verdicts on logs.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The games whose engine replays logs.
    pub games: &'a Games,
    /// The things that are trusted beside the logs.
    pub trust: &'a Trust,
    /// How much work a log may make.
    pub limits: &'a Limits,
}

impl<'a> Judge<'a> {
    /// A judge who trusts nothing but the log, within the usual limits.
    pub fn new(games: &'a Games) -> Judge<'a> {
        static NOTHING: Trust = Trust::NOTHING;
        static USUAL: Limits = Limits::USUAL;
        Judge { games, trust: &NOTHING, limits: &USUAL }
    }

    /// The verdict on a log, [`Verdict::Undecided`](crate::Verdict::Undecided) where it makes more work than it may.
    ///
    /// ```
    /// use duelog_kernel::Factory;
    /// use duelog_verifier::{Judge, Verdict};
    ///
    /// let games: Vec<Box<dyn Factory>> = vec![Box::new(duelog_magic::factory::MagicFactory::default())];
    /// let log = std::fs::read("../fixtures/golden/magic/magic-1.duelog")?;
    /// assert_eq!(Judge::new(&games).verdict(&log).verdict, Verdict::Verified);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn verdict(&self, log: &[u8]) -> Report {
        self.verdict_while(log, &mut |_, _| Ok(()))
    }

    /// The same while `going` lets it continue: it is asked before each record.
    pub fn verdict_while(&self, log: &[u8], going: &mut Going<'_>) -> Report {
        let held = self.held(|| verify_within(self.games, log, &mut self.both(going)));
        self.trust.look(held.unwrap_or_else(|spent| undecided(0, 0, &spent.why)), log)
    }

    /// The verdict on a log that another engine replays, by its revision of the rules.
    ///
    /// # Errors
    /// The engine does not answer.
    pub fn verdict_by<E: Engine>(
        &self,
        engine: &mut E,
        revision: u32,
        log: &[u8],
        going: &mut Going<'_>,
    ) -> Result<Report, E::Trouble> {
        let game = Reader::open(log).ok().map(|reader| reader.header().game.clone());
        let known = self.games.iter().find(|factory| Some(factory.game()) == game.as_deref());
        let known = known.map_or_else(Vec::new, |factory| factory.revisions());
        let report = verify_with(engine, revision, &known, log, &mut self.both(going))?;
        Ok(self.trust.look(report, log))
    }

    /// The verdict on a log that was found verified before, with that outcome: all but the replay is checked again. None
    /// where the log is not the whole log of a match, which none that was verified is.
    pub fn verdict_before(&self, log: &[u8], outcome: Option<Outcome>) -> Option<Report> {
        verified_before(self.games, log, outcome).map(|report| self.trust.look(report, log))
    }

    /// Does work within the budget of one log.
    ///
    /// # Errors
    /// The budget is used up.
    pub(crate) fn held<T>(&self, work: impl FnOnce() -> T) -> Result<T, Spent> {
        match self.limits.budget() {
            Some(budget) => within(budget, work),
            None => Ok(work()),
        }
    }

    /// The limit of decisions, and what `going` says.
    pub(crate) fn both<'b>(
        &'b self,
        going: &'b mut Going<'_>,
    ) -> impl FnMut(u32, u32) -> Result<(), String> + 'b {
        |done, total| {
            self.limits.allow(total)?;
            going(done, total)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_decisions_is_said_and_0_is_none() {
        let limits = |decisions: u32| Limits { decisions, more_decisions: " (more: ask)", ..Limits::NONE };
        assert_eq!(limits(1000).allow(1000), Ok(()));
        assert_eq!(limits(1000).allow(1001).unwrap_err(), "it has more than 1000 decisions (more: ask)");
        assert_eq!(limits(0).allow(u32::MAX), Ok(()));
    }
}
