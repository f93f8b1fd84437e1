//! The games that are built in, and their decks.

use std::path::{Path, PathBuf};

use duelog_duel_masters::factory::DuelMastersFactory;
use duelog_flesh_and_blood::factory::FleshAndBloodFactory;
use duelog_kernel::table::{Deck, DefinitionError};
use duelog_kernel::{Factory, deck};
use duelog_magic::factory::MagicFactory;

use crate::output::Failure;

/// A game with these definitions, or the file that has a fault.
pub type Built = Result<Box<dyn Factory>, (String, DefinitionError)>;

/// A game that is built in: its name, and how it is made with definitions that add to its own.
type Game = (&'static str, fn(Vec<(String, String)>) -> Built);

/// The games that are built in.
const GAMES: [Game; 3] = [
    ("magic", |files| MagicFactory::with_overrides(files).map(|factory| Box::new(factory) as Box<dyn Factory>)),
    ("duel-masters", |files| DuelMastersFactory::with_overrides(files).map(|factory| Box::new(factory) as Box<dyn Factory>)),
    ("flesh-and-blood", |files| FleshAndBloodFactory::with_overrides(files).map(|factory| Box::new(factory) as Box<dyn Factory>)),
];

/// The game that examples and the tour are about.
pub const FIRST: &str = GAMES[0].0;

/// The names of the games that are built in.
pub fn names() -> [&'static str; GAMES.len()] {
    GAMES.map(|game| game.0)
}

/// The game of this name with definitions, given as file and text, added or in place of those built in.
///
/// # Errors
/// Wrong use for an unknown game.
pub fn with(game: &str, files: Vec<(String, String)>) -> Result<Built, Failure> {
    match GAMES.iter().find(|known| known.0 == game) {
        Some((_, build)) => Ok(build(files)),
        None => {
            let known = names().join(", ");
            Err(Failure::usage(format!("unknown game \"{game}\""), format!("the games that are built in: {known}")))
        }
    }
}

/// The game of this name, with definitions from `cards` added or in place of those built in.
///
/// # Errors
/// Wrong use for an unknown game or a faulty definition, a system error for a folder that cannot be read.
pub fn factory(game: &str, cards: Option<&Path>) -> Result<Box<dyn Factory>, Failure> {
    let plain = with(game, Vec::new())?.map_err(faulty)?;
    match cards {
        None => Ok(plain),
        Some(folder) => with(game, definitions(folder)?)?.map_err(faulty),
    }
}

fn faulty((file, error): (String, DefinitionError)) -> Failure {
    Failure::usage(format!("{file}:{error}"), "mend the definition; `duelog cards check DIR` lists all faults of a folder")
}

/// All games that are built in; the definitions of a folder go to the games in whose language they are.
///
/// # Errors
/// Wrong use for a folder whose definitions no game understands, a system error for one that cannot be read.
pub fn all_with(cards: &Path) -> Result<Vec<Box<dyn Factory>>, Failure> {
    let files = definitions(cards)?;
    let built: Vec<Built> = GAMES.iter().map(|(_, build)| build(files.clone())).collect();
    if built.iter().all(Result::is_err) {
        built.into_iter().next().transpose().map_err(faulty)?;
        return Ok(all());
    }
    Ok(built.into_iter().zip(all()).map(|(built, plain)| built.unwrap_or(plain)).collect())
}

/// All games that are built in, without additions.
pub fn all() -> Vec<Box<dyn Factory>> {
    GAMES.iter().filter_map(|(_, build)| build(Vec::new()).ok()).collect()
}

/// The definition files of a folder, by path inside it.
///
/// # Errors
/// A system error that names what cannot be read.
pub fn definitions(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let unreadable =
        |path: &Path, error: std::io::Error| Failure::system(format!("{}: {error}", path.display()), "name a folder with .ron definitions");
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))? {
            let path = entry.map_err(|error| unreadable(&folder, error))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ron") {
                let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
                files.push((path.display().to_string(), text));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a deck file.
///
/// # Errors
/// A system error for a file that cannot be read, wrong use with the line for a list that makes no sense.
pub fn deck(path: &Path) -> Result<Deck, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::system(format!("{}: {error}", path.display()), "name a deck file such as fixtures/decks/magic/white-blue-flyers.deck")
    })?;
    deck::parse(&text)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display()), "a line is a number and a card's name: `4 Lightning Bolt`"))
}
