//! `duelog diff`: where two logs part.

use std::path::{Path, PathBuf};

use duelog_kernel::Match;
use duelog_kernel::digest::Difference;
use duelog_log_format::{Fault, Logged, Verdict};
use duelog_verifier::Report;
use duelog_verifier::divergence::{Parting, Relation, differences, part};
use duelog_verifier::moment::Moment;
use serde::Serialize;

use crate::games::with_cards;
use crate::input;
use crate::output::{Context, Done, End, Failure};
use crate::replayed::{Replayed, say};

/// Finds where two logs part: the first record that differs, and the difference of the tables after it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog fork fixtures/golden/magic/magic-1.duelog --at 40 --out forked.duelog
  duelog diff fixtures/golden/magic/magic-1.duelog forked.duelog

Notes, seals and signatures that only one log has are counted, and do not part the logs.

--format json prints one object: relation (same, left-continues, right-continues, parted, unrelated), header, records, decisions, left_notes,
right_notes, left, right, left_says, right_says, same_input, here, state, not_compared, left_fault, right_fault. With --at: left_at and
right_at, each with decision and moment, and state.

The exit code is 0 if both hold the same match record for record (with --at, the same table), and 1 if they part.")]
pub struct Args {
    /// A log; `-` is standard input.
    left: PathBuf,
    /// Another log; `-` is standard input.
    right: PathBuf,
    /// Compares the tables of both logs at this moment, for instance t5.combat (see `duelog history --help`),
    /// wherever the logs part.
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::MOMENT)]
    at: Option<Moment>,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    left_log: String,
    right_log: String,
    #[serde(flatten)]
    parting: &'a Parting,
}

/// How many differences of headers are printed for people.
const HEADER_SHOWN: usize = 12;

/// How many differences of tables are printed for people.
const STATE_SHOWN: usize = 40;

/// Compares two logs.
pub fn run(args: &Args, context: &Context) -> Done {
    if input::is_stdin(&args.left) && input::is_stdin(&args.right) {
        return Err(Failure::usage("both logs are standard input", "name a file for one of them"));
    }
    let games = with_cards(args.cards.as_deref())?;
    let (left, right) = (input::named(&args.left, context)?, input::named(&args.right, context)?);
    if let Some(moment) = &args.at {
        return tables(args, moment, &left, &right, context);
    }
    let parting = match part(&games, &left, &right) {
        Ok(parting) => parting,
        Err(fault) => return Ok(no_log(args, context, &left, &fault)),
    };
    if context.json() {
        let name = |path: &Path| path.display().to_string();
        context.value(&Answer {
            left_log: name(&args.left),
            right_log: name(&args.right),
            parting: &parting,
        });
    } else {
        print(context, &parting);
    }
    let faultless = parting.left_fault.is_none() && parting.right_fault.is_none();
    Ok(End::success_if(parting.relation == Relation::Same && parting.notes() == 0 && faultless))
}

/// The table of a log at a moment.
struct Side<'a> {
    log: &'a Path,
    game: Box<dyn Match>,
    decision: u32,
    finding: Option<Report>,
}

/// Replays a log to a moment, or says why it has no match.
fn side<'a>(
    log: &'a Path,
    bytes: &[u8],
    args: &Args,
    moment: &Moment,
    context: &Context,
) -> Result<Option<Side<'a>>, Failure> {
    let mut replayed = match Replayed::open(bytes, args.cards.as_deref())? {
        Ok(replayed) => replayed,
        Err(report) => {
            say(&report, log, context);
            return Ok(None);
        }
    };
    let at = replayed.reached(moment)?.decision;
    replayed.in_range("--at", at, 0, replayed.total())?;
    replayed.seek(at);
    Ok(Some(Side {
        log,
        game: replayed.settled(),
        decision: replayed.decisions(),
        finding: replayed.finding(),
    }))
}

/// Compares the tables of both logs at a moment.
fn tables(args: &Args, moment: &Moment, left: &[u8], right: &[u8], context: &Context) -> Done {
    let Some(left) = side(&args.left, left, args, moment, context)? else { return Ok(End::Finding) };
    let Some(right) = side(&args.right, right, args, moment, context)? else { return Ok(End::Finding) };
    let state = differences(&*left.game, &*right.game);
    let when = |side: &Side<'_>| side.game.turn_step().to_string();
    if context.json() {
        let told = |side: &Side<'_>| serde_json::json!({ "decision": side.decision, "moment": when(side) });
        context.value(&serde_json::json!({
            "left_log": left.log.display().to_string(),
            "right_log": right.log.display().to_string(),
            "left_at": told(&left),
            "right_at": told(&right),
            "state": state,
        }));
    } else {
        for (name, side) in [("left", &left), ("right", &right)] {
            context.line(format_args!("  {name:<6} after decision {}, {}", side.decision, when(side)));
        }
        if state.is_empty() {
            context.line("the tables are the same");
        } else {
            context.line("tables (left vs right):");
            list(context, &state, STATE_SHOWN);
        }
    }
    for side in [&left, &right] {
        side.finding.iter().for_each(|finding| say(finding, side.log, context));
    }
    Ok(End::success_if(state.is_empty() && left.finding.is_none() && right.finding.is_none()))
}

/// Says which of the two is not a log.
fn no_log(args: &Args, context: &Context, left: &[u8], fault: &Fault) -> End {
    let is_left = duelog_log_format::Reader::open(left).is_err();
    let (side, path) = if is_left { ("left", &args.left) } else { ("right", &args.right) };
    if context.json() {
        let verdict = fault.verdict();
        context.value(&serde_json::json!({ "relation": "unreadable", "side": side, "log": path, "verdict": verdict, "message": fault.to_string() }));
    } else {
        context.line(format_args!("{:<11} {}", fault.verdict().word(), path.display()));
        context.line(format_args!("  what      {fault}"));
        context.line(format_args!("  remedy    {}", fault.remedy()));
    }
    End::Finding
}

fn print(context: &Context, parting: &Parting) {
    let Parting { relation, records, decisions, .. } = parting;
    let common = format!("{decisions} decisions ({records} records)");
    let stopped = match relation {
        // A torn log is the beginning of another one; behind other damage there is more of it.
        Relation::LeftContinues => parting.right_fault.as_ref().map(|fault| ("right", fault)),
        Relation::RightContinues => parting.left_fault.as_ref().map(|fault| ("left", fault)),
        Relation::Same | Relation::Parted | Relation::Unrelated => None,
    };
    let stopped = stopped.filter(|(_, fault)| fault.verdict() != Verdict::Torn);
    match relation {
        _ if stopped.is_some() => {
            let (side, verdict) =
                stopped.map_or(("", String::new()), |(side, fault)| (side, fault.verdict().to_string()));
            context.line(format_args!(
                "the logs agree for {common}; the {side} one is {verdict} there, and what follows in it is not compared"
            ));
        }
        Relation::Same if parting.notes() > 0 => {
            context.line(format_args!("the same match, with other notes: {common} in common"))
        }
        Relation::Same => {
            context.line(format_args!("same: both logs hold the same match, record for record: {common}"))
        }
        Relation::RightContinues => {
            context.line(format_args!("the left log is the beginning of the right one: {common} in common"))
        }
        Relation::LeftContinues => {
            context.line(format_args!("the right log is the beginning of the left one: {common} in common"))
        }
        Relation::Parted => context.line(format_args!("the logs part after {common} in common")),
        Relation::Unrelated => context.line("two matches: they do not start the same"),
    }
    for (side, notes) in [("left", parting.left_notes), ("right", parting.right_notes)] {
        if notes > 0 {
            context.line(format_args!("  only in the {side} log: {notes} notes, seals or signatures"));
        }
    }
    records_of(context, parting);
    if !parting.header.is_empty() {
        context.line("headers (left vs right):");
        list(context, &parting.header, HEADER_SHOWN);
    }
    if let Some(why) = &parting.not_compared {
        context.line(format_args!("the tables are not compared: {}", why));
    } else if *relation == Relation::Parted {
        if parting.state.is_empty() {
            context.line("the tables after these records are the same");
        } else {
            context.line("tables after these records (left vs right):");
            list(context, &parting.state, STATE_SHOWN);
        }
    }
    for (side, fault) in [("left", &parting.left_fault), ("right", &parting.right_fault)] {
        if let Some(fault) = fault {
            context.line(format_args!("the {side} log is {}: {fault}", fault.verdict()));
        }
    }
}

fn records_of(context: &Context, parting: &Parting) {
    let sides = [("left", &parting.left, &parting.left_says), ("right", &parting.right, &parting.right_says)];
    for (side, logged, says) in sides {
        let Some(Logged { at, record }) = logged else { continue };
        let says = says.clone().unwrap_or_else(|| record.kind().word().to_string());
        context.line(format_args!("  {side:<6} record {}, byte {}: {}", at.record, at.offset, &says));
    }
    if parting.same_input {
        context.line("  The input is the same; only what is claimed of the game differs.");
        if let Some(here) = &parting.here {
            context.line(format_args!("  here   {}", here));
        }
    }
}

fn list(context: &Context, differences: &[Difference], most: usize) {
    for Difference { path, left, right } in differences.iter().take(most) {
        context.line(format_args!("  {path}: {left} vs {right}"));
    }
    if differences.len() > most {
        context.line(format_args!("  and {} more (--format json shows all)", differences.len() - most));
    }
}
