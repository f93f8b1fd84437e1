//! The texts of Flesh and Blood.

use duelog_flesh_and_blood::cards::FILES;
use duelog_flesh_and_blood::language::parse::parse;
use duelog_flesh_and_blood_import as compiler;

use super::written::{Written, read_alike};
use super::{Args, BUILT_IN, Summary, list, no_list, only, rank, share, sum_up, tell, written};
use crate::games;
use crate::output::{Context, Done, End, Failure};

/// Compiles the cards of a list, each with all its variants, and writes what is not there yet.
pub fn run(args: &Args, context: &Context) -> Done {
    let all = compiler::read(&list(&args.file)?).map_err(|error| no_list(&args.file, &error))?;
    if let Some(name) = &args.explain {
        return explain(name, &all, context);
    }
    let only = only(args)?;
    let mut out = Written::begin(args, |one, other| read_alike(parse, one, other))?;
    let factory = games::factory(&args.game, None)?;
    let outcomes = compiler::compile_all(&all, |name| only.as_ref().is_none_or(|only| only.contains(name)));
    let mut summary = Summary { cards: outcomes.len(), ..Summary::default() };
    let mut same = 0;
    for outcome in &outcomes {
        let (state, file, message) = match &outcome.result {
            Err(fault) => {
                summary.left_out += 1;
                let why = outcome.told(fault);
                out.refuse(&outcome.name, &why);
                ("left out", None, Some(why))
            }
            Ok(definition) => {
                let name = factory.file_name(&definition.name);
                if FILES.get(&name).is_some() {
                    summary.built_in += 1;
                    (BUILT_IN, None, None)
                } else if let Some(file) = out.there(&name) {
                    summary.kept += 1;
                    ("kept", Some(file.to_string()), None)
                } else {
                    let place = out.add(None, &name, compiler::print(definition))?;
                    let card = all.iter().find(|card| card.name == outcome.name);
                    same += usize::from(card.is_some_and(|card| compiler::told_back(card, definition)));
                    (written(place.unchanged, &mut summary), Some(place.file), None)
                }
            }
        };
        tell(&outcome.name, state, file, message, context);
    }
    out.finish()?;
    rank(&compiler::rank(&outcomes), context);
    if args.told_back {
        share(same, summary.compiled + summary.unchanged, context);
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
