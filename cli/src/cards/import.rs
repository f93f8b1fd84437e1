//! `duelog cards import`: printed texts of cards become definitions.

mod duel_masters;
mod flesh_and_blood;
mod magic;
mod written;

use std::collections::BTreeSet;
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
    /// The game: duel-masters, flesh-and-blood or magic.
    #[arg(long, help_heading = crate::headings::GAME)]
    game: String,
    /// The folder for the definitions; it is made if it does not exist. A name that ends in `.duelcards` makes a pack: all
    /// definitions in one file, which `--cards` takes as it takes a folder, with the reasons for what is left out.
    #[arg(long, value_name = "DIR", required_unless_present = "explain", help_heading = crate::headings::OUTPUT)]
    out: Option<PathBuf>,
    /// Writes one file for each first letter, in place of one that is there, as `core/<game>/compiled` has them. A definition
    /// that is there and means the same keeps its text, and so its digest.
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    by_letter: bool,
    /// Only the cards that this file names, one a line. (flesh-and-blood, magic)
    #[arg(long, value_name = "FILE", help_heading = crate::headings::FILTERS)]
    only: Option<PathBuf>,
    /// Writes nothing, and shows how this card is read: its text, the clauses, the definition, and that in words.
    /// (flesh-and-blood, magic)
    #[arg(long, value_name = "CARD", help_heading = crate::headings::OUTPUT)]
    explain: Option<String>,
    /// Counts the cards whose definitions, told back in words, read exactly as their texts.
    /// (flesh-and-blood, magic)
    #[arg(long, help_heading = crate::headings::OUTPUT)]
    told_back: bool,
}

/// The state of a card whose definition was written by hand and is built in.
const BUILT_IN: &str = "built in";

/// The state of a card whose definition is there already and means the same, so that its text stays.
const UNCHANGED: &str = "unchanged";

/// The result for a card, as one line of JSON.
#[derive(Debug, Serialize)]
struct CardResult<'a> {
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
    /// Definitions that stand in the files by letter already, and mean the same.
    unchanged: usize,
    kept: usize,
    /// Definitions that were written by hand and are built in: they are not compiled.
    built_in: usize,
    left_out: usize,
}

/// How many of the wordings that block most cards are told.
const TOLD: usize = 30;

/// Says what blocks cards, as one line of JSON.
#[derive(Debug, Serialize)]
struct Blocking<'a> {
    wording: &'a str,
    /// The cards that it alone blocks.
    alone: usize,
    cards: usize,
}

/// Compiles the cards of a list and writes what is not there yet.
pub fn run(args: &Args, context: &Context) -> Done {
    games::factory(&args.game, None)?;
    match args.game.as_str() {
        "magic" => magic::run(args, context),
        "flesh-and-blood" => flesh_and_blood::run(args, context),
        "duel-masters" if args.only.is_some() || args.explain.is_some() || args.told_back => {
            Err(Failure::usage(
                "`--only`, `--explain` and `--told-back` are for the texts of magic and flesh-and-blood",
                "leave them out for duel-masters",
            ))
        }
        "duel-masters" => duel_masters::run(args, context),
        game => Err(Failure::usage(
            format!("the texts of {game} cannot be compiled"),
            "`--game duel-masters`, `--game flesh-and-blood` and `--game magic` are the games whose texts can be",
        )),
    }
}

/// The names of the cards that alone are compiled, where a file says them.
fn only(args: &Args) -> Result<Option<BTreeSet<String>>, Failure> {
    let text = args.only.as_deref().map(list).transpose()?;
    let names = |text: String| {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect()
    };
    Ok(text.map(names))
}

/// Tells what blocks most cards: in few words, how many it alone blocks, and how many in all.
fn rank(ranked: &[(String, usize, usize)], context: &Context) {
    if !context.json() && !ranked.is_empty() {
        context.line(format_args!("{} kinds of faults; those that alone block most cards:", ranked.len()));
    }
    for (wording, alone, cards) in ranked.iter().take(TOLD) {
        if context.json() {
            context.value(&Blocking { wording, alone: *alone, cards: *cards });
        } else {
            context.line(format_args!("  {alone} alone, {cards} in all: {wording}"));
        }
    }
}

/// Tells how many of the compiled cards read, told back in words, as their texts.
fn share(same: usize, compiled: usize, context: &Context) {
    if context.json() {
        context.value(&serde_json::json!({ "told_back": { "same": same, "compiled": compiled } }));
    } else {
        context.line(format_args!(
            "{same} of {compiled} compiled cards read, told back, exactly as their texts"
        ));
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
        context.value(&CardResult { name, state, file, message });
    } else if state != "compiled" {
        match message {
            Some(why) => context.line(why),
            None if [BUILT_IN, UNCHANGED].contains(&state) => {}
            None => context.line(format_args!("{name}: kept, its file is there already")),
        }
    }
}

/// The state of a card whose definition has been written, which is counted.
fn written(unchanged: bool, summary: &mut Summary) -> &'static str {
    if unchanged {
        summary.unchanged += 1;
        UNCHANGED
    } else {
        summary.compiled += 1;
        "compiled"
    }
}

/// Tells how many cards came out how.
fn sum_up(summary: &Summary, context: &Context) -> Done {
    if context.json() {
        context.value(&serde_json::json!({ "summary": summary }));
    } else {
        let Summary { cards, compiled, unchanged, kept, built_in, left_out } = summary;
        let counted =
            |count: usize, what: &str| if count > 0 { format!("{count} {what}, ") } else { String::new() };
        let (unchanged, built_in) = (counted(*unchanged, UNCHANGED), counted(*built_in, BUILT_IN));
        context.line(format_args!(
            "{cards} cards: {compiled} compiled, {unchanged}{kept} kept, {built_in}{left_out} left out"
        ));
    }
    Ok(End::success_if(summary.left_out == 0))
}
