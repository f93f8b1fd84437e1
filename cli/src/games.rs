//! The games that are built in, and their decks.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use duelog_kernel::factory::{Brought, Built};
use duelog_kernel::info::DefinitionError;
use duelog_kernel::pack::Pack;
use duelog_kernel::prose::capital;
use duelog_kernel::{Factory, deck};
use duelog_sdk::{BuiltIn, GAMES};

use crate::input;
use crate::output::Failure;

/// The game that examples and the tour are about.
pub const FIRST: &str = GAMES[0].0;

/// The names of the games that are built in.
pub fn names() -> [&'static str; GAMES.len()] {
    GAMES.map(|game| game.0)
}

/// The name of a game as a title: `Flesh and Blood` of `flesh-and-blood`.
pub fn titled(game: &str) -> String {
    let word = |word: &str| if word == "and" { word.to_string() } else { capital(word) };
    game.split('-').map(word).collect::<Vec<_>>().join(" ")
}

/// The game of this name with definitions added or in place of those built in.
///
/// # Errors
/// Wrong use for an unknown game.
pub fn with(game: &str, brought: impl Into<Brought>) -> Result<Built, Failure> {
    match GAMES.iter().find(|known| known.0 == game) {
        Some((_, build)) => Ok(build(brought.into())),
        None => {
            let known = names().join(", ");
            let meant = meant(game).map_or(String::new(), |meant| format!("did you mean \"{meant}\"? "));
            Err(Failure::usage(
                format!("unknown game \"{game}\""),
                format!("{meant}The games that are built in: {known}"),
            ))
        }
    }
}

/// The game that was meant by a name: one that is much like it, or whose first letters it has.
fn meant(name: &str) -> Option<&'static str> {
    let initials = |game: &str| game.split('-').filter_map(|word| word.chars().next()).collect::<String>();
    deck::closest(name, names())
        .or_else(|| names().into_iter().find(|game| initials(game) == name.to_lowercase()))
}

/// The game of this name, with definitions from `cards` added or in place of those built in.
///
/// # Errors
/// Wrong use for an unknown game or a faulty definition, a system error for a folder that cannot be read.
pub fn factory(game: &str, cards: Option<&Path>) -> Result<Box<dyn Factory>, Failure> {
    let plain = with(game, Brought::default())?.map_err(faulty)?;
    match cards {
        None => Ok(plain),
        Some(path) => {
            let brought = brought(path)?;
            let files = brought.files.clone();
            strictly(with(game, brought)?, &files).map_err(faulty)
        }
    }
}

/// The same for a log that is resumed: with the definitions that it was recorded with, fields that no word has any more
/// among them (`duelog cards extract`).
///
/// # Errors
/// As [`factory`].
pub fn factory_of_log(game: &str, cards: Option<&Path>) -> Result<Box<dyn Factory>, Failure> {
    match cards {
        None => factory(game, None),
        Some(path) => with(game, brought(path)?)?.map_err(faulty),
    }
}

/// A game with definitions that somebody brings to play with: a field that no word has would do nothing, so it is a
/// fault, as `cards check` says.
fn strictly(built: Built, files: &[(String, String)]) -> Built {
    let factory = built?;
    for (file, text) in files {
        factory.read_strictly(text).map_err(|fault| (file.clone(), fault))?;
    }
    Ok(factory)
}

/// The most bytes of a pack that are read.
const PACK_BYTES_MAX: u64 = 256 << 20;

/// The definitions of a folder or of a pack.
///
/// # Errors
/// A system error that names what cannot be read, wrong use for a pack that is damaged.
pub fn brought(path: &Path) -> Result<Brought, Failure> {
    if path.is_dir() {
        return Ok(definitions(path)?.into());
    }
    let remedy = "name a folder with .ron definitions, or a pack that `duelog cards import` made";
    let bytes = input::limited_bytes(path, PACK_BYTES_MAX)
        .map_err(|error| Failure::system(format!("{}: {error}", path.display()), remedy))?;
    let pack = Pack::read(path.display().to_string(), &bytes)
        .map_err(|why| Failure::usage(format!("{}: {why}", path.display()), remedy))?;
    Ok(Brought { files: Vec::new(), packs: vec![Arc::new(pack)] })
}

fn faulty((file, error): (String, DefinitionError)) -> Failure {
    Failure::usage(
        format!("{file}:{error}"),
        "mend the definition; `duelog cards check DIR` lists all faults of a folder",
    )
}

/// All games that are built in; the definitions of a folder go to the games in whose language they are.
///
/// # Errors
/// Wrong use for a folder whose definitions no game understands, a system error for one that cannot be read.
pub fn all_with(cards: &Path) -> Result<Vec<Box<dyn Factory>>, Failure> {
    let brought = brought(cards)?;
    let read = |(_, build): &BuiltIn| strictly(build(brought.clone()), &brought.files);
    let built: Vec<Built> = GAMES.iter().map(read).collect();
    if built.iter().all(Result::is_err) {
        return Err(refused_by_all(&brought.files, built));
    }
    Ok(built.into_iter().zip(all()).map(|(built, plain)| built.unwrap_or(plain)).collect())
}

/// That no game reads all definitions of a folder: where the most likely game refuses it, and where each other one.
fn refused_by_all(files: &[(String, String)], built: Vec<Built>) -> Failure {
    let game = likely(files);
    let mut refusals: Vec<(&str, String)> = GAMES
        .iter()
        .zip(built)
        .filter_map(|((name, _), built)| built.err().map(|(file, error)| (*name, format!("{file}:{error}"))))
        .collect();
    refusals.sort_by_key(|(name, _)| *name != game);
    let others = refusals.iter().skip(1).map(|(name, refusal)| format!("{name} refuses {refusal}"));
    let others = others.collect::<Vec<_>>().join("; ");
    let first = refusals.first().map_or(String::new(), |(_, refusal)| refusal.clone());
    Failure::usage(
        first,
        format!(
            "mend the definition; `duelog cards check DIR` lists all faults of a folder. It is read as one of {game} ({others}), and \
             --game names another game where a command has that option"
        ),
    )
}

/// Games with the sound definitions of a folder, and those of its files that have a fault.
pub struct Sound {
    /// The games.
    pub games: Vec<Box<dyn Factory>>,
    /// The files that were left out, each with its first fault in the language in which it most likely is.
    pub faulty: Vec<(String, DefinitionError)>,
}

/// One game or all, with those definitions of a folder that can be read added or in place of those built in. Each goes to
/// the games in whose language it is; one that no game reads is left out.
///
/// # Errors
/// Wrong use for an unknown game, a system error for a folder that cannot be read.
pub fn sound_with(game: Option<&str>, cards: Option<&Path>) -> Result<Sound, Failure> {
    let names = match game {
        Some(game) => {
            with(game, Brought::default())?.map_err(faulty)?;
            names().into_iter().filter(|name| *name == game).collect()
        }
        None => names().to_vec(),
    };
    let Brought { files, packs } = cards.map_or(Ok(Brought::default()), brought)?;
    let mut own: Vec<Vec<(String, String)>> = vec![Vec::new(); names.len()];
    let mut left_out = Vec::new();
    for file in files {
        let mut fault = None;
        let mut read = false;
        for (name, own) in names.iter().zip(&mut own) {
            match strictly(with(name, vec![file.clone()])?, std::slice::from_ref(&file)) {
                Ok(_) => {
                    own.push(file.clone());
                    read = true;
                }
                Err((path, error)) => {
                    let farther = |(_, before): &(String, DefinitionError)| {
                        (error.line, error.column) > (before.line, before.column)
                    };
                    if fault.as_ref().is_none_or(farther) {
                        fault = Some((path, error));
                    }
                }
            }
        }
        left_out.extend(fault.filter(|_| !read));
    }
    let built: Result<Vec<_>, Failure> = names
        .into_iter()
        .zip(own)
        .map(|(name, files)| with(name, Brought { files, packs: packs.clone() })?.map_err(faulty))
        .collect();
    Ok(Sound { games: built?, faulty: left_out })
}

/// How many files are read one by one to find their game.
const LIKELY_FILES: usize = 40;

/// The game in whose language definitions are, or most likely are where they have faults: the one that reads most
/// of them, and of those that do not read one the one that reads it farthest.
pub fn likely(files: &[(String, String)]) -> &'static str {
    if let Some((game, _)) = GAMES.iter().find(|(_, build)| build(files.to_vec().into()).is_ok()) {
        return game;
    }
    let read = |build: fn(Brought) -> Built| {
        let one = |file: &(String, String)| match build(vec![file.clone()].into()) {
            Ok(_) => (1, 0, 0),
            Err((_, error)) => (0, u64::from(error.line), u64::from(error.column)),
        };
        files
            .iter()
            .take(LIKELY_FILES)
            .map(one)
            .fold((0, 0, 0), |all: (u64, u64, u64), one| (all.0 + one.0, all.1 + one.1, all.2 + one.2))
    };
    let rank = GAMES.iter().rev().max_by_key(|(_, build)| read(*build));
    rank.map_or(FIRST, |(game, _)| game)
}

/// All games that are built in, without additions.
pub fn all() -> Vec<Box<dyn Factory>> {
    duelog_sdk::games()
}

/// The definition files of a folder, by path inside it.
///
/// # Errors
/// A system error that names what cannot be read.
pub fn definitions(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let unreadable = |path: &Path, error: std::io::Error| {
        Failure::system(format!("{}: {error}", path.display()), "name a folder with .ron definitions")
    };
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))? {
            let path = entry.map_err(|error| unreadable(&folder, error))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ron") {
                let text = input::text(&path).map_err(|error| unreadable(&path, error))?;
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// How somebody gets the definitions of more cards.
pub const HOW_TO_GET_CARDS: &str = "`duelog cards import --game GAME LIST --out FILE.duelcards` makes definitions out of a list of printed texts, and `--cards FILE.duelcards` plays with them; docs/cards.md says where lists are";

/// The remedy for a card that a game does not know.
pub fn where_it_is(name: &str, game: &str) -> String {
    let elsewhere = all()
        .into_iter()
        .find(|other| other.game() != game && other.cards().iter().any(|card| card.name == name));
    elsewhere.map_or_else(
        || {
            format!("`duelog cards list` shows every card that is built in; --game names the game of the decks. {HOW_TO_GET_CARDS}")
        },
        |other| format!("it is a card of {0}: name that game, --game {0}", other.game()),
    )
}

/// The games that are built in, with definitions from a folder added or in place of theirs.
///
/// # Errors
/// As [`all_with`].
pub fn with_cards(cards: Option<&Path>) -> Result<Vec<Box<dyn Factory>>, Failure> {
    match cards {
        None => Ok(all()),
        Some(folder) => all_with(folder),
    }
}
