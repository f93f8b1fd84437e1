//! The games that are built in, and their decks.

use std::path::{Path, PathBuf};

use duelog_kernel::table::Deck;
use duelog_kernel::{Factory, deck};
use duelog_magic::factory::MagicFactory;

use crate::output::Failure;

/// The names of the games that are built in.
pub const NAMES: [&str; 1] = ["magic"];

/// The game of this name, with definitions from `cards` added or in place of those built in.
///
/// # Errors
/// Wrong use for an unknown game or a faulty definition, a system error for a folder that cannot be read.
pub fn factory(game: &str, cards: Option<&Path>) -> Result<Box<dyn Factory>, Failure> {
    if game != "magic" {
        let known = NAMES.join(", ");
        return Err(Failure::usage(format!("unknown game \"{game}\""), format!("the games that are built in: {known}")));
    }
    let files = cards.map(definitions).transpose()?.unwrap_or_default();
    let factory = MagicFactory::with_overrides(files).map_err(|(file, error)| {
        Failure::usage(format!("{file}:{error}"), "mend the definition; `duelog cards check DIR` lists all faults of a folder")
    })?;
    Ok(Box::new(factory))
}

/// All games that are built in, without additions.
pub fn all() -> Vec<Box<dyn Factory>> {
    vec![Box::new(MagicFactory::default())]
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
