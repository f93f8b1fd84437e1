//! The texts of Magic.

use std::collections::BTreeSet;

use duelog_magic::cards::FILES;
use duelog_magic::language::parse::parse;
use duelog_magic_import as compiler;

use super::written::{Written, read_alike};
use super::{Args, BUILT_IN, Summary, list, no_list, only, rank, share, sum_up, tell, written};
use crate::games;
use crate::output::{Context, Done, End, Failure};

/// Compiles the cards of a list and writes what is not there yet.
pub fn run(args: &Args, context: &Context) -> Done {
    let all = compiler::read(&list(&args.file)?).map_err(|error| no_list(&args.file, &error))?;
    if let Some(name) = &args.explain {
        return explain(name, &all, context);
    }
    let only = only(args)?;
    let chosen = |card: &&compiler::Printed| only.as_ref().is_none_or(|only| only.contains(&card.name));
    let cards: Vec<&compiler::Printed> = all.iter().filter(chosen).collect();
    let mut out = Written::begin(args, |one, other| read_alike(parse, one, other))?;
    let factory = games::factory(&args.game, None)?;
    let (outcomes, tokens) = compiler::compile_all(&cards);
    let mut summary = Summary { cards: cards.len(), ..Summary::default() };
    let mut named = BTreeSet::new();
    let mut same = 0;
    for (card, outcome) in cards.iter().zip(&outcomes) {
        let (state, file, message) = match &outcome.result {
            Err(fault) => {
                summary.left_out += 1;
                let why = outcome.told(fault);
                out.refuse(&outcome.name, &why);
                ("left out", None, Some(why))
            }
            Ok(made) => {
                let front = made.definitions.first().map_or("", |first| first.name.as_str());
                if FILES.get(&factory.file_name(front)).is_some() {
                    summary.built_in += 1;
                    (BUILT_IN, None, None)
                } else if let Some(file) = out.there(&factory.file_name(front)) {
                    summary.kept += 1;
                    ("kept", Some(file.to_string()), None)
                } else {
                    let (mut first, mut unchanged) = (None, true);
                    for definition in &made.definitions {
                        let file = factory.file_name(&definition.name);
                        let place = out.add(None, &file, compiler::print(definition))?;
                        first.get_or_insert(place.file);
                        unchanged &= place.unchanged;
                        named.extend(compiler::tokens_in(definition));
                    }
                    same += usize::from(compiler::told_back(card, made));
                    (written(unchanged, &mut summary), first, None)
                }
            }
        };
        tell(&outcome.name, state, file, message, context);
    }
    // Tokens make tokens.
    let mut wanted: Vec<String> = named.iter().cloned().collect();
    while let Some(name) = wanted.pop() {
        let made = tokens.get(&name).map(compiler::tokens_in).unwrap_or_default();
        wanted.extend(made.into_iter().filter(|name| named.insert(name.clone())));
    }
    for token in tokens.values().filter(|token| named.contains(&token.name)) {
        out.add(Some("tokens"), &factory.file_name(&token.name), compiler::print(token))?;
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
    let found = all.iter().find(|card| {
        card.name.eq_ignore_ascii_case(name)
            || card.faces.iter().any(|face| face.name.eq_ignore_ascii_case(name))
    });
    let card = found.ok_or_else(|| {
        Failure::usage(format!("the list has no card \"{name}\""), "name one as the list has it")
    })?;
    for face in &card.faces {
        context.line(&face.name);
        face.text.lines().for_each(|line| context.line(format_args!("  {line}")));
    }
    compiler::explain(card).lines().for_each(|line| context.line(line));
    let (outcomes, tokens) = compiler::compile_all(&[card]);
    for outcome in &outcomes {
        match &outcome.result {
            Err(fault) => context.line(outcome.told(fault)),
            Ok(made) => {
                for definition in made.definitions.iter().chain(tokens.values()) {
                    compiler::print(definition).lines().for_each(|line| context.line(line));
                    compiler::reading(definition).iter().for_each(|line| context.line(line));
                }
            }
        }
    }
    Ok(End::success_if(outcomes.iter().all(|outcome| outcome.result.is_ok())))
}
