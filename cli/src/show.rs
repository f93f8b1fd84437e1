//! `duelog show`: the table after a decision.

use std::path::PathBuf;

use duelog_kernel::{Match, Viewer};
use duelog_verifier::moment::Moment;
use duelog_verifier::outcome_in_words;

use crate::output::{Context, Done, End, Failure};
use crate::players::Named;
use crate::replayed::{Looking, Replayed, say};
use crate::{input, table};

/// Shows the table after a decision, from one seat or with everything open.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog show fixtures/golden/magic/magic-1.duelog --at t5.combat --seat 1

Every record up to there is checked on the way; where one does not verify, the table after the last good decision is shown and the
exit code is 1. The fields of --format json are listed in cli/JSON.md.")]
pub struct Args {
    /// The log; `-` is the standard input.
    log: PathBuf,
    /// After how many decisions, or at which moment, for instance t5.combat (see `duelog history --help`).
    /// [default: the end]
    #[arg(long, value_name = "MOMENT")]
    at: Option<Moment>,
    #[command(flatten)]
    looking: Looking,
    #[command(flatten)]
    named: Named,
    /// A folder with card definitions that add to those built in, or replace them.
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
}

/// Replays to the decision and shows the table there.
pub fn run(args: &Args, context: &Context) -> Done {
    let bytes = input::bytes(&args.log)?;
    let Some(mut replayed) = Replayed::read(&bytes, &args.log, args.cards.as_deref(), context)? else {
        return Ok(End::Finding);
    };
    let viewer = args.looking.viewer(&replayed)?;
    replayed.look_as(viewer);
    args.named.call(replayed.header(), context)?;
    match &args.at {
        Some(moment) => {
            let at = replayed.reached(moment)?.decision;
            replayed.in_range("--at", at, 0, replayed.total())?;
            replayed.seek(at);
        }
        None => while replayed.step().is_some() {},
    }
    let finding = replayed.finding();
    let mut game = replayed.settled();
    if context.json() {
        let mut value = serde_json::to_value(game.view(viewer))
            .map_err(|error| Failure::system(error.to_string(), "report this fault of the program"))?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("decision".to_string(), replayed.decisions().into());
            fields.insert("moment".to_string(), game.turn_step().to_string().into());
            fields.extend(game.outcome().map(|outcome| ("outcome".to_string(), serde_json::json!(outcome))));
            fields.extend(finding.as_ref().map(|report| ("finding".to_string(), serde_json::json!(report))));
        }
        context.value(&value);
    } else {
        if let Some(report) = &finding {
            say(report, &args.log, context);
            context
                .line(format_args!("The table after decision {}, the last good one:", replayed.decisions()));
        }
        print(&mut *game, viewer, context);
    }
    Ok(End::well_if(finding.is_none()))
}

fn print(game: &mut dyn Match, viewer: Viewer, context: &Context) {
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
            context.line(format_args!("The match is over: {}", outcome_in_words(&outcome)))
        }
        (None, None, None) => {}
    }
}
