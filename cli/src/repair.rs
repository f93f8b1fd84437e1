//! `duelog repair`: keeps what verifies of a damaged log, and says what is lost.

use std::path::{Path, PathBuf};

use duelog_log_format::{Fault, Island, Recovery, Verdict, recover};
use duelog_verifier::{Report, verify};
use serde::Serialize;

use crate::games::with_cards;
use crate::input;
use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::plain::word;

/// Recovers the part of a torn or corrupt log that verifies, and says what is lost.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  head -c 2000 fixtures/golden/magic/magic-1.duelog > torn.duelog
  duelog repair torn.duelog --out repaired.duelog

The log itself stays as it is. NEW gets the beginning that verifies; NEW.cut keeps the rest. Good records after the damage are listed and never
joined to the beginning: the records between are lost, so they cannot be replayed.

--format json prints one object: log, verdict, fault, message, out, cut, records, decisions, bytes_kept, bytes_cut, islands, searched_all, recovered.

The exit code is 0 if only an unfinished last record is lost (or nothing), and 1 if more is.")]
pub struct Args {
    /// The log; `-` is standard input.
    log: PathBuf,
    /// The new log; a file that exists is not overwritten.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "NEW", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// The answer. Fields that do not apply are absent.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    log: String,
    /// The fault in one word, or `whole`.
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a Fault>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<String>,
    records: u64,
    decisions: u32,
    bytes_kept: u64,
    bytes_cut: u64,
    islands: &'a [Island],
    /// True if all of the bytes were searched for good records.
    searched_all: bool,
    /// The verdict on what was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovered: Option<Report>,
}

/// Writes what verifies.
pub fn run(args: &Args, context: &Context) -> Done {
    let games = with_cards(args.cards.as_deref())?;
    let bytes = input::damaged(&args.log)?;
    let recovery = recover(&bytes);
    let mut answer = Answer {
        log: args.log.display().to_string(),
        verdict: recovery.fault.as_ref().map_or("whole", |fault| fault.verdict().word()),
        fault: recovery.fault.as_ref(),
        message: recovery
            .fault
            .as_ref()
            .map_or_else(|| "there is nothing to repair".to_string(), ToString::to_string),
        out: None,
        cut: None,
        records: recovery.verified.map_or(0, |progress| progress.records()),
        decisions: recovery.verified.map_or(0, |progress| progress.decisions()),
        bytes_kept: recovery.cut.start,
        bytes_cut: recovery.cut.end - recovery.cut.start,
        islands: &recovery.islands,
        searched_all: recovery.complete,
        recovered: None,
    };
    let Some(fault) = &recovery.fault else {
        print(context, &answer, &recovery);
        return Ok(End::Success);
    };
    if recovery.verified.is_some() {
        let (kept, cut) = bytes.split_at(usize::try_from(recovery.cut.start).unwrap_or(bytes.len()));
        answer.out = Some(write(&args.out, kept)?);
        answer.cut = if cut.is_empty() { None } else { Some(write(&beside(&args.out), cut)?) };
        answer.recovered = Some(verify(&games, kept));
    }
    print(context, &answer, &recovery);
    let only_torn = fault.verdict() == Verdict::Torn && answer.recovered.as_ref().is_some_and(plays);
    Ok(End::success_if(only_torn))
}

/// Returns whether what was kept verifies.
fn plays(report: &Report) -> bool {
    matches!(report.verdict, duelog_verifier::Verdict::Incomplete | duelog_verifier::Verdict::Verified)
}

fn write(path: &Path, bytes: &[u8]) -> Result<String, Failure> {
    write_new(path, bytes).map_err(|error| unwritable(path, &error))?;
    Ok(path.display().to_string())
}

/// Where the bytes that were cut are kept.
fn beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_os_string();
    name.push(".cut");
    PathBuf::from(name)
}

fn print(context: &Context, answer: &Answer<'_>, recovery: &Recovery) {
    if context.json() {
        return context.value(answer);
    }
    let Answer { log, verdict, message, records, decisions, bytes_kept, bytes_cut, .. } = answer;
    let Some(fault) = answer.fault else {
        return context.line(format_args!("{log}: {message}; nothing was written"));
    };
    context.line(format_args!("{verdict:<11} {log}"));
    let fact =
        |name: &str, value: &dyn std::fmt::Display| context.line(format_args!("  {name:<9} {}", value));
    fact("what", message);
    let Some(out) = &answer.out else {
        fact("kept", &"nothing: not even the header can be read");
        islands(context, answer, recovery);
        return fact("remedy", &fault.remedy());
    };
    fact("kept", &format_args!("{decisions} decisions, {records} records, {bytes_kept} bytes: {out}"));
    if let Some(cut) = &answer.cut {
        fact("cut", &format_args!("{bytes_cut} bytes: {cut}"));
    }
    islands(context, answer, recovery);
    if let Some(report) = &answer.recovered {
        fact("now", &format_args!("{}: {}", report.verdict, report.message));
        if plays(report) && report.verdict == duelog_verifier::Verdict::Incomplete {
            fact("next", &format_args!("continue with `duelog play --resume {}`", word(Path::new(out))));
        }
    }
}

/// Lists good records that could not be joined.
fn islands(context: &Context, answer: &Answer<'_>, recovery: &Recovery) {
    for island in answer.islands {
        let before =
            island.decisions_before.map_or(String::new(), |before| format!(", after decision {before}"));
        let confirmed = island
            .confirmed
            .as_ref()
            .map_or(String::new(), |confirmed| format!("; seals confirm {} of them", confirmed.decisions));
        context.line(format_args!(
            "  not joined bytes {} to {}: {} good records with {} decisions{before}{confirmed}",
            island.bytes.start, island.bytes.end, island.records, island.decisions
        ));
    }
    for range in recovery.damaged() {
        context.line(format_args!("  damaged   bytes {} to {}", range.start, range.end));
    }
    if !recovery.complete {
        context.line("  The search for good records was given up: it would have taken too long.");
    }
}
