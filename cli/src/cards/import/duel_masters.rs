//! The texts of Duel Masters.

use duelog_duel_masters::language::parse::parse;
use duelog_duel_masters_import as compiler;

use super::written::{Written, read_alike};
use super::{Args, Summary, list, no_list, sum_up, tell, written};
use crate::games;
use crate::output::{Context, Done};

/// Compiles the cards of a list and writes what is not there yet.
pub fn run(args: &Args, context: &Context) -> Done {
    let factory = games::factory(&args.game, None)?;
    let cards = compiler::read(&list(&args.file)?).map_err(|error| no_list(&args.file, &error))?;
    let mut out = Written::begin(args, |one, other| read_alike(parse, one, other))?;
    let mut summary = Summary { cards: cards.len(), ..Summary::default() };
    for (card, outcome) in cards.iter().zip(compiler::compile_all(&cards)) {
        let name = factory.file_name(&outcome.name);
        let (state, file, message) = if let Some(file) = out.there(&name) {
            summary.kept += 1;
            ("kept", Some(file.to_string()), None)
        } else if let Ok(definition) = &outcome.result {
            let place = out.add(Some(&card.folder()), &name, compiler::print(definition))?;
            (written(place.unchanged, &mut summary), Some(place.file), None)
        } else {
            summary.left_out += 1;
            let why = outcome.to_string();
            out.refuse(&outcome.name, &why);
            ("left out", None, Some(why))
        };
        tell(&outcome.name, state, file, message, context);
    }
    out.finish()?;
    sum_up(&summary, context)
}
