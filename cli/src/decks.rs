//! Decks out of files, and those that are built in, so that a game can be begun from anywhere.

use std::path::{Path, PathBuf};

use duelog_decks::{DeckError, Form, HINTS, List, Missing, Names};
use duelog_kernel::deck::closest;
use duelog_kernel::setup::{Agreement, Deck};
use duelog_kernel::{Factory, SetupError};

use crate::output::{Context, Failure};
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
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// The deck.
    pub deck: Deck,
    /// The file, and the line of each of its entries; none for a list that came in another way.
    pub file: Option<(PathBuf, Vec<u32>)>,
    /// Facts that a person should know of how the file was read.
    pub notes: Vec<String>,
}

impl From<Deck> for Listed {
    fn from(deck: Deck) -> Listed {
        Listed { deck, ..Listed::default() }
    }
}

impl Listed {
    /// The notes of the file, with its name before each.
    pub fn told(&self) -> Vec<String> {
        let file = self.file.as_ref().map(|file| file.0.display().to_string()).unwrap_or_default();
        self.notes.iter().map(|note| format!("{file}: {note}")).collect()
    }
}

/// The bytes of a deck file.
///
/// # Errors
/// A system error for one that cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    input::limited_bytes(path, input::TEXT_BYTES_MAX).map_err(|error| {
        let names = BUILT_IN.iter().map(|deck| deck.name);
        let near = path.to_str().and_then(|name| closest(name, names)).unwrap_or("white-blue-flyers");
        Failure::system(
            format!("{}: {error}", path.display()),
            format!("name a deck file such as fixtures/decks/magic/white-blue-flyers.deck, or a deck that is built in, such as {near}"),
        )
    })
}

/// Reads a deck file of any form, or takes the built-in deck of this name if the file is missing.
///
/// # Errors
/// A system error for an unreadable file, wrong use with the line for a malformed list.
pub fn find(path: &Path) -> Result<Found, Failure> {
    if let Some(named) = named_by(path) {
        return built_in(named);
    }
    let list = duelog_decks::read(&bytes(path)?).map_err(|error| unclear(path, &error))?;
    Ok(Found { list, file: Some(path.to_path_buf()), game: None })
}

/// Returns the built-in deck of this name if no such file exists.
pub fn named_by(path: &Path) -> Option<&'static BuiltIn> {
    path.to_str().and_then(named).filter(|_| !path.exists())
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
    let faulty = |error: DeckError| Failure::usage(format!("{}: {error}", named.name), "choose another");
    let list = duelog_decks::read(named.text.as_bytes()).map_err(faulty)?;
    Ok(Found { list, file: None, game: Some(named.game) })
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
    let written: Vec<_> = decks.iter().flat_map(|deck| &deck.list.entries).map(|entry| &entry.name).collect();
    let mut best = (0, games::FIRST);
    for (factory, game) in games::all().into_iter().zip(games::names()) {
        let names = Names::of(&*factory);
        let count = written.iter().filter(|name| names.read(name).is_ok()).count();
        if count == written.len() {
            return game;
        }
        if count > best.0 {
            best = (count, game);
        }
    }
    best.1
}

fn unclear(path: &Path, error: &DeckError) -> Failure {
    Failure::usage(
        format!("{}: {error}", path.display()),
        "a line is a number and a card's name: `4 Lightning Bolt`; `Sideboard` stands above what is beside the deck. `duelog decks check --help` lists the other forms that are read",
    )
}

impl Found {
    /// The deck as a game reads it: with its sideboard, where an empty line parts the two, and the names of cards
    /// as they are printed, however they are written.
    ///
    /// # Errors
    /// Wrong use where it is not clear what stands beside the deck, or with all cards that are not known.
    pub fn settled(self, factory: &dyn Factory, agreed: &Agreement) -> Result<Listed, Failure> {
        let Found { list, file, .. } = self;
        let names = Names::of(factory);
        let Some(path) = file else {
            // A deck that is built in has groups and no sideboard behind an empty line.
            let settled = list.settled(&names, None).map_err(|error| unclear(Path::new("-"), &error))?;
            return Ok(settled.deck.into());
        };
        let mut settled =
            list.settled(&names, factory.beside(agreed)).map_err(|error| unclear(&path, &error))?;
        if !settled.missing.is_empty() {
            explain(&mut settled.missing, factory);
            return Err(not_known(&settled.missing, &path, factory.game()));
        }
        let mut notes = settled.notes;
        if settled.form != Form::Plain {
            notes.insert(0, format!("read as: {}", settled.form));
        }
        Ok(Listed { deck: settled.deck, file: Some((path, settled.lines)), notes })
    }
}

/// The decks as a game reads them. People are told of each file that is not a plain list what it was read as.
///
/// # Errors
/// As [`Found::settled`].
pub fn settle_all(
    found: Vec<Found>,
    factory: &dyn Factory,
    agreed: &Agreement,
    context: &Context,
) -> Result<Vec<Listed>, Failure> {
    let listed = found.into_iter().map(|deck| deck.settled(factory, agreed));
    let listed = listed.collect::<Result<Vec<_>, Failure>>()?;
    if !context.json() {
        listed.iter().flat_map(Listed::told).for_each(|note| context.complain(note));
    }
    Ok(listed)
}

/// All cards that are not known, in the order of the file.
fn not_known(missing: &[Missing], path: &Path, game: &str) -> Failure {
    let one = |card: &Missing| format!("{}:{}: {}", path.display(), card.line, in_words(card));
    let mut told: Vec<String> = missing.iter().take(HINTS).map(one).collect();
    if missing.len() > HINTS {
        told.push(format!("and {} more", missing.len() - HINTS));
    }
    let remedy = missing.first().map_or(String::new(), |first| games::where_it_is(&first.name, game));
    Failure::usage(told.join("; "), remedy)
}

/// Notes at each card that is not known why a pack of definitions lacks it.
pub fn explain(missing: &mut [Missing], factory: &dyn Factory) {
    for card in missing {
        if let Some(why) = factory.refusal(&card.name) {
            card.hint = Some(why);
        }
    }
}

/// A card that is not known: `unknown card "Sol Warden": did you mean "Soul Warden"? (4 times)`.
pub fn in_words(card: &Missing) -> String {
    let hint = card.hint.as_ref().map_or(String::new(), |hint| format!(": {hint}"));
    let times = if card.count == 1 { "once".to_string() } else { format!("{} times", card.count) };
    format!("unknown card \"{}\"{hint} ({times})", card.name)
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
        SetupError::Terms(_) => "give terms that the game has; docs/judge.md lists them".to_string(),
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
