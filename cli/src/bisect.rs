//! `duelog bisect`: the first decision at which two builds part.

use std::path::PathBuf;

use duelog_kernel::View;
use duelog_kernel::digest::Difference;
use duelog_log_format::Reader;
use duelog_verifier::{Bisection, LocalEngine, Report, Side, StartError, Unanswered, bisect, factory};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::games::with_cards;
use crate::input;
use crate::other::{EngineProgram, Patience};
use crate::output::{Context, Done, End, Failure};
use crate::verify;

/// Finds the first decision of a log at which this build and another one part, and shows both tables there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  duelog bisect fixtures/golden/magic/magic-1.duelog --engine duelog

Both builds replay the inputs of the log; nothing else in the log matters. The command compares a chain over the tags of all decisions, each
over the state and the next request. The chain differs from the first difference on, even if the two matches become the same again, so halving
finds the first one: a log of 1,000 decisions takes at most 12 comparisons. The builds also part where one refuses a decision that the other
takes. If the tables look the same, either the question differs, or the builds write states differently.

--engine runs the program PATH, another build of duelog, and talks to it in the engine protocol (cli/ENGINE.md).

--format json prints one object: log, engine, decisions, agreed, at, decision, both_refuse, comparisons, here and there (each refused, root, tag, view,
outcome), differences.

Exit codes: 0 if they agree to the end, 1 if they part or the bytes of the log are at fault, 2 for wrong use, 3 if a file cannot be read, 5 if
the program of --engine does not start, ends, does not respond or does not speak this protocol.")]
pub struct Args {
    /// The log; `-` is standard input.
    log: PathBuf,
    /// The other build of duelog.
    #[arg(long, value_name = "PATH", help_heading = crate::headings::RULES)]
    engine: PathBuf,
    #[command(flatten)]
    patience: Patience,
    /// A folder with card definitions for both builds, which add to those built in, or replace them.
    #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
    cards: Option<PathBuf>,
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    log: String,
    engine: Named,
    #[serde(flatten)]
    bisection: &'a Bisection,
}

/// The other build.
#[derive(Debug, Serialize)]
struct Named {
    program: String,
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
}

/// How many differences of tables are printed for people.
const DIFFERENCES_SHOWN: usize = 40;

/// Finds where they part.
pub fn run(args: &Args, context: &Context) -> Done {
    let games = with_cards(args.cards.as_deref())?;
    let bytes = input::bytes(&args.log)?;
    let log = args.log.display().to_string();
    let finding = |report: &Report| {
        if context.json() {
            context.value(&serde_json::json!({ "log": log, "finding": report }))
        } else {
            verify::print(context, &log, report)
        }
        Ok(End::Finding)
    };
    let header = match Reader::open(&bytes) {
        Ok(reader) => reader.header().clone(),
        Err(fault) => return finding(&Report::of(&fault.into(), 0, None)),
    };
    let factory = match factory(&games, &header) {
        Ok(factory) => factory,
        Err(unsupported) => return finding(&Report::of(&StartError::from(unsupported).into(), 0, None)),
    };
    let mut other = EngineProgram::start(&args.engine, args.cards.as_ref(), &args.patience)?;
    let engine = Named {
        program: args.engine.display().to_string(),
        engine: other.name(),
        revision: other.revision(&header.game),
    };
    let bisection = match bisect(&mut LocalEngine::new(factory), &mut other, &bytes) {
        Ok(bisection) => bisection,
        Err(Unanswered::Fault(fault)) => return finding(&Report::of(&fault.into(), 0, None)),
        Err(Unanswered::There(trouble)) => return Err(trouble.into()),
        Err(Unanswered::Here(error)) => {
            return Err(Failure::system(error.to_string(), "this is a fault of the program: report it"));
        }
    };
    if context.json() {
        context.value(&Answer { log, engine, bisection: &bisection });
    } else {
        let there = format!("{} ({}{})", engine.program, engine.engine, revision(engine.revision));
        print(context, &bisection, factory.game(), &revision(Some(factory.revision())), &there);
    }
    Ok(End::success_if(bisection.at.is_none()))
}

fn revision(revision: Option<u32>) -> String {
    revision.map_or_else(|| ", without this game".to_string(), |revision| format!(", revision {revision}"))
}

fn print(context: &Context, found: &Bisection, game: &'static str, revision: &str, there: &str) {
    let Bisection { decisions, agreed, comparisons, .. } = found;
    let compared = format!("{comparisons} {}", if *comparisons == 1 { "comparison" } else { "comparisons" });
    match (found.at, found.both_refuse) {
        (None, None) => {
            context.line(format_args!("both builds agree on all {decisions} decisions ({compared})"))
        }
        (None, Some(0)) => context.line("neither build begins this match, so that nothing can be compared"),
        (None, Some(at)) => context.line(format_args!(
            "both builds agree on {agreed} decisions and refuse decision {at} ({compared})"
        )),
        (Some(0), _) => context.line(format_args!(
            "the builds part at the setup, before the first of {decisions} decisions ({compared})"
        )),
        (Some(at), _) => context.line(format_args!(
            "the builds agree on {agreed} of {decisions} decisions and part at decision {at} ({compared})"
        )),
    }
    if let Some(decision) = &found.decision {
        context.line(format_args!("  {decision}"));
    }
    let sides = [
        (format!("here ({}{revision})", duelog_verifier::ENGINE), &found.here),
        (format!("there, {there}"), &found.there),
    ];
    for (name, side) in sides {
        if let Some(side) = side {
            context.line("");
            context.line(format_args!("{name}:"));
            table(context, side, game);
        }
    }
    if found.here.is_some() && found.there.is_some() {
        context.line("");
        differences(context, &found.differences);
    }
}

/// One side's table and its request.
fn table(context: &Context, side: &Side, game: &'static str) {
    if let Some(refused) = &side.refused {
        let rule = refused.rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})"));
        let before = if side.view.is_some() { "; the table before it" } else { "" };
        // A message of the rules ends with its rule.
        let rule = if refused.message.contains(rule.trim()) { String::new() } else { rule };
        context.line(format_args!("refused: {}{rule}{before}", refused.message));
    }
    let Some(json) = &side.view else { return };
    match view(json, game) {
        Some(view) => context.table(view, None),
        None => context.line("its table has a form that is not known here (--format json shows it)"),
    }
    let request = &json["request"];
    if let (Some(seat), Some(question)) = (request["seat"].as_u64(), request["question"].as_str()) {
        context.line(format_args!("seat {seat} is asked: {question}"));
        let options = request["options"].as_array().map_or(&[][..], Vec::as_slice);
        for text in options.iter().filter_map(|option| option["text"].as_str()) {
            context.line(format_args!("  - {text}"));
        }
    }
    if let Some(outcome) = &side.outcome {
        context.line(duelog_verifier::outcome_in_words(outcome));
    }
}

/// A table out of its JSON, without the request; none if another build writes it differently.
fn view(json: &Value, game: &'static str) -> Option<View> {
    fn part<T: DeserializeOwned>(json: &Value, name: &str) -> Option<T> {
        serde_json::from_value(json[name].clone()).ok()
    }
    let decisions = part(json, "decisions")?;
    let (turn, players, zones) = (part(json, "turn")?, part(json, "players")?, part(json, "zones")?);
    Some(View { game, decisions, turn, players, zones, request: None, waiting_for: None })
}

fn differences(context: &Context, differences: &[Difference]) {
    if differences.is_empty() {
        return context
            .line("the tables look the same, and the same is asked: the builds write the state down differently, or what differs is not shown");
    }
    context.line("what differs (here vs there):");
    for Difference { path, left, right } in differences.iter().take(DIFFERENCES_SHOWN) {
        context.line(format_args!("  {path}: {left} vs {right}"));
    }
    if differences.len() > DIFFERENCES_SHOWN {
        context.line(format_args!(
            "  and {} more (--format json shows all)",
            differences.len() - DIFFERENCES_SHOWN
        ));
    }
}
