//! `duelog verify`: the verdict on each log.

use std::path::{Path, PathBuf};

use duelog_kernel::Factory;
use duelog_verifier::batch::{Trouble, each};
use duelog_verifier::{Contents, Report, Verdict, verify_within};
use serde::Serialize;

use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::{games, input};

pub mod logs;
pub mod pace;

use pace::{Clock, Pace};

/// Verifies logs: replays every decision under the rules and compares every state.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog verify fixtures/golden

Verdicts, from the outside in; the first check that fails gives the verdict:
  unreadable   not a log, or of a version that is not known here
  torn         the last record is unfinished (`duelog repair`)
  corrupt      bytes are damaged (`duelog repair`)
  tampered     whole records that contradict the chain, a seal or the order of records
  unsupported  the rules edition or a card definition is not available here (--cards)
  undecided    all is right so far, but replaying was stopped by --timeout or --decisions
  illegal      a decision breaks a rule
  diverged     what the log says of the game is not what the game gives
  incomplete   all is right, but the match has no sealed end
  verified     all is right

`verified` says that a legal game with this setup and these draws goes as the log says. Rewinds, notes, penalties and the position that a match
starts from are nothing that replaying proves: they are told below the verdict.

At most 67108864 bytes (64 MiB) of a log are read, from regular files and standard input only. The fields of --format json (one log a line,
then the summary) are listed in cli/JSON.md.

Exit codes: 0 when every log is verified, 1 when one is not, 2 for wrong use, 3 when a file cannot be read.")]
pub struct Args {
    /// Logs, or folders that are searched for *.duelog; `-` is standard input.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Prints only logs that are not verified.
    #[arg(long, short)]
    quiet: bool,
    /// For how many seconds each log is replayed at most; 0 sets no limit.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = whole::<u64>)]
    timeout: u64,
    /// How many decisions a log may have to be replayed; 0 sets no limit.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole::<u32>)]
    decisions: u32,
}

impl Args {
    /// Whether replaying a log goes on; if not, why and what to do.
    fn allow(&self, decisions: u32, seconds: u64) -> Result<(), String> {
        if self.decisions > 0 && decisions > self.decisions {
            return Err(format!("it has more than {} decisions (--decisions sets another limit, 0 none)", self.decisions));
        }
        if self.timeout > 0 && seconds >= self.timeout {
            return Err(format!("it took {} seconds (--timeout sets another limit, 0 none)", self.timeout));
        }
        Ok(())
    }
}

/// One line of the answer.
#[derive(Debug, Serialize)]
struct Line<'a> {
    log: &'a str,
    #[serde(flatten)]
    report: &'a Report,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    logs: u64,
    verified: u64,
    not_verified: u64,
    decisions: u64,
    seconds: f64,
}

/// The last line of the answer.
#[derive(Debug, Serialize)]
struct Last<'a> {
    summary: &'a Summary,
}

/// Verifies all logs in parallel and prints the verdicts in order.
pub fn run(args: &Args, context: &Context) -> Done {
    let games = with_cards(args.cards.as_deref())?;
    let logs = logs::find(&args.paths)?;
    let pace = Pace::start(context, logs.len() as u64, "verifying");
    let mut summary = Summary::default();
    let mut troubles: Vec<String> = Vec::new();
    let report = |log: &PathBuf, result: Result<Report, Trouble>| match result {
        Ok(report) => {
            summary.logs += 1;
            summary.decisions += u64::from(report.decisions);
            let well = report.verdict == Verdict::Verified;
            *if well { &mut summary.verified } else { &mut summary.not_verified } += 1;
            if !(well && args.quiet) {
                let log = log.display().to_string();
                pace.aside(|| if context.json() { context.value(&Line { log: &log, report: &report }) } else { print(context, &log, &report) });
            }
        }
        Err(trouble) => troubles.push(format!("{}: {trouble}", log.display())),
    };
    let work = |log: &PathBuf| {
        let bytes = input::log(log)?;
        let clock = Clock::start();
        let mut go_on = |done: u32, total: u32| {
            pace.part(done, total);
            args.allow(total, clock.seconds())
        };
        Ok(verify_within(&games, &bytes, &mut go_on))
    };
    each(&logs, work, || pace.step(), report);
    summary.seconds = pace.finish();
    let all_well = summary.not_verified == 0;
    if context.json() {
        context.value(&Last { summary: &summary });
    } else {
        let Summary { logs, verified, not_verified, decisions, seconds } = &summary;
        let noun = if *logs == 1 { "log" } else { "logs" };
        context.line(format_args!("{logs} {noun}: {verified} verified, {not_verified} not; {decisions} decisions in {seconds:.3} s"));
    }
    logs::all_read(&troubles)?;
    Ok(End::well_if(all_well))
}

/// Prints a verdict for a head judge: what, where, by which rule, what to do.
pub fn print(context: &Context, log: &str, report: &Report) {
    let Report { verdict, decisions, message, .. } = report;
    if report.verified() {
        context.line(format_args!("{verdict:<11} {log}: {decisions} decisions; {message}"));
        return holds(context, report);
    }
    context.line(format_args!("{verdict:<11} {log}"));
    let fact = |name: &str, value: &dyn std::fmt::Display| context.line(format_args!("  {name:<9} {}", value));
    fact("what", message);
    // A fault of the bytes has its place in words already.
    if let (Some(at), None) = (report.at, report.offset) {
        fact("decision", &format_args!("{at} of {decisions}"));
    }
    if let Some(rule) = &report.rule {
        fact("rule", rule);
    }
    if let Some(path) = &report.path {
        fact("place", path);
    }
    if let Some(expected) = &report.expected {
        fact("the log", expected);
    }
    if let Some(found) = &report.found {
        fact("here", found);
    }
    for change in report.changed.iter().take(CHANGES_SHOWN) {
        fact("changed", &format_args!("{} from {} to {}", change.path, change.left, change.right));
    }
    if report.changed.len() > CHANGES_SHOWN {
        fact("", &format_args!("and {} more (--format json shows all)", report.changed.len() - CHANGES_SHOWN));
    }
    if let Some(remedy) = &report.remedy {
        fact("remedy", &remedy.replace("LOG", log));
    }
    holds(context, report);
}

/// What the log holds that replaying does not prove.
fn holds(context: &Context, report: &Report) {
    for text in report.contents.iter().flat_map(Contents::in_words) {
        context.line(format_args!("  it holds  {text}"));
    }
}

/// How many changed places are printed for people.
pub const CHANGES_SHOWN: usize = 8;

/// The games that are built in, with definitions from a folder added or in place of theirs.
///
/// # Errors
/// As [`games::all_with`].
pub fn with_cards(cards: Option<&Path>) -> Result<Vec<Box<dyn Factory>>, Failure> {
    match cards {
        None => Ok(games::all()),
        Some(folder) => games::all_with(folder),
    }
}

/// A failure to do with a log that is there.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::AlreadyExists {
        return Failure::usage(format!("{} exists and is not overwritten", path.display()), "name another file");
    }
    Failure::system(format!("{}: {error}", path.display()), "name a file in a folder that can be written and has room")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_said_and_0_is_none() {
        let args = |timeout: u64, decisions: u32| Args { paths: Vec::new(), cards: None, quiet: false, timeout, decisions };
        assert_eq!(args(300, 1000).allow(1000, 299), Ok(()));
        assert!(args(300, 1000).allow(1001, 0).unwrap_err().contains("more than 1000 decisions"));
        assert!(args(300, 1000).allow(1, 300).unwrap_err().contains("300 seconds (--timeout"));
        assert_eq!(args(0, 0).allow(u32::MAX, u64::MAX), Ok(()));
    }
}
