//! The texts of Flesh and Blood.

use duelog_flesh_and_blood_import as compiler;

use super::{Args, Summary, folder, list, no_list, only, rank, share, sum_up, tell, write};
use crate::games;
use crate::output::{Context, Done, End, Failure};

/// Compiles the cards of a list, each with all its variants, and writes what is not there yet.
pub fn run(args: &Args, context: &Context) -> Done {
    let all = compiler::read(&list(&args.file)?).map_err(|error| no_list(&args.file, &error))?;
    if let Some(name) = &args.explain {
        return explain(name, &all, context);
    }
    let only = only(args)?;
    let (out, there) = folder(args)?;
    let factory = games::factory(&args.game, None)?;
    let outcomes = compiler::compile_all(&all, |name| only.as_ref().is_none_or(|only| only.contains(name)));
    let mut summary = Summary { cards: outcomes.len(), ..Summary::default() };
    let mut same = 0;
    for outcome in &outcomes {
        let (state, file, message) = match &outcome.result {
            Err(fault) => {
                summary.left_out += 1;
                ("left out", None, Some(outcome.told(fault)))
            }
            Ok(definition) => {
                let name = factory.file_name(&definition.name);
                if let Some(file) = there.get(&name) {
                    summary.kept += 1;
                    ("kept", Some(file.clone()), None)
                } else {
                    let path = write(out, &name, &compiler::print(definition))?;
                    let card = all.iter().find(|card| card.name == outcome.name);
                    same += usize::from(card.is_some_and(|card| compiler::told_back(card, definition)));
                    summary.compiled += 1;
                    ("compiled", Some(path), None)
                }
            }
        };
        tell(&outcome.name, state, file, message, context);
    }
    rank(&compiler::rank(&outcomes), context);
    if args.told_back {
        share(same, summary.compiled, context);
    }
    sum_up(&summary, context)
}

/// Shows how a card is read.
fn explain(name: &str, all: &[compiler::Printed], context: &Context) -> Done {
    let card = all.iter().find(|card| card.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        Failure::usage(format!("the list has no card \"{name}\""), "name one as the list has it")
    })?;
    context.line(&card.name);
    card.text.lines().for_each(|line| context.line(format_args!("  {line}")));
    compiler::explain(card).lines().for_each(|line| context.line(line));
    let outcomes = compiler::compile_all(all, |own| own == card.name);
    for outcome in &outcomes {
        match &outcome.result {
            Err(fault) => context.line(outcome.told(fault)),
            Ok(definition) => {
                compiler::print(definition).lines().for_each(|line| context.line(line));
                compiler::reading(definition).iter().for_each(|line| context.line(line));
            }
        }
    }
    Ok(End::success_if(outcomes.iter().all(|outcome| outcome.result.is_ok())))
}
