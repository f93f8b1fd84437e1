//! `duelog redact`: what one viewer may have of a log; `duelog disclose`: one hidden fact of it.

use std::path::{Path, PathBuf};

use duelog_kernel::{Factory, Seat};
use duelog_log_format::observed::ViewerCode;
use duelog_log_format::{Reader, ViewLog};
use duelog_verifier::moment::Moment;
use duelog_verifier::{Disclosed, FactToOpen, RedactError, Report, disclose, factory, redact, reveal};

use crate::games::with_cards;
use crate::new_file::{unwritable, write_new};
use crate::numbers::whole;
use crate::output::{Context, Done, End, Failure};
use crate::replayed::Replayed;
use crate::verify;
use crate::{check, input, part};

/// Writes the log of one viewer, out of an observed log.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("viewer").args(["seat", "public"]).required(true))]
#[command(after_help = "\
Example:
  duelog simulate --decks fixtures/decks/magic/red-green-beasts.deck fixtures/decks/magic/white-blue-flyers.deck --observed --out seen
  duelog redact seen/magic-0.duelog --seat 1 --out one.duelview
  duelog check one.duelview --against seen/magic-0.duelog

A viewer's log holds what that viewer was told with each decision, all seals and all signatures, and nothing else: no deck, no seed, no answer of
another player, no note of the host. `duelog check` compares it with its seals, without the full log. The full log is replayed first; nothing is
written if it does not verify. Only a log that was begun with `--observed` can be redacted.

--format json prints one object: log, out, viewer, bytes, seals, decisions.")]
pub struct Args {
    /// The log; `-` is standard input.
    log: PathBuf,
    /// Writes the log of the player in this seat.
    #[arg(long, value_parser = whole::<u8>, value_name = "N", help_heading = crate::headings::VIEWER)]
    seat: Option<u8>,
    /// Writes the log of the public.
    #[arg(long, conflicts_with = "seat", help_heading = crate::headings::VIEWER)]
    public: bool,
    /// The new file; a file that exists is not overwritten.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
    /// The file with the host's part of the seed, for an unfinished match whose seed all chose together.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::DRAWS)]
    secret: Option<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// Proves one hidden fact of an observed log, and shows nothing else.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog simulate --decks fixtures/decks/magic/red-green-beasts.deck fixtures/decks/magic/white-blue-flyers.deck --observed --out seen
  duelog redact seen/magic-0.duelog --public --out all.duelview
  duelog disclose seen/magic-0.duelog --at 64 --zone hand --seat 1 --out hand.disclosure
  duelog check hand.disclosure --log all.duelview

--zone opens the cards of a zone by the name that `duelog show` prints, in order, from the bottom; with --card one of them alone, by its place
from 0. Cards are opened at a seal: the first one at the moment or after it, which the answer names. A seal comes after at most 64 decisions; the
host can seal the log at any moment (`seal` of `duelog engine`). --told opens what the player was told with that decision, a draw for instance.

The file holds the fact, the salt that hid it, and hashes. Nothing else can be opened with it.

--format json prints one object: log, out, seal, decisions, fact.")]
pub struct DiscloseArgs {
    /// The log; `-` is standard input.
    log: PathBuf,
    /// The moment: a number of decisions, or a name such as t5.combat (see `duelog history --help`).
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::FACT)]
    at: Moment,
    /// The zone, for instance hand or library.
    #[arg(long, value_name = "NAME", required_unless_present = "told", conflicts_with = "told", help_heading = crate::headings::FACT)]
    zone: Option<String>,
    /// Opens one card of the zone alone, by its place from 0.
    #[arg(long, value_parser = whole::<u32>, value_name = "N", requires = "zone", help_heading = crate::headings::FACT)]
    card: Option<u32>,
    /// Opens what the player of --seat was told with that decision.
    #[arg(long, requires = "seat", help_heading = crate::headings::FACT)]
    told: bool,
    /// The player whose zone it is, or who was told.
    #[arg(long, value_parser = whole::<u8>, value_name = "N", help_heading = crate::headings::FACT)]
    seat: Option<u8>,
    /// The new file; a file that exists is not overwritten.
    #[arg(long, value_parser = crate::new_file::a_file(), value_name = "FILE", help_heading = crate::headings::OUTPUT)]
    out: PathBuf,
    /// The file with the host's part of the seed, for an unfinished match whose seed all chose together.
    #[arg(long, value_name = "FILE", help_heading = crate::headings::DRAWS)]
    secret: Option<PathBuf>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// A log that is to be opened in part, with the host's part of the seed shown where it is given.
fn read(path: &Path, secret: Option<&Path>, context: &Context) -> Result<Vec<u8>, Failure> {
    let bytes = input::named(path, context)?.into_owned();
    let Some(secret) = secret else { return Ok(bytes) };
    let shown = reveal(&bytes, part::read(secret)?);
    shown.map_err(|fault| {
        Failure::usage(format!("{}: {fault}", path.display()), "name the part of this match's host")
    })
}

/// Says why nothing is made of a log.
fn not_replayed(log: &Path, report: &Report, context: &Context) {
    if context.json() {
        context.value(&serde_json::json!({ "log": log.display().to_string(), "finding": report }));
    } else {
        context.line("Nothing is made of a log that does not verify.");
        verify::print(context, &log.display().to_string(), report);
    }
}

/// Does something with a log and its game; says why where that gives nothing.
fn opened<T>(
    log: &Path,
    cards: Option<&Path>,
    bytes: &[u8],
    context: &Context,
    open: impl FnOnce(&dyn Factory) -> Result<T, RedactError>,
) -> Result<Option<T>, Failure> {
    let games = with_cards(cards)?;
    let found = Reader::open(bytes).map_err(|fault| RedactError::Stop(fault.into())).and_then(|reader| {
        let factory = factory(&games, reader.header())
            .map_err(|error| RedactError::Stop(duelog_verifier::StartError::from(error).into()))?;
        open(factory)
    });
    match found {
        Ok(found) => Ok(Some(found)),
        Err(RedactError::Stop(stop)) => {
            not_replayed(log, &Report::of(&stop, 0, None), context);
            Ok(None)
        }
        Err(error @ RedactError::NotObserved) => Err(Failure::usage(
            format!("{}: {error}", log.display()),
            "a match is recorded so from its beginning: `--observed` of `duelog play` and `duelog simulate`, \"observed\":true of `duelog engine`",
        )),
        Err(error @ RedactError::NoSeal(_)) => Err(Failure::usage(
            format!("{}: {error}", log.display()),
            "seal the log first (`seal` of `duelog engine`, `duelog sign --seal`), or name an earlier moment",
        )),
        Err(error @ RedactError::NoSeat { .. }) => Err(Failure::usage(
            format!("{}: {error}", log.display()),
            "seats are counted from 0: name one with --seat N",
        )),
        Err(error @ RedactError::Whose(_)) => Err(Failure::usage(
            format!("{}: {error}", log.display()),
            "say whose it is: --seat N, counted from 0",
        )),
        Err(error @ RedactError::Nobodys(_)) => {
            Err(Failure::usage(format!("{}: {error}", log.display()), "leave out --seat"))
        }
        Err(error @ RedactError::Nothing(_)) => Err(Failure::usage(
            format!("{}: {error}", log.display()),
            "`duelog show LOG --at MOMENT` prints zones and cards",
        )),
    }
}

/// Writes a viewer's log.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = read(&args.log, args.secret.as_deref(), context)?;
    let views = opened(&args.log, args.cards.as_deref(), &bytes, context, |factory| redact(factory, &bytes))?;
    let Some(views) = views else { return Ok(End::Finding) };
    let onlooker = args.seat.map_or(ViewerCode::PUBLIC, |seat| ViewerCode::seat(Seat(seat)));
    let view = views.get(usize::from(onlooker.0)).ok_or_else(|| {
        Failure::usage(
            format!("{}: the match has {} seats and no {onlooker}", args.log.display(), views.len() - 1),
            "seats are counted from 0",
        )
    })?;
    write_new(&args.out, view).map_err(|error| unwritable(&args.out, &error))?;
    let read = ViewLog::read(view)
        .map_err(|fault| Failure::system(fault.to_string(), "this is a fault of the program: report it"))?;
    let (log, out) = (args.log.display().to_string(), args.out.display().to_string());
    if context.json() {
        context.value(&serde_json::json!({
            "log": log, "out": out, "viewer": duelog_verifier::onlooker_word(onlooker), "bytes": view.len(),
            "seals": read.seals.len(), "decisions": read.decisions,
        }));
    } else {
        context.line(format_args!(
            "{out}: what {onlooker} was told of {log}, {} decisions, {} seals, {} bytes; `duelog check {out}` checks it",
            read.decisions,
            read.seals.len(),
            view.len()
        ));
    }
    Ok(End::Success)
}

/// Writes a disclosure.
pub fn run_disclose(args: &DiscloseArgs, context: &Context) -> Done {
    let bytes = read(&args.log, args.secret.as_deref(), context)?;
    let seat = args.seat.map(Seat);
    let wanted = match (&args.zone, seat) {
        (Some(name), seat) => FactToOpen::Zone { name: name.clone(), seat, card: args.card },
        (None, Some(seat)) => FactToOpen::Told { seat },
        (None, None) => return Err(Failure::usage("nobody was told", "name the player: --seat N")),
    };
    let at = {
        let replayed = match Replayed::open(&bytes, args.cards.as_deref())? {
            Ok(replayed) => replayed,
            Err(report) => {
                not_replayed(&args.log, &report, context);
                return Ok(End::Finding);
            }
        };
        let at = replayed.reached(&args.at)?.decision;
        replayed.in_range("--at", at, 0, replayed.total())?;
        at
    };
    let found = opened(&args.log, args.cards.as_deref(), &bytes, context, |factory| {
        disclose(factory, &bytes, at, &wanted)
    })?;
    let Some(Disclosed { disclosure, decisions, zones }) = found else { return Ok(End::Finding) };
    write_new(&args.out, &disclosure.bytes()).map_err(|error| unwritable(&args.out, &error))?;
    let (log, out) = (args.log.display().to_string(), args.out.display().to_string());
    let fact = check::fact_in_words(&disclosure, &zones);
    if context.json() {
        context.value(&serde_json::json!({
            "log": log, "out": out, "seal": disclosure.seal, "decisions": decisions, "fact": fact,
        }));
        return Ok(End::Success);
    }
    let seal = disclosure.seal;
    let place = if decisions == at {
        format!("at seal {seal}, which stands after decision {decisions}")
    } else if matches!(wanted, FactToOpen::Told { .. }) {
        format!("of decision {at}, against seal {seal}, which stands after decision {decisions}")
    } else {
        format!(
            "at seal {seal}, which stands after decision {decisions}: no seal stands after decision {at}, and this is the next one"
        )
    };
    context.line(format_args!("{out}: opened {place}"));
    fact.iter().for_each(|line| context.line(format_args!("  {line}")));
    context.line(format_args!("`duelog check {out} --log VIEW` checks it against a viewer's log"));
    Ok(End::Success)
}
