//! Decks out of files, and those that are built in, so that a game can be begun from anywhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use duelog_kernel::deck::{self, List, closest};
use duelog_kernel::setup::{Agreement, Deck};
use duelog_kernel::{Factory, SetupError};

use crate::output::Failure;
use crate::{games, input};

/// A deck that is built in.
pub struct BuiltIn {
    /// Its game.
    pub game: &'static str,
    /// The name of its file, by which `--decks` takes it.
    pub name: &'static str,
    /// Its list.
    pub text: &'static str,
}

macro_rules! built_in {
    ($game:literal, $name:literal) => {
        BuiltIn {
            game: $game,
            name: $name,
            text: include_str!(concat!("../../fixtures/decks/", $game, "/", $name, ".deck")),
        }
    };
}

/// All of them, by game and name.
pub const BUILT_IN: &[BuiltIn] = &[
    built_in!("duel-masters", "dragon-gods"),
    built_in!("duel-masters", "fire-darkness-dragons"),
    built_in!("duel-masters", "fire-nature-rush"),
    built_in!("duel-masters", "hyperspatial-bolshack"),
    built_in!("duel-masters", "lancer-and-merfolk"),
    built_in!("duel-masters", "light-water-wardens"),
    built_in!("duel-masters", "liquid-beast"),
    built_in!("duel-masters", "murky-riptide"),
    built_in!("duel-masters", "rainbow-connection"),
    built_in!("duel-masters", "water-nature-tempo"),
    built_in!("duel-masters", "water-neo"),
    built_in!("flesh-and-blood", "bravo"),
    built_in!("flesh-and-blood", "dorinthea"),
    built_in!("flesh-and-blood", "katsu"),
    built_in!("flesh-and-blood", "rhinar"),
    built_in!("magic", "black-green-graveyard"),
    built_in!("magic", "black-green-venom"),
    built_in!("magic", "black-red-fire-and-night"),
    built_in!("magic", "blue-black-schemes"),
    built_in!("magic", "blue-green-echoes"),
    built_in!("magic", "blue-red-spells"),
    built_in!("magic", "blue-red-tricks"),
    built_in!("magic", "five-colors"),
    built_in!("magic", "green-white-growth"),
    built_in!("magic", "green-white-honors"),
    built_in!("magic", "red-green-beasts"),
    built_in!("magic", "red-white-war"),
    built_in!("magic", "white-black-rites"),
    built_in!("magic", "white-blue-flyers"),
    built_in!("magic", "white-blue-red-legends"),
    built_in!("magic", "white-vaults"),
];

impl BuiltIn {
    /// The first two lines of its list: what it is called, and what it is like.
    pub fn title(&self) -> (&'static str, &'static str) {
        let mut lines = self.text.lines().map_while(|line| line.strip_prefix("# "));
        (lines.next().unwrap_or(self.name), lines.next().unwrap_or_default())
    }
}

/// The decks of a game.
pub fn of(game: &str) -> Vec<&'static BuiltIn> {
    BUILT_IN.iter().filter(|deck| deck.game == game).collect()
}

/// The deck that a word names.
pub fn named(word: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|deck| deck.name == word)
}

/// A deck as it was named, before it is known which game is played.
#[derive(Debug, Clone)]
pub struct Found {
    list: List,
    /// Its file; none for one that is built in.
    file: Option<PathBuf>,
    /// The game of one that is built in.
    game: Option<&'static str>,
}

/// A deck, and where it stands.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The deck.
    pub deck: Deck,
    /// The file, and the line of each of its entries; none for a list that came in another way.
    pub file: Option<(PathBuf, Vec<u32>)>,
}

/// Reads a deck file, or takes the built-in deck of this name if the file is missing.
///
/// # Errors
/// A system error for an unreadable file, wrong use with the line for a malformed list.
pub fn find(path: &Path) -> Result<Found, Failure> {
    let named = path.to_str().and_then(named).filter(|_| !path.exists());
    if let Some(named) = named {
        return built_in(named);
    }
    let text = input::text(path).map_err(|error| {
        Failure::system(
            format!("{}: {error}", path.display()),
            "name a deck file such as fixtures/decks/magic/white-blue-flyers.deck, or a deck that is built in, such as white-blue-flyers",
        )
    })?;
    let list = deck::read(&text).map_err(|error| unclear(path, &error))?;
    Ok(Found { list, file: Some(path.to_path_buf()), game: None })
}

/// The decks of these names or files.
///
/// # Errors
/// As [`find`].
pub fn find_all(paths: &[PathBuf]) -> Result<Vec<Found>, Failure> {
    paths.iter().map(|path| find(path)).collect()
}

/// A deck that is built in.
///
/// # Errors
/// Where its list makes no sense, which a test rules out.
pub fn built_in(named: &BuiltIn) -> Result<Found, Failure> {
    let faulty =
        |error: deck::DeckError| Failure::usage(format!("{}: {error}", named.name), "choose another");
    Ok(Found { list: deck::read(named.text).map_err(faulty)?, file: None, game: Some(named.game) })
}

/// The game of these decks: the one that is named, the one that those that are built in belong to, or the one that
/// knows most of the cards in the files.
///
/// # Errors
/// Wrong use where they belong to several games, or to another than the one that is named.
pub fn game_of(named: Option<&str>, decks: &[Found]) -> Result<String, Failure> {
    let mut game = named.map(str::to_string);
    for own in decks.iter().filter_map(|deck| deck.game) {
        match &game {
            Some(game) if *game != own => {
                let what = format!("a deck of {own} cannot be played in a match of {game}");
                return Err(Failure::usage(what, format!("decks of one game play together: --game {own}")));
            }
            _ => game = Some(own.to_string()),
        }
    }
    Ok(game.unwrap_or_else(|| likely(decks).to_string()))
}

/// The game that knows most of the cards of decks; the first one where several know as many.
fn likely(decks: &[Found]) -> &'static str {
    let names: Vec<&str> =
        decks.iter().flat_map(|deck| deck.list.deck.all()).map(|card| card.1.as_str()).collect();
    let mut best = (0, games::FIRST);
    for (factory, game) in games::all().into_iter().zip(games::names()) {
        let mut known = None;
        let knows = |name: &&&str| {
            factory.card(name).is_some()
                || known.get_or_insert_with(|| Known::of(&*factory)).printed(name).is_some()
        };
        let count = names.iter().filter(knows).count();
        if count == names.len() {
            return game;
        }
        if count > best.0 {
            best = (count, game);
        }
    }
    best.1
}

fn unclear(path: &Path, error: &deck::DeckError) -> Failure {
    Failure::usage(
        format!("{}: {error}", path.display()),
        "a line is a number and a card's name: `4 Lightning Bolt`; `Sideboard` stands above what is beside the deck",
    )
}

/// How many unknown cards are named.
const UNKNOWN_SHOWN: usize = 100;

impl Found {
    /// The deck as a game reads it: with its sideboard, where an empty line parts the two, and the names of cards
    /// as they are printed, whichever letters of theirs are small.
    ///
    /// # Errors
    /// Wrong use where it is not clear what stands beside the deck, or with all cards that are not known.
    pub fn settled(self, factory: &dyn Factory, agreed: &Agreement) -> Result<Listed, Failure> {
        let Found { mut list, file, .. } = self;
        if let (Some(path), Some(by)) = (&file, factory.beside(agreed)) {
            list = list.parted(by).map_err(|error| unclear(path, &error))?;
        }
        let List { mut deck, lines, .. } = list;
        let mut known = None;
        let mut unknown: Vec<(u32, String)> = Vec::new();
        let entries = deck.cards.iter_mut().chain(&mut deck.sideboard);
        for (place, (_, name)) in entries.enumerate().filter(|(_, card)| factory.card(&card.1).is_none()) {
            let known = known.get_or_insert_with(|| Known::of(factory));
            match known.printed(name) {
                Some(printed) => *name = printed,
                None => unknown.push((lines.get(place).copied().unwrap_or(0), name.clone())),
            }
        }
        let file = file.map(|path| (path, lines));
        match (known, &file) {
            (Some(known), Some((path, _))) if !unknown.is_empty() => {
                Err(known.refusal(&unknown, path, factory.game()))
            }
            _ => Ok(Listed { deck, file }),
        }
    }
}

/// The names of a game's cards.
struct Known {
    names: Vec<String>,
    /// The names in small letters, each with the one that is printed, where there is only one.
    small: BTreeMap<String, Option<String>>,
}

impl Known {
    fn of(factory: &dyn Factory) -> Known {
        let cards = factory.cards().into_iter().filter(|card| !card.test_only);
        let names: Vec<String> = cards.map(|card| card.name).collect();
        let mut small = BTreeMap::new();
        for name in &names {
            let other = small.insert(name.to_lowercase(), Some(name.clone()));
            if other.flatten().is_some_and(|other| other != *name) {
                small.insert(name.to_lowercase(), None);
            }
        }
        Known { names, small }
    }

    /// The name as it is printed, where another case of its letters or the set behind it is all that differs.
    fn printed(&self, name: &str) -> Option<String> {
        let bare = name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")).map(|parts| parts.0);
        let mut names = [Some(name), bare].into_iter().flatten();
        names.find_map(|name| self.small.get(&name.to_lowercase()).cloned().flatten())
    }

    /// All cards that are not known, in the order of the file.
    fn refusal(&self, unknown: &[(u32, String)], path: &Path, game: &str) -> Failure {
        let mut unknown: Vec<&(u32, String)> = unknown.iter().collect();
        unknown.sort_by_key(|card| card.0);
        let one = |(line, name): &&(u32, String)| {
            let hint = closest(name, self.names.iter().map(String::as_str))
                .map_or(String::new(), |meant| format!(": did you mean \"{meant}\"?"));
            format!("{}:{line}: unknown card \"{name}\"{hint}", path.display())
        };
        let mut told: Vec<String> = unknown.iter().take(UNKNOWN_SHOWN).map(one).collect();
        if unknown.len() > UNKNOWN_SHOWN {
            told.push(format!("and {} more", unknown.len() - UNKNOWN_SHOWN));
        }
        let remedy = unknown.first().map_or(String::new(), |first| games::where_it_is(&first.1, game));
        Failure::usage(told.join("; "), remedy)
    }
}

/// Why a setup cannot be played, as wrong use: with the file, and the line of a card that is not known.
pub fn refused(error: &SetupError, game: &str, decks: &[Listed]) -> Failure {
    let mut place = String::new();
    let remedy = match error {
        SetupError::UnknownCard { name, .. } => {
            let named = |listed: &Listed| listed.deck.all().position(|card| card.1 == *name);
            let found = decks.iter().find_map(|listed| Some((listed.file.as_ref()?, named(listed)?)));
            if let Some(((path, lines), entry)) = found {
                place = lines.get(entry).map_or_else(
                    || format!("{}: ", path.display()),
                    |line| format!("{}:{line}: ", path.display()),
                );
            }
            games::where_it_is(name, game)
        }
        SetupError::IllegalDeck { seat, .. } => {
            if let Some((path, _)) = decks.get(usize::from(seat.0)).and_then(|listed| listed.file.as_ref()) {
                place = format!("{}: ", path.display());
            }
            "mend the deck; seat 0 has the first deck, seat 1 the second".to_string()
        }
        SetupError::TooLarge { .. } => "give smaller decks, or a smaller position".to_string(),
        SetupError::Seats { .. } => "give one deck for each seat".to_string(),
        SetupError::Position(_) => "mend the position".to_string(),
        SetupError::Unavailable { .. } => "name a game and an edition that are built in".to_string(),
    };
    Failure::usage(format!("{place}{error}"), remedy)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_deck_of_the_repository_is_built_in_and_has_a_name_of_its_own() {
        let root = Path::new("../fixtures/decks");
        let mut files = 0;
        for game in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
            for file in std::fs::read_dir(&game).unwrap().map(|entry| entry.unwrap().path()) {
                files += 1;
                let name = file.file_stem().unwrap().to_str().unwrap();
                let deck = named(name).unwrap_or_else(|| panic!("{name} is not built in"));
                assert_eq!(deck.text, std::fs::read_to_string(&file).unwrap());
                assert!(!deck.title().0.is_empty(), "{name}");
            }
        }
        assert_eq!(files, BUILT_IN.len());
        assert_eq!(BUILT_IN.iter().map(|deck| deck.name).collect::<BTreeSet<_>>().len(), files);
    }
}
