//! `duelog cards`: checks, lists and shows card definitions, and the words that they are written in.

mod extract;
mod import;
mod migrate;
mod spoken;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use duelog_kernel::deck::{closest, which_variant};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::migration::OldWord;
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

Without a path, the definitions that are built in and were written by hand are checked. The exit code is 1 if one has a fault.
A word that refers to nothing is a fault too, and so is a file that does not have the name of its card. All faults of a file are
named that can be found at once: one at least for each field, and for each entry of a list.
A word that the language has given up stays readable. A hint names what is written in its place, and `duelog cards migrate` rewrites it.

--format json prints {file, line, column, message} for each fault, {file, line, column, kind, was, is, ended} for each old word of the
files, then {summary: {game, definitions, faulty, faults, old_words}}.")]
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
Examples:
  duelog cards show \"Captain of the Watch\"
  duelog cards show Shock --definition

With --cards, a faulty definition of the folder is named on standard error, and all others can be shown.

--format json prints {game, name, file, test_only, digest, reading, definition}; logs pin the digest.")]
    Show {
        /// The card's name.
        name: String,
        /// Shows the definition too, as it is written.
        #[arg(long, help_heading = crate::headings::OUTPUT)]
        definition: bool,
        /// The game, if several have a card of this name.
        #[arg(long, help_heading = crate::headings::GAME)]
        game: Option<String>,
        /// A folder with definitions that add to those built in, or replace them.
        #[arg(long, value_name = "DIR", help_heading = crate::headings::RULES)]
        cards: Option<PathBuf>,
    },
    /// Shows the words of the card language, each with an example, and the words that say a piece of a card's text.
    #[command(after_help = "\
Examples:
  duelog cards words
  duelog cards words Verb
  duelog cards words Damage PutCounters
  duelog cards words \"any number of\"
  duelog cards words \"destroy target creature\" --game magic

Name a word, or a kind of words. Without a name all are shown. A question mark stands behind a part that may be left out, and
brackets around a list. The example is the shortest use among the definitions that are built in.

A name in small letters is also looked for in the words of all cards that are built in: which words of the language the cards have
in common that say it, and two short ones of them.

A language has a version. A word that a version has ended stays readable; its name leads to what is written in its place.

--format json prints {game, kind, was, is, ended} for each old word that is named, {game, kind, says} for each kind, {game, kind, word,
says, fields, example, card} for each word, {game, version} last where all are shown, and {game, text, cards, words, examples} for each
piece of text.")]
    Words {
        /// Words, kinds of words, or pieces of a card's text.
        #[arg(value_name = "WORD")]
        names: Vec<String>,
        /// The game. [default: magic; all games for a piece of text]
        #[arg(long, value_name = "GAME", help_heading = crate::headings::GAME)]
        game: Option<String>,
    },
    /// Compiles the printed texts of cards to definitions, and names each card that it does not understand in full.
    #[command(after_help = "\
Examples:
  duelog cards import --game duel-masters fixtures/import/duel-masters.json --out compiled
  duelog cards import --game flesh-and-blood fixtures/import/flesh-and-blood.json --out compiled
  duelog cards import --game magic fixtures/import/magic.json --out compiled
  duelog cards import --game magic fixtures/import/magic.json --out own.duelcards

The file is a list of cards in JSON. Duel Masters: [{name, civilizations, cost, type, power, subtypes, supertypes, text, sets}].
Magic: MTGJSON's AtomicCards, Scryfall's bulk data, or [{name, layout, manaCost, type, power, toughness, loyalty, text}].
Flesh and Blood: a list of the objects of the package @flesh-and-blood/cards, or the cube's card.json: [{name, pitch, cost, power,
defense, health, intelligence, type_text, functional_text}]; the variants of a card make one definition.
Only reminders in parentheses are skipped. A part that is not understood is named, with its place in the sentence and the nearest
sentence of the list that is understood. A definition of Duel Masters is written into a folder named after the first of the
card's sets; tokens of Magic that are not built in are written into `tokens`. A definition that exists, in whichever folder, is
kept. The exit code is 1 if a card is left out.

--format json prints {name, state, file, message} for each card, for Flesh and Blood and Magic then {wording, alone, cards} for
what blocks most cards, then {summary: {cards, compiled, kept, built_in, left_out}}; the state is compiled, kept, built in or
left out.")]
    Import(import::Args),
    /// Writes the definitions whose texts a log brings along into a folder, for `--cards`.
    #[command(after_help = "\
Examples:
  duelog simulate --random-decks --compiled --seed 1 --out logs
  duelog cards extract logs/magic-1.duelog --out theirs
  duelog verify logs/magic-1.duelog --cards theirs

A log pins the digest of each definition that its match could use, and brings the texts of those that were compiled or that its
recorder added. They are what the match was played with: read them before you trust them, as whoever recorded the log wrote them.

The exit code is 1 if the log brings no texts. --format json prints {name, file} for each definition.")]
    Extract(extract::Args),
    /// Rewrites definitions in the words of today.
    #[command(after_help = "\
Examples:
  duelog cards migrate --dry-run core/magic/cards/shock.ron
  duelog cards migrate core/magic/cards/shock.ron

A word that a version of the language has ended is rewritten as that version says; everything else of the file stays, comments and
layout too. A file is written as a whole or not at all. One that has a fault stays as it is.

A rewritten definition has another digest, since a digest is that of the text. A log that pins the old one and does not hold the
text itself needs the old file to be verified: keep a copy.

The exit code is 1 if a definition has a fault, and with --dry-run also if one would be rewritten.

--format json prints {file, rewritten, words: [{line, column, kind, was, is, ended}]} for each file with old words, {file, line, column,
message} for each fault, then {summary: {game, version, definitions, rewritten, words, faulty}}.")]
    Migrate(migrate::Args),
}

/// Runs the command.
pub fn run(args: &Args, context: &Context) -> Done {
    match args {
        Args::Check { paths, game, .. } if paths.is_empty() => {
            check_built_in(game.as_deref().unwrap_or(games::FIRST), context)
        }
        Args::Check { paths, game } => {
            let files = read_all(paths)?;
            check_files(game.as_deref(), &files, context)
        }
        Args::List { game, cards } => list(&chosen(game.as_deref(), cards.as_deref(), context)?, context),
        Args::Show { name, definition, game, cards } => {
            show(name, *definition, &chosen(game.as_deref(), cards.as_deref(), context)?, context)
        }
        Args::Import(args) => import::run(args, context),
        Args::Extract(args) => extract::run(args, context),
        Args::Migrate(args) => migrate::run(args, context),
        Args::Words { names, game } => {
            let (words, pieces) =
                spoken::sorted(names, &*games::factory(game.as_deref().unwrap_or(games::FIRST), None)?);
            if !words.is_empty() || names.is_empty() {
                vocabulary::show(
                    &words,
                    &*games::factory(game.as_deref().unwrap_or(games::FIRST), None)?,
                    context,
                )?;
            }
            spoken::show(&pieces, &words, &chosen(game.as_deref(), None, context)?, context)
        }
    }
}

/// The games that an answer is about: one, with what is added to it, or all. Definitions of the folder that have a fault
/// are named and left out.
fn chosen(
    game: Option<&str>,
    cards: Option<&Path>,
    context: &Context,
) -> Result<Vec<Box<dyn Factory>>, Failure> {
    let sound = games::sound_with(game, cards)?;
    for (file, error) in &sound.faulty {
        context.complain(format_args!("{file}:{error} (this definition is left out)"));
    }
    Ok(sound.games)
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
        .filter(|info| !info.compiled)
        .filter_map(|info| Some((info.file, factory.card(&info.name)?.definition)));
    // One definition may be listed under several names.
    let texts: BTreeMap<String, String> = texts.collect();
    let texts: Vec<(String, String)> = texts.into_iter().collect();
    report(&*factory, &texts, (Vec::new(), Vec::new()), texts.len(), context)
}

/// Files may use each other's tokens, so those that can be read are put together before each is checked.
fn check_files(game: Option<&str>, files: &[(String, String)], context: &Context) -> Done {
    if files.is_empty() {
        return Err(Failure::usage(
            "there are no definitions to check",
            "name .ron files, or folders with .ron files",
        ));
    }
    let own = game.unwrap_or_else(|| games::likely(files));
    let mut sound: Vec<(String, String)> = Vec::new();
    let mut unreadable = Vec::new();
    for (file, text) in files {
        match games::with(own, vec![(file.clone(), text.clone())])? {
            Ok(_) => sound.push((file.clone(), text.clone())),
            Err(_) => unreadable.push((file.clone(), text.clone())),
        }
    }
    let unclear = game.is_none() && sound.is_empty();
    match games::with(own, sound.clone())? {
        Ok(factory) => {
            let faults = unreadable.iter().flat_map(|(file, text)| {
                factory.faults(text).into_iter().map(move |fault| (file.clone(), fault))
            });
            let old = sound.iter().flat_map(|(file, text)| old_words(&*factory, file, text));
            let end = report(&*factory, &sound, (faults.collect(), old.collect()), files.len(), context)?;
            if unclear && !context.json() {
                others(own, files, context)?;
            }
            Ok(end)
        }
        Err((file, error)) => Err(Failure::usage(format!("{file}:{error}"), "mend this definition first")),
    }
}

/// An old word in a file, as one line of JSON.
#[derive(Debug, Serialize)]
struct Old<'a> {
    file: &'a str,
    #[serde(flatten)]
    word: OldWord,
}

/// The old words in a file that can be read.
fn old_words<'a>(factory: &dyn Factory, file: &'a str, text: &str) -> Vec<Old<'a>> {
    let old = factory.migrated(text).map_or(Vec::new(), |migrated| migrated.old);
    old.into_iter().map(|word| Old { file, word }).collect()
}

/// Returns what each other game says of the first file, where no game reads one.
fn others(own: &str, files: &[(String, String)], context: &Context) -> Result<(), Failure> {
    let Some(first) = files.first() else { return Ok(()) };
    for game in games::names().into_iter().filter(|game| *game != own) {
        if let Err((file, error)) = games::with(game, vec![first.clone()])? {
            context.line(format_args!("read as a definition of {game}: {file}:{error}"));
        }
    }
    Ok(())
}

/// Checks files that can be read, and prints their faults with those that are known already, and their old words.
fn report(
    factory: &dyn Factory,
    files: &[(String, String)],
    (mut faults, old): (Vec<(String, DefinitionError)>, Vec<Old<'_>>),
    checked: usize,
    context: &Context,
) -> Done {
    let mut places: BTreeMap<String, &str> = BTreeMap::new();
    for (file, text) in files {
        match factory.check(text) {
            Err(_) => faults.extend(factory.faults(text).into_iter().map(|error| (file.clone(), error))),
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
    old.iter().for_each(|old| hint(old, context));
    let faulty = faults.iter().map(|(file, _)| file).collect::<BTreeSet<_>>().len();
    if context.json() {
        context.value(&serde_json::json!({ "summary": {
            "game": factory.game(), "definitions": checked, "faulty": faulty, "faults": faults.len(),
            "old_words": old.len()
        } }));
    } else if faults.is_empty() {
        context.line(format_args!("{}, all sound", definitions(checked, factory)));
    } else {
        context.line(format_args!(
            "{}, {faulty} with a fault (--game names another game)",
            definitions(checked, factory)
        ));
    }
    Ok(End::success_if(faults.is_empty()))
}

/// How many definitions there are of a game.
fn definitions(count: usize, factory: &dyn Factory) -> String {
    format!("{count} {} of {}", if count == 1 { "definition" } else { "definitions" }, factory.game())
}

/// Tells what is written in the place of an old word.
fn hint(old: &Old<'_>, context: &Context) {
    if context.json() {
        context.value(old);
        return;
    }
    let (file, OldWord { line, column, was, is, ended, .. }) = (old.file, old.word);
    context.line(format_args!(
        "{file}:{line}:{column}: hint: `{was}` is written `{is}` since version {ended} of the language (duelog cards migrate)"
    ));
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
        context.line(definitions(cards.len(), &**factory));
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

fn show(name: &str, definition: bool, factories: &[Box<dyn Factory>], context: &Context) -> Done {
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
        if definition {
            context.line("");
            card.definition.lines().for_each(|line| context.line(line));
        }
    }
    Ok(End::Success)
}
