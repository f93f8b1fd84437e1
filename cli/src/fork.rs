//! `duelog fork`: a new log with the same first inputs.

use std::path::{Path, PathBuf};

use duelog_kernel::Viewer;
use duelog_log_format::{Reader, clock};
use duelog_verifier::moment::Moment;
use duelog_verifier::{Age, ForkError, Games, Options, RecordError, Recorder, Report, fork};

use crate::games::with_cards;
use crate::input;
use crate::new_file::{unwritable, write_new};
use crate::output::{Context, Done, End, Failure};
use crate::plain::word;
use crate::recording;
use crate::replayed::Replayed;
use crate::verify;

/// Begins a new log with the first decisions of another one, to continue it: a judge's back-up.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog fork fixtures/golden/magic/magic-1.duelog --at 40 --out forked.duelog

The new log has the same setup and seed, so nothing is drawn anew. Decisions that a rewind took back are left out; notes and penalties are kept.
A clock is not: nobody took the time of what is played again. The label forked-from in the header has the old log's name, decision and chain.
`duelog play --resume` continues the new log.

--format json prints one object: log, at, out, decisions, waiting_for, clock_left_out. If the log does not verify up to there, it has verdict, at, rule and
message, and the exit code is 1.")]
pub struct Args {
    /// The log; `-` is standard input.
    log: PathBuf,
    /// The moment at which the new log ends: a decision, or a name such as t5.combat (see `duelog history --help`);
    /// 0 keeps only the setup.
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::MOMENT)]
    at: Moment,
    /// The new log; a file that exists is not overwritten.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "NEW", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
    /// Leaves out notes and penalties.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    without_notes: bool,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// Writes the fork.
pub fn run(args: &Args, context: &Context) -> Done {
    let games = with_cards(args.cards.as_deref())?;
    let bytes = input::bytes(&args.log)?;
    let name = args.log.file_name().map_or_else(|| "-".into(), |name| name.to_string_lossy().into_owned());
    // Whoever plays on is told what happens.
    let options = Options { journal: true, without_notes: args.without_notes, ..Options::default() };
    let forked = begun(&games, (&name, &bytes), &args.at, args.cards.as_deref(), &options)?;
    let (mut recorder, at) = match forked {
        Ok(forked) => forked,
        Err((report, at)) => {
            let log = args.log.display().to_string();
            if context.json() {
                context.value(&serde_json::json!({ "log": log, "out": null, "verdict": report.verdict, "at": report.at, "rule": report.rule, "message": report.message }));
            } else {
                context.line(format_args!("No fork: the log does not verify up to decision {at}."));
                verify::print(context, &log, &report);
            }
            return Ok(End::Finding);
        }
    };
    let decisions = recorder.progress().line();
    let request = recorder.game().request_view(Viewer::Judge);
    let clock_left_out = Reader::open(&bytes).is_ok_and(|old| old.header().labels.contains_key(clock::TERMS));
    let written = recorder.into_storage().map_err(|error| unrecorded(&error))?;
    write_new(&args.out, &written).map_err(|error| unwritable(&args.out, &error))?;
    let (log, out) = (args.log.display(), args.out.display());
    if context.json() {
        let waiting_for = request.as_ref().map(|request| request.seat);
        context.value(&serde_json::json!({
            "log": log.to_string(), "at": at, "out": out.to_string(), "decisions": decisions, "waiting_for": waiting_for,
            "clock_left_out": clock_left_out,
        }));
    } else {
        context.line(format_args!("{out}: {decisions} decisions of {log}"));
        if clock_left_out {
            context.line("The clock is left out: nobody took the time of what is played again.");
        }
        match request {
            Some(request) => {
                context.line(format_args!("{} is asked: {}", request.seat, request.question));
                context.line(format_args!("Continue it with `duelog play --resume {}`.", word(&args.out)));
            }
            None => context.line("The match is over there."),
        }
    }
    Ok(End::Success)
}

/// A log forked at a moment, and the decision that this is. Where it does not verify up to there, the verdict.
type Begun = Result<(Recorder<Vec<u8>>, u32), (Report, u32)>;

/// Begins a log with the first decisions of another one, which is given with its name.
///
/// # Errors
/// Wrong use for a moment that the log does not have.
pub fn begun(
    games: &Games,
    (name, bytes): (&str, &[u8]),
    moment: &Moment,
    cards: Option<&Path>,
    options: &Options,
) -> Result<Begun, Failure> {
    let at = match (moment, Replayed::open(bytes, cards)?) {
        (Moment::Decision(at), _) => *at,
        (moment, Ok(replayed)) => replayed.reached(moment)?.decision,
        // The fork itself says what is wrong with the log.
        (_, Err(_)) => 0,
    };
    match fork(games, bytes, name, at, options, Vec::new()) {
        Ok(recorder) => Ok(Ok((recorder, at))),
        Err(ForkError::Beyond { asked, decisions }) => Err(Failure::usage(
            format!("{name}: there is no decision {asked}"),
            format!("the log has {decisions} decisions: --at 0 to {decisions}"),
        )),
        Err(ForkError::Stop(stop)) => Ok(Err((Report::of(&stop, at, Age::of(games, bytes).as_ref()), at))),
        Err(ForkError::Record(error)) => Err(unrecorded(&error)),
    }
}

fn unrecorded(error: &RecordError) -> Failure {
    Failure::system(error.to_string(), recording::remedy(error))
}
