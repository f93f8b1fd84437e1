//! `duelog cards import`: printed texts of cards become definitions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use duelog_duel_masters_import as compiler;
use serde::Serialize;

use crate::output::{Context, Done, End, Failure};
use crate::{games, input, new_file};

/// The game whose texts can be compiled.
const GAME: &str = "duel-masters";

/// The result for a card, as one line of JSON.
#[derive(Debug, Serialize)]
struct Told<'a> {
    name: &'a str,
    state: &'a str,
    file: Option<String>,
    message: Option<String>,
}

/// How many cards came out how.
#[derive(Debug, Default, Serialize)]
struct Summary {
    cards: usize,
    compiled: usize,
    kept: usize,
    left_out: usize,
}

/// Compiles the cards of a list and writes what is not there yet.
pub fn run(file: &Path, game: &str, out: &Path, context: &Context) -> Done {
    let factory = games::factory(game, None)?;
    if game != GAME {
        return Err(Failure::usage(
            format!("the texts of {game} cannot be compiled"),
            format!("`--game {GAME}` is the game whose texts can be"),
        ));
    }
    let text = input::text(file).map_err(|error| {
        Failure::system(format!("{}: {error}", file.display()), "name a list of cards that can be read")
    })?;
    let cards = compiler::read(&text).map_err(|error| {
        Failure::usage(
            format!("{}: {error}", file.display()),
            "a list of cards is needed; `duelog cards import --help` says of what",
        )
    })?;
    fs::create_dir_all(out).map_err(|error| new_file::unwritable(out, &error))?;
    let there = there(out)?;
    let mut summary = Summary { cards: cards.len(), ..Summary::default() };
    for (card, outcome) in cards.iter().zip(compiler::compile_all(&cards)) {
        let name = factory.file_name(&outcome.name);
        let (state, file, message) = if let Some(file) = there.get(&name) {
            summary.kept += 1;
            ("kept", Some(file.clone()), None)
        } else if let Ok(definition) = &outcome.result {
            let text = compiler::print(definition);
            let folder = out.join(card.folder());
            fs::create_dir_all(&folder).map_err(|error| new_file::unwritable(&folder, &error))?;
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| new_file::unwritable(&path, &error))?;
            summary.compiled += 1;
            ("compiled", Some(path.display().to_string()), None)
        } else {
            summary.left_out += 1;
            ("left out", None, Some(outcome.to_string()))
        };
        if context.json() {
            context.value(&Told { name: &outcome.name, state, file, message });
        } else if state != "compiled" {
            let what =
                message.unwrap_or_else(|| format!("{}: kept, its file is there already", outcome.name));
            context.line(what);
        }
    }
    let Summary { cards, compiled, kept, left_out } = summary;
    if context.json() {
        context.value(&serde_json::json!({ "summary": summary }));
    } else {
        context.line(format_args!("{cards} cards: {compiled} compiled, {kept} kept, {left_out} left out"));
    }
    Ok(End::success_if(left_out == 0))
}

/// The definition files in a folder and below it, by their names.
fn there(folder: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let named = |(path, _): (String, String)| {
        let name = Path::new(&path).file_name()?.to_string_lossy().into_owned();
        Some((name, path))
    };
    Ok(games::definitions(folder)?.into_iter().filter_map(named).collect())
}
