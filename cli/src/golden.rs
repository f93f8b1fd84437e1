//! `duelog golden`: recorded games that show whether anything has changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use duelog_verifier::batch::{Trouble, each};
use duelog_verifier::golden::{Class, Golden, check};
use serde::Serialize;

use crate::input;
use crate::output::{Context, Done, End};
use crate::verify::pace::Pace;
use crate::verify::{CHANGES_SHOWN, logs, with_cards};

/// Replays golden logs and compares every tag, or blesses what has changed.
///
/// A golden log is identical, changed (every decision is still legal, but a state, an outcome or a definition is not as recorded) or
/// refused (a decision is no longer legal).
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// Replays golden logs with the engine as it is, and says which are not as recorded.
    #[command(after_help = "\
Example:
  duelog golden check fixtures/golden

With --format json, a line a log: log, class, decisions, at (decision), rule, path, expected (recorded), found (now), differing, message, changed.
The last line is the summary.

Exit code 0 when all are identical, 1 when one is changed or refused.")]
    Check(Logs),
    /// Rewrites golden logs that have changed with what the engine gives now: same decisions, new tags, seals, outcome and pins.
    #[command(after_help = "\
Example:
  duelog golden bless fixtures/golden

Says what changed in each; the JSON is that of check, with blessed. A log with a decision that is no longer legal is left as it is: exit code 1.")]
    Bless(Logs),
}

/// Which logs.
#[derive(Debug, clap::Args)]
pub struct Logs {
    /// Folders with golden logs, or logs.
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
}

/// One line of the answer.
#[derive(Debug, Serialize)]
struct Line<'a> {
    log: &'a str,
    #[serde(flatten)]
    golden: &'a Golden,
    #[serde(skip_serializing_if = "Option::is_none")]
    blessed: Option<bool>,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    logs: u64,
    identical: u64,
    changed: u64,
    refused: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    blessed: Option<u64>,
    decisions: u64,
    seconds: f64,
}

/// The last line of the answer.
#[derive(Debug, Serialize)]
struct Last<'a> {
    summary: &'a Summary,
}

/// Checks or blesses.
pub fn run(args: &Args, context: &Context) -> Done {
    let (Args::Check(chosen) | Args::Bless(chosen)) = args;
    let bless = matches!(args, Args::Bless(_));
    let games = with_cards(chosen.cards.as_deref())?;
    let found = logs::find(&chosen.paths)?;
    let pace = Pace::start(context, found.len() as u64, if bless { "blessing" } else { "checking" });
    let mut summary = Summary { blessed: bless.then_some(0), ..Summary::default() };
    let mut troubles: Vec<String> = Vec::new();
    let work = |log: &PathBuf| {
        let golden = check(&games, &input::log(log)?);
        let blessed = match (&golden.blessed, golden.class) {
            (Some(bytes), Class::Changed) if bless => {
                replace(log, bytes)?;
                true
            }
            (_, Class::Identical | Class::Changed | Class::Refused) => false,
        };
        Ok((golden, blessed))
    };
    let report = |log: &PathBuf, result: Result<(Golden, bool), Trouble>| match result {
        Ok((golden, blessed)) => {
            summary.logs += 1;
            summary.decisions += u64::from(golden.decisions);
            *match golden.class {
                Class::Identical => &mut summary.identical,
                Class::Changed => &mut summary.changed,
                Class::Refused => &mut summary.refused,
            } += 1;
            summary.blessed = summary.blessed.map(|count| count + u64::from(blessed));
            let line = Line { log: &log.display().to_string(), golden: &golden, blessed: bless.then_some(blessed) };
            pace.aside(|| if context.json() { context.value(&line) } else { print(context, &line) });
        }
        Err(trouble) => troubles.push(format!("{}: {trouble}", log.display())),
    };
    each(&found, work, || pace.step(), report);
    summary.seconds = pace.finish();
    if context.json() {
        context.value(&Last { summary: &summary });
    } else {
        let Summary { logs, identical, changed, refused, blessed, decisions, seconds } = &summary;
        let blessed = blessed.map_or(String::new(), |blessed| format!(", {blessed} blessed"));
        context.line(format_args!(
            "{logs} golden {}: {identical} identical, {changed} changed, {refused} refused{blessed}; {decisions} decisions in {seconds:.3} s",
            if *logs == 1 { "log" } else { "logs" }
        ));
        if summary.changed > 0 && !bless {
            context.line("Where the changes are meant, `duelog golden bless` takes them over.");
        }
    }
    logs::all_read(&troubles)?;
    Ok(End::well_if(summary.refused == 0 && (bless || summary.changed == 0)))
}

fn print(context: &Context, line: &Line<'_>) {
    let Line { log, golden, blessed } = line;
    let class = golden.class;
    if class == Class::Identical {
        return context.line(format_args!("{class:<9} {log}: {} decisions", golden.decisions));
    }
    let blessed = if *blessed == Some(true) { " (blessed)" } else { "" };
    context.line(format_args!("{class:<9} {log}{blessed}"));
    context.line(format_args!("  what      {}", &golden.message));
    if let Some(at) = golden.at {
        context.line(format_args!("  decision  {at}"));
    }
    for (name, value) in [("rule", &golden.rule), ("place", &golden.path), ("recorded", &golden.expected), ("now", &golden.found)] {
        if let Some(value) = value {
            context.line(format_args!("  {name:<9} {}", value));
        }
    }
    for change in golden.changed.iter().take(CHANGES_SHOWN) {
        context.line(format_args!("  now does  {} from {} to {}", change.path, change.left, change.right));
    }
    if golden.differing > 1 {
        context.line(format_args!("  in all    {} tags, seals, outcomes and definitions differ", golden.differing));
    }
}

/// Puts a whole new log in the place of an old one.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if input::is_stdin(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "standard input cannot be blessed"));
    }
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".blessed");
    let beside = PathBuf::from(beside);
    logs::write_new(&beside, bytes)?;
    fs::rename(&beside, path)
}
