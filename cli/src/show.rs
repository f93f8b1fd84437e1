//! `duelog show`: the table after a decision.

use duelog_kernel::{Match, Viewer};
use duelog_log_format::clock::Loss;
use duelog_verifier::moment::Moment;
use duelog_verifier::outcome_in_words;
use duelog_verifier::timing::{losses_until, with_losses};

use crate::clock::Times;
use crate::output::{Context, Done, End, Failure};
use crate::replayed::Looking;
use crate::source::{Opened, Source};
use crate::table;
use crate::viewer_log::{self, ViewerLog};

/// Shows the table after a decision, from one seat or with everything open.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog show fixtures/golden/magic/magic-1.duelog --at t5.combat --seat 1

Every record up to there is checked. If one does not verify, the table after the last good decision is shown and the exit code
is 1. A viewer's log (.duelview) shows the table as far as its viewer was told. cli/JSON.md lists the fields of --format json.")]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The moment: a number of decisions, or a name such as t5.combat (see `duelog history --help`). [default: the
    /// end]
    #[arg(long, value_name = "MOMENT", help_heading = crate::headings::MOMENT)]
    at: Option<Moment>,
    #[command(flatten)]
    looking: Looking,
}

/// Replays to the decision and shows the table there.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = args.source.bytes(context)?;
    if viewer_log::is_one(&bytes) {
        let own = ViewerLog::open(&args.source, &bytes, &args.looking, context)?;
        let Some(own) = own else { return Ok(End::Finding) };
        context.call_players(own.names.clone());
        return viewer_log::show(&args.source, &own, args.at.as_ref(), context);
    }
    let Some(opened) = args.source.opened(&bytes, &args.looking, context)? else { return Ok(End::Finding) };
    opened.call_players(context);
    let Opened { mut replayed, viewer, .. } = opened;
    match &args.at {
        Some(moment) => {
            let at = replayed.reached(moment)?.decision;
            replayed.in_range("--at", at, 0, replayed.total())?;
            replayed.seek(at);
        }
        None => while replayed.step().is_some() {},
    }
    let finding = replayed.finding();
    let time = Times::of_log_after(&bytes, replayed.decisions());
    let mut game = replayed.settled();
    if context.json() {
        let mut value = serde_json::to_value(game.view(viewer))
            .map_err(|error| Failure::system(error.to_string(), "report this fault of the program"))?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("decision".to_string(), replayed.decisions().into());
            fields.insert("moment".to_string(), game.turn_step().to_string().into());
            fields.extend(time.map(|time| ("time".to_string(), serde_json::json!(time))));
            fields.extend(game.outcome().map(|outcome| ("outcome".to_string(), serde_json::json!(outcome))));
            fields.extend(finding.as_ref().map(|report| ("finding".to_string(), serde_json::json!(report))));
        }
        context.value(&value);
    } else {
        if let Some(report) = &finding {
            args.source.say(report, context);
            context
                .line(format_args!("The table after decision {}, the last good one:", replayed.decisions()));
        }
        print(&mut *game, viewer, &losses_until(&bytes, replayed.decisions()), context);
        if let Some(time) = time {
            context.line(format_args!("Time left: {}.", time.left_in_words()));
        }
    }
    Ok(End::success_if(finding.is_none()))
}

fn print(game: &mut dyn Match, viewer: Viewer, losses: &[Loss], context: &Context) {
    let view = game.view(viewer);
    let near = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    let (request, waiting_for) = (view.request.clone(), view.waiting_for);
    context.table(view, near);
    match (request, waiting_for, game.outcome()) {
        (Some(asked), _, _) => context.question(asked),
        (None, Some(seat), _) => {
            context.line(format_args!("{} is asked.", table::capital(&seat.to_string())))
        }
        (None, None, Some(outcome)) => {
            let over = with_losses(&outcome_in_words(&outcome), losses);
            context.line(format_args!("The match is over: {over}"));
        }
        (None, None, None) => {}
    }
}
