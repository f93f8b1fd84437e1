//! `duelog cards`: checks, lists and shows card definitions, and the words that they are written in.

mod import;
mod vocabulary;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use duelog_kernel::deck::{closest, which_variant};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::{Digest, Factory};
use serde::Serialize;

use crate::output::{Context, Done, End, Failure};
use crate::{games, input};

/// Checks, lists, shows and compiles card definitions, and shows the words that they are written in.
#[derive(Debug, clap::Subcommand)]
pub enum Args {
    /// Checks definitions and names every file with a fault, its line and its column.
    #[command(after_help = "\
Examples:
  duelog cards check
  duelog cards check core/magic/cards

Without a path, the definitions that are built in are checked. The exit code is 1 if one has a fault.
A word that refers to nothing is a fault too, and so is a file that does not have the name of its card.

--format json prints {file, line, column, message} for each fault, then {summary: {game, definitions, faults}}.")]
    Check {
        /// Definition files (.ron), or folders that are searched for them.
        #[arg(value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// The game that the definitions are for. [default: the one in whose language they are; magic without a path]
        #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
        game: Option<String>,
    },
    /// Lists the cards that are defined.
    #[command(after_help = "\
Example:
  duelog cards list --game magic

--format json prints {game, name, file, test_only} for each card.")]
    List {
        /// Only the cards of this game.
        #[arg(long, help_heading = crate::headings::GAME)]
        game: Option<String>,
        /// A folder with definitions that add to those built in, or replace them.
        #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
        cards: Option<PathBuf>,
    },
    /// Shows one card in the words that a person would read.
    #[command(after_help = "\
Example:
  duelog cards show \"Captain of the Watch\"

--format json prints {game, name, file, test_only, digest, reading, definition}; logs pin the digest.")]
    Show {
        /// The card's name.
        name: String,
        /// The game, if several have a card of this name.
        #[arg(long, help_heading = crate::headings::GAME)]
        game: Option<String>,
        /// A folder with definitions that add to those built in, or replace them.
        #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
        cards: Option<PathBuf>,
    },
    /// Shows the words of the card language, each with an example.
    #[command(after_help = "\
Examples:
  duelog cards words
  duelog cards words Verb
  duelog cards words Damage PutCounters

Name a word, or a kind of words. Without a name all are shown. A question mark stands behind a part that may be left out, and
brackets around a list. The example is the shortest use among the definitions that are built in.

--format json prints {game, kind, says} for each kind and {game, kind, word, says, fields, example, card} for each word.")]
    Words {
        /// Words, or kinds of words.
        #[arg(value_name = "WORD")]
        names: Vec<String>,
        /// The game.
        #[arg(long, default_value = games::FIRST, help_heading = crate::headings::GAME)]
        game: String,
    },
    /// Compiles the printed texts of cards to definitions, and names each card that it does not understand in full.
    #[command(after_help = "\
Examples:
  duelog cards import --game duel-masters fixtures/import/duel-masters.json --out compiled
  duelog cards import --game magic fixtures/import/magic.json --out compiled

The file is a list of cards in JSON. Duel Masters: [{name, civilizations, cost, type, power, subtypes, supertypes, text, sets}].
Magic: MTGJSON's AtomicCards, Scryfall's bulk data, or [{name, layout, manaCost, type, power, toughness, loyalty, text}].
Only reminders in parentheses are skipped. A part that is not understood is named, with its place in the sentence and the nearest
sentence of the list that is understood. A definition of Duel Masters is written into a folder named after the first of the
card's sets; tokens of Magic that are not built in are written into `tokens`. A definition that exists, in whichever folder, is
kept. The exit code is 1 if a card is left out.

--format json prints {name, state, file, message} for each card, for Magic then {wording, alone, cards} for what blocks most
cards, then {summary: {cards, compiled, kept, left_out}}; the state is compiled, kept or left out.")]
    Import(import::Args),
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> Done {
    match args {
        Args::Check { paths, game, .. } if paths.is_empty() => {
            check_built_in(game.as_deref().unwrap_or(games::FIRST), context)
        }
        Args::Check { paths, game } => {
            let files = read_all(paths)?;
            check_files(game.as_deref().unwrap_or_else(|| games::likely(&files)), &files, context)
        }
        Args::List { game, cards } => list(&chosen(game.as_deref(), cards.as_deref())?, context),
        Args::Show { name, game, cards } => show(name, &chosen(game.as_deref(), cards.as_deref())?, context),
        Args::Import(args) => import::run(args, context),
        Args::Words { names, game } => vocabulary::show(names, &*games::factory(game, None)?, context),
    }
}

/// The games that an answer is about: one, with what is added to it, or all.
fn chosen(game: Option<&str>, cards: Option<&Path>) -> Result<Vec<Box<dyn Factory>>, Failure> {
    match game {
        Some(game) => Ok(vec![games::factory(game, cards)?]),
        None => games::with_cards(cards),
    }
}

/// The definition files that the paths name, by path.
fn read_all(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    let mut files = BTreeMap::new();
    for path in paths {
        if path.is_dir() {
            files.extend(games::definitions(path)?);
        } else {
            let text = input::text(path).map_err(|error| {
                Failure::system(
                    format!("{}: {error}", path.display()),
                    "name .ron files or folders that can be read",
                )
            })?;
            files.insert(path.display().to_string(), text);
        }
    }
    Ok(files.into_iter().collect())
}

/// A fault of a file, as one line of JSON.
#[derive(Debug, Serialize)]
struct Fault<'a> {
    file: &'a str,
    #[serde(flatten)]
    error: &'a DefinitionError,
}

fn check_built_in(game: &str, context: &Context) -> Done {
    let factory = games::factory(game, None)?;
    let texts = factory
        .cards()
        .into_iter()
        .filter_map(|info| Some((info.file, factory.card(&info.name)?.definition)));
    // One definition may be listed under several names.
    let texts: BTreeMap<String, String> = texts.collect();
    report(&*factory, &texts.into_iter().collect::<Vec<_>>(), Vec::new(), context)
}

/// Files may use each other's tokens, so those that can be read are put together before each is checked.
fn check_files(game: &str, files: &[(String, String)], context: &Context) -> Done {
    if files.is_empty() {
        return Err(Failure::usage(
            "there are no definitions to check",
            "name .ron files, or folders with .ron files",
        ));
    }
    let mut sound: Vec<(String, String)> = Vec::new();
    let mut faults = Vec::new();
    for (file, text) in files {
        match games::with(game, vec![(file.clone(), text.clone())])? {
            Ok(_) => sound.push((file.clone(), text.clone())),
            Err((_, error)) => faults.push((file.clone(), error)),
        }
    }
    match games::with(game, sound.clone())? {
        Ok(factory) => report(&*factory, &sound, faults, context),
        Err((file, error)) => Err(Failure::usage(format!("{file}:{error}"), "mend this definition first")),
    }
}

/// Checks files that can be read, and prints their faults with those that are known already.
fn report(
    factory: &dyn Factory,
    files: &[(String, String)],
    mut faults: Vec<(String, DefinitionError)>,
    context: &Context,
) -> Done {
    let checked = files.len() + faults.len();
    let mut places: BTreeMap<String, &str> = BTreeMap::new();
    for (file, text) in files {
        match factory.check(text) {
            Err(error) => faults.push((file.clone(), error)),
            Ok(names) => {
                let Some(name) = names.first() else { continue };
                let (own, right) = (duelog_kernel::files::name(file), factory.file_name(name));
                if own != right {
                    let message = format!("the file of \"{name}\" is called {right}, not {own}");
                    faults.push((file.clone(), DefinitionError { line: 1, column: 1, message }));
                }
                if let Some(other) = places.insert(name.clone(), file) {
                    let message = format!("\"{name}\" is defined in {other} already: keep one of them");
                    faults.push((file.clone(), DefinitionError { line: 1, column: 1, message }));
                }
            }
        }
    }
    faults.sort_by(|a, b| (&a.0, a.1.line, a.1.column).cmp(&(&b.0, b.1.line, b.1.column)));
    for (file, error) in &faults {
        if context.json() {
            context.value(&Fault { file, error });
        } else {
            context.line(format_args!("{file}:{error}"));
        }
    }
    if context.json() {
        context.value(&serde_json::json!({ "summary": { "game": factory.game(), "definitions": checked, "faults": faults.len() } }));
    } else if faults.is_empty() {
        context.line(format_args!("{checked} definitions of {}, all sound", factory.game()));
    } else {
        context.line(format_args!(
            "{checked} definitions of {}, {} with a fault (--game names another game)",
            factory.game(),
            faults.len()
        ));
    }
    Ok(End::success_if(faults.is_empty()))
}

fn list(factories: &[Box<dyn Factory>], context: &Context) -> Done {
    for factory in factories {
        let cards = factory.cards();
        if context.json() {
            cards.iter().for_each(|card| context.value(card));
            continue;
        }
        let width = cards.iter().map(|card| card.name.chars().count()).max().unwrap_or(0);
        for card in &cards {
            let test_only = if card.test_only { "  (only for tests)" } else { "" };
            context.line(format_args!("{:width$}  {}{test_only}", card.name, card.file));
        }
        context.line(format_args!("{} definitions of {}", cards.len(), factory.game()));
    }
    Ok(End::Success)
}

/// A card as one line of JSON.
#[derive(Debug, Serialize)]
struct Shown<'a> {
    game: &'a str,
    name: &'a str,
    file: &'a str,
    test_only: bool,
    digest: Digest,
    reading: &'a [String],
    definition: &'a str,
}

fn show(name: &str, factories: &[Box<dyn Factory>], context: &Context) -> Done {
    let listed: Vec<_> = factories
        .iter()
        .flat_map(|factory| factory.cards().into_iter().map(move |info| (factory, info)))
        .collect();
    let mut found: Vec<_> = listed.iter().filter(|(_, info)| info.name == name).collect();
    if found.is_empty() {
        found = listed.iter().filter(|(_, info)| info.name.to_lowercase() == name.to_lowercase()).collect();
    }
    if found.is_empty() {
        let names = || listed.iter().map(|(_, info)| info.name.as_str());
        let remedy = which_variant(name, names()).unwrap_or_else(|| {
            closest(name, names())
                .map_or("`duelog cards list` shows every card that is defined".to_string(), |meant| {
                    format!("did you mean \"{meant}\"?")
                })
        });
        return Err(Failure::usage(format!("unknown card \"{name}\""), remedy));
    }
    for (factory, info) in found {
        let Some(card) = factory.card(&info.name) else { continue };
        if context.json() {
            let (name, file, test_only) = (info.name.as_str(), info.file.as_str(), info.test_only);
            let (reading, definition) = (&card.reading, &card.definition);
            context.value(&Shown {
                game: info.game,
                name,
                file,
                test_only,
                digest: card.digest,
                reading,
                definition,
            });
            continue;
        }
        card.reading.iter().for_each(|line| context.line(line));
        context.line("");
        context.line(format_args!(
            "{}, {}{}",
            info.game,
            info.file,
            if info.test_only { ", only for tests" } else { "" }
        ));
        context.line(format_args!("digest {}", card.digest));
    }
    Ok(End::Success)
}
