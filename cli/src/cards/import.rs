//! `duelog cards import`: printed texts of cards become definitions.

mod duel_masters;
mod magic;
mod written;

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::output::{Context, Done, End, Failure};
use crate::{games, input};

/// Which cards are compiled, and what is told of them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The list of cards.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The game: duel-masters or magic.
    #[arg(long, help_heading = crate::headings::GAME)]
    game: String,
    /// The folder for the definitions; it is made if it does not exist. A name that ends in `.duelcards` makes a pack: all
    /// definitions in one file, which `--cards` takes as it takes a folder, with the reasons for what is left out.
    #[arg(long, value_name = "DIR", required_unless_present = "explain", help_heading = crate::headings::OUTPUT)]
    out: Option<PathBuf>,
    /// Writes one file for each first letter, in place of one that is there, as `core/<game>/compiled` has them.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    by_letter: bool,
    /// Only the cards that this file names, one a line. (magic)
    #[arg(long, value_name = "FILE", help_heading = crate::headings::FILTERS)]
    only: Option<PathBuf>,
    /// Writes nothing, and shows how this card is read: its text, the clauses, the definition, and that in words. (magic)
    #[arg(long, value_name = "CARD", help_heading = crate::headings::OUTPUT)]
    explain: Option<String>,
    /// Counts the cards whose definitions, told back in words, read exactly as their texts. (magic)
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    told_back: bool,
}

/// The state of a card whose definition was written by hand and is built in.
const BUILT_IN: &str = "built in";

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
    /// Definitions that were written by hand and are built in: they are not compiled.
    built_in: usize,
    left_out: usize,
}

/// Compiles the cards of a list and writes what is not there yet.
pub fn run(args: &Args, context: &Context) -> Done {
    games::factory(&args.game, None)?;
    match args.game.as_str() {
        "magic" => magic::run(args, context),
        "duel-masters" if args.only.is_some() || args.explain.is_some() || args.told_back => {
            Err(Failure::usage(
                "`--only`, `--explain` and `--told-back` are for the texts of magic",
                "leave them out for duel-masters",
            ))
        }
        "duel-masters" => duel_masters::run(args, context),
        game => Err(Failure::usage(
            format!("the texts of {game} cannot be compiled"),
            "`--game duel-masters` and `--game magic` are the games whose texts can be",
        )),
    }
}

/// The text of a list of cards.
fn list(file: &Path) -> Result<String, Failure> {
    input::cards(file).map_err(|error| {
        Failure::system(format!("{}: {error}", file.display()), "name a list of cards that can be read")
    })
}

/// That a list cannot be read.
fn no_list(file: &Path, error: &str) -> Failure {
    Failure::usage(
        format!("{}: {error}", file.display()),
        "a list of cards is needed; `duelog cards import --help` says of what",
    )
}

/// Tells what came of a card.
fn tell(name: &str, state: &str, file: Option<String>, message: Option<String>, context: &Context) {
    if context.json() {
        context.value(&Told { name, state, file, message });
    } else if state != "compiled" {
        match message {
            Some(why) => context.line(why),
            None if state == BUILT_IN => {}
            None => context.line(format_args!("{name}: kept, its file is there already")),
        }
    }
}

/// Tells how many cards came out how.
fn sum_up(summary: &Summary, context: &Context) -> Done {
    if context.json() {
        context.value(&serde_json::json!({ "summary": summary }));
    } else {
        let Summary { cards, compiled, kept, built_in, left_out } = summary;
        let built_in = if *built_in > 0 { format!("{built_in} built in, ") } else { String::new() };
        context.line(format_args!(
            "{cards} cards: {compiled} compiled, {kept} kept, {built_in}{left_out} left out"
        ));
    }
    Ok(End::success_if(summary.left_out == 0))
}
